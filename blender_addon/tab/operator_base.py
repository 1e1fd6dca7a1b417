# SPDX-License-Identifier: GPL-3.0-or-later
"""What the operators share: the puzzle that they work on, refusal with a sentence, and undo."""

from __future__ import annotations

from typing import Any, ClassVar

import bpy

from ...core.common.errors import ExportError, InputError
from ...core.common.options import Options
from ...core.kind.kind import AnyKind
from ...core.kinds import KINDS
from ..data.context import present, scene_of, view_layer_of
from ..scene import startup
from ..scene.build import add_puzzle
from ..scene.millimeters import set_millimeters
from ..scene.model import kind_of
from ..scene.properties import own_group, puzzle_group, scene_group
from ..scene.puzzles import active_puzzle
from ..scene.replacing import replace_puzzle
from ..window.framing import frame_if_out_of_view, show_in_local_view
from ..window.results import OperatorOptions, OperatorPart, Result, refuse


class RefusingOperator(OperatorPart):
    """An operator that refuses with a sentence what cannot be done, and changes nothing then."""

    def execute(self, context: bpy.types.Context) -> Result:
        """Do it; what the user can mend is reported."""
        try:
            return self.work(context)
        except (InputError, ExportError) as error:
            return refuse(self, error)

    def work(self, context: bpy.types.Context) -> Result:
        """Do what the operator is for; raises InputError or ExportError for what cannot be done."""
        raise TypeError("an operator says what it does in its own class")


class PuzzleOperator(RefusingOperator):
    """An operator that works on the active puzzle, and can be undone."""

    kind_name: ClassVar[str] = ""
    """The kind of puzzle that it is for; any where none is named."""

    bl_options: OperatorOptions = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Work on the active puzzle, of the kind that is named, if it has what is needed."""
        if not has_active_puzzle(cls, context, cls.kind_name):
            return False
        if sentence := cls.missing(context, needed_puzzle(context)):
            cls.poll_message_set(sentence)
        return not sentence

    @classmethod
    def missing(cls, context: bpy.types.Context, collection: bpy.types.Collection) -> str:
        """Return what the active puzzle lacks for it, as a sentence; nothing where it can be done."""
        return ""


def has_active_puzzle(operator: type[bpy.types.Operator], context: bpy.types.Context, kind: str = "") -> bool:
    """Report whether there is a puzzle to work on, of a kind if one is named; if not, the tooltip says what to do."""
    collection = active_puzzle(context)
    if collection is None or (kind and puzzle_group(collection).kind != kind):
        operator.poll_message_set("Select an object of a puzzle, or generate one first")
        return False
    return True


def needed_puzzle(context: bpy.types.Context) -> bpy.types.Collection:
    """Return the active puzzle; raises InputError where there is none."""
    collection = active_puzzle(context)
    if collection is None:
        raise InputError("There is no puzzle to work on: select an object of one, or generate one first.")
    return collection


def shown_kind(context: bpy.types.Context) -> AnyKind:
    """Return the kind whose dimensions the panel shows: the active puzzle's, else the one chosen for the next."""
    collection = active_puzzle(context)
    return next_kind(context) if collection is None else kind_of(puzzle_group(collection))


def next_kind(context: bpy.types.Context) -> AnyKind:
    """Return the kind that is chosen for the next puzzle."""
    # A file may hold an item of the list that only another version knows: Blender gives no name for that.
    return KINDS.get(scene_group(scene_of(context)).kind.lower(), next(iter(KINDS.values())))


def shown_dimensions(context: bpy.types.Context) -> Any:
    """Return the group whose dimensions the panel shows: the active puzzle's, else those of the scene's kind."""
    collection = active_puzzle(context)
    if collection is not None:
        return own_group(puzzle_group(collection))
    return getattr(scene_group(scene_of(context)), next_kind(context).name)


def add_and_report(
    operator: bpy.types.Operator,
    context: bpy.types.Context,
    kind: AnyKind,
    puzzle: Any,
    dimensions: Options,
    *,
    at_work: bool = False,
    replaced: bpy.types.Collection | None = None,
) -> Result:
    """Put a puzzle into the scene, and into view where there is one, and report what is odd about it.

    Where the user is at work on something else, that stays active, selected, in its mode and in view. A puzzle of the
    same kind that is ``replaced`` keeps its collection and objects; dimensions are then its own. Raises InputError for
    one that cannot be replaced.
    """
    if replaced is not None:
        replace_puzzle(context, replaced, puzzle)
        return _report(operator, context, kind, puzzle, replaced, at_work=at_work)
    if context.mode != "OBJECT" and not at_work:
        bpy.ops.object.mode_set(mode="OBJECT")
    scene = scene_of(context)
    untouched = startup.is_untouched(scene)
    if untouched:
        # What Blender starts with is in the way of a puzzle, and much larger; nobody has made it.
        startup.clear(scene)
        set_millimeters(context)
    collection = add_puzzle(context, kind, puzzle, dimensions)
    carrier = puzzle_group(collection).carrier
    if untouched and carrier is not None:
        view_layer_of(context).update()
        startup.set_up(context, [carrier] if carrier.type == "MESH" else list(carrier.children))
    return _report(operator, context, kind, puzzle, collection, at_work=at_work)


def _report(
    operator: bpy.types.Operator,
    context: bpy.types.Context,
    kind: AnyKind,
    puzzle: Any,
    collection: bpy.types.Collection,
    *,
    at_work: bool,
) -> Result:
    """Show a puzzle that was made, and report what is odd about it."""
    carrier = puzzle_group(collection).carrier
    if not at_work and carrier is not None:
        activate(context, carrier)
        if not bpy.app.background:
            show_in_local_view(context, collection.objects)
            frame_if_out_of_view(context, [carrier] if carrier.type == "MESH" else list(carrier.children))
    for warning in kind.facts.warnings(puzzle):
        operator.report({"WARNING"}, warning)
    operator.report({"INFO"}, f"Made '{collection.name}': {kind.facts.brief(puzzle)}")
    return {"FINISHED"}


def activate(context: bpy.types.Context, one: bpy.types.Object) -> None:
    """Make an object the active one, and select nothing: the outline of a selection would cover the mazes."""
    objects = present(view_layer_of(context).objects)
    for other in present(objects.selected):
        other.select_set(False)
    objects.active = one
