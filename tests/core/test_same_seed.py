# SPDX-License-Identifier: GPL-3.0-or-later
"""The same settings give the same puzzle, in this process, in another one and in every Python."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import NoReturn

import pytest
from hypothesis import given

from core.completion import complete
from core.generators import classic, generate
from core.puzzle import Puzzle
from core.puzzle_file import puzzle_to_json
from core.settings import Settings
from tests.core import strategies

REPOSITORY = Path(__file__).parents[2]
SCRIPT = """
from core.generators import generate
from core.puzzle_file import puzzle_to_json
from core.settings import Settings
print(puzzle_to_json(generate(Settings(size=(6, 5, 4), seed=2024, end={end!r}, minimum_length=20))), end="")
"""


class OnlyRandom(Random):
    """A generator of which only ``random()`` works: the one method whose sequence Python promises to keep."""

    def getrandbits(self, k: int, /) -> NoReturn:
        """Refuse what may change between versions of Python."""
        raise AssertionError(f"{k} random bits were drawn")


@given(strategies.all_settings(8))
def test_same_settings_same_puzzle(settings: Settings) -> None:
    assert generate(settings) == generate(settings)


@pytest.mark.parametrize("end", ["deepest", "first"])
@pytest.mark.parametrize("hash_seed", ["0", "4711"])
def test_another_process_makes_the_same_puzzle(end: str, hash_seed: str) -> None:
    written = subprocess.run(
        [sys.executable, "-c", SCRIPT.format(end=end)],
        cwd=REPOSITORY,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert written == puzzle_to_json(generate(Settings(size=(6, 5, 4), seed=2024, end=end, minimum_length=20)))


@given(strategies.all_settings(8))
def test_nothing_is_drawn_that_may_differ_between_versions_of_python(settings: Settings) -> None:
    random = OnlyRandom(settings.seed)
    growth = classic.grow(settings, random)
    faces = complete(settings.size, growth.faces, random)
    assert Puzzle(settings.size, faces, growth.start, growth.end, settings) == generate(settings)


def test_other_seeds_make_other_puzzles() -> None:
    assert len({generate(Settings(seed=seed)).faces for seed in range(50)}) == 50
