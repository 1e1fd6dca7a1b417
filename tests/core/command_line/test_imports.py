# SPDX-License-Identifier: GPL-3.0-or-later
"""A call waits for the modules of its own kind of puzzle, and a process that helps for none but those of its work."""

from __future__ import annotations

import subprocess
import sys

import pytest

CALL = """
import io, sys
from puzzle_cubes.command_line.run import run
assert run(sys.argv[1:], io.StringIO()) == 0
sys.stdout.write(' '.join(sys.modules))
"""


def imported(*arguments: str) -> set[str]:
    """Return the modules that are there at the end of what Python is asked for."""
    done = subprocess.run([sys.executable, "-c", *arguments], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


@pytest.mark.parametrize(
    ("arguments", "other"),
    [
        (("packing", "--puzzle", "megaron", "--json"), "puzzle_cubes.oskar"),
        (("oskar", "--size", "3", "--json"), "puzzle_cubes.packing"),
    ],
    ids=["packing", "oskar"],
)
def test_a_call_imports_one_kind(arguments: tuple[str, ...], other: str) -> None:
    found = imported(CALL, *arguments)
    assert f"puzzle_cubes.{arguments[0]}.kind.kind" in found
    assert not [name for name in found if name.startswith(other)]


def test_a_process_that_helps_has_no_more_than_it_needs() -> None:
    found = imported("import sys, puzzle_cubes.common.worker; sys.stdout.write(' '.join(sys.modules))")
    assert "puzzle_cubes.common.worker" in found
    assert not {"numpy", "puzzle_cubes.kinds", "puzzle_cubes.library"} & found
