# SPDX-License-Identifier: GPL-3.0-or-later
"""Every bad input gets a clear sentence from the operators: settings, dimensions, folders, and files of any kind.

Nothing is written then, and nothing in the scene is changed. Of a file the answer comes soon and takes little memory.
"""

from __future__ import annotations

import json
import os
import tracemalloc
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import bpy
import pytest

from tests.blender.puzzles import DIMENSIONS, make_puzzle, measures, only_puzzle, refusal, scene_puzzles, scene_state
from tests.core.command_line.command import Done, run_here
from tests.core.command_line.wrong_settings import WRONG_SETTINGS, assert_says
from tests.core.export.written import folder_state

pytestmark = pytest.mark.once


def refused(operator: Callable[..., set[str]], **settings: Any) -> str:
    """Call an operator that must refuse, and return its sentence; the scene must be as before."""
    before = scene_state()
    sentence = refusal(operator, **settings)
    assert scene_state() == before
    return sentence


def refused_file(file: Path, code: int = 1) -> str:
    """Open a file by the operator and by the command line, which must refuse it in the same words; return these."""
    sentence = refused(bpy.ops.puzzle_cubes.load, filepath=str(file))
    assert len(sentence) < 700
    done = run_here("oskar", "--from", str(file), "--out", str(file.parent / "out"))
    assert done == Done(code, "", f"puzzle-cubes: {sentence}\n")
    assert not (file.parent / "out").exists()
    return sentence


def test_generate_and_rebuild_refuse_wrong_settings(subtests: pytest.Subtests) -> None:
    bpy.ops.puzzle_cubes.generate(size=(3, 3, 3), seed=1)
    for settings, _, said in WRONG_SETTINGS:
        with subtests.test(settings=settings):
            assert_says(refused(bpy.ops.puzzle_cubes.generate, **settings), said)
            if set(settings) <= set(DIMENSIONS):
                assert_says(refused(bpy.ops.puzzle_cubes.rebuild, **settings), said)


def test_wrong_dimension_typed_in_the_panel_leaves_the_meshes_and_stops_the_export(tmp_path: Path) -> None:
    bpy.ops.puzzle_cubes.generate(size=(3, 3, 3), seed=1)
    group = only_puzzle().puzzle_cubes
    meshes = scene_state()
    group.oskar.wall = -1.0
    assert_says(
        refused(bpy.ops.puzzle_cubes.export, directory=str(tmp_path)), ["Wall", "-1 mm", "from 0.01 to 1000 mm"]
    )
    assert not folder_state(tmp_path)
    group.oskar.wall = 3.0
    assert scene_state() == meshes


def test_a_minimum_length_that_is_not_found_names_the_longest() -> None:
    # With one attempt the longest is that of the puzzle that is made without the wish.
    bpy.ops.puzzle_cubes.generate(size=(3, 3, 3), seed=1)
    longest = measures(only_puzzle().puzzle_cubes)["length"]
    sentence = refused(bpy.ops.puzzle_cubes.generate, size=(3, 3, 3), seed=1, minimum_length=26, attempts=1)
    assert_says(sentence, ["Minimum length is 26", f"has {longest} moves"])


def test_files_that_cannot_be_used_are_named(tmp_path: Path) -> None:
    bpy.ops.puzzle_cubes.generate(size=(3, 3, 3), seed=1)
    for operator, file, said in (
        (bpy.ops.puzzle_cubes.export_mazecube, "//cube.txt", ["not been saved"]),
        (bpy.ops.puzzle_cubes.export_mazecube, str(tmp_path / "no" / "cube.txt"), ["no/cube.txt", "cannot be written"]),
        (bpy.ops.puzzle_cubes.load, str(tmp_path / "no.json"), ["no.json", "cannot be read"]),
    ):
        assert_says(refused(operator, filepath=file), said)


def test_export_refuses_folders_that_cannot_be_used(tmp_path: Path) -> None:
    bpy.ops.puzzle_cubes.generate(size=(3, 3, 3), seed=1)
    (tmp_path / "file").write_text("not a folder")
    for folder, said in [
        ("//", ["Folder is '//'", "not been saved"]),
        ("//cubes", ["Folder is '//cubes'", "not been saved"]),
        ("   ", ["Folder is empty"]),
        (str(tmp_path / "file"), ["Folder", "file", "cannot be made"]),
        (str(tmp_path / "file" / "deeper"), ["Folder", "deeper", "cannot be made"]),
        ("/proc/puzzle_cubes", ["Folder '/proc/puzzle_cubes' cannot be made"]),
        ("/proc", ["Folder '/proc' cannot be written"]),
        (str(tmp_path / ("x" * 300)), ["Folder", "cannot be made", "too long; choose another folder."]),
        ("~nobody-of-this-name/cubes", ["Folder '~nobody-of-this-name/cubes' cannot be found"]),
    ]:
        assert_says(refused(bpy.ops.puzzle_cubes.export, directory=folder), said)
    assert folder_state(tmp_path) == {"file": b"not a folder"}


def test_a_file_with_a_byte_order_mark_is_read_and_a_damaged_one_is_not(tmp_path: Path) -> None:
    bpy.ops.puzzle_cubes.generate(size=(3, 3, 3), seed=1)
    text, file = only_puzzle().puzzle_cubes.puzzle, tmp_path / "puzzle.json"
    file.write_text(text, encoding="utf-8-sig")
    assert bpy.ops.puzzle_cubes.load(filepath=str(file)) == {"FINISHED"}
    end = json.dumps(json.loads(text) | {"end": [3, 0, 0]}).encode()
    for data, said in (
        (b"\xff\xfe\x00", "is not text"),
        (text[: len(text) // 2].encode(), "damaged or cut off at line"),
        (end, "End X is 3: with 3 cells it must be from 0 to 2"),
    ):
        file.write_bytes(data)
        assert_says(refused(bpy.ops.puzzle_cubes.load, filepath=str(file)), [f"File '{file}'", said])


def test_a_pipe_on_which_one_would_wait_forever_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert refused_file(tmp_path / "pipe", 2) == (
        f"File '{tmp_path / 'pipe'}' cannot be read: It is a pipe or a device, not an ordinary file."
    )


def test_devices_and_folders_are_refused(tmp_path: Path) -> None:
    (tmp_path / "endless").symlink_to("/dev/zero")
    assert "not an ordinary file" in refused_file(tmp_path / "endless", 2)
    assert refused_file(tmp_path, 2) == f"Folder '{tmp_path}' has no puzzle.json."
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    assert "cannot be read" in refused_file(tmp_path / "loop", 2)
    assert "too long" in refused_file(tmp_path / ("x" * 300), 2)
    assert "..." in refused_file(tmp_path / "/".join(["x" * 200] * 19), 2)


@pytest.mark.parametrize(("size", "most"), [(39_000_000, 100_000_000), (60_000_000, 50_000_000)])
@pytest.mark.parametrize("piece", [b"1 1 1\n", b"3 3\n", b"[]," * 20, b"7" * 60])
def test_a_long_file_takes_little_memory_and_is_not_read_to_its_end(
    tmp_path: Path, piece: bytes, size: int, most: int
) -> None:
    file = tmp_path / "long.txt"
    file.write_bytes(b"3 3\n" + piece * (size // len(piece)))
    tracemalloc.start()
    try:
        sentence = refused_file(file)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    if size > 40_000_000:
        assert sentence == f"File '{file}' is too long for a puzzle: at most 40,000,000 bytes are read."
    assert peak < most


LONG = "x" * 1_000_000
HALF = "\ud800"
"""Half of a character, which JSON can write and no text may hold."""

VALUES: tuple[Any, ...] = (HALF, LONG, [HALF], {HALF: LONG}, [[LONG]], 10**300, -(10**4000), "a\nb\x1b[2J")
PLACES: tuple[tuple[Any, ...], ...] = (
    *(("format",), ("version",), ("size",), ("size", 0), ("start",), ("start", 0), ("end", 2)),
    *(("faces",), ("faces", "XY"), ("faces", "XY", 0), ("settings",)),
    *(("settings", name) for name in ("style", "size", "seed", "start", "end", "effort", "minimum_length")),
    *(("settings", name) for name in ("all_corners", "length_share", "attempts")),
)
"""Where in the text of a puzzle a value is replaced."""


def test_values_that_are_long_or_no_text_are_named_in_a_short_sentence(
    tmp_path: Path, subtests: pytest.Subtests
) -> None:
    group = make_puzzle(size=(2, 2, 2))
    whole, file = group.puzzle, tmp_path / "puzzle.json"
    for place, value in product(PLACES, VALUES):
        with subtests.test(place=place, value=ascii(value)[:24]):
            data = json.loads(whole)
            holder = data
            for key in place[:-1]:
                holder = holder[key]
            holder[place[-1]] = value
            file.write_text(json.dumps(data))
            sentence = refused_file(file)
            # The puzzle of a .blend file is read by the same rules, and is in no other file.
            group.puzzle = json.dumps(data)
            said = refusal(bpy.ops.puzzle_cubes.check)
            assert refusal(bpy.ops.puzzle_cubes.rebuild) == said
            assert sentence == f"File '{file}': {said}"


def test_names_that_are_not_utf_8_are_written_and_read(tmp_path: Path) -> None:
    name = os.fsdecode(b"caf\xe9")
    make_puzzle(size=(2, 2, 2))
    bpy.ops.puzzle_cubes.export_mazecube(filepath=str(tmp_path / f"{name}.txt"))
    bpy.ops.puzzle_cubes.export_coupon(filepath=str(tmp_path / f"{name}.stl"))
    bpy.ops.puzzle_cubes.export(directory=str(tmp_path / name))
    assert only_puzzle().puzzle_cubes.exported == str(tmp_path / name)
    bpy.ops.puzzle_cubes.load(filepath=str(tmp_path / f"{name}.txt"))
    bpy.ops.puzzle_cubes.load(filepath=str(tmp_path / name / "puzzle.json"))
    loaded = scene_puzzles()[1].puzzle_cubes
    # A folder of its own is named after it, in letters that are.
    loaded.folder = str(tmp_path)
    bpy.context.view_layer.objects.active = loaded.carrier
    bpy.ops.puzzle_cubes.export()
    assert Path(loaded.exported).name.startswith("caf")
    assert (Path(loaded.exported) / "puzzle.json").is_file()
    assert "cannot be read" in refused_file(tmp_path / f"no {name}", 2)
