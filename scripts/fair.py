# SPDX-License-Identifier: GPL-3.0-or-later
"""The study of the difficulty: puzzles of all styles and many sizes, for players with and without memory.

``python -m scripts.fair docs`` writes a table of all, a picture, and the page's own parts.
"""

from __future__ import annotations

import csv
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median, pstdev

import numpy as np
from numpy.typing import NDArray
from renewal import markdown_table, renewed

from puzzle_cubes.oskar.generating import generate
from puzzle_cubes.oskar.generators import STYLES, settings_with
from puzzle_cubes.oskar.kind import OSKAR
from puzzle_cubes.oskar.making.puzzle import size_text
from puzzle_cubes.oskar.maze.difficulty import FULL, LEVELS, level_of
from puzzle_cubes.oskar.maze.faces import Size

SIZES: tuple[Size, ...] = ((3, 3, 3), (4, 4, 4), (5, 4, 3), (5, 5, 5), (8, 8, 8), (12, 12, 12))
EACH = 3
"""Puzzles of each style and size."""

EFFORT = 1_000
"""Steps of a search."""

RANKED_SIDES = {5: 40, 8: 40}
"""Sides at which styles are ranked, and puzzles of each."""

BEFORE = {"Very Easy": 0.0, "Easy": 0.54, "Medium": 0.82, "Hard": 1.22, "Very Hard": 1.84, "Extreme": 2.76}
"""Where the words began for the player who remembers nothing, in times the original cube."""

WORDS = [level.label for level in LEVELS.values()]


@dataclass(frozen=True)
class Puzzle:
    """What the study knows of a puzzle."""

    size: str
    style: str
    seed: int
    length: int
    forgetful: float
    difficulty: float

    @property
    def words(self) -> tuple[str, str]:
        """The word of before, and the word."""
        before = [word for word, begin in BEFORE.items() if self.forgetful >= begin]
        return before[-1], level_of(self.difficulty).label


def puzzle_of(size: Size, style: str, seed: int) -> Puzzle:
    """Make a puzzle, and measure it."""
    steps = {"effort": EFFORT} if STYLES[style].searched else {}
    puzzle = generate(settings_with(size=size, style=style, seed=seed, **steps))
    figures = OSKAR.figures_of(puzzle)
    forgetful, difficulty = figures["forgetful_difficulty"] or 0.0, figures["difficulty"] or 0.0
    return Puzzle(size_text(size), STYLES[style].label, seed, puzzle.measures.length, forgetful, difficulty)


def ranks(numbers: Sequence[float]) -> NDArray[np.float64]:
    """Return the rank of each number, and the mean of them for equal ones."""
    _, place, counts = np.unique(numbers, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    return np.asarray((ends - (counts - 1) / 2)[place])


def rank_correlation(puzzles: Iterable[Puzzle]) -> float | None:
    """Return Spearman's rank correlation of both figures; None where either is the same for all."""
    forgetful, likely = map(ranks, zip(*((puzzle.forgetful, puzzle.difficulty) for puzzle in puzzles), strict=True))
    return None if np.ptp(forgetful) == 0 or np.ptp(likely) == 0 else float(np.corrcoef(forgetful, likely)[0, 1])


def words_table(puzzles: Sequence[Puzzle]) -> str:
    """Return how often each word of before has become which."""
    counts = Counter(puzzle.words for puzzle in puzzles)
    rows = [[before, *(f"{counts[before, word] or ''}" for word in WORDS)] for before in BEFORE]
    return markdown_table(["before", *WORDS], rows)


def sizes_table(puzzles: Sequence[Puzzle]) -> str:
    """Return how many puzzles of each size have which word, and the rank correlation over all styles."""
    by_size: dict[str, list[Puzzle]] = defaultdict(list)
    for puzzle in puzzles:
        by_size[puzzle.size].append(puzzle)
    rows = []
    for size, alike in by_size.items():
        counts = Counter(puzzle.words[1] for puzzle in alike)
        rows.append([size, *(f"{counts[word] or ''}" for word in WORDS), f"{rank_correlation(alike):.2f}"])
    return markdown_table(["size", *WORDS, "ranks"], rows)


def ranked_table() -> str:
    """Return the rank correlations within styles, with the medians of both figures and how far they spread."""
    names = [name for name, style in STYLES.items() if not style.searched]
    rows = []
    for side, count in RANKED_SIDES.items():
        known = []
        for name in names:
            alike = [puzzle_of((side,) * 3, name, seed) for seed in range(count)]
            ranked = rank_correlation(alike)
            if ranked is not None:
                known.append(ranked)
                row = [STYLES[name].label, alike[0].size]
                for figures in zip(*((puzzle.forgetful, puzzle.difficulty) for puzzle in alike), strict=True):
                    row += [f"{median(figures):.2f}", f"{pstdev(figures) / mean(figures):.2f}"]
                rows.append([*row, f"{ranked:.2f}"])
        most = sum(ranked > 0.8 for ranked in known)
        summed = f"{median(known):.2f}, {most} of {len(known)} over 0.8"
        rows.append(["all", f"{side}x{side}x{side}", *[""] * 4, summed])
    return markdown_table(("style", "size", "before", "spread", "now", "spread", "ranks"), rows)


def draw(puzzles: Sequence[Puzzle], path: Path) -> None:
    """Draw both figures of all puzzles, with where the words begin."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 5), layout="constrained")
    axes = figure.subplots()
    for size in dict.fromkeys(puzzle.size for puzzle in puzzles):
        alike = [puzzle for puzzle in puzzles if puzzle.size == size and puzzle.difficulty > 0.02]
        axes.scatter([puzzle.forgetful for puzzle in alike], [puzzle.difficulty for puzzle in alike], s=12, label=size)
    axes.set(xscale="log", yscale="log", xlim=(0.02, 300), ylim=(0.02, 300))
    axes.set_xlabel("times the original cube, for a player who remembers nothing")
    axes.set_ylabel("times the original cube, for one who remembers some forks")
    for level in list(LEVELS.values())[1:]:
        axes.axhline(level.begin, color="#bbbbbb", linewidth=0.8)
        axes.text(290, level.begin * 1.05, level.label, ha="right", fontsize=8)
    for begin in list(BEFORE.values())[1:]:
        axes.axvline(begin, color="#dddddd", linewidth=0.8)
    axes.legend(loc="upper left", fontsize=8)
    figure.savefig(path, dpi=110)


def main(folder: Path) -> None:
    """Make all puzzles, and write the table, the picture and the page's own parts."""
    puzzles = [puzzle_of(size, style, seed) for size in SIZES for style in STYLES for seed in range(EACH)]
    with (folder / "fair.csv").open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(("size", "style", "seed", "length", "forgetful_difficulty", "word_before", "difficulty", "word"))
        for puzzle in puzzles:
            (before, word), figures = puzzle.words, (puzzle.seed, puzzle.length, puzzle.forgetful)
            table.writerow((puzzle.size, puzzle.style, *figures, before, puzzle.difficulty, word))
    draw(puzzles, folder / "pictures" / "fair.webp")
    hardest = max(puzzle.difficulty for puzzle in puzzles)
    changed = sum(puzzle.words[0] != puzzle.words[1] for puzzle in puzzles)
    text = f"{len(puzzles)} puzzles, of which {changed} have another word than before; {hardest:.0f} is the highest"
    page = folder / "fair.md"
    parts = {
        "words": f"{text}, and {FULL:g} fills the bar.\n\n{words_table(puzzles)}",
        "sizes": sizes_table(puzzles),
        "ranks": ranked_table(),
    }
    page.write_text(renewed(page.read_text(encoding="utf-8"), **parts), encoding="utf-8")
    print(f"{text}. Wrote {page}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
