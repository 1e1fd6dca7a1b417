# SPDX-License-Identifier: GPL-3.0-or-later
"""A site that cannot be written to its end: the earlier one stays as it was, and one sentence says why."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from whole_folder import written_whole

from tests.core.export.written import folder_state, room_for
from tests.shelf.runs import serial_digest, wait_until

OF_NO_PICTURE, OF_NO_ZIP = 1_000, 700_000
"""Bytes that there is room for: the disk is full at once, or once the gallery and the manual are there."""


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder with an earlier site and something of the user, beside a shelf."""
    serial_digest(tmp_path / "a.shelf", (2, 2, 2), range(3))
    folder = tmp_path / "site"
    with written_whole(folder) as new:
        (new / "index.html").write_text("earlier")
    (folder / "mine.txt").write_text("mine")
    return folder


def started(site: Path) -> subprocess.Popen[str]:
    """Begin to write a site of the shelf beside it."""
    shelf = str(site.parent / "a.shelf")
    command = [sys.executable, "-m", "puzzle_site", str(site), "--shelf", shelf, "--no-prints", "--no-library"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def begun(site: Path, name: str) -> Callable[[], bool]:
    """Return what reports whether a file or a folder of the new site has been begun."""
    return lambda: any(site.glob(f".puzzle_cubes_new_*/{name}"))


@pytest.mark.parametrize("size", [OF_NO_PICTURE, pytest.param(OF_NO_ZIP, marks=pytest.mark.thorough)])
def test_a_full_disk_leaves_the_earlier_site(site: Path, size: int) -> None:
    before = folder_state(site)
    with room_for(size):
        running = started(site)
    _, errors = running.communicate(timeout=300)
    sentence = f"puzzle_site: Folder '{site}' could not be written: File too large.\n"
    assert (running.returncode, errors) == (1, sentence)
    assert folder_state(site) == before


@pytest.mark.parametrize("name", ["index.html", pytest.param("manual/*.html", marks=pytest.mark.thorough)])
def test_a_signal_leaves_the_earlier_site(site: Path, name: str) -> None:
    before = folder_state(site)
    running = started(site)
    wait_until(begun(site, name))
    running.send_signal(signal.SIGTERM)
    _, errors = running.communicate(timeout=300)
    assert (running.returncode, errors) == (1, "puzzle_site: stopped, and nothing was written.\n")
    assert folder_state(site) == before


@pytest.mark.thorough
def test_a_folder_that_vanishes_is_said(site: Path) -> None:
    running = started(site)
    wait_until(begun(site, "index.html"))
    shutil.rmtree(site)
    _, errors = running.communicate(timeout=300)
    assert running.returncode == 1
    assert errors.splitlines()[-1].startswith(f"puzzle_site: Folder '{site}' "), errors
    assert "Traceback" not in errors
    assert not folder_state(site)
