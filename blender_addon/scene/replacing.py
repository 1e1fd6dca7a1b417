# SPDX-License-Identifier: GPL-3.0-or-later
"""Another puzzle in the place of one: the objects stay, with all that the user has done to them."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import bpy

from ...core.common.errors import InputError
from ...core.common.options import Options
from ..data.context import scene_of
from .build import rebuild_all
from .free_place import free_name
from .half import half_of
from .model import dimensions_of, kind_of, parts_of, puzzle_of
from .properties import puzzle_group
from .puzzles import first_way, kept_object
from .removing import remove_object
from .replaceable import check_replaceable


def replace_puzzle(context: bpy.types.Context, collection: bpy.types.Collection, puzzle: Any) -> None:
    """Let a collection hold another puzzle of its kind.

    Where it stands, its dimensions, how it is shown and printed and where it is exported to stay as they were. A name
    of the user's own stays, too. Raises InputError, before anything is changed, where the puzzle cannot be built.
    """
    check_replaceable(collection)
    group = puzzle_group(collection)
    kind, dimensions = kind_of(group), dimensions_of(group)
    kind.model.parts(puzzle, dimensions, kind.model.ways[0].name)
    before = kind.facts.name(puzzle_of(collection))
    group.puzzle = kind.files.to_json(puzzle)
    group.built = group.checks = group.opened_from = group.exported = ""
    _rename(collection, before, kind.facts.name(puzzle))
    _remove_others(collection, dimensions)
    rebuild_all(context, collection, dimensions)
    half_of(kind.name).replaced(collection, scene_of(context))


def _remove_others(collection: bpy.types.Collection, dimensions: Options) -> None:
    """Remove the objects of parts that the puzzle has no longer, in whatever way they are printed."""
    group = puzzle_group(collection)
    for way in kind_of(group).model.ways:
        names = {way.name, ""} if way.name == first_way(group) else {way.name}
        owned = [item for item in group.parts if item.way in names]
        keys: set[str] = set()
        if owned:
            # What cannot be printed in a way has no parts in it now.
            with suppress(InputError):
                keys = {part.key for part in parts_of(collection, dimensions, way)}
        for name in [item.name for item in owned if item.name not in keys and item.part != group.carrier]:
            removed = kept_object(group, name)
            if removed is not None:
                remove_object(removed)
            group.parts.remove(group.parts.find(name))


def _rename(collection: bpy.types.Collection, before: str, now: str) -> None:
    """Give a collection and its objects the name of the new puzzle, where they bear that of the one before."""
    old = collection.name
    rest = old.removeprefix(before)
    if rest == old or (rest and not rest.startswith(" (")):
        return
    collection.name = free_name(now)
    group = puzzle_group(collection)
    named: list[Any] = [group.apart, *(item.part for item in group.parts)]
    named += [one.data for one in named if isinstance(one, bpy.types.Object)]
    for one in named:
        if one is not None and one.name.startswith(old):
            one.name = collection.name + one.name.removeprefix(old)
