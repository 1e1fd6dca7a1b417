# SPDX-License-Identifier: GPL-3.0-or-later
"""Every style makes the puzzles that it made before, in whatever Python the tests run.

Where a change is meant to change puzzles, see fingerprints.py for how to write the known ones anew.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from puzzle_cubes.oskar.generators import STYLES
from tests.core.oskar.generators import fingerprints

REPOSITORY = Path(__file__).parents[4]
SCRIPT = (
    "import json; from tests.core.oskar.generators import fingerprints; print(json.dumps(fingerprints.of_all_styles()))"
)


@pytest.fixture(scope="module")
def made() -> dict[str, str]:
    """Return the fingerprints of the puzzles as they are made now."""
    return fingerprints.of_all_styles()


@pytest.mark.parametrize("style", STYLES)
def test_a_style_makes_the_puzzles_it_made_before(style: str, made: dict[str, str]) -> None:
    known = json.loads(fingerprints.FILE.read_text(encoding="utf-8"))
    of_style = {asked: value for asked, value in made.items() if asked.split(",")[0] == style}
    assert len(of_style) == len(fingerprints.SIZES) * len(fingerprints.ASKED)
    assert of_style == {asked: value for asked, value in known.items() if asked.split(",")[0] == style}


@pytest.mark.parametrize("jobs", [1, 2, 4])
@pytest.mark.parametrize(
    "searches",
    [fingerprints.of_longer_searches, pytest.param(fingerprints.of_a_hundred, marks=pytest.mark.thorough)],
)
def test_longer_searches_find_the_puzzles_they_found_before(
    jobs: int, searches: Callable[[int], dict[str, str]]
) -> None:
    known = json.loads(fingerprints.FILE.read_text(encoding="utf-8"))
    found = searches(jobs)
    assert found == {asked: known[asked] for asked in found}


@pytest.mark.parametrize("hash_seed", ["0", "4711"])
def test_another_process_makes_the_same_puzzles(hash_seed: str, made: dict[str, str]) -> None:
    written = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        cwd=REPOSITORY,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert json.loads(written) == made
