# SPDX-License-Identifier: GPL-3.0-or-later
"""Folders that a script writes whole: what it wrote there before is replaced, and all that others have there stays.

The new files are made in a hidden folder in it, and moved to their places once all are there. A list has the names of
what was written: while files are moved the earlier ones and the new ones, so that none is forgotten whatever happens.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.common.interrupts import held_back
from puzzle_cubes.common.words import quoted

LIST = ".puzzle_cubes_files.json"
"""Has the names of the files that were written, as paths in the folder."""


@contextmanager
def written_whole(folder: Path, tops: Collection[str] = ()) -> Iterator[Path]:
    """Yield a new folder to write to; without an error all of it then comes into the place of what was written before.

    ``tops`` are names that are known to come, which can be refused before the work. Raises InputError where the folder
    has something under a name that comes which no earlier call wrote, and where a link would be followed.
    """
    folder = folder.absolute()
    made = [place for place in (folder, *folder.parents) if not place.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    earlier = _listed(folder)
    own_tops = {PurePosixPath(name).parts[0] for name in earlier}
    for name in tops:
        if name not in own_tops and os.path.lexists(folder / name):
            raise _foreign(folder, name)
    new = Path(tempfile.mkdtemp(prefix=".puzzle_cubes_new_", dir=folder))
    try:
        yield new
        names = sorted(file.relative_to(new).as_posix() for file in new.rglob("*") if file.is_file())
        for name in names:
            _check_place(folder, name, earlier)
        with held_back():
            _write_list(folder, new, {*names, *earlier})
            for name in names:
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                (new / name).replace(folder / name)
            for name in earlier.difference(names):
                _remove(folder, name)
            _write_list(folder, new, names)
    finally:
        shutil.rmtree(new)
        # What was made for nothing is empty.
        for place in made:
            with suppress(OSError):
                place.rmdir()


def _listed(folder: Path) -> set[str]:
    """Return the names on the list of a folder; none where there is no list. Raises InputError for one that is none."""
    file = folder / LIST
    if not os.path.lexists(file):
        return set()
    try:
        names = json.loads(file.read_bytes())
        plain = all(not PurePosixPath(name).is_absolute() and ".." not in PurePosixPath(name).parts for name in names)
    except (ValueError, TypeError, RecursionError):
        plain = False
    if not plain or file.is_symlink():
        raise InputError(f"Folder {quoted(folder)} has a list of files, {LIST}, that this program did not write.")
    return set(names) - {"", "."}


def _write_list(folder: Path, new: Path, names: Collection[str]) -> None:
    part = new / LIST
    part.write_text(json.dumps(sorted(names), indent=0), encoding="utf-8")
    part.replace(folder / LIST)


def _in_the_way(folder: Path, name: str) -> str:
    """Return what on the way to a file of a folder is no folder but a file or a link; nothing where the way is free."""
    for parent in PurePosixPath(name).parents:
        way = folder / parent
        if parent.parts and os.path.lexists(way) and (way.is_symlink() or not way.is_dir()):
            return str(parent)
    return ""


def _check_place(folder: Path, name: str, earlier: Collection[str]) -> None:
    """Raise InputError where a new file would take the place of somebody else's, or go through a link."""
    path = folder / name
    taken = os.path.lexists(path) and (name not in earlier or path.is_symlink() or not path.is_file())
    foreign = _in_the_way(folder, name) or (name if taken else "")
    if foreign:
        raise _foreign(folder, foreign)


def _remove(folder: Path, name: str) -> None:
    """Remove a file that was written before and has no successor, and folders that are empty then."""
    path = folder / name
    if _in_the_way(folder, name) or path.is_symlink() or not path.is_file():
        return
    path.unlink()
    for parent in PurePosixPath(name).parents:
        if parent.parts:
            with suppress(OSError):
                (folder / parent).rmdir()


def _foreign(folder: Path, name: str) -> InputError:
    return InputError(
        f"Folder {quoted(folder)} has {quoted(name)}, which was not written by this program: choose another folder."
    )
