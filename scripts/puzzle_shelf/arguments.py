# SPDX-License-Identifier: GPL-3.0-or-later
"""The arguments of the shelf's command, those of the kind made from its declarations.

Completion in shells: the commands, arguments, names and files that they ask for.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TextIO

from puzzle_cubes.command_line.arguments import (
    STREAM,
    Command,
    add_option,
    add_options,
    add_quiet,
    epilog,
    flag_named,
    flag_of,
    given_values,
    kind_parsers,
    whole_parser,
)
from puzzle_cubes.command_line.parser import PROGRAM, ArgumentsError, Names, Parser
from puzzle_cubes.common.options import Option, Value, whole_number
from puzzle_cubes.common.words import listed, shortened
from puzzle_cubes.export.paths import absolute, extra_targets
from puzzle_cubes.kind.by_name import one_of
from puzzle_cubes.kind.kind import AnyKind, Example
from puzzle_cubes.kinds import KINDS

ABOUT = Command(
    "shelf",
    "Make the puzzles of many seeds, and choose among them",
    (
        Example("hard.db --size 5 --seeds 0 99 --best 3", "make a hundred hard cubes, and show the three hardest"),
        Example("some.db --kind packing --design 5 --seeds 0 999 --count", "make a thousand designs of five pieces"),
        Example('hard.db --where "loops = 0" --csv -', "the rows without loops, as CSV"),
    ),
)

COMMAND = f"{PROGRAM} {ABOUT.name}"

CHOOSING = ("where", "unique")
"""What says which rows are meant."""

CSV, PARQUET, HISTOGRAM = "csv", "parquet", "histogram"

SHOWING = ("count", "top", "best", CSV, PARQUET, HISTOGRAM)
"""What shows rows that are meant."""


def parsed(arguments: Sequence[str], help_output: TextIO) -> tuple[argparse.Namespace, AnyKind]:
    """Return what was given, and the kind; raises InputError for what is wrong, SystemExit after the help."""
    kinds = Parser()
    kinds.add_argument("--kind", metavar="NAME", default=next(iter(KINDS)))
    name = kinds.parse_known_args(list(kinds.tidied(arguments)))[0].kind
    kind = KINDS[one_of("Argument --kind", name, KINDS)]
    parser = Parser(help_output, prog=COMMAND)
    add_shelf(parser, kind)
    options = parser.parsed(arguments, partial(kind_parsers, PROGRAM, help_output))
    _check_used(options, kind)
    # Where nothing is to be made, taken or shown, people want to know what is there.
    options.count |= not any(getattr(options, name) for name in (*SHOWING, "digest", "verify", "seeds", "sources"))
    return options, kind


def _check_used(options: argparse.Namespace, kind: AnyKind) -> None:
    """Raise ArgumentsError for what makes no difference beside what else was given."""
    given = {name for name, value in vars(options).items() if value not in (None, False)}
    values = given_values(series_options(kind), options)
    made = [flag_for(option, values[option.name]) for option in series_options(kind) if option.name in values]
    wanted = {
        "--seeds, as only new puzzles are made so": (made, {"seeds"}),
        "--seeds or --verify, which make puzzles": (_flags({"workers", "scheduler"} & given), {"seeds", "verify"}),
        "--top or --best, which show rows in their order": (_flags({"by", "lowest"} & given), {"top", "best"}),
        "--seeds, among whose puzzles the hardest are looked for": (_flags({"best"} & given), {"seeds"}),
        f"one of {listed(_flags(SHOWING), 'or')}, which show them": (_flags(set(CHOOSING) & given), set(SHOWING)),
    }
    for needed, (flags, users) in wanted.items():
        if flags and not users & given:
            raise ArgumentsError(f"With {listed(flags)} there must be {needed}.")


def _on_shelf(option: Option) -> Option:
    """Return an option as it is given here: the words of the shelf are its own, so it may go by its name."""
    return replace(option, flag=option.name) if option.flag in CHOOSING else option


def series_options(kind: AnyKind) -> list[Option]:
    """Return the options of a series, as they are given here: those of the kind, but the seed."""
    return [_on_shelf(option) for option in kind.options if option.name != "seed"]


def flag_for(option: Option, value: object) -> str:
    """Return what gives an option a value: what is on by default is switched off by an argument of its own."""
    return flag_named(f"no_{option.flag}") if value is False else flag_of(option)


def _flags(names: Sequence[str] | set[str]) -> list[str]:
    return [f"--{name}" for name in sorted(names)]


def add_shelf(parser: Parser, kind: AnyKind) -> None:
    """Add the arguments of the shelf's command, for puzzles of a kind."""
    parser.usage = f"{COMMAND} FILE [OPTION ...]"
    parser.description = (
        "Put the puzzles of many seeds on a shelf, a file, and choose among them.\n"
        "A run that was stopped, however it was, goes on when it is repeated."
    )
    parser.epilog = epilog(COMMAND, ABOUT.examples)
    made = parser.add_argument_group("everyday options")
    made.add_argument("file", metavar="FILE", help="the shelf; a new one is made")
    words = f"the kind of puzzle: {', '.join(KINDS)} ({next(iter(KINDS))})"
    named = made.add_argument("--kind", metavar="NAME", help=words)
    named.completer = Names(KINDS)  # type: ignore[attr-defined]
    made.add_argument(
        "--seeds", nargs=2, metavar=("A", "B"), help="make the puzzles of the seeds from A to B, both included"
    )
    made.add_argument("--from", dest="sources", metavar="FILE", action="append", help="take the rows of another shelf")
    made.add_argument("--best", metavar="N", help="show the N hardest of these seeds; without a style, hard ones")
    defaults = series_values(kind, {}, hardest=False)
    options = {option.name: replace(option, default=defaults[option.name]) for option in series_options(kind)}
    for name in kind.everyday or kind.headline:
        if name in options:
            add_option(made, options.pop(name))
    _add_shown(parser, kind)
    add_cluster(parser)
    add_options(parser, options.values())
    about = parser.add_argument_group("about")
    add_quiet(about)
    parser.add_about(about)


def _add_shown(parser: Parser, kind: AnyKind) -> None:
    """Add the arguments that choose rows and say where they go."""
    shown = parser.add_argument_group("what is shown; - as a FILE is standard output")
    shown.add_argument("--count", action="store_true", help="print how many rows there are")
    shown.add_argument("--digest", action="store_true", help="print a check sum of all rows of the kind")
    shown.add_argument("--top", metavar="N", help="print the N rows of all with the highest numbers")
    by = shown.add_argument("--by", metavar="MEASURE", help=f"by which number ({kind.hardness})")
    by.completer = Names(kind.figures)  # type: ignore[attr-defined]
    shown.add_argument("--lowest", action="store_true", help="the lowest numbers, not the highest")
    condition = f'only rows as in "{kind.hardness} > 5", several with "and"'
    shown.add_argument("--where", action="append", metavar="CONDITION", help=condition)
    shown.add_argument("--unique", action="store_true", help="only one of all that are the same turned or mirrored")
    shown.add_argument("--csv", metavar="FILE", help="write the rows as CSV")
    shown.add_argument("--parquet", metavar="FILE", help="write the rows as Parquet, into a file only")
    shown.add_argument(
        "--histogram", nargs=2, metavar=("MEASURE", "FILE"), help="draw how many rows have which number, as SVG"
    )
    shown.add_argument("--verify", metavar="N", help="make N rows again, spread over all, and compare")


def add_cluster(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that say where the work is done."""
    cluster = parser.add_argument_group("where the work is done")
    cluster.add_argument(
        "--scheduler", metavar="ADDRESS", help="on the workers of a Dask scheduler, as tcp://host:8786"
    )
    cluster.add_argument("--workers", metavar="N", help="on so many cores of this machine (all)")


def series_values(kind: AnyKind, given: dict[str, Value], *, hardest: bool) -> dict[str, Value]:
    """Return the values of all options with which a series of puzzles is made."""
    chosen = {**kind.series_begins_with, **(kind.series_hardest if hardest else {}), **kind.implied(given), **given}
    # What a series begins with was not asked for: where it makes no difference, it is left out.
    used = {name for name, makes_difference in kind.shown({**kind.defaults, **chosen}) if makes_difference}
    chosen = {name: value for name, value in chosen.items() if name in used or name in given}
    return kind.values_with(
        chosen, called=lambda option: f"Argument {flag_for(_on_shelf(option), given.get(option.name))}"
    )


def given_series(options: argparse.Namespace, kind: AnyKind) -> dict[str, Value]:
    """Return the values that a series of puzzles is made with.

    Raises InputError for what is no value, and where all seeds would give the same puzzle.
    """
    given = given_values(series_options(kind), options)
    values = series_values(kind, given, hardest=options.best is not None)
    first, last = options.seeds or ("", "")
    if first != last and not dict(kind.shown(values)).get("seed"):
        without = f"{kind.who_uses('seed', values)}. Give only one, as --seeds 0 0"
        raise ArgumentsError(f"Argument --seeds makes no difference here: {without}.")
    return values


def given_number(name: str, text: str | None, least: int = 1) -> int | None:
    """Return the number of an argument, None where it was not given; raises ArgumentsError for what is none."""
    if text is None:
        return None
    number = whole_number(text)
    if number is None or number < least:
        raise ArgumentsError(f"Argument --{name} is {shortened(text)}: it must be a whole number from {least} on.")
    return number


def given_files(options: argparse.Namespace) -> dict[str, Path]:
    """Return the files to write, by the names of their arguments, but for what goes to standard output instead.

    Raises ArgumentsError for what cannot, and InputError for a place where no file can be written.
    """
    if options.parquet == STREAM:
        raise ArgumentsError("Argument --parquet is '-': it must be a file, as Parquet is not written in one go.")
    given = {CSV: options.csv, PARQUET: options.parquet, HISTOGRAM: options.histogram and options.histogram[1]}
    drawn = given[HISTOGRAM]
    if drawn not in {None, STREAM} and Path(drawn).suffix.lower() != ".svg":
        raise ArgumentsError(f"Argument --histogram has the file {shortened(drawn)}: its name must end in .svg.")
    piped = [f"--{name}" for name, file in given.items() if file == STREAM]
    printed = [f"--{name}" for name in ("count", "digest", "top", "best", "verify") if getattr(options, name)]
    if piped and len(piped) + len(printed) > 1:
        flags = listed([*piped, *printed])
        raise ArgumentsError(f"Standard output has room for one of {flags}: give a file, or leave one out.")
    return extra_targets(absolute("."), {name: file for name, file in given.items() if file not in {None, STREAM}})


def given_seeds(options: argparse.Namespace, kind: AnyKind) -> range | None:
    """Return the seeds that are to be made, None for none; raises ArgumentsError for what are none."""
    if options.seeds is None:
        return None
    first, last = (given_number("seeds", text, 0) for text in options.seeds)
    most = next(int(option.most) for option in kind.options if option.name == "seed")
    if first is None or last is None or not first <= last <= most:
        shown = " ".join(map(shortened, options.seeds))
        raise ArgumentsError(f"Argument --seeds is {shown}: it must be two numbers that rise, of at most {most}.")
    return range(first, last + 1)


def complete() -> None:
    """Answer a shell, and end."""
    # Nobody else needs it, so it is not there for everybody.
    import argcomplete

    parser, commands = whole_parser(PROGRAM, sys.stdout, [ABOUT])
    typed = os.environ.get("COMP_LINE", "").split()
    kind = next((KINDS[word] for word in typed if word in KINDS), next(iter(KINDS.values())))
    add_shelf(commands[ABOUT.name], kind)
    argcomplete.autocomplete(parser)
