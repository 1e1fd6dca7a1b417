# SPDX-License-Identifier: GPL-3.0-or-later
"""Puzzles as plain objects: made, opened, asked, checked and written without Blender.

    import puzzle_cubes
    puzzle = puzzle_cubes.make("oskar", size=5, seed=7)
    puzzle.write("kit")

All lengths are millimeters. What a user can mend is raised as ``InputError`` with one sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from .common.errors import ExportError, InputError
from .common.options import truth, typed_path, wrong
from .common.words import quoted
from .export.paths import puzzle_of_text, text_in
from .export.puzzle import AnyPath, Puzzle, path_text, print_of
from .kind.by_name import BY_LABEL, MOST_JOBS, PAIRS, check_drawn, one_of, spelled, values_by_name, whole_from_one
from .kind.facts import Progress
from .kind.kind import AnyKind, puzzle_of_code
from .kinds import KINDS
from .shelf.shelf import Shelf

__all__ = [
    "KINDS",
    "ExportError",
    "InputError",
    "Puzzle",
    "ShelfRow",
    "from_code",
    "from_text",
    "make",
    "read",
    "shelf_rows",
]


def make(
    kind: str,
    *,
    preset: str = "",
    jobs: int = 1,
    report: Callable[[Progress[Any]], object] = lambda _: None,
    **values: Any,
) -> Puzzle:
    """Make a puzzle of a kind, "oskar", "burr" or "packing", from values of its options, lengths and printer, by name.

    The names and what is not given are those of the command line, as are the values: a size is ``5``, ``(5, 4, 3)`` or
    ``"5x4x3"``. ``preset`` begins with other lengths and another printer, ``way="kit"`` or ``kit=True`` says how it is
    printed, ``letters="XZ=AB"`` draws on it, and ``count=True`` asks for what ``asked`` finds. A long search is shared
    out to so many ``jobs``, and what it finds is the same. ``report`` is called now and then with how far it is. Raises
    InputError for what there is not or cannot be, and where nothing is found that has all that was asked.
    """
    chosen = _kind(kind)
    rest = spelled(chosen, values)
    drawings = {name: rest.pop(name) for name in [drawing.name for drawing in chosen.drawings] if name in rest}
    rest_hard = truth("Make rest hard", rest.pop("make_rest_hard", False))
    check_drawn(chosen, drawings, rest_hard=rest_hard)
    asking = [request.name for request in chosen.requests if not request.file]
    requests = [name for name in asking if truth(BY_LABEL.sides(name), rest.pop(name, False))]
    elsewhere = [name for option in chosen.options for name in (option.flag, option.name)]
    given = values_by_name({name: rest.pop(name) for name in elsewhere if name in rest}, chosen.options)
    elsewhere += [drawing.name for drawing in chosen.drawings] + [way.name for way in chosen.ways] + asking
    empty = Puzzle.none_yet(chosen, preset or None, rest.get("printer"))
    elsewhere += ["jobs", "preset", "way", *PAIRS, "printer"]
    empty = empty.changed_as_given(rest, elsewhere)
    made = chosen.make(chosen.values_with(given or chosen.unasked), report, whole_from_one("Jobs", jobs, MOST_JOBS))
    puzzle = empty.holding(made, rest)
    if drawings or rest_hard:
        puzzle = puzzle.drawn(make_rest_hard=rest_hard, jobs=jobs, report=report, **drawings)
    return puzzle.asked(*requests, jobs=jobs, report=report) if requests else puzzle


def read(path: AnyPath, *, problem: int | None = None, preset: str = "", **values: Any) -> Puzzle:
    """Return the puzzle of a file: a puzzle.json, or one of another program; ``values`` are those of ``changed``.

    Without a preset it is printed with what the file says, or else with the defaults.
    Of a file with several problems it is the one with the number ``problem``, from 1, or else the first that can be.
    What a file may not say can be given, as the ``size`` of the box that pieces fill. Raises InputError where it cannot
    be read or is damaged.
    """
    file = path_text("File", path)
    return _read(text_in(file), problem, preset, values, f"File {quoted(file)}")


def from_text(text: str | Iterable[str], *, problem: int | None = None, preset: str = "", **values: Any) -> Puzzle:
    """Return the puzzle of the text of a file, or of its lines, as of pieces; all else is as with ``read``."""
    lines = list(text) if isinstance(text, Iterable) and not isinstance(text, str) else [text]
    if not all(isinstance(line, str) for line in lines):
        raise wrong("Text", text, "a text or its lines")
    return _read("\n".join(lines), problem, preset, values)


def _read(text: str, problem: int | None, preset: str, values: Mapping[str, Any], shown: str = "") -> Puzzle:
    """Return the puzzle of a text; ``shown`` is what its file is called."""
    chosen = None if problem is None else whole_from_one("Problem", problem)
    kind, content = puzzle_of_text(text, chosen, shown=shown)
    return _opened(kind, content, preset, values, printed=None if preset else print_of(text, kind, shown))


def from_code(code: str, *, preset: str = "", **values: Any) -> Puzzle:
    """Return the puzzle of a code; ``values`` are those of ``changed``. Raises InputError where it is damaged."""
    return _opened(*puzzle_of_code(code, KINDS.values()), preset, values, can_complete=False)


def _opened(
    kind: AnyKind,
    content: Any,
    preset: str,
    values: Mapping[str, Any],
    *,
    can_complete: bool = True,
    printed: Puzzle | None = None,
) -> Puzzle:
    """Return what was opened, printed with some values, and with those of options that a file may not say.

    ``printed`` is what the file says that it is printed with.
    """
    values = spelled(kind, values)
    missing = [option for option in kind.options if can_complete and option.name in kind.source_options]
    own = {option.name: values[option.name] for option in missing if option.name in values}
    content = kind.completed(content, values_by_name(own, missing))
    rest = {name: value for name, value in values.items() if name not in own}
    others = [option.name for option in missing]
    if printed is not None:
        return replace(printed, content=content).changed_as_given(rest, others)
    empty = Puzzle.none_yet(kind, preset or None, rest.get("printer"))
    return empty.changed_as_given(rest, others).holding(content, rest)


@dataclass(frozen=True)
class ShelfRow:
    """A row of a shelf: its seed, its numbers by their names, the code of its puzzle, and the puzzle."""

    seed: int
    figures: Mapping[str, float | None] = field(hash=False)
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
    the same one, turned or mirrored, come once. Raises InputError for a file that is no shelf, for what is no number,
    and for a kind, names and conditions that there are not.
    """
    chosen = _kind(kind)
    lowest, unique = truth("Lowest", lowest), truth("Unique", unique)
    number = whole_from_one("Most", most)
    if not isinstance(where, str):
        raise wrong("Where", where, "a text, as length > 40")
    with Shelf(typed_path(path_text("Shelf", path))) as shelf:
        shelf.check_kind(chosen.name)
        conditions = shelf.conditions(chosen.name, where) if where.strip() else ()
        by = shelf.order(chosen.name, by or chosen.hardness)
        rows = shelf.top(chosen.name, by, number, conditions, lowest=lowest, unique=unique)
        empty = Puzzle.none_yet(chosen)
        return [ShelfRow(row.seed, row.figures, row.code, empty.holding(shelf.puzzle(chosen, row))) for row in rows]


def _kind(name: str) -> AnyKind:
    return KINDS[one_of("Kind", name, KINDS)]
