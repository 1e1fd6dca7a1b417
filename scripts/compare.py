# SPDX-License-Identifier: GPL-3.0-or-later
"""The styles beside each other, as a table and a picture: ``make compare``.

Every puzzle has the start and the end that make its solution longest, so that only the mazes count.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from statistics import fmean

import matplotlib as mpl

mpl.use("Agg")
import matplotlib.pyplot as plt
from matplotlib.ticker import PercentFormatter

from core.oskar.generate import generate
from core.oskar.generators import STYLES
from core.oskar.making.settings import Settings

SIDES = (5, 8)
SEEDS_OF_RANDOM_STYLES = 200
SEEDS_OF_SEARCHED_STYLES = 10


@dataclass(frozen=True)
class Row:
    """A line of the table: the measures of a style at a size, or of a single puzzle; reachable is a share."""

    name: str
    side: int
    length: float
    straight_moves: float
    decisions: float
    bits: float
    dead_ends: float
    reachable: float
    corners: float


ORIGINAL = Row("Original Oskar's Cube", 5, 45, 36, 14, 14.6, 20, 103 / 125, 8)
"""The measures of the cube that was sold; its longest way has 50 moves."""

HEADINGS = ("style", "length", "straight", "decisions", "bits", "dead ends", "reachable", "corners")


def measures(name: str, side: int, seed: int) -> Row:
    """Measure one puzzle of a style."""
    settings = Settings((side, side, side), seed, name, start="best", end="farthest")
    found = generate(settings).measures
    return Row(
        STYLES[name].label,
        side,
        found.length,
        found.straight_moves,
        found.decisions,
        found.bits,
        found.dead_ends,
        found.reachable / found.positions,
        found.corners,
    )


def mean_row(rows: list[Row]) -> Row:
    """Return the means over several puzzles."""
    numbers = [
        fmean(column)
        for column in zip(
            *(
                (row.length, row.straight_moves, row.decisions, row.bits, row.dead_ends, row.reachable, row.corners)
                for row in rows
            ),
            strict=True,
        )
    ]
    return Row(rows[0].name, rows[0].side, *numbers)


def line(row: Row) -> str:
    """Return a row as a line of a table in Markdown."""
    numbers = (row.length, row.straight_moves, row.decisions, row.bits, row.dead_ends)
    cells = [row.name, *(f"{number:.1f}" for number in numbers), f"{row.reachable:.0%}", f"{row.corners:.1f}"]
    return "| " + " | ".join(cells) + " |"


def draw(rows: list[Row], path: str) -> None:
    """Draw length, decisions and what can be reached as bars, a line for every style."""
    names = list(dict.fromkeys(row.name for row in rows))
    columns: dict[str, Callable[[Row], float]] = {
        "length, of all positions": lambda row: row.length / (row.side**3 - 1),
        "decisions, of the moves": lambda row: row.decisions / row.length,
        "positions that can be reached": lambda row: row.reachable,
    }
    figure, pictures = plt.subplots(1, len(columns), figsize=(11, 5), sharey=True, layout="constrained")
    for picture, (title, value) in zip(pictures, columns.items(), strict=True):
        for row in rows:
            place = names.index(row.name) + (0.2 if row.side == SIDES[-1] else -0.2)
            color = "#c03a1e" if row is ORIGINAL else {5: "#1f5f99", 8: "#8fb8d8"}[row.side]
            picture.barh(place, value(row), height=0.38, color=color)
        picture.set_title(title, fontsize=10)
        picture.set_xlim(0, 1)
        picture.xaxis.set_major_formatter(PercentFormatter(1.0))
        picture.spines[["top", "right"]].set_visible(False)
    pictures[0].set_yticks(range(len(names)), names)
    pictures[0].invert_yaxis()
    figure.suptitle("Dark: 5x5x5, light: 8x8x8, red: the original cube", fontsize=10)
    figure.savefig(path, dpi=100)


def main(path: str) -> None:
    """Make all puzzles, print the table and draw the picture."""
    rows = [ORIGINAL]
    with ProcessPoolExecutor() as processes:
        made = {
            (name, side): [
                processes.submit(measures, name, side, seed)
                for seed in range(SEEDS_OF_SEARCHED_STYLES if style.searched else SEEDS_OF_RANDOM_STYLES)
            ]
            for side in SIDES
            for name, style in STYLES.items()
        }
        for side in SIDES:
            print(f"\n{side}x{side}x{side}\n\n| " + " | ".join(HEADINGS) + " |")
            print("|---" * len(HEADINGS) + "|")
            if side == ORIGINAL.side:
                print(line(ORIGINAL))
            for name in STYLES:
                rows.append(mean_row([future.result() for future in made[name, side]]))
                print(line(rows[-1]), flush=True)
    draw(rows, path)
    print(f"\nWrote {path}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("Usage: compare.py PICTURE")
    main(sys.argv[1])
