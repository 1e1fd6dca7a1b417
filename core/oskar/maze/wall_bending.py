# SPDX-License-Identifier: GPL-3.0-or-later
"""Computes how far posts give when a force pushes at them: the walls of a face hang as trees on its frame.

A post is named by the cells before it: post ``(a, b)`` stands between the columns ``a - 1`` and ``a`` and the rows
``b - 1`` and ``b``, and the posts of the frame have a 0 or as many as the face has cells. Where the passages are a
tree, exactly one way of walls leads to each post from the frame, so all forces in it follow from the push alone. Where
the passages leave cells apart some walls are held twice: of these the shortest way is taken, and they are stiffer.

By Castigliano's second theorem, give per force is the integral of m^2 / EI + t^2 / GJ + v^2 / kGA + n^2 / EA over the
way from the frame, with the moment m, the torque t, the shear v and the tension n that a force of 1 makes there
(Roark's Formulas for Stress and Strain, chapters 4, 8 and 10). The moments are levers, straight lines in the
coordinates of the post, so a few sums that are carried along the walls are enough: no equations are solved. Only sums,
products and quotients are used, and in a fixed order: all machines find the same.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

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


# A check asks for them several times.
@lru_cache(maxsize=3)
def wall_trees(face: Face) -> WallTrees:
    """Return the walls of a face as trees; those that hang on nothing are in none."""
    columns, rows = face.shape
    # A wall ends at a post of the frame, or leads on from one.
    parents: dict[Post, int] = {}
    roots: list[Post] = []
    walls = deque((beside, -1, root) for root in _frame(columns, rows) for beside in _walls_at(face, root))
    while walls:
        post, parent, root = walls.popleft()
        if 0 < post[0] < columns and 0 < post[1] < rows and post not in parents:
            walls.extend((beside, len(roots), root) for beside in _walls_at(face, post))
            parents[post] = parent
            roots.append(root)
    inside = max(0, columns - 1) * max(0, rows - 1)
    return WallTrees(tuple(parents), tuple(parents.values()), tuple(roots), floating=len(roots) < inside)


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


POISSON = 0.35
"""How much narrower plastic becomes where it is stretched; shear modulus and stretch follow each other by that."""

SHEAR_SHARE = 5 / 6
"""The share of a rectangle that takes part in shear."""


@dataclass(frozen=True)
class WallSection:
    """A wall across its length: its width in the plane of the face, its thickness across it, in millimeters.

    ``stiffness`` is Young's modulus in N/mm2.
    """

    width: float
    thickness: float
    stiffness: float

    @property
    def shear_stiffness(self) -> float:
        """The shear modulus in N/mm2."""
        return self.stiffness / (2 * (1 + POISSON))

    @property
    def area(self) -> float:
        """The area in mm2."""
        return self.width * self.thickness

    @property
    def torsion_constant(self) -> float:
        """Saint-Venant's constant of a rectangle in mm4, within 4 percent (Roark, table 10.1, case 4)."""
        longer, shorter = max(self.width, self.thickness), min(self.width, self.thickness)
        ratio = shorter / longer
        fourth = ratio * ratio * ratio * ratio
        return longer * shorter * shorter * shorter * (1 / 3 - 0.21 * ratio * (1 - fourth / 12))

    @property
    def gives(self) -> tuple[float, float, float, float, float]:
        """One over what resists: bending in the plane and out of it, torsion, shear, and tension."""
        width, thickness, area = self.width, self.thickness, self.area
        return (
            12 / (self.stiffness * thickness * width * width * width),
            12 / (self.stiffness * width * thickness * thickness * thickness),
            1 / (self.shear_stiffness * self.torsion_constant),
            1 / (SHEAR_SHARE * self.shear_stiffness * area),
            1 / (self.stiffness * area),
        )


def post_places(cells: int, passage: float, wall: float) -> list[float]:
    """Return where the posts of a face are along an axis, from the inner side of the frame, in millimeters.

    The first and the last are where walls leave the frame, the others in the middles of the posts.
    """
    pitch = passage + wall
    return [0.0, *(pitch * number - wall / 2 for number in range(1, cells)), pitch * cells - wall]


def post_gives(trees: WallTrees, places: tuple[list[float], list[float]], section: WallSection) -> list[list[float]]:
    """Return how far each post gives, in millimeters per newton: in the plane along its two axes, and out of it.

    A push is seen from the post's middle, and so is what it gives.
    """
    in_plane, across, twist, shear, stretch = section.gives
    # Of the walls on the way, along the first and along the second axis: their length, the sums of their places along
    # both axes, and of the squares of these.
    none = (0.0,) * 5
    sums: list[tuple[tuple[float, ...], tuple[float, ...]]] = []
    gives = []
    for (a, b), parent, root in zip(trees.posts, trees.parents, trees.roots, strict=True):
        x, y = places[0][a], places[1][b]
        first, second = (none, none) if parent < 0 else sums[parent]
        from_a, from_b = root if parent < 0 else trees.posts[parent]
        begin_x, begin_y = places[0][from_a], places[1][from_b]
        if from_b == b:
            first = _with(first, (begin_x, x), (y, y))
        else:
            second = _with(second, (x, x), (begin_y, y))
        sums.append((first, second))
        first_x, first_y = _squares(first, x, y)
        second_x, second_y = _squares(second, x, y)
        along_first, along_second = first[0], second[0]
        gives.append(
            [
                in_plane * (first_y + second_y) + shear * along_second + stretch * along_first,
                in_plane * (first_x + second_x) + shear * along_first + stretch * along_second,
                across * (first_x + second_y) + twist * (first_y + second_x) + shear * (along_first + along_second),
            ]
        )
    return gives


def _with(sums: tuple[float, ...], ends_x: tuple[float, float], ends_y: tuple[float, float]) -> tuple[float, ...]:
    """Return the integrals of 1, x, y, x^2 and y^2 along a way that is longer by a wall, given by its ends."""
    (x, end_x), (y, end_y) = ends_x, ends_y
    length = abs(end_x - x) + abs(end_y - y)
    return (
        sums[0] + length,
        sums[1] + length * (x + end_x) / 2,
        sums[2] + length * (y + end_y) / 2,
        sums[3] + length * (x * x + x * end_x + end_x * end_x) / 3,
        sums[4] + length * (y * y + y * end_y + end_y * end_y) / 3,
    )


def _squares(sums: tuple[float, ...], x: float, y: float) -> tuple[float, float]:
    """Return the integrals of the squares of the levers of a place, along both axes."""
    length, of_x, of_y, of_xx, of_yy = sums
    return x * x * length - 2 * x * of_x + of_xx, y * y * length - 2 * y * of_y + of_yy
