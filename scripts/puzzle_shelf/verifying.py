# SPDX-License-Identifier: GPL-3.0-or-later
"""Making rows of a shelf again, and comparing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence

from puzzle_cubes.kind.kind import AnyKind
from puzzle_cubes.shelf.shelf import Row, Shelf

from .filling import fill
from .making import MadeRow
from .team import Team


def sample(shelf: Shelf, kind: AnyKind, number: int) -> list[Row]:
    """Return so many rows of a kind, spread evenly over all in the order of their keys."""
    count = shelf.count(kind.name)
    chosen = {place * count // number for place in range(number)} if number < count else set(range(count))
    return [row for place, row in enumerate(shelf.rows(kind.name)) if place in chosen]


def differing(
    team: Team,
    shelf: Shelf,
    kind: AnyKind,
    rows: Sequence[Row],
    note: Callable[[int], object] = lambda _: None,
) -> list[Row]:
    """Make rows again by a team, and return those that are not as they were; ``note`` is called with how many more.

    The numbers that the shelf has must be the same to the last bit.
    """
    found: list[Row] = []
    by_series: dict[int, dict[int, Row]] = defaultdict(dict)
    for row in rows:
        by_series[row.series][row.seed] = row
    for same in by_series.values():

        def take(made: Sequence[MadeRow], same: dict[int, Row] = same) -> None:
            found.extend(same[one.seed] for one in made if not _is_same(kind, same[one.seed], one))
            note(len(made))

        fill(team, kind, shelf.values_of(kind, next(iter(same.values()))), list(same), take)
    return found


def _is_same(kind: AnyKind, row: Row, made: MadeRow) -> bool:
    figures = dict(zip(kind.series.figures, made.figures, strict=True))
    return (row.canonical, row.code, row.problem) == (made.canonical, made.code, made.problem) and all(
        figures[name] == row.figures.get(name) for name in kind.series.figures
    )
