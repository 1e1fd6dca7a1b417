# SPDX-License-Identifier: GPL-3.0-or-later
"""Trees that grow over positions while the faces stay symmetric: every passage is cut together with its images.

A face that is symmetric and a spanning tree has a part that is its own image: the straight middle column, or else one
passage across the middle, of a face that is its mirror image; the middle cell, or the middle passage, of a face that
looks the same upside down. There is no such face with an even number of cells along both axes: a tree has a
middle, which its images share, and that face has neither a cell nor a passage there. What is its own image is cut at
first, and nothing else that is its own image later: then what is still apart can always be joined together with
its image.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from ...common.errors import InputError
from ..maze.faces import FACE_AXES, Faces, Size
from ..maze.space import DIRECTIONS, Position, index_of, is_inside, opposite, position_of, stepped
from .growing_faces import ROOT, GrowingFaces, Growth, LoopFreeFaces, Node, Passage, passages_into
from .settings import Settings
from .texture import EQUAL, MIRROR, NO_SYMMETRY, POINT, GrowthOptions, Texture


def begin_growth(settings: Settings, options: GrowthOptions, random: Random) -> tuple[Growth, Texture, Node]:
    """Return faces with the root of a tree in them, what draws how it grows, and the root.

    Raises InputError where no faces of the size have the symmetry.
    """
    check_symmetry(options.symmetry, settings.size)
    growth = (
        GrowingFaces(settings.size)
        if options.symmetry == NO_SYMMETRY
        else SymmetricGrowth(settings.size, options.symmetry, settings.root)
    )
    return growth, Texture(options, random), growth.root(settings.root)


def check_symmetry(symmetry: str, size: Size) -> None:
    """Raise InputError where no faces of the size have the symmetry."""
    shown = " x ".join(map(str, size))
    if symmetry == EQUAL and len(set(size)) > 1:
        raise InputError(f"Symmetry is equal, and the size {shown}: all sides must have the same number of cells.")
    if symmetry == POINT and sum(side % 2 == 0 for side in size) > 1:
        raise InputError(f"Symmetry is point, and the size {shown}: at most one side may have an even number of cells.")


class SymmetricGrowth(Growth):
    """Trees of positions; a move may lead to a new position, or into another tree."""

    def __init__(self, size: Size, symmetry: str, root: Position) -> None:
        """Cut what is its own image: across the middle beside the root where there is a choice."""
        super().__init__(size)
        self._symmetry = symmetry
        self._faces = LoopFreeFaces(size, record=self.record)
        # Directions that loops forbid, a bit each: they will do so for ever.
        self._forbidden = bytearray(len(self.discovered))
        middle = list(self._middle(root))
        self._faces.open_all(middle)
        self.record.cut += middle

    def _middle(self, root: Position) -> Iterator[Passage]:
        """Yield the passages that are their own images and are cut."""
        if self._symmetry == MIRROR:
            for across in (1, 2):
                half, odd = divmod(self.size[0], 2)
                if odd:
                    yield from ((across, 0, cell, half) for cell in range(self.size[across] - 1))
                else:
                    yield 0, across, half - 1, root[across]
        elif self._symmetry == POINT:
            for axes in FACE_AXES:
                for along, across in (axes, axes[::-1]):
                    if self.size[along] % 2 == 0:
                        yield along, across, self.size[along] // 2 - 1, self.size[across] // 2

    def _images(self, passage: Passage) -> tuple[Passage, ...]:
        """Return a passage with its images; nothing where it must not be cut, being its own image."""
        along, across, i, j = passage
        if self._symmetry == EQUAL:
            if along < across:
                return tuple((first, second, i, j) for first, second in FACE_AXES)
            return tuple((second, first, i, j) for first, second in FACE_AXES)
        if self._symmetry == POINT or along == 0:
            i = self.size[along] - 2 - i
        if self._symmetry == POINT or across == 0:
            j = self.size[across] - 1 - j
        image = along, across, i, j
        if image != passage:
            return passage, image
        return () if self._symmetry == POINT or 0 in {along, across} else (passage,)

    def _image(self, position: Position) -> Position:
        x, y, z = self.size
        if self._symmetry == MIRROR:
            return x - 1 - position[0], position[1], position[2]
        if self._symmetry == POINT:
            return x - 1 - position[0], y - 1 - position[1], z - 1 - position[2]
        return position

    def _image_of_direction(self, direction: int) -> int:
        turned = self._symmetry == POINT or (self._symmetry == MIRROR and direction < 2)
        return opposite(direction) if turned and direction != ROOT else direction

    def _needed(self, position: Position, direction: int) -> list[Passage] | None:
        """Return the passages to cut for a move into a position; None where one of them must not be cut."""
        needed: list[Passage] = []
        for passage in passages_into(position, direction):
            if self._faces.is_open(passage):
                continue
            images = self._images(passage)
            if not images:
                return None
            needed += [image for image in images if image not in needed]
        return needed

    def root(self, position: Position) -> Node:
        """Discover a position, and its image, from which trees are to grow."""
        self._mark(position, ROOT)
        return self.node(position)

    def _mark(self, position: Position, direction: int) -> None:
        """Note a position and its image, as far as they are new."""
        for marked, came in (
            (position, direction),
            (self._image(position), self._image_of_direction(direction)),
        ):
            index = index_of(self.size, marked)
            if not self.discovered[index]:
                self.discovered[index] = came + 2
                self.record.add(index, came)

    def ways_on(self, node: Node) -> list[tuple[int, Node]]:
        """Return the positions beside one that may be discovered from it, with the directions."""
        ways = ((direction, self.way_on(node, direction)) for direction in DIRECTIONS)
        return [(direction, beside) for direction, beside in ways if beside is not None]

    def way_on(self, node: Node, direction: int) -> Node | None:
        """Return the position in a direction, if it is one of the ways on."""
        if self._forbidden[node.position] >> direction & 1:
            return None
        beside = stepped(position_of(self.size, node.position), direction)
        if is_inside(self.size, beside) and self._may_enter(node.position, beside, direction):
            return self.node(beside)
        self._forbidden[node.position] |= 1 << direction
        return None

    def _may_enter(self, index: int, beside: Position, direction: int) -> bool:
        """Report whether a move from a position, by its index, may lead to the one beside it in a direction."""
        needed = self._needed(beside, direction)
        if needed is None:
            return False
        index_beside = index_of(self.size, beside)
        if not needed:
            return not self.discovered[index_beside]
        return not self._faces.are_connected(index, index_beside) and not self._faces.would_close_loop(needed)

    def discover(self, node: Node, direction: int) -> bool:
        """Discover a position by a move in a direction, with all images; report whether no loop forbids that."""
        position = position_of(self.size, node.position)
        needed = self._needed(position, direction)
        if needed is None or (needed and not self._faces.open_together(needed)):
            self._forbidden[index_of(self.size, stepped(position, opposite(direction)))] |= 1 << direction
            return False
        self.discovered[node.position] = self.discovered[node.position] or direction + 2
        self.record.add(node.position, direction)
        self.record.add_cut(needed)
        self._mark(position, direction)
        return True

    def complete(self, random: Random) -> Faces:
        """Join what is left, every passage together with its images."""
        orbits = {frozenset(images) for passage in self._faces.closed() if (images := self._images(passage))}
        self._faces.join(sorted(sorted(orbit) for orbit in orbits), random)
        return self._faces.faces()
