# SPDX-License-Identifier: GPL-3.0-or-later
"""Instances of puzzles: an asset library may bring a puzzle as one, which shows it and holds nothing to be changed."""

from __future__ import annotations

from contextlib import suppress

import bpy

from ...core.common.errors import InputError
from ..data.context import root_of, scene_of, view_layer_of
from ..scene.adding import add_same_puzzle
from ..scene.build import is_current, rebuild
from ..scene.puzzle import ScenePuzzle, is_puzzle, puzzles_in
from ..scene.selecting import choose
from ..window.results import OperatorOptions
from .operator_base import RefusingOperator


def instanced_puzzle(context: bpy.types.Context) -> ScenePuzzle | None:
    """Return the puzzle of which the active object is an instance, where the scene itself has it not."""
    view_layer = view_layer_of(context)
    active = view_layer.objects.active if view_layer.objects else None
    shown = None if active is None or active.instance_type != "COLLECTION" else active.instance_collection
    if shown is None or not is_puzzle(shown):
        return None
    here = any(puzzle.collection == shown for puzzle in puzzles_in(scene_of(context)))
    return None if here else ScenePuzzle(shown)


class MakeEditable(RefusingOperator, bpy.types.Operator):
    """Replace the instance with the puzzle itself, so that it can be changed and printed"""

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

    def work(self, context: bpy.types.Context) -> None:
        """Take the collection into the scene, or where it is linked make the same puzzle anew."""
        shown, instance = instanced_puzzle(context), view_layer_of(context).objects.active
        if shown is None or instance is None:
            raise InputError("There is no instance of a puzzle: select one.")
        place = instance.matrix_world.translation - shown.collection.instance_offset
        taken = add_same_puzzle(context, shown) if shown.is_linked else _taken(context, shown)
        if taken.group.carrier is not None:
            taken.group.carrier.location = place
            choose(context, taken)
        bpy.data.objects.remove(instance)
        self.report({"INFO"}, f"'{taken.name}' can be changed")


def _taken(context: bpy.types.Context, shown: ScenePuzzle) -> ScenePuzzle:
    """Let the scene have the collection, as large as the scene's units say."""
    scene = scene_of(context)
    root_of(scene).children.link(shown.collection)
    if not is_current(shown, scene):
        # What cannot be built stays as it is, and the panel says why.
        with suppress(InputError):
            rebuild(shown, scene)
    return shown


CLASSES = (MakeEditable,)
