# SPDX-License-Identifier: GPL-3.0-or-later
"""Files by the paths that users type: puzzles that are opened, also packed ones, and what is written beside one."""

from __future__ import annotations

import errno
import os
import stat
import zlib
from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from ..common.errors import ELSEWHERE, FailedError, InputError, located, path_error
from ..common.options import typed_path
from ..common.words import folded, listed, must_be, quoted, shortened
from ..kind.kind import PUZZLE_FILE, AnyKind, DrawnText, decoded, read_puzzle
from ..kinds import KINDS
from ..printing.printed_object import STL, THREE_MF
from .transaction import Transaction, at_once

IN_BLEND_FOLDER = "//"
"""How a path begins that Blender counts from the folder of the .blend file."""

_SEPARATORS = tuple({os.sep, os.altsep or os.sep})


def absolute(path: str, what: str = "Folder", blend_file: str | None = None) -> Path:
    """Return a path as an absolute one; raises InputError, with a word for ``what`` it is, when there is none.

    ``blend_file`` is the path of the open .blend file, empty if it has none; without Blender there is no such file.
    """
    typed = named_path(path, what)
    if "\0" in path:
        raise InputError(f"{what} {quoted(path)} is not valid: it has a null character.")
    if blend_file is not None and path.startswith(IN_BLEND_FOLDER):
        if blend_file:
            return Path(blend_file).parent / path.removeprefix(IN_BLEND_FOLDER)
        raise InputError(
            f"{what} is {quoted(path)}, which is relative to the .blend file, and that has not been saved yet: "
            f"save it, or choose another {what.lower()}."
        )
    try:
        return typed.expanduser().absolute()
    except RuntimeError as error:
        raise InputError(f"{what} {quoted(path)} cannot be found: {error}") from error


def named_path(path: str, what: str = "File") -> Path:
    """Return a path that was typed; raises InputError for an empty one, which would be the folder in which one is."""
    if not path.strip():
        raise InputError(f"{what} is empty: choose one.")
    return typed_path(path)


def file_to_write(path: str, suffix: str = "", blend_file: str | None = None) -> Path:
    """Return the absolute path of a file that is to be written, with a suffix where it has none.

    ``blend_file`` is that of ``absolute``. Raises InputError where there is none, where it is a folder's, or where
    nothing can be written there.
    """
    named = path if not path.strip() or path.lower().endswith(suffix.lower()) else path + suffix
    target = absolute(named, "File", blend_file)
    try:
        if path.endswith(_SEPARATORS) or Path(path).name in {"", ".."} or target.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        # Who names a device wants that, and no suffix more.
        typed = target.with_name(Path(path).name)
        target = typed if typed.exists() and not typed.is_file() and not typed.is_dir() else target
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
        done = "written to" if target.is_dir() else "made"
        raise path_error(f"Folder {quoted(target)} cannot be {done}", error, ELSEWHERE) from error


def check_parent(target: Path, *, soon: bool = False) -> None:
    """Raise InputError where the folder of a file is not there, unless it will be soon, or cannot be written to."""
    if not soon and not target.parent.is_dir():
        raise InputError(f"File {quoted(target)} cannot be written: there is no folder {quoted(target.parent)}.")
    check_folder(target.parent)


COUPON, ASSEMBLED = "coupon", "assembled"

_MESHES = {COUPON: (STL,), ASSEMBLED: (THREE_MF, STL)}
"""The single files of meshes by what goes into them, and their suffixes, of which the first one is usual."""

_OTHERS = {THREE_MF, STL, ".obj", ".ply", ".glb", ".gltf", ".fbx", ".step", ".stp", ".amf", ".blend", ".gcode"}
_OTHERS |= {".txt", ".json", ".html", ".pdf", ".svg", ".dxf", ".png", ".jpg", ".jpeg", ".webp", ".gif", ".zip"}
"""Suffixes of meshes, solids, texts and pictures: who types one wants that, and no suffix more."""


def extra_targets(folder: Path, files: Mapping[str, str | None]) -> dict[str, Path]:
    """Return where single files go, of meshes and of texts of other programs, by their names, those that are wanted.

    ``folder`` is where the puzzle's own files go. Raises InputError for a place where nothing can be written.
    """
    targets: dict[str, Path] = {}
    for name, path in sorted(files.items(), key=lambda file: file[0] not in _MESHES):
        if path is None:
            continue
        usual, *endings = _MESHES.get(name, ("",))
        if name in _MESHES and Path(path).suffix.lower() in _OTHERS - {*_MESHES[name]}:
            raise InputError(f"File {quoted(path)} cannot be written: it must end with {listed(_MESHES[name], 'or')}.")
        target = targets[name] = file_to_write(path, "" if path.lower().endswith(tuple(endings)) else usual)
        # The folders down to the puzzle's own will be there by then.
        check_parent(target, soon=name in _MESHES or _place(target.parent) in map(_place, (folder, *folder.parents)))
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


def check_no_input(targets: Iterable[Path], inputs: Iterable[Path]) -> None:
    """Raise InputError where a file is to be written that is also read, by whatever names."""
    inputs = tuple(inputs)
    for target in targets:
        if any(_is_same(target, path) for path in inputs):
            raise InputError(f"File {quoted(target)} is read, so it cannot be written: choose another name.")


def _is_same(path: Path, target: Path) -> bool:
    try:
        return path.samefile(target)
    except (OSError, ValueError):
        return _place(path) == _place(target)


def _in_the_way(target: Path) -> InputError:
    return InputError(f"File {quoted(target)} would take the place of the puzzle's own: choose another name.")


def _place(path: Path) -> Path:
    """Return what is the same for all ways to name one file, also where a disk knows no capitals."""
    return Path(os.path.realpath(path).casefold())


def text_in(path: str) -> str:
    """Return the text of a file, or of the puzzle.json in a folder.

    Raises InputError where there is none, and FailedError where it cannot be read.
    """
    path = str(named_path(path))
    inside = os.path.join(path, PUZZLE_FILE)  # noqa: PTH118  (what is no path at all is answered below)
    path = inside if os.path.isfile(inside) else path  # noqa: PTH113
    shown = f"File {quoted(path)}"
    if os.path.isdir(path):  # noqa: PTH112
        raise InputError(f"Folder {quoted(path)} has no {PUZZLE_FILE}.")
    try:
        data = _beginning(Path(path), longest_file() + 1)
    except (OSError, ValueError) as error:
        raise path_error(f"{shown} cannot be read", error) from error
    return text_of(data, shown)


def longest_file() -> int:
    """Return the most bytes that are read of a file."""
    return max(
        limit
        for kind in KINDS.values()
        for limit in (kind.largest_text, *(text_format.largest for text_format in kind.formats))
    )


def text_of(data: bytes, shown: str) -> str:
    """Return the text of a file from all its bytes, or one more than are read, packed or not.

    Raises FailedError, with a sentence that begins with what is ``shown`` for the file, where they are none.
    """
    data = _unpacked(data, longest := longest_file(), shown)
    if len(data) > longest:
        raise FailedError(f"{shown} is too long for a puzzle: at most {longest:,} bytes are read.")
    text = decoded(data)
    if "\0" in text:
        raise FailedError(f"{shown} is not a puzzle file: it is not text.")
    return text.replace("\r\n", "\n").replace("\r", "\n")


_PACKED = b"\x1f\x8b"


def _unpacked(data: bytes, most: int, file: str) -> bytes:
    """Return bytes as they are, or what they hold if they are packed by gzip: one more than ``most`` of that at most.

    Raises FailedError, with a sentence that begins with what the ``file`` is called, for what is damaged or cut off.
    """
    if data[: len(_PACKED)] != _PACKED:
        return data
    unpacking = zlib.decompressobj(wbits=31)
    try:
        content = unpacking.decompress(data, most + 1)
    except zlib.error as error:
        raise FailedError(f"{file} is damaged: it cannot be unpacked.") from error
    if len(content) <= most and not unpacking.eof:
        raise FailedError(f"{file} is cut off: its packed data have no end.")
    return content


def puzzle_of_text(
    text: str, problem: int | None = None, first: AnyKind | None = None, *, shown: str = ""
) -> tuple[AnyKind, Any]:
    """Return the kind of a puzzle and the puzzle, from the text of a file.

    The kind ``first`` is asked before others whether it knows the text. Raises FailedError for a damaged one, with a
    sentence that begins with what is ``shown`` for the file.
    """
    with located(shown, FailedError):
        return read_puzzle(text, sorted(KINDS.values(), key=lambda kind: kind is not first), problem)


def drawn_texts(kind: AnyKind, texts: Iterable[tuple[str, str]]) -> list[DrawnText]:
    """Return what is to be drawn on a puzzle of a kind, from texts as "XZ=AB", each with the name of a drawing.

    Files are read. Raises InputError for a drawing that there is not, and for a file that cannot be read.
    """
    drawings = {drawing.name: drawing for drawing in kind.drawings}
    drawn: list[DrawnText] = []
    for name, text in texts:
        if name not in drawings:
            raise InputError(must_be("Drawing", name, drawings))
        place, _, content = text.partition("=")
        if not content:
            example = "XZ=face.txt" if drawings[name].in_file else "XZ=AB"
            raise InputError(f"What is drawn is {shortened(text)}: it must be {drawings[name].form}, as {example}.")
        data = content.encode(errors="backslashreplace")
        try:
            data = _beginning(typed_path(content), longest_file()) if drawings[name].in_file else data
        except (OSError, ValueError) as error:
            raise path_error(f"File {quoted(content)} cannot be read", error) from error
        if any((name, folded(place)) == (drawing, folded(face)) for drawing, face, _ in drawn):
            raise InputError(f"What is drawn is {shortened(text)}: {place} has {name} already, so leave one out.")
        drawn.append((name, place, data))
    return drawn


def _beginning(path: Path, size: int) -> bytes:
    """Return the first bytes of a file; raises OSError where it is none, as a pipe, on which one may wait forever."""
    mode = path.stat().st_mode
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "It is a pipe or a device, not an ordinary file")
    with path.open("rb") as file:
        return file.read(size)


def write_text(text: str, target: Path) -> None:
    """Write a text, whole or not at all; raises InputError or ExportError when it cannot be written."""
    at_once(partial(prepare_text, text, target))


def prepare_text(text: str, target: Path, transaction: Transaction) -> None:
    """Prepare a text for its place; raises what ``write_text`` raises."""
    check_parent(target)
    transaction.write(target.parent, {target.name: partial(Path.write_bytes, data=text.encode())})
