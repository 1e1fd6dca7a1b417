# SPDX-License-Identifier: GPL-3.0-or-later
"""The base of the operators: the puzzle that they work on, refusal with a sentence, undo, dimensions, and files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any, ClassVar

import bpy
from bpy.props import BoolProperty, StringProperty

from ...core.common.errors import ExportError, InputError
from ...core.common.options import Options, declared, merged, values_of
from ...core.kind.kind import AnyKind
from ...core.kind.model import Model
from ...core.kinds import KINDS
from ..data.interface import manager_of, present, prop, scene_of, with_properties
from ..scene import startup
from ..scene.adding import add_puzzle, replace_puzzle
from ..scene.option_properties import RELATIVE_PATH, copy_ungiven, is_given, properties_of, value_in, values_in
from ..scene.properties import next_group, scene_group
from ..scene.puzzle import ScenePuzzle, active_puzzle, in_blender, puzzles_in, remembered_parts
from ..scene.startup import choose
from ..window.framing import frame_if_out_of_view, show_in_local_view
from ..window.running_operator import Needs, OperatorOptions, OperatorPart, Result, refuse
from ..window.sidebar import Sidebar, message
from .preferences import set_millimeters

DIMENSIONS = properties_of(merged(declared(kind.dimensions) for kind in KINDS.values()))
"""The dimensions of all kinds, as properties of an operator."""


# Blender evaluates the annotations of its classes, and typing keeps these beyond its end: none may be a class of ours.
Need = tuple[Callable[[Any], object], str]
"""Whether an operator can work on a ``ScenePuzzle``, and the sentence that says why not."""


def button(layout: bpy.types.UILayout, operator: str, values: Mapping[str, Any], **look: Any) -> None:
    """Draw the button of an operator, by its idname, that is called with values of its properties."""
    # The stubs do not know which properties it has.
    called: Any = layout.operator(operator, **look)
    for name, value in values.items():
        setattr(called, name, value)


def draw_makers(layout: bpy.types.UILayout, kinds: Iterable[str] = tuple(KINDS)) -> None:
    """Draw the operators that make a puzzle of some kinds, by their names, of what is selected."""
    for kind in kinds:
        for idname, icon in in_blender(kind).makers:
            layout.operator(idname, icon=icon)


class RefusingOperator(OperatorPart):
    """An operator that refuses with a sentence what cannot be done, and changes nothing then; it can be undone."""

    bl_options: OperatorOptions = {"REGISTER", "UNDO"}

    def execute(self, context: bpy.types.Context) -> Result:
        """Do it; what the user can mend is reported."""
        try:
            self.work(context)
        except (InputError, ExportError) as error:
            return refuse(self, error)
        return {"FINISHED"}

    def work(self, context: bpy.types.Context) -> None:
        """Do what the operator is for; raises InputError or ExportError for what cannot be done."""
        raise TypeError("an operator says what it does in its own class")


class AsksLittle(OperatorPart):
    """An operator with properties that scripts may give, of which users are asked a few: the rest is in the panel."""

    asked: ClassVar[tuple[str, ...]] = ()

    def draw(self, context: bpy.types.Context) -> None:
        """Draw what is asked, in the dialog, the file browser, and the panel in which the operator is adjusted."""
        layout = present(self.layout)
        layout.use_property_split = True
        for name in self.asked:
            layout.prop(self, name)


class HasDimensions(OperatorPart):
    """An operator that is given dimensions, of whatever kind."""

    __annotations__ = dict(DIMENSIONS)


class NeedsPuzzle(Needs):
    """An operator that needs an active puzzle, with a model of a class, that has what it takes.

    The class says what the puzzle's kind can do, so that one that builds on another has that one's operators, too.
    ``needs`` are what must hold of the puzzle, each with the sentence that the tooltip shows where it does not.
    """

    model: ClassVar[type] = Model
    needs: ClassVar[tuple[Need, ...]] = ()

    @classmethod
    def lacking(cls, context: bpy.types.Context) -> str:
        """Work on such a puzzle."""
        puzzle = active_puzzle(context)
        try:
            if puzzle is None or not isinstance(puzzle.kind, cls.model):
                return "Select an object of a puzzle, or generate one first"
            return cls.missing(context, puzzle)
        except InputError as error:
            return str(error)

    @classmethod
    def missing(cls, context: bpy.types.Context, puzzle: ScenePuzzle) -> str:
        """Return what the active puzzle lacks for it, as a sentence; nothing where it can be done.

        Raises InputError where the puzzle cannot be read, which is the sentence then.
        """
        return next((sentence for holds, sentence in cls.needs if not holds(puzzle)), "")


class OfPuzzle(Sidebar):
    """A panel on the active puzzle, if it has a model of a class: one inside of another is there with that one."""

    model: ClassVar[type] = Model

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Show it for such a puzzle only."""
        puzzle = active_puzzle(context)
        return puzzle is not None and isinstance(puzzle.kind, cls.model)

    def draw(self, context: bpy.types.Context) -> None:
        """Draw what the puzzle is, and what is wrong with it, but inside of a panel that has said so."""
        layout = present(self.layout)
        try:
            self.draw_puzzle(layout, context, present(active_puzzle(context)))
        except InputError as error:
            if not self.is_inside:
                message(layout, context, str(error))

    def draw_puzzle(self, layout: bpy.types.UILayout, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Draw it; raises InputError for what cannot be read of the puzzle."""
        raise TypeError("a panel says what it shows in its own class")


class PuzzleOperator(NeedsPuzzle, RefusingOperator):
    """An operator that works on the active puzzle."""

    def work(self, context: bpy.types.Context) -> None:
        """Do it with the active puzzle."""
        self.work_on(context, needed_puzzle(context))

    def work_on(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Do what the operator is for; raises InputError or ExportError for what cannot be done."""
        raise TypeError("an operator says what it does in its own class")


def let_choose(operator: bpy.types.Operator, context: bpy.types.Context) -> Result:
    """Open the file browser; the operator is executed with what is chosen there."""
    manager_of(context).fileselect_add(operator)
    return {"RUNNING_MODAL"}


@with_properties
class FileToWrite(OperatorPart):
    """The base of operators that write one file, which the user chooses, with a suffix."""

    suffix: ClassVar[str]
    filepath: str = prop(
        StringProperty,
        "File",
        "The file to write; // is the folder of the .blend file",
        subtype="FILE_PATH",
        options=RELATIVE_PATH | {"SKIP_SAVE"},
    )
    check_existing: bool = prop(
        BoolProperty, "Check Existing", "Warn before a file is overwritten", default=True, options={"HIDDEN"}
    )

    def choose_file(self, context: bpy.types.Context, name: str) -> Result:
        """Open the file browser, with a name to begin with, without the suffix."""
        self.filepath = self.filepath or name + self.suffix
        return let_choose(self, context)

    def check(self, context: bpy.types.Context) -> bool:
        """Let the file browser show the name with the suffix, so that it warns of the file that is there."""
        typed = self.filepath
        if bpy.path.basename(typed):
            self.filepath = bpy.path.ensure_ext(typed, self.suffix)
        return self.filepath != typed


def needed_puzzle(context: bpy.types.Context) -> ScenePuzzle:
    """Return the active puzzle; raises InputError where there is none."""
    puzzle = active_puzzle(context)
    if puzzle is None:
        raise InputError("There is no puzzle to work on: select an object of one, or generate one first.")
    return puzzle


def next_kind(context: bpy.types.Context) -> AnyKind:
    """Return the kind that is chosen for the next puzzle."""
    # A file may hold an item of the list that only another version knows: Blender gives no name for that.
    return KINDS.get(scene_group(scene_of(context)).kind.lower(), next(iter(KINDS.values())))


def shown_dimensions(context: bpy.types.Context, puzzle: ScenePuzzle | None) -> tuple[AnyKind, Any]:
    """Return the kind and the group whose dimensions the panel shows: the active puzzle's, else those of the next."""
    if puzzle is not None:
        return puzzle.kind, puzzle.own
    kind = next_kind(context)
    return kind, next_group(scene_of(context), kind)


def copy_shown_dimensions(operator: bpy.types.Operator, context: bpy.types.Context) -> None:
    """Let an operator that has dimensions take those that the panel shows, but for what it was given explicitly.

    Defaults are left, and what follows from the puzzle in the panel: another puzzle has its own.
    """
    kind, shown = shown_dimensions(context, active_puzzle(context))
    copy_changed_dimensions(operator, context, kind, shown)


def copy_changed_dimensions(
    operator: bpy.types.Operator, context: bpy.types.Context, kind: AnyKind, shown: Any
) -> None:
    """Let an operator take those dimensions of a group that are no defaults, and do not follow from a puzzle."""
    dimensions = declared(kind.dimensions)
    usual = {option.name: option.default for option in dimensions} | dict(_following(active_puzzle(context)))
    copy_ungiven(shown, operator, [option for option in dimensions if value_in(shown, option) != usual[option.name]])


def _following(puzzle: ScenePuzzle | None) -> Mapping[str, Any]:
    """Return the dimensions that follow from a puzzle; none where it cannot be read, which the panel says."""
    with suppress(InputError):
        return {} if puzzle is None else puzzle.kind.following(puzzle.puzzle)
    return {}


def given_dimensions(
    operator: bpy.types.Operator, kind: AnyKind, puzzle: Any = None, usual: Options | None = None
) -> Options:
    """Return dimensions of a kind with those that an operator was given; raises InputError.

    Others are the usual ones, or where there are none follow from a puzzle, if one is given.
    """
    values: dict[str, Any] = {} if puzzle is None else dict(kind.following(puzzle))
    if usual is not None:
        values = values_of(usual)
    values |= values_in(operator, [option for option in declared(kind.dimensions) if is_given(operator, option)])
    dimensions: Options = kind.dimensions(**values)
    return dimensions


def add_and_report(
    operator: bpy.types.Operator,
    context: bpy.types.Context,
    kind: AnyKind,
    puzzle: Any,
    dimensions: Options,
    *,
    at_work: bool = False,
    replaced: ScenePuzzle | None = None,
    verb: str = "Made",
) -> ScenePuzzle:
    """Put a puzzle into the scene, and into view where there is one, report what is odd about it, and return it.

    Where the user is at work on something else, that stays active, selected, in its mode and in view. A puzzle of the
    same kind that is ``replaced`` keeps its collection and objects; dimensions are then its own. Raises InputError for
    one that cannot be replaced.
    """
    twin = None
    if replaced is not None:
        replace_puzzle(context, replaced, puzzle)
        made = replaced.renewed()
    else:
        twin = _twin(context, kind, puzzle)
        made = _added(context, kind, puzzle, dimensions, at_work=at_work)
    carrier = made.group.carrier
    if not at_work and carrier is not None:
        choose(context, made)
        if not bpy.app.background:
            show_in_local_view(context, made.collection.objects)
            # Of a carrier that is an empty what it carries is seen.
            frame_if_out_of_view(context, [carrier] if carrier.type == "MESH" else list(carrier.children))
    for warning in kind.warnings(puzzle):
        operator.report({"WARNING"}, warning)
    if twin is None:
        operator.report({"INFO"}, f"{verb} '{made.name}': {kind.brief_with_distance(puzzle)}")
    else:
        operator.report({"INFO"}, f"'{made.name}' is the same puzzle as '{twin.name}': other settings give a new one")
    return made


def _twin(context: bpy.types.Context, kind: AnyKind, puzzle: Any) -> ScenePuzzle | None:
    """Return a puzzle of the scene that bears the name of a new one, and is the same; None where there is none."""
    for known in puzzles_in(scene_of(context)):
        # What is damaged says so where it is.
        with suppress(InputError):
            same_name = known.kind == kind and kind.name_of(known.puzzle) == kind.name_of(puzzle)
            if same_name and kind.canonical_form(known.puzzle) == kind.canonical_form(puzzle):
                return known
    return None


def _added(
    context: bpy.types.Context, kind: AnyKind, puzzle: Any, dimensions: Options, *, at_work: bool
) -> ScenePuzzle:
    """Add a puzzle, in the place of what Blender starts with: that is much larger, and nobody has made it."""
    if context.mode != "OBJECT" and not at_work:
        bpy.ops.object.mode_set(mode="OBJECT")
    scene = scene_of(context)
    if startup.is_untouched(scene):
        # What cannot be built leaves the scene as it is.
        remembered_parts(kind, puzzle, kind.settled(dimensions, puzzle), kind.ways[0])
        startup.set_up(context)
        set_millimeters(context)
    return add_puzzle(context, kind, puzzle, dimensions)
