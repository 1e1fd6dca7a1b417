# SPDX-License-Identifier: GPL-3.0-or-later
"""The files of a puzzle prepared for a folder, unless another puzzle's lie there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from ..common.errors import ExportError, InputError
from ..common.words import quoted
from ..kind.files import PUZZLE_FILE
from ..kind.kind import AnyKind
from .plan import BED_NAMES, FilePlan
from .text_files import open_puzzle
from .transaction import Transaction


class OccupiedError(ExportError):
    """Another puzzle's files lie in the folder; the message says which."""


WriteMeshes = Callable[[FilePlan, Path], int]
"""Writes what is planned for a file, looks at it, and returns its number of triangles; raises ExportError."""


@dataclass(frozen=True)
class WrittenFile:
    """A file that was written and checked; ``triangles`` is None for a text."""

    path: Path
    triangles: int | None


def prepare_files(
    transaction: Transaction,
    target: Path,
    plans: Mapping[str, FilePlan],
    texts: Mapping[str, str],
    write_meshes: WriteMeshes,
) -> list[WrittenFile]:
    """Prepare meshes and texts for a folder by their names, and return what will be there.

    Raises what ``Transaction`` and ``write_meshes`` raise.
    """
    triangles: dict[str, int] = {}

    def write_plan(plan: FilePlan, path: Path) -> None:
        triangles[path.name] = write_meshes(plan, path)

    def write_text(text: str, path: Path) -> None:
        path.write_text(text, encoding="utf-8")

    writers: dict[str, Callable[[Path], None]] = {
        **{name: partial(write_plan, plan) for name, plan in plans.items()},
        **{name: partial(write_text, text) for name, text in texts.items()},
    }
    transaction.write(target, writers, BED_NAMES)
    return [WrittenFile(target / name, triangles.get(name)) for name in writers]


def check_occupant(target: Path, kind: AnyKind, puzzle: Any, names: Iterable[str]) -> None:
    """Raise OccupiedError where another puzzle's files would be replaced."""
    found = occupant(target, kind, puzzle, names)
    if found:
        raise OccupiedError(found)


def occupant(folder: Path, kind: AnyKind, puzzle: Any, names: Iterable[str]) -> str:
    """Return a sentence on another puzzle's files in a folder where a puzzle is to be written under some names.

    Nothing is in the way where the same puzzle lies there, or none of the names.
    """
    try:
        present = [name for name in names if (folder / name).is_file()]
        # What is no file cannot be replaced, and the writing says so.
        if not present or (folder / PUZZLE_FILE).is_dir():
            return ""
    except OSError:
        # Nothing can be written there either, and the writing says why.
        return ""
    if PUZZLE_FILE not in present:
        return (
            f"Folder {quoted(folder)} has a file {present[0]}, but no {PUZZLE_FILE} that says which puzzle it "
            "belongs to."
        )
    try:
        found, other = open_puzzle(str(folder / PUZZLE_FILE))
    except InputError:
        return f"Folder {quoted(folder)} has a {PUZZLE_FILE} that cannot be read."
    if found == kind and kind.files.to_json(other) == kind.files.to_json(puzzle):
        return ""
    return f"Folder {quoted(folder)} has the files of another puzzle: {found.facts.name(other)}."
