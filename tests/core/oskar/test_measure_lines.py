# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures as lines for people."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.oskar.generate import generate
from core.oskar.generators import settings_with
from core.oskar.measure_lines import MEASURE_LINES, power_of_two


@pytest.mark.parametrize(
    ("bits", "text"),
    [(0.0, "1"), (6.0, "64"), (13.2, "9,400"), (20.0, "1,000,000"), (99.0, "10^30")],
)
def test_odds_are_shown_as_one_reads_them(bits: float, text: str) -> None:
    assert power_of_two(bits) == text


def test_the_lines_of_a_puzzle_are_those_of_its_measures() -> None:
    puzzle = generate(settings_with(size=(3, 4, 1), seed=7))
    found = puzzle.measures
    assert {line.name: line.text(puzzle) for line in MEASURE_LINES} == {
        "made": "Classic",
        "seed": "7",
        "length": f"{found.length} moves",
        "straight_moves": str(found.straight_moves),
        "decisions": str(found.decisions),
        "bits": f"1 in {power_of_two(found.bits)}",
        "dead_ends": str(found.dead_ends),
        "reachable": f"{found.reachable} of 12",
        "corners": f"{found.corners} of 4",
        "loops": str(found.loops),
        "components": f"{found.components}, the largest {found.largest_component}",
    }


def test_a_puzzle_whose_settings_are_unknown_says_so() -> None:
    puzzle = replace(generate(settings_with(size=(3, 3, 3), seed=7)), settings=None)
    lines = {line.name: line.text(puzzle) for line in MEASURE_LINES}
    assert (lines["made"], lines["seed"]) == ("From a file", "Unknown")
