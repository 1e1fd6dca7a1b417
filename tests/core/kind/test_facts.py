# SPDX-License-Identifier: GPL-3.0-or-later
"""A search says how far it is, how long it will go on and how good its best is, and its curve rises with that."""

from __future__ import annotations

import re
from contextlib import suppress
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as draw

from puzzle_cubes.kind.facts import Progress, ProgressCurve, progress_words, time_left
from puzzle_cubes.kind.kind import AnyKind, NotFoundError
from puzzle_cubes.kinds import KINDS

UNITS = {"s": 1, "min": 60, "h": 3600}


@pytest.mark.parametrize(
    ("share", "seconds", "text"),
    [
        (0.5, 8.2, "about 8 s"),
        (0.99, 5.0, "about 1 s"),
        (0.5, 23.0, "about 25 s"),
        (0.5, 58.0, "about 1 min"),
        (0.25, 40.0, "about 2 min"),
        (0.5, 89 * 60.0, "about 89 min"),
        (0.5, 90 * 60.0, "about 2 h"),
        (0.001, 1.2, "about 20 min"),
        (0.02, 0.1, "about 5 s"),
    ],
)
def test_the_time_left_is_said_in_a_fitting_unit(share: float, seconds: float, text: str) -> None:
    assert time_left(share, seconds) == text


@pytest.mark.parametrize(("share", "seconds"), [(0.0, 0.0), (0.0, 60.0), (0.019, 0.9), (1.0, 8.0)])
def test_nothing_is_said_before_it_can_be_known_and_at_the_end(share: float, seconds: float) -> None:
    assert time_left(share, seconds) == ""


@given(draw.floats(0.02, 0.999), draw.floats(0.01, 1e6))
def test_the_time_left_is_that_of_a_search_of_even_speed(share: float, seconds: float) -> None:
    left = seconds / share - seconds
    assume(left >= 1)
    match = re.fullmatch(r"about ([\d,]+) (s|min|h)", time_left(share, seconds))
    assert match
    said = int(match[1].replace(",", "")) * UNITS[match[2]]
    assert said == pytest.approx(left, rel=1 / 3)


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_all_that_is_known_stands_in_one_line(kind: AnyKind) -> None:
    puzzle = kind.make(kind.defaults)
    text = progress_words(kind, Progress(3, 1000, 0.25, puzzle), 2.0)
    assert text == f"25%, about 6 s left, attempt 3 of 1,000, best so far {kind.brief(puzzle).replace(' so far', '')}"
    assert text.count("so far") == 1
    assert progress_words(kind, Progress(1, 1, 0.0, None), 0.1) == progress_words(kind, None, 0.1) == "0%"


def noted(*worths: float | None) -> ProgressCurve:
    """Return a curve of what was noted, one a second from the first on."""
    curve = ProgressCurve()
    for second, worth in enumerate(worths):
        curve.note(worth, second)
    return curve


def test_only_what_is_better_is_noted() -> None:
    curve = ProgressCurve()
    assert [curve.note(worth, 0.0) for worth in (None, 1.0, 1.0, 0.5, 1.5)] == [False, True, False, False, True]
    assert noted(None, None).points(2.0) == []
    assert noted(None, None).words(2.0) == ""


def test_the_rises_are_where_and_as_high_as_they_were() -> None:
    assert noted(10.0, 10.0, 15.0, 15.0, 20.0).points(8.0) == [
        (0.0, 0.0),
        (0.25, 0.0),
        (0.25, 0.5),
        (0.5, 0.5),
        (0.5, 1.0),
        (1.0, 1.0),
    ]


def test_the_rise_of_the_beginning_does_not_hide_the_others() -> None:
    curve = noted(-300.0, 10.0, 15.0, 20.0)
    assert {height for _, height in curve.points(15.0)} == {0.0, 0.5, 1.0}


@pytest.mark.parametrize(
    ("seconds", "words"), [(4.0, "Getting better"), (7.0, "No better for 4 s"), (184.0, "No better for 3 min")]
)
def test_it_is_said_how_long_nothing_better_was_found(seconds: float, words: str) -> None:
    assert noted(None, 1.0, 1.0, 2.0).words(seconds) == words
    assert noted(2.0).words(seconds - 3) == words.replace("Getting better", "")


@given(draw.lists(draw.floats(-1e9, 1e9), min_size=1), draw.floats(0.0, 1e6))
def test_a_curve_runs_from_left_to_right_and_never_falls(worths: list[float], more: float) -> None:
    points = noted(*worths).points(len(worths) - 1 + more)
    assert points[0][0] == 0.0
    assert points[-1] == (1.0, 1.0)
    assert all(point[0] <= next_point[0] and point[1] <= next_point[1] for point, next_point in pairwise(points))
    assert all(0 <= number <= 1 for point in points for number in point)


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        ("oskar", {"style": "hard", "size": (3, 3, 3), "effort": 1000}),
        ("oskar", {"style": "hard", "size": (3, 3, 3), "effort": 25_000, "sturdy": True}),
        ("oskar", {"style": "longest", "size": (4, 4, 4), "effort": 2000}),
        ("oskar", {"style": "longest", "size": (3, 4, 3), "effort": 1000, "start": (1, 1, 2), "seed": 3}),
        ("oskar", {"style": "prim", "size": (4, 4, 4), "minimum_length": 45, "attempts": 200}),
        ("packing", {"puzzle": "soma"}),
        ("packing", {"puzzle": "design", "designs": 5}),
    ],
)
def test_a_search_says_how_good_its_best_is_which_rises_and_never_falls(kind: str, values: dict[str, Any]) -> None:
    making = KINDS[kind]
    reported: list[Any] = []
    with suppress(NotFoundError):
        making.make(making.defaults | values, reported.append)
    worths = [progress.worth for progress in reported if progress.best is not None]
    assert None not in worths
    assert len(set(worths)) > 1
    assert worths == sorted(worths)


def test_a_search_that_goes_on_says_it_too() -> None:
    making = KINDS["oskar"]
    puzzle = making.make(making.defaults | {"style": "hard", "size": (5, 5, 5), "effort": 300})
    worths = [progress.worth for progress in making.search_on(puzzle, 1) if progress.worth is not None]
    assert len(set(worths)) > 1
    assert worths == sorted(worths)
