# SPDX-License-Identifier: GPL-3.0-or-later
"""The solutions of a puzzle that are known: how many were found, which, and how to go on."""

from __future__ import annotations

from dataclasses import dataclass

Solution = tuple[int, ...]
"""The placements of a solution, each as the bits of its cells' numbers in the goal, and of their colors; sorted."""

Path = tuple[int, ...]
"""How a search comes to where it is: what it has chosen at each turn-off."""


@dataclass(frozen=True)
class Counts:
    """The number of solutions, counted in three ways.

    ``total`` counts all as they lie in the goal. ``up_to_rotation`` counts those as one that a rotation of the goal
    onto itself makes of each other. ``up_to_reflection`` counts those as one, too, that are mirror images of each
    other; a solution whose mirror image cannot be made of the same pieces stands for itself.
    """

    total: int = 0
    up_to_rotation: int = 0
    up_to_reflection: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(
            self.total + other.total,
            self.up_to_rotation + other.up_to_rotation,
            self.up_to_reflection + other.up_to_reflection,
        )


@dataclass(frozen=True)
class Found:
    """The state of the search for all solutions of a puzzle.

    ``solutions`` are one of each that are the same up to rotation, as far as they are kept; ``path`` is where the
    search goes on, None where it is through; ``share`` is how much of it is done, and ``nodes`` how many nodes of the
    search that took; ``deepest`` is the arrangement of
    the most pieces that was met, a solution or not; once it is known that there is none, with whatever else has room.
    """

    counts: Counts = Counts()
    solutions: tuple[Solution, ...] = ()
    path: Path | None = ()
    share: float = 0.0
    deepest: Solution = ()
    nodes: int = 0

    @property
    def is_complete(self) -> bool:
        """Whether all solutions were found."""
        return self.path is None
