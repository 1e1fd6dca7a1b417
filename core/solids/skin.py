# SPDX-License-Identifier: GPL-3.0-or-later
"""The mesh of a solid, kept with all that its faces follow from.

Where a solid differs from an earlier one by lengths only, its mesh has the same faces, and only the vertices move. That
is never guessed: the boxes, the edges that are cut, and the order of all lines are compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from .chamfer_cuts import Cuts
from .lattice import Places, vertices_on
from .mesh import Faces, Mesh
from .solid import Solid

Numbers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Skin:
    """The faces of a solid's mesh, the places of its vertices on lines, and what is cut of it.

    ``lines`` are those of the solid and, where something is cut, those beside them, across each axis; ``numbers`` are
    those of the solid's among them, or None. ``widths`` has how wide each chamfer is that there was room for.
    """

    faces: Faces
    places: Places
    lines: Sequence[NDArray[np.float64]]
    solid: Solid
    cuts: Cuts | None = None
    numbers: Sequence[Numbers] | None = None
    widths: Sequence[float] = ()

    @cached_property
    def mesh(self) -> Mesh:
        """The mesh."""
        return Mesh(vertices_on(self.places, self.lines), self.faces)

    def positions(self, scale: float) -> NDArray[np.float32]:
        """Return the vertices of the mesh in another unit and in single precision, shape (v, 3)."""
        return vertices_on(self.places, [(line * scale).astype(np.float32) for line in self.lines])

    def has_boxes_of(self, solid: Solid) -> bool:
        """Report whether another solid has the same boxes filled, with the same directions."""
        return _same(self.solid.filled, solid.filled) and _same(self.solid.directions, solid.directions)

    def has_faces_of(self, cuts: Cuts | None, numbers: Sequence[Numbers] | None) -> bool:
        """Report whether the faces are those of the same boxes cut like this."""
        if numbers is None or self.numbers is None:
            return numbers is self.numbers
        return cuts is self.cuts and all(map(_same, numbers, self.numbers))


def _same(one: NDArray[np.generic] | None, other: NDArray[np.generic] | None) -> bool:
    """Report whether two arrays are equal; what is kept for a puzzle is often the very same one."""
    if one is other:
        return True
    return one is not None and other is not None and np.array_equal(one, other)
