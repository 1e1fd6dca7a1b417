# SPDX-License-Identifier: GPL-3.0-or-later
"""Whatever a .blend file, a picture or a preset holds: the answer is a puzzle or a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.blender.fuzz.blend_files import odd_blend_file, odd_saved_blend_file
from tests.blender.fuzz.chosen_files import odd_picture, odd_preset
from tests.blender.fuzz.packing import odd_packing_blend_file
from tests.core.command_line.fuzz.trial import find_no_fault

pytestmark = pytest.mark.once

MAKES = (odd_blend_file, odd_packing_blend_file, odd_saved_blend_file, odd_picture, odd_preset)


def test_the_answer_is_a_puzzle_or_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    find_no_fault({make.__name__: make for make in MAKES}, tmp_path, capsys, monkeypatch)
