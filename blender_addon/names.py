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

SOLID, WIRE, GLASS = "SOLID", "WIRE", "GLASS"
"""The ways to show its walls."""

OWN = "OWN"
"""The choice of a value that the user types instead of one of those that have names."""

PLATE_START = "plate"
"""How the names of the plates among the kit's parts begin."""


Color = tuple[float, float, float, float]
"""Linear red, green and blue, and alpha."""


@dataclass(frozen=True)
class Look:
    """A material that all puzzles share: what it is for, and its color."""

    label: str
    color: Color


@dataclass(frozen=True)
class Part:
    """One object of a puzzle: the property that points at it, its label, and its color."""

    key: str
    label: str
    color: Color


BOX = Part("box", "Box", (0.80, 0.34, 0.07, 1.0))
CROSS = Part("cross", "Cross", (0.03, 0.16, 0.32, 1.0))
TRACE = Part("trace", "Solution", (0.02, 0.50, 0.32, 1.0))
PARTS = (BOX, CROSS, TRACE)
PLATE_LOOKS = (
    Look("X Plates", (0.93, 0.70, 0.30, 1.0)),
    Look("Y Plates", (0.40, 0.05, 0.03, 1.0)),
    Look("Z Plates", (0.80, 0.30, 0.05, 1.0)),
)
"""Of the plates across x, y and z: the faces YZ, XZ and XY. They differ most in lightness, which all eyes can tell."""

TURNTABLE_LABELS = MappingProxyType(
    {"turntable": "Turntable", "turntable_camera": "Turntable Camera", "turntable_light": "Turntable Light"}
)
"""The objects of a turntable: the property that points at each, and its label."""


def puzzle_name(puzzle: Puzzle) -> str:
    """Return the name of a puzzle's collection."""
    seed = "" if puzzle.settings is None else f" seed {puzzle.settings.seed}"
    return f"Oskar's Cube {size_text(puzzle.size)}{seed}"


def material_name(look: Part | Look) -> str:
    """Return the name of the material that all puzzles share for a part or a direction."""
    return f"Oskar's Cube {look.label}"


def glass_name(material: str) -> str:
    """Return the name of the material that shows another one as glass."""
    return f"{material} Glass"
