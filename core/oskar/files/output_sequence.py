# SPDX-License-Identifier: GPL-3.0-or-later
"""outputSequence.txt: the solution of a puzzle, written for people."""

from __future__ import annotations

from ..making.puzzle import Puzzle, size_text
from ..maze.measures import straight_moves
from ..model.box_and_cross import inflate_path


def output_sequence(puzzle: Puzzle) -> str:
    """Return the text: steps, start and end, the positions inflated and in cells, the moves in words."""
    path = puzzle.solution
    moves = straight_moves(path)
    inflated = [tuple(int(value) for value in square) for square in inflate_path(path)]
    return "\n".join(
        [
            f"Oskar's Cube {size_text(puzzle.size)}",
            f"Steps: {len(path) - 1}",
            f"Start: {_triple(puzzle.start)}",
            f"End: {_triple(puzzle.end)}",
            "",
            "Inflated coordinates (cell i at 2i, with the squares between):",
            *map(_triple, inflated),
            "",
            "Cells:",
            *map(_triple, path),
            "",
            f"Moves ({len(moves)}):",
            *(f"{'+' if cells > 0 else '-'}{'xyz'[axis]} {abs(cells)}" for axis, cells in moves),
            "",
        ]
    )


def _triple(values: tuple[int, ...]) -> str:
    return "({}, {}, {})".format(*values)
