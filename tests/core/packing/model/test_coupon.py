# SPDX-License-Identifier: GPL-3.0-or-later
"""The coupon's plug fits into its holes with the gaps that its dots stand for."""

from __future__ import annotations

import manifold3d
import numpy as np
import pytest

from puzzle_cubes.packing.model.as_printed import THICKNESS, coupon
from puzzle_cubes.packing.model.dimensions import Dimensions
from puzzle_cubes.printing.printer import MEASURED_GAPS
from puzzle_cubes.solids.solid import body_count
from tests.core.solids.judges import manifold_of


@pytest.mark.parametrize("cube", [1.0, 8.0, 15.0, 60.0])
def test_it_is_two_bodies_that_need_no_supports(cube: float) -> None:
    solids = {name: body.solid for name, body in coupon(Dimensions(cube=cube, inset=0.01 * cube)).items()}
    assert set(solids) == {"holes", "plug"}
    for solid in solids.values():
        assert body_count(solid) == 1
        assert solid.lines[2][0] == 0
        assert not solid.overhangs
    holes, plug = (manifold_of(solid.mesh()) for solid in solids.values())
    assert holes.min_gap(plug, 10.0) == pytest.approx(4.0, abs=1e-3)
    middles = [np.array(body.bounding_box()).reshape(2, 3).mean(axis=0) for body in (plug, holes + plug)]
    assert np.allclose([middles[0][0], *middles[1][:2]], 0, atol=1e-3)
    assert solids["plug"].extent[1:] == pytest.approx([min(0.98 * cube, 6.0)] * 2)


def test_each_hole_leaves_its_gap_round_the_plug() -> None:
    solids = {name: body.solid for name, body in coupon(Dimensions()).items()}
    side = solids["plug"].extent[1]
    section = manifold_of(solids["holes"].mesh()).slice(THICKNESS / 2)
    rings = [np.array(ring) for ring in section.to_polygons()]
    openings = sorted((np.ptp(ring, axis=0) for ring in rings), key=lambda size: float(size[0]))[:-1]
    assert len(openings) == len(MEASURED_GAPS)
    for opening, gap in zip(openings, MEASURED_GAPS, strict=True):
        assert opening == pytest.approx([side + 2 * gap] * 2, abs=1e-3)
    dots = manifold_of(solids["holes"].mesh()).trim_by_plane((0.0, 0.0, 1.0), THICKNESS + 1e-3)
    assert isinstance(dots, manifold3d.Manifold)
    assert len(dots.decompose()) == sum(range(1, len(MEASURED_GAPS) + 1))
