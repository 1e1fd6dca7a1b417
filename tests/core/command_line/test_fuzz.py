# SPDX-License-Identifier: GPL-3.0-or-later
"""Whatever is typed or opened: the answer is a puzzle or a sentence."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from tests.core.command_line.fuzz.arguments import odd_arguments
from tests.core.command_line.fuzz.files import odd_drawing, odd_file
from tests.core.command_line.fuzz.folders import odd_folder
from tests.core.command_line.fuzz.kept import odd_kept
from tests.core.command_line.fuzz.packing import odd_packing_arguments, odd_packing_file
from tests.core.command_line.fuzz.shelves import odd_shelf
from tests.core.command_line.fuzz.signals import COMMANDS, odd_signal
from tests.core.command_line.fuzz.trial import find_no_fault

MAKES = (odd_file, odd_packing_arguments, odd_arguments, odd_packing_file, odd_shelf, odd_drawing, odd_kept, odd_folder)

SIGNALS = {f"odd_signal {name}": partial(odd_signal, name) for name in COMMANDS}
"""Each command gets as many as the others."""


def test_the_answer_is_a_puzzle_or_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    find_no_fault({make.__name__: make for make in MAKES}, tmp_path, capsys, monkeypatch)


@pytest.mark.thorough
def test_a_signal_at_any_moment_ends_any_command_and_leaves_nothing_half(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    find_no_fault(SIGNALS, tmp_path, capsys, monkeypatch)
