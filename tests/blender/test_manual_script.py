# SPDX-License-Identifier: GPL-3.0-or-later
"""The script for Blender that stands in the manual works there as it stands."""

from __future__ import annotations

import re
from pathlib import Path

import bpy
import pytest

PAGE = Path(__file__).parents[2] / "docs" / "library.md"


def test_the_script_of_the_manual_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (text,) = re.findall(
        r"^```python\n(import bpy\n.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
    script = tmp_path / "script.py"
    script.write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    bpy.utils.execfile(str(script))
    assert (tmp_path / "cubes" / "blender" / "kit.3mf").is_file()
    assert bpy.context.scene.puzzle_cubes.bed_x == 180
