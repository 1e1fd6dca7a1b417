# SPDX-License-Identifier: GPL-3.0-or-later
"""A search that takes long says how far it is and how long it will go on, as finely as can be known."""

from __future__ import annotations

import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as draw

from puzzle_cubes.kind.facts import Progress, progress_words, time_left
from puzzle_cubes.kind.kind import AnyKind
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
    assert text == f"25%, about 6 s left, attempt 3 of 1,000, best so far {kind.brief(puzzle).removesuffix(' so far')}"
    assert text.count("so far") == 1
    assert progress_words(kind, Progress(1, 1, 0.0, None), 0.1) == progress_words(kind, None, 0.1) == "0%"
