# SPDX-License-Identifier: GPL-3.0-or-later
"""The walls of a face as trees that hang on its frame, and how far a push at each post bends them.

A post is named by the cells before it: post ``(a, b)`` stands between the columns ``a - 1`` and ``a`` and the rows
``b - 1`` and ``b``, and the posts of the frame have a 0 or as many as the face has cells. Where the passages are a
tree, exactly one way of walls leads to each post from the frame, so all forces in it follow from the push alone. Where
the passages leave cells apart some walls are held twice: of these the shortest way is taken, and they are stiffer.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .faces import Face

Post = tuple[int, int]


@dataclass(frozen=True)
class WallTrees:
    """The posts within a frame that walls reach from it, each after the one that it hangs on.

    ``parents`` has the number of that one, or -1 where it is ``roots`` of the frame that the wall begins at.
    """

    posts: tuple[Post, ...]
    parents: tuple[int, ...]
    roots: tuple[Post, ...]
    floating: bool

    def way(self, number: int) -> tuple[Post, ...]:
        """Return the posts from the frame to one of the posts, both included."""
        way = []
        while True:
            way.append(self.posts[number])
            if self.parents[number] < 0:
                return (self.roots[number], *reversed(way))
            number = self.parents[number]


def wall_trees(face: Face) -> WallTrees:
    """Return the walls of a face as trees; those that hang on nothing are in none."""
    columns, rows = face.shape
    # A wall ends at a post of the frame, or leads on from one.
    reached: dict[Post, int] = {}
    posts: list[Post] = []
    parents: list[int] = []
    roots: list[Post] = []

    def reach(post: Post, parent: int, root: Post) -> None:
        if 0 < post[0] < columns and 0 < post[1] < rows and post not in reached:
            reached[post] = len(posts)
            posts.append(post)
            parents.append(parent)
            roots.append(root)

    for root in _frame(columns, rows):
        for beside in _walls_at(face, root):
            reach(beside, -1, root)
    for number, post in enumerate(posts):
        for beside in _walls_at(face, post):
            reach(beside, number, roots[number])
    inside = max(0, columns - 1) * max(0, rows - 1)
    return WallTrees(tuple(posts), tuple(parents), tuple(roots), floating=len(posts) < inside)


def _frame(columns: int, rows: int) -> Iterator[Post]:
    """Yield the posts of the frame but for its corners."""
    for a in range(1, columns):
        yield a, 0
        yield a, rows
    for b in range(1, rows):
        yield 0, b
        yield columns, b


def _walls_at(face: Face, post: Post) -> Iterator[Post]:
    """Yield the posts that walls lead to from one, within the frame or onto it."""
    (columns, rows), (a, b) = face.shape, post
    if 0 < b < rows:
        row = columns * (b - 1)
        if a < columns and not face.second >> row + a & 1:
            yield a + 1, b
        if a > 0 and not face.second >> row + a - 1 & 1:
            yield a - 1, b
    if 0 < a < columns:
        if b < rows and not face.first >> columns * b + a - 1 & 1:
            yield a, b + 1
        if b > 0 and not face.first >> columns * (b - 1) + a - 1 & 1:
            yield a, b - 1
