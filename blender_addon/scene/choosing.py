# SPDX-License-Identifier: GPL-3.0-or-later
"""Making a puzzle the active one, as a click on it does."""

from __future__ import annotations

from collections.abc import Iterator

import bpy

from ..data.context import present, view_layer_of
from .properties import puzzle_group
from .puzzles import active_puzzle, is_puzzle


def active_place(scene: bpy.types.Scene) -> int:
    """Return the place of the active puzzle among the collections of the file; -1 where a scene has none."""
    context = bpy.context
    active = active_puzzle(context) if context.scene == scene else None
    return -1 if active is None else list(bpy.data.collections).index(active)


def choose_place(scene: bpy.types.Scene, place: int) -> None:
    """Make the puzzle at a place among the collections of the file the active one; what is none is left alone."""
    context = bpy.context
    if context.scene != scene or context.mode != "OBJECT" or not 0 <= place < len(bpy.data.collections):
        return
    collection = bpy.data.collections[place]
    if is_puzzle(collection):
        choose_puzzle(context, collection)


def choose_puzzle(context: bpy.types.Context, collection: bpy.types.Collection) -> None:
    """Make a puzzle the active one: by its first object that is seen, and by its collection."""
    view_layer = view_layer_of(context)
    objects = present(view_layer.objects)
    group = puzzle_group(collection)
    candidates = [group.carrier, *(item.part for item in group.parts)]
    seen = [one for one in candidates if one is not None and one in list(objects) and one.visible_get()]
    for other in present(objects.selected):
        other.select_set(False)
    # Without one the collection alone says which puzzle is worked on.
    objects.active = seen[0] if seen else None
    for layer in _layers(present(view_layer.layer_collection)):
        if layer.collection == collection:
            view_layer.active_layer_collection = layer
            return


def _layers(layer: bpy.types.LayerCollection) -> Iterator[bpy.types.LayerCollection]:
    """Yield a view layer's collection and all inside of it."""
    yield layer
    for inner in layer.children:
        yield from _layers(inner)
