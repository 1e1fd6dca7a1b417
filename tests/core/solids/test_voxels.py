# SPDX-License-Identifier: GPL-3.0-or-later
"""Models as cells: the volume is right wherever lines meet edges, and what is odd is mended and named, or refused."""

from __future__ import annotations

from itertools import product
from math import pi

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.solids.voxels import filling

Triangles = NDArray[np.float32]


def box(low: tuple[float, ...], high: tuple[float, ...]) -> Triangles:
    corners = np.array(list(product(*zip(low, high, strict=True))))
    quads = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    return np.array([corners[[a, b, c]] for q in quads for a, b, c in ((q[0], q[1], q[2]), (q[0], q[2], q[3]))], "f4")


def ball(rows: int, columns: int) -> Triangles:
    """Return a ball of radius 1 as triangles between circles of latitude, with poles."""
    around, down = np.meshgrid(np.arange(columns) * 2 * pi / columns, np.arange(rows + 1) * pi / rows, indexing="ij")
    wide = np.sin(down)
    wide[:, [0, -1]] = 0
    points = np.stack([np.cos(around) * wide, np.sin(around) * wide, np.cos(down)], axis=-1)
    points = np.concatenate([points, points[:1]])
    a, b, c, d = points[:-1, :-1], points[1:, :-1], points[1:, 1:], points[:-1, 1:]
    sides = [np.stack(three, axis=-2).reshape(-1, 3, 3) for three in ((a, d, c), (a, c, b))]
    triangles: Triangles = np.concatenate(sides).astype("f4")
    return triangles


def flipped(triangles: Triangles) -> Triangles:
    return triangles[:, ::-1].copy()


def test_a_box_fills_its_cells() -> None:
    shares = filling(box((0, 0, 0), (3, 2, 1)), 6).shares
    assert shares.shape == (6, 4, 2)
    np.testing.assert_allclose(shares, 1)


@pytest.mark.parametrize("scale", [1e-12, 1, 1e12])
def test_a_ball_has_its_volume_at_any_scale(scale: float) -> None:
    filled = filling((ball(60, 90) * scale + 5 * scale).astype("f4"), 20)
    assert filled.notes == ()
    assert filled.shares.sum() == pytest.approx(4 / 3 * pi * 10**3, rel=0.01)
    assert ((filled.shares > -1e-9) & (filled.shares < 1 + 1e-9)).all()


@given(*[st.integers(1, 35)] * 2, st.sampled_from([(0, 1, 2), (1, 2, 0), (2, 0, 1)]))
def test_what_two_boxes_share_counts_once(at: int, across: int, axes: tuple[int, int, int]) -> None:
    # Lines are at odd sixths of cells: faces, edges and corners lie on them, and no line has both sides, or none.
    whole = box((0, 0, 0), (6, 6, 6))
    cut = at / 6
    halves = np.concatenate([box((0, 0, 0), (cut, 6, 6)), box((cut, 0, 0), (6, 6, 6))])[:, :, list(axes)]
    turned = flipped(halves) if axes != (0, 1, 2) else halves
    across = max(4, across)
    np.testing.assert_allclose(filling(turned, across).shares, filling(whole, across).shares, atol=1e-6)


def test_a_hollow_is_empty_and_bodies_that_overlap_are_one() -> None:
    hollow = filling(np.concatenate([box((0, 0, 0), (6, 6, 6)), flipped(box((2, 2, 2), (4, 4, 4)))]), 6).shares
    assert hollow[3, 3, 3] == pytest.approx(0, abs=1e-6)
    assert hollow.sum() == pytest.approx(6**3 - 2**3)
    both = filling(np.concatenate([box((0, 0, 0), (4, 4, 4)), box((2, 2, 2), (6, 6, 6))]), 6).shares
    assert both.sum() == pytest.approx(2 * 4**3 - 2**3)


def test_what_is_odd_is_mended_and_named() -> None:
    cube = box((0, 0, 0), (4, 4, 4))
    inside_out = filling(flipped(cube), 4)
    np.testing.assert_allclose(inside_out.shares, 1)
    assert "inside-out" in inside_out.notes[0]
    mixed = cube.copy()
    mixed[:5] = mixed[:5, ::-1]
    filled = filling(mixed, 4)
    np.testing.assert_allclose(filled.shares, 1)
    assert "outward and inward" in filled.notes[0]
    without_lid = filling(cube[2:], 4)
    np.testing.assert_allclose(without_lid.shares, 1)
    assert without_lid.notes == ("The model was open: 1 hole had to be closed.",)
    apart = cube.copy()
    apart[3, 1] += 1e-5
    joined = filling(apart, 4)
    np.testing.assert_allclose(joined.shares, 1, atol=1e-4)
    assert joined.notes == ("The model was open: corners that nearly meet were joined.",)


@pytest.mark.parametrize(
    ("triangles", "sentence"),
    [
        (np.zeros((0, 3, 3), "f4"), "The model has no faces"),
        (np.full((4, 3, 3), np.nan, "f4"), "a corner that is not a number"),
        (np.zeros((4, 3, 3), "f4"), "The model is flat"),
        (box((0, 0, 0), (1, 1, 0)), "The model is flat"),
        (box((0, 0, 0), (1, 1, 1))[::3], "The model is open: 12 edges with a face on one side only"),
    ],
    ids=["empty", "no number", "a point", "flat", "open"],
)
def test_what_has_no_inside_is_refused(triangles: Triangles, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        filling(triangles, 8)
