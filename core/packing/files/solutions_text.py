# SPDX-License-Identifier: GPL-3.0-or-later
"""Solutions as text for people: pictures of the layers, with a letter for each piece."""

from __future__ import annotations

from ...common.words import counted
from ...polycubes.puzzle import PolycubePuzzle
from ...polycubes.terms.cells import Cell
from ...polycubes.terms.found import Solution
from ...polycubes.terms.piece import letters


def solutions_text(puzzle: PolycubePuzzle) -> str:
    """Return all solutions that are known, the layers from below side by side, each seen from above."""
    found = puzzle.found
    counts = found.counts
    so_far = "" if found.is_complete else f" so far, with {found.share:.1%} of the search done"
    total = counted(counts.total, "solution", grouped=True)
    others = f"{counts.up_to_rotation:,} up to rotation, {counts.up_to_reflection:,} up to rotation and reflection"
    lines = [
        f"{puzzle.name or 'A puzzle'}: {total} in all, {others}{so_far}.",
        "Layers from below, each seen from above: X to the right, Y up. A letter is a piece, a dot is no cell.",
    ]
    for number, solution in enumerate(found.solutions, 1):
        lines += ["", f"Solution {number}", *_picture(puzzle, solution)]
    return "\n".join(lines) + "\n"


def layers(puzzle: PolycubePuzzle, solution: Solution) -> list[list[list[str]]]:
    """Return the names of the pieces in the layers from below: each has rows from the back to the front, along x."""
    names = letters()
    name_of = [next(names) for _ in puzzle.pieces]
    shown: dict[Cell, str] = {}
    for cells, piece in zip(puzzle.blocks_of(solution), puzzle.pieces_of(solution), strict=True):
        shown |= dict.fromkeys(cells, name_of[piece] if piece >= 0 else "?")
    width, depth, height = puzzle.goal.size
    return [[[shown.get((x, y, z), ".") for x in range(width)] for y in reversed(range(depth))] for z in range(height)]


def _picture(puzzle: PolycubePuzzle, solution: Solution) -> list[str]:
    """Return the lines of a solution: a row of cells for each y, of all layers."""
    found = layers(puzzle, solution)
    width = max(len(name) for layer in found for row in layer for name in row)
    return [
        "   ".join(" ".join(name.ljust(width) for name in row) for row in rows).rstrip()
        for rows in zip(*found, strict=True)
    ]
