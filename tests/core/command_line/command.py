# SPDX-License-Identifier: GPL-3.0-or-later
"""Running the command line: in this very process, which is fast, or in one of its own, as a user does."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from typing import Any

from puzzle_cubes.command_line.run import run
from tests.core.export.written import folder_state

COMMAND = (sys.executable, "-m", "puzzle_cubes")
"""The command line as a user starts it."""


@dataclass(frozen=True)
class Done:
    """How a run ended: the exit code, and what was written to standard output and standard error."""

    code: int
    output: str
    errors: str


def run_here(*arguments: str) -> Done:
    """Run the command line with arguments, of which the first should be a kind of puzzle."""
    code, output, errors = piped_here(*arguments)
    return Done(code, output.decode(), errors)


def piped_here(*arguments: str) -> tuple[int, bytes, str]:
    """Run the command line here; return the exit code, the bytes on standard output, and what is said beside them."""
    # What is printed by the way would spoil the report of a real run, too.
    output, errors = TextIOWrapper(BytesIO(), encoding="utf-8"), StringIO()
    with redirect_stderr(errors), redirect_stdout(errors):
        code = run(list(arguments), output)
    return code, output.buffer.getvalue(), errors.getvalue()


def run_apart(*arguments: str) -> Done:
    done = subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, check=False, timeout=300)
    return Done(done.returncode, done.stdout, done.stderr)


def report_of(*arguments: str) -> Any:
    """Run the command line, which must succeed, and return its report."""
    done = run_here(*arguments, "--json")
    assert done.code == 0, done.errors
    return json.loads(done.output)


def refused(folder: Path, *arguments: str, code: int = 2) -> str:
    """Run the command line with arguments that it must refuse, and return its sentence; nothing may be written."""
    before = folder_state(folder)
    done = run_here("oskar", "--out", str(folder / "out"), *arguments)
    assert (done.code, done.output) == (code, ""), done.errors
    assert done.errors.startswith("puzzle-cubes: ")
    sentence = done.errors.removeprefix("puzzle-cubes: ").removesuffix("\n")
    assert sentence.isprintable()
    assert sentence.endswith(".")
    assert len(sentence) < 700
    assert folder_state(folder) == before
    assert not (folder / "out").exists()
    return sentence
