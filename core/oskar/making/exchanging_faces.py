# SPDX-License-Identifier: GPL-3.0-or-later
"""Three tree faces that change by exchanges: a passage is added, another on the loop it closes is removed."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from random import Random
from typing import NamedTuple

from ...common.containers import triple
from ...common.draws import index_below, pick
from ..maze.faces import (
    FACE_AXES,
    Face,
    Faces,
    Passage,
    Size,
    Square,
    all_passages,
    face_shape,
    tree_from,
    uniform_tree,
)
from ..maze.space import ConfigurationSpace


class Exchange(NamedTuple):
    """A change to a face: the passage that is added and the one that is removed.

    The removed one leads from ``cut`` to its parent; ``new_child`` and ``new_parent`` are the ends of the added one,
    the child on the side that is cut off.
    """

    face: ExchangeFace
    place: int
    added: Passage
    removed: Passage
    cut: int
    new_child: int
    new_parent: int


class ExchangeFace:
    """A face as a rooted tree: every cell but one knows its parent and the passage to it.

    ``sets[along]`` is the set of all positions where the face allows the move up that axis.
    """

    def __init__(self, size: Size, number: int, parents: list[int], fixed: Collection[Square] = ()) -> None:
        """Start from a tree, given as the parent of every cell and -1 for the root; ``fixed`` squares stay."""
        self.shape = face_shape(size, number)
        first, second = self.axes = FACE_AXES[number]
        steps = (1, size[0], size[0] * size[1])
        across = 3 - first - second
        self._steps = steps[first], steps[second]
        self._line = sum(1 << steps[across] * level for level in range(size[across]))
        self._parents = parents
        self._up: list[Passage | None] = [None] * len(parents)
        self._outside: list[Passage] = []
        self._kept: set[Passage] = set()
        self.sets = [0, 0]
        # Solid cells are roots that nothing hangs on; they stay that.
        self._solid = {cell for cell, parent in enumerate(parents) if parent < 0} - set(parents)
        for passage in all_passages(self.shape):
            row, column = divmod(passage.lower, self.shape[0])
            place = 2 * column + (passage.along == 0), 2 * row + (passage.along == 1)
            self._enter(passage, is_fixed=Square(number, place) in fixed)

    def _enter(self, passage: Passage, *, is_fixed: bool) -> None:
        """Note a place for a passage as one of the tree or as one outside of it, unless it is to stay that."""
        for child, parent in ((passage.lower, passage.upper), (passage.upper, passage.lower)):
            if self._parents[child] == parent:
                self._up[child] = passage
                self.sets[passage.along] |= self._seen_at(passage)
                if is_fixed:
                    self._kept.add(passage)
                return
        if not is_fixed and not {passage.lower, passage.upper} & self._solid:
            self._outside.append(passage)

    def _seen_at(self, passage: Passage) -> int:
        """Return the set of the positions whose projection is the lower cell of a passage, a bit each.

        A set is as large as the box, so a large box has no room for those of all passages.
        """
        row, column = divmod(passage.lower, self.shape[0])
        return self._line << column * self._steps[0] + row * self._steps[1]

    @property
    def exchangeable(self) -> bool:
        """Whether there is any passage to exchange for another."""
        return bool(self._outside)

    def propose(self, random: Random) -> Exchange | None:
        """Draw a passage to add, and one to remove among the others of the loop that it closes; None if all stay."""
        place = index_below(len(self._outside), random)
        added = self._outside[place]
        # The ways from both cells to where they meet are the loop.
        parents = self._parents
        lower_way, cell = [], added.lower
        while cell >= 0:
            lower_way.append(cell)
            cell = parents[cell]
        met = set(lower_way)
        upper_way, cell = [], added.upper
        while cell not in met:
            upper_way.append(cell)
            cell = parents[cell]
        lower_way = lower_way[: lower_way.index(cell)]
        if self._kept:
            lower_way, upper_way = (
                [child for child in way if self._up[child] not in self._kept] for way in (lower_way, upper_way)
            )
            if not lower_way and not upper_way:
                return None
        choice = index_below(len(lower_way) + len(upper_way), random)
        if choice < len(lower_way):
            cut, child, parent = lower_way[choice], added.lower, added.upper
        else:
            cut, child, parent = upper_way[choice - len(lower_way)], added.upper, added.lower
        removed = self._up[cut]
        if removed is None:
            raise ValueError("the root of a tree has no passage to a parent")
        return Exchange(self, place, added, removed, cut, child, parent)

    def sets_after(self, exchange: Exchange) -> list[int]:
        """Return what ``sets`` would be after an exchange."""
        sets = self.sets.copy()
        sets[exchange.added.along] ^= self._seen_at(exchange.added)
        sets[exchange.removed.along] ^= self._seen_at(exchange.removed)
        return sets

    def make(self, exchange: Exchange) -> None:
        """Do an exchange that was proposed for the tree as it is."""
        self.sets = self.sets_after(exchange)
        self._outside[exchange.place] = exchange.removed
        cell, parent, passage = exchange.new_child, exchange.new_parent, exchange.added
        # The part that was cut off hangs on its new child now, so the way from there to the cut turns round.
        while True:
            next_cell, next_passage = self._parents[cell], self._up[cell]
            self._parents[cell], self._up[cell] = parent, passage
            if cell == exchange.cut or next_passage is None:
                return
            cell, parent, passage = next_cell, cell, next_passage

    def face(self, exchange: Exchange | None = None) -> Face:
        """Return the face as it is now, or as it would be after an exchange."""
        bits = [0, 0]
        for passage in self._up:
            if passage is not None:
                bits[passage.along] |= 1 << passage.lower
        for passage in () if exchange is None else (exchange.added, exchange.removed):
            bits[passage.along] ^= 1 << passage.lower
        return Face(self.shape, *bits)


class ExchangeFaces:
    """The three faces, each a spanning tree at any time."""

    def __init__(self, size: Size, trees: Iterable[list[int]], fixed: Collection[Square] = ()) -> None:
        """Start from three trees, each given as the parent of every cell and -1 for the root."""
        self._size = size
        self._faces = [ExchangeFace(size, number, parents, fixed) for number, parents in enumerate(trees)]
        self._exchangeable = [number for number, face in enumerate(self._faces) if face.exchangeable]

    @classmethod
    def at_random(cls, size: Size, random: Random) -> ExchangeFaces:
        """Start from three independent random spanning trees."""
        return cls(size, [uniform_tree(face_shape(size, number), random) for number in range(3)])

    @classmethod
    def from_faces(cls, size: Size, faces: Faces, fixed: Collection[Square] = ()) -> ExchangeFaces:
        """Start from faces that are there, of which ``fixed`` squares stay as they are.

        Raises ValueError for one that is no spanning tree.
        """
        return cls(size, [_parents_of(face) for face in faces], fixed)

    @property
    def exchangeable(self) -> bool:
        """Whether any face has a passage to exchange for another."""
        return bool(self._exchangeable)

    def propose(self, random: Random) -> Exchange | None:
        """Draw an exchange for one of the faces; None where all that it could remove is fixed."""
        number = pick(self._exchangeable, random)
        return self._faces[number].propose(random)

    def space(self, exchange: Exchange | None = None) -> ConfigurationSpace:
        """Return the configuration space, as it is or as it would be after an exchange."""
        sets = [face.sets for face in self._faces]
        if exchange is not None:
            sets[FACE_AXES.index(exchange.face.axes)] = exchange.face.sets_after(exchange)
        xy, xz, yz = sets
        return ConfigurationSpace(self._size, (xy[0] & xz[0], xy[1] & yz[0], xz[1] & yz[1]))

    def faces(self) -> Faces:
        """Return the faces as they are now."""
        return triple(face.face() for face in self._faces)


def _parents_of(face: Face) -> list[int]:
    """Return a face as a tree with its root at the first cell that is not solid: the parent of every cell.

    Raises ValueError where it is no tree.
    """
    solid = face.solid
    neighbors = face.neighbors()
    root = next((cell for cell in range(len(neighbors)) if cell not in solid), 0)
    parents = tree_from(neighbors, root)
    passages = face.first.bit_count() + face.second.bit_count()
    if not len(parents) == len(neighbors) - len(solid) == passages + 1:
        raise ValueError(f"a face with {len(neighbors)} cells and {passages} passages is no tree")
    return [-1 if cell == root else parents.get(cell, -1) for cell in range(len(neighbors))]
