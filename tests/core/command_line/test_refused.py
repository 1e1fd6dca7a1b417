# SPDX-License-Identifier: GPL-3.0-or-later
"""Whatever cannot be done is refused in one sentence that says why, and nothing is written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from puzzle_cubes.kinds import KINDS
from tests.core.command_line.command import refused, run_here
from tests.core.command_line.wrong_settings import WRONG_SETTINGS, assert_says
from tests.core.export.written import folder_state


@pytest.mark.parametrize(("settings", "arguments", "said"), WRONG_SETTINGS, ids=str)
def test_wrong_settings(tmp_path: Path, settings: dict[str, Any], arguments: list[str], said: list[str]) -> None:
    assert_says(refused(tmp_path, *arguments), said)


def test_what_fails_by_the_way(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    assert "cannot be made" in refused(tmp_path, "--out", str(tmp_path / "file"))
    assert "not been saved" in refused(tmp_path, "--out", "//cubes")
    assert "After 3 attempts" in refused(tmp_path, "--min-length", "124", "--attempts", "3", code=1)
    sentence = refused(tmp_path, "--style", "hard", "--effort", "10", "--min-length", "124", code=1)
    assert_says(sentence, ["Minimum length is 124: the best puzzle has ", "give more effort"])


def test_efforts_and_starts_have_names(tmp_path: Path) -> None:
    size = ["oskar", "--style", "longest", "--size", "2", "--one-piece"]
    done = run_here(*size, "--effort", "quick", "--start", "best", "--out", str(tmp_path))
    assert done.code == 0, done.errors
    settings = json.loads((tmp_path / "puzzle.json").read_text())["settings"]
    assert (settings["effort"], settings["start"]) == (20_000, "best")


@pytest.mark.parametrize(
    ("kind", "flag", "name"),
    [
        ("oskar", "--mazecube", "puzzle.json"),
        ("oskar", "--mazecube", "link"),
        ("oskar", "--mazecube", "hard link"),
        ("oskar", "--coupon", "puzzle.stl"),
        ("packing", "--text", "puzzle.json"),
        ("packing", "--xmpuzzle", "link"),
        ("packing", "--solutions", "hard link"),
        ("burr", "--text", "puzzle.json"),
    ],
)
def test_what_is_read_is_not_written(tmp_path: Path, kind: str, flag: str, name: str) -> None:
    source = tmp_path / ("puzzle.stl" if flag == "--coupon" else "puzzle.json")
    content = KINDS[kind].make(KINDS[kind].values_with({"size": (2, 2, 2)} if kind == "oskar" else {}))
    source.write_text(KINDS[kind].to_json(content))
    (tmp_path / "link").symlink_to(source)
    (tmp_path / "hard link").hardlink_to(source)
    before = folder_state(tmp_path)
    done = run_here(kind, "--from", str(source), flag, str(tmp_path / name))
    sentence = f"puzzle-cubes: File '{tmp_path / name}' is read, so it cannot be written: choose another name.\n"
    assert (done.code, done.output, done.errors) == (2, "", sentence)
    assert folder_state(tmp_path) == before


@pytest.mark.parametrize(
    ("arguments", "name", "text"),
    [
        (["oskar", "--size", "2", "--walls", "XZ={}", "--mazecube", "{}"], "walls.txt", "...\n...\n...\n"),
        (["packing", "--from", "{}", "--size", "2", "--count"], "solutions.txt", "2 xx|xx\n"),
    ],
)
def test_nor_is_a_drawing_or_what_is_called_as_a_text_of_the_puzzle(
    tmp_path: Path, arguments: list[str], name: str, text: str
) -> None:
    source = tmp_path / name
    source.write_text(text)
    words = [word.replace("{}", str(source)) for word in arguments]
    done = run_here(*words, "--out", str(tmp_path), "--overwrite")
    assert (done.code, done.output) == (2, "")
    assert done.errors.endswith(f"File '{source}' is read, so it cannot be written: choose another name.\n")
    assert folder_state(tmp_path) == {name: text.encode()}


def test_a_puzzle_is_written_again_where_it_was_read(tmp_path: Path) -> None:
    assert run_here("oskar", "--size", "2", "--one-piece", "--out", str(tmp_path)).code == 0
    assert run_here("oskar", "--from", str(tmp_path / "puzzle.json"), "--kit", "--out", str(tmp_path)).code == 0
