# SPDX-License-Identifier: GPL-3.0-or-later
"""Another puzzle in the place of one: the objects stay, with all that the user has done to them."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import bpy

from ...core.common.errors import InputError
from ...core.common.options import Options
from ..data.context import scene_of
from .adding import free_name
from .build import rebuild_all
from .kind_in_blender import in_blender
from .puzzle import ScenePuzzle
from .removing import remove_object


def replace_puzzle(context: bpy.types.Context, before: ScenePuzzle, puzzle: Any) -> None:
    """Let a collection hold another puzzle of its kind.

    Where it stands, how it is shown and printed and where it is exported to stay as they were, and so do its
    dimensions, but for what follows from a puzzle. A name of the user's own stays, too. Raises InputError, before
    anything is changed, where the puzzle cannot be built.
    """
    before.check_replaceable()
    before.check_unedited()
    kind, group = before.kind, before.group
    dimensions = kind.model.followed(before.puzzle, puzzle, before.dimensions)
    kind.model.parts(puzzle, dimensions, before.first_way.name)
    name = kind.facts.name(before.puzzle)
    group.puzzle = kind.files.to_json(puzzle)
    group.built = group.checks = group.opened_from = group.exported = ""
    now = before.renewed()
    _rename(now, name, kind.facts.name(puzzle))
    _remove_others(now, dimensions)
    rebuild_all(context, now, dimensions)
    in_blender(kind.name).replaced(now.renewed(), scene_of(context))


def _remove_others(puzzle: ScenePuzzle, dimensions: Options) -> None:
    """Remove the objects of parts that the puzzle has no longer, in whatever way they are printed."""
    group = puzzle.group
    for way in puzzle.kind.model.ways:
        names = {way.name, ""} if way == puzzle.first_way else {way.name}
        owned = [item for item in group.parts if item.way in names]
        keys: set[str] = set()
        if owned:
            # What cannot be printed in a way has no parts in it now.
            with suppress(InputError):
                keys = {part.key for part in puzzle.parts(way, dimensions)}
        for key in [item.name for item in owned if item.name not in keys and item.part != puzzle.group.carrier]:
            removed = puzzle.kept_object(key)
            if removed is not None:
                remove_object(removed)
            group.parts.remove(group.parts.find(key))


def _rename(puzzle: ScenePuzzle, before: str, now: str) -> None:
    """Give a collection and its objects the name of the new puzzle, where they bear that of the one before."""
    old = puzzle.name
    rest = old.removeprefix(before)
    if before == now or rest == old or (rest and not rest.startswith(" (")):
        return
    puzzle.collection.name = free_name(now)
    parts = [item.part for item in puzzle.group.parts]
    named: list[Any] = [puzzle.group.apart, *parts, *(part.data for part in parts if part is not None)]
    for owned in named:
        if owned is not None and owned.name.startswith(old):
            owned.name = puzzle.name + owned.name.removeprefix(old)
