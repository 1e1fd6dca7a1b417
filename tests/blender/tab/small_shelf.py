# SPDX-License-Identifier: GPL-3.0-or-later
"""A shelf of a few puzzles, made without a cluster."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from puzzle_cubes.common.options import Value
from puzzle_cubes.kinds import KINDS
from puzzle_shelf.filling import ShelfWriter, rows_of

SEEDS = range(8)
GIVEN: dict[str, dict[str, Value]] = {"oskar": {"size": (3, 2, 2)}, "packing": {"puzzle": "design", "design": 4}}


def small_shelf(path: Path, kinds: Iterable[str] = GIVEN, **given: Value) -> Path:
    """Put some puzzles of both kinds, or of some, on a new shelf, small ones unless more is given."""
    for name in kinds:
        kind = KINDS[name]
        values = kind.values_with({**GIVEN[name], **given})
        writer = ShelfWriter(path, kind, values)
        writer.add(rows_of(kind, values, SEEDS))
        writer.close()
    return path
