# SPDX-License-Identifier: GPL-3.0-or-later
"""The command line replaces the same puzzle's files, and another puzzle's only with --overwrite."""

from __future__ import annotations

import json
from pathlib import Path

from tests.blender.command_line import run_command
from tests.blender.puzzles import FILE_NAMES, folder_state
from tests.blender.scene.kits import kit_files


def test_another_puzzle_is_replaced_only_when_asked(tmp_path: Path) -> None:
    size, out = ["--size", "2", "2", "2"], ["--out", str(tmp_path)]
    assert run_command(*size, "--seed", "1", *out).returncode == 0
    before = folder_state(tmp_path)
    assert before.keys() == FILE_NAMES
    refused = run_command(*size, "--seed", "2", *out, "--json")
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr == (
        f"puzzle_cubes: Folder '{tmp_path}' has the files of another puzzle: Oskar's Cube 2x2x2 seed 1. "
        "Choose another folder, or add --overwrite.\n"
    )
    assert folder_state(tmp_path) == before
    # The other way of the same puzzle comes beside it, and only what was written is reported.
    again = run_command(*size, "--seed", "1", "--kit", *out, "--json")
    assert again.returncode == 0, again.stderr
    written = {Path(file["path"]).name for file in json.loads(again.stdout)["files"]}
    assert written == kit_files(beds=1)
    assert folder_state(tmp_path).keys() == FILE_NAMES | kit_files(beds=1)
    assert run_command(*size, "--seed", "2", *out, "--overwrite").returncode == 0
    assert json.loads((tmp_path / "puzzle.json").read_text())["settings"]["seed"] == 2
