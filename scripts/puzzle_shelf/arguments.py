# SPDX-License-Identifier: GPL-3.0-or-later
"""The arguments of the shelf's command, those of the kind made from its declarations."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TextIO

from puzzle_cubes.command_line.arguments import ArgumentsError, Parser, add_option, given_values
from puzzle_cubes.common.options import Value, whole_number
from puzzle_cubes.common.words import shortened
from puzzle_cubes.kind.kind import AnyKind
from puzzle_cubes.kinds import KINDS

COMMAND = "puzzle-cubes shelf"

SVG_SUFFIX = ".svg"


def parsed(arguments: Sequence[str], help_output: TextIO) -> tuple[argparse.Namespace, AnyKind]:
    """Return what was given, and the kind; raises ArgumentsError for what is wrong, SystemExit after the help."""
    kinds = Parser(add_help=False)
    kinds.add_argument("--kind", default=next(iter(KINDS)))
    name = kinds.parse_known_args(arguments)[0].kind
    if name not in KINDS:
        raise ArgumentsError(f"Argument --kind is {shortened(name)}: it must be one of {', '.join(KINDS)}.")
    options, unknown = _parser(KINDS[name], help_output).parse_known_args(arguments)
    if unknown:
        raise ArgumentsError(f"Argument {shortened(unknown[0])} is not known: --help shows all that there are.")
    return options, KINDS[name]


def _parser(kind: AnyKind, help_output: TextIO) -> argparse.ArgumentParser:
    parser = Parser(
        help_output,
        prog=COMMAND,
        description="Put the puzzles of many seeds on a shelf, a file, and choose among them. A run that was stopped, "
        "however it was, goes on when it is repeated.",
    )
    parser.add_argument("file", metavar="FILE", help="the shelf; a new one is made")
    parser.add_argument("--kind", metavar=f"{{{','.join(KINDS)}}}", help=f"the kind of puzzle ({next(iter(KINDS))})")
    made = parser.add_argument_group("puzzles to make")
    made.add_argument(
        "--seeds", nargs=2, metavar=("A", "B"), help="make the puzzles of the seeds from A to B, both included"
    )
    made.add_argument("--best", metavar="N", help="make hard ones, and show the N hardest")
    defaults = series_values(kind, {}, hardest=False)
    for option in kind.making.options:
        if option.name != "seed":
            add_option(made, replace(option, default=defaults[option.name]))
    add_cluster(parser)
    shown = parser.add_argument_group("what is shown")
    shown.add_argument("--count", action="store_true", help="print how many rows there are")
    shown.add_argument("--digest", action="store_true", help="print a check sum of all rows of the kind")
    shown.add_argument("--top", metavar="N", help="print the N rows with the highest numbers")
    shown.add_argument("--by", metavar="MEASURE", help=f"by which number ({kind.series.hardness})")
    shown.add_argument("--lowest", action="store_true", help="the lowest numbers, not the highest")
    shown.add_argument(
        "--where",
        action="append",
        metavar="CONDITION",
        help='only rows as in "length > 40 and loops = 0"',
    )
    shown.add_argument("--unique", action="store_true", help="only one of all that are the same turned or mirrored")
    shown.add_argument("--csv", metavar="FILE", help="write the rows as CSV")
    shown.add_argument("--parquet", metavar="FILE", help="write the rows as Parquet")
    shown.add_argument(
        "--histogram", nargs=2, metavar=("MEASURE", "FILE"), help="draw how many rows have which number, as SVG"
    )
    shown.add_argument("--verify", metavar="N", help="make N rows again, spread over all, and compare")
    return parser


def add_cluster(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that say where the work is done."""
    cluster = parser.add_argument_group("where the work is done")
    cluster.add_argument(
        "--scheduler", metavar="ADDRESS", help="on the workers of a Dask scheduler, as tcp://host:8786"
    )
    cluster.add_argument("--workers", metavar="N", help="on so many cores of this machine (all)")


def series_values(kind: AnyKind, given: dict[str, Value], *, hardest: bool) -> dict[str, Value]:
    """Return the values of all options with which a series of puzzles is made."""
    return kind.making.values_with({**kind.series.begins_with, **(kind.series.hardest if hardest else {}), **given})


def given_series(options: argparse.Namespace, kind: AnyKind) -> dict[str, Value]:
    """Return the values that a series of puzzles is made with; raises ArgumentsError for what is no value."""
    given = given_values([option for option in kind.making.options if option.name != "seed"], options)
    return series_values(kind, given, hardest=options.best is not None)


def given_number(name: str, text: str | None, least: int = 1) -> int | None:
    """Return the number of an argument, None where it was not given; raises ArgumentsError for what is none."""
    if text is None:
        return None
    number = whole_number(text)
    if number is None or number < least:
        wanted = f"it must be a whole number from {least} on"
        raise ArgumentsError(f"Argument --{name} is {shortened(text)}: {wanted}.")
    return number


def given_histogram(options: argparse.Namespace) -> tuple[str, Path] | None:
    """Return the measure and the file of the histogram, None for none; raises ArgumentsError for another file."""
    if options.histogram is None:
        return None
    measure, file = options.histogram
    if Path(file).suffix.lower() != SVG_SUFFIX:
        raise ArgumentsError(f"Argument --histogram has the file {shortened(file)}: its name must end in {SVG_SUFFIX}.")
    return measure, Path(file)


def given_seeds(options: argparse.Namespace, kind: AnyKind) -> range | None:
    """Return the seeds that are to be made, None for none; raises ArgumentsError for what are none."""
    if options.seeds is None:
        return None
    first, last = (given_number("seeds", text, 0) for text in options.seeds)
    most = next(int(option.most) for option in kind.making.options if option.name == "seed")
    if first is None or last is None or not first <= last <= most:
        shown = " ".join(map(shortened, options.seeds))
        raise ArgumentsError(f"Argument --seeds is {shown}: it must be two numbers that rise, of at most {most}.")
    return range(first, last + 1)
