# SPDX-License-Identifier: GPL-3.0-or-later
"""What the STL files of a puzzle must hold, from the core's solids and never from the files themselves."""

from __future__ import annotations

from pathlib import Path

from core.dimensions import Dimensions
from core.generators import STYLES
from core.parts import box, cross, trace
from core.puzzle_file import puzzle_from_json
from tests.slicer.judges import Expected


def expected_files(folder: Path, dimensions: Dimensions) -> dict[str, Expected]:
    """Return what each STL file must hold of the puzzle whose puzzle.json lies in the folder."""
    puzzle = puzzle_from_json((folder / "puzzle.json").read_text(encoding="utf-8"), tuple(STYLES))
    hollow = box(puzzle, dimensions).volume
    return {
        "printableMaze.stl": Expected(2, hollow + cross(puzzle.size, dimensions).volume),
        "solutionMaze.stl": Expected(2, hollow + trace(puzzle, dimensions).volume),
    }
