# SPDX-License-Identifier: GPL-3.0-or-later
"""A site is written of a shelf: the right entries, words that the program has, and all of it or nothing."""

from __future__ import annotations

import json
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from math import prod
from pathlib import Path
from typing import Any

import pytest
from puzzle_site.entries import Entry, alike, entry_of, evenly, first_to_play, following, mixed, puzzles_of
from puzzle_site.gallery import PAGE, sentences
from renewal import written_whole

from puzzle_cubes.kind.kind import puzzle_of_code
from puzzle_cubes.kinds import KINDS
from puzzle_cubes.packing.game import NO_FURTHER
from puzzle_cubes.shelf.shelf import Row, Shelf
from puzzle_shelf.filling import ShelfWriter, rows_of
from tests.core.export.written import folder_state, room_for
from tests.shelf.runs import serial_digest, wait_until

SERIES: tuple[tuple[str, dict[str, Any], int], ...] = (
    ("oskar", {"size": (3, 3, 3)}, 30),
    ("oskar", {"size": (3, 3, 3), "style": "hard", "effort": 50}, 2),
    ("packing", {"puzzle": "design", "size": (3, 2, 2), "design": 3}, 4),
    ("packing", {"puzzle": "megaron"}, 1),
)

TEXT = re.compile(r""""((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`""")

SENTENCE = re.compile(r"[A-Za-z]{2,} [a-z]{1,} [a-z]{2,}")
"""Three words, of which one reads or hears."""

SHADERS = re.compile(r"const \w+_SHADER = `[^`]+`")

OF_NO_PICTURE, OF_NO_ZIP = 1_000, 700_000
"""Bytes that there is room for: the disk is full at once, or once the gallery and the manual are there."""


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("shelf") / "shelf.sqlite"
    for name, given, seeds in SERIES:
        kind = KINDS[name]
        values = {**kind.defaults, **given}
        with closing(ShelfWriter(path, kind, values)) as writer:
            writer.add(rows_of(kind, values, range(seeds)))
    return path


def row(difficulty: float) -> Row:
    return Row(1, 0, {"difficulty": difficulty}, is_repeated=False, canonical=None, code=None, problem=None)


@pytest.mark.parametrize("most", [1, 2, 3, 7, 10, 12])
def test_rows_are_chosen_evenly(most: int) -> None:
    rows = [row(float(number)) for number in range(10)]
    chosen = [kept.figures["difficulty"] or 0 for kept in evenly(rows, most)]
    assert len(chosen) == min(most, 10)
    assert chosen == sorted(set(chosen))
    assert chosen[0] == 0
    assert most == 1 or chosen[-1] == 9


def test_both_kinds_come_from_a_shelf_from_the_hardest_to_the_easiest(shelf: Path) -> None:
    with Shelf(shelf) as opened:
        drawn = list(puzzles_of(opened, 5))
        hardest = {name: opened.top(name, KINDS[name].hardness, 1)[0] for name in opened.kinds}
    assert [kind.name for kind, _ in drawn] == ["oskar"] * 5 + ["packing"] * 5
    for name, first in hardest.items():
        kind, puzzle = next(pair for pair in drawn if pair[0].name == name)
        assert kind.figures_of(puzzle)[kind.hardness] == first.figures[kind.hardness]
    forms = [kind.canonical_form(puzzle) for kind, puzzle in drawn]
    assert len(set(forms)) == len(forms)


def test_an_entry_holds_the_puzzle_and_its_code(shelf: Path) -> None:
    with Shelf(shelf) as opened:
        drawn = list(puzzles_of(opened, 40))
    entries = [(kind, puzzle, entry_of(kind, puzzle)) for kind, puzzle in drawn]
    assert "Packing Cube Megaron" in {entry.title for _, _, entry in entries if entry}
    for kind, puzzle, entry in entries:
        assert entry is not None
        assert kind.canonical_form(kind.from_json(entry.text)) == kind.canonical_form(puzzle)
        assert kind.canonical_form(puzzle_of_code(entry.code, [kind])[1]) == kind.canonical_form(puzzle)
        assert 0 <= entry.share <= 1
        assert json.loads(json.dumps(entry.card))["code"] == entry.code
    ids = [entry.id for _, _, entry in entries if entry]
    assert len(set(ids)) == len(ids)


def entry(kind: str, size: str, share: float) -> Entry:
    """Return an entry that is like a puzzle's in what its place depends on."""
    return Entry(
        id=f"{kind}-{size}-{share}",
        kind=kind,
        label=kind,
        title=f"{kind} {size}",
        size=size,
        cells=prod(map(int, size.split("x"))),
        difficulty=("Easy", "Medium", "Hard")[min(2, int(3 * share))],
        share=share,
        sentence="",
        fact="",
        lines=(),
        code="",
        text="",
    )


ENTRIES = [
    entry(kind, size, share / 10)
    for kind in ("oskar", "packing")
    for size in ("3x3x3", "4x4x4", "5x5x5")
    for share in range(10)
]


def test_the_first_row_has_all_kinds_sizes_and_difficulties() -> None:
    gallery = mixed(ENTRIES)
    assert sorted(entry.id for entry in gallery) == sorted(entry.id for entry in ENTRIES)
    row = gallery[:6]
    assert len({entry.kind for entry in row[:2]}) == 2
    assert {(entry.kind, entry.size) for entry in row} == {(entry.kind, entry.size) for entry in ENTRIES}
    assert {(entry.kind, entry.difficulty) for entry in row} == {(entry.kind, entry.difficulty) for entry in ENTRIES}


def test_the_smallest_and_easiest_is_played_first() -> None:
    assert first_to_play(mixed(ENTRIES)).id == "oskar-3x3x3-0.0"
    # A burr is not what the page explains.
    burr = replace(ENTRIES[0], kind="burr")
    assert first_to_play([burr, *ENTRIES]).kind == "oskar"
    assert first_to_play([entry for entry in ENTRIES if entry.kind == "packing"]).id == "packing-3x3x3-0.0"


@pytest.mark.parametrize("order", [following, alike])
def test_one_comes_to_all_of_a_kind_in_turn(order: Callable[[list[Entry]], dict[str, Entry]]) -> None:
    ways = order(ENTRIES)
    first = ENTRIES[0]
    seen = [first]
    while (here := ways[seen[-1].id]) != first:
        seen.append(here)
    wanted = [
        entry for entry in ENTRIES if entry.kind == first.kind and (order is following or entry.size == first.size)
    ]
    assert sorted(entry.id for entry in seen) == sorted(entry.id for entry in wanted)
    assert [entry.share for entry in seen] == sorted(entry.share for entry in seen)


def test_a_puzzle_of_which_all_is_not_known_is_left_out() -> None:
    packing = KINDS["packing"]
    assert entry_of(packing, packing.make({**packing.defaults, "puzzle": "conway", "search": "first"})) is None


def scripts() -> dict[str, str]:
    """Return the scripts of the page without their comments, by their paths."""
    texts = {path.relative_to(PAGE).as_posix(): path.read_text(encoding="utf-8") for path in PAGE.rglob("*.js")}
    return {name: re.sub(r"/\*.*?\*/|//.*", "", text, flags=re.DOTALL * 0) for name, text in texts.items()}


def test_scripts_have_no_sentences_of_their_own() -> None:
    sayings = {
        (name, text)
        for name, script in scripts().items()
        for texts in TEXT.findall(SHADERS.sub("", script))
        for text in texts
        if SENTENCE.search(text)
    }
    assert sayings == set()
    assert SENTENCE.search(NO_FURTHER)


def test_scripts_name_sentences_of_the_program() -> None:
    named = {name for script in scripts().values() for name in re.findall(r'"([A-Z][A-Z_0-9]{3,})"', script)}
    assert named - sentences().keys() == set()
    assert len(named) > 20


@pytest.fixture
def earlier_site(tmp_path: Path) -> Path:
    """A folder with an earlier site and something of the user, beside a shelf."""
    serial_digest(tmp_path / "a.shelf", (2, 2, 2), range(3))
    folder = tmp_path / "site"
    with written_whole(folder) as new:
        (new / "index.html").write_text("earlier")
    (folder / "mine.txt").write_text("mine")
    return folder


def started(earlier_site: Path) -> subprocess.Popen[str]:
    """Begin to write a site of the shelf beside it."""
    shelf = str(earlier_site.parent / "a.shelf")
    command = [sys.executable, "-m", "puzzle_site", str(earlier_site), "--shelf", shelf, "--no-prints", "--no-library"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def begun(earlier_site: Path, name: str) -> Callable[[], bool]:
    """Return what reports whether a file or a folder of the new site has been begun."""
    return lambda: any(earlier_site.glob(f".puzzle_cubes_new_*/{name}"))


@pytest.mark.parametrize("size", [OF_NO_PICTURE, pytest.param(OF_NO_ZIP, marks=pytest.mark.thorough)])
def test_a_full_disk_leaves_the_earlier_site(earlier_site: Path, size: int) -> None:
    before = folder_state(earlier_site)
    with room_for(size):
        running = started(earlier_site)
    _, errors = running.communicate(timeout=300)
    sentence = f"puzzle_site: Folder '{earlier_site}' could not be written: File too large.\n"
    assert (running.returncode, errors) == (1, sentence)
    assert folder_state(earlier_site) == before


@pytest.mark.parametrize("name", ["index.html", pytest.param("manual/*.html", marks=pytest.mark.thorough)])
def test_a_signal_leaves_the_earlier_site(earlier_site: Path, name: str) -> None:
    before = folder_state(earlier_site)
    running = started(earlier_site)
    wait_until(begun(earlier_site, name))
    running.send_signal(signal.SIGTERM)
    _, errors = running.communicate(timeout=300)
    assert (running.returncode, errors) == (1, "puzzle_site: stopped, and nothing was written.\n")
    assert folder_state(earlier_site) == before


@pytest.mark.thorough
def test_a_folder_that_vanishes_is_said(earlier_site: Path) -> None:
    running = started(earlier_site)
    wait_until(begun(earlier_site, "index.html"))
    shutil.rmtree(earlier_site)
    _, errors = running.communicate(timeout=300)
    assert running.returncode == 1
    assert errors.splitlines()[-1].startswith(f"puzzle_site: Folder '{earlier_site}' "), errors
    assert "Traceback" not in errors
    assert not folder_state(earlier_site)
