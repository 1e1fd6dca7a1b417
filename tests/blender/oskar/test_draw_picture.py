# SPDX-License-Identifier: GPL-3.0-or-later
"""A picture on a face is in the files to print, the cross passes by it, and it is there when they are opened again."""

from __future__ import annotations

from pathlib import Path
from struct import pack

import bpy
import manifold3d
import numpy as np
import pytest

from tests.blender.oskar.exported_meshes import AS_IT_COMES, EXACT, Export, gap_along_solution, solid
from tests.blender.puzzles import make_puzzle, scene_puzzles, write_picture

pytestmark = pytest.mark.once

SIZE = 8


def draw_ring(folder: Path) -> str:
    """Write a picture of a black square ring on a clear ground, eight of its pixels for a cell."""
    shades = np.ones((64, 64))
    shades[8:56, 8:56] = 0.0
    shades[16:48, 16:48] = 1.0
    write_picture(folder / "ring.png", shades, clear=True)
    return str(folder / "ring.png")


def test_a_ring_of_solid_cells_is_printed_passed_and_opened_again(tmp_path: Path) -> None:
    bpy.ops.puzzle_cubes.generate(size=(SIZE, 3, SIZE), seed=4)
    assert bpy.ops.puzzle_cubes.draw_picture(filepath=draw_ring(tmp_path), face="XZ") == {"FINISHED"}
    made = scene_puzzles()[-1].puzzle_cubes
    assert bpy.ops.puzzle_cubes.export(directory=str(tmp_path)) == {"FINISHED"}
    (file,) = tmp_path.rglob("puzzle.json")
    export = Export(file.parent, AS_IT_COMES)
    rows = export.puzzle["faces"]["XZ"]
    filled = {(x, z) for x in range(SIZE) for z in range(SIZE) if rows[2 * z][2 * x] == "#"}
    ring = {(x, z) for x in range(1, 7) for z in range(1, 7) if {x, z} & {1, 6}}
    assert filled < ring
    # It is open where the ways lead in, and at start and end, if they are there.
    assert 1 <= len(ring - filled) <= 4
    box, _ = export.printable
    walls, low = solid(box), export.corner(box)
    for x in range(SIZE):
        for z in range(SIZE):
            depth = export.dimensions.plate / 2
            probe = low + np.array([export.dimensions.center(x), depth, export.dimensions.center(z)])
            spot = manifold3d.Manifold.sphere(depth / 2, 8).translate(probe)
            assert (spot ^ walls).volume() == pytest.approx(spot.volume() if (x, z) in filled else 0.0)
    assert gap_along_solution(export) == pytest.approx(export.dimensions.clearance, abs=EXACT)
    code = made.code
    assert bpy.ops.puzzle_cubes.load(filepath=str(file)) == {"FINISHED"}
    assert scene_puzzles()[-1].puzzle_cubes.code == code


def test_a_file_that_is_no_picture_is_refused(tmp_path: Path) -> None:
    make_puzzle(size=(4, 4, 4))
    file = tmp_path / "no.png"
    file.write_text("no picture")
    with pytest.raises(RuntimeError, match="cannot be read as a picture"):
        bpy.ops.puzzle_cubes.draw_picture(filepath=str(file))
    with pytest.raises(RuntimeError, match="cannot be read as a picture"):
        bpy.ops.puzzle_cubes.draw_picture(filepath=str(tmp_path / "none.png"))


PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"
FRAME = pack(">HHBHHB", 0xFFC2, 17, 8, 9_000, 8_000, 3)
JPEG = b"\xff\xd8\xff\xe0\x00\x05abc\xff\xc4\x00\x04ab"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (PNG + pack(">II", 100_000, 50_000) + b"\1\0\0\0\0", "100,000 x 50,000 pixels: make it smaller"),
        (JPEG + FRAME, "8,000 x 9,000 pixels: make it smaller"),
        (PNG, "cannot be read as a picture"),
        (JPEG, "cannot be read as a picture"),
        (JPEG + FRAME[:6], "cannot be read as a picture"),
        (b"\xff\xd8", "cannot be read as a picture"),
        (b"", "cannot be read as a picture"),
    ],
)
def test_a_picture_that_is_huge_once_it_is_unpacked_is_refused_before(data: bytes, said: str, tmp_path: Path) -> None:
    make_puzzle(size=(4, 4, 4))
    (tmp_path / "small.png").write_bytes(data)
    with pytest.raises(RuntimeError, match=said):
        bpy.ops.puzzle_cubes.draw_picture(filepath=str(tmp_path / "small.png"))


def test_a_large_picture_gives_what_a_small_one_does(tmp_path: Path) -> None:
    shades = np.ones((8, 8))
    shades[2:6, 2:6] = 0.0
    drawn = []
    for times in (8, 272):
        make_puzzle(size=(8, 3, 8), seed=4)
        write_picture(tmp_path / "square.png", shades.repeat(times, 0).repeat(times, 1))
        bpy.ops.puzzle_cubes.draw_picture(filepath=str(tmp_path / "square.png"), face="XZ")
        drawn.append(scene_puzzles()[-1].puzzle_cubes.puzzle)
    assert drawn[0] == drawn[1]


def test_letters_that_a_picture_takes_away_are_told(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    make_puzzle(size=(8, 3, 8), seed=4)
    for face, is_told in (("XY", False), ("XZ", True)):
        bpy.ops.puzzle_cubes.draw_letters(letters="A", face="XZ")
        capfd.readouterr()
        bpy.ops.puzzle_cubes.draw_picture(filepath=draw_ring(tmp_path), face=face)
        assert ("Drew 'ring.png', and took away" in capfd.readouterr().out) == is_told


@pytest.mark.parametrize(("size", "has_room"), [((5, 5, 5), False), ((4, 3, 6), True), ((6, 3, 3), False)])
def test_letters_can_be_drawn_where_a_face_has_room_for_one(size: tuple[int, int, int], has_room: bool) -> None:
    make_puzzle(size=size)
    assert bpy.ops.puzzle_cubes.draw_letters.poll() == has_room
    if has_room:
        assert bpy.ops.puzzle_cubes.draw_letters(letters="A", face="XZ") == {"FINISHED"}
