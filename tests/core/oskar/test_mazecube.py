# SPDX-License-Identifier: GPL-3.0-or-later
"""The text of MazeCubeGenerator: read as that program meant it, written so that it reads it, and never trusted."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import settings as run_with
from hypothesis import strategies as draw

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.oskar.generating import generate
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.making.settings import Settings
from puzzle_cubes.oskar.puzzle_texts import BLOCK, puzzle_from_mazecube, puzzle_to_mazecube
from tests.core.oskar import strategies
from tests.core.packing.files.damages import damaged, read_or_refuse

SAMPLES = {file.stem: file.read_text() for file in (Path(__file__).parent / "mazecube").glob("*.txt")}
"""Files that MazeCubeGenerator wrote."""

# Length, straight moves, decisions, bits, dead ends, reachable, corners and loops, found independently.
MEASURES = {
    "mazecube_3x3x3": (14, 14, 6, 6.0, 6, 27, 8, 0),
    "mazecube_5x5x5": (62, 49, 18, 18.0, 20, 106, 7, 0),
    "mazecube_8x8x8": (99, 73, 28, 29.17, 57, 261, 6, 0),
}


@pytest.mark.parametrize("name", MEASURES)
def test_samples_have_the_measures_that_others_found(name: str) -> None:
    puzzle = puzzle_from_mazecube(SAMPLES[name])
    measures = puzzle.measures
    assert puzzle.flaws == ()
    assert MEASURES[name] == (
        measures.length,
        measures.straight_moves,
        measures.decisions,
        round(measures.bits, 2),
        measures.dead_ends,
        measures.reachable,
        measures.corners,
        measures.loops,
    )


@pytest.mark.parametrize("name", MEASURES)
def test_samples_are_written_again_letter_by_letter(name: str) -> None:
    assert puzzle_to_mazecube(puzzle_from_mazecube(SAMPLES[name])) == SAMPLES[name]


@given(strategies.puzzles(5))
def test_what_is_written_is_read_back(puzzle: Puzzle) -> None:
    text = puzzle_to_mazecube(puzzle)
    read_back = puzzle_from_mazecube(text)
    assert read_back == replace(puzzle, settings=None)
    assert puzzle_to_mazecube(read_back) == text


@given(strategies.puzzles(5))
def test_without_a_solution_the_marks_tell_start_and_end(puzzle: Puzzle) -> None:
    lines = puzzle_to_mazecube(puzzle).splitlines()
    without = "\n".join([*lines[: -2 - 2 * puzzle.measures.length], "0"])
    assert puzzle_from_mazecube(without) == replace(puzzle, settings=None)
    # Others end with the faces.
    assert puzzle_from_mazecube(without.removesuffix("0")) == replace(puzzle, settings=None)


@pytest.mark.parametrize(
    ("line", "damaged", "sentence"),
    [
        (1, "4 6", "line 1: only mazes of three dimensions"),
        (1, "3", "line 1: dimensions and faces must have 2 values, not 1"),
        (2, "7 7 8", "line 2: each size must be odd"),
        (2, "7 7 99999", "line 2: each size must be odd, from 3 to 201"),
        (2, "7 7 -7", "line 2: the sizes must be whole numbers"),
        (2, "7 7 9" * 30, "line 2: the sizes must have 3 values"),
        (3, "7 9", "line 3: face XY must have 7 columns and 7 rows"),
        (5, "1 0 1 X 0 0 1", "line 5: 'X' is not a square"),
        (5, "1 0 1 E 0 0", "line 5: a row of face XY must have 7 values, not 6"),
        (5, "0 0 1 E 0 0 1", "line 3: the border of face XY"),
        (5, "1 1 1 E 0 0 1", "face XY from line 3: The square at column 0, row 0 is a cell"),
        (6, "1 0 0 1 1 0 1", "face XY from line 3: The square at column 1, row 1 is a post"),
        (5, "1 E 1 E 0 0 1", "line 5: the mark E of face XY must stand once"),
        (27, "30", "line 27: the number of positions must be odd"),
        (27, "31", "line 57: a position of the solution must have 3 values"),
        (28, "9 1 5", r"line 28: the position \[9, 1, 5\] lies outside"),
        (29, "5 1 5", r"line 29: the position \[5, 1, 5\] is not a step"),
        (28, "three 1 5", "line 28: a position of the solution must be whole numbers"),
        (28, "9999999999999999999 1 5", "line 28: a position of the solution must be whole numbers"),
    ],
)
def test_damage_is_named_with_its_line(line: int, damaged: str, sentence: str) -> None:
    lines = SAMPLES["mazecube_3x3x3"].splitlines()
    lines[line - 1] = damaged
    with pytest.raises(InputError, match=sentence):
        puzzle_from_mazecube("\n".join(lines))


def test_a_solution_that_no_box_of_its_size_has_room_for_is_refused_before_it_is_read() -> None:
    text = puzzle_to_mazecube(generate(Settings(size=(2, 1, 1))))
    assert len(puzzle_from_mazecube(text).solution) == 2
    long = text.replace("\n3\n", "\n6666601\n") + "1 1 1 \n2 1 1 \n" * 1_000_000
    with pytest.raises(InputError, match=r"line 15: the solution has 6,666,601 positions, and no way .* over 3\."):
        puzzle_from_mazecube(long)


@pytest.mark.parametrize(
    ("damaged", "sentence"),
    [
        (lambda text: text + "\n \n" * 1_000_000 + "7", "line 2000057: nothing may follow the solution"),
        (lambda text: text.replace("\n", " ") * 10_000, "line 1: a line has at most 10,000 characters"),
        (lambda _: "3 3 \n" + "7 " * 4_000_000, "line 2: a line has at most 10,000 characters"),
    ],
    ids=["blanks", "no lines", "many words"],
)
def test_a_long_text_takes_no_more_memory_than_itself(damaged: Callable[[str], str], sentence: str) -> None:
    text = damaged(SAMPLES["mazecube_3x3x3"])
    tracemalloc.start()
    try:
        with pytest.raises(InputError, match=sentence):
            puzzle_from_mazecube(text)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 1.5 * len(text)


@pytest.fixture(scope="module")
def long_text() -> str:
    """Return a text with so long a solution that it is read in several blocks."""
    return puzzle_to_mazecube(generate(Settings((44, 44, 44), style="serpentine")))


def test_a_long_solution_is_read_however_its_lines_are_written(long_text: str) -> None:
    puzzle = puzzle_from_mazecube(long_text)
    assert len(long_text) > 1.5 * BLOCK
    assert len(puzzle.solution) == 44**3
    assert puzzle_from_mazecube(long_text.replace("\n", "\r\n")) == puzzle
    assert puzzle_from_mazecube(long_text.rstrip()) == puzzle
    lines = long_text.splitlines()
    for number in range(len(lines) // 3, len(lines), 20_000):
        lines[number] = "\t" + lines[number].replace(" ", "  ")
    assert puzzle_from_mazecube("\n".join(lines)) == puzzle


@pytest.mark.thorough
@pytest.mark.parametrize("share", [0.4, 0.9, 1.0])
@pytest.mark.parametrize(
    ("damaged", "sentence"),
    [
        ("9 9", "must have 3 values, not 2"),
        ("9 9 9 9", "must have 3 values, not 4"),
        ("0 9 9", "lies outside"),
        ("9 9 99", "lies outside"),
        ("87 87 9", "is not a step from the one before"),
        ("87 87 1²", "must be whole numbers"),
    ],
)
def test_damage_far_into_a_long_solution_is_named_with_its_line(
    long_text: str, share: float, damaged: str, sentence: str
) -> None:
    lines = long_text.splitlines()
    number = round(share * len(lines))
    lines[number - 1] = damaged
    with pytest.raises(InputError, match=rf"line {number}: .*{sentence}"):
        puzzle_from_mazecube("\n".join(lines) + "\n")


def test_a_long_solution_must_have_as_many_lines_as_it_says(long_text: str) -> None:
    lines = long_text.splitlines()
    with pytest.raises(InputError, match=rf"line {len(lines) + 1}: nothing may follow"):
        puzzle_from_mazecube(long_text + lines[-1])
    with pytest.raises(InputError, match=rf"line {len(lines)}: a position of the solution must have 3 values, not 0"):
        puzzle_from_mazecube("\n".join(lines[:-1]) + "\n")


def test_a_solution_through_a_wall_is_refused() -> None:
    # A wall is put where the solution goes along x from its first cell.
    lines = SAMPLES["mazecube_3x3x3"].splitlines()
    assert lines[4] == "1 0 1 E 0 0 1 "
    lines[4] = "1 0 1 E 1 0 1 "
    with pytest.raises(InputError, match="which the faces forbid"):
        puzzle_from_mazecube("\n".join(lines))


@pytest.mark.parametrize("name", sorted(SAMPLES))
@given(data=draw.data())
@run_with(max_examples=30)
def test_damage_of_any_kind_gets_a_sentence(name: str, data: draw.DataObject) -> None:
    text = data.draw(damaged(SAMPLES[name], "0123456789ESX -\n"))
    puzzle = read_or_refuse(lambda: puzzle_from_mazecube(text))
    # What was damaged did not matter, or makes another puzzle that holds together.
    assert puzzle is None or puzzle.solution[-1] == puzzle.end
