# SPDX-License-Identifier: GPL-3.0-or-later
"""What the command line is to write: a puzzle, as it is printed, and where."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..common.options import Options
from ..files.transaction import Transaction
from ..kind.kind import Kind
from ..kind.part import Part
from ..kind.way import Way
from ..printing.printer import Printer
from ..puzzle_files.mesh_files import FilePlan
from ..puzzle_files.prepare import WrittenFile


@dataclass(frozen=True)
class Wanted:
    """A puzzle with its dimensions, its parts in the way in which it is printed, and where its files go.

    ``plans`` are the files of meshes by their names, ``texts`` the others; ``coupon`` is where the coupon goes, if
    anywhere; without a ``folder`` there are neither files of meshes nor texts.
    """

    kind: Kind[Any, Any]
    puzzle: Any
    dimensions: Options
    printer: Printer
    way: Way
    parts: tuple[Part, ...]
    plans: dict[str, FilePlan]
    texts: dict[str, str]
    folder: Path | None
    coupon: Path | None


Prepare = Callable[[Wanted, Transaction], list[WrittenFile]]
"""Prepares the files of what is wanted; raises InputError or ExportError where they cannot be written."""
