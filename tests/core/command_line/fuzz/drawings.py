# SPDX-License-Identifier: GPL-3.0-or-later
"""Odd pictures and walls to be drawn on a face."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from random import Random

from puzzle_cubes.common.draws import index_below, pick, toss
from puzzle_cubes.oskar.maze.faces import FACE_NAMES
from tests.core.command_line.fuzz.files import as_bytes
from tests.core.command_line.fuzz.judged import assert_run
from tests.core.command_line.fuzz.odd import WORDS, flooded, odd_list, odd_text
from tests.core.command_line.fuzz.trial import Trial

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
