# SPDX-License-Identifier: GPL-3.0-or-later
"""First attempts at the command that are right: what newcomers type, and what is said of it."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.core.command_line.command import run_here

SMALL = "oskar --size 2 --seed 1"

ATTEMPTS: tuple[tuple[str, str], ...] = (
    (
        "oskar",
        (
            r"Oskar's Cube 5x5x5: \d+ moves(?s:.*)\n  difficulty  Hard\n  code        M[\w-]+\n"
            r"  print       about \d+ g and \d+ h(?s:.*)\n"
            r"Nothing was written: --out FOLDER writes the files to print it\.$"
        ),
    ),
    (
        "packing",
        (
            r"Packing Cube Megaron: 6 different pieces.*\n  difficulty  Hard\n  code        P(?s:.*)\n"
            r"Nothing was written: --out FOLDER"
        ),
    ),
    ("burr", r"Burr 52 615.*, level 1\n  difficulty  Easy\n  code        B"),
    (f"{SMALL} --out cube", r"cube/kit\.3mf \([\d,]+ triangles, closed\)"),
    (f"{SMALL} --out cube --one-piece", r"cube/printableMaze\.3mf"),
    (f"{SMALL} --kit --out cube", r"cube/kit\.3mf"),
    (f"{SMALL} --solution", r"\n  1\. \d cells? (up|down|to the (left|right|front|back))\n"),
    ("help oskar", r"^usage: puzzle-cubes oskar"),
    ("--help burr", r"^usage: puzzle-cubes burr"),
    ("help", r"^usage: puzzle-cubes COMMAND"),
    ("oskar --help", r"--help-all shows all options, also your printer's and every length\.\n$"),
    ("oskar --help-all", r"dimensions in millimeters:"),
    ("packing --puzzle slothouber-graatsma --solutions -", r"A2 is a second piece like A\.(?s:.*)A3"),
    ("version", r"^puzzle-cubes \d"),
    ("oskar --size 6 --letters XZ=A --make-rest-hard --difficulty hard --effort quick", r"\n  difficulty  Hard\n"),
    (
        "oskar --size 6 --letters XZ=A --difficulty easy --effort 1000",
        r"warning: Difficulty should be Easy, but is .*\. Or add --make-rest-hard\.\n",
    ),
    ("burr --cube 16x16x5.6", r"Burr 52 615"),
    ("packing --puzzle soma --cube 16x16x5.6 --cut", r"warning: Pieces of cells of 16 x 16 x 5\.6 mm cannot be cut:"),
    ("packing --shape 4x4x4 --shape-pieces 3", r"3 different pieces, 1 solution known"),
    ("packing --puzzle soma --count", r"Packing Cube Soma: .* 480 up to rotation, 240 up to rotation and reflection\n"),
    ("packing --puzzle conway", r" up to rotation so far, with \d\d\.\d% of the search done\n  code        P"),
    ("packing --code P3V8Q-6CKX5-XRE71-60W", r"Packing Cube Soma: 7 different pieces.*\n  difficulty  Easy\n"),
    ("packing --puzzle soma --check", r"Will print: \d+ g, 6 h \d+ min\.\n"),
    ("oskar --code 'mhywh 88r4b 1'", r"3x3x3: 4 moves.*\n  difficulty  Very Easy\n  code        MHYWH-88R4B-1\n"),
    ("oskar --code https://example.org/cubes/play.html#MHYWH-88R4B-1", r"\n  code        MHYWH-88R4B-1\n"),
    ("burr --sticks 52,615,792,960,975,992", r"Burr 52 615 792 960 975 992: 6 different pieces, 12 solutions"),
    ("burr --boards K508 K511 K480 K1024 K512x2", r"Board Burr 1006 1018 894 1024 1022 1022: 5 different pieces"),
    ("burr --of boards --level 2 --seed 2", r"Board Burr (\d+ ){5}\d+: .*, level [2-9]"),
    ("oskar --outer 60 --check", r"Will print: [\d.]+ g, "),
    (f"{SMALL} --preset resin", r"\n  print       about [\d.]+ g and \d+ min\n"),
    (f"{SMALL} --printer 'Ender 3' --check", r"Will print: "),
)
"""What is typed, and what is said."""


@pytest.mark.parametrize(("typed", "words"), ATTEMPTS, ids=[f"{typed} {words[:12]}" for typed, words in ATTEMPTS])
def test_what_newcomers_type_is_answered(
    typed: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run_here(*shlex.split(typed))
    said = done.output + done.errors
    assert done.code == 0, said
    assert re.search(words, said), said
    assert "Traceback" not in said
    assert bool(list(tmp_path.iterdir())) == ("--out " in typed)
