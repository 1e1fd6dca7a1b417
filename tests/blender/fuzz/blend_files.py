# SPDX-License-Identifier: GPL-3.0-or-later
"""Odd values in what a .blend file holds of a puzzle, in files that are saved so, and what is then done with it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import bpy

from puzzle_cubes.common.draws import index_below, pick, toss
from puzzle_cubes.common.options import declared, lengths
from puzzle_cubes.oskar.model.dimensions import Dimensions
from puzzle_cubes.packing.model.dimensions import Dimensions as PackingDimensions
from puzzle_cubes.printing.printer import Printer
from tests.core.command_line.fuzz.judged import LONGEST_SENTENCE
from tests.core.command_line.fuzz.odd import WORDS, contained, odd_json, odd_text
from tests.core.command_line.fuzz.trial import Trial

ANIMATING = (
    "show_solution",
    "animate",
    "remove_animation",
    "add_turntable",
    "remove_turntable",
    "watch",
    "remove_watch",
)
OPERATORS = ("rebuild", "check", "set_millimeters", "new_seed", *ANIMATING)
PACKING_OPERATORS = ("rebuild", "check", "search_on", "animate_assembly", "remove_assembly", "new_seed", "duplicate")
TEXTS = ("puzzle", "built", "checks", "kind", "problem", "displayed", "folder", "exported", "opened_from")
NUMBERS = (-1, 0, 1, 2, 3, 2**31 - 1)
LENGTHS = (float("nan"), float("inf"), -1.0, 0.0, 0.01, 0.3, 2.0, 4.0, 1e30)


def odd_blend_file(random: Random, folder: Path) -> Trial:
    """Return a trial of a puzzle in a scene, of whose properties some are odd, and of what is then done with it."""
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    bpy.ops.puzzle_cubes.generate(size=(2, 2, 1 + index_below(3, random)), seed=index_below(4, random))
    (collection,) = bpy.context.scene.collection.children
    if toss(random):
        collection.puzzle_cubes.oskar.way = "KIT"
    if toss(random):
        bpy.ops.puzzle_cubes.check()
    changes = [_change(collection, random, folder) for _ in range(1 + index_below(3, random))]
    steps = [_step(collection, random, folder) for _ in range(1 + index_below(4, random))]
    what = f"properties {[name for name, _ in changes]}, then {[name for name, _ in steps]}"

    def do() -> None:
        for _, change in (*changes, *steps):
            change()

    return Trial(what, do)


def odd_saved_blend_file(random: Random, folder: Path) -> Trial:
    """Return a trial of a .blend file with damaged bytes in what it says of a puzzle, and of what is then done with it.

    Damage elsewhere is Blender's own to bear.
    """
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    for seed in (1, 2):
        bpy.ops.puzzle_cubes.generate(size=(2, 2, 2), seed=seed + index_below(4, random))
    bpy.ops.puzzle_cubes.check()
    collection = bpy.context.scene.collection.children[index_below(2, random)]
    texts = [getattr(collection.puzzle_cubes, name).encode() for name in TEXTS]
    text = pick([text for text in texts if len(text) > 8], random)
    damaged = bytearray(text)
    for _ in range(1 + index_below(5, random)):
        place = index_below(len(text), random)
        piece = pick((b"\xff", b"\0", b"\xed\xa0\x80", b"9", b"}", b'"', text[:8]), random)
        damaged[place : place + len(piece)] = piece
    steps = [_step(collection, random, folder) for _ in range(1 + index_below(3, random))]
    file = folder / "damaged.blend"

    def do() -> None:
        bpy.ops.wm.save_as_mainfile(filepath=str(file), compress=False)
        data = file.read_bytes()
        assert text in data
        file.write_bytes(data.replace(text, bytes(damaged[: len(text)])))
        bpy.ops.wm.open_mainfile(filepath=str(file))
        for _, step in steps:
            step()

    return Trial(f"{text[:200]!r} is {bytes(damaged)!r}, then {[name for name, _ in steps]}", do)


def assert_operator(operator: Callable[..., set[str]], **properties: object) -> None:
    """Check that an operator of Blender does what it should, or refuses with a sentence."""
    try:
        operator(**properties)
    except RuntimeError as error:
        text = str(error).strip()
        assert "Traceback" not in text, text[-2000:]
        if "poll() failed" not in text:
            for line in text.splitlines():
                assert line.isprintable(), ascii(line)
                assert len(line) <= LONGEST_SENTENCE, f"{len(line)} characters: {line}"


def _change(collection: Any, random: Random, folder: Path) -> tuple[str, Callable[[], object]]:
    """Return an odd change, with its name."""
    group, scene = collection.puzzle_cubes, bpy.context.scene.puzzle_cubes
    what = pick(("text", "text", "text", "raw", "number", "length", "printer", "part", "object"), random)
    if what == "text":
        name = pick(TEXTS, random)
        old = getattr(group, name)
        value = odd_json(old, random) if old.startswith("{") and toss(random) else odd_text(old, random)
        value = pick(WORDS, random) if index_below(4, random) == 0 else value
        # Blender holds no half characters but in paths.
        value = value.encode("utf-8", "replace").decode().replace("\0", "")
        if name in {"folder", "exported"}:
            value = contained(value, folder)
        return f"{name} = {value!r}", partial(setattr, group, name, value)
    if what == "raw":
        # What a file of another version, or a damaged one, holds of a list's item.
        lists = (
            *((group, "display"), (group.oskar, "way"), (group.oskar, "label_text")),
            *((scene, "kind"), (scene.oskar, "style")),
        )
        owner, name = pick(lists, random)
        number = pick(NUMBERS, random)
        return f"{name} = item {number}", partial(put_raw, owner, name, number)
    if what == "number":
        number = pick(NUMBERS, random)
        return f"format = {number}", partial(setattr, group, "format", number)
    if what == "length":
        name, length = pick([option.name for option in lengths(Dimensions)], random), pick(LENGTHS, random)
        owner = pick((group.oskar, scene.oskar), random)
        return f"{name} = {length}", partial(setattr, owner, name, length)
    if what == "printer":
        name = pick([option.name for option in declared(Printer) if isinstance(option.default, float)], random)
        length = pick(LENGTHS, random)
        return f"{name} = {length}", partial(setattr, scene, name, length)
    if what == "part":
        place, name = index_below(len(group.parts), random), pick(WORDS, random)
        name = name.encode("utf-8", "replace").decode()
        attribute = pick(("name", "way"), random)
        return f"part {place} {attribute} = {name!r}", lambda: setattr(group.parts[place], attribute, name)
    name = pick(sorted(piece.name for piece in collection.all_objects), random)
    change = pick(("delete", "empty", "no carrier"), random)
    if change == "no carrier":
        return change, partial(setattr, group, "carrier", None)
    return f"{change} {name}", partial(delete if change == "delete" else empty, name)


def delete(name: str) -> None:
    """Delete an object, if it is still there."""
    if name in bpy.data.objects:
        bpy.data.objects.remove(bpy.data.objects[name])


def empty(name: str) -> None:
    """Take all of an object's mesh away, if it is still there."""
    owner: Any = bpy.data.objects.get(name)
    if owner is not None and isinstance(owner.data, bpy.types.Mesh):
        owner.data.clear_geometry()


def put_raw(owner: Any, name: str, number: int) -> None:
    """Give a list the number of an item, as a file may hold it."""
    # From Blender 5.0 what extensions declare is kept apart from what users add.
    system = owner.bl_system_properties_get(do_create=True) if hasattr(owner, "bl_system_properties_get") else owner
    system[name] = number


def _step(collection: Any, random: Random, folder: Path) -> tuple[str, Callable[[], object]]:
    """Return something that a user does then, with its name."""
    name_of_puzzle = collection.name

    def group() -> Any:
        """Return the puzzle's properties: those of before are gone where a file was opened."""
        return bpy.data.collections[name_of_puzzle].puzzle_cubes

    what = pick(
        (
            "operator",
            "operator",
            "generate",
            "export",
            "coupon",
            "mazecube",
            "way",
            "display",
            "explode",
            "read",
            "save",
        ),
        random,
    )
    if what == "operator":
        name = pick(OPERATORS, random)
        return name, partial(assert_operator, getattr(bpy.ops.puzzle_cubes, name))
    if what == "generate":
        # Invoked, it takes what the scene has.
        return what, partial(assert_operator, partial(bpy.ops.puzzle_cubes.generate, "INVOKE_DEFAULT"))
    if what == "export":
        properties = {"directory": str(folder / "out")} if toss(random) else {}
        if not properties and not collection.puzzle_cubes.folder:
            collection.puzzle_cubes.folder = str(folder)
        return what, partial(assert_operator, bpy.ops.puzzle_cubes.export, **properties)
    if what in {"coupon", "mazecube"}:
        operator = getattr(bpy.ops.puzzle_cubes, f"export_{what}")
        return what, partial(assert_operator, operator, filepath=str(folder / f"{what}.txt"))
    if what == "way":
        way = pick(("ONE_PIECE", "KIT"), random)
        return way, lambda: setattr(group().oskar, "way", way)
    if what == "display":
        display = pick(("SOLID", "WIRE", "GLASS"), random)
        return display, lambda: setattr(group(), "display", display)
    if what == "explode":
        return what, lambda: setattr(group(), "explode", 0.5)
    if what == "read":
        return what, lambda: [read_all(owner) for owner in (group(), group().oskar, bpy.context.scene.puzzle_cubes)]
    return what, partial(save_and_open, folder / "saved.blend")


def read_all(group: Any) -> None:
    """Read all that the panels show."""
    for property_type in group.bl_rna.properties:
        getattr(group, property_type.identifier)


def save_and_open(file: Path) -> None:
    """Save what there is, and open it again."""
    bpy.ops.wm.save_as_mainfile(filepath=str(file))
    bpy.ops.wm.open_mainfile(filepath=str(file))


def odd_packing_blend_file(random: Random, folder: Path) -> Trial:
    """Return a trial of a puzzle in a scene, of whose properties some are odd, and of what is then done with it."""
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    bpy.ops.puzzle_cubes.generate(kind="PACKING", puzzle=pick(("MEGARON", "SLOTHOUBER_GRAATSMA"), random))
    (collection,) = bpy.context.scene.collection.children
    changes = [_packing_change(collection, random) for _ in range(1 + index_below(3, random))]
    steps = [_packing_step(collection.name, random, folder) for _ in range(1 + index_below(4, random))]

    def do() -> None:
        for _, change in (*changes, *steps):
            change()

    return Trial(f"properties {[name for name, _ in changes]}, then {[name for name, _ in steps]}", do)


def _packing_change(collection: Any, random: Random) -> tuple[str, Callable[[], object]]:
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
        name = pick(
            [option.name for option in declared(PackingDimensions) if isinstance(option.default, float)], random
        )
        length = pick(LENGTHS, random)
        return f"{name} = {length}", partial(setattr, pick((own, scene), random), name, length)
    if what == "part":
        place, name = index_below(len(group.parts), random), pick(WORDS, random).encode("utf-8", "replace").decode()
        return f"part {place} = {name!r}", lambda: setattr(group.parts[place], "name", name)
    name = pick(sorted(piece.name for piece in collection.all_objects), random)
    change = pick((delete, empty), random)
    return f"{change.__name__} {name}", partial(change, name)


def _packing_step(name: str, random: Random, folder: Path) -> tuple[str, Callable[[], object]]:
    """Return something that a user does then, with its name."""

    def group() -> Any:
        """Return the puzzle's properties: those of before are gone where a file was opened."""
        return bpy.data.collections[name].puzzle_cubes

    what = pick(("operator", "operator", "generate", "export", "view", "explode", "read", "save"), random)
    if what == "operator":
        operator = pick(PACKING_OPERATORS, random)
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
