# SPDX-License-Identifier: GPL-3.0-or-later
"""The files of the presets are those that the kinds' tables give."""

from __future__ import annotations

from pathlib import Path

from tests.lint.presets import write_presets

PRESETS = Path(__file__).parents[2] / "presets"


def test_the_preset_files_are_those_of_the_tables(tmp_path: Path) -> None:
    write_presets(tmp_path)
    made, kept = (
        {path.relative_to(folder): path.read_text(encoding="utf-8") for path in folder.rglob("*.py")}
        for folder in (tmp_path, PRESETS)
    )
    assert kept == made, "write them anew: make written"
