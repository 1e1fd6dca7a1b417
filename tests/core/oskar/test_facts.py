# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures as lines for people."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puzzle_cubes.oskar.facts import MEASURE_LINES, rounded_moves
from puzzle_cubes.oskar.generating import generate
from puzzle_cubes.oskar.generators import settings_with
from puzzle_cubes.oskar.making.puzzle import Puzzle
from tests.core.oskar.maze.test_loops import puzzle_with_loop
from tests.core.oskar.original_cube import original_cube


def lines_of(puzzle: Puzzle) -> dict[str, str]:
    """Return the lines of a puzzle by their labels, those without a text left out."""
    return {line.label: line.text(puzzle) for line in MEASURE_LINES if line.text(puzzle)}


@pytest.mark.parametrize(
    ("moves", "text"),
    [
        (0.0, "0 moves"),
        (64.4, "64 moves"),
        (431.0, "431 moves"),
        (1049.6, "1,050 moves"),
        (27407662.2, "27,400,000 moves"),
    ],
)
def test_expected_moves_are_shown_in_the_digits_that_mean_something(moves: float, text: str) -> None:
    assert rounded_moves(moves) == text


def test_the_lines_of_the_original_cube() -> None:
    lines = lines_of(original_cube())
    measures = original_cube().measures
    assert lines == {
        "Style": "From a file",
        "Seed": "Unknown",
        "Looks 0 Ahead": "238 moves",
        "Looks 1 Ahead": "161 moves",
        "Looks 2 Ahead": "89 moves",
        "Looks 3 Ahead": "75 moves",
        "No Memory": "1 x the original",
        "Length": "45 moves",
        "Straight Moves": "36",
        "Turns": "35",
        "Decisions": "14",
        "Dead Ends": "20",
        "Alcoves": f"{measures.alcoves}, {measures.alcove_length:.1f} long",
        "Forward": f"{measures.forward_dead_ends}, {measures.forward_length:.1f} long",
        "Backward": f"{measures.backward_dead_ends}, {measures.backward_length:.1f} long",
        "Reachable": "103 of 125",
        "Corners": "8 of 8",
        "Regions": "15, the largest 103",
    }
    # Each has room beside its label in the sidebar.
    assert max(len(text) for text in lines.values()) <= 20
    assert measures.alcoves + measures.forward_dead_ends + measures.backward_dead_ends == 20


def test_how_a_puzzle_was_made() -> None:
    puzzle = generate(settings_with(size=(3, 4, 1), seed=7))
    assert (lines_of(puzzle)["Style"], lines_of(puzzle)["Seed"]) == ("Classic", "7")
    lines = lines_of(replace(puzzle, settings=None))
    assert (lines["Style"], lines["Seed"]) == ("From a file", "Unknown")


def test_loops_are_named_where_there_are_any() -> None:
    lines = lines_of(puzzle_with_loop())
    assert lines["Loops"] == "1"
    assert int(lines["Shortest Ways"]) >= 1
