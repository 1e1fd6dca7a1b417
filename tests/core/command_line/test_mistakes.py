# SPDX-License-Identifier: GPL-3.0-or-later
"""Mistakes that people make, and the answers: what is wrong, and what to do."""

from __future__ import annotations

import re
import shlex
from contextlib import chdir, redirect_stderr
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path

import pytest

from puzzle_cubes.command_line.run import run
from puzzle_cubes.common.words import listed
from puzzle_cubes.kinds import KINDS, NAMES
from puzzle_shelf.arguments import ABOUT
from puzzle_shelf.command import run as run_shelf
from puzzle_shelf.filling import ShelfWriter, rows_of
from tests.core.command_line.command import run_here
from tests.core.export.written import folder_state

TOLD = Path(__file__).with_name("mistakes.txt").read_text(encoding="utf-8")
"""Each as in a terminal, and below it the exit code and what is said, or the beginning of that."""

LISTS = {"kinds": ", ".join(NAMES), "every kind": listed(NAMES), "commands": listed([*NAMES, ABOUT.name])}
"""What is said that follows from the kinds there are, by what stands for it."""

MISTAKES = re.findall(r"^\$ puzzle-cubes ?(.*)\n(\d) (.+)$", TOLD, re.MULTILINE)
"""The arguments, the exit code, and what is said of them."""


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with an Oskar's Cube, pieces, a shelf, and a file that is none of these."""
    folder = tmp_path_factory.mktemp("here")
    for arguments in (("oskar", "--size", "2", "--one-piece", "--out", "cube"), ("packing", "--out", "pieces")):
        with chdir(folder):
            assert run_here(*arguments).code == 0
    kind = KINDS["oskar"]
    values = kind.values_with({"size": (2, 2, 2)})
    writer = ShelfWriter(folder / "real.db", kind, values)
    writer.add(rows_of(kind, values, range(4)))
    writer.close()
    (folder / "damaged.json").write_text("no puzzle\n")
    return folder


def said(arguments: str, folder: Path) -> tuple[int, str]:
    """Return the exit code of a command that is called in a folder, and what it says."""
    words = shlex.split(arguments)
    output, errors = TextIOWrapper(BytesIO()), StringIO()
    with chdir(folder), redirect_stderr(errors):
        is_shelf = words[:1] == [ABOUT.name]
        code = run_shelf(words[1:], output) if is_shelf else run(words, output, others=[ABOUT])
    return code, errors.getvalue()


def test_there_are_many() -> None:
    assert len(MISTAKES) == TOLD.count("$ ") >= 40
    assert len({arguments for arguments, _, _ in MISTAKES}) == len(MISTAKES)


@pytest.mark.parametrize(("arguments", "code", "sentence"), MISTAKES, ids=[mistake[0] for mistake in MISTAKES])
def test_a_mistake_is_answered_by_what_to_do(here: Path, arguments: str, code: str, sentence: str) -> None:
    before = folder_state(here)
    ended, errors = said(arguments, here)
    for listing, names in LISTS.items():
        sentence = sentence.replace(f"{{{listing}}}", names)
    name = "puzzle-cubes shelf: " if arguments.startswith("shelf") else "puzzle-cubes: "
    assert errors.startswith(name + sentence.replace("{here}", str(here)))
    assert errors.endswith(".\n")
    assert errors.count("\n") == 1
    assert ended == int(code)
    assert folder_state(here) == before
