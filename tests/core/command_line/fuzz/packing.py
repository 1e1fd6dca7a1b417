# SPDX-License-Identifier: GPL-3.0-or-later
"""Odd files of Packing Cubes and burrs, and odd arguments of Packing Cubes."""

from __future__ import annotations

import gzip
from functools import partial
from pathlib import Path
from random import Random

from puzzle_cubes.burr.kind import BURR
from puzzle_cubes.common.draws import index_below, pick, toss
from puzzle_cubes.common.options import declared
from puzzle_cubes.common.task import finish
from puzzle_cubes.packing.files.pieces_text import puzzle_from_text, puzzle_to_text
from puzzle_cubes.packing.kind import PACKING
from puzzle_cubes.packing.model.as_printed import PRESETS
from puzzle_cubes.packing.model.dimensions import Dimensions
from puzzle_cubes.polycubes.puzzle import PolycubePuzzle
from tests.core.command_line.fuzz.files import as_bytes, open_and_write
from tests.core.command_line.fuzz.judged import assert_run
from tests.core.command_line.fuzz.odd import contained, flooded, odd_json, odd_list, odd_text
from tests.core.command_line.fuzz.trial import Trial

PIECES = (
    "1 0 0 0 1 0 0 0 1 0\n1 0 0 0 0 0 1 0 1 1\n1 0 0 0 1 0 0",
    "1 0 0 0 1 0 0\n2 0 0 0 1 0 0 1 1 0",
    "0-2 0 0 0 1 0 0 1 1 0 1 1 1\n1 0 0 0",
)
"""Pieces that fill little, or nothing: a search for them soon ends."""

STICKS = ("52 615 792 960 975 992", "1 256 824 888 928 1024", "1024x2 1 52 256 960")

BOX = ("2", "2", "2")

OF_A_DESIGN = {"--size", "--design", "--puzzle", "--seed", "--smallest", "--largest", "--all-different", "--no-planar"}
"""What is not given with a file of pieces, but for the size."""


def odd_packing_file(random: Random, folder: Path) -> Trial:
    """Return a trial of a puzzle's file, nearly as it should be, that is opened or given to the command line."""
    kind, puzzle = pick(((PACKING, _puzzle(random)), (BURR, _burr(random))), random)
    file_format = pick((None, *kind.formats), random)
    text = kind.to_json(puzzle) if file_format is None else file_format.write(puzzle)
    text = odd_json(text, random) if file_format is None and toss(random) else odd_text(text, random)
    file = folder / pick(("puzzle.json", "pieces.txt", "cube.xmpuzzle"), random)
    data = flooded(as_bytes(text), random)
    file.write_bytes(gzip.compress(data, mtime=0) if toss(random) else data)
    if index_below(5, random) == 0:
        own = ["packing", "--size", *BOX] if kind is PACKING else ["burr"]
        arguments = [*own, "--from", str(file), "--out", str(folder / "out")]
        arguments += pick(([], ["--json"], ["--count", "--json"], ["--assemble"]), random)
        return Trial(f"file {data[:3000]!r} with {arguments}", partial(assert_run, arguments, folder))
    return Trial(f"file {data[:3000]!r}", partial(open_and_write, file))


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
            [f"--{length.flag.replace('_', '-')}", f"{length.default * pick((0.0, 0.9, 1.1, 2.0), random):.4g}"]
            for length in declared(Dimensions)
            if isinstance(length.default, float)
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


def _puzzle(random: Random) -> PolycubePuzzle:
    return puzzle_from_text(pick(PIECES, random))


def _burr(random: Random) -> PolycubePuzzle:
    """Return a burr whose few solutions are not known."""
    return finish(BURR.in_steps(BURR.values_with({"sticks": pick(STICKS, random)})))
