# SPDX-License-Identifier: GPL-3.0-or-later
"""The styles beside each other and the original cube, as a page with tables and a picture: ``make compare``.

Every puzzle has the start and the end that make its solution longest, the original too, so that only the mazes count;
the original stands there with its own start and end besides.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, fields, replace
from importlib import import_module
from pathlib import Path
from statistics import median

import matplotlib as mpl
import style_measures

mpl.use("Agg")
import matplotlib.pyplot as plt
from matplotlib.ticker import PercentFormatter

from puzzle_cubes.oskar.generators import STYLES
from puzzle_cubes.oskar.kind.generate import generate
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.making.settings import Settings
from puzzle_cubes.oskar.maze.difficulty import level_of, times_original, wasted_by_player
from puzzle_cubes.oskar.maze.look_ahead import sides_without_loops
from puzzle_cubes.oskar.maze.space import index_of
from tests.core.oskar.original_cube import original_cube

SIDES = (5, 8)
SEEDS_OF_RANDOM_STYLES = 200
SEEDS_OF_SEARCHED_STYLES = 10


@dataclass(frozen=True)
class Row:
    """The numbers of a style at a size, or of a single puzzle; reachable is a share."""

    length: float
    straight: float
    decisions: float
    two: float
    three: float
    expected_moves: list[float]
    times: float
    dead_ends: float
    reachable: float


ORIGINAL = "Original Oskar's Cube"

HEADINGS = (
    *("puzzle", "word", "times", "length", "straight", "decisions", "2+", "3+"),
    *("looks 0 ahead", "looks 1 ahead", "looks 2 ahead", "looks 3 ahead", "dead ends", "reachable"),
)

PAGE = """# The styles beside each other

All figures are medians that `make compare` finds: over {random} seeds of each random style and {searched} of each that
searches, by default settings. Every puzzle, the original cube too, has the start and the end that make its solution
longest; with its own start and end the original stands in a line of its own.

- *times*: how many times as hard as the original as it was sold, and the word for that. Those moves count that players
  waste beyond the length; who looks one move ahead counts twice as much as who looks two.
- *decisions*: positions on the solution where it forks; *2+* and *3+*: where a false path of two or three moves and
  more goes off, so that looking one move or two ahead does not help.
- *looks 1 ahead*: expected moves of a player who never turns back except at a dead end, takes every other way
  with the same chance, remembers nothing, and does not enter a side path that is seen to end after one move.

These players are a model. No measure of any maze has been validated by people for this puzzle.
{tables}
![The styles beside each other](comparison.png)

Length alone does not make a puzzle hard: a way without branches is long, and asks nothing. Nor do decisions: a false
path of one move troubles nobody who looks. *Hard* makes false paths that are not seen to be false.

## What they do by themselves, and what they cost

Three faces that grow together often keep each other from being finished; what is left apart is joined at last, by no
algorithm but Kruskal's rule. All figures are means that `python -m scripts.style_measures` finds.

- *own 5*, *own 10*, *own 20*: the share of all passages that a style cuts by itself, by the cells along a side.
- At 10x10x10: the share of positions that are *reachable* from the start, the *regions* that all positions fall into,
  the *corners* of the box that can be reached; *dead ends* and the positions on the *solution* as shares of the
  reachable ones.
- The time until the faces are there, and the most memory that this took at 100x100x100, with Python itself.

{measures}

## How each is made

{ways}

## Textures

*Backtracker*, *Growing Tree*, *Hunt and Kill* and *Prim* have four options, and *Growing Forest* the first three:

- *Bias*: how much the maze likes to grow along X, Y and Z.
- *Run*: winding (0) or straight ways (1).
- *River*: many short dead ends (0) or few long ones (1).
- *Symmetry*: the left half of the box is the mirror image of the right one; every face looks the same upside down; or
  all three faces are alike. A tree that looks the same upside down has a cell or a passage in its middle, so at most
  one side may have an even number of cells; equal faces ask for equal sides.

Neutral values give the same puzzles as without textures. *Classic* has none: it is the original's own generator.
*Wilson* and *Aldous-Broder* have none, as they favor nothing.

## What makes no sense here

- Braid mazes, which have no dead ends: a loop on a face leaves a piece of wall that hangs on nothing.
- Weave mazes, whose ways cross over each other: a face is one flat plate.
- Other tessellations and round mazes: the arms of the cross move along three perpendicular axes.
- Four dimensions: there is no box to print.
"""


def row_of(puzzle: Puzzle) -> Row:
    """Measure one puzzle without loops."""
    measures = puzzle.measures
    wasted = wasted_by_player(measures.expected_moves, measures.length)
    if wasted is None or measures.loops:
        raise ValueError("a puzzle with loops has no row")
    _, sides = sides_without_loops(puzzle.ways_to_end, index_of(puzzle.size, puzzle.start))
    decisions, two, three = (len(seen) for seen in sides[:3])
    moves = [measures.length + wasted[player] for player in range(4)]
    return Row(
        measures.length,
        measures.straight_moves,
        decisions,
        two,
        three,
        moves,
        times_original(wasted),
        measures.dead_ends,
        measures.reachable / measures.positions,
    )


def measured(name: str, side: int, seed: int) -> Row:
    """Make and measure one puzzle of a style."""
    return row_of(generate(Settings((side, side, side), seed, name, start="best", end="farthest")))


def middle(rows: list[Row]) -> Row:
    """Return the medians over several puzzles."""
    moves = [median(player) for player in zip(*(row.expected_moves for row in rows), strict=True)]
    numbers = {
        one.name: median(getattr(row, one.name) for row in rows) for one in fields(Row) if one.name != "expected_moves"
    }
    return Row(expected_moves=moves, **numbers)


def line(name: str, row: Row) -> str:
    """Return a row as a line of a table in Markdown."""
    cells = [name, level_of(row.times).label, f"{row.times:.2f}"]
    cells += [f"{number:,.0f}" for number in (row.length, row.straight, row.decisions, row.two, row.three)]
    cells += [f"{number:,.0f}" for number in (*row.expected_moves, row.dead_ends)]
    return "| " + " | ".join([*cells, f"{row.reachable:.0%}"]) + " |"


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
                for seed in range(SEEDS_OF_SEARCHED_STYLES if style.searched else SEEDS_OF_RANDOM_STYLES)
            ]
            for side in SIDES
            for name, style in STYLES.items()
        }
        for side in SIDES:
            rows = originals() if side == 5 else {}
            for name, style in STYLES.items():
                rows[style.label] = middle([future.result() for future in made[name, side]])
            yield side, rows


def draw(rows: dict[int, dict[str, Row]], path: Path) -> None:
    """Draw length, expected moves and what can be reached as bars, a line for every style."""
    names = list(rows[SIDES[0]])
    columns: dict[str, Callable[[int, Row], float]] = {
        "length, of all positions": lambda side, row: row.length / (side**3 - 1),
        "expected moves, looking one ahead": lambda _, row: row.expected_moves[1],
        "positions that can be reached": lambda _, row: row.reachable,
    }
    figure, pictures = plt.subplots(1, len(columns), figsize=(11, 5), sharey=True, layout="constrained")
    for picture, (title, value) in zip(pictures, columns.items(), strict=True):
        for side, found in rows.items():
            for name, row in found.items():
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
    figure.savefig(path, dpi=100)


def page(tables: list[str], measures: list[str]) -> str:
    """Return the page with the lines of its tables."""
    return PAGE.format(
        random=SEEDS_OF_RANDOM_STYLES,
        searched=SEEDS_OF_SEARCHED_STYLES,
        tables="\n".join([*tables, ""]),
        measures="\n".join(measures),
        ways="\n\n".join(map(way_of, STYLES)),
    )


def way_of(name: str) -> str:
    """Return what the docstring of a style says of it, under its label."""
    text = import_module(f"puzzle_cubes.oskar.generators.{name}").__doc__ or ""
    first, _, rest = text.strip().partition("\n\n")
    sentence = " ".join(first.split()).partition(": ")[2]
    return f"**{STYLES[name].label}**: {sentence}\n" + rest.strip()


def main(folder: Path) -> None:
    """Make all puzzles, print the tables, and write the page and the picture."""
    rows = {}
    text = []
    for side, found in tables():
        rows[side] = found
        lines = [f"\n**{side}x{side}x{side}**\n", "| " + " | ".join(HEADINGS) + " |", "|---" * len(HEADINGS) + "|"]
        lines += [line(name, row) for name, row in found.items()]
        print("\n".join(lines), flush=True)
        text += lines
    draw(rows, folder / "comparison.png")
    measures = list(style_measures.table(style_measures.not_searched()))
    print("\n".join(measures), flush=True)
    (folder / "styles.md").write_text(page(text, measures), encoding="utf-8")
    print(f"\nWrote {folder}/styles.md and {folder}/comparison.png")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("Usage: compare.py FOLDER")
    main(Path(sys.argv[1]))
