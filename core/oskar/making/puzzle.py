# SPDX-License-Identifier: GPL-3.0-or-later
"""A puzzle: three faces, a start and an end; everything else follows from them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ...common.errors import InputError
from ..maze.faces import FACE_AXES, FACE_NAMES, Faces, Size, face_shape
from ..maze.measures import Measures, measure
from ..maze.space import ConfigurationSpace, Position, follow
from .settings import Settings, check_position, check_size


@dataclass(frozen=True)
class Puzzle:
    """An immutable puzzle; ``faces`` are XY, XZ and YZ, ``settings`` what it was made from, if known."""

    size: Size
    faces: Faces
    start: Position
    end: Position
    settings: Settings | None = None

    def __post_init__(self) -> None:
        """Raise InputError for a size, face, start or end that does not fit the others."""
        check_size(self.size)
        for number, (name, face) in enumerate(zip(FACE_NAMES, self.faces, strict=True)):
            if face.shape != face_shape(self.size, number):
                columns, rows = face_shape(self.size, number)
                raise InputError(
                    f"Face {name} has {face.shape[0]} by {face.shape[1]} cells: "
                    f"a box of {size_text(self.size)} needs {columns} by {rows}."
                )
        check_position("Start", self.start, self.size)
        check_position("End", self.end, self.size)
        if self.start == self.end:
            raise InputError(f"End is {self.end}, the same as the start: it must be another position.")

    @cached_property
    def space(self) -> ConfigurationSpace:
        """The configuration space of the three faces."""
        return ConfigurationSpace.from_faces(self.size, self.faces)

    @cached_property
    def ways_to_end(self) -> dict[int, int]:
        """For every reachable position, as an index, the next position on a shortest path to the end."""
        return self.space.ways_to(self.end)

    @cached_property
    def solution(self) -> list[Position]:
        """The positions of a shortest solution, start and end included.

        Raises InputError when the end cannot be reached from the start.
        """
        path = follow(self.size, self.ways_to_end, self.start)
        if path is None:
            raise InputError(f"End is {self.end}: it cannot be reached from the start {self.start}.")
        return path

    @cached_property
    def measures(self) -> Measures:
        """The measures of the puzzle, as numbers."""
        return measure(self.space, self.ways_to_end, self.solution)

    @cached_property
    def flaws(self) -> tuple[str, ...]:
        """Sentences on faces that are no trees, and on filled ends, as a puzzle from a file may have them."""
        of_faces = [
            f"Face {name} {flaw}." for name, face in zip(FACE_NAMES, self.faces, strict=True) for flaw in face.flaws()
        ]
        ends = {"Start": self.start, "End": self.end}
        filled = [
            f"{name} {place} lies in a cell that no passage leads to, so it is filled."
            for name, place in ends.items()
            if filled_at(self.faces, place)
        ]
        return (*of_faces, *filled)


def filled_at(faces: Faces, position: Position) -> bool:
    """Report whether a cell of a position is solid on a face, so that the cross cannot be there."""
    return any(
        position[first] + face.shape[0] * position[second] in face.solid
        for face, (first, second) in zip(faces, FACE_AXES, strict=True)
    )


def size_text(size: Size) -> str:
    """Return a size as people write it: ``5x5x5``."""
    return "x".join(str(cells) for cells in size)
