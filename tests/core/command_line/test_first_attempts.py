# SPDX-License-Identifier: GPL-3.0-or-later
"""First attempts at the command: what newcomers type, its exit code, and what is said of it."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.core.command_line.command import run_here

SMALL = "oskar --size 2 --seed 1"

ATTEMPTS: tuple[tuple[str, int, str], ...] = (
    ("oskar", 0, r"Oskar's Cube 5x5x5: \d+ moves"),
    ("oskar", 0, r"  difficulty  Hard\n  code        M[\w-]+\n  print       about \d+ g and \d+ h"),
    ("oskar", 0, r"Nothing was written: --out FOLDER writes the files to print it\.$"),
    ("packing", 0, r"Packing Cube Megaron: 6 different pieces.*\n  difficulty  Hard\n  code        P"),
    ("packing", 0, r"Nothing was written: --out FOLDER"),
    ("burr", 0, r"Burr 52 615.*, level 1\n  difficulty  Easy\n  code        B"),
    (f"{SMALL} --out cube", 0, r"cube/kit\.3mf \([\d,]+ triangles, closed\)"),
    (f"{SMALL} --out cube --one-piece", 0, r"cube/printableMaze\.3mf"),
    (f"{SMALL} --kit --one-piece --out cube", 0, r"cube/printableMaze\.3mf"),
    (f"{SMALL} --kit --out cube", 0, r"cube/kit\.3mf"),
    (f"{SMALL} --code", 2, r"Argument --code has no value: write --code CODE\."),
    (f"{SMALL} --solution", 0, r"\n  1\. \d cells? (up|down|to the (left|right|front|back))\n"),
    ("help oskar", 0, r"^usage: puzzle-cubes oskar"),
    ("--help burr", 0, r"^usage: puzzle-cubes burr"),
    ("help", 0, r"^usage: puzzle-cubes COMMAND"),
    ("help cube", 2, r"Command 'cube' is not known: there are oskar, burr and packing"),
    ("oskar --help", 0, r"--help-all shows all options\.\n$"),
    ("oskar --help-all", 0, r"dimensions in millimeters:"),
    ("oskar --diff hard", 2, r"did you mean --difficulty\?"),
    ("oskar -o cube", 2, r"did you mean --out\?"),
    ("oskar -s 4", 2, r"did you mean --size\?|did you mean --seed\?"),
    ("oskar --output cube", 2, r"did you mean --out\?"),
    ("oskar --hard", 2, r"did you mean --(style|difficulty) hard\?"),
    ("oskar --size 4x4", 2, r"Argument --size is '4x4': it must be three whole numbers .*, as 5x5x5 or 5\."),
    ("oskar --size big", 2, r"Argument --size is 'big': it must be"),
    ("oskar --difficulty hrd", 2, r"did you mean hard\?"),
    ("oskar --one-piece --joint 0.2", 2, r"--joint makes no difference here: only the way Kit uses it\."),
    ("oskar --overwrite", 2, r"only with --out there is a folder\."),
    ("packing --puzzle own", 2, r"Your Own is drawn in Blender: here give its pieces, by --pieces FILE"),
    ("packing soma", 2, r"did you mean --puzzle soma\?"),
    ("packing --first --count", 2, r"leave out --count\."),
    ("packing --puzzle slothouber-graatsma --solutions -", 0, r"A2 is a second piece like A\.(?s:.*)A3"),
    ("burr --sticks 52 615", 2, r"\."),
    ("burr --level 99", 2, r"Level"),
    ("soma", 2, r"did you mean packing --puzzle soma\?"),
)
"""What is typed, the exit code, and what is said."""


@pytest.mark.parametrize(("typed", "code", "words"), ATTEMPTS, ids=[f"{one[0]} {one[2][:12]}" for one in ATTEMPTS])
def test_what_newcomers_type_is_answered(
    typed: str, code: int, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run_here(*shlex.split(typed))
    said = done.output + done.errors
    assert done.code == code, said
    assert re.search(words, said), said
    assert "Traceback" not in said
    assert bool(list(tmp_path.iterdir())) == ("--out" in typed and not code)
