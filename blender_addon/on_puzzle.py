# SPDX-License-Identifier: GPL-3.0-or-later
"""What the operators share."""

from __future__ import annotations

from typing import Any

import bpy

from ..core.errors import InputError
from ..core.puzzle import Puzzle
from .conversions import dimensions_from
from .names import KIT, Part
from .puzzle_objects import activate, active_puzzle, add_puzzle, part_meshes, part_object
from .view_framing import frame_if_out_of_view, show_in_local_view


def has_active_puzzle(operator: Any, context: bpy.types.Context) -> bool:
    """Tell whether there is a puzzle to work on; if not, the button's tooltip tells what to do."""
    if active_puzzle(context) is None:
        operator.poll_message_set("Select an object of an Oskar's Cube, or generate one first")
        return False
    return True


def is_in_one_piece(operator: Any, context: bpy.types.Context) -> bool:
    """Tell whether the active puzzle shows its box and cross, and not its kit; if not, the tooltip tells what to do."""
    if active_puzzle(context).oskars_cube.way == KIT:
        operator.poll_message_set("The puzzle is shown as a kit: choose One Piece under Print")
        return False
    return True


def shown_dimensions(context: bpy.types.Context) -> Any:
    """Return the group whose dimensions the panel shows: the active puzzle's, else the scene's."""
    collection = active_puzzle(context)
    return context.scene.oskars_cube if collection is None else collection.oskars_cube


def add_and_report(operator: Any, context: bpy.types.Context, puzzle: Puzzle, *, at_work: bool = False) -> set[str]:
    """Put a puzzle with the operator's dimensions into the scene, and into view where there is one.

    Where the user is at work on something else, that stays active, selected, in its mode and in view.
    """
    if context.mode != "OBJECT" and not at_work:
        bpy.ops.object.mode_set(mode="OBJECT")
    dimensions = dimensions_from(operator)
    collection = add_puzzle(context, puzzle, dimensions, part_meshes(puzzle, dimensions))
    if not at_work:
        activate(context, collection.oskars_cube.box)
        if not bpy.app.background:
            show_in_local_view(context, collection.objects)
            frame_if_out_of_view(context, collection.oskars_cube.box)
    operator.report({"INFO"}, f"Made '{collection.name}': {puzzle.measures.length} moves to the end")
    return {"FINISHED"}


def refuse(operator: bpy.types.Operator, reason: Exception | str) -> set[str]:
    """Tell the user what is wrong; nothing was changed."""
    operator.report({"ERROR"}, str(reason))
    return {"CANCELLED"}


def needed_part(collection: bpy.types.Collection, part: Part) -> bpy.types.Object:
    """Return the object of a part, to change it; raises InputError where it was deleted or is linked."""
    found = part_object(collection, part)
    if found is None:
        raise InputError(f"The {part.label.lower()} of this puzzle was deleted: press Rebuild to get it back.")
    if found.library or collection.library or collection.override_library:
        raise InputError(f"'{found.name}' is linked from another file: make it and its collection local to change it.")
    return found


class PuzzleOperator:
    """An operator that changes the active puzzle, and can be undone."""

    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Work on the active puzzle."""
        return has_active_puzzle(cls, context)
