# SPDX-License-Identifier: GPL-3.0-or-later
"""The judges refuse what a printer could not print or should not hold, and see layers as they were drawn."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import shapely
import trimesh
from numpy.typing import NDArray

from tests.slicer.judges import Expected, complaints, folder_complaints
from tests.slicer.printed_layers import Case, Layer, layers_of, sliced

Triangles = NDArray[np.float64]
"""The corners of triangles, shape (n, 3 corners, 3 coordinates), in millimeters."""

FRAME: Triangles = trimesh.boolean.difference(
    [trimesh.creation.box((20, 20, 20)), trimesh.creation.box((12, 12, 30))], engine="manifold"
).triangles
BAR: Triangles = trimesh.creation.box((5, 5, 20)).triangles
GOOD = np.concatenate((FRAME, BAR))
"""A bar in a square frame, 3.5 mm from it on every side."""

EXPECTED = Expected(2, 20 * 20 * 20 - 12 * 12 * 20 + 5 * 5 * 20)

TURNED = np.concatenate((GOOD[:1, ::-1], GOOD[1:]))
CORNER = np.zeros_like(GOOD)
CORNER[-1, 0] = 1
"""One corner of one triangle."""

SLICERS = {"PrusaSlicer", "admesh"}
ALL = SLICERS | {"manifold3d"}

HEIGHT = 2.0

DRAWN = shapely.box(-10, -10, 10, 10) - shapely.box(-2, -3, 3, 2)
"""The plate from above."""

BESIDE = 0.03
"""Millimeters by which a side may lie beside where it was drawn."""

ROUND = 0.3
"""More than half the width of a line, by which corners become round."""


def shifted(triangles: Triangles, x: float = 0, y: float = 0, z: float = 0) -> Triangles:
    """Return the triangles at another place."""
    moved: Triangles = triangles + np.array((x, y, z))
    return moved


DAMAGES: dict[str, tuple[Triangles, set[str]]] = {
    "a triangle is missing": (GOOD[1:], ALL),
    "a triangle is there twice": (np.concatenate((GOOD, GOOD[:1])), ALL),
    "a triangle faces inward": (TURNED, ALL),
    "a triangle has no area": (np.concatenate((GOOD, GOOD[:1, [0, 0, 1]])), SLICERS),
    "a crack of a hair": (GOOD + 0.0005 * CORNER, ALL),
    "a gap": (GOOD + 0.5 * CORNER, ALL),
    "all triangles face inward": (GOOD[:, ::-1], ALL),
    "a body faces inward": (np.concatenate((FRAME, BAR[:, ::-1])), ALL),
    "a body is missing": (FRAME, ALL),
    "a body too many": (np.concatenate((GOOD, shifted(BAR / 10, x=40))), ALL),
    "half a percent too much": (GOOD * [1.005, 1, 1], ALL),
    "nothing": (GOOD[:0], ALL),
}
"""Damaged triangles, and the judges that must notice it."""


def write(folder: Path, triangles: Triangles) -> Path:
    """Write triangles to an STL file just as they are, and return the file."""
    numbers = np.arange(3 * len(triangles)).reshape(-1, 3)
    file = folder / "judged.stl"
    trimesh.Trimesh(triangles.reshape(-1, 3), numbers, process=False).export(file)
    return file


def judges(faults: list[str]) -> set[str]:
    """Return the judges that have a complaint."""
    return {complaint.split(":")[0] for complaint in faults}


def test_what_is_good_is_accepted(tmp_path: Path) -> None:
    assert complaints(write(tmp_path, GOOD), EXPECTED) == []


@pytest.mark.parametrize(("triangles", "noticing"), DAMAGES.values(), ids=DAMAGES)
def test_damage_is_refused(tmp_path: Path, triangles: Triangles, noticing: set[str]) -> None:
    faults = complaints(write(tmp_path, triangles), EXPECTED, is_sliced=False)
    assert judges(faults) >= noticing, faults


@pytest.mark.parametrize("content", [b"", b"no mesh", None], ids=["empty", "text", "cut off"])
def test_what_is_no_stl_file_is_refused(tmp_path: Path, content: bytes | None) -> None:
    file = write(tmp_path, GOOD)
    file.write_bytes(file.read_bytes()[:-60] if content is None else content)
    faults = complaints(file, EXPECTED, is_sliced=False)
    assert judges(faults) >= ALL, faults


@pytest.mark.parametrize("shift", [4.0, 3.5, 3.4999], ids=["overlap", "touch", "almost touch"])
def test_bodies_that_are_not_apart_are_refused(tmp_path: Path, shift: float) -> None:
    faults = complaints(write(tmp_path, np.concatenate((FRAME, shifted(BAR, x=shift)))), EXPECTED, is_sliced=False)
    assert "manifold3d: two bodies overlap or touch" in faults


def test_a_body_inside_another_one_is_refused(tmp_path: Path) -> None:
    inside = shifted(BAR / 10, x=8, y=8)
    faults = complaints(write(tmp_path, np.concatenate((FRAME, inside))), replace(EXPECTED, volume=5120 + 0.5))
    assert faults == ["manifold3d: two bodies overlap or touch"]


def test_what_is_larger_than_the_bed_is_refused(tmp_path: Path) -> None:
    file = write(tmp_path, GOOD)
    assert complaints(file, EXPECTED, (30, 21)) == []
    (fault,) = complaints(file, EXPECTED, (30, 19))
    assert fault.startswith("PrusaSlicer, slicing: there is no G-code")
    assert "could not fit on the bed" in fault


def test_layers_without_plastic_are_refused(tmp_path: Path) -> None:
    floating = np.concatenate((FRAME, shifted(BAR, z=21)))
    faults = complaints(write(tmp_path, floating), EXPECTED)
    assert [complaint.split(":")[0] for complaint in faults] == ["PrusaSlicer, slicing"], faults


def test_a_folder_holds_just_what_is_expected(tmp_path: Path) -> None:
    (tmp_path / "kit").mkdir()
    write(tmp_path / "kit", GOOD)
    write(tmp_path, FRAME)
    frame = Expected(1, 5120)
    assert folder_complaints(tmp_path, {"judged.stl": frame, "kit/judged.stl": EXPECTED}) == {}
    assert folder_complaints(tmp_path, {"judged.stl": frame}).keys() == {"kit/judged.stl"}
    assert folder_complaints(tmp_path, {"judged.stl": frame, "kit/judged.stl": frame}).keys() == {"kit/judged.stl"}
    missing = {"judged.stl": frame, "kit/judged.stl": EXPECTED, "other.stl": frame}
    assert folder_complaints(tmp_path, missing) == {"other.stl": ["the file is missing"]}


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
    wider, narrower = (DRAWN.buffer(moved_out + by, join_style="mitre") for by in (BESIDE, -BESIDE))
    assert shapely.get_num_geometries(area) == 1
    assert len(shapely.get_parts(area)[0].interiors) == 1
    assert (area - wider).area < 1e-3
    without_corners = narrower.buffer(-ROUND, join_style="mitre").buffer(ROUND)
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
    for layer, counted_layer in zip(layers, layers_of(counted), strict=True):
        assert shapely.hausdorff_distance(layer.area.boundary, counted_layer.area.boundary) < 0.01
