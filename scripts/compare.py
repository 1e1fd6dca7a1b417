# SPDX-License-Identifier: GPL-3.0-or-later
"""The styles beside each other and the original cube, as a page with tables and a picture: ``make compare``.

Every puzzle has the start and the end that make its solution longest, the original too, so that only the mazes count;
the original stands there with its own start and end besides.

``python -m scripts.compare --measures`` prints what each style cuts by itself, its mazes, and their cost. Styles that
search are left out: their effort says how long they take. With names of styles only these are measured. Each is timed
in a process of its own, until its faces are there; the memory is the most that the process had, with Python itself. The
page of the styles has this table, too.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, fields, replace
from functools import partial
from pathlib import Path
from random import Random
from statistics import fmean, median
from time import perf_counter

from goals import called, seconds
from renewal import markdown_table, renewed

from puzzle_cubes.common.task import finish
from puzzle_cubes.oskar.generating import generate
from puzzle_cubes.oskar.generators import STYLES, settings_with
from puzzle_cubes.oskar.kind import OSKAR
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.making.settings import EFFORTS, Draft, Settings
from puzzle_cubes.oskar.maze.difficulty import LOOK_AHEADS, level_of
from puzzle_cubes.oskar.maze.measures import sides_without_loops
from puzzle_cubes.oskar.maze.space import canonical_form, index_of
from tests.core.oskar.original_cube import original_cube

ONE, MEASURES = "--one", "--measures"
"""Before what is measured once in a process of its own, and before styles of which only the measures are printed."""

OWN_SIDES = (5, 10, 20)
SEEDS_BY_SIDE = {5: 40, 10: 20, 20: 5}
LIKE_SIDE = 10
"""The side at which the mazes are measured."""

TIMED = ((10, 5), (100, 1))
"""Sides, and how many mazes are made of which the quickest counts."""

MEASURED = (
    *("style", "own 5", "own 10", "own 20", "reachable", "regions", "corners", "dead ends", "solution"),
    *("10x10x10", "100x100x100", "memory"),
)


def draft_of(style: str, side: int, seed: int) -> Draft:
    """Return what a style makes."""
    settings = settings_with(size=(side, side, side), seed=seed, style=style)
    return finish(STYLES[style].make(STYLES[style].resolved(settings), Random(seed)))


def own_share(style: str, side: int) -> float | None:
    """Return the mean share of the passages that a style cuts by itself; None for one that does not grow."""
    records = [draft_of(style, side, seed).record for seed in range(SEEDS_BY_SIDE[side])]
    shares = [record.own_share((side, side, side)) for record in records if record is not None]
    return fmean(shares) if shares else None


def seconds_and_megabytes(style: str, side: int, count: int) -> tuple[float, float]:
    """Return the seconds that a maze takes, the least of a number, and the most memory, in a process of its own."""
    call = called(["-m", "scripts.compare", ONE, style, str(side), str(count)])
    return float(call.text), 1000 * call.gigabytes


def measured_row(style: str) -> list[str]:
    """Return a style's row of the table."""
    shares = [own_share(style, side) for side in OWN_SIDES]
    mazes = [
        generate(settings_with(size=(LIKE_SIDE,) * 3, seed=seed, style=style)).measures
        for seed in range(SEEDS_BY_SIDE[LIKE_SIDE])
    ]
    (short, _), (long, megabytes) = (seconds_and_megabytes(style, *timed) for timed in TIMED)
    cells = [STYLES[style].label, *("-" if share is None else f"{share:.1%}" for share in shares)]
    cells += [
        f"{fmean(maze.reachable / maze.positions for maze in mazes):.0%}",
        f"{fmean(maze.components for maze in mazes):,.0f}",
        f"{fmean(maze.corners for maze in mazes):.1f}",
        f"{fmean(maze.dead_ends / maze.reachable for maze in mazes):.0%}",
        f"{fmean((maze.length + 1) / maze.reachable for maze in mazes):.0%}",
    ]
    return [*cells, f"{1000 * short:.0f} ms", f"{long:.1f} s", f"{megabytes:.0f} MB"]


def not_searched() -> list[str]:
    """Return the styles that take no effort."""
    return [name for name, style in STYLES.items() if not style.searched]


SIDES = (5, 8)
DIFFERENT_SIDES = (2, 3, 4, 5)
QUICK = {"effort": EFFORTS["quick"]}
RANDOM_SEEDS = 200
SEARCHED_SEEDS = 10


@dataclass(frozen=True)
class Row:
    """The numbers of a style at a size, or of a single puzzle; reachable is a share."""

    length: float
    straight: float
    decisions: float
    two: float
    three: float
    likely_moves: list[float]
    times: float
    dead_ends: float
    reachable: float


ORIGINAL = "Original Oskar's Cube"

HEADINGS = (
    *("puzzle", "word", "times", "length", "straight", "decisions", "2+", "3+"),
    *("looks 0 ahead", "looks 1 ahead", "looks 2 ahead", "looks 3 ahead", "dead ends", "reachable"),
)


def row_of(puzzle: Puzzle) -> Row:
    """Measure one puzzle without loops."""
    measures = puzzle.measures
    if measures.loops:
        raise ValueError("a puzzle with loops has no row")
    _, sides = sides_without_loops(puzzle.ways_to_end, index_of(puzzle.size, puzzle.start))
    decisions, two, three = (len(seen) for seen in sides[:3])
    return Row(
        measures.length,
        measures.straight_moves,
        decisions,
        two,
        three,
        [puzzle.likely_moves(look_ahead) for look_ahead in LOOK_AHEADS],
        OSKAR.figures_of(puzzle)["difficulty"] or 0.0,
        measures.dead_ends,
        measures.reachable / measures.positions,
    )


def measured(name: str, side: int, seed: int) -> Row:
    """Make and measure one puzzle of a style."""
    return row_of(generate(Settings((side, side, side), seed, name, start="best", end="farthest")))


def middle(rows: list[Row]) -> Row:
    """Return the medians over several puzzles."""
    moves = [median(player) for player in zip(*(row.likely_moves for row in rows), strict=True)]
    numbers = {
        measure.name: median(getattr(row, measure.name) for row in rows)
        for measure in fields(Row)
        if measure.name != "likely_moves"
    }
    return Row(likely_moves=moves, **numbers)


def cells_of(name: str, row: Row) -> list[str]:
    """Return a row as cells of a table."""
    cells = [name, level_of(row.times).label, f"{row.times:.2f}"]
    cells += [f"{number:,.0f}" for number in (row.length, row.straight, row.decisions, row.two, row.three)]
    cells += [f"{number:,.0f}" for number in (*row.likely_moves, row.dead_ends)]
    return [*cells, f"{row.reachable:.0%}"]


def originals() -> dict[str, Row]:
    """Return the original cube with its longest way, and as it was sold."""
    sold = original_cube()
    start, end = sold.space.longest_way(sold.start)
    return {
        f"{ORIGINAL}, longest way": row_of(replace(sold, start=start, end=end)),
        f"{ORIGINAL}, its own start and end": row_of(sold),
    }


def tables() -> Iterator[tuple[int, dict[str, Row]]]:
    """Make all puzzles; yield a size and its rows by their names."""
    with ProcessPoolExecutor() as processes:
        made = {
            (name, side): [
                processes.submit(measured, name, side, seed)
                for seed in range(SEARCHED_SEEDS if style.searched else RANDOM_SEEDS)
            ]
            for side in SIDES
            for name, style in STYLES.items()
        }
        for side in SIDES:
            rows = originals() if side == 5 else {}
            for name, style in STYLES.items():
                rows[style.label] = middle([future.result() for future in made[name, side]])
            yield side, rows


def form(name: str, side: int, seed: int) -> bytes:
    """Return what a puzzle of a style has in common with all that are it turned or mirrored."""
    puzzle = generate(settings_with(size=(side,) * 3, seed=seed, style=name, **QUICK if STYLES[name].searched else {}))
    return canonical_form(puzzle.size, puzzle.faces, puzzle.start, puzzle.end)


def different() -> Iterator[list[str]]:
    """Yield rows: how many different puzzles each style makes of many seeds, by the side of a cube."""
    with ProcessPoolExecutor() as processes:
        for name, style in STYLES.items():
            seeds = range(100 if style.searched else 2000)
            forms = [processes.map(partial(form, name, side), seeds, chunksize=20) for side in DIFFERENT_SIDES]
            yield [style.label, f"{len(seeds):,}", *(f"{len(set(row)):,}" for row in forms)]


def draw(rows: dict[int, dict[str, Row]], path: Path) -> None:
    """Draw length, expected moves and what can be reached as bars, a line for every style."""
    # Not where a style is measured, whose memory is that of a whole process.
    from matplotlib.figure import Figure
    from matplotlib.ticker import PercentFormatter

    names = list(rows[SIDES[0]])
    columns: dict[str, Callable[[int, Row], float]] = {
        "length, of all positions": lambda side, row: row.length / (side**3 - 1),
        "expected moves, looking one ahead": lambda _, row: row.likely_moves[1],
        "positions that can be reached": lambda _, row: row.reachable,
    }
    figure = Figure(figsize=(11, 5), layout="constrained")
    pictures = figure.subplots(1, len(columns), sharey=True)
    for picture, (title, value) in zip(pictures, columns.items(), strict=True):
        for side, of_side in rows.items():
            for name, row in of_side.items():
                place = names.index(name) + (0.2 if side == SIDES[-1] else -0.2)
                color = "#c03a1e" if name.startswith(ORIGINAL) else {5: "#1f5f99", 8: "#8fb8d8"}[side]
                picture.barh(place, value(side, row), height=0.38, color=color)
        picture.set_title(title, fontsize=10)
        picture.spines[["top", "right"]].set_visible(False)
        if "expected" in title:
            picture.set_xscale("log")
        else:
            picture.set_xlim(0, 1)
            picture.xaxis.set_major_formatter(PercentFormatter(1.0))
    pictures[0].set_yticks(range(len(names)), names)
    pictures[0].invert_yaxis()
    figure.suptitle("Dark: 5x5x5, light: 8x8x8, red: the original cube", fontsize=10)
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=100, pil_kwargs={"quality": 90, "method": 6})


def main(folder: Path) -> None:
    """Make all puzzles, print the tables, and write the picture and the page's own parts."""
    rows = {}
    text = [f"Medians over {RANDOM_SEEDS} seeds of a random style, {SEARCHED_SEEDS} of one that searches."]
    for side, of_side in tables():
        rows[side] = of_side
        rows_of_side = (cells_of(name, row) for name, row in of_side.items())
        text += [f"\n**{side}x{side}x{side}**\n", markdown_table(HEADINGS, rows_of_side)]
    measures = markdown_table(MEASURED, map(measured_row, not_searched()))
    print("\n".join([*text, "", measures]))
    picture = folder / "pictures" / "comparison.webp"
    draw(rows, picture)
    page = folder / "styles.md"
    different_heads = ("style", "seeds", *(f"{side}x{side}x{side}" for side in DIFFERENT_SIDES))
    parts = {"tables": "\n".join(text), "measures": measures, "different": markdown_table(different_heads, different())}
    page.write_text(renewed(page.read_text(encoding="utf-8"), **parts), encoding="utf-8")
    print(f"\nWrote {page} and {picture}")


if __name__ == "__main__":
    if sys.argv[1:2] == [ONE]:
        style, (side, count) = sys.argv[2], map(int, sys.argv[3:])
        taken = min(seconds(partial(draft_of, style, side, seed), 1, perf_counter) for seed in range(count))
        print(taken)
    elif sys.argv[1:2] == [MEASURES]:
        print(markdown_table(MEASURED, map(measured_row, sys.argv[2:] or not_searched())))
    else:
        main(Path(sys.argv[1]))
