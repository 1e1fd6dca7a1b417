# SPDX-License-Identifier: GPL-3.0-or-later
"""The puzzles of this kind in the scene: their properties, and where their cross stands."""

from __future__ import annotations

from typing import Any

import bpy

from ...core.common.playing import FinePosition
from ...core.oskar.kind.kind import OSKAR
from ...core.oskar.making.puzzle import Puzzle
from ...core.oskar.maze.faces import Size
from ...core.oskar.model.dimensions import Dimensions
from ..data.units import units_per_millimeter
from ..scene.built import Built
from ..scene.model import needed_built, puzzle_of, way_of
from ..scene.properties import own_group, puzzle_group
from ..scene.puzzles import active_puzzle
from ..tab.operator_base import PuzzleOperator
from .properties import OskarProperties


class OskarOperator(PuzzleOperator):
    """An operator that changes the active puzzle, which is of this kind."""

    kind_name = OSKAR.name


def oskar_group(collection: bpy.types.Collection) -> OskarProperties:
    """Return the properties that only this kind has."""
    group: Any = own_group(puzzle_group(collection))
    own: OskarProperties = group
    return own


def oskar_puzzle(collection: bpy.types.Collection) -> Puzzle:
    """Return the puzzle that a collection holds; raises InputError where it is damaged."""
    puzzle: Puzzle = puzzle_of(collection)
    return puzzle


def is_in_one_piece(operator: type[bpy.types.Operator], context: bpy.types.Context) -> bool:
    """Report whether the active puzzle shows its box and cross, not its kit; if not, the tooltip says what to do."""
    collection = active_puzzle(context)
    if collection is not None and way_of(puzzle_group(collection)).apart:
        operator.poll_message_set("The puzzle is shown as a kit: choose One Piece under Print")
        return False
    return True


def place_in(size: Size, position: FinePosition, built: Built) -> list[float]:
    """Return where the cross stands at a position in a box as it was built, from the box's origin, in Blender units."""
    dimensions = built.dimensions
    if not isinstance(dimensions, Dimensions):
        raise TypeError("the puzzle is of another kind")
    return [units_per_millimeter(built.meters_per_unit) * value for value in dimensions.center(size, position)]


def built_place(collection: bpy.types.Collection, position: FinePosition) -> list[float]:
    """Return where the cross of a puzzle stands at a position, from the box's origin, in Blender units."""
    return place_in(oskar_puzzle(collection).size, position, needed_built(puzzle_group(collection)))
