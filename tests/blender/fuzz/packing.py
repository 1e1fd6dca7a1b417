# SPDX-License-Identifier: GPL-3.0-or-later
"""Odd files and arguments of Packing Cubes, and odd values in what a .blend file holds of one."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import bpy

from puzzle_cubes.common.draws import index_below, pick, toss
from puzzle_cubes.common.options import declared
from puzzle_cubes.packing.files.pieces_text import puzzle_from_text, puzzle_to_text
from puzzle_cubes.packing.kind.kind import PACKING
from puzzle_cubes.packing.model.dimensions import Dimensions
from puzzle_cubes.packing.model.presets import PRESETS
from puzzle_cubes.polycubes.puzzle import PolycubePuzzle
from tests.blender.fuzz.blend_files import LENGTHS, NUMBERS, delete, empty, put_raw, read_all, save_and_open
from tests.blender.fuzz.files import as_bytes, open_and_write
from tests.blender.fuzz.judged import assert_operator, assert_run
from tests.blender.fuzz.odd import WORDS, contained, odd_json, odd_list, odd_text
from tests.blender.fuzz.trial import Trial

PIECES = (
    "1 0 0 0 1 0 0 0 1 0\n1 0 0 0 0 0 1 0 1 1\n1 0 0 0 1 0 0",
    "1 0 0 0 1 0 0\n2 0 0 0 1 0 0 1 1 0",
    "0-2 0 0 0 1 0 0 1 1 0 1 1 1\n1 0 0 0",
)
"""Pieces that fill little, or nothing: a search for them soon ends."""

BOX = ("2", "2", "2")

OF_A_DESIGN = {"--size", "--design", "--puzzle", "--seed", "--smallest", "--largest", "--all-different", "--no-planar"}
"""What is not given with a file of pieces, but for the size."""

OPERATORS = ("rebuild", "check", "search_on", "animate_assembly", "remove_assembly", "new_seed", "duplicate")


def odd_packing_file(random: Random, folder: Path) -> Trial:
    """Return a trial of a puzzle's file, nearly as it should be, that is opened or given to the command line."""
    puzzle = _puzzle(random)
    file_format = pick((None, *PACKING.files.formats), random)
    text = PACKING.files.to_json(puzzle) if file_format is None else file_format.write(puzzle)
    text = odd_json(text, random) if file_format is None and toss(random) else odd_text(text, random)
    file = folder / pick(("puzzle.json", "pieces.txt", "cube.xmpuzzle"), random)
    data = as_bytes(text)
    file.write_bytes(gzip.compress(data, mtime=0) if toss(random) else data)
    if index_below(5, random) == 0:
        arguments = ["packing", "--from", str(file), "--out", str(folder / "out"), "--size", *BOX]
        arguments += pick(([], ["--json"], ["--count", "--json"], ["--assemble", "--no-stl"]), random)
        return Trial(f"file {data!r} with {arguments[4:]}", partial(assert_run, arguments, folder))
    return Trial(f"file {data!r}", partial(open_and_write, file))


def odd_packing_arguments(random: Random, folder: Path) -> Trial:
    """Return a trial of arguments, of which most are good."""
    source = folder / "source.txt"
    source.write_text(puzzle_to_text(_puzzle(random)))
    places = [str(folder / name) for name in ("out", "out/puzzle.json", "cube.txt", "no/cube.txt", "x.xmpuzzle")]
    groups = [
        ["--size", *BOX],
        ["--out", str(folder / "out")],
        ["--pieces", pick((str(source), *places), random)],
        ["--design", str(2 + index_below(3, random))],
        ["--puzzle", pick(("design", "slothouber_graatsma"), random)],
        ["--seed", str(index_below(9, random))],
        ["--smallest", str(index_below(4, random))],
        ["--largest", str(index_below(5, random))],
        *(["--" + word] for word in ("all-different", "no-planar", "count", "first", "assemble", "check", "json")),
        ["--solutions", pick(places, random)],
        ["--preset", pick(list(PRESETS), random)],
        ["--coupon", pick(places, random)],
        ["--text", pick(places, random)],
        ["--xmpuzzle", pick(places, random)],
        *(
            [f"--{one.flag.replace('_', '-')}", f"{one.default * pick((0.0, 0.9, 1.1, 2.0), random):.4g}"]
            for one in declared(Dimensions)
            if isinstance(one.default, float)
        ),
    ]
    # Most of them are good, and go together: what is refused at once shows little of what comes later.
    own = pick(({"--size", "--pieces"}, {"--size", "--puzzle", "--design"}), random)
    if index_below(4, random):
        groups = [group for group in groups if group[0] in own or group[0] not in {"--pieces", *OF_A_DESIGN}]
    chosen = [group for group in groups if group[0] in {"--out", *own} or index_below(6, random) == 0]
    words = odd_list(["packing", *(word for group in chosen for word in group)], random)
    words = [contained(word, folder) for word in words]
    return Trial(f"arguments {words!r}", partial(assert_run, words, folder))


def odd_packing_blend_file(random: Random, folder: Path) -> Trial:
    """Return a trial of a puzzle in a scene, of whose properties some are odd, and of what is then done with it."""
    bpy.ops.puzzle_cubes.generate(kind="PACKING", puzzle=pick(("MEGARON", "SLOTHOUBER_GRAATSMA"), random))
    (collection,) = bpy.context.scene.collection.children
    changes = [_change(collection, random) for _ in range(1 + index_below(3, random))]
    steps = [_step(collection.name, random, folder) for _ in range(1 + index_below(4, random))]

    def do() -> None:
        for _, change in (*changes, *steps):
            change()

    return Trial(f"properties {[name for name, _ in changes]}, then {[name for name, _ in steps]}", do)


def _puzzle(random: Random) -> PolycubePuzzle:
    """Return a small puzzle."""
    return puzzle_from_text(pick(PIECES, random))


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
        name = pick([one.name for one in declared(Dimensions) if isinstance(one.default, float)], random)
        length = pick(LENGTHS, random)
        return f"{name} = {length}", partial(setattr, pick((own, scene), random), name, length)
    if what == "part":
        place, name = index_below(len(group.parts), random), pick(WORDS, random).encode("utf-8", "replace").decode()
        return f"part {place} = {name!r}", lambda: setattr(group.parts[place], "name", name)
    name = pick(sorted(one.name for one in collection.all_objects), random)
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
        return what, lambda: [read_all(one) for one in (group(), group().packing)]
    return what, partial(save_and_open, folder / "saved.blend")
