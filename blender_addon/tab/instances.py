# SPDX-License-Identifier: GPL-3.0-or-later
"""Instances of puzzles: an asset library may bring a puzzle as one, which shows it and holds nothing to be changed."""

from __future__ import annotations

from contextlib import suppress

import bpy

from ...core.common.errors import InputError
from ..data.context import root_of, scene_of, view_layer_of
from ..scene.build import add_puzzle, is_current, rebuild
from ..scene.model import dimensions_of, kind_of, puzzle_of
from ..scene.properties import own_group, puzzle_group
from ..scene.puzzles import is_puzzle, puzzles_in
from ..window.results import OperatorOptions, Result
from .operator_base import RefusingOperator, activate


def instanced_puzzle(context: bpy.types.Context) -> bpy.types.Collection | None:
    """Return the puzzle of which the active object is an instance, where the scene itself has it not."""
    view_layer = view_layer_of(context)
    active = view_layer.objects.active if view_layer.objects else None
    shown = None if active is None or active.instance_type != "COLLECTION" else active.instance_collection
    if shown is None or not is_puzzle(shown) or shown in puzzles_in(scene_of(context)):
        return None
    return shown


class MakeEditable(RefusingOperator, bpy.types.Operator):
    """Put the puzzle itself in the place of its instance, so that it can be changed and printed"""

    bl_idname = "puzzle_cubes.make_editable"
    bl_label = "Make Editable"
    bl_options: OperatorOptions = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Work on the active object."""
        if instanced_puzzle(context) is None:
            cls.poll_message_set("Select an instance of a puzzle")
            return False
        return True

    def work(self, context: bpy.types.Context) -> Result:
        """Take the collection into the scene, or where it is linked make the same puzzle anew."""
        shown, instance = instanced_puzzle(context), view_layer_of(context).objects.active
        if shown is None or instance is None:
            raise InputError("There is no instance of a puzzle: select one.")
        place = instance.matrix_world.translation - shown.instance_offset
        collection = _copy(context, shown) if shown.library or shown.override_library else _taken(context, shown)
        carrier = puzzle_group(collection).carrier
        if carrier is not None:
            carrier.location = place
            activate(context, carrier)
        bpy.data.objects.remove(instance)
        self.report({"INFO"}, f"'{collection.name}' can be changed")
        return {"FINISHED"}


def _copy(context: bpy.types.Context, shown: bpy.types.Collection) -> bpy.types.Collection:
    """Add the same puzzle with the same dimensions, printed in the same way."""
    group = puzzle_group(shown)
    added = add_puzzle(context, kind_of(group), puzzle_of(shown), dimensions_of(group))
    own_group(puzzle_group(added)).way = own_group(group).way
    return added


def _taken(context: bpy.types.Context, shown: bpy.types.Collection) -> bpy.types.Collection:
    """Let the scene have the collection, as large as the scene's units say."""
    scene = scene_of(context)
    root_of(scene).children.link(shown)
    if not is_current(shown, scene):
        # What cannot be built stays as it is, and the panel says why.
        with suppress(InputError):
            rebuild(shown, scene)
    return shown


CLASSES = (MakeEditable,)
