# SPDX-License-Identifier: GPL-3.0-or-later
"""All bodies of a kit on one grid, from their meshes alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from puzzle_cubes.solids.mesh import Mesh
from tests.core.oskar.model.overhangs import Booleans, Floats, boxes_of

ROUNDING = 5
"""Decimals of a millimeter that count: the same line may come out of several sums."""


@dataclass(frozen=True)
class Grid:
    """The lines of all bodies, and for each body which boxes between them it fills."""

    lines: list[Floats]
    bodies: dict[str, Booleans]

    @classmethod
    def of(cls, meshes: Mapping[str, Mesh]) -> Grid:
        """Put meshes on one grid."""
        found = {name: boxes_of(mesh) for name, mesh in meshes.items()}
        lines = [
            np.unique(np.round(np.concatenate([own[axis] for own, _ in found.values()]), ROUNDING)) for axis in range(3)
        ]
        middles = [(line[:-1] + line[1:]) / 2 for line in lines]
        bodies = {}
        for name, (own, inside) in found.items():
            padded = np.pad(inside, 1)
            places = [np.searchsorted(line, middle) for line, middle in zip(own, middles, strict=True)]
            bodies[name] = padded[np.ix_(*places)]
        return cls(lines, bodies)

    def box(self, low: Floats, high: Floats) -> tuple[slice, ...]:
        """Return the boxes of the grid that a box reaches into by more than a rounding error."""
        return tuple(
            slice(
                max(int(np.searchsorted(line, low[axis] + 1e-4, side="right")) - 1, 0),
                int(np.searchsorted(line, high[axis] - 1e-4, side="left")),
            )
            for axis, line in enumerate(self.lines)
        )

    def near(self, filled: Booleans, reach: float) -> Booleans:
        """Return the boxes that come nearer to filled ones than ``reach``, along every axis."""
        for axis, line in enumerate(self.lines):
            first = np.searchsorted(line, line[:-1] - reach + 1e-4, side="right") - 1
            last = np.searchsorted(line, line[1:] + reach - 1e-4, side="left")
            moved = np.moveaxis(filled, axis, 0)
            filled = np.moveaxis(
                np.array([moved[max(low, 0) : high].any(axis=0) for low, high in zip(first, last, strict=True)]),
                0,
                axis,
            )
        return filled

    def volume(self, filled: Booleans) -> float:
        """Return the volume of some boxes."""
        x, y, z = (np.diff(line) for line in self.lines)
        return float(np.einsum("ijk,i,j,k", filled.astype(float), x, y, z))
