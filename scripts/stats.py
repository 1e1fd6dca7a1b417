# SPDX-License-Identifier: GPL-3.0-or-later
"""The mean solution lengths of the classic style beside the published ones: ``python -m scripts.stats``.

The published means are those of the original program, over 1,000 puzzles a size.
"""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from statistics import mean, stdev

from puzzle_cubes.oskar.kind.generate import generate
from puzzle_cubes.oskar.making.puzzle import size_text
from puzzle_cubes.oskar.making.settings import Settings
from puzzle_cubes.oskar.maze.faces import Size

PUZZLES = 1000
ALLOWED_PERCENT = 4.0
SIZES: tuple[Size, ...] = ((5, 5, 5), (8, 8, 8), (10, 10, 10), (10, 10, 2), (10, 2, 2))
PUBLISHED = {
    "first": (18.214, 32.175, 41.839, 19.56, 9.56),
    "deepest": (29.985, 65.482, 91.522, 58.394, 11.3),
}


def lengths(size: Size, end: str) -> list[int]:
    """Return the solution lengths of the puzzles with the seeds 0, 1, 2 and so on."""
    return [generate(Settings(size, seed, end=end)).measures.length for seed in range(PUZZLES)]


def main() -> int:
    """Print the table; return 1 when a mean is too far from the published one."""
    rows = [(end, size, mean_) for end, means in PUBLISHED.items() for size, mean_ in zip(SIZES, means, strict=True)]
    print(f"Mean length of the solution, {PUZZLES:,} puzzles each")
    print(f"{'end':8}{'size':>10}{'published':>11}{'ours':>9}{'± error':>9}{'difference':>12}")
    worst = 0.0
    with ProcessPoolExecutor() as processes:
        samples = processes.map(lengths, [size for _, size, _ in rows], [end for end, _, _ in rows])
        for (end, size, published), sample in zip(rows, samples, strict=True):
            ours, error = mean(sample), stdev(sample) / sqrt(len(sample))
            percent = 100 * (ours / published - 1)
            worst = max(worst, abs(percent))
            print(f"{end:8}{size_text(size):>10}{published:11.3f}{ours:9.3f}{error:9.3f}{percent:11.2f}%", flush=True)
    print(f"Largest difference: {worst:.2f}%; at most {ALLOWED_PERCENT:g}% are allowed")
    return int(worst > ALLOWED_PERCENT)


if __name__ == "__main__":
    sys.exit(main())
