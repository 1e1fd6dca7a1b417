# SPDX-License-Identifier: GPL-3.0-or-later
"""A small site of both kinds, opened from its folder in a real Chromium."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from installed_extension import extension, write_repository
from puzzle_manual import write_site
from puzzle_site.entries import Entry, entry_of
from puzzle_site.gallery import PAGE, write_gallery
from puzzle_site.library import write_library

from puzzle_cubes.kinds import KINDS
from tests.site.chromium import Browser, chromium

Made = tuple[str, Any]
"""The name of a kind, and a puzzle of it."""


def made(kind: str, **values: Any) -> Made:
    """Return a puzzle of a kind, made from options."""
    return kind, KINDS[kind].make({**KINDS[kind].defaults, **values})


PUZZLES = (
    made("oskar", size=(3, 3, 3), seed=1),
    made("oskar", size=(5, 5, 5), seed=2),
    made("oskar", size=(5, 4, 3), seed=3),
    made("oskar", size=(4, 4, 4), seed=4, style="longest", effort=100),
    made("burr"),
    made("burr", sticks="1024x6"),
    made("packing", puzzle="megaron"),
    made("packing", puzzle="design", size=(3, 3, 2), design=4, seed=1),
    made("packing", puzzle="design", size=(3, 2, 2), design=3, seed=2),
)

KINDS_PLAYED = tuple(kind for kind in KINDS if (PAGE / "code" / f"{kind}.js").exists())
"""The kinds whose codes the page reads: it can play them."""


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """Return the folder of a site, which the processes that test it share."""
    own = tmp_path_factory.getbasetemp()
    shared = own if worker_id == "master" else own.parent
    # A server may have it under any path, and a disk too.
    folder = shared / "of a site" / "some folder"
    with (shared / "lock of a site").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            folder.parent.mkdir(exist_ok=True)
            whole_site(tmp_path_factory.mktemp("begun")).rename(folder)
    return folder


def whole_site(folder: Path) -> Path:
    """Write a site into an empty folder, and return that."""
    entries = write_gallery(folder, [(KINDS[kind], puzzle) for kind, puzzle in PUZZLES], prints=True)
    with extension():
        write_library(folder / "library", entries[:1])
    write_repository(folder / "extensions")
    write_site(folder / "manual")
    return folder


@pytest.fixture(scope="session")
def entries() -> dict[str, tuple[Entry, Any]]:
    """Return the entries of the site, each with its puzzle, by their ids."""
    pairs = [(entry_of(KINDS[kind], puzzle), puzzle) for kind, puzzle in PUZZLES]
    return {entry.id: (entry, puzzle) for entry, puzzle in pairs if entry is not None}


@pytest.fixture(scope="session")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """Return a browser."""
    with chromium(tmp_path_factory.mktemp("downloads")) as browser:
        yield browser


@pytest.fixture
def browser(started: Browser) -> Iterator[Browser]:
    """Return the browser as a light desktop that keeps nothing yet; at the end no page may have complained."""
    started.show((1280, 900))
    started.forget()
    yield started
    assert started.complaints == []
