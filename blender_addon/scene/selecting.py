# SPDX-License-Identifier: GPL-3.0-or-later
"""A puzzle as what is selected: all of it that is seen, so that Blender moves, turns and deletes it as a whole."""

from __future__ import annotations

import bpy

from ..data.context import present, view_layer_of
from .properties import WIRE
from .puzzle import ScenePuzzle


def activate(context: bpy.types.Context, chosen: bpy.types.Object | None) -> None:
    """Make an object the active one, and select nothing."""
    objects = present(view_layer_of(context).objects)
    for other in present(objects.selected):
        other.select_set(False)
    objects.active = chosen


def choose(context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
    """Make a puzzle the active one, and select it alone, as Blender does with whatever it adds."""
    activate(context, puzzle.group.carrier)
    select(puzzle)


def select(puzzle: ScenePuzzle) -> None:
    """Select all of a puzzle that is seen.

    Not where its carrier is hidden, which would stay behind when the others are moved; and not where the walls are
    wires: the outline of what is selected would cover each of these.
    """
    carrier = puzzle.group.carrier
    if carrier is not None and carrier.visible_get() and puzzle.group.display != WIRE:
        for seen in (carrier, *puzzle.seen_objects):
            seen.select_set(True)


def select_again(puzzle: ScenePuzzle) -> None:
    """Select a puzzle that is active where nothing is selected: what kept it from being selected may be over."""
    objects = present(view_layer_of(bpy.context).objects)
    if puzzle.group.carrier is not None and objects.active == puzzle.group.carrier and not present(objects.selected):
        select(puzzle)


def deselect(puzzle: ScenePuzzle) -> None:
    """Deselect all of a puzzle: of what is left selected of it a part could be moved without the others."""
    for part in (puzzle.group.carrier, *puzzle.objects.values()):
        if part is not None and part.select_get():
            part.select_set(False)
