# SPDX-License-Identifier: GPL-3.0-or-later
"""The rules that hold for every answer, whatever was asked."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr
from io import StringIO
from pathlib import Path
from types import FrameType

from puzzle_cubes.export.transaction import HIDDEN
from tests.core.command_line.command import run_here
from tests.core.export.written import folder_state

LONGEST_SENTENCE = 1000

HANGING = 600
"""Seconds after which something hangs: what is asked for here takes one or two, and other programs may be at work."""


class HangsError(AssertionError):
    """There was no answer."""


@contextmanager
def answered() -> Iterator[None]:
    """Raise HangsError where there is no answer, and AssertionError where a traceback was written."""

    def hang(signal_number: int, frame: FrameType | None) -> None:
        raise HangsError(f"no answer within {HANGING} seconds")

    earlier = signal.signal(signal.SIGALRM, hang)
    signal.alarm(HANGING)
    errors = StringIO()
    try:
        with redirect_stderr(errors):
            yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, earlier)
    assert "Traceback" not in errors.getvalue(), errors.getvalue()[-2000:]


def assert_sentence(sentence: str) -> None:
    """Check that a refusal is one sentence, of a length that a user reads."""
    assert sentence.isprintable(), ascii(sentence)
    assert sentence.endswith("."), sentence
    assert len(sentence) <= LONGEST_SENTENCE, f"{len(sentence)} characters: {sentence}"


def assert_run(arguments: list[str], folder: Path) -> None:
    """Check that the command line writes a set of files and a report, or refuses with a sentence and writes nothing."""
    before = folder_state(folder)
    done = run_here(*arguments)
    assert done.code in {0, 1, 2}, done.code
    lines = [line for line in done.errors.splitlines() if not line.startswith("puzzle-cubes: warning: ")]
    if done.code == 0:
        if "--json" in arguments and done.output.startswith("{"):
            written = [Path(file["path"]) for file in json.loads(done.output)["files"]]
            assert written or not any(word.startswith("--out") for word in arguments)
            assert all(file.is_file() for file in written)
        return
    # What was checked and will not print is reported all the same.
    is_checked = "Will not print" in done.errors
    assert is_checked or not done.output or json.loads(done.output).keys() == {"format", "error"}
    assert len(lines) == 1, done.errors[-2000:]
    assert lines[0].startswith("puzzle-cubes: ")
    assert_sentence(lines[0].removeprefix("puzzle-cubes: "))
    after = folder_state(folder)
    assert after.items() <= before.items(), "something was written nevertheless"
    # What lay in the hidden folder without a journal is thrown away.
    assert all(HIDDEN in name for name in before.keys() - after.keys()), "something was deleted"
