# SPDX-License-Identifier: GPL-3.0-or-later
"""Files of models: each format gives the same triangles or cells, and damage is a sentence."""

from __future__ import annotations

from codecs import BOM_UTF8
from pathlib import Path

import numpy as np
import pytest

from puzzle_cubes.common.errors import FailedError, InputError
from puzzle_cubes.packing.files.models import cells_of_vox, is_vox, model_bytes, triangles_of, triangles_of_file
from puzzle_cubes.printing.mesh_files import stl
from tests.core.solids.test_voxels import box

CUBE = box((0, 0, 0), (1, 2.5, -3e1))


def as_stl_text() -> bytes:
    lines = ["solid vertex loop"]
    for corners in CUBE:
        lines += ["  facet normal 0 0 1e0", "    OUTER LOOP", *(f"vertex {x} {y} {z}" for x, y, z in corners)]
        lines += ["endloop", "endfacet"]
    return "\r\n".join([*lines, "endsolid vertex loop"]).encode()


def as_obj(*, back: bool) -> bytes:
    """Return the cube as an OBJ file, whose faces may count back from the last corner."""
    lines = ["# a cube", "mtllib cube.mtl"]
    for number, corners in enumerate(CUBE):
        lines += [f"v {x} {y} {z} 1 0 0" for x, y, z in corners] + ["vn 0 0 1"]
        lines.append("f -3 -2//1 -1/1" if back else f"f {3 * number + 1}/1/1 {3 * number + 2} {3 * number + 3}//1")
    return "\n".join(lines).encode()


@pytest.mark.parametrize(
    "data",
    [
        stl(CUBE),
        as_stl_text(),
        BOM_UTF8 + as_stl_text().replace(b"\r\n", b"\r"),
        as_obj(back=False),
        as_obj(back=True),
        BOM_UTF8 + as_obj(back=True).replace(b"\n", b"\r"),
        as_obj(back=False).replace(b" 1 0 0\n", b" 1 \\\r\n0 0 # red\r\n").replace(b"//1", b"//1 # a side \\"),
    ],
    ids=["binary STL", "STL text", "STL of a Mac", "OBJ", "OBJ that counts back", "OBJ of a Mac", "OBJ with comments"],
)
def test_all_formats_give_the_same_triangles(data: bytes) -> None:
    np.testing.assert_array_equal(triangles_of(data), CUBE)


def test_a_face_of_many_corners_becomes_triangles() -> None:
    square = b"v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\nf 1 2 3\n"
    triangles = triangles_of(square)
    assert sorted(map(sorted, triangles[:, :, :2].astype(int).tolist())) == sorted(
        map(sorted, [[[0, 0], [1, 0], [1, 1]], [[0, 0], [1, 1], [0, 1]], [[0, 0], [1, 0], [1, 1]]])
    )


def vox(cells: list[tuple[int, int, int]], models: int = 1) -> bytes:
    """Return cells as a .vox file, so many times."""
    rows = b"".join(bytes([*cell, 7]) for cell in cells)
    chunk = b"XYZI" + (4 + len(rows)).to_bytes(4, "little") + bytes(4) + len(cells).to_bytes(4, "little") + rows
    size = b"SIZE" + (12).to_bytes(4, "little") + bytes(4) + bytes(12)
    inner = (size + chunk) * models
    return b"VOX " + (150).to_bytes(4, "little") + b"MAIN" + bytes(4) + len(inner).to_bytes(4, "little") + inner


def test_cells_of_vox_are_read() -> None:
    cells = [(0, 0, 0), (1, 0, 0), (255, 3, 7)]
    data = vox(cells, 2)
    assert is_vox(data)
    assert cells_of_vox(data) == (tuple(cells), 2)


@pytest.mark.parametrize("data", [vox([(0, 0, 0), (1, 0, 0)])[:-3], vox([]), b"VOX \0\0\0\0"])
def test_damaged_cells_are_a_sentence(data: bytes) -> None:
    with pytest.raises(FailedError, match=r"The \.vox file"):
        cells_of_vox(data)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "the file is empty"),
        (b"hello", "it is no whole STL, OBJ or .vox file, and no line of letters"),
        (stl(CUBE)[:-7], "it is no whole STL"),
        (b"ply\nformat binary_little_endian 1.0\n" + bytes(100), "it is no whole STL"),
        (as_stl_text()[:-60], "The STL file is cut off"),
        (as_stl_text().replace(b"2.5", b"2.5 7", 1), "a facet must have a normal and three corners"),
        (as_stl_text().replace(b"2.5", b"two", 1), "something else where a number must be"),
        (b"V 0 0 0\n", "each corner must have three numbers"),
        (b"v 0 0\nv 1 0\nf 1 2 1\n", "each corner must have three numbers"),
        (b"v 0 0 0\nf 1 2 3\n", "a face has a corner that there is not"),
        (b"v 0 0 0\nf 1 0 1\n", "a face has a corner that there is not"),
        (b"v 0 0 0\nf 1 1\n", "a face must have three corners"),
        (b"v 0 0 zero\nf 1 1 1\n", "something else where a number must be"),
    ],
)
def test_damage_is_a_sentence(data: bytes, sentence: str) -> None:
    with pytest.raises(FailedError, match=sentence):
        triangles_of(data)


def test_an_object_of_blender_is_told_from_a_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="The model is the object 'Icosphere' of"):
        triangles_of_file("object:Icosphere")
    model = tmp_path / "box.stl"
    model.write_bytes(stl(CUBE))
    np.testing.assert_array_equal(triangles_of_file(str(model)), CUBE)


def test_what_is_no_file_is_said(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"Shape '.*nothing\.stl' cannot be read: No such file"):
        model_bytes(str(tmp_path / "nothing.stl"))
    with pytest.raises(InputError, match="is not a file: choose the file of a model"):
        model_bytes(str(tmp_path))
