# SPDX-License-Identifier: GPL-3.0-or-later
"""Paths as users type them."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from ..common.errors import InputError
from ..common.words import quoted

IN_BLEND_FOLDER = "//"
"""How a path begins that Blender counts from the folder of the .blend file."""

_SEPARATORS = tuple({os.sep, os.altsep or os.sep})


def absolute(path: str, what: str = "Folder", blend_file: str = "") -> Path:
    """Return a path as an absolute one; raises InputError, with a word for ``what`` it is, when there is none.

    ``blend_file`` is the path of the open .blend file, if it has one.
    """
    if not path.strip():
        raise InputError(f"{what} is empty: choose one.")
    if path.startswith(IN_BLEND_FOLDER) and not blend_file:
        raise InputError(
            f"{what} is {quoted(path)}, which is relative to the .blend file, and that has not been saved yet: "
            f"save it, or choose another {what.lower()}."
        )
    if "\0" in path:
        raise InputError(f"{what} {quoted(path)} cannot be: no name has a null character.")
    if path.startswith(IN_BLEND_FOLDER):
        return Path(blend_file).parent / path.removeprefix(IN_BLEND_FOLDER)
    try:
        return Path(path).expanduser().absolute()
    except RuntimeError as error:
        raise InputError(f"{what} {quoted(path)} cannot be found: {error}") from error


def file_to_write(path: str, suffix: str = "", blend_file: str = "") -> Path:
    """Return the absolute path of a file that is to be written, with a suffix where it has none.

    ``blend_file`` is that of ``absolute``. Raises InputError where there is none, where it is a folder's, or where
    nothing can be written there.
    """
    named = path if not path.strip() or path.lower().endswith(suffix.lower()) else path + suffix
    target = absolute(named, "File", blend_file)
    try:
        if path.endswith(_SEPARATORS) or target.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        # A file takes the place of what was there: of a device, for good. A name that is too long has no place at all.
        if target.exists() and not target.is_file():
            raise OSError(errno.EINVAL, "It is a pipe or a device, and no ordinary file")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"File {quoted(target)} cannot be written: {reason}.") from error
    return target


def check_folder(target: Path) -> None:
    """Raise InputError where a folder neither is there nor could be made."""
    try:
        nearest = next(folder for folder in (target, *target.parents) if folder.exists())
        if not nearest.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
        if not os.access(nearest, os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"Folder {quoted(target)} cannot be made: {reason}.") from error
