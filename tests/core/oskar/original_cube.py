# SPDX-License-Identifier: GPL-3.0-or-later
"""The Oskar's Cube that was sold: its mazes, its start and its end."""

from __future__ import annotations

import json

from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.puzzle_texts import puzzle_from_json

FACES = {
    "XY": [
        ".........",
        ".#####.##",
        ".#.....#.",
        "######.#.",
        ".#...#...",
        ".###.###.",
        ".#.#.#...",
        ".#.#.#.##",
        ".........",
    ],
    "XZ": [
        ".....#...",
        ".#####.#.",
        ".#.....#.",
        ".#.#.####",
        ".#.#.#...",
        ".###.###.",
        "...#...#.",
        ".#.###.#.",
        ".#.......",
    ],
    "YZ": [
        ".......#.",
        ".#.###.#.",
        ".#.#.....",
        "##.#.####",
        ".#.#.#...",
        ".#.#.#.#.",
        "...#...#.",
        ".#####.#.",
        ".#.....#.",
    ],
}
START, END = (3, 3, 3), (2, 0, 0)


def original_cube() -> Puzzle:
    """Return the original cube."""
    values = {"format": "oskars-cube", "version": 1, "size": [5, 5, 5], "start": START, "end": END, "faces": FACES}
    return puzzle_from_json(json.dumps(values))
