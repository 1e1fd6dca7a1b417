# SPDX-License-Identifier: GPL-3.0-or-later
"""A piece as a line of text, as puzzlecad has it: ``xxx|.x.`` has a cell for each x and none for each dot.

The letters of a row go along x, rows are divided by ``|`` and go along y, and layers by commas and go upward. Spaces,
quotes and brackets are passed over, so that what stands in a program of puzzlecad can be pasted. A goal may have a
``+`` where a cell may stay empty.
"""

from __future__ import annotations

from collections.abc import Collection

from ...common.errors import InputError
from ...common.words import shortened
from ...polycubes.terms.cells import Cell, Cells, extent, lowest_corner
from ...polycubes.terms.goal import Goal

FILLED, OPTIONAL, EMPTY = "x", "+", "."
ROW, LAYER = "|", ","

PASSED_OVER = " \t\"'[]"

LARGEST_LINE = 100_000
"""Letters; what is far apart has many dots between."""


def line_of_cells(cells: Collection[Cell], optional: Collection[Cell] = ()) -> str:
    """Return the line of cells, wherever they are, and of optional ones; raises InputError for one that is too long."""
    everything = {*cells, *optional}
    width, depth, height = extent(everything)
    if (width + 1) * depth * height > LARGEST_LINE:
        raise InputError(f"The cells are too far apart for a line of text: it has at most {LARGEST_LINE:,} letters.")
    x, y, z = lowest_corner(everything)
    letters = dict.fromkeys(cells, FILLED) | dict.fromkeys(optional, OPTIONAL)
    return LAYER.join(
        ROW.join(
            "".join(letters.get((x + along, y + across, z + up), EMPTY) for along in range(width))
            for across in range(depth)
        )
        for up in range(height)
    )


def line_of_goal(goal: Goal) -> str:
    """Return the line of a goal; raises InputError as ``line_of_cells`` does."""
    return line_of_cells(goal.filled, goal.optional)


def cells_of_line(line: str) -> Cells:
    """Read the cells of a piece; raises InputError for anything that is none."""
    filled, _ = _read(line, FILLED)
    if not filled:
        raise InputError(f"The line {shortened(line)} has no cell: each is an x.")
    return filled


def goal_of_line(line: str) -> Goal:
    """Read a goal; raises InputError for anything that is none."""
    filled, optional = _read(line, FILLED + OPTIONAL)
    return Goal.of(filled, optional)


def _read(line: str, known: str) -> tuple[Cells, Cells]:
    """Return the cells with an x, and those with a plus."""
    if len(line) > LARGEST_LINE:
        raise InputError(f"The line has {len(line):,} letters: at most {LARGEST_LINE:,} are read.")
    text = "".join(letter for letter in line.lower() if letter not in PASSED_OVER).rstrip(LAYER)
    if wrong := next((letter for letter in text if letter not in known + EMPTY + ROW + LAYER), ""):
        raise InputError(f"A line has {shortened(wrong)}: it may have {' '.join(known)} . | and commas only.")
    letters = [
        ((x, y, z), letter)
        for z, layer in enumerate(text.split(LAYER))
        for y, row in enumerate(layer.split(ROW))
        for x, letter in enumerate(row)
    ]
    filled, optional = (tuple(cell for cell, letter in letters if letter == kind) for kind in (FILLED, OPTIONAL))
    return filled, optional
