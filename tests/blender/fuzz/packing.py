# SPDX-License-Identifier: GPL-3.0-or-later
"""Odd values in what a .blend file holds of a Packing Cube."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import bpy

from puzzle_cubes.common.draws import index_below, pick
from puzzle_cubes.common.options import declared
from puzzle_cubes.packing.model.dimensions import Dimensions
from tests.blender.fuzz.blend_files import (
    LENGTHS,
    NUMBERS,
    assert_operator,
    delete,
    empty,
    put_raw,
    read_all,
    save_and_open,
)
from tests.core.command_line.fuzz.odd import WORDS, odd_json
from tests.core.command_line.fuzz.trial import Trial

OPERATORS = ("rebuild", "check", "search_on", "animate_assembly", "remove_assembly", "new_seed", "duplicate")


def odd_packing_blend_file(random: Random, folder: Path) -> Trial:
    """Return a trial of a puzzle in a scene, of whose properties some are odd, and of what is then done with it."""
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    bpy.ops.puzzle_cubes.generate(kind="PACKING", puzzle=pick(("MEGARON", "SLOTHOUBER_GRAATSMA"), random))
    (collection,) = bpy.context.scene.collection.children
    changes = [_change(collection, random) for _ in range(1 + index_below(3, random))]
    steps = [_step(collection.name, random, folder) for _ in range(1 + index_below(4, random))]

    def do() -> None:
        for _, change in (*changes, *steps):
            change()

    return Trial(f"properties {[name for name, _ in changes]}, then {[name for name, _ in steps]}", do)


def _change(collection: Any, random: Random) -> tuple[str, Callable[[], object]]:
    """Return an odd change, with its name."""
    group = collection.puzzle_cubes
    own, scene = group.packing, bpy.context.scene.puzzle_cubes.packing
    what = pick(("puzzle", "text", "view", "number", "length", "object", "part"), random)
    if what == "puzzle":
        value = odd_json(group.puzzle, random).encode("utf-8", "replace").decode()
        return f"puzzle = {value!r}", partial(setattr, group, "puzzle", value)
    if what == "text":
        name = pick(("lying", "built", "checks", "kind"), random)
        owner, value = (own if name == "lying" else group), pick(WORDS, random).encode("utf-8", "replace").decode()
        return f"{name} = {value!r}", partial(setattr, owner, name, value.replace("\0", ""))
    if what == "view":
        owner, name = pick(((own, "view"), (scene, "puzzle"), (scene, "search")), random)
        number = pick(NUMBERS, random)
        return f"{name} = item {number}", partial(put_raw, owner, name, number)
    if what == "number":
        name, number = pick(("solution", "layers", "piece", "placement"), random), pick(NUMBERS, random)
        return f"{name} = {number}", partial(setattr, own, name, number)
    if what == "length":
        name = pick([option.name for option in declared(Dimensions) if isinstance(option.default, float)], random)
        length = pick(LENGTHS, random)
        return f"{name} = {length}", partial(setattr, pick((own, scene), random), name, length)
    if what == "part":
        place, name = index_below(len(group.parts), random), pick(WORDS, random).encode("utf-8", "replace").decode()
        return f"part {place} = {name!r}", lambda: setattr(group.parts[place], "name", name)
    name = pick(sorted(piece.name for piece in collection.all_objects), random)
    change = pick((delete, empty), random)
    return f"{change.__name__} {name}", partial(change, name)


def _step(name: str, random: Random, folder: Path) -> tuple[str, Callable[[], object]]:
    """Return something that a user does then, with its name."""

    def group() -> Any:
        """Return the puzzle's properties: those of before are gone where a file was opened."""
        return bpy.data.collections[name].puzzle_cubes

    what = pick(("operator", "operator", "generate", "export", "view", "explode", "read", "save"), random)
    if what == "operator":
        operator = pick(OPERATORS, random)
        return operator, partial(assert_operator, getattr(bpy.ops.puzzle_cubes, operator))
    if what == "generate":
        # Invoked, it takes what the scene has.
        return what, partial(assert_operator, partial(bpy.ops.puzzle_cubes.generate, "INVOKE_DEFAULT"))
    if what == "export":
        return what, partial(assert_operator, bpy.ops.puzzle_cubes.export, directory=str(folder / "out"))
    if what == "view":
        view = pick(("SOLUTION", "LAYERS", "PLACES", "GAME"), random)
        return view, lambda: setattr(group().packing, "view", view)
    if what == "explode":
        return what, lambda: setattr(group(), "explode", 0.5)
    if what == "read":
        return what, lambda: [read_all(owner) for owner in (group(), group().packing)]
    return what, partial(save_and_open, folder / "saved.blend")
