# SPDX-License-Identifier: GPL-3.0-or-later
"""Operators that go on beside Blender's own work until they are done, with a task or without, and clear up then.

What operators return to Blender, and the base of classes that are a part of operators, are here, too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import bpy

from ...core.common.errors import InputError
from ...core.common.task import Task
from ...core.common.words import printable
from ..data.interface import manager_of, present, scene_of, with_shown_unit
from .framing import redraw_sidebars, set_status, window_region

if TYPE_CHECKING:
    from bpy.stub_internal.rna_enums import OperatorReturnItems, OperatorTypeFlagItems

    Result: TypeAlias = set[OperatorReturnItems]
    OperatorOptions: TypeAlias = set[OperatorTypeFlagItems]
    OperatorPart: TypeAlias = bpy.types.Operator
else:
    Result = OperatorOptions = set
    # Blender would take a class that inherits from its own for one to register.
    OperatorPart = object


def refuse(operator: bpy.types.Operator, reason: Exception | str) -> Result:
    """Report what is wrong; nothing was changed."""
    # A name of Blender's may hold what no report can, and Blender would show a traceback in its place.
    operator.report({"ERROR"}, printable(with_shown_unit(str(reason), scene_of(bpy.context))))
    return {"CANCELLED"}


class Needs(OperatorPart):
    """An operator whose tooltip says what it lacks where it cannot be used."""

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Report whether it lacks nothing."""
        sentence = cls.lacking(context)
        if sentence:
            cls.poll_message_set(sentence)
        return not sentence

    @classmethod
    def lacking(cls, context: bpy.types.Context) -> str:
        """Return what it lacks, as a sentence; nothing where it can be used."""
        raise TypeError("an operator says what it needs in its own class")


def operator_named(idname: str) -> Any:
    """Return an operator of the extension, to be called, by its idname."""
    # The stubs do not know the extension's operators.
    operators: Any = bpy.ops
    return getattr(operators.puzzle_cubes, idname.partition(".")[2])


def call_soon(context: bpy.types.Context, call: Callable[[], float | None]) -> None:
    """Call something as soon as Blender is free, in the window, and in a 3D view where there is one.

    It is called again after the seconds that it returns. An operator that is at work calls others so: what these add to
    the window must not meet what it takes away.
    """
    window = present(context.window)
    view = next((area for area in window.screen.areas if area.type == "VIEW_3D"), None)

    def called() -> float | None:
        if view is None:
            place = bpy.context.temp_override(window=window)
        else:
            place = bpy.context.temp_override(window=window, area=view, region=window_region(view))
        with place:
            return call()

    bpy.app.timers.register(called, first_interval=0.0)


TICK = 0.05
"""Seconds that an operator works at a tick, where it has much to do, before Blender may do other things."""

Kind = TypeVar("Kind", bound="RunningOperator")

_running: list[RunningOperator] = []
"""Those that are at work. Blender's own list may hold what is left of one whose add-on was disabled."""


STOPPED = "Stopped"
"""Why a task is over that somebody has stopped."""


class RunningOperator(OperatorPart):
    """An operator that answers the ticks of a timer, and whatever else happens in its window, until it is done.

    It may have a task, which it lets go on at the ticks. Stopped or not, the best of that is taken.
    """

    is_beside = False
    """Whether it is at work beside Blender."""

    task: Task[Any, Any] | None = None

    def go_on(self, context: bpy.types.Context, seconds: float = TICK) -> Result | None:
        """Let the task go on for so many seconds; return with what the operator ends where the task is over then."""
        task = self.task
        if task is None:
            return None
        try:
            if not self.must_stop(context):
                task.advance(seconds, lambda: self.must_stop(context))
        except InputError as error:
            self.task = None
            return self.failed(context, error)
        if task.is_done or self.must_stop(context):
            return self.end_task(context)
        self.show(context)
        return None

    def end_task(self, context: bpy.types.Context, why: str = STOPPED) -> Result | None:
        """End the task where it is, for a reason, and take its best: what came out, where it was done."""
        task, self.task = self.task, None
        if task is None:
            return None
        task.stop()
        return self.take(context, task.best, "" if task.is_done else why)

    def must_stop(self, context: bpy.types.Context) -> bool:
        """Report whether the task is to stop where it is now."""
        return False

    def show(self, context: bpy.types.Context) -> None:
        """Show how far the task is."""

    def take(self, context: bpy.types.Context, best: Any, why: str) -> Result | None:
        """Take the best of a task, None where there is nothing, and say why it is not finished, if it is not.

        Return with what the operator ends, None where it goes on.
        """

    def failed(self, context: bpy.types.Context, error: InputError) -> Result | None:
        """Do what follows from an error that has ended the task."""
        return refuse(self, error)

    def run_beside(self, context: bpy.types.Context, seconds: float) -> Result:
        """Begin, with a tick after so many seconds each."""
        manager = manager_of(context)
        self._timer = manager.event_timer_add(seconds, window=context.window)
        manager.modal_handler_add(self)
        _running.append(self)
        self.is_beside = True
        return {"RUNNING_MODAL"}

    def modal(self, context: bpy.types.Context, event: bpy.types.Event) -> Result:
        """Answer an event; clear up when that was the last one, or has failed."""
        try:
            result = self.answer(context, event)
        except BaseException:
            self._end(context)
            raise
        if result <= {"FINISHED", "CANCELLED"}:
            self._end(context)
        return result

    def cancel(self, context: bpy.types.Context) -> None:
        """Clear up, when Blender ends the operator, which may only have asked, or the extension is disabled."""
        if self.is_beside:
            self._end(context)

    def answer(self, context: bpy.types.Context, event: bpy.types.Event) -> Result:
        """Do what an event asks for, and return what Blender does with it; one without a meaning is Blender's."""
        return {"PASS_THROUGH"}

    def clear_up(self, context: bpy.types.Context) -> None:
        """Take away what was put into the window, if there is anything."""

    def _end(self, context: bpy.types.Context) -> None:
        _running.remove(self)
        self.is_beside = False
        if self.task is not None:
            self.task.stop()
            self.task = None
        manager_of(context).event_timer_remove(self._timer)
        self.clear_up(context)


CLICK_SECONDS = 0.5
"""How long the buttons that come in the place of Stop do nothing: the second click of a fast double one means Stop."""


def end_pause() -> None:
    """Show that the buttons in the place of Stop can be clicked again."""
    redraw_sidebars(bpy.context)


def is_just_stopped() -> bool:
    """Report whether an operator was stopped by its button a moment ago, which may be clicked once more."""
    return bpy.app.timers.is_registered(end_pause)


PATIENCE = 0.3
"""Seconds that an operator works before it goes on beside Blender, shows how far it is and can be stopped."""


class StoppableOperator(RunningOperator):
    """One whose task goes on beside Blender until the user stops it, by Esc or by a button."""

    stops = False
    """Whether it was asked to stop, while it is at work beside Blender."""

    is_clicked = False
    """Whether that was done by its button."""

    def answer(self, context: bpy.types.Context, event: bpy.types.Event) -> Result:
        """Go on at every tick of the timer, until all is done or the user stops it."""
        # A key's release may belong to a press that something else has taken, and a key that is held is one press.
        # Blender takes a key that is quickly pressed again for a double click.
        is_escape = event.type == "ESC" and event.value in {"PRESS", "DOUBLE_CLICK"}
        self.stops = self.stops or (is_escape and not event.is_repeat)
        # Not at each move of the mouse, which would wait for it.
        result = self.go_on(context) if event.type == "TIMER" or self.must_stop(context) else None
        return result or ({"RUNNING_MODAL"} if is_escape else {"PASS_THROUGH"})

    def must_stop(self, context: bpy.types.Context) -> bool:
        """Report whether the user has asked for that."""
        return self.stops

    def clear_up(self, context: bpy.types.Context) -> None:
        """Take the progress away."""
        if self.is_clicked:
            bpy.app.timers.register(end_pause, first_interval=CLICK_SECONDS)
        # Blender adjusts with the same operator, which may work once more.
        self.stops = self.is_clicked = False
        set_status(context, "")
        redraw_sidebars(context)


def running(kind: type[Kind]) -> Kind | None:
    """Return an operator of a kind that is at work, if one is."""
    return next((operator for operator in _running if isinstance(operator, kind)), None)


def cancel_all(context: bpy.types.Context) -> None:
    """Cancel all operators that are at work."""
    for operator in tuple(_running):
        operator.cancel(context)
