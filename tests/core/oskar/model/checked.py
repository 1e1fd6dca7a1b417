# SPDX-License-Identifier: GPL-3.0-or-later
"""The lines of a check, and a puzzle with a fault to be found."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from puzzle_cubes.oskar.generating import generate
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.making.settings import Settings
from puzzle_cubes.oskar.maze.faces import Face
from puzzle_cubes.oskar.model.checks import check_puzzle
from puzzle_cubes.oskar.model.dimensions import Dimensions
from puzzle_cubes.printing.checks import Check, Report
from puzzle_cubes.printing.printer import Printer

PUZZLE = generate(Settings((4, 4, 4), seed=1))
SMALL = generate(Settings((2, 2, 2), seed=1))


@lru_cache
def reported(puzzle: Puzzle, dimensions: Dimensions, printer: Printer, as_kit: bool) -> Report:
    """Return all of a puzzle's checks, which are made once for all their lines."""
    return check_puzzle(puzzle, dimensions, printer, as_kit=as_kit)


def check(
    name: str,
    puzzle: Puzzle = PUZZLE,
    dimensions: Dimensions | None = None,
    printer: Printer | None = None,
    *,
    as_kit: bool = False,
) -> Check:
    """Return one line of a puzzle's checks."""
    report = reported(puzzle, dimensions or Dimensions(), printer or Printer(), as_kit)
    (check_line,) = (line for line in report.checks if line.name == name)
    assert check_line.sentence.endswith(".")
    return check_line


def with_floating_wall() -> Puzzle:
    """Return a puzzle whose face XY has a passage too many, so that a wall is cut off from the frame."""
    xy, xz, yz = PUZZLE.faces
    joined = Face(xy.shape, xy.first | 0b111, xy.second | 0b1001)
    joined = Face(joined.shape, joined.first | 0b111 << 12, joined.second | 0b1001 << 4 | 0b1001 << 8)
    return replace(PUZZLE, faces=(joined, xz, yz), settings=None)
