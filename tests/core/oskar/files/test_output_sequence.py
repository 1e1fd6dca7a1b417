# SPDX-License-Identifier: GPL-3.0-or-later
"""The text of the solution can be followed, in inflated coordinates, in cells and in words."""

from __future__ import annotations

import re
from itertools import pairwise

from hypothesis import given

from puzzle_cubes.oskar.files.puzzle_json import output_sequence
from puzzle_cubes.oskar.making.puzzle import Puzzle
from tests.core.oskar import reference, strategies

Path = list[tuple[int, ...]]


def paragraphs(text: str) -> list[list[str]]:
    """Return the lines of each paragraph."""
    return [paragraph.splitlines() for paragraph in text.rstrip("\n").split("\n\n")]


def triple(line: str) -> tuple[int, ...]:
    """Read a position at the end of a line."""
    found = re.search(r"\((\d+), (\d+), (\d+)\)$", line)
    assert found
    return tuple(map(int, found.groups()))


def path_under(text: str, heading: str) -> Path:
    """Read the positions of the paragraph with a heading."""
    lines = next(paragraph for paragraph in paragraphs(text) if paragraph[0].startswith(heading))
    return [triple(line) for line in lines[1:]]


@given(strategies.puzzles(8))
def test_the_head_tells_size_steps_start_and_end(puzzle: Puzzle) -> None:
    title, steps, start, end = paragraphs(output_sequence(puzzle))[0]
    assert title.endswith("x".join(map(str, puzzle.size)))
    distances = reference.distances(reference.maze_of(puzzle), puzzle.size, puzzle.start)
    assert steps == f"Steps: {distances[puzzle.end]}"
    assert start.startswith("Start: ")
    assert triple(start) == puzzle.start
    assert end.startswith("End: ")
    assert triple(end) == puzzle.end


@given(strategies.puzzles(8))
def test_cells_are_a_legal_way(puzzle: Puzzle) -> None:
    cells = path_under(output_sequence(puzzle), "Cells")
    assert (cells[0], cells[-1]) == (puzzle.start, puzzle.end)
    maze = reference.maze_of(puzzle)
    for (x, y, z), there in pairwise(cells):
        assert there in reference.neighbors(maze, puzzle.size, (x, y, z))


@given(strategies.puzzles(8))
def test_inflated_coordinates_are_the_cells_and_the_squares_between(puzzle: Puzzle) -> None:
    text = output_sequence(puzzle)
    inflated, cells = path_under(text, "Inflated"), path_under(text, "Cells")
    assert inflated[::2] == [(2 * x, 2 * y, 2 * z) for x, y, z in cells]
    assert len(inflated) == 2 * len(cells) - 1
    maze = reference.maze_of(puzzle)
    for here, there in pairwise(inflated):
        assert sorted(abs(a - b) for a, b in zip(here, there, strict=True)) == [0, 0, 1]
    for square in inflated:
        assert all((square[first], square[second]) in maze[first, second] for first, second in reference.FACES.values())


@given(strategies.puzzles(8))
def test_moves_in_words_lead_along_the_cells(puzzle: Puzzle) -> None:
    text = output_sequence(puzzle)
    heading, *moves = paragraphs(text)[-1]
    assert heading == f"Moves ({len(moves)}):"
    path = [puzzle.start]
    for move in moves:
        direction, axis, cells = re.fullmatch(r"([+-])([xyz]) ([1-9]\d*)", move).groups()  # type: ignore[union-attr]
        for _ in range(int(cells)):
            here = list(path[-1])
            here["xyz".index(axis)] += 1 if direction == "+" else -1
            path.append((here[0], here[1], here[2]))
    assert path == path_under(text, "Cells")
    assert all(before[:2] != after[:2] for before, after in pairwise(moves))
    assert len(moves) == reference.count_straight_moves(path)
