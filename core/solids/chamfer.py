# SPDX-License-Identifier: GPL-3.0-or-later
"""Chamfers: the convex edges of a solid cut at 45 degrees.

Concave edges stay, but where they are to be filled. What is left round each corner of the grid is known from its
neighborhood (``chamfer_corner``); between two such corners a strip joins the two faces of an edge, and the faces are
what is left of those of the sharp solid. So nothing but what is filled lies outside of it, and what is flat stays where
it was.

A chamfer has the same width everywhere, but for the edges on the bed, which can be narrower. Where a wall is too thin
for it, all become narrower (``chamfer_room``). A solid can have several of different widths (``chamfer_cuts``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .bed_side import BedSide
from .chamfer_cuts import Cuts
from .chamfer_surface import lines_with_widths, surface
from .edges import EdgeChoice, Edges, bed_line, every_edge, no_edge
from .mesh import Mesh
from .skin import Skin
from .solid import Solid


@dataclass(frozen=True)
class OnBed:
    """The width of a chamfer on the lowest faces of a solid along an axis, or the highest where it points downward.

    There a wider chamfer becomes as high as it is elsewhere, and so steeper than 45 degrees; what it cuts of upright
    edges runs out above it.
    """

    width: float
    axis: int = 2
    downward: bool = False


@dataclass(frozen=True)
class Chamfer:
    """A cut along edges of a solid: its width in millimeters, measured on both faces of an edge, and the edges.

    ``others`` are cut of it too, each as wide as it says; what one of them would cut of what this one or an earlier
    one cuts, or of what meets that at a corner, has the width of the earlier one. Raises ValueError for a width that is
    negative or no number.

    Concave edges that are ``filled`` become slopes as wide as this chamfer, but for as much at their ends, where other
    edges may be cut. From there they rise as far as they are wide, so that nothing hangs. That is for solids whose gaps
    and concave edges have the room that the convex ones have.

    A chamfer that is narrower ``on_bed`` fills by that narrower width, so that any two solids with it have the room;
    it has no others.

    The ``pits`` of a side count as filled when room is looked for. That is for edges that keep away from them by as
    much as makes up for it: by half of what a wall needs that is cut from both sides.
    """

    width: float
    edges: EdgeChoice = every_edge
    others: tuple[Chamfer, ...] = ()
    filled: EdgeChoice = no_edge
    pits: BedSide | None = None
    on_bed: OnBed | None = None

    def __post_init__(self) -> None:
        """Check the width."""
        if self.on_bed is not None and (self.others or not 0 < self.on_bed.width < float("inf")):
            raise ValueError("a chamfer that is narrower on the bed has a width there, and no others")
        if not 0 <= self.width < float("inf"):
            raise ValueError(f"a chamfer cannot be {self.width} mm wide")

    def width_in(self, solid: Solid) -> float:
        """Return how wide the chamfers of a solid are: narrower than wished where it has no room for them.

        The width of the others is theirs alone.
        """
        return Cuts(solid, [self.edges(solid)], pits=self.pits).widths(solid.lines, [self.width])[0]

    def volume(self, solid: Solid) -> float:
        """Return the volume of a solid with its chamfers, in cubic millimeters."""
        cutting = self._cutting
        if not cutting:
            return solid.volume
        cuts = Cuts(solid, [one.edges(solid) for one in cutting], self._filled_of(solid), self.pits)
        widths = cuts.widths(solid.lines, [one.width for one in cutting])
        if self.on_bed is not None and len(cuts.plan.places) and self.on_bed.width < widths[0]:
            return self.mesh(solid).volume
        return solid.volume - cuts.volume(solid.lines, widths)

    def mesh(self, solid: Solid) -> Mesh:
        """Return the surface of a solid with its chamfers; that of the solid itself where nothing is cut.

        The mesh is closed. It is two-manifold as that of the solid is: not where two boxes touch at an edge or a corner
        only and keep it; chamfers take them apart. A strip belongs to the direction of the box where it begins.
        """
        return self.skin(solid).mesh

    def skin(self, solid: Solid, earlier: Skin | None = None) -> Skin:
        """Return what the mesh is made from; as far as an earlier one differs by lengths only, from that."""
        cutting = self._cutting
        cuts = numbers = None
        lines: Sequence[NDArray[np.float64]] = solid.lines
        widths: Sequence[float] = ()
        if earlier is not None and not earlier.has_boxes_of(solid):
            earlier = None
        if cutting:
            choices = [one.edges(solid) for one in cutting]
            known = None if earlier is None else earlier.cuts
            filled = self._filled_of(solid)
            level = None if self.on_bed is None else bed_line(solid, self.on_bed.axis, downward=self.on_bed.downward)
            if known is not None and known.are_by(choices, filled, self.pits, level):
                cuts = known
            else:
                cuts = Cuts(solid, choices, filled, self.pits, level)
            if len(cuts.plan.places):
                widths = cuts.widths(solid.lines, [one.width for one in cutting])
                if self.on_bed is not None or filled is not None:
                    narrow = widths[0] if self.on_bed is None else min(widths[0], self.on_bed.width)
                    widths += [narrow, widths[0] + narrow]
                before = (None,) * 3 if earlier is None or earlier.numbers is None else earlier.numbers
                lines, numbers = zip(
                    *(lines_with_widths(line, widths, some) for line, some in zip(solid.lines, before, strict=True)),
                    strict=True,
                )
        if earlier is not None and earlier.has_faces_of(cuts, numbers):
            places, faces = earlier.places, earlier.faces
        elif cuts is not None and numbers is not None:
            places, faces = surface(solid, cuts, lines, numbers)
        else:
            places, faces = solid.surface()
        return Skin(faces, places, lines, solid, cuts, numbers, widths)

    def _filled_of(self, solid: Solid) -> Edges | None:
        # Most solids have none, and large ones take a while to look through.
        return None if self.filled is no_edge else self.filled(solid)

    @property
    def _cutting(self) -> list[Chamfer]:
        """This chamfer and the others, but those that cut nothing."""
        return [one for one in (self, *self.others) if one.width > 0]
