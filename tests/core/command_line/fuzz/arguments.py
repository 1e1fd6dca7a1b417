# SPDX-License-Identifier: GPL-3.0-or-later
"""Odd arguments of the command line."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from puzzle_cubes.common.draws import index_below, pick, toss
from puzzle_cubes.common.options import lengths
from puzzle_cubes.oskar.generating import generate
from puzzle_cubes.oskar.generators import STYLES
from puzzle_cubes.oskar.making.settings import ENDS, Settings
from puzzle_cubes.oskar.model.as_printed import PRESETS
from puzzle_cubes.oskar.model.dimensions import CODE, SIZE_AND_SEED, Dimensions
from puzzle_cubes.oskar.puzzle_texts import puzzle_to_json
from tests.core.command_line.fuzz.judged import assert_run
from tests.core.command_line.fuzz.odd import contained, odd_list
from tests.core.command_line.fuzz.trial import Trial

OF_THE_PUZZLE = {"--size", "--seed", "--style", "--start", "--end", "--min-length", "--all-corners"}
"""What a file has already."""

SEARCHED = frozenset(name for name, style in STYLES.items() if style.searched)


def odd_arguments(random: Random, folder: Path) -> Trial:
    """Return a trial of arguments, of which most are good."""
    size = [str(1 + index_below(3, random)) for _ in range(3)]
    places = [
        str(folder / name) for name in ("out", "out/cube.txt", "cube.txt", "coupon", "no/cube.stl", "out/puzzle.json")
    ]
    source = folder / "source.json"
    source.write_text(puzzle_to_json(generate(Settings(size=(2, 3, 2), seed=index_below(9, random)))))
    groups = [
        ["--size", *size],
        ["--out", str(folder / "out")],
        ["--seed", str(index_below(9, random))],
        ["--style", pick(list(STYLES), random)],
        ["--start", *(str(index_below(int(side), random)) for side in size)],
        ["--start", pick(("auto", "center", "best"), random)],
        ["--end", pick(list(ENDS), random)],
        ["--min-length", str(index_below(9, random))],
        ["--all-corners"],
        ["--preset", pick(list(PRESETS), random)],
        ["--bed", "200", str(40 + index_below(200, random))],
        ["--material", "petg"],
        ["--goes-in", str(index_below(9, random)), "--goes-through", str(index_below(15, random))],
        ["--kit"],
        ["--check"],
        ["--json"],
        ["--overwrite"],
        ["--coupon", pick(places, random)],
        ["--mazecube", pick(places, random)],
        ["--from", pick((str(source), *places), random)],
        *([f"--{length.flag.replace('_', '-')}", _length(length.default, random)] for length in lengths(Dimensions)),
        ["--label-text", pick((SIZE_AND_SEED, CODE), random)],
    ]
    # Most of them are good, and go together: what is refused at once shows little of what comes later.
    chosen = [group for group in groups if group[0] in {"--size", "--out"} or index_below(6, random) == 0]
    if any(group[0] == "--from" for group in chosen) and index_below(4, random):
        chosen = [group for group in chosen if group[0] not in OF_THE_PUZZLE]
    words = odd_list(["oskar", *(word for group in chosen for word in group)], random)
    words = [contained(word, folder) for word in words]
    # What is not given of these would take long.
    if SEARCHED.intersection(words):
        words += ["--effort", "300"]
    if toss(random) or "--min-length" in words or "--all-corners" in words:
        words += ["--attempts", "20"]
    return Trial(f"arguments {words!r}", partial(assert_run, words, folder))


def _length(default: Any, random: Random) -> str:
    return f"{default * pick((0.0, 0.9, 1.0, 1.0, 1.1, 1.5), random) + pick((0.0, 0.01, 0.1), random):.4g}"
