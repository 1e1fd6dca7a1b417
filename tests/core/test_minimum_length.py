# SPDX-License-Identifier: GPL-3.0-or-later
"""With a minimum length, attempts are made until one is long enough or all are used up."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as draw

from core.errors import NotFoundError
from core.generators import Progress, classic, generate, generate_in_steps
from core.puzzle import Puzzle
from core.settings import Settings
from tests.core import reference, strategies

FEW = 6
SMALL = strategies.all_settings(4).map(lambda settings: replace(settings, attempts=FEW))


def lengths_of_attempts(settings: Settings) -> list[int]:
    """Return the lengths that all attempts have, each measured by the plain reference."""
    random = Random(settings.seed)
    lengths = []
    for _ in range(settings.attempts):
        growth = classic.grow(settings, random)
        maze = reference.maze_of_growth(growth)
        lengths.append(reference.distances(maze, settings.size, growth.start)[growth.end])
    return lengths


def run(settings: Settings) -> tuple[list[Progress], Puzzle | str]:
    """Return the progress that was told, and the puzzle or the message that none was found."""
    steps = generate_in_steps(settings)
    told = []
    while True:
        try:
            told.append(next(steps))
        except StopIteration as done:
            puzzle: Puzzle = done.value
            return told, puzzle
        except NotFoundError as error:
            return told, str(error)


@given(SMALL, draw.integers(0, 40))
def test_the_first_attempt_long_enough_is_taken(settings: Settings, wanted: int) -> None:
    x, y, z = settings.size
    settings = replace(settings, minimum_length=min(wanted, x * y * z - 1))
    lengths = lengths_of_attempts(settings)
    too_short = next((n for n, length in enumerate(lengths) if length >= settings.minimum_length), FEW)
    told, found = run(settings)
    assert told == [Progress(n + 1, FEW, max(lengths[: n + 1])) for n in range(too_short)]
    if too_short == FEW:
        assert isinstance(found, str)
    else:
        assert isinstance(found, Puzzle)
        assert found.measures.length == lengths[too_short]
        assert found.settings == settings


@given(SMALL)
def test_the_message_tells_the_longest_found(settings: Settings) -> None:
    x, y, z = settings.size
    lengths = lengths_of_attempts(settings)
    longest = max(lengths)
    if longest == x * y * z - 1:
        # Nothing longer can be asked for.
        assert run(replace(settings, minimum_length=longest))[1] == generate(replace(settings, minimum_length=longest))
        return
    told, message = run(replace(settings, minimum_length=longest + 1))
    assert isinstance(message, str)
    assert re.search(rf"\b{longest + 1}\b.*\b{FEW} attempts\b.* has {longest} moves", message)
    assert told[-1].longest == longest
    assert generate(replace(settings, minimum_length=longest)).measures.length == longest


def test_generate_raises_what_the_steps_raise() -> None:
    settings = Settings(size=(3, 3, 3), minimum_length=26, attempts=3)
    longest = max(lengths_of_attempts(settings))
    assert longest < 26
    with pytest.raises(NotFoundError, match=f"the longest of 3 attempts has {longest} moves"):
        generate(settings)
