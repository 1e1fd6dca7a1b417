# SPDX-License-Identifier: GPL-3.0-or-later
"""The kit as a grid of equal boxes, and what of a grid would be printed in the air."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from puzzle_cubes.solids.mesh import Mesh
from tests.core.solids.measured import area_vectors

Booleans = NDArray[np.bool_]
Floats = NDArray[np.float64]


def boxes_of(mesh: Mesh) -> tuple[list[Floats], Booleans]:
    """Return the lines of all vertices along the axes, and which boxes between them are inside of the mesh.

    A box is inside if the level sides of the mesh below it lead in once more than out.
    """
    lines = [np.unique(mesh.vertices[:, axis]) for axis in range(3)]
    turns = np.zeros([len(lines[0]) - 1, len(lines[1]) - 1, len(lines[2])], dtype=int)
    level = np.repeat(np.abs(area_vectors(mesh)[:, 2]) > 0, mesh.faces.sizes)
    begins, ends = (mesh.vertices[numbers[level]] for numbers in (mesh.faces.corners, mesh.faces.following))
    along_y = begins[:, 0] == ends[:, 0]
    for begin, end in zip(begins[along_y], ends[along_y], strict=True):
        # What lies on the left of its outline is inside of a side that looks up.
        x, z = (int(np.searchsorted(lines[axis], begin[axis])) for axis in (0, 2))
        low, high = np.searchsorted(lines[1], sorted((begin[1], end[1])))
        turns[x:, low:high, z] += int(np.sign(end[1] - begin[1]))
    return lines, np.cumsum(turns, axis=2)[:, :, :-1] == 1


def unsupported(mesh: Mesh, widest_bridge: float, widest_ledge: float) -> list[str]:
    """Report which places of a mesh cannot be printed.

    A place is supported if there is material or the bed below it. Otherwise it must be part of a
    straight bridge between two supported places, or end no farther than a ledge from one of these.
    """
    lines, inside = boxes_of(mesh)
    faults = []
    if lines[2][0] != 0:
        faults.append(f"the part begins at {lines[2][0]}")
    for height in range(1, inside.shape[2]):
        above, below = inside[:, :, height], inside[:, :, height - 1]
        if not (above & ~below).any():
            continue
        held = above & below
        held = (
            held | _bridged(held, above, lines[0], widest_bridge) | _bridged(held.T, above.T, lines[1], widest_bridge).T
        )
        for i, j in np.argwhere(above & ~held):
            x, y = lines[0], lines[1]
            near_x = (x[1:] > x[i + 1] - widest_ledge - 1e-6) & (x[:-1] < x[i] + widest_ledge + 1e-6)
            near_y = (y[1:] > y[j + 1] - widest_ledge - 1e-6) & (y[:-1] < y[j] + widest_ledge + 1e-6)
            if not held[np.ix_(near_x, near_y)].any():
                faults.append(
                    f"x {x[i]:.3f} to {x[i + 1]:.3f}, y {y[j]:.3f} to {y[j + 1]:.3f} at height {lines[2][height]:.3f}"
                )
    return faults


def _bridged(held: Booleans, above: Booleans, line: Floats, widest: float) -> Booleans:
    """Return the boxes of a layer in runs along its first axis that are held at both ends."""
    bridged = np.zeros_like(held)
    for row in range(held.shape[1]):
        ends = np.flatnonzero(held[:, row])
        for before, after in pairwise(ends):
            if above[before:after, row].all() and line[after] - line[before + 1] <= widest + 1e-6:
                bridged[before + 1 : after, row] = True
    return bridged


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
        own_boxes = {name: boxes_of(mesh) for name, mesh in meshes.items()}
        lines = [
            np.unique(np.round(np.concatenate([own[axis] for own, _ in own_boxes.values()]), ROUNDING))
            for axis in range(3)
        ]
        middles = [(line[:-1] + line[1:]) / 2 for line in lines]
        bodies = {}
        for name, (own, inside) in own_boxes.items():
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
