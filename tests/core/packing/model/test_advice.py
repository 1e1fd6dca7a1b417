# SPDX-License-Identifier: GPL-3.0-or-later
"""The advice of a check makes its line good once it is followed."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

import puzzle_cubes
from puzzle_cubes.export.puzzle import Puzzle
from puzzle_cubes.printing.checks import BAD, DOUBTFUL, GOOD, Check

ADVICE = {
    "inset": r"an Inset of ([\d.]+) mm",
    "bevel": r"a Bevel of ([\d.]+) mm",
    "tray_gap": r"give Box Gap ([\d.]+) mm",
    "cube": r"give a Cube of ([\d.]+) mm",
    "dowel": r"give Dowel ([\d.]+) mm",
    "lid_gap": r"^Lid Gap is .* give ([\d.]+) mm",
}
"""The dimensions by their names, and how a sentence advises them."""


def line(puzzle: Puzzle, name: str) -> Check:
    return lines(puzzle)[name]


def lines(puzzle: Puzzle) -> dict[str, Check]:
    return {check.name: check for check in puzzle.check().checks}


def followed(puzzle: Puzzle, sentence: str) -> Puzzle:
    matches = {name: re.search(words, sentence) for name, words in ADVICE.items()}
    changes: dict[str, Any] = {name: float(match[1]) for name, match in matches.items() if match}
    assert changes, sentence
    return replace(puzzle, dimensions=replace(puzzle.dimensions, **changes))


@pytest.mark.parametrize(
    ("name", "of_printer", "of_puzzle"),
    [
        ("soma", {"widening": 0.1}, {}),
        ("soma", {"widening": 0.15, "foot": 0.3}, {}),
        ("soma", {}, {"inset": 0.05}),
        ("soma", {}, {"bevel": 0.0}),
        ("soma", {"foot": 0.3}, {"bevel": 0.0}),
        ("soma", {}, {"lid_gap": 0.05}),
        ("soma", {}, {"tray_gap": 0.05}),
        ("bedlam", {"layer": 0.3, "nozzle": 0.6}, {"inset": 0.08, "lid_gap": 0.1}),
    ],
)
def test_advice_that_is_followed_makes_all_gaps_good(
    name: str, of_printer: dict[str, Any], of_puzzle: dict[str, Any]
) -> None:
    made = puzzle_cubes.make("packing", puzzle=name)
    puzzle = replace(
        made, printer=replace(made.printer, **of_printer), dimensions=replace(made.dimensions, **of_puzzle)
    )
    rounds, gaps = 0, ("Gap", "Tray", "Lid")
    while advice := [check for name, check in lines(puzzle).items() if name in gaps and check.level != GOOD]:
        puzzle = followed(puzzle, advice[0].sentence)
        rounds += 1
        # Of each of the three gaps something may be advised four times.
        assert rounds <= 12
    assert rounds


@pytest.mark.parametrize(
    "values",
    [
        {"cube": (18, 23, 7.3), "tray_gap": 0.31, "inset": 0.08, "widening": 0.22, "foot": 0.29},
        {"cube": (11.3, 9, 22.5), "tray_gap": 0.39, "inset": 0.06, "widening": 0.3, "foot": 0.1},
    ],
)
def test_a_box_gap_that_is_advised_is_enough_at_once_along_all_axes(values: dict[str, Any]) -> None:
    puzzle = puzzle_cubes.make("packing", puzzle="soma", **values)
    assert line(followed(puzzle, line(puzzle, "Tray").sentence), "Tray").level == GOOD


def test_no_box_gap_is_advised_in_which_pieces_fall_about() -> None:
    puzzle = puzzle_cubes.make("packing", puzzle="soma", cube=(7.5, 5, 22.4), inset=0.07, widening=0.39, foot=0.44)
    tray = line(puzzle, "Tray")
    assert tray.level == BAD
    assert tray.sentence.endswith("once printed; give a wider Inset.")


def test_pegs_are_small_and_have_a_brim_in_3mf_files() -> None:
    cut = puzzle_cubes.make("packing", puzzle="bedlam", cut=True, cube=10)
    assert [part for part in cut.parts if "peg" in part.key]
    footing = line(cut, "First Layer")
    assert (footing.level, "with a brim, as the 3MF files say" in footing.sentence) == (GOOD, True)


TINY = {"puzzle": "soma", "cube": 1.2, "nozzle": 0.6, "tray_wall": 0}


@pytest.mark.parametrize(
    ("values", "name", "level", "words"),
    [
        (TINY, "Thickness", BAD, "a nozzle of 0.6 mm needs at least 1.2 mm"),
        (TINY, "First Layer", DOUBTFUL, "with a brim"),
        ({"puzzle": "tetris", "cut": True, "cube": 6, "bevel": 0.2}, "Pegs", DOUBTFUL, ""),
        ({"puzzle": "tetris", "cut": True, "cube": 4, "bevel": 0.2}, "Pegs", BAD, ""),
        ({"puzzle": "tetris", "cut": True, "dowel": 1.75}, "Pegs", DOUBTFUL, ""),
    ],
)
def test_the_cubes_and_dowels_that_are_advised_make_the_line_good(
    values: dict[str, Any], name: str, level: str, words: str
) -> None:
    puzzle = puzzle_cubes.make("packing", **values)
    check = line(puzzle, name)
    assert check.level == level
    assert words in check.sentence
    mended = followed(puzzle, check.sentence)
    assert line(mended, name).level == GOOD


def test_cubes_are_advised_only_as_large_as_there_are() -> None:
    puzzle = puzzle_cubes.make("packing", puzzle="soma", cube=130, hollow=0.5, material="resin")
    check = line(puzzle, "Thickness")
    assert check.level == BAD
    assert "give larger cubes" in check.sentence


def test_a_stand_that_is_left_out_is_said() -> None:
    unsolved = puzzle_cubes.from_text("# Size 4 4 4\n2 0 0 0 1 0 0 0 1 0\n1 0 0 0 1 0 0\n").changed(stand=3)
    assert "Stand" not in lines(unsolved)
    assert "so the stand is left out" in line(unsolved.changed(tray_wall=0), "Stand").sentence
    assert "Stand" not in lines(puzzle_cubes.make("packing", puzzle="soma", stand=3, tray_wall=0))
