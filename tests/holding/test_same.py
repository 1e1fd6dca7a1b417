# SPDX-License-Identifier: GPL-3.0-or-later
"""All that comes out of two trees is compared byte for byte."""

from __future__ import annotations

import shutil
from pathlib import Path

from same import ROOT, calls_with, differences, results_of

WORDS = "oskar --size 2 2 2"


def test_the_same_sources_make_the_same_and_a_changed_byte_is_named(tmp_path: Path) -> None:
    (name,) = calls_with(WORDS)
    first, second = (results_of(ROOT, tmp_path / side, WORDS) for side in ("first", "second"))
    assert (first / name / "codes.txt").read_text(encoding="utf-8") == "0"
    assert (first / name / "out" / "puzzle.json").is_file()
    assert differences(first, second) == []
    changed = second / name / "out" / "puzzle.json"
    changed.write_bytes(changed.read_bytes()[:-1] + b"?")
    (second / name / "stdout.txt").unlink()
    shutil.copy(changed, second / name / "more.stl")
    gone, new, differing = f"{name}/stdout.txt is gone", f"{name}/more.stl is new", f"{name}/out/{changed.name} differs"
    assert differences(first, second) == [new, differing, gone]
