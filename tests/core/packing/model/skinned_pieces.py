# SPDX-License-Identifier: GPL-3.0-or-later
"""Judges pieces that have the surface of a model, as solids of manifold3d: one body each, that moves, all of it."""

from __future__ import annotations

from collections.abc import Mapping

import manifold3d
import numpy as np
import pytest
from numpy.typing import NDArray

import puzzle_cubes
from puzzle_cubes.kind.part import Part
from puzzle_cubes.packing.model.carved import cells_of_puzzle
from puzzle_cubes.solids.solid import solid_from_boxes
from puzzle_shelf.carving import carve
from tests.core.solids.judges import manifold_of

Solids = Mapping[str, manifold3d.Manifold]


def models() -> dict[str, manifold3d.Manifold]:
    """Return five models: a ball, a torus, a box with a hole, a twisted star, and balls that make almost a rabbit."""
    shape, ball = manifold3d.Manifold, manifold3d.Manifold.sphere
    ring = manifold3d.CrossSection.circle(3.2, 48).translate((7.0, 0.0))
    balls = [(5.0, 0, 0, 0), (3.4, 5, 0, 4), (1.8, 5.2, 1.6, 8), (1.8, 5.2, -1.6, 8), (1.9, -5, 0, 1), (2.4, 4, 2, -4)]
    star = [(5.5 * np.cos(turn), 5.5 * np.sin(turn)) for turn in np.arange(5) * 0.8 * np.pi]
    filled = manifold3d.FillRule.NonZero
    return {
        "ball": ball(6.0, 64),
        "torus": shape.revolve(ring, 64),
        "box": shape.cube((12.0, 10.0, 8.0), True) - shape.cylinder(20.0, 2.6, 2.6, 48, True).rotate((0.0, 0.0, 15.0)),
        "star": shape.extrude(manifold3d.CrossSection([star], filled), 9.0, 24, 40.0),
        "rabbit": shape.batch_boolean(
            [ball(radius, 48).translate((x, y, z)) for radius, x, y, z in balls], manifold3d.OpType.Add
        ),
    }


def triangles_of(solid: manifold3d.Manifold) -> NDArray[np.float32]:
    mesh = solid.to_mesh()
    corners: NDArray[np.float32] = np.array(mesh.vert_properties)[:, :3][np.array(mesh.tri_verts)]
    return corners


def solid_of(part: Part) -> manifold3d.Manifold:
    """Return a part where it stands in the puzzle put together; its mesh must be closed."""
    return manifold_of(part.mesh(), np.array(part.assembled))


def largest_meeting(puzzle: puzzle_cubes.Puzzle, solids: Solids) -> float:
    """Return the most that parts share on their ways into their places, in cubic millimeters."""
    standing: dict[str, manifold3d.Manifold] = {}
    most, side = 0.0, puzzle.dimensions.cube / 4  # type: ignore[attr-defined]
    for step in puzzle.steps:
        moving = [solids[key] for key in step.keys]
        obstacles = manifold3d.Manifold.batch_boolean(
            [solid for key, solid in standing.items() if key not in step.keys], manifold3d.OpType.Add
        )
        way = np.zeros(3)
        for move in reversed(step.moves):
            for length in np.arange(0.0, abs(move.distance) + side, side):
                place = way.copy()
                place[move.axis] -= np.sign(move.distance) * min(length, abs(move.distance))
                most = max([most, *((solid.translate(place) ^ obstacles).volume() for solid in moving)])
            way[move.axis] -= move.distance
        standing |= dict(zip(step.keys, moving, strict=True))
    return most


def check_design(path: str, seed: int, across: int, pieces: int) -> None:
    """Assert that in a design nothing meets, that each piece is one body, and that all of them are the model."""
    puzzle = puzzle_cubes.make("packing", shape=path, across=across, shape_pieces=pieces, skin="model", seed=seed)
    solids = {part.key: solid_of(part) for part in puzzle.parts}
    assert {len(solid.decompose()) for solid in solids.values()} == {1}
    assert largest_meeting(puzzle, solids) < 1e-6
    assert len(puzzle.steps) == pieces
    thin = puzzle.changed(inset=0.01, bevel=0.0)
    # With hardly any gap they may lack little of the model.
    assert sum(part.volume for part in thin.parts) == pytest.approx(_volume(puzzle), rel=0.005)


def _volume(puzzle: puzzle_cubes.Puzzle) -> float:
    """Return the volume of the model, in cubic millimeters, as large as the puzzle is."""
    pitch = np.array(puzzle.dimensions.pitch)  # type: ignore[attr-defined]
    corners = cells_of_puzzle(puzzle.content).corners * pitch
    ends = [(float(line.min()) - 1.0, float(line.max()) + 1.0) for line in corners.reshape(-1, 3).T]
    return carve(corners, [solid_from_boxes([ends]).mesh()])[0].volume
