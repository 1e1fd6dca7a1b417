# SPDX-License-Identifier: GPL-3.0-or-later
"""Drawings by the library and by the command are on the faces of a cube, and stay when the rest is made hard."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as draw

import puzzle_cubes
from puzzle_cubes.common.errors import InputError
from puzzle_cubes.library import Puzzle
from puzzle_cubes.oskar.maze.faces import FACE_NAMES
from tests.core.command_line.command import refused, report_of

SIZE = (8, 7, 9)
RING = "#####\n#...#\n#...#\n#####\n.....\n"


def cube(seed: int = 1) -> Puzzle:
    """Return a cube of three different sides."""
    return puzzle_cubes.make("oskar", size=SIZE, seed=seed)


def lines(puzzle: Puzzle, face: str) -> list[str]:
    """Return a face as its walls and ways are seen, the upper row first."""
    rows: list[str] = json.loads(puzzle.json)["faces"][face]
    return rows[::-1]


def walls(puzzle: Puzzle, face: str) -> set[tuple[int, int]]:
    """Return the places of a face that are walls."""
    grid = puzzle.content.faces[FACE_NAMES.index(face)].inflate()
    return {(int(along), int(across)) for along, across in np.argwhere(grid)}


@pytest.mark.parametrize("face", FACE_NAMES)
def test_walls_of_another_cube_make_its_face(face: str, tmp_path: Path) -> None:
    wanted = lines(cube(2), face)
    (tmp_path / "walls.txt").write_text("\n".join(wanted) + "\n")
    drawn = cube().drawn(walls=f"{face}={tmp_path / 'walls.txt'}")
    assert lines(drawn, face) == wanted != lines(cube(), face)
    assert all(lines(drawn, name) == lines(cube(), name) for name in FACE_NAMES if name != face)


@pytest.mark.parametrize("end", [" ", "", " \n", " \n\n  \n"])
def test_the_lowest_rows_of_walls_may_be_blank(end: str, tmp_path: Path) -> None:
    height = 2 * SIZE[2] - 1
    text = "\n".join([" " * 7 + "#", *[" "] * (height - 2), ""]) + end
    # As Windows' editor writes it, with a byte order mark.
    (tmp_path / "walls.txt").write_text(text, encoding="utf-8-sig")
    drawn = cube().drawn(walls=f"XZ={tmp_path / 'walls.txt'}")
    assert lines(drawn, "XZ")[0][7] == "#"


def test_letters_stand_upright(tmp_path: Path) -> None:
    drawn = cube().drawn(letters="XZ=L")
    grid = cube().drawn(letters="xz=l").content.faces[1].inflate()[:, ::-1].T
    assert (grid == drawn.content.faces[1].inflate()[:, ::-1].T).all()
    # An L is a wall down the left, and one to the right from its foot.
    columns = [column for column in range(grid.shape[1]) if grid[:, column].sum() >= 9]
    assert any(grid[row, column : column + 5].all() for column in columns for row in range(8, grid.shape[0]))


@pytest.mark.parametrize("form", ["text", "text with a mark", "P2", "P5", "P5 of 16 bits"])
def test_a_picture_is_the_same_from_every_file(form: str, tmp_path: Path) -> None:
    bright = np.array([[letter == "." for letter in row] for row in RING.split()])
    head = f"P{form[1]}\n# drawn by hand\n5 # wide\n5\n# white\n".encode()
    data = {
        "text": RING.encode(),
        "text with a mark": RING.encode("utf-8-sig"),
        "P2": head + b"9\n" + " ".join(str(9 * int(value)) for value in bright.ravel()).encode(),
        "P5": head + b"255\n" + (255 * bright).astype(np.uint8).tobytes(),
        "P5 of 16 bits": head + b"65535\n" + (65535 * bright).astype(">u2").tobytes(),
    }[form]
    (tmp_path / "ring").write_bytes(data)
    (tmp_path / "text").write_text(RING)
    drawn = [cube().drawn(solid_picture=f"XY={tmp_path / name}") for name in ("ring", "text")]
    assert lines(drawn[0], "XY") == lines(drawn[1], "XY") != lines(cube(), "XY")
    filled = {(x, y) for x, y in walls(drawn[0], "XY") if x % 2 == y % 2 == 0}
    # The ring is above: the lowest fifth of the picture is bright.
    assert filled
    assert all(y > 2 for _, y in filled)


def test_what_is_drawn_stays_when_the_rest_is_made_hard() -> None:
    plain = puzzle_cubes.make("oskar", size=(6, 3, 6), seed=1)
    drawn, hard = (plain.drawn(letters="XZ=A", make_rest_hard=is_hard) for is_hard in (False, True))
    new = walls(drawn, "XZ") - walls(plain, "XZ")
    assert len(new) >= 5
    assert new <= walls(hard, "XZ")
    assert hard.content.measures.length > drawn.content.measures.length


@pytest.mark.parametrize(
    ("name", "text", "data", "sentence"),
    [
        ("letters", "XZ=", b"", "'XZ=': it must be FACE=TEXT"),
        ("walls", "XZ={}", b"#.\n#\n", "Walls of face XZ must be 17 lines of 15 letters"),
        ("picture", "XZ={}", b"#.\n#\n", "must be a PGM file, or lines of # and . of one length"),
        ("picture", "XZ=no.pgm", b"", "cannot be read: No such file"),
        ("portrait", "XZ=AB", b"", "Drawing is 'portrait': it must be one of letters, picture, solid_picture, walls"),
        ("picture", "XZ={}", b"P5\n5 5\n255\n1234", "The picture is damaged"),
        ("picture", "XZ={}", b"P5\n0 0\n0\n", "The picture is damaged"),
        ("picture", "XZ={}", b"P5\n1 2\n0\n12", "The picture is damaged"),
        ("picture", "XZ={}", b"P2\n3 1\n9\n1 x 2", "The picture is damaged"),
        ("picture", "XZ={}", b"P2\n3 1\n9\n1 nan 2", "The picture is damaged"),
        ("picture", "XZ={}", b"P5\n99999 99999\n255\n", "99,999 x 99,999 pixels: make it smaller"),
        pytest.param("picture", "XZ={}", b"#.\n" * 400_000, "too long to be drawn", id="long"),
    ],
)
def test_what_cannot_be_drawn_is_refused_by_a_sentence(
    name: str, text: str, data: bytes, sentence: str, tmp_path: Path
) -> None:
    (tmp_path / "drawn").write_bytes(data)
    drawn: dict[str, Any] = {name: text.format(tmp_path / "drawn")}
    with pytest.raises(InputError, match=sentence):
        cube().drawn(**drawn)


def test_a_face_that_cannot_keep_all_that_is_drawn_is_named(tmp_path: Path) -> None:
    (tmp_path / "ring.txt").write_text(RING)
    for name in ("picture", "solid_picture"):
        drawn: dict[str, Any] = {name: f"XZ={tmp_path / 'ring.txt'}"}
        with pytest.raises(InputError, match="Face XZ cannot keep all that is drawn on it"):
            cube().drawn(letters="XZ=A", **drawn)
        assert not cube().drawn(letters="YZ=A", **drawn).content.flaws


@given(
    draw.sampled_from(("letters", "picture", "solid_picture", "walls")), draw.binary(max_size=60), draw.text(max_size=9)
)
def test_whatever_is_drawn_gives_a_cube_or_a_sentence(
    tmp_path_factory: pytest.TempPathFactory, name: str, data: bytes, text: str
) -> None:
    file = tmp_path_factory.getbasetemp() / "odd"
    for content in (data, b"P5 4 4 255 " + data, b"P2 2 2 9 " + data, text.encode("utf-8", "replace")):
        file.write_bytes(content)
        drawn: dict[str, Any] = {name: f"XZ={text if name == 'letters' else file}"}
        with suppress(InputError):
            assert not cube().drawn(**drawn).content.flaws


def test_the_command_draws_what_the_library_does(tmp_path: Path) -> None:
    (tmp_path / "ring.txt").write_text(RING)
    picture = f"XY={tmp_path / 'ring.txt'}"
    folder = tmp_path / "cube"
    size = ("--size", "8", "7", "9", "--seed", "1")
    asked = ("--letters", "XZ=A", "--letters", "YZ=B", "--solid-picture", picture)
    report_of("oskar", *size, *asked, "--one-piece", "--out", str(folder))
    wanted = cube().drawn(letters="XZ=A").drawn(letters="YZ=B").drawn(solid_picture=picture)
    assert puzzle_cubes.read(folder / "puzzle.json").code == wanted.code
    assert "--make-rest-hard needs what is drawn" in refused(tmp_path / "no", *size, "--make-rest-hard")
