# SPDX-License-Identifier: GPL-3.0-or-later
"""Puzzles as plain objects: made, opened, asked, checked and written without Blender.

    import puzzle_cubes
    puzzle = puzzle_cubes.make("oskar", size=(5, 5, 5), seed=7, way="kit")
    puzzle.write("kit")

All lengths are millimeters. What a user can mend is raised as ``InputError`` with one sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .common.errors import ExportError, InputError
from .common.options import declared
from .export.paths import open_puzzle
from .export.puzzle import AnyPath, Puzzle
from .kind.kind import AnyKind, Progress
from .kind.puzzle import check_names, one_of, value_of
from .kind.reading import puzzle_of_code
from .kinds import KINDS
from .printing.printer import Printer
from .shelf.shelf import Shelf, conditions_from

__all__ = ["KINDS", "ExportError", "InputError", "Puzzle", "ShelfRow", "from_code", "make", "read", "shelf_rows"]


def make(
    kind: str,
    *,
    preset: str = "",
    way: str = "",
    jobs: int = 1,
    report: Callable[[Progress[Any]], object] = lambda _: None,
    **values: Any,
) -> Puzzle:
    """Make a puzzle of a kind, "oskar", "burr" or "packing", from values of its options, lengths and printer, by name.

    What is not given has the default of the command line; ``preset`` and ``way`` are named as there. A
    long search is shared out to so many ``jobs``, and what it finds is the same. ``report`` is called now and then with
    how far it is. Raises InputError for what there is not or cannot be, and where nothing is
    found that has all that was asked.
    """
    chosen = _kind(kind)
    options = {option.name: option for option in chosen.options}
    given = {name: value_of(options[name], values.pop(name)) for name in list(values) if name in options}
    check_names(values, (*options.values(), *declared(chosen.dimensions), *declared(Printer)))
    empty = _empty(chosen, preset).changed(**values, **({"way": way} if way else {}))
    chosen.check_used(empty.way, values)
    return empty.holding(chosen.make(chosen.values_with(given), report, jobs), values)


def read(path: AnyPath, *, problem: int | None = None, **values: Any) -> Puzzle:
    """Return the puzzle of a file: a puzzle.json, or one of another program; ``values`` are those of ``changed``.

    Of a file with several problems it is the one with the number ``problem``, from 1, or else the first that can be.
    Raises InputError where it cannot be read or is damaged.
    """
    kind, content = open_puzzle(str(path), problem)
    return _empty(kind).holding(content).changed(**values)


def from_code(code: str, **values: Any) -> Puzzle:
    """Return the puzzle of a code; ``values`` are those of ``changed``. Raises InputError where it is damaged."""
    kind, content = puzzle_of_code(code, KINDS.values())
    return _empty(kind).holding(content).changed(**values)


@dataclass(frozen=True)
class ShelfRow:
    """A row of a shelf: its seed, its numbers by their names, the code of its puzzle, and the puzzle."""

    seed: int
    figures: Mapping[str, float | None]
    code: str | None
    puzzle: Puzzle


def shelf_rows(
    path: AnyPath,
    kind: str = "oskar",
    *,
    by: str = "",
    most: int = 10,
    where: str = "",
    lowest: bool = False,
    unique: bool = False,
) -> list[ShelfRow]:
    """Return those rows of a shelf that have the highest numbers of a name, or the lowest, so many at most.

    By default the hardest. ``where`` are conditions, as "length > 40 and loops = 0"; with ``unique`` puzzles that are
    the same one, turned or mirrored, come once. Raises InputError for a file that is no shelf, and for names and
    conditions that there are not.
    """
    chosen = _kind(kind)
    with Shelf(Path(path)) as shelf:
        if kind not in shelf.kinds:
            return []
        conditions = conditions_from(where, shelf.figures(kind)) if where.strip() else ()
        rows = shelf.top(kind, by or chosen.hardness, most, conditions, lowest=lowest, unique=unique)
        empty = _empty(chosen)
        return [ShelfRow(row.seed, row.figures, row.code, empty.holding(shelf.puzzle(chosen, row))) for row in rows]


def _empty(kind: AnyKind, preset: str = "") -> Puzzle:
    """Return what a puzzle is printed with by a preset, in the first way to print it, and no puzzle yet."""
    first = kind.presets[one_of("Preset", preset, kind.presets)] if preset else kind.first_preset
    return Puzzle(kind, None, first.dimensions, first.printer, kind.ways[0])


def _kind(name: str) -> AnyKind:
    return KINDS[one_of("Kind", name, KINDS)]
