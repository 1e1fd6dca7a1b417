# SPDX-License-Identifier: GPL-3.0-or-later
"""The files of a puzzle prepared for a folder; how meshes are written is handed in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from ..files.transaction import Transaction
from ..kind.kind import Kind
from .mesh_files import BED_NAMES, FilePlan
from .occupant import OccupiedError, occupant

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


def check_occupant(target: Path, kind: Kind[Any, Any], puzzle: Any, names: Iterable[str]) -> None:
    """Raise OccupiedError where another puzzle's files would be replaced."""
    found = occupant(target, kind, puzzle, names)
    if found:
        raise OccupiedError(found)
