# SPDX-License-Identifier: GPL-3.0-or-later
"""A locked file is one process's only, and stays what its path names; disks without locks keep nothing apart."""

from __future__ import annotations

import errno
import fcntl
from pathlib import Path
from typing import IO, cast

import pytest

from puzzle_cubes.export.transaction import NO_LOCKS, locked_file, remove_locked


def open_files() -> int:
    return len([*Path("/proc/self/fd").iterdir()])


def test_it_is_one_holders_until_that_lets_go(tmp_path: Path) -> None:
    path, before = tmp_path / "lock", open_files()
    held = locked_file(path)
    assert held is not None
    assert locked_file(path) is None
    assert open_files() == before + 1
    held.close()
    again = locked_file(path)
    assert again is not None
    again.close()


def test_it_can_be_removed_once_and_again(tmp_path: Path) -> None:
    path, before = tmp_path / "lock", open_files()
    held = locked_file(path)
    assert held is not None
    path.unlink()
    remove_locked(held, path)
    assert held.closed
    lock = locked_file(path)
    assert lock is not None
    remove_locked(lock, path)
    assert not path.exists()
    assert open_files() == before


def test_what_another_one_has_locked_by_then_stays(tmp_path: Path) -> None:
    path = tmp_path / "lock"

    taken: list[IO[bytes]] = []

    class Held:
        def close(self) -> None:
            taken.append(path.open("xb"))

    path.touch()
    remove_locked(cast(IO[bytes], Held()), path)
    assert path.exists()
    taken[0].close()


def test_what_cannot_be_removed_stays_and_nothing_is_raised(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    held = locked_file(path)
    assert held is not None
    remove_locked(held, tmp_path)
    assert held.closed
    assert path.exists()


def test_a_file_that_was_removed_meanwhile_is_none_to_hold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, before, flock = tmp_path / "lock", open_files(), fcntl.flock

    def removed_by_its_holder(file: object, wish: int) -> None:
        path.unlink()
        flock(file, wish)  # type: ignore[arg-type]

    monkeypatch.setattr(fcntl, "flock", removed_by_its_holder)
    assert locked_file(path) is None
    assert open_files() == before


@pytest.mark.parametrize("number", [errno.EIO, errno.EINTR])
def test_what_is_no_lock_of_others_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    before = open_files()
    monkeypatch.setattr(fcntl, "flock", failing(number))
    with pytest.raises(OSError, match="failed") as raised:
        locked_file(tmp_path / "lock")
    assert raised.value.errno == number
    assert open_files() == before


@pytest.mark.parametrize("number", sorted(NO_LOCKS))
def test_a_disk_that_knows_no_locks_keeps_nobody_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    monkeypatch.setattr(fcntl, "flock", failing(number))
    first, second = locked_file(tmp_path / "lock"), locked_file(tmp_path / "lock")
    for file in (first, second):
        assert file is not None
        file.close()


@pytest.mark.parametrize("number", [errno.EWOULDBLOCK, errno.EACCES])
def test_another_ones_lock_is_seen_however_it_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    monkeypatch.setattr(fcntl, "flock", failing(number))
    assert locked_file(tmp_path / "lock") is None


def failing(number: int) -> object:
    """Return what a disk does that fails with a number."""

    def flock(_file: object, _wish: int) -> None:
        raise OSError(number, "failed")

    return flock
