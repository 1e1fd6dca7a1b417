# SPDX-License-Identifier: GPL-3.0-or-later
"""Chamfers: the convex edges of a solid cut at 45 degrees.

Concave edges stay. What is left round each corner of the grid is known from its neighborhood (``chamfer_corner``);
between two such corners a strip joins the two faces of an edge, and the faces are what is left of those of the sharp
solid. So nothing lies outside of it, and what is flat stays where it was.

A chamfer has the same width everywhere. Where a wall is too thin for it, all become narrower (``chamfer_room``).
"""

from __future__ import annotations

from dataclasses import dataclass

from .chamfer_corner import TETRAHEDRA, corner
from .chamfer_plan import Plan, plan
from .chamfer_room import widest
from .chamfer_surface import surface
from .edges import EdgeChoice, every_edge
from .solid import Mesh, Solid


@dataclass(frozen=True)
class Chamfer:
    """What is cut of a solid: how wide, in millimeters, measured on both faces of an edge, and which edges.

    Raises ValueError for a width that is negative or no number.
    """

    width: float
    edges: EdgeChoice = every_edge

    def __post_init__(self) -> None:
        """Check the width."""
        if not 0 <= self.width < float("inf"):
            raise ValueError(f"a chamfer cannot be {self.width} mm wide")

    def width_in(self, solid: Solid) -> float:
        """Return how wide the chamfers of a solid are: narrower than wished where it has no room for them."""
        return self._planned(solid)[1]

    def volume(self, solid: Solid) -> float:
        """Return the volume of a solid with its chamfers, in cubic millimeters."""
        found, width = self._planned(solid)
        length = 0.0
        for runs in found.runs:
            line = solid.lines[runs.axis]
            length += float((line[runs.end] - line[runs.begin]).sum())
            length -= width * float(runs.stops_at_begin.sum() + runs.stops_at_end.sum())
        lost = sum(corner(case).lost for case in found.cases.tolist())
        return solid.volume - length * width**2 / 2 - lost * width**3 / TETRAHEDRA

    def mesh(self, solid: Solid) -> Mesh:
        """Return the surface of a solid with its chamfers; that of the solid itself where nothing is cut.

        The mesh is closed. It is two-manifold as that of the solid is: not where two boxes touch at an edge or a corner
        only and keep it; chamfers take them apart. A strip belongs to the direction of the box where it begins.
        """
        found, width = self._planned(solid)
        if width == 0 or not len(found.places):
            return solid.mesh()
        return surface(solid, found, width)

    def _planned(self, solid: Solid) -> tuple[Plan, float]:
        found = plan(solid, self.edges(solid))
        return found, widest(solid, found, self.width)
