# SPDX-License-Identifier: GPL-3.0-or-later
"""Pages and folders that scripts write anew: what they wrote there before is replaced, and what is by others stays.

The new files of a folder are made in a hidden folder in it, and moved to their places once all are there. A list has
the names of what was written: while files are moved the earlier ones and the new ones, so that none is forgotten
whatever happens. It may come from a stranger, as from an unpacked archive, so it has a check sum of each file: one that
is not as it was written is the user's.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath

from puzzle_cubes.common.errors import FailedError, InputError, path_error
from puzzle_cubes.common.interrupts import held_back
from puzzle_cubes.common.words import quoted


def renewed(page: str, **parts: str) -> str:
    """Return a page in Markdown with new parts; raises ValueError where the page has no place for one.

    The place of a part is between ``<!-- name -->`` and ``<!-- end of name -->``; in a name ``_`` stands for a space.
    """
    for name, part in ((name.replace("_", " "), part) for name, part in parts.items()):
        before, begin, rest = page.partition(f"<!-- {name} -->\n")
        _, end, after = rest.partition(f"<!-- end of {name} -->\n")
        if not end:
            raise ValueError(f"the page has no place for {name}")
        page = f"{before}{begin}\n{part.strip()}\n\n{end}{after}"
    return page


def markdown_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown, with numbers in all columns but the first."""
    rule = "|".join(["---", *["---:"] * (len(head) - 1)])
    return "\n".join([f"| {' | '.join(head)} |", f"|{rule}|", *(f"| {' | '.join(row)} |" for row in rows)])


LIST = ".puzzle_cubes_files.json"
"""Has the check sums of the files that were written, by their paths in the folder: two where one was replaced."""

Sums = Mapping[str, list[str]]


@contextmanager
def written_whole(folder: Path, tops: Collection[str] = ()) -> Iterator[Path]:
    """Yield a new folder to write to; without an error all of it then comes into the place of what was written before.

    ``tops`` are names that are known to come, which can be refused before the work. Raises InputError where the folder
    has something under a name that comes which no earlier call wrote, where a link would be followed, and where the
    system refuses to write, also while the new folder is written to.
    """
    try:
        with _written_whole(folder.absolute(), tops) as new:
            yield new
    except shutil.Error as error:
        # It has a reason for each file that could not be copied.
        raise FailedError(f"Folder {quoted(folder)} could not be written: {error.args[0][0][-1]}.") from error
    except OSError as error:
        raise path_error(f"Folder {quoted(folder)} could not be written", error) from error


@contextmanager
def _written_whole(folder: Path, tops: Collection[str]) -> Iterator[Path]:
    made = [place for place in (folder, *folder.parents) if not place.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    earlier = _listed(folder)
    own_tops = {PurePosixPath(name).parts[0] for name in earlier}
    for name in tops:
        if name not in own_tops and os.path.lexists(folder / name):
            raise _foreign(folder, name)
    new = Path(tempfile.mkdtemp(prefix=".puzzle_cubes_new_", dir=folder))
    mark = new / LIST
    try:
        mark.touch()
        yield new
        if not mark.exists():
            raise FailedError(f"Folder {quoted(folder)} was removed while it was written: nothing is there.")
        mark.unlink()
        names = sorted(file.relative_to(new).as_posix() for file in new.rglob("*") if file.is_file())
        for name in names:
            _check_place(folder, name, earlier.get(name, []))
        sums = {name: [_sum(new / name)] for name in names}
        with held_back():
            _write_list(
                folder, new, {name: [*sums.get(name, []), *earlier.get(name, [])] for name in {*sums, *earlier}}
            )
            for name in names:
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                (new / name).replace(folder / name)
            for name in earlier.keys() - sums:
                _remove(folder, name, earlier[name])
            _write_list(folder, new, sums)
    finally:
        shutil.rmtree(new, ignore_errors=True)
        # What was made for nothing is empty.
        for place in made:
            with suppress(OSError):
                place.rmdir()


def _listed(folder: Path) -> Sums:
    """Return the list of a folder; nothing where there is none. Raises InputError for one that is none."""
    file = folder / LIST
    if not os.path.lexists(file):
        return {}
    try:
        # Opening a pipe would wait until a program writes into it.
        listed = json.loads(file.read_bytes() if file.is_file() and not file.is_symlink() else b"")
        paths = {PurePosixPath(name): [*map(str, sums)] for name, sums in listed.items()}
    except (ValueError, TypeError, AttributeError, RecursionError):
        paths = {PurePosixPath(".."): []}
    if any(path.is_absolute() or ".." in path.parts for path in paths):
        raise InputError(f"Folder {quoted(folder)} has a list of files, {LIST}, that this program did not write.")
    return {str(path): sums for path, sums in paths.items() if path.parts}


def _write_list(folder: Path, new: Path, sums: Sums) -> None:
    part = new / LIST
    part.write_text(json.dumps(sums, indent=0, sort_keys=True), encoding="utf-8")
    part.replace(folder / LIST)


def _sum(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "blake2b").hexdigest()[:32]


def _is_as_written(path: Path, sums: Collection[str]) -> bool:
    return not path.is_symlink() and path.is_file() and _sum(path) in sums


def _in_the_way(folder: Path, name: str) -> str:
    """Return what on the way to a file of a folder is no folder but a file or a link; nothing where the way is free."""
    for parent in PurePosixPath(name).parents:
        way = folder / parent
        if parent.parts and os.path.lexists(way) and (way.is_symlink() or not way.is_dir()):
            return str(parent)
    return ""


def _check_place(folder: Path, name: str, sums: Collection[str]) -> None:
    """Raise InputError where a new file would take the place of somebody else's, or go through a link."""
    path = folder / name
    taken = os.path.lexists(path) and not _is_as_written(path, sums)
    foreign = _in_the_way(folder, name) or (name if taken else "")
    if foreign:
        raise _foreign(folder, foreign)


def _remove(folder: Path, name: str, sums: Collection[str]) -> None:
    """Remove a file that was written before and has no successor, and folders that are empty then."""
    path = folder / name
    if _in_the_way(folder, name) or not _is_as_written(path, sums):
        return
    path.unlink()
    for parent in PurePosixPath(name).parents:
        if parent.parts:
            with suppress(OSError):
                (folder / parent).rmdir()


def _foreign(folder: Path, name: str) -> InputError:
    return InputError(
        f"Folder {quoted(folder)} has {quoted(name)}, which this program did not write as it is: choose another folder."
    )
