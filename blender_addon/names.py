# SPDX-License-Identifier: GPL-3.0-or-later
"""The names of collections, objects, materials and files, and the parts' colors."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

from ..core.puzzle import Puzzle, size_text

PRINTABLE_STL = "printableMaze.stl"
SOLUTION_STL = "solutionMaze.stl"
OUTPUT_SEQUENCE = "outputSequence.txt"
PUZZLE_JSON = "puzzle.json"

ONE_PIECE, KIT = "ONE_PIECE", "KIT"
"""The two ways to print a puzzle."""

PLATE_START = "plate"
"""How the names of the plates among the kit's parts begin."""


@dataclass(frozen=True)
class Part:
    """One object of a puzzle: the property that points at it, its label, and its color (linear RGBA)."""

    key: str
    label: str
    color: tuple[float, float, float, float]


BOX = Part("box", "Box", (0.80, 0.34, 0.07, 1.0))
CROSS = Part("cross", "Cross", (0.03, 0.16, 0.32, 1.0))
TRACE = Part("trace", "Solution", (0.10, 0.55, 0.18, 1.0))
PARTS = (BOX, CROSS, TRACE)

TURNTABLE_LABELS = MappingProxyType(
    {"turntable": "Turntable", "turntable_camera": "Turntable Camera", "turntable_light": "Turntable Light"}
)
"""The objects of a turntable: the property that points at each, and its label."""


def puzzle_name(puzzle: Puzzle) -> str:
    """Return the name of a puzzle's collection."""
    seed = "" if puzzle.settings is None else f" seed {puzzle.settings.seed}"
    return f"Oskar's Cube {size_text(puzzle.size)}{seed}"


def material_name(part: Part) -> str:
    """Return the name of the material that all puzzles share for a part."""
    return f"Oskar's Cube {part.label}"
