# SPDX-License-Identifier: GPL-3.0-or-later
"""The exact tables of the small boxes: ``make tables``; ``python -m puzzle_tables --help``.

They are counted, and written or compared, as JSON and as docs/tables.md.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TextIO

from renewal import markdown_table, renewed

from puzzle_cubes.command_line.output import FAILED, Speaker, exit_code
from puzzle_cubes.command_line.parser import ArgumentsError, Parser
from puzzle_cubes.common.interrupts import Interrupts
from puzzle_cubes.common.words import quoted
from puzzle_cubes.export.paths import prepare_text
from puzzle_cubes.export.transaction import Transaction
from puzzle_cubes.kind.kind import code_of
from puzzle_cubes.kinds import KINDS
from puzzle_cubes.oskar.making.puzzle import Puzzle, size_text
from puzzle_cubes.oskar.making.settings import check_size
from puzzle_cubes.oskar.maze.faces import Size
from puzzle_cubes.oskar.maze.space import position_of
from puzzle_shelf.arguments import add_cluster, given_number
from puzzle_shelf.team import Team, progress, team_of

from .trees import (
    MOST_POSITIONS,
    MOVES_A_BIN,
    THOUSANDTHS,
    Record,
    Tally,
    Task,
    count,
    faces_of,
    tasks_of,
    tree_counts,
    triples_in,
)

SIZES: tuple[Size, ...] = ((2, 2, 2), (3, 2, 2), (3, 3, 2), (3, 3, 3))
"""The boxes that have tables."""

Table = dict[str, Any]
"""What is known of all triples of a box, by name."""


def tables(team: Team, sizes: Sequence[Size], note: Callable[[Task], object] = lambda _: None) -> dict[Size, Table]:
    """Count all triples of some boxes, and return their tables; ``note`` is called with what is done."""
    tallies = {size: Tally() for size in sizes}
    tasks = [task for size in sizes for task in tasks_of(size)]
    for task, tally in team.results(count, None, tasks, _named):
        tallies[task[0]] += tally
        note(task)
    return {size: table_of(size, tally) for size, tally in tallies.items()}


def _named(task: Task) -> str:
    return f"{size_text(task[0])} from maze {task[1]} on"


def table_of(size: Size, tally: Tally) -> Table:
    """Return the table of a box from what was counted of all its triples."""
    triples = tally.parts.triples.total()
    return {
        "size": list(size),
        "mazes": list(tree_counts(size)),
        "positions": size[0] * size[1] * size[2],
        "triples": triples,
        "classes": tally.parts.classes.total(),
        "parts": tally.parts.rows,
        "largest_part": tally.largest.rows,
        "loops": tally.loops.rows,
        "longest_way": tally.longest.rows,
        "longest_way_of_connected": tally.longest_of_connected.rows,
        "expected_moves": [[value * MOVES_A_BIN, *counts] for value, *counts in tally.expected.rows],
        "expected_moves_in_the_mean": round(tally.expected_sum / (triples * THOUSANDTHS), 3),
        "most_moves": _record(size, tally.most_moves),
        "most_expected_moves": _record(size, tally.most_expected),
    }


def _record(size: Size, record: Record) -> Table:
    start, end = (position_of(size, index) for index in (record.start, record.end))
    code = code_of(KINDS["oskar"], Puzzle(size, faces_of(size, record.triple), start, end))
    return {"moves": record.value, "code": code}


def text_of(by_size: dict[Size, Table]) -> str:
    """Return the tables as JSON, with a line for each name."""
    boxes = ",\n".join(
        "{\n" + ",\n".join(f"{json.dumps(name)}: {json.dumps(value)}" for name, value in table.items()) + "\n}"
        for table in by_size.values()
    )
    return f"[\n{boxes}\n]\n"


PAGE = Path(__file__).resolve().parents[2] / "docs" / "tables.md"


def page_of(by_size: Mapping[Size, Table]) -> str:
    """Return the page with the tables of some boxes, as Markdown."""
    boxes = [size_text(size) for size in by_size]
    tables = list(by_size.values())

    def beside(name: str, what: str) -> str:
        return _side_by_side(boxes, [table[name] for table in tables], what)

    return renewed(
        PAGE.read_text(encoding="utf-8"),
        boxes=_overview(boxes, tables),
        connected=_connected(boxes, tables),
        parts=beside("parts", "parts"),
        largest_parts=beside("largest_part", "positions"),
        loops=beside("loops", "loops"),
        longest_ways=_longest(boxes, tables),
        expected_moves=f"{beside('expected_moves', 'moves, from')}\n\n{_means(boxes, tables)}",
        extremes=_records(boxes, tables),
    )


def _overview(boxes: Sequence[str], tables: Sequence[Table]) -> str:
    rows = [
        (
            box,
            f"{table['positions']}",
            " x ".join(map(str, table["mazes"])),
            f"{table['triples']:,}",
            f"{table['classes']:,}",
        )
        for box, table in zip(boxes, tables, strict=True)
    ]
    return markdown_table(("box", "positions", "mazes of XY, XZ, YZ", "triples", "classes"), rows)


def _connected(boxes: Sequence[str], tables: Sequence[Table]) -> str:
    rows = []
    for box, table in zip(boxes, tables, strict=True):
        triples, classes = next(counts for value, *counts in table["parts"] if value == 1)
        rows.append((box, f"{triples:,}", f"{triples / table['triples']:.1%}", f"{classes:,}"))
    return markdown_table(("box", "all connected", "of all triples", "classes"), rows)


def _side_by_side(boxes: Sequence[str], histograms: Sequence[Sequence[Sequence[int]]], what: str) -> str:
    """Return histograms of the boxes as columns of one table."""
    values = sorted({value for histogram in histograms for value, *_ in histogram})
    columns = [{value: triples for value, triples, _ in histogram} for histogram in histograms]
    return markdown_table(
        (what, *boxes),
        ((f"{value}", *(f"{column[value]:,}" if value in column else "" for column in columns)) for value in values),
    )


def _longest(boxes: Sequence[str], tables: Sequence[Table]) -> str:
    heads, histograms = [], []
    for box, table in zip(boxes, tables, strict=True):
        heads += [box, "connected"]
        histograms += [table["longest_way"], table["longest_way_of_connected"]]
    return _side_by_side(heads, histograms, "moves")


def _means(boxes: Sequence[str], tables: Sequence[Table]) -> str:
    means = ", ".join(
        f"{table['expected_moves_in_the_mean']:.1f} for {box}" for box, table in zip(boxes, tables, strict=True)
    )
    return f"In the mean over all triples: {means}."


def _records(boxes: Sequence[str], tables: Sequence[Table]) -> str:
    rows = [
        (
            box,
            f"{table['most_moves']['moves']}",
            f"`{table['most_moves']['code']}`",
            f"{table['most_expected_moves']['moves']:.1f}",
            f"`{table['most_expected_moves']['code']}`",
        )
        for box, table in zip(boxes, tables, strict=True)
    ]
    return markdown_table(("box", "longest way", "its code", "most expected moves", "its code"), rows)


COMMAND = "puzzle_tables"


def run(arguments: Sequence[str], output: TextIO | None) -> int:
    """Run the command and return the exit code: 0, 2 for wrong arguments, and 1 for what failed or was stopped."""
    speaker = Speaker(COMMAND, output)
    with Interrupts():
        return exit_code(speaker, partial(_run, arguments, speaker), "Stopped. Nothing was written.")


def _run(arguments: Sequence[str], speaker: Speaker) -> int:
    options = parser_of(speaker.output).parsed(arguments)
    path = Path(options.file)
    sizes = _sizes(options.size) or SIZES
    with team_of(options.scheduler, given_number("workers", options.workers), speaker.note) as team:
        triples = sum(triples_in(task) for size in sizes for task in tasks_of(size))
        with progress(triples, unit=" triples", unit_scale=True) as note:
            by_size = tables(team, sizes, lambda task: note(triples_in(task)))
    texts = {path: text_of(by_size), path.with_suffix(".md"): page_of(by_size)}
    if not options.check:
        with Transaction() as transaction:
            for file, text in texts.items():
                prepare_text(text, file, transaction)
            transaction.commit()
        for file in texts:
            speaker.tell(f"Wrote {file}")
        return 0
    wrong = [file for file, text in texts.items() if not file.is_file() or file.read_text(encoding="utf-8") != text]
    for file in wrong:
        speaker.tell(f"File {quoted(file)} is not what was counted.")
    if not wrong:
        speaker.tell(f"{triples:,} triples counted again: the same tables.")
    return FAILED if wrong else 0


def _sizes(given: list[list[str]] | None) -> list[Size]:
    """Return the sizes that were given, each once; raises ArgumentsError for what is none."""
    sizes: list[Size] = []
    for texts in given or ():
        x, y, z = (given_number("size", text) or 0 for text in texts)
        check_size((x, y, z))
        if x * y * z > MOST_POSITIONS:
            raise ArgumentsError(f"Argument --size is {x} {y} {z}: it must have at most {MOST_POSITIONS} positions.")
        sizes.append((x, y, z))
    return list(dict.fromkeys(sizes))


def parser_of(help_output: TextIO) -> Parser:
    """Return what reads the arguments; the help goes to an output."""
    parser = Parser(
        help_output,
        prog=COMMAND,
        description="Count all triples of mazes of small boxes, and write the tables, as JSON and beside it as a page.",
    )
    parser.add_argument("file", metavar="FILE", help="the JSON file; the page has the same name and ends in .md")
    parser.add_argument(
        "--size",
        nargs=3,
        action="append",
        metavar=("X", "Y", "Z"),
        help=f"the cells of a box, once for each; without it {', '.join(map(size_text, SIZES))}",
    )
    parser.add_argument("--check", action="store_true", help="write nothing, and compare with the files")
    add_cluster(parser)
    parser.add_about(parser.add_argument_group("about"))
    return parser


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:], sys.stdout))
