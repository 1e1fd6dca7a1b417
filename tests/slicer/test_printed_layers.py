# SPDX-License-Identifier: GPL-3.0-or-later
"""Layers that are rebuilt from G-code are what was drawn: a plate with a hole, whose sides are known."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
import shapely
import trimesh

from tests.slicer.printed_layers import Case, Layer, layers_of, sliced

SIDE, HOLE, HEIGHT = 20.0, 5.0, 2.0

DRAWN = shapely.box(-10, -10, 10, 10) - shapely.box(-2, -3, 3, 2)
"""The plate from above."""

NEAR = 0.03
"""Millimeters by which a side may lie beside where it was drawn."""

CORNER = 0.3
"""More than half the width of a line, by which corners become round."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("plate")


@pytest.fixture(scope="module")
def layers(folder: Path) -> tuple[Layer, ...]:
    file = folder / "plate.stl"
    trimesh.creation.extrude_polygon(DRAWN, HEIGHT).export(file)
    return sliced({"plate": file}, folder, 0.4, 0.2)["plate"]


def assert_sides(area: shapely.Geometry, moved_out: float) -> None:
    """Assert that an area is the plate's with all sides moved, but for what lines cannot reach in corners."""
    wider, narrower = (DRAWN.buffer(moved_out + by, join_style="mitre") for by in (NEAR, -NEAR))
    assert shapely.get_num_geometries(area) == 1
    assert len(shapely.get_parts(area)[0].interiors) == 1
    assert (area - wider).area < 1e-3
    without_corners = narrower.buffer(-CORNER, join_style="mitre").buffer(CORNER)
    assert (without_corners - area).area < 1e-3


def test_each_layer_is_what_was_drawn(layers: tuple[Layer, ...]) -> None:
    np.testing.assert_allclose([layer.high for layer in layers], 0.2 * np.arange(1, 11))
    np.testing.assert_allclose([layer.low for layer in layers], 0.2 * np.arange(10), atol=1e-9)
    for layer in layers:
        assert_sides(layer.area, 0.0)


def test_a_printer_moves_the_sides(layers: tuple[Layer, ...]) -> None:
    first, *upper = Case(0.05, 0.15).of(layers)
    assert_sides(first.area, 0.2)
    for layer in upper:
        assert_sides(layer.area, 0.05)
    assert_sides(Case(-0.1).of(layers)[3].area, -0.1)


def test_how_a_file_counts_the_filament_makes_no_difference(folder: Path, layers: tuple[Layer, ...]) -> None:
    total, counted = 0.0, []
    for line in (folder / "plate.gcode").read_text(encoding="utf-8").splitlines():
        fed = re.search(r"E(-?[\d.]+)", line) if line.startswith("G1 ") else None
        if fed:
            total += float(fed[1])
            counted.append(line.replace(fed[0], f"E{total:.5f}"))
            if total > 20:
                counted.append("G92 E0")
                total = 0.0
        else:
            counted.append(line.replace("M83", "M82"))
    for layer, same in zip(layers, layers_of(counted), strict=True):
        assert shapely.hausdorff_distance(layer.area.boundary, same.area.boundary) < 0.01
