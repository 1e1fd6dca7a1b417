# SPDX-License-Identifier: GPL-3.0-or-later
"""Two puzzles of the C program MazeCubeGenerator, whose measures were found independently."""

from __future__ import annotations

import json
from dataclasses import asdict

import pytest

from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.puzzle_json import puzzle_from_json

Position = tuple[int, int, int]

THREE: dict[str, object] = {
    "size": [3, 3, 3],
    "start": [1, 0, 2],
    "end": [1, 0, 0],
    "faces": {
        "XY": [".#...", ".###.", ".#...", ".#.##", "....."],
        "XZ": [".....", ".####", ".....", ".###.", ".#..."],
        "YZ": [".....", "##.##", ".....", ".###.", ".#..."],
    },
}
FIVE: dict[str, object] = {
    "size": [5, 5, 5],
    "start": [3, 3, 3],
    "end": [3, 0, 4],
    "faces": {
        "XY": [
            ".#.....#.",
            ".###.###.",
            "...#.....",
            ".#.#.###.",
            ".#...#...",
            ".###.#.##",
            "...#.#.#.",
            "##.#.###.",
            "...#.....",
        ],
        "XZ": [
            ".....#...",
            ".#.###.#.",
            ".#.#...#.",
            ".#######.",
            ".....#...",
            "##.###.#.",
            ".#...#.#.",
            ".#.#.###.",
            "...#.....",
        ],
        "YZ": [
            ".#...#.#.",
            ".#.###.#.",
            ".........",
            ".#######.",
            ".......#.",
            ".#####.#.",
            ".#...#.#.",
            ".#.#.###.",
            ".#.#.....",
        ],
    },
}
# The solution that the program wrote for the smaller one.
SOLUTION_OF_THREE = [
    (1, 0, 2),
    (2, 0, 2),
    (2, 0, 1),
    (2, 1, 1),
    (1, 1, 1),
    (1, 2, 1),
    (0, 2, 1),
    (0, 1, 1),
    (0, 1, 0),
    (0, 2, 0),
    (1, 2, 0),
    (1, 1, 0),
    (2, 1, 0),
    (2, 0, 0),
    (1, 0, 0),
]


def read(puzzle: dict[str, object]) -> Puzzle:
    """Read a puzzle of another program through our own file format."""
    return puzzle_from_json(json.dumps({"format": "oskars-cube", "version": 1, **puzzle}))


MEASURES_OF_THREE = {
    "length": 14,
    "straight_moves": 14,
    "decisions": 6,
    "bits": 6.0,
    "dead_ends": 6,
    "reachable": 27,
    "positions": 27,
    "loops": 0,
    "corners": 8,
    "components": 1,
    "largest_component": 27,
}
MEASURES_OF_FIVE = {
    "length": 62,
    "straight_moves": 49,
    "decisions": 18,
    "bits": 18.0,
    "dead_ends": 20,
    "reachable": 106,
    "positions": 125,
    "loops": 0,
    "corners": 7,
}


@pytest.mark.parametrize(("puzzle", "measures"), [(THREE, MEASURES_OF_THREE), (FIVE, MEASURES_OF_FIVE)])
def test_measures(puzzle: dict[str, object], measures: dict[str, float]) -> None:
    assert measures.items() <= asdict(read(puzzle).measures).items()


@pytest.mark.parametrize("puzzle", [THREE, FIVE])
def test_faces_are_spanning_trees(puzzle: dict[str, object]) -> None:
    assert read(puzzle).flaws == ()


def test_solution() -> None:
    assert read(THREE).solution == SOLUTION_OF_THREE
