# SPDX-License-Identifier: GPL-3.0-or-later
"""The operators on puzzles: open, rebuild, a new seed, and codes.

What was changed by hand is taken back, kept, or a scale becomes the puzzle's size. An asset library may bring a puzzle
as an instance, which shows it and holds nothing to be changed: it is replaced with the puzzle itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from random import SystemRandom
from typing import Any

import bpy
from bpy.props import BoolProperty, IntProperty, StringProperty
from mathutils import Matrix

from ...core.common.errors import FailedError, InputError, located
from ...core.common.options import declared
from ...core.common.words import printable, quoted
from ...core.export.paths import puzzle_of_text, text_in
from ...core.export.puzzle import print_of
from ...core.kind.kind import PUZZLE_FILE, problems_in, puzzle_of_code
from ...core.kinds import KINDS
from ..data.interface import absolute, manager_of, present, prop, root_of, scene_of, view_layer_of, with_properties
from ..scene.adding import add_same_puzzle, remove_object
from ..scene.build import is_current, rebuild, rebuild_all, restore
from ..scene.by_hand import ByHand, by_hand, edited_parts
from ..scene.exports import edits_in_files
from ..scene.option_properties import copy_ungiven, options_in
from ..scene.properties import next_group, put_printer
from ..scene.puzzle import ScenePuzzle, is_puzzle
from ..scene.startup import choose, world_matrix
from ..window.running_operator import Needs, OperatorOptions, Result
from ..window.sidebar import message, sentence
from .operator_base import (
    DIMENSIONS,
    AsksLittle,
    HasDimensions,
    PuzzleOperator,
    RefusingOperator,
    add_and_report,
    button,
    copy_shown_dimensions,
    given_dimensions,
    let_choose,
    next_kind,
)

MOST_PROBLEMS = 1_000
"""Of a file; no more are read."""


@with_properties
class Load(HasDimensions, AsksLittle, RefusingOperator, bpy.types.Operator):
    """Open a puzzle.json file, or a puzzle of another program"""

    bl_idname = "puzzle_cubes.load"
    bl_label = "Open Puzzle"
    filepath: str = prop(
        StringProperty, "File", "The puzzle.json, or the text of another program, to open", subtype="FILE_PATH"
    )
    filter_glob: str = prop(
        StringProperty,
        "Filter",
        "The files that the file browser shows",
        default=";".join(
            sorted({"*.json", *(f"*{known.suffix}" for kind in KINDS.values() for known in kind.formats)})
        ),
        options={"HIDDEN"},
    )
    problem: int = prop(
        IntProperty,
        "Problem",
        "The number of the problem of a file with several; 0 for the first one that can be read",
        min=0,
        max=MOST_PROBLEMS,
        options={"SKIP_SAVE"},
    )
    asks: bool = prop(
        BoolProperty, "Ask", "Let the user choose where the file has several problems", options={"HIDDEN", "SKIP_SAVE"}
    )

    is_choosing = False

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> Result:
        """Let the user choose the file."""
        self.asks = True
        return let_choose(self, context)

    def execute(self, context: bpy.types.Context) -> Result:
        """Open the file; of one with several problems the user chooses one first, and nothing is done until then."""
        result = super().execute(context)
        return {"CANCELLED"} if self.is_choosing else result

    def work(self, context: bpy.types.Context) -> None:
        """Read the file and build its puzzle with the operator's dimensions, and all else that it is printed with.

        What the file does not say is as the panel shows it where the user chose the file.
        """
        file = absolute(self.filepath, "File")
        text, shown = text_in(str(file)), f"File {quoted(file)}"
        with located(shown, FailedError):
            names = problems_in(text, KINDS.values()) if self.asks and not self.problem else ()
        if len(names) > 1:
            self.is_choosing = True
            copy_shown_dimensions(self, context)
            given = {name: getattr(self, name) for name in DIMENSIONS if self.properties.is_property_set(name)}
            _show_problems(context, names, {**given, "filepath": self.filepath})
            return
        kind, puzzle = puzzle_of_text(text, self.problem or None, shown=shown)
        printed = print_of(text, kind, shown)
        if printed is None and self.asks:
            copy_shown_dimensions(self, context)
        dimensions = given_dimensions(self, kind, puzzle, None if printed is None else printed.dimensions)
        added = add_and_report(self, context, kind, puzzle, dimensions, verb="Opened")
        if printed is not None:
            put_printer(scene_of(context), printed.printer)
            added.own.way = printed.way.name.upper()
        if file.name != PUZZLE_FILE:
            added.group.opened_from = printable(file.stem)


def _show_problems(context: bpy.types.Context, names: Sequence[str], values: Mapping[str, Any]) -> None:
    """Show a menu of the problems of a file; each is opened with some values of the operator."""

    def draw(menu: bpy.types.UIPopupMenu, _: bpy.types.Context) -> None:
        layout = present(menu.layout)
        layout.operator_context = "EXEC_DEFAULT"
        for number, name in enumerate(names, 1):
            text = f"{number}: {name}" if name else f"{number}"
            button(layout, Load.bl_idname, {**values, "problem": number}, text=text, translate=False)

    manager_of(context).popup_menu(draw, title="Problems in the File", icon="FILE")


class Rebuild(HasDimensions, AsksLittle, PuzzleOperator, bpy.types.Operator):
    """Rebuild the active puzzle from its dimensions, and bring deleted objects back"""

    bl_idname = "puzzle_cubes.rebuild"
    bl_label = "Rebuild Puzzle"

    def work_on(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Give the puzzle the dimensions that the operator was given, and keep its other ones."""
        dimensions = puzzle.kind.dimensions
        copy_ungiven(puzzle.own, self, declared(dimensions))
        rebuild_all(context, puzzle, options_in(self, dimensions))
        self.report({"INFO"}, f"Rebuilt '{puzzle.name}'")


class NewSeed(bpy.types.Operator):
    """Choose a new random seed"""

    bl_idname = "puzzle_cubes.new_seed"
    bl_label = "New Seed"
    bl_options: OperatorOptions = {"REGISTER", "UNDO"}

    def execute(self, context: bpy.types.Context) -> Result:
        """Draw a seed that nothing else depends on."""
        kind = next_kind(context)
        most = next(option.most for option in kind.options if option.name == "seed")
        next_group(scene_of(context), kind).seed = SystemRandom().randrange(int(most))
        return {"FINISHED"}


DIALOG_WIDTH = 400
"""Pixels at a scale of 1, so that a code of a usual size is seen as a whole."""


@with_properties
class FromCode(HasDimensions, AsksLittle, RefusingOperator, bpy.types.Operator):
    """Type or paste the code of a puzzle to make that very puzzle"""

    bl_idname = "puzzle_cubes.from_code"
    bl_label = "From Code"
    asked = ("code",)
    code: str = prop(
        StringProperty, "Code", "The code of a puzzle, in small or capital letters, with hyphens or without"
    )

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> Result:
        """Let the user type or paste the code; one that has been copied stands there already."""
        copy_shown_dimensions(self, context)
        copied = manager_of(context).clipboard
        try:
            puzzle_of_code(copied, KINDS.values())
        except InputError:
            pass
        else:
            self.code = copied.strip()
        return manager_of(context).invoke_props_dialog(self, width=DIALOG_WIDTH)

    def work(self, context: bpy.types.Context) -> None:
        """Build the code's puzzle with the operator's dimensions."""
        kind, puzzle = puzzle_of_code(self.code, KINDS.values())
        add_and_report(self, context, kind, puzzle, given_dimensions(self, kind, puzzle))


class CopyCode(PuzzleOperator, bpy.types.Operator):
    """Copy the code of the active puzzle, to be sent, printed or typed elsewhere"""

    bl_idname = "puzzle_cubes.copy_code"
    bl_label = "Copy Code"
    # A clipboard is nothing that is undone.
    bl_options: OperatorOptions = {"REGISTER"}

    def work_on(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Put it into the clipboard."""
        code = puzzle.group.code
        if not code:
            raise InputError("There is no code for this puzzle.")
        manager_of(context).clipboard = code
        self.report({"INFO"}, f"Copied {code}" if len(code) <= 80 else "Copied the code")


def _changed(puzzle: ScenePuzzle) -> ByHand:
    """Return what was changed by hand; raises InputError where nothing was."""
    changed = by_hand(puzzle)
    if not changed.parts:
        raise InputError(f"Nothing of '{puzzle.name}' was changed by hand.")
    return changed


class Restore(PuzzleOperator, bpy.types.Operator):
    """Build the active puzzle as it was before it was changed by hand; edits of its meshes and modifiers are lost"""

    bl_idname = "puzzle_cubes.restore"
    bl_label = "Restore"

    def work_on(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Build it anew, where it stands."""
        restore(context, puzzle, puzzle.dimensions)
        self.report({"INFO"}, f"Restored '{puzzle.name}'")


class MakeThisSize(PuzzleOperator, bpy.types.Operator):
    """Turn the scale of the puzzle into dimensions; gaps and bevels stay as they are"""

    bl_idname = "puzzle_cubes.make_this_size"
    bl_label = "Make It This Size"

    def work_on(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Let the dimensions take over the scale."""
        changed = _changed(puzzle)
        if not changed.is_scaled:
            raise InputError("The puzzle was not scaled as a whole: press Restore.")
        restore(context, puzzle, puzzle.kind.scaled(puzzle.dimensions, changed.scale))
        self.report({"INFO"}, f"'{puzzle.name}' is {changed.scale:.4g} times as large as before; gaps are as they were")


class Keep(PuzzleOperator, bpy.types.Operator):
    """Keep what was edited by hand: files include it, and Check and Export judge it as far as they can"""

    bl_idname = "puzzle_cubes.keep"
    bl_label = "Keep"

    def work_on(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Say no more of it until something else is changed."""
        changed = _changed(puzzle)
        if changed.misfit:
            raise InputError(changed.misfit)
        puzzle.group.by_hand = _state(puzzle, changed)
        waiting = "; other dimensions wait for Restore" if edited_parts(puzzle) else ""
        self.report({"INFO"}, f"{_kept(changed)}{waiting}")


def _state(puzzle: ScenePuzzle, changed: ByHand) -> str:
    return f"{changed.sentence} {edits_in_files(puzzle, changed)}"


def _kept(changed: ByHand) -> str:
    return f"Kept: {changed.sentence.partition('. ')[0]}"


def draw_by_hand(layout: bpy.types.UILayout, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
    """Say what was changed of a puzzle by hand, and offer what can be done about it."""
    changed = by_hand(puzzle)
    if not changed.sentence:
        return
    is_kept = not changed.misfit and puzzle.group.by_hand == _state(puzzle, changed)
    if is_kept:
        sentence(layout.column(align=True), context, f"{_kept(changed)}.", "INFO")
    else:
        message(layout, context, changed.sentence)
    row = layout.row(align=True)
    if changed.is_scaled:
        row.operator(MakeThisSize.bl_idname)
    row.operator(Restore.bl_idname, icon="LOOP_BACK")
    if not (changed.misfit or is_kept):
        row.operator(Keep.bl_idname, icon="CHECKMARK")


def instanced_puzzle(context: bpy.types.Context) -> ScenePuzzle | None:
    """Return the puzzle of which the active object is an instance."""
    view_layer = view_layer_of(context)
    active = view_layer.objects.active if view_layer.objects else None
    shown = None if active is None or active.instance_type != "COLLECTION" else active.instance_collection
    return ScenePuzzle(shown) if shown is not None and is_puzzle(shown) else None


def _is_shown_elsewhere(puzzle: ScenePuzzle, instance: bpy.types.Object) -> bool:
    """Report whether a scene has a puzzle, or shows another instance of it."""
    shown = puzzle.collection
    in_scenes = any(shown in root_of(scene).children_recursive for scene in bpy.data.scenes)
    return in_scenes or any(empty.instance_collection == shown for empty in bpy.data.objects if empty != instance)


class MakeEditable(Needs, RefusingOperator, bpy.types.Operator):
    """Replace the instance with the puzzle itself, or one like it if that is shown elsewhere, to change and print it"""

    bl_idname = "puzzle_cubes.make_editable"
    bl_label = "Make Editable"

    @classmethod
    def lacking(cls, context: bpy.types.Context) -> str:
        """Work on the active object."""
        return "Select an instance of a puzzle" if instanced_puzzle(context) is None else ""

    def work(self, context: bpy.types.Context) -> None:
        """Take the collection into the scene, or where it is linked or shown elsewhere make the same puzzle anew."""
        shown, instance = instanced_puzzle(context), view_layer_of(context).objects.active
        if shown is None or instance is None:
            raise InputError("There is no instance of a puzzle: select one.")
        place = instance.matrix_world @ Matrix.Translation(-shown.collection.instance_offset)
        if shown.group.carrier is not None:
            place = place @ world_matrix(shown.group.carrier)
        is_own = not (shown.is_linked or _is_shown_elsewhere(shown, instance))
        taken = _taken(context, shown) if is_own else add_same_puzzle(context, shown)
        if taken.group.carrier is not None:
            taken.group.carrier.matrix_world = place
            choose(context, taken)
        remove_object(instance)
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


CLASSES = (Load, Rebuild, NewSeed, Restore, MakeThisSize, Keep, FromCode, CopyCode, MakeEditable)
