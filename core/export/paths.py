# SPDX-License-Identifier: GPL-3.0-or-later
"""Paths as users type them, and where files go that are written beside a puzzle's own."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from ..common.errors import InputError, path_error
from ..common.words import quoted
from ..printing.printed_object import STL

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
        raise InputError(f"{what} {quoted(path)} is not valid: it has a null character.")
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
            raise OSError(errno.EINVAL, "It is a pipe or a device, not an ordinary file")
    except (OSError, ValueError) as error:
        raise path_error(f"File {quoted(target)} cannot be written", error) from error
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
        raise path_error(f"Folder {quoted(target)} cannot be made", error) from error


COUPON = "coupon"


def extra_targets(folder: Path, coupon: str | None, texts: Mapping[str, str | None]) -> dict[str, Path]:
    """Return where the coupon and the texts of other programs go, by their names, those that are wanted.

    ``folder`` is where the puzzle's own files go. Raises InputError for a place where nothing can be written.
    """
    targets: dict[str, Path] = {}
    if coupon is not None:
        targets[COUPON] = file_to_write(coupon, STL)
        check_folder(targets[COUPON].parent)
    for name, path in texts.items():
        if path is not None:
            target = file_to_write(path)
            # The folders down to the puzzle's own will be there by then.
            if not target.parent.is_dir() and _place(target.parent) not in map(_place, (folder, *folder.parents)):
                raise InputError(
                    f"File {quoted(target)} cannot be written: there is no folder {quoted(target.parent)}."
                )
            check_folder(target.parent)
            targets[name] = target
    places = [_place(target) for target in targets.values()]
    for place, target in zip(places, targets.values(), strict=True):
        if places.count(place) > 1:
            raise InputError(f"File {quoted(target)} is to be written twice: choose two names.")
        if place in map(_place, (folder, *folder.parents)):
            raise _in_the_way(target)
    return targets


def check_free(targets: Iterable[Path], folder: Path, names: Iterable[str]) -> None:
    """Raise InputError where a file would take the place of one of the puzzle's own, which have names in a folder."""
    own = {_place(folder / name) for name in names}
    for target in targets:
        if not own.isdisjoint(map(_place, (target, *target.parents))):
            raise _in_the_way(target)


def _in_the_way(target: Path) -> InputError:
    return InputError(f"File {quoted(target)} would take the place of the puzzle's own: choose another name.")


def _place(path: Path) -> Path:
    """Return what is the same for all ways to name one file, also where a disk knows no capitals."""
    return Path(os.path.realpath(path).casefold())
