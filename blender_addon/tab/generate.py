# SPDX-License-Identifier: GPL-3.0-or-later
"""Making a puzzle: Generate, which stands it beside those that are there, and Another, in the place of the active one.

What takes long goes on beside Blender's own work, shows how far it is and can be stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import bpy

from ...core.common.errors import InputError
from ...core.common.options import Value, declared, merged
from ...core.common.sharing import processors
from ...core.kind.facts import Progress
from ...core.kind.kind import AnyKind
from ...core.kinds import KINDS
from ..data.interface import present, scene_of
from ..scene.by_hand import check_rebuildable
from ..scene.option_properties import (
    choose_given,
    copy_ungiven,
    draw_value,
    is_given,
    properties_of,
    put_value,
    value_in,
    values_in,
)
from ..scene.properties import kind_property, next_group, scene_group
from ..scene.puzzle import ScenePuzzle, active_puzzle, puzzle_named, puzzles_in
from ..window.running_operator import (
    PATIENCE,
    STOPPED,
    TICK,
    OperatorOptions,
    OperatorPart,
    Result,
    call_soon,
    operator_named,
    refuse,
    running,
)
from .operator_base import (
    DIMENSIONS,
    NeedsPuzzle,
    add_and_report,
    copy_changed_dimensions,
    given_dimensions,
    needed_puzzle,
    next_kind,
    shown_dimensions,
)
from .search_on import SEARCH, SEARCH_IN_PLACE, SEARCH_ON, Begun, SearchingOperator, keep_pace


class Making(SearchingOperator):
    """An operator that makes a puzzle."""

    bl_options: OperatorOptions = {"REGISTER", "UNDO"}
    if TYPE_CHECKING:
        kind: str

    replaced = ""
    """The name of the collection that is to hold the puzzle; empty for a new one."""

    def take_over(self, context: bpy.types.Context) -> None:
        """Take over the panel's settings where none were given."""
        if not self.properties.is_property_set("kind"):
            self.kind = next_kind(context).name.upper()
        kind = self._kind
        choose_given(self, kind.options)
        copy_ungiven(next_group(scene_of(context), kind), self, kind.options)
        copy_changed_dimensions(self, context, kind, self._shown_dimensions(context))

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> Result:
        """Take over the panel's settings; show progress when the search takes long.

        In another mode what comes would not be seen, so it begins in Object Mode.
        """
        if context.mode != "OBJECT":
            bpy.ops.object.mode_set(mode="OBJECT")
        self.take_over(context)
        if bpy.app.background:
            return self._make(context)
        if running(SearchingOperator):
            return refuse(self, "A search is running: press Esc to stop it and keep its best puzzle.")
        self.is_watched = True
        self._scene = scene_of(context).name
        return self.begin(context) or self.go_on(context, PATIENCE) or self.search_beside(context)

    def draw(self, context: bpy.types.Context) -> None:
        """Draw what is likely to be changed after the puzzle was made, and what was asked of it besides."""
        layout = present(self.layout)
        layout.use_property_split = True
        values = self._values()
        options = {option.name: option for option in self._kind.options}
        for name, matters in self._kind.shown(values):
            if name in self._kind.headline or (matters and values[name] != options[name].default):
                draw_value(layout, self, options[name])

    def execute(self, context: bpy.types.Context) -> Result:
        """Make the puzzle from the operator's own properties, without stopping in between.

        Scripts get all that they asked for or an error.
        """
        try:
            self._take_what_follows()
        except InputError as error:
            return refuse(self, error)
        return self._make(context)

    def _take_what_follows(self) -> None:
        """Give options that a script left out what follows from the others; raises InputError as ``values_with``."""
        options = self._kind.options
        choose_given(self, options)
        if not self.options.is_repeat:
            asked = [option for option in options if is_given(self, option)]
            given = values_in(self, asked)
            values = self._kind.values_with(given, watched=True)
            for option in options:
                if option.name not in given and values[option.name] != option.default:
                    put_value(self, option, values[option.name])

    def begun(self, context: bpy.types.Context) -> Begun:
        """Begin to make the puzzle; raises InputError for what cannot be, also held lengths or what is replaced."""
        if (replaced := self._puzzle_to_replace()) is not None:
            check_rebuildable(replaced)
        kind, values = self._kind, self._values()
        return kind, kind.settled(given_dimensions(self, kind), None, values), kind.in_steps(values, processors())

    def _make(self, context: bpy.types.Context) -> Result:
        """Make the puzzle without stopping in between; what is adjusted and takes long is searched for beside."""
        # Who adjusts the settings has a puzzle in sight, and must not lose it.
        self.is_watched = self.options.is_repeat
        if self.options.is_repeat and not bpy.app.background:
            return self.begin(context) or self.go_on(context, PATIENCE) or self._adjust(context)
        return self.begin(context) or self.finish(context)

    def _adjust(self, context: bpy.types.Context) -> Result:
        """Search beside Blender, which keeps the puzzle in sight until another one is found."""
        present(self.task).stop()
        values = {name: getattr(self, name) for name in PROPERTIES if self.properties.is_property_set(name)}
        search_beside(context, values)
        # Blender brings back then what there was before.
        return {"CANCELLED"}

    def go_on(self, context: bpy.types.Context, seconds: float = TICK) -> Result | None:
        """Search, and note how fast this computer does: the panel shows how long others take.

        What is the puzzle already, of which only more is to be known, is put into the scene, and its search goes on.
        """
        task = present(self.task)
        result = super().go_on(context, seconds)
        if task.latest is not None:
            keep_pace(self._kind, self._values(), task.latest, self.seconds)
        is_new = self.is_watched and not self.options.is_repeat
        if result is None and is_new and task.best is not None and self._kind.stands(self._values(), task.best):
            result = self.end_task(context, "")
            if result == {"FINISHED"}:
                count_behind(context)
        return result

    def end_task(self, context: bpy.types.Context, why: str = STOPPED) -> Result | None:
        """Let who then adjusts or repeats the search not wait longer than it took so far."""
        task, values = present(self.task), self._values()
        if task.best is not None and (lacks := self._kind.lacks(values, task.best)):
            why = f"{why} before {lacks} was found"
        if task.latest is not None and not task.is_done:
            stopped = self._kind.stopped_at(values, task.latest)
            for option in self._kind.options:
                if stopped[option.name] != values[option.name]:
                    put_value(self, option, stopped[option.name])
        return super().end_task(context, why)

    @property
    def _kind(self) -> AnyKind:
        return KINDS[self.kind.lower()]

    def _values(self) -> dict[str, Value]:
        """Return the values of the kind's options; those that were not given are the kind's own defaults."""
        return {
            option.name: value_in(self, option) if is_given(self, option) else option.default
            for option in self._kind.options
        }

    def _shown_dimensions(self, context: bpy.types.Context) -> Any:
        """Return the dimensions that the panel shows, if they are of this kind."""
        if next_kind(context) == self._kind:
            _, shown = shown_dimensions(context, active_puzzle(context))
            if all(hasattr(shown, option.name) for option in declared(self._kind.dimensions)):
                return shown
        return next_group(scene_of(context), self._kind)

    def keep(self, context: bpy.types.Context, puzzle: Any) -> None:
        """Put the puzzle into the scene where its search began; who works on something else is left alone."""
        is_left = self.is_beside and self._scene in bpy.data.scenes
        scene = bpy.data.scenes[self._scene] if is_left else scene_of(context)
        if scene == context.scene:
            self._add(context, puzzle, at_work=self.is_beside and context.mode != "OBJECT")
        else:
            with context.temp_override(scene=scene, view_layer=scene.view_layers[0]):
                self._add(context, puzzle, at_work=True)

    def _puzzle_to_replace(self) -> ScenePuzzle | None:
        """Return the puzzle whose place is to be taken; None where there is none of this kind."""
        replaced = puzzle_named(self.replaced) if self.replaced else None
        return None if replaced is None or replaced.group.kind != self._kind.name else replaced

    def _add(self, context: bpy.types.Context, puzzle: Any, *, at_work: bool) -> None:
        """Put the puzzle into the present scene, or into the place of the one that it replaces."""
        replaced = self._puzzle_to_replace()
        dimensions, shown = given_dimensions(self, self._kind, puzzle), active_puzzle(context)
        made = add_and_report(self, context, self._kind, puzzle, dimensions, at_work=at_work, replaced=replaced)
        # The way to print is taken over, as the dimensions were.
        if self.is_watched and shown is not None and shown.group.kind == self._kind.name and made.way != shown.way:
            made.own.way = shown.own.way


PROPERTIES = {"kind": kind_property(), **properties_of(merged(kind.options for kind in KINDS.values())), **DIMENSIONS}
"""What is asked for, of all kinds, as properties of an operator."""


class Asked(OperatorPart):
    """An operator that is given what is asked for."""

    __annotations__ = dict(PROPERTIES)


class Generate(Asked, Making, bpy.types.Operator):
    """Make a puzzle and put it into the scene"""

    bl_idname = SEARCH
    bl_label = "Generate Puzzle"

    def take_over(self, context: bpy.types.Context) -> None:
        """Take over the panel's settings, and let the panel show the kind that was chosen in a menu."""
        if self.properties.is_property_set("kind"):
            scene_group(scene_of(context)).kind = self.kind
        super().take_over(context)


def count_behind(context: bpy.types.Context) -> None:
    """Begin as soon as Blender is free to go on with the search of the active puzzle."""
    _begin_soon(context, lambda: SEARCH_ON, {})


def search_beside(context: bpy.types.Context, values: dict[str, Any]) -> None:
    """Begin as soon as Blender is free a search with values, whose puzzle takes the place of the active one.

    One that is running ends before, with its best.
    """
    _begin_soon(context, lambda: SEARCH_IN_PLACE if active_puzzle(bpy.context) else SEARCH, values)


def _begin_soon(context: bpy.types.Context, chosen: Callable[[], str], values: dict[str, Any]) -> None:
    """Begin an operator with values as soon as Blender is free and no search is running; one that is ends before."""

    def begin() -> float | None:
        if search := running(SearchingOperator):
            search.stops = True
            return TICK
        begun = operator_named(chosen())
        if begun.poll():
            begun("INVOKE_DEFAULT", True, **values)
        return None

    call_soon(context, begin)


SEED = "seed"
"""The option that makes one puzzle differ from another, where a kind has it."""

SIZE = "size"
"""The option that says how large one is, where a kind has it."""

SAME = "With these settings every seed gives the same puzzle: change the settings under New Puzzle"

MOST_PASSED_OVER = 100
"""Seeds, before it is taken for granted that there is no other puzzle."""


class InPlace(Asked, NeedsPuzzle, Making):
    """An operator that makes a puzzle in the place of the active one, whose dimensions and place stay."""

    def take_over(self, context: bpy.types.Context) -> None:
        """Take over the panel's settings for a puzzle of the active one's kind."""
        puzzle = needed_puzzle(context)
        self.kind, self.replaced = puzzle.group.kind.upper(), puzzle.name
        super().take_over(context)

    def execute(self, context: bpy.types.Context) -> Result:
        """Make the puzzle; a script, too, gets what the panel shows where it gives nothing."""
        if self.options.is_repeat:
            self.replaced = needed_puzzle(context).name
        elif not self.replaced:
            self.take_over(context)
        return self._make(context)

    def _add(self, context: bpy.types.Context, puzzle: Any, *, at_work: bool) -> None:
        """Let the panel show seed and size of what was made: the next one follows from it."""
        super()._add(context, puzzle, at_work=at_work)
        settings = next_group(scene_of(context), self._kind)
        for name in (SEED, SIZE):
            if hasattr(settings, name):
                setattr(settings, name, getattr(self, name))


class Replace(InPlace, bpy.types.Operator):
    """Replace the active puzzle with one of other settings; dimensions and place stay"""

    bl_idname = SEARCH_IN_PLACE
    bl_label = "Replace Puzzle"


class Another(InPlace, bpy.types.Operator):
    """Replace the active puzzle with a new one of its own kind, by one of the next seeds; dimensions and place stay"""

    bl_idname = "puzzle_cubes.another"
    bl_label = "Another Puzzle"

    _passes_over = False
    """Whether seeds are passed over: who names a seed gets its puzzle."""

    @classmethod
    def missing(cls, context: bpy.types.Context, puzzle: ScenePuzzle) -> str:
        """Work where the seed makes a difference to what the panel shows for the active puzzle's kind."""
        kind = puzzle.kind
        settings = next_group(scene_of(context), kind)
        values = values_in(settings, kind.options)
        return "" if dict(kind.shown(values)).get(SEED, False) else SAME

    def take_over(self, context: bpy.types.Context) -> None:
        """Take over the panel's settings with the next seed."""
        given = self.properties.is_property_set(SEED)
        super().take_over(context)
        if not given:
            self._passes_over = True
            self._take_next_seed()

    def _take_next_seed(self) -> None:
        most = next(option.most for option in self._kind.options if option.name == SEED)
        setattr(self, SEED, (getattr(self, SEED) + 1) % int(most + 1))

    def begun(self, context: bpy.types.Context) -> Begun:
        """Begin to make the puzzle of the seed, or of the next one that gives another puzzle."""
        kind, dimensions, steps = super().begun(context)
        return kind, dimensions, self._passing_over(context, steps) if self._passes_over else steps

    def _passing_over(
        self, context: bpy.types.Context, steps: Generator[Progress[Any], None, Any]
    ) -> Generator[Progress[Any], None, Any]:
        """Make puzzles, each with the next seed, until one is not in the scene; raises InputError where all are."""
        form = self._kind.canonical_form
        known = set()
        for puzzle in puzzles_in(scene_of(context)):
            # What is damaged says so where it is, and hinders no other puzzle.
            with suppress(InputError):
                known |= {form(puzzle.puzzle)} if puzzle.group.kind == self._kind.name else set()
        for _ in range(MOST_PASSED_OVER):
            made = yield from steps
            if form(made) not in known:
                return made
            self._take_next_seed()
            _, _, steps = super().begun(context)
        raise InputError(f"{MOST_PASSED_OVER} seeds gave only puzzles that the scene has: choose a larger size.")


CLASSES = (Generate, Replace, Another)
