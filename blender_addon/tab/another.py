# SPDX-License-Identifier: GPL-3.0-or-later
"""Another: a puzzle of the next seed in the place of the active one."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import suppress
from typing import Any

import bpy

from ...core.common.errors import InputError
from ...core.common.options import Options
from ...core.kind.making import Progress
from ..data.context import scene_of
from ..scene.properties import next_group
from ..scene.puzzle import puzzles_in
from ..window.results import Result, refuse
from .generate import PROPERTIES, Making
from .operator_base import NeedsPuzzle, needed_puzzle
from .search_progress import SEARCH_IN_PLACE

SEED = "seed"
"""The option that makes one puzzle differ from another, where a kind has it."""

SIZE = "size"
"""The option that says how large one is, where a kind has it."""

SAME = "With these settings every seed gives the same puzzle: change the settings."

MOST_PASSED_OVER = 100
"""Seeds, before it is taken for granted that there is no other puzzle."""


class Another(NeedsPuzzle, Making, bpy.types.Operator):
    """Replace the active puzzle with that of the next seed which gives a new one; dimensions and place stay"""

    bl_idname = SEARCH_IN_PLACE
    bl_label = "Another Puzzle"
    __annotations__ = dict(PROPERTIES)

    _passes_over = False
    """Whether seeds are passed over: who names a seed gets its puzzle."""

    _is_named = False
    """Whether seed and size were given: the puzzle is wanted, also where the seed makes no difference to it."""

    def take_over(self, context: bpy.types.Context) -> None:
        """Take over the panel's settings with the next seed, for a puzzle of the active one's kind."""
        puzzle = needed_puzzle(context)
        self.kind, self.replaced = puzzle.group.kind.upper(), puzzle.name
        given = self.properties.is_property_set(SEED)
        self._is_named = given and self.properties.is_property_set(SIZE)
        super().take_over(context)
        if any(option.name == SEED for option in self._kind.making.options) and not given:
            self._passes_over = True
            self._take_next_seed()

    def _take_next_seed(self) -> None:
        most = next(option.most for option in self._kind.making.options if option.name == SEED)
        setattr(self, SEED, (getattr(self, SEED) + 1) % int(most + 1))

    def _in_steps(self, context: bpy.types.Context) -> Generator[Progress[Any], None, Any]:
        steps = super()._in_steps(context)
        return self._passing_over(context, steps) if self._passes_over else steps

    def _passing_over(
        self, context: bpy.types.Context, steps: Generator[Progress[Any], None, Any]
    ) -> Generator[Progress[Any], None, Any]:
        """Make puzzles, each with the next seed, until one is not in the scene; raises InputError where all are."""
        form = self._kind.facts.canonical_form
        known = set()
        for one in puzzles_in(scene_of(context)):
            # What is damaged says so where it is, and hinders no other puzzle.
            with suppress(InputError):
                known |= {form(one.puzzle)} if one.group.kind == self._kind.name else set()
        for _ in range(MOST_PASSED_OVER):
            puzzle = yield from steps
            if form(puzzle) not in known:
                return puzzle
            self._take_next_seed()
            steps = super()._in_steps(context)
        raise InputError(f"{MOST_PASSED_OVER} seeds gave only puzzles that the scene has: choose a larger size.")

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> Result:
        """Take over the panel's settings, and refuse where these give the same puzzle again."""
        self.take_over(context)
        return super().invoke(context, event) if self._makes_another else refuse(self, SAME)

    def execute(self, context: bpy.types.Context) -> Result:
        """Make the puzzle; a script, too, gets what the panel shows where it gives nothing."""
        if self.options.is_repeat:
            self.replaced = needed_puzzle(context).name
        elif not self.replaced:
            self.take_over(context)
        return self._make(context) if self._makes_another else refuse(self, SAME)

    @property
    def _makes_another(self) -> bool:
        """Whether the seed makes a difference to what is asked for, or something is asked for as it is."""
        return self._is_named or dict(self._kind.making.shown(self._values())).get(SEED, False)

    def _finish(
        self, context: bpy.types.Context, puzzle: Any, dimensions: Options | None = None, *, at_work: bool = False
    ) -> Result:
        """Let the panel show seed and size of what was made: the next one follows from it."""
        settings = next_group(scene_of(context), self._kind)
        for name in (SEED, SIZE):
            if hasattr(settings, name):
                setattr(settings, name, getattr(self, name))
        return super()._finish(context, puzzle, dimensions, at_work=at_work)


CLASSES = (Another,)
