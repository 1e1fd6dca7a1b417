# SPDX-License-Identifier: GPL-3.0-or-later
"""All that is cut of the boxes of a solid by some chamfers, as far as it follows from no length."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, reduce

import numpy as np

from .chamfer_corner import TETRAHEDRA, corner
from .chamfer_groups import groups_of
from .chamfer_plan import Plan, fillings, plan
from .chamfer_room import Room
from .edges import Edges, either, no_edge
from .solid import Lines, Solid


class Cuts:
    """The plan of what is cut, and the chamfers, by number, that its corners and edges belong to.

    ``choices`` are the edges that each chamfer chooses, ``filled`` the concave ones that are filled, as wide as the
    first chamfer is.
    """

    def __init__(self, solid: Solid, choices: Sequence[Edges], filled: Edges | None = None) -> None:
        self.choices, self.filled = choices, filled
        self.fillings = () if filled is None else fillings(solid, filled)
        self.plan = plan(solid, reduce(either, choices, no_edge(solid)))
        self.groups = groups_of(self.plan, choices)
        self._filled = solid.filled

    def are_by(self, choices: Sequence[Edges], filled: Edges | None = None) -> bool:
        """Report whether other choices, of the same boxes, are the same."""
        if len(choices) != len(self.choices) or (filled is None) != (self.filled is None):
            return False
        these = [*choices, *([] if filled is None else [filled])]
        those = [*self.choices, *([] if self.filled is None else [self.filled])]
        return all(
            np.array_equal(one, other)
            for some, others in zip(these, those, strict=True)
            for one, other in zip(some, others, strict=True)
        )

    def widths(self, lines: Lines, wished: Sequence[float]) -> list[float]:
        """Return how wide each chamfer is on some lines: narrower than wished where there is no room."""
        return [room.widest(lines, width) for room, width in zip(self._rooms, wished, strict=True)]

    def volume(self, lines: Lines, widths: Sequence[float]) -> float:
        """Return the volume of what is cut, less what is filled, in cubic millimeters."""
        lost = 0.0
        for part, width in zip(self._parts, widths, strict=True):
            length = 0.0
            for runs in part.runs:
                line = lines[runs.axis]
                length += float((line[runs.end] - line[runs.begin]).sum())
                length -= width * float(runs.stops_at_begin.sum() + runs.stops_at_end.sum())
            corners = sum(corner(case).lost for case in part.cases.tolist())
            lost += length * width**2 / 2 + corners * width**3 / TETRAHEDRA
        for runs in self.fillings:
            line, width = lines[runs.axis], widths[0]
            lengths = line[runs.end] - line[runs.begin] - 2 * width
            lost -= float(np.maximum(lengths, 0.0).sum()) * width**2 / 2
        return lost

    @cached_property
    def _parts(self) -> list[Plan]:
        return [self.groups.part(self.plan, number) for number in range(len(self.choices))]

    @cached_property
    def _rooms(self) -> list[Room]:
        return [Room(self._filled, part) for part in self._parts]
