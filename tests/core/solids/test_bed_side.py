# SPDX-License-Identifier: GPL-3.0-or-later
"""Pits in the side on the bed are found, and edges that keep away from them have the room that there is without."""

from __future__ import annotations

from functools import partial
from itertools import product

import numpy as np
from hypothesis import given
from hypothesis import strategies as draw
from hypothesis.strategies import DrawFn

from puzzle_cubes.solids.chamfer import Chamfer
from puzzle_cubes.solids.chamfer_plan import SHARE
from puzzle_cubes.solids.edges import BedSide, divided, edges_outside
from puzzle_cubes.solids.solid import Solid
from tests.core.oskar.strategies import lengths
from tests.core.solids import judges, measured
from tests.core.solids.strategies import grids, without_loose_touches

SIDES = draw.builds(BedSide, draw.sampled_from(range(3)), draw.booleans())


@given(grids(), SIDES)
def test_a_pit_is_what_is_open_below_something(solid: Solid, side: BedSide) -> None:
    upward = -1 if side.downward else 1
    columns, pits = (np.moveaxis(some, side.axis, -1)[:, :, ::upward] for some in (solid.filled, side.pits(solid)))
    for place in np.ndindex(*columns.shape[:2]):
        filled = np.flatnonzero(columns[place])
        depth = filled[0] if len(filled) else 0
        assert np.flatnonzero(pits[place]).tolist() == list(range(depth))


@given(grids(), SIDES)
def test_the_outline_goes_round_all_that_the_solid_covers(solid: Solid, side: BedSide) -> None:
    filled = np.pad(np.moveaxis(solid.filled, side.axis, -1).any(axis=-1), 1)
    occupied = np.flatnonzero(np.moveaxis(solid.filled, side.axis, 0).any(axis=(1, 2)))
    level = occupied[-1] + 1 if side.downward else occupied[0]
    across = [axis for axis in range(3) if axis != side.axis]
    expected = set()
    for i, j in product(*map(range, filled.shape)):
        # The grid has a margin of one; a side lies between a box and the one before it.
        if j and 0 < i < len(filled) - 1 and filled[i, j] != filled[i, j - 1]:
            expected.add((across[0], i - 1, j - 1))
        if i and 0 < j < filled.shape[1] - 1 and filled[i, j] != filled[i - 1, j]:
            expected.add((across[1], i - 1, j - 1))
    edges = set()
    for axis, chosen in enumerate(side.outline(solid)):
        for place in np.argwhere(chosen).tolist():
            assert place.pop(side.axis) == level
            edges.add((axis, *place))
    assert edges == expected


@draw.composite
def plates_with_pits(draw_one: DrawFn) -> tuple[Solid, Solid]:
    """Draw a plate of any outline with pits of any outline in its lower side, and the same plate without them."""
    shape = draw_one(draw.tuples(draw.integers(1, 7), draw.integers(1, 7)))
    whole, pits = (
        np.array(draw_one(draw.lists(draw.integers(0, 3), min_size=shape[0] * shape[1], max_size=shape[0] * shape[1])))
        for _ in range(2)
    )
    outline = (whole > 0).reshape(shape)
    outline.flat[0] = True
    outline = without_loose_touches(outline[:, :, None])[:, :, 0]
    lower = without_loose_touches((outline & (pits > 0).reshape(shape))[:, :, None])[:, :, 0]
    lower.flat[0] = True
    lines = []
    for length in (*shape, 2):
        widths = draw_one(draw.lists(lengths(0.05, 5), min_size=length, max_size=length))
        lines.append(np.cumsum([0.0, *widths]))
    x, y, z = lines
    plain, pitted = (np.stack((layer, outline), axis=2) for layer in (outline, lower))
    return Solid((x, y, z), without_loose_touches(pitted)), Solid((x, y, z), plain)


@given(plates_with_pits(), lengths(0.01, 1))
def test_edges_away_from_pits_are_cut_as_if_there_were_none(plates: tuple[Solid, Solid], width: float) -> None:
    (solid, plain), side = plates, BedSide(2)
    reach = width / SHARE / 2 + 1e-4
    sharp = side.near_pits(solid, reach, 2 * reach)
    whole = divided(solid, sharp)
    chamfer = Chamfer(width, partial(edges_outside, regions=sharp, choice=side.outline), pits=side)
    assert chamfer.skin(whole).widths[0] >= Chamfer(width, side.outline).skin(plain).widths[0] - 1e-6
    mesh = chamfer.mesh(whole)
    assert measured.mesh_flaws(mesh) == []
    judges.check_with_trimesh(mesh, chamfer.skin(whole).volume)
    # What is cut lies beside no pit: all round these as much stays as of a wall that is cut from both sides.
    pits = side.pits(solid)[:, :, 0]
    for low, high in sharp:
        assert low <= high
        assert any(_distance(solid, place, low, high) < reach for place in np.argwhere(pits).tolist())


def _distance(solid: Solid, box: list[int], low: tuple[float, ...], high: tuple[float, ...]) -> float:
    """Return how far a column of the grid is from a line along an axis, along the axis that it is farther."""
    gaps = [
        max(solid.lines[axis][number] - high[axis], low[axis] - solid.lines[axis][number + 1], 0.0)
        for axis, number in enumerate(box)
    ]
    return float(max(gaps))
