# SPDX-License-Identifier: GPL-3.0-or-later
"""A lock on a file, which the system takes away where its process ends: so none is ever left behind."""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import IO

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
        """Return whether a file could be locked."""
        try:
            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError as error:
            return error.errno in NO_LOCKS
        return True

else:
    import fcntl

    def _locked(file: IO[bytes]) -> bool:
        """Return whether a file could be locked."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno in {errno.EWOULDBLOCK, errno.EACCES}:
                return False
            if error.errno not in NO_LOCKS:
                raise
        return True
