# SPDX-License-Identifier: GPL-3.0-or-later
"""Judges fresh puzzles as sliced, rebuilt from layers, for six printers each: ``python -m tests.slicer.as_printed``.

It prints each line of Check that says otherwise than the layers, and a table of all. With the ``puzzle.json`` of a
written kit, pieces or burr it judges that one, and prints all that was compared.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from puzzle_cubes.library import Puzzle, read
from puzzle_cubes.printing.printer import Printer
from tests.slicer.fresh_sets import fresh_set
from tests.slicer.printed_kit import PrintedKit
from tests.slicer.printed_pieces import PrintedPieces
from tests.slicer.verdicts import (
    ALARM,
    GREEN,
    TOO_LITTLE,
    TOO_MUCH,
    Verdict,
    of_files,
    of_kit,
    of_order,
    of_pieces,
    of_supports,
)


def verdicts(puzzle: Puzzle, folder: Path, first_layer: float | None = None) -> Iterator[Verdict]:
    """Yield what is compared of a puzzle, whose files and G-code are written to a folder."""
    files = folder / "files"
    if puzzle.kind.name == "oskar":
        kit = PrintedKit(puzzle, files)
        yield from of_order(puzzle, kit.layers)
        yield from of_kit(puzzle, kit)
    else:
        pieces = PrintedPieces(puzzle, files)
        yield from of_order(puzzle, pieces.layers)
        yield from of_pieces(puzzle, pieces)
    yield of_supports(puzzle, folder, first_layer or puzzle.printer.layer)
    yield from of_files(files)


def table(judgments: Iterable[Verdict]) -> str:
    """Return how often each line of Check was compared, and how often it was wrong and how."""
    judged: Counter[str] = Counter()
    faults: Counter[tuple[str, str]] = Counter()
    for verdict in judgments:
        judged[verdict.line] += 1
        faults[verdict.line, verdict.fault] += 1
    columns = GREEN, ALARM, TOO_MUCH, TOO_LITTLE
    rows = [["", "compared", *columns]]
    rows += [[line, str(judged[line]), *(str(faults[line, fault]) for fault in columns)] for line in judged]
    totals = [sum(faults[line, fault] for line in judged) for fault in columns]
    rows.append(["all", str(judged.total()), *map(str, totals)])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join("  ".join(f"{cell:>{width}}" for cell, width in zip(row, widths, strict=True)) for row in rows)


def first_layer(seed: int, number: int, printer: Printer) -> float:
    """Return how high the first layer of a set is; a slicer takes none that is higher than the nozzle is wide."""
    return min(random.Random(f"{seed} {number}").choice((printer.layer, 0.2, 0.15, 0.3)), printer.nozzle)


def fresh(seed: int, numbers: Iterable[int]) -> Iterator[Verdict]:
    """Yield what is compared of fresh sets, and print what is wrong with them."""
    for number in numbers:
        kind, puzzle = fresh_set(seed, number)
        first = first_layer(seed, number, puzzle.printer)
        with tempfile.TemporaryDirectory() as folder:
            verdicts_of_set = list(verdicts(puzzle, Path(folder), first))
        wrong = [verdict for verdict in verdicts_of_set if verdict.fault]
        print(
            f"{number}: {kind}, {len(wrong)} of {len(verdicts_of_set)} wrong, {puzzle.kind.name} {puzzle.dimensions}",
            flush=True,
        )
        for verdict in wrong:
            print(f"   {verdict}", flush=True)
        yield from verdicts_of_set


def main() -> None:
    """Judge what the command line names."""
    parser = argparse.ArgumentParser(description="What Check says beside what a slicer lays down.")
    parser.add_argument("puzzle", nargs="?", type=Path, help="the puzzle.json of a puzzle that was written")
    parser.add_argument("--sets", type=int, default=40, help="how many fresh sets (40)")
    parser.add_argument("--begin", type=int, default=0, help="the number of the first set (0)")
    parser.add_argument("--seed", type=int, default=1, help="another seed gives other sets (1)")
    asked = parser.parse_args()
    if asked.puzzle is None:
        print(table(list(fresh(asked.seed, range(asked.begin, asked.begin + asked.sets)))))
        return
    with tempfile.TemporaryDirectory() as folder:
        all_verdicts = list(verdicts(read(asked.puzzle), Path(folder)))
    print("\n".join(str(verdict) for verdict in all_verdicts))
    print(table(all_verdicts))


if __name__ == "__main__":
    main()
