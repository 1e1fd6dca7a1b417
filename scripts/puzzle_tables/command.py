# SPDX-License-Identifier: GPL-3.0-or-later
"""The command: tables are counted, and written or compared."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TextIO

from tqdm import tqdm

from puzzle_cubes.command_line.output import FAILED, Speaker, exit_code
from puzzle_cubes.command_line.parser import ArgumentsError, Parser
from puzzle_cubes.common.interrupts import Interrupts
from puzzle_cubes.common.words import quoted
from puzzle_cubes.export.paths import prepare_text
from puzzle_cubes.export.transaction import Transaction
from puzzle_cubes.oskar.making.puzzle import size_text
from puzzle_cubes.oskar.making.settings import check_size
from puzzle_cubes.oskar.maze.faces import Size
from puzzle_shelf.arguments import add_cluster, given_number
from puzzle_shelf.team import team_of

from .table import SIZES, page_of, tables, text_of
from .trees import MOST_POSITIONS, tasks_of, triples_in

COMMAND = "puzzle_tables"


def run(arguments: Sequence[str], output: TextIO | None) -> int:
    """Run the command and return the exit code: 0, 2 for wrong arguments, and 1 for what failed or was stopped."""
    speaker = Speaker(COMMAND, output)
    with Interrupts():
        return exit_code(speaker, partial(_run, arguments, speaker), "Stopped. Nothing was written.")


def _run(arguments: Sequence[str], speaker: Speaker) -> int:
    options = _parser(speaker.output).parsed(arguments)
    path = Path(options.file)
    sizes = _sizes(options.size) or SIZES
    with team_of(options.scheduler, given_number("workers", options.workers), speaker.note) as team:
        triples = sum(triples_in(task) for size in sizes for task in tasks_of(size))
        with tqdm(
            total=triples,
            unit=" triples",
            unit_scale=True,
            disable=True if sys.stderr is None else None,
            dynamic_ncols=True,
        ) as bar:
            found = tables(team, sizes, lambda task: bar.update(triples_in(task)))
    texts = {path: text_of(found), path.with_suffix(".md"): page_of(found)}
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


def _parser(help_output: TextIO) -> Parser:
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
