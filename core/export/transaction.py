# SPDX-License-Identifier: GPL-3.0-or-later
"""Files that are written into folders all or none, whatever interrupts it.

Beside the user's files, in a hidden folder ``.puzzle_cubes_export`` on the same disk, an export has:

    lock            locked while its process lives: a second export waits for it
    new/            the new files, as they are written and judged
    journal.json    the names of the new files, and of earlier ones that go without a successor
    old/            the earlier files, as they are taken out of the way

1. Without a journal nothing of the user's has been touched: whatever stands in the hidden folder is thrown away.
2. The journal appears whole, by one renaming, and decides: from there on each file that has a name in it is moved, the
   earlier one to ``old`` and the new one to its place, by one renaming each. What has been moved is seen by where the
   files are, so that this can be continued after any end, also by the next export into the folder.
3. Where a file cannot be moved, those that were are moved back in the same way, and the journal goes last. It also goes
   when all are in place: then the new files stand, and the hidden folder is thrown away.

Signals that end a program wait while files are moved. A process that is killed there leaves the journal behind, and the
next export into the folder goes on with it before it does anything else. A power failure is another matter: nothing
here waits for the disk.

A lock on a file, which the system takes away where its process ends: so none is ever left behind.

A hidden folder may also come with files of a stranger, as from an unpacked archive. So it is used only where it is as
an export makes it, no link and nobody else's, with no link where a folder or a file of it belongs; and the journal has
the folder's number on its disk, which nobody can know beforehand. All else is refused, and left as it is.
"""

from __future__ import annotations

import errno
import json
import os
import re
import stat
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from typing import IO, Any, Self, TypeVar

from ..common.errors import ELSEWHERE, ExportError, InputError, path_error
from ..common.interrupts import held_back
from ..common.words import quoted

NO_LOCKS = {errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP}
"""What a disk answers that knows no locks, as some in a network: nothing is kept apart there."""


def locked_file(path: Path) -> IO[bytes] | None:
    """Return a file, open and locked, which is made where there is none; None where another process has it locked.

    The lock ends when the file is closed. Raises OSError where there can be no such file.
    """
    file = path.open("ab")
    try:
        if _locked(file) and _stands(file, path):
            return file
    except BaseException:
        file.close()
        raise
    file.close()
    return None


def remove_locked(file: IO[bytes], path: Path) -> None:
    """Remove a locked file, and let go of it; nothing is raised where it cannot be removed."""
    # While it is locked: nobody then gets a lock on a file that is about to go.
    with suppress(OSError):
        path.unlink()
    file.close()
    if os.name == "nt":
        # Windows removes no open file: if another process has opened it by now it stays, and is that one's.
        with suppress(OSError):
            path.unlink()


def _stands(file: IO[bytes], path: Path) -> bool:
    """Return whether a file is the one of a path: who had it before may have removed it."""
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except FileNotFoundError:
        return False


if sys.platform == "win32":
    import msvcrt

    def _locked(file: IO[bytes]) -> bool:
        try:
            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError as error:
            return error.errno in NO_LOCKS
        return True

else:
    import fcntl

    def _locked(file: IO[bytes]) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno in {errno.EWOULDBLOCK, errno.EACCES}:
                return False
            if error.errno not in NO_LOCKS:
                raise
        return True


HIDDEN = ".puzzle_cubes_export"
"""The name of the folder in a folder that is written to."""

FORMAT = 2
"""The number of the journal's format."""

PATIENCE = 10.0
"""Seconds to wait for another export into the same folder."""

PAUSE = 0.02
"""Seconds between two looks whether it is done."""

OFTEN = 10
"""Times that a folder may vanish while it is locked: then it is not another export's doing."""

Result = TypeVar("Result")


def step(change: Callable[..., Result], *arguments: Any) -> Result:
    """Change something on the disk: all of it goes through here, so that it can be interrupted at each step."""
    return change(*arguments)


class Transaction:
    """A set of files in one folder or several: prepared while it is entered, and put in their places by ``commit``.

    Without that, nothing is left of it at the end. All raise InputError for a folder that cannot be used and
    ExportError for files that could not be written.
    """

    def __init__(self) -> None:
        self._sites: list[_Site] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with held_back():
            for site in reversed(self._sites):
                site.leave()

    def begin(self, folder: Path) -> None:
        """Make a folder, keep other exports out of it, and finish one there that was interrupted."""
        self._site(folder)

    def write(self, folder: Path, writers: Mapping[str, Callable[[Path], object]], *stale: str) -> None:
        """Prepare files for a folder, by their names; each writer is given the path to write to.

        Files of the folder whose whole names match one of ``stale``, regular expressions, go where any of the new names
        matches it, too.
        """
        site = self._site(folder)
        try:
            for name, write in writers.items():
                site.write(name, write)
        except OSError as error:
            raise _unwritten(folder, error) from error
        site.stale += [names for names in stale if any(re.fullmatch(names, name) for name in writers)]

    def commit(self) -> None:
        """Put all files in their places, or none; signals that end a program wait until that is done."""
        with held_back():
            try:
                for act in (_Site.decide, _Site.move):
                    for site in self._sites:
                        act(site)
            except OSError as error:
                self._take_back()
                raise _unwritten(site.folder, error) from error
            except BaseException:
                self._take_back()
                raise
            for site in self._sites:
                site.settle()

    def _take_back(self) -> None:
        for site in self._sites:
            try:
                site.take_back()
            except OSError as error:
                raise ExportError(
                    f"The files could not be written to {quoted(site.folder)}, and the export could not be undone: "
                    f"{error.strerror}. The next export there finishes it first."
                ) from error

    def _site(self, folder: Path) -> _Site:
        """Return what is under way in a folder, which may have other names: begin it where nothing is."""
        for site in self._sites:
            with suppress(OSError):
                if site.folder.samefile(folder):
                    return site
        site = _Site(folder)
        # Known first: whatever happens next, it is left again.
        self._sites.append(site)
        site.enter()
        return site


def at_once(prepare: Callable[[Transaction], Result]) -> Result:
    """Return what prepares files in a transaction, and put them in their places."""
    with Transaction() as transaction:
        prepared = prepare(transaction)
        transaction.commit()
    return prepared


class _Site:
    """A folder that is written to, with its hidden folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.stale: list[str] = []
        self._hidden = folder / HIDDEN
        self._new, self._old = self._hidden / "new", self._hidden / "old"
        self._lock_path, self._journal = self._hidden / "lock", self._hidden / "journal.json"
        self._journal_part = self._journal.with_suffix(".part")
        self._lock: IO[bytes] | None = None
        self._made: list[Path] = []
        self._names: list[str] = []
        self._leaving: list[str] = []
        self._settled = False

    def enter(self) -> None:
        """Make and lock the folder, and finish what an interrupted export has left there."""
        end, gone = monotonic() + PATIENCE, 0
        while self._lock is None:
            self._make_folder()
            try:
                with suppress(FileExistsError):
                    step(os.mkdir, self._hidden)
                self._check_hidden()
                self._lock = step(locked_file, self._lock_path)
            except OSError as error:
                # An export that ends throws its hidden folder away, maybe just before the lock in it is taken.
                gone += 1
                if not isinstance(error, FileNotFoundError) or gone > OFTEN:
                    raise _unusable(self.folder, error) from error
            if self._lock is None:
                if monotonic() > end:
                    raise ExportError(
                        f"Another export to {quoted(self.folder)} is under way: try again when it is done."
                    )
                sleep(PAUSE)
        try:
            self._recover()
            self._clear()
            step(os.mkdir, self._new)
        except OSError as error:
            raise _unusable(self.folder, error) from error

    def _make_folder(self) -> None:
        try:
            missing = [folder for folder in (self.folder, *self.folder.parents) if not folder.exists()]
            # Noted first: whatever happens next, they are removed again.
            self._made = missing or self._made
            step(os.makedirs, self.folder, 0o777, True)
        except (OSError, ValueError) as error:
            raise path_error(f"Folder {quoted(self.folder)} cannot be made", error, ELSEWHERE) from error

    def _check_hidden(self) -> None:
        """Raise InputError where the hidden folder is not as an export makes it; FileNotFoundError where it is gone."""
        strange = [] if _is_folder(self._hidden) and _is_own(self._hidden) else [self._hidden]
        if not strange:
            written = (self._lock_path, self._journal, self._journal_part)
            strange += [path for path in (self._new, self._old) if _there(path) and not _is_folder(path)]
            strange += [path for path in written if _there(path) and not stat.S_ISREG(path.lstat().st_mode)]
        if strange:
            name = strange[0].relative_to(self.folder)
            raise InputError(
                f"Folder {quoted(self.folder)} cannot be written: {name} there is a link, or was made by somebody "
                f"else. Nothing was touched: look at it, and remove {HIDDEN}."
            )

    def _recover(self) -> None:
        """Finish an export that was decided, or, where that cannot be, take it back."""
        try:
            text = self._journal.read_bytes()
        except FileNotFoundError:
            return
        journal = _read(text, self._hidden.stat().st_ino)
        if journal is None:
            raise ExportError(
                f"Folder {quoted(self.folder)} has an interrupted export of another version, or of another place: its "
                f"files are in {HIDDEN}. Move out of it what you need, and remove it."
            )
        with held_back():
            self._names, self._leaving = journal
            try:
                self.move()
            except OSError:
                self.take_back()
            else:
                step(self._journal.unlink)
        self._names, self._leaving = [], []

    def write(self, name: str, write: Callable[[Path], object]) -> None:
        """Prepare a file; raises OSError where there is no room for it."""
        self._names.append(name)
        step(write, self._new / name)

    def decide(self) -> None:
        """Write the journal."""
        self._leaving = [
            file.name
            for file in self.folder.iterdir()
            if any(re.fullmatch(stale, file.name) for stale in self.stale)
            and file.name not in self._names
            and not file.is_dir()
        ]
        step(os.mkdir, self._old)
        place = self._hidden.stat().st_ino
        text = json.dumps({"format": FORMAT, "folder": place, "new": self._names, "leaving": self._leaving})
        step(self._journal_part.write_bytes, text.encode("ascii"))
        step(os.replace, self._journal_part, self._journal)

    def move(self) -> None:
        """Move all files that have not been moved yet."""
        for name in self._names:
            if _there(self._new / name):
                self._take_out(name)
                step(os.replace, self._new / name, self.folder / name)
        for name in self._leaving:
            self._take_out(name)

    def _take_out(self, name: str) -> None:
        if (self.folder / name).is_dir():
            raise IsADirectoryError(errno.EISDIR, f"'{name}' is a folder there")
        if _there(self.folder / name) and not _there(self._old / name):
            step(os.replace, self.folder / name, self._old / name)

    def take_back(self) -> None:
        """Move all files back that have been moved, and remove the journal."""
        if not _there(self._journal):
            return
        for name in self._names:
            if not _there(self._new / name) and _there(self.folder / name):
                step(os.replace, self.folder / name, self._new / name)
        for name in (*self._names, *self._leaving):
            if _there(self._old / name):
                step(os.replace, self._old / name, self.folder / name)
        step(self._journal.unlink)

    def settle(self) -> None:
        """Remove the journal: the new files stand; where it cannot be removed, the next export has nothing to move."""
        self._settled = True
        with suppress(OSError):
            step(self._journal.unlink)

    def leave(self) -> None:
        """Throw the hidden folder away, and folders that were made for nothing; what a journal still needs stays."""
        if self._lock is not None:
            if not _there(self._journal):
                with suppress(OSError):
                    self._clear()
            with suppress(OSError):
                step(remove_locked, self._lock, self._lock_path)
            self._lock.close()
        # What can be no name of a folder says so by a ValueError.
        with suppress(OSError, ValueError):
            step(self._hidden.rmdir)
        if not self._settled:
            for folder in self._made:
                with suppress(OSError, ValueError):
                    step(folder.rmdir)

    def _clear(self) -> None:
        """Throw away what has been written in the hidden folder."""
        for folder in (self._new, self._old):
            for file in list(folder.iterdir()) if folder.is_dir() else ():
                step(file.unlink)
            with suppress(FileNotFoundError):
                step(folder.rmdir)
        step(self._journal_part.unlink, True)


def _there(path: Path) -> bool:
    """Return whether a name is in use, also by a link that leads nowhere."""
    return os.path.lexists(path)


def _is_folder(path: Path) -> bool:
    """Return whether a path is a folder and no link to one; raises FileNotFoundError where there is none."""
    return stat.S_ISDIR(path.lstat().st_mode)


def _is_own(path: Path) -> bool:
    """Return whether this user has made a file, as far as the system knows."""
    return not hasattr(os, "geteuid") or path.lstat().st_uid == os.geteuid()


def _read(text: bytes, place: int) -> tuple[list[str], list[str]] | None:
    """Return the new and the leaving names of a journal from a folder with a number; None where it is none of there."""
    try:
        data = json.loads(text)
        names, leaving = data["new"], data["leaving"]
        known = (data["format"], data["folder"]) == (FORMAT, place) and all(map(_plain, (*names, *leaving)))
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    return (list(names), list(leaving)) if known else None


def _plain(name: str) -> bool:
    """Return whether a text is the name of a file, and leads nowhere else; raises what a text may that is none."""
    return Path(name).name == name and name not in {"", ".."} and b"\0" not in os.fsencode(name)


def _unusable(folder: Path, error: OSError) -> InputError:
    return path_error(f"Folder {quoted(folder)} cannot be written to", error, ELSEWHERE)


def _unwritten(folder: Path, error: OSError) -> ExportError:
    return ExportError(f"The files could not be written to {quoted(folder)}: {error.strerror}{ELSEWHERE}.")
