# SPDX-License-Identifier: GPL-3.0-or-later
"""A call waits for the modules of its own kind of puzzle, and a process that helps for none but those of its work."""

from __future__ import annotations

import subprocess
import sys

import pytest


def imported(*arguments: str) -> set[str]:
    """Return the modules that are imported for what Python is asked for, as it tells itself."""
    told = subprocess.run([sys.executable, "-v", *arguments], capture_output=True, text=True, check=True).stderr
    return {line.split("'")[1] for line in told.splitlines() if line.startswith("import '")}


@pytest.mark.parametrize(
    ("arguments", "unwanted"),
    [
        (("packing", "--puzzle", "megaron", "--json"), "puzzle_cubes.oskar"),
        (("oskar", "--size", "3", "--json"), "puzzle_cubes.packing"),
    ],
    ids=["packing", "oskar"],
)
def test_a_call_imports_one_kind(arguments: tuple[str, ...], unwanted: str) -> None:
    modules = imported("-m", "puzzle_cubes", *arguments)
    assert f"puzzle_cubes.{arguments[0]}.kind" in modules
    assert not [name for name in modules if name.startswith(unwanted)]


def test_a_process_that_helps_has_no_more_than_it_needs() -> None:
    modules = imported("-c", "import puzzle_cubes.common.processes")
    assert "puzzle_cubes.common.processes" in modules
    assert not {"numpy", "puzzle_cubes.kinds", "puzzle_cubes.library"} & modules
