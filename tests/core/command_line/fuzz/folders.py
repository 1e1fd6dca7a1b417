# SPDX-License-Identifier: GPL-3.0-or-later
"""Folders to write to that hold odd things: links, pipes, folders in the way, rests that no export has left."""

from __future__ import annotations

import json
import os
from functools import partial
from pathlib import Path
from random import Random

from renewal import LIST, written_whole

from puzzle_cubes.common.draws import index_below, pick, toss
from puzzle_cubes.common.errors import InputError
from puzzle_cubes.export.transaction import FORMAT, HIDDEN
from puzzle_cubes.oskar.generating import generate
from puzzle_cubes.oskar.making.settings import Settings
from puzzle_cubes.oskar.puzzle_texts import puzzle_to_json
from tests.core.command_line.fuzz.judged import assert_run, assert_sentence
from tests.core.command_line.fuzz.odd import odd_json
from tests.core.command_line.fuzz.trial import Trial
from tests.core.export.written import FILE_NAMES, folder_state

OWN = (*sorted(FILE_NAMES), "coupon.stl", "cube.txt")
HIDDEN_NAMES = tuple(f"{HIDDEN}{name}" for name in ("", "/new", "/old", "/lock", "/journal.json", "/journal.part"))
SITE = ("index.html", "puzzles/a.html", LIST)


def odd_folder(random: Random, folder: Path) -> Trial:
    """Return a trial of a folder with odd things in it, into which a puzzle or a site is written."""
    victim, out = folder / "victim", folder / "out"
    for place in (victim, out):
        place.mkdir()
        (place / "thesis.txt").write_text("mine")
    is_site = index_below(3, random) == 0
    names = [*SITE, "puzzles"] if is_site else [*OWN, *HIDDEN_NAMES]
    done = [_put(out / pick(names, random), victim, random) for _ in range(1 + index_below(3, random))]
    if is_site:
        return Trial(f"site into {done}", partial(_site, out, victim))
    words = ["oskar", "--size", "2x2x2", "--seed", "1", "--out", str(out), "--json"]
    words += ["--coupon", str(out / "coupon.stl"), "--mazecube", str(out / "cube.txt")] * toss(random)
    words += ["--overwrite"] * toss(random)
    return Trial(f"export into {done} by {words}", partial(_export, words, folder))


def _put(path: Path, victim: Path, random: Random) -> str:
    """Put something where a file or a folder would be written; return what."""
    what = pick(("link", "link to a file", "dead link", "pipe", "folder", "text", "puzzle", "list", "journal"), random)
    if os.path.lexists(path):
        return f"{path.name} twice"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if what == "folder":
            path.mkdir()
            (path / "thesis.txt").write_text("mine")
        elif what == "pipe":
            os.mkfifo(path)
        elif "link" in what:
            path.symlink_to({"link": victim, "link to a file": victim / "thesis.txt"}.get(what, victim / "none"))
        else:
            path.write_bytes(os.fsencode(_text(what, path.parent, random)))
    except OSError as error:
        return f"no {what}: {error}"
    return f"{path.name}: {what}"


def _text(what: str, folder: Path, random: Random) -> str:
    """Return a text that an earlier export, or somebody else, could have left."""
    if what == "puzzle":
        return odd_json(puzzle_to_json(generate(Settings(size=(2, 2, 2), seed=1))), random)
    names = ["thesis.txt", "../victim/thesis.txt", "puzzle.json", "/etc/none"]
    if what == "list":
        listed = json.dumps({name: ["0" * 32] for name in names[: 1 + index_below(3, random)]})
        return odd_json(listed, random) if toss(random) else listed
    data = {"format": FORMAT, "folder": folder.stat().st_ino + 1, "new": names, "leaving": names}
    return odd_json(json.dumps(data), random) if what == "journal" else "mine"


def _export(words: list[str], folder: Path) -> None:
    theirs = _theirs(folder, {*OWN})
    assert_run(words, folder)
    assert theirs.items() <= _theirs(folder, {*OWN}).items(), "something of the user's is gone, or is changed"


def _site(out: Path, victim: Path) -> None:
    before, theirs = folder_state(out), _theirs(out.parent, {Path(name).name for name in SITE})
    try:
        with written_whole(out) as part:
            (part / "puzzles").mkdir()
            (part / "index.html").write_text("new")
            (part / "puzzles" / "a.html").write_text("new")
    except InputError as error:
        assert_sentence(str(error))
        assert folder_state(out) == before
    assert _theirs(out.parent, {Path(name).name for name in SITE}) == theirs, "something of the user's is gone"
    assert (victim / "thesis.txt").read_text() == "mine"


def _theirs(folder: Path, own: set[str]) -> dict[str, bytes]:
    """Return what was not written by this program, and has no name of what it writes."""
    return {
        name: data
        for name, data in folder_state(folder).items()
        if HIDDEN not in name and (Path(name).name not in own or name.startswith("victim"))
    }
