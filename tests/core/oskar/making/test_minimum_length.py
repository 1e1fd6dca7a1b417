# SPDX-License-Identifier: GPL-3.0-or-later
"""With a minimum length, attempts are made until one is long enough or all are used up."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.kind.kind import NotFoundError
from puzzle_cubes.oskar.generators import STYLES
from puzzle_cubes.oskar.kind.making import generate
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.making.settings import Draft, Settings
from tests.core.oskar import reference, strategies
from tests.core.oskar.making import attempts

FEW = 6
SMALL = strategies.all_settings(4, ["classic"]).map(lambda settings: replace(settings, attempts=FEW))


def length_of_attempt(settings: Settings, draft: Draft) -> int:
    """Return the length that a draft of the classic style has with the ends that are asked for."""
    maze = reference.maze_of_faces(draft.faces)
    assert draft.root is not None
    assert draft.leaves is not None
    start = STYLES[settings.style].resolved(settings).fixed_start
    if settings.end == "farthest" and start is None:
        inside = reference.distances(maze, settings.size, draft.root)
        return max(max(reference.distances(maze, settings.size, one).values()) for one in inside)
    end = start if settings.end == "farthest" else draft.leaves[settings.end == "deepest"]
    assert end is not None
    moves = reference.distances(maze, settings.size, end)
    return max(moves.values()) if start in {None, end} else moves[start]


def lengths_of_attempts(settings: Settings) -> list[int]:
    """Return the lengths that all attempts have, each measured by the plain reference."""
    random = Random(settings.seed)
    return [length_of_attempt(settings, attempts.draft_of(settings, random)) for _ in range(settings.attempts)]


@given(SMALL, draw.integers(0, 40))
def test_the_first_attempt_long_enough_is_taken(settings: Settings, wanted: int) -> None:
    x, y, z = settings.size
    settings = replace(settings, minimum_length=min(wanted, x * y * z - 1))
    lengths = lengths_of_attempts(settings)
    too_short = next((n for n, length in enumerate(lengths) if length >= settings.minimum_length), FEW)
    reported, found = attempts.run(settings)
    assert [(progress.attempt, progress.attempts, progress.share) for progress in reported] == [
        (n + 1, FEW, (n + 1) / FEW) for n in range(too_short)
    ]
    assert [progress.best.measures.length if progress.best else 0 for progress in reported] == [
        max(lengths[: n + 1]) for n in range(too_short)
    ]
    if too_short == FEW:
        assert isinstance(found, NotFoundError)
        assert found.best is reported[-1].best
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
        assert generate(replace(settings, minimum_length=longest)).measures.length == longest
        return
    reported, error = attempts.run(replace(settings, minimum_length=longest + 1))
    assert isinstance(error, NotFoundError)
    moves = "1 move" if longest == 1 else f"{longest} moves"
    assert re.search(
        rf"^Minimum length is {longest + 1}: the best puzzle has {moves}\. .*\b{FEW} attempts\b", str(error)
    )
    assert error.best is not None
    assert error.best.measures.length == longest
    assert reported[-1].best == error.best
    assert generate(replace(settings, minimum_length=longest)).measures.length == longest


def test_generate_raises_what_the_steps_raise() -> None:
    settings = Settings(size=(3, 3, 3), minimum_length=26, attempts=3)
    longest = max(lengths_of_attempts(settings))
    assert longest < 26
    with pytest.raises(NotFoundError, match=f"is 26: the best puzzle has {longest} moves.* 3 attempts") as raised:
        generate(settings)
    assert raised.value.best is not None
    assert raised.value.best.measures.length == longest
