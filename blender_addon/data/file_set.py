# SPDX-License-Identifier: GPL-3.0-or-later
"""A set of files: written beside their place, and moved there all or none."""

from __future__ import annotations

import errno
import re
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from ...core.common.errors import ExportError, InputError
from ...core.common.words import quoted


def write_set(target: Path, writers: Mapping[str, Callable[[Path], None]], stale: str = "") -> None:
    """Write files into a folder, all or none.

    Each writer is given the path to write to. Files of the folder whose whole names match ``stale``, a regular
    expression, are taken away where any of the new names matches too.

    Raises InputError for a folder that cannot be used and ExportError for files that could not be written; what stood
    in the folder is then as it was.
    """
    names = tuple(writers)
    with _folder(target), _temporary_folder(target) as temporary:
        try:
            for name, write in writers.items():
                write(temporary / name)
            _move_into_place(temporary, target, names, _stale(target, names, stale))
        except OSError as error:
            raise ExportError(f"The files could not be written to {quoted(target)}: {error.strerror}.") from error


@contextmanager
def _folder(target: Path) -> Iterator[None]:
    """Make the folder and what is missing above it; take the new folders away again on an error."""
    missing: list[Path] = []
    try:
        try:
            missing += [folder for folder in (target, *target.parents) if not folder.exists()]
            target.mkdir(parents=True, exist_ok=True)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise InputError(f"Folder {quoted(target)} cannot be made: {reason}.") from error
        yield
    except BaseException:
        for folder in missing:
            with suppress(OSError):
                folder.rmdir()
        raise


@contextmanager
def _temporary_folder(target: Path) -> Iterator[Path]:
    """Make a folder in the target, on the same disk so that moving a file is one step, and remove it."""
    try:
        temporary = Path(tempfile.mkdtemp(prefix=".puzzle_cubes-", dir=target))
    except OSError as error:
        raise InputError(f"Folder {quoted(target)} cannot be written: {error.strerror}.") from error
    try:
        yield temporary
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def _stale(target: Path, names: Iterable[str], pattern: str) -> set[str]:
    """Return the files of an earlier set that a new one does not need: who prints all would print parts twice."""
    new = {name for name in names if re.fullmatch(pattern, name)}
    return {file.name for file in target.iterdir() if re.fullmatch(pattern, file.name)} - new if new else set()


def _move_into_place(temporary: Path, target: Path, names: tuple[str, ...], stale: set[str]) -> None:
    """Move the files into the target and stale ones away, all or none: on an error the earlier files come back."""
    earlier = temporary / "earlier"
    earlier.mkdir()
    moved: list[str] = []
    try:
        for name in names:
            if (target / name).is_dir():
                raise IsADirectoryError(errno.EISDIR, f"'{name}' is a folder there")
            if (target / name).exists():
                (target / name).replace(earlier / name)
            (temporary / name).replace(target / name)
            moved.append(name)
        for name in stale:
            (target / name).replace(earlier / name)
    except BaseException:
        # Even when the user interrupts the process, the earlier files must not go with the temporary folder.
        for name in moved:
            (target / name).unlink()
        for file in earlier.iterdir():
            file.replace(target / file.name)
        raise
