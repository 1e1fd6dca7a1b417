# SPDX-License-Identifier: GPL-3.0-or-later
"""The judges refuse what a printer could not print, and files that hold something else than they should."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import trimesh
from numpy.typing import NDArray

from tests.slicer.judges import Expected, complaints, folder_complaints

Triangles = NDArray[np.float64]
"""The corners of triangles, shape (n, 3 corners, 3 coordinates), in millimeters."""


def shifted(triangles: Triangles, x: float = 0, y: float = 0, z: float = 0) -> Triangles:
    """Return the triangles at another place."""
    moved: Triangles = triangles + np.array((x, y, z))
    return moved


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
    """Return the judges that have a complaint about the mesh, not about slicing it."""
    return {complaint.split(":")[0] for complaint in faults} - {"PrusaSlicer, slicing"}


def test_what_is_good_is_accepted(tmp_path: Path) -> None:
    assert complaints(write(tmp_path, GOOD), EXPECTED) == []


@pytest.mark.parametrize(("triangles", "noticing"), DAMAGES.values(), ids=DAMAGES)
def test_damage_is_refused(tmp_path: Path, triangles: Triangles, noticing: set[str]) -> None:
    faults = complaints(write(tmp_path, triangles), EXPECTED)
    assert judges(faults) >= noticing, faults


@pytest.mark.parametrize("content", [b"", b"no mesh", None], ids=["empty", "text", "cut off"])
def test_what_is_no_stl_file_is_refused(tmp_path: Path, content: bytes | None) -> None:
    file = write(tmp_path, GOOD)
    file.write_bytes(file.read_bytes()[:-60] if content is None else content)
    faults = complaints(file, EXPECTED)
    assert judges(faults) >= ALL, faults


@pytest.mark.parametrize("shift", [4.0, 3.5, 3.4999], ids=["overlap", "touch", "almost touch"])
def test_bodies_that_are_not_apart_are_refused(tmp_path: Path, shift: float) -> None:
    faults = complaints(write(tmp_path, np.concatenate((FRAME, shifted(BAR, x=shift)))), EXPECTED)
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
