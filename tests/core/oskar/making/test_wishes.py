# SPDX-License-Identifier: GPL-3.0-or-later
"""Whatever is wished of whatever style: the puzzle has it, or what the best that was found lacks is said."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as run_with
from hypothesis import strategies as draw
from hypothesis.strategies import DrawFn

from puzzle_cubes.oskar.generators import STYLES
from puzzle_cubes.oskar.kind.making import generate, shortfall, unmet
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.making.settings import Settings
from tests.core.oskar import reference, strategies
from tests.core.oskar.making import attempts

ATTEMPTS = 5
MEASURES = replace(generate(Settings(size=(3, 3, 3))).measures, length=10, corners=6)
"""The measures of a puzzle of 3x3x3, with so many moves and so many corners in reach."""


@draw.composite
def wishes(draw_one: DrawFn, style: str) -> Settings:
    """Draw settings of a style with any wishes, among them such as no puzzle can meet."""
    settings = draw_one(strategies.all_settings(4, [style], 80))
    x, y, z = settings.size
    return replace(
        settings,
        attempts=ATTEMPTS,
        minimum_length=draw_one(draw.just(0) | draw.integers(0, x * y * z - 1)),
        all_corners=draw_one(draw.booleans()),
    )


def sentences_on(settings: Settings, length: int, corners: int) -> list[str]:
    """Return patterns of the sentences on all wishes that a puzzle with these measures does not meet."""
    x, y, z = settings.size
    all_corners = len({(i, j, k) for i in (0, x - 1) for j in (0, y - 1) for k in (0, z - 1)})
    patterns = []
    if length < settings.minimum_length:
        patterns.append(rf"Minimum length is {settings.minimum_length}: the best puzzle has {length} moves?\.")
    if settings.all_corners and corners < all_corners:
        patterns.append(rf"All corners should be reachable: in the best puzzle {corners} of {all_corners} are\.")
    return patterns


def lacking(settings: Settings, puzzle: Puzzle) -> list[str]:
    """Return what a puzzle lacks, measured by the plain reference."""
    maze = reference.maze_of(puzzle)
    measures = reference.measures(maze, puzzle.size, puzzle.start, puzzle.solution)
    return sentences_on(settings, int(measures["length"]), int(measures["corners"]))


@pytest.mark.parametrize("style", STYLES)
@given(data=draw.data())
def test_wishes_are_met_or_what_is_missing_is_said(style: str, data: draw.DataObject) -> None:
    settings = data.draw(wishes(style))
    reported, found = attempts.run(settings)
    if isinstance(found, Puzzle):
        assert lacking(settings, found) == []
        assert found.settings == settings
        assert found.start == (settings.fixed_start or found.start)
        return
    if found.best is None:
        assert re.fullmatch(r"Start is .*: in .* the mazes never allowed a move from there\. .*\.", str(found))
        assert STYLES[settings.style].resolved(settings).start != "best"
        return
    missing = lacking(settings, found.best)
    assert missing
    assert re.match(" ".join(missing) + " ", str(found))
    assert reported[-1].best is found.best
    assert found.best is not None
    assert found.best.settings == settings
    assert found.best.start == (settings.fixed_start or found.best.start)


@pytest.mark.thorough
@pytest.mark.parametrize("style", [name for name, style in STYLES.items() if not style.searched])
@given(data=draw.data())
@run_with(max_examples=15)
def test_the_first_attempt_that_has_all_is_taken_and_else_the_one_that_lacks_least(
    style: str, data: draw.DataObject
) -> None:
    settings = data.draw(wishes(style))
    reported, found = attempts.run(settings)
    bests = [progress.best for progress in reported if progress.best is not None]
    # With what all attempts before could offer, the wishes were not met.
    missing = [len(lacking(settings, best)) for best in bests]
    assert 0 not in missing
    assert missing == sorted(missing, reverse=True)
    puzzles = attempts_of(settings)
    enough = [puzzle for puzzle in puzzles if not lacking(settings, puzzle)]
    if isinstance(found, Puzzle):
        assert found == enough[0]
        return
    assert enough == []
    least = min((shortfall(settings, puzzle.measures) for puzzle in puzzles), default=None)
    assert found.best == next((puzzle for puzzle in puzzles if shortfall(settings, puzzle.measures) == least), None)


def attempts_of(settings: Settings) -> list[Puzzle]:
    """Return the puzzles of all attempts, each made with no wishes from where the one before has left the numbers."""
    random = Random(settings.seed)
    puzzles = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("puzzle_cubes.oskar.kind.making.Random", lambda _: random)
        for _ in range(settings.attempts):
            one = replace(settings, attempts=1, minimum_length=0, all_corners=False)
            _, found = attempts.run(one)
            if isinstance(found, Puzzle):
                puzzles.append(replace(found, settings=settings))
    return puzzles


LACKS = [
    ({}, []),
    ({"minimum_length": 10, "all_corners": False}, []),
    ({"minimum_length": 11}, ["Minimum length is 11: the best puzzle has 10 moves."]),
    ({"all_corners": True}, ["All corners should be reachable: in the best puzzle 6 of 8 are."]),
    (
        {"minimum_length": 20, "all_corners": True},
        [
            "Minimum length is 20: the best puzzle has 10 moves.",
            "All corners should be reachable: in the best puzzle 6 of 8 are.",
        ],
    ),
]


@pytest.mark.parametrize(("wished", "missing"), LACKS)
def test_what_a_puzzle_lacks_is_counted_and_said(wished: dict[str, int], missing: list[str]) -> None:
    settings = replace(Settings(size=(3, 3, 3)), **wished)  # type: ignore[arg-type]
    assert shortfall(settings, MEASURES).wishes == len(missing)
    assert (shortfall(settings, MEASURES).share > 0) == (missing != [])
    assert unmet(settings, MEASURES) == " ".join(missing)


def test_one_is_counted_without_a_plural() -> None:
    settings = Settings(size=(3, 3, 3), minimum_length=5)
    assert unmet(settings, replace(MEASURES, length=1)) == "Minimum length is 5: the best puzzle has 1 move."


@pytest.mark.parametrize(
    "better", [{"length": 11}, {"corners": 7}, {"length": 20, "corners": 0}, {"corners": 8, "length": 1}]
)
def test_to_lack_less_is_better_and_to_lack_fewer_things_is_better_still(better: dict[str, Any]) -> None:
    settings = Settings(size=(3, 3, 3), minimum_length=20, all_corners=True)
    assert shortfall(settings, replace(MEASURES, **better)) < shortfall(settings, MEASURES)


PERFECT = replace(MEASURES, length=20, corners=8)


@pytest.mark.parametrize(
    ("less", "more"),
    [
        ({"length": 10}, {"corners": 3}),
        ({"corners": 7}, {"length": 10}),
    ],
)
def test_no_wish_counts_for_more_than_another(less: dict[str, Any], more: dict[str, Any]) -> None:
    settings = Settings(size=(3, 3, 3), minimum_length=20, all_corners=True)
    assert shortfall(settings, replace(PERFECT, **less)) < shortfall(settings, replace(PERFECT, **more))


@pytest.mark.parametrize(("size", "corners"), [((3, 1, 4), 4), ((1, 1, 5), 2), ((2, 2, 2), 8)])
def test_flat_boxes_have_fewer_corners(size: reference.Triple, corners: int) -> None:
    settings = Settings(size=size, all_corners=True)
    assert shortfall(settings, replace(MEASURES, corners=corners)).wishes == 0
    assert shortfall(settings, replace(MEASURES, corners=corners - 1)).wishes == 1


@pytest.mark.parametrize(("size", "corners"), [((3, 1, 3), 4), ((1, 1, 4), 2), ((3, 3, 3), 8)])
def test_the_share_of_missing_corners_is_that_of_those_that_the_box_has(
    size: tuple[int, int, int], corners: int
) -> None:
    settings = Settings(size=size, all_corners=True)
    for reached in range(corners + 1):
        measures = replace(MEASURES, corners=reached)
        assert shortfall(settings, measures).share == pytest.approx(1 - reached / corners)
        assert shortfall(settings, measures).wishes == (reached < corners)
        assert unmet(settings, measures) == (
            ""
            if reached == corners
            else f"All corners should be reachable: in the best puzzle {reached} of {corners} are."
        )
