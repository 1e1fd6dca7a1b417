# SPDX-License-Identifier: GPL-3.0-or-later
"""STL files are written with normals, and reading one notices every damage that a slicer would stumble over."""

from __future__ import annotations

import numpy as np
import pytest
import trimesh
from hypothesis import given
from hypothesis import strategies as draw
from numpy.typing import NDArray

from puzzle_cubes.printing import mesh_files
from puzzle_cubes.printing.mesh_files import triangles_from_stl
from puzzle_cubes.solids.mesh import enclosed_volume, is_closed

Triangles = NDArray[np.float32]


def box_between(low: tuple[float, float, float], high: tuple[float, float, float]) -> trimesh.Trimesh:
    box: trimesh.Trimesh = trimesh.creation.box(bounds=(low, high))
    return box


SHAPES = {
    "box": box_between((-1, -1.5, -2), (1, 1.5, 2)),
    "sphere": trimesh.creation.icosphere(subdivisions=2, radius=5),
    "ring": trimesh.creation.annulus(r_min=2, r_max=3, height=1),
    "two boxes": trimesh.util.concatenate([box_between((0, 0, 0), (1, 1, 1)), box_between((5, 0, 0), (6, 1, 1))]),
    "far away": box_between((900, -900, 64), (901, -898, 67)),
}
ANY_SHAPE = pytest.mark.parametrize("name", SHAPES)


def stl(name: str) -> bytes:
    """Return a shape as the bytes of a binary STL file that trimesh wrote."""
    data: bytes = SHAPES[name].export(file_type="stl")
    return data


def triangles_of(name: str) -> Triangles:
    """Return a copy of a shape's triangles that can be damaged."""
    return triangles_from_stl(stl(name)).copy()


def normals_in(data: bytes) -> NDArray[np.float32]:
    """Return the normals in an STL file, shape (n, 3)."""
    rows = np.frombuffer(data, dtype=[("normal", "<f4", 3), ("rest", "V38")], offset=84)
    normals: NDArray[np.float32] = rows["normal"]
    return normals


@ANY_SHAPE
def test_triangles_are_written_with_their_normals(name: str) -> None:
    data = mesh_files.stl(SHAPES[name].triangles)
    assert np.array_equal(triangles_of(name), SHAPES[name].triangles.astype(np.float32))
    assert np.array_equal(triangles_from_stl(data), triangles_of(name))
    assert np.allclose(normals_in(data), SHAPES[name].face_normals, atol=1e-5)


def test_a_triangle_without_an_area_has_no_normal() -> None:
    line = np.array([[[0, 0, 0], [1, 0, 0], [3, 0, 0]], [[0, 0, 0], [1, 0, 0], [0, 1, 0]]], dtype=float)
    assert normals_in(mesh_files.stl(line)).tolist() == [[0, 0, 0], [0, 0, 1]]


@ANY_SHAPE
def test_a_whole_shape_is_closed_and_has_its_volume(name: str) -> None:
    assert is_closed(triangles_of(name))
    assert enclosed_volume(triangles_of(name)) == pytest.approx(SHAPES[name].volume, rel=1e-4)


@ANY_SHAPE
@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_what_is_no_number_is_noticed(name: str, value: float) -> None:
    triangles = triangles_of(name)
    # All corners in one place, so that only the value itself can be what is noticed.
    corner = triangles[0, 0].copy()
    triangles[(triangles == corner).all(axis=2)] = (value, 0, 0)
    assert not is_closed(triangles)


@ANY_SHAPE
def test_a_moved_corner_is_noticed(name: str) -> None:
    triangles = triangles_of(name)
    triangles[0, 0, 0] = np.nextafter(triangles[0, 0, 0], np.float32(np.inf))
    assert not is_closed(triangles)


@ANY_SHAPE
def test_inside_out_is_closed_but_of_negative_volume(name: str) -> None:
    inside_out = triangles_of(name)[:, ::-1]
    assert is_closed(inside_out)
    assert enclosed_volume(inside_out) == pytest.approx(-SHAPES[name].volume, rel=1e-4)


def test_both_zeros_are_the_same_place() -> None:
    triangles = triangles_of("two boxes")
    triangles[::2][triangles[::2] == 0] = -0.0
    assert is_closed(triangles)


def test_nothing_is_not_closed() -> None:
    nothing = triangles_from_stl(bytes(84))
    assert len(nothing) == 0
    assert not is_closed(nothing)
    assert enclosed_volume(nothing) == 0


@given(draw.integers(0, len(stl("box")) - 1))
def test_a_file_cut_short_is_refused(cut: int) -> None:
    with pytest.raises(ValueError, match=r"too short|length does not fit"):
        triangles_from_stl(stl("box")[:cut])


def test_a_file_too_long_and_a_text_are_refused() -> None:
    with pytest.raises(ValueError, match="says 12 triangles"):
        triangles_from_stl(stl("box") + b"\0")
    with pytest.raises(ValueError, match="length does not fit"):
        triangles_from_stl(SHAPES["box"].export(file_type="stl_ascii").encode())


def test_a_header_has_a_name_and_is_never_that_of_a_text() -> None:
    data = mesh_files.stl(SHAPES["box"].triangles)
    for name in ("solid", "Cube = 5 \u00fc", "x" * 200, ""):
        called = mesh_files.named(data, name)
        assert len(called) == len(data)
        assert called[80:] == data[80:]
        header = called[:80].rstrip(b"\0").decode("ascii")
        assert header.startswith("Puzzle Cubes: ")
        assert "=" not in header
        assert np.array_equal(triangles_from_stl(called), triangles_from_stl(data))
