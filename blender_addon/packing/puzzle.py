# SPDX-License-Identifier: GPL-3.0-or-later
"""The puzzles of this kind in the scene."""

from __future__ import annotations

from typing import Any

import bpy

from ...core.packing.kind.kind import PACKING
from ...core.polycubes.puzzle import PolycubePuzzle
from ..scene.model import puzzle_of
from ..scene.properties import own_group, puzzle_group
from ..scene.puzzles import active_puzzle
from ..tab.operator_base import PuzzleOperator, has_active_puzzle
from .properties import PackingProperties


class PackingOperator(PuzzleOperator):
    """An operator that changes the active puzzle, which is of this kind."""

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Work on an active puzzle of the kind."""
        return has_active_puzzle(cls, context, PACKING.name)


def active_packing(context: bpy.types.Context) -> bpy.types.Collection | None:
    """Return the active puzzle if it is of this kind."""
    collection = active_puzzle(context)
    return collection if collection is not None and puzzle_group(collection).kind == PACKING.name else None


def packing_group(collection: bpy.types.Collection) -> PackingProperties:
    """Return the properties that only this kind has."""
    group: Any = own_group(puzzle_group(collection))
    own: PackingProperties = group
    return own


def packing_puzzle(collection: bpy.types.Collection) -> PolycubePuzzle:
    """Return the puzzle that a collection holds; raises InputError where it is damaged."""
    puzzle: PolycubePuzzle = puzzle_of(collection)
    return puzzle
