# SPDX-License-Identifier: GPL-3.0-or-later
"""Odd files of puzzles, and odd pictures and walls to be drawn on a face."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from random import Random

from puzzle_cubes.common.draws import index_below, pick, toss
from puzzle_cubes.common.errors import InputError
from puzzle_cubes.export.paths import puzzle_of_text, text_in
from puzzle_cubes.oskar.generating import generate
from puzzle_cubes.oskar.making.settings import Settings
from puzzle_cubes.oskar.maze.faces import FACE_NAMES
from puzzle_cubes.oskar.puzzle_texts import puzzle_to_json, puzzle_to_mazecube
from tests.core.command_line.fuzz.judged import assert_run, assert_sentence
from tests.core.command_line.fuzz.odd import WORDS, flooded, odd_json, odd_list, odd_text
from tests.core.command_line.fuzz.trial import Trial

SIZES = ((2, 1, 1), (2, 2, 2), (3, 1, 2), (3, 3, 3))
STYLES = ("classic", "independent", "kruskal", "serpentine")


def odd_file(random: Random, folder: Path) -> Trial:
    """Return a trial of a puzzle's file, nearly as it should be, that is opened or given to the command line."""
    puzzle = generate(Settings(size=pick(SIZES, random), seed=index_below(4, random), style=pick(STYLES, random)))
    if index_below(3, random) == 0:
        text = odd_text(puzzle_to_mazecube(puzzle), random)
    else:
        text = puzzle_to_json(puzzle)
        text = odd_json(text, random) if toss(random) else odd_text(text, random)
    file = folder / pick(("puzzle.json", "cube.txt", "caf\udce9.json", "a\nb.txt"), random)
    data = flooded(as_bytes(text), random)
    file.write_bytes(data)
    if index_below(5, random) == 0:
        arguments = [
            "oskar",
            "--from",
            str(file),
            "--out",
            str(folder / "out"),
            *pick(([], ["--json"], ["--kit"]), random),
        ]
        return Trial(f"file {data[:3000]!r} with {arguments[4:]}", partial(assert_run, arguments, folder))
    return Trial(f"file {data[:3000]!r}", partial(open_and_write, file))


def as_bytes(text: str) -> bytes:
    """Return what a file holds of a text, which need not be UTF-8."""
    return os.fsencode(text) if _is_bytes(text) else text.encode("utf-8", "replace")


def _is_bytes(text: str) -> bool:
    """Report whether a text is one that bytes have become."""
    return not any("\ud800" <= character < "\udc80" or "\udcff" < character <= "\udfff" for character in text)


def open_and_write(file: Path) -> None:
    """Open a file; what can be read must be the same when it is written and read again."""
    try:
        kind, puzzle = puzzle_of_text(text_in(str(file)))
    except InputError as error:
        assert_sentence(str(error))
        return
    again = kind.from_json(kind.to_json(puzzle))
    assert kind.to_json(again) == kind.to_json(puzzle)
    for file_format in kind.formats:
        try:
            written = file_format.write(puzzle)
        except InputError as error:
            # It holds less than the project's own file.
            assert_sentence(str(error))
            continue
        assert file_format.write(file_format.read(written)) == written


DRAWN = ("picture", "solid-picture", "walls")


def odd_drawing(random: Random, folder: Path) -> Trial:
    """Return a trial of a picture, nearly as it should be, that is drawn on a face by the command line."""
    columns, rows = (2 * (2 + index_below(4, random)) - 1 for _ in range(2))
    shades = [[index_below(256, random) for _ in range(columns)] for _ in range(rows)]
    head = f" {columns} {rows} {pick((1, 255, 256, 65535, 0), random)}\n"
    good = pick(
        (
            "P2" + head + "\n".join(" ".join(map(str, row)) for row in shades),
            "P5" + head + "".join(chr(0x20 + shade % 0x5E) for row in shades for shade in row) * (1 + toss(random)),
            "\n".join("".join(".#"[shade % 2] for shade in row) for row in shades),
        ),
        random,
    )
    data = as_bytes(odd_text(good, random)) if index_below(6, random) else good.encode()
    file = folder / pick(("picture.pgm", "walls.txt", "caf\udce9.pgm"), random)
    file.write_bytes(flooded(data, random))
    places = [f"{pick(FACE_NAMES, random)}={file}" for _ in range(1 + index_below(2, random))]
    places += [pick(WORDS, random)] * (index_below(8, random) == 0)
    words = [word for place in places for word in (f"--{pick(DRAWN, random)}", place)]
    words += ["--letters", f"{pick(FACE_NAMES, random)}={pick(WORDS, random)}"] * (index_below(4, random) == 0)
    # Face XZ has the columns and rows of the picture, if they are few enough.
    size = [str((columns + 1) // 2), str(2 + index_below(3, random)), str((rows + 1) // 2)]
    rest = pick(([], ["--out", str(folder / "out")], ["--mazecube", str(file)]), random)
    words = ["oskar", "--size", *size, *odd_list(words, random), "--json", *rest]
    return Trial(f"picture {data[:2000]!r} with {words}", partial(assert_run, words, folder))
