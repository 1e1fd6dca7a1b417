# SPDX-License-Identifier: GPL-3.0-or-later
"""The puzzles of this kind in the scene: what works on them, and where their cross stands."""

from __future__ import annotations

from ...core.common.playing import FinePosition
from ...core.oskar.kind.kind import OskarModel
from ...core.oskar.maze.faces import Size
from ...core.oskar.model.dimensions import Dimensions
from ..data.context import units_per_millimeter
from ..scene.option_properties import Built
from ..scene.puzzle import ScenePuzzle
from ..tab.operator_base import Need, PuzzleOperator


class OskarOperator(PuzzleOperator):
    """An operator that changes the active puzzle, which is of this kind."""

    model = OskarModel


IN_ONE_PIECE: Need = (
    lambda puzzle: not puzzle.way.apart,
    "The puzzle is shown as a kit: choose One Piece under Print",
)
"""What an operator needs that works with box and cross."""


def place_in(size: Size, position: FinePosition, built: Built) -> list[float]:
    """Return where the cross stands at a position in a box as it was built, from the box's origin, in Blender units."""
    dimensions = built.dimensions
    if not isinstance(dimensions, Dimensions):
        raise TypeError("the puzzle is of another kind")
    units = units_per_millimeter(built.meters_per_unit)
    x, y, z = dimensions.center(size, position)
    return [units * x, units * y, units * z]


def built_place(puzzle: ScenePuzzle, position: FinePosition) -> list[float]:
    """Return where the cross of a puzzle stands at a position, from the box's origin, in Blender units."""
    return place_in(puzzle.puzzle.size, position, puzzle.needed_built)
