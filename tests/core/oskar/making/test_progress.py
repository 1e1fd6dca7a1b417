# SPDX-License-Identifier: GPL-3.0-or-later
"""While a puzzle is made, its progress only goes forward, and the best so far only gets better."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import settings as run_with
from hypothesis import strategies as draw

from puzzle_cubes.kind.kind import NotFoundError, Progress
from puzzle_cubes.oskar.generators import STYLES, settings_with
from puzzle_cubes.oskar.kind.kind import OSKAR
from puzzle_cubes.oskar.kind.making import generate
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.making.settings import Settings
from tests.core.oskar import strategies
from tests.core.oskar.making import attempts

ATTEMPTS = 4
NOT_SEARCHED = [name for name, style in STYLES.items() if not style.searched]


def run_with_many_pauses(settings: Settings) -> tuple[list[Progress[Puzzle]], Puzzle | NotFoundError]:
    """Make a puzzle with a pause after every few positions, as in a box far larger."""
    with pytest.MonkeyPatch.context() as patch:
        module = import_module(f"puzzle_cubes.oskar.generators.{settings.style}")
        # The pauses of others do not depend on how much has grown.
        if hasattr(module, "POSITIONS_BETWEEN_PAUSES"):
            patch.setattr(module, "POSITIONS_BETWEEN_PAUSES", 4)
        return attempts.run(settings)


@pytest.mark.parametrize("style", NOT_SEARCHED)
@given(data=draw.data())
@run_with(max_examples=12)
def test_shares_and_attempts_never_fall(style: str, data: draw.DataObject) -> None:
    settings = data.draw(strategies.all_settings(5, [style]))
    x, y, z = settings.size
    settings = replace(settings, attempts=ATTEMPTS, minimum_length=x * y * z - 1)
    reported, found = run_with_many_pauses(settings)
    shares = [progress.share for progress in reported]
    assert shares == sorted(shares)
    assert all(0 <= share <= 1 for share in shares)
    for progress in reported:
        assert (progress.attempt - 1) / ATTEMPTS <= progress.share <= progress.attempt / ATTEMPTS
        assert progress.attempts == ATTEMPTS
    # Every attempt that was not enough has been reported.
    tried = [attempt for attempt, _ in groupby(reported, key=lambda progress: progress.attempt)]
    assert tried == list(range(1, len(tried) + 1))
    if isinstance(found, NotFoundError):
        assert len(tried) == ATTEMPTS
        assert shares[-1] == 1
        assert reported[-1].best is found.best


@pytest.mark.parametrize("style", NOT_SEARCHED)
@given(data=draw.data())
@run_with(max_examples=12)
def test_the_best_so_far_only_gets_longer_and_is_never_enough(style: str, data: draw.DataObject) -> None:
    settings = data.draw(strategies.all_settings(4, [style]))
    x, y, z = settings.size
    settings = replace(settings, attempts=ATTEMPTS, minimum_length=x * y * z - 1)
    reported, found = run_with_many_pauses(settings)
    lengths = [progress.best.measures.length if progress.best else 0 for progress in reported]
    assert lengths == sorted(lengths)
    assert all(length < settings.minimum_length for length in lengths)
    if isinstance(found, Puzzle):
        assert found.measures.length >= settings.minimum_length


@pytest.mark.parametrize("style", NOT_SEARCHED)
def test_a_large_box_makes_pauses(style: str) -> None:
    reported, _ = run_with_many_pauses(Settings(size=(6, 6, 6), style=style, attempts=1))
    grows = hasattr(import_module(f"puzzle_cubes.oskar.generators.{style}"), "POSITIONS_BETWEEN_PAUSES")
    assert len(reported) >= (10 if grows else 1)
    assert all(progress.best is None for progress in reported)


def test_wrong_settings_are_refused_before_the_first_step() -> None:
    with pytest.raises(ValueError, match="Seed is -1"):
        OSKAR.in_steps(OSKAR.defaults | {"seed": -1})
    with pytest.raises(ValueError, match="Style is 'baroque'"):
        OSKAR.in_steps(OSKAR.defaults | {"style": "baroque"})


@pytest.mark.parametrize("style", STYLES)
def test_steps_and_the_whole_make_the_same(style: str) -> None:
    settings = settings_with(size=(4, 4, 3), style=style, effort=200)
    assert attempts.run(settings)[1] == generate(settings)
