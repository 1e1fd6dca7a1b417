# SPDX-License-Identifier: GPL-3.0-or-later
"""Chamfers: the convex edges of a solid cut at 45 degrees.

Concave edges stay. What is left round each corner of the grid is known from its neighborhood (``chamfer_corner``);
between two such corners a strip joins the two faces of an edge, and the faces are what is left of those of the sharp
solid. So nothing lies outside of it, and what is flat stays where it was.

A chamfer has the same width everywhere. Where a wall is too thin for it, all become narrower (``chamfer_room``). A
solid can have several of different widths (``chamfer_groups``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

from .chamfer_corner import TETRAHEDRA, corner
from .chamfer_groups import groups_of
from .chamfer_plan import plan
from .chamfer_room import widest
from .chamfer_surface import surface
from .edges import EdgeChoice, either, every_edge, no_edge
from .solid import Mesh, Solid


@dataclass(frozen=True)
class Chamfer:
    """What is cut of a solid: how wide, in millimeters, measured on both faces of an edge, and which edges.

    ``others`` are cut of it too, each as wide as it says; what one of them would cut of what this one or an earlier
    one cuts, or of what meets that at a corner, has the width of the earlier one. Raises ValueError for a width that is
    negative or no number.
    """

    width: float
    edges: EdgeChoice = every_edge
    others: tuple[Chamfer, ...] = ()

    def __post_init__(self) -> None:
        """Check the width."""
        if not 0 <= self.width < float("inf"):
            raise ValueError(f"a chamfer cannot be {self.width} mm wide")

    def width_in(self, solid: Solid) -> float:
        """Return how wide the chamfers of a solid are: narrower than wished where it has no room for them.

        The width of the others is theirs alone.
        """
        found = plan(solid, self.edges(solid))
        return widest(solid, found, self.width)

    def volume(self, solid: Solid) -> float:
        """Return the volume of a solid with its chamfers, in cubic millimeters."""
        if not self._cutting:
            return solid.volume
        cuts = _Cuts(solid, self._cutting)
        lost = 0.0
        for number, width in enumerate(cuts.widths):
            part = cuts.groups.part(cuts.plan, number)
            length = 0.0
            for runs in part.runs:
                line = solid.lines[runs.axis]
                length += float((line[runs.end] - line[runs.begin]).sum())
                length -= width * float(runs.stops_at_begin.sum() + runs.stops_at_end.sum())
            corners = sum(corner(case).lost for case in part.cases.tolist())
            lost += length * width**2 / 2 + corners * width**3 / TETRAHEDRA
        return solid.volume - lost

    def mesh(self, solid: Solid) -> Mesh:
        """Return the surface of a solid with its chamfers; that of the solid itself where nothing is cut.

        The mesh is closed. It is two-manifold as that of the solid is: not where two boxes touch at an edge or a corner
        only and keep it; chamfers take them apart. A strip belongs to the direction of the box where it begins.
        """
        if not self._cutting:
            return solid.mesh()
        cuts = _Cuts(solid, self._cutting)
        if not len(cuts.plan.places):
            return solid.mesh()
        return surface(solid, cuts.plan, cuts.groups, cuts.widths)

    @property
    def _cutting(self) -> list[Chamfer]:
        """This chamfer and the others, but those that cut nothing."""
        return [one for one in (self, *self.others) if one.width > 0]


class _Cuts:
    """All that is cut of a solid: the plan, the chamfers that its corners and edges belong to, and their widths."""

    def __init__(self, solid: Solid, chamfers: Sequence[Chamfer]) -> None:
        choices = [one.edges(solid) for one in chamfers]
        self.plan = plan(solid, reduce(either, choices, no_edge(solid)))
        self.groups = groups_of(self.plan, choices)
        self.widths = [
            widest(solid, self.groups.part(self.plan, number), one.width) for number, one in enumerate(chamfers)
        ]
