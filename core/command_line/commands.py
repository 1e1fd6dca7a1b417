# SPDX-License-Identifier: GPL-3.0-or-later
"""The commands that there are, the kinds of puzzles first, with their help, and which of them was typed."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from textwrap import fill
from typing import TextIO

from ..common.words import folded, listed, nearest, shortened
from ..kind.kind import AnyKind, Example
from ..kinds import KINDS
from .arguments import add_kind
from .parser import ArgumentsError, Parser, declared_flag

EXIT_CODES = (
    "The exit code is 0 when all was done, 2 when an argument is wrong, and 1 when it could not be done: a file is "
    "damaged, the disk is full, no such puzzle was found, it will not print, or it was stopped."
)

WIDTH = 78
"""Columns of what is no list of arguments."""


@dataclass(frozen=True)
class Command:
    """A command: its name, a phrase on what it does, and examples."""

    name: str
    meaning: str
    examples: tuple[Example, ...] = ()


def whole_parser(program: str, output: TextIO, others: Sequence[Command] = ()) -> tuple[Parser, dict[str, Parser]]:
    """Return the parser of the whole command line, and those of its commands by their names.

    The commands are the kinds, and ``others``, whose arguments are not known here.
    """
    commands = [
        *(Command(kind.name, kind.meaning, kind.examples) for kind in KINDS.values()),
        *others,
    ]
    parser = Parser(
        output,
        prog=program,
        usage=f"{program} COMMAND [OPTION ...]",
        description="Make puzzles for 3D printers, and write the files to print them.",
        epilog=epilog(
            program,
            [Example(f"{command.name} {first.arguments}") for command in commands for first in command.examples[:1]],
        ),
    )
    added = parser.add_subparsers(title="commands", dest="kind", metavar="", parser_class=Parser)
    parsers: dict[str, Parser] = {}
    for command in commands:
        parsers[command.name] = added.add_parser(command.name, help=command.meaning)
        parsers[command.name].output = output
    parser.add_about(parser.add_argument_group("about"))
    for kind in KINDS.values():
        _fill_in(parsers[kind.name], program, kind)
    return parser, parsers


def kind_parsers(program: str, output: TextIO) -> Iterator[Parser]:
    """Yield the parsers of all kinds."""
    yield from (_parser(program, output, kind) for kind in KINDS.values())


def _parser(program: str, output: TextIO, kind: AnyKind) -> Parser:
    return _fill_in(Parser(output, prog=f"{program} {kind.name}"), program, kind)


def _fill_in(parser: Parser, program: str, kind: AnyKind) -> Parser:
    """Return a parser with the arguments of a kind, and what its help says."""
    parser.usage = f"{program} {kind.name} [OPTION ...]"
    parser.description = f"{kind.label}: make one and write the files to print it."
    parser.epilog = epilog(f"{program} {kind.name}", kind.examples)
    parser.examples = "\n".join(example_lines(f"{program} {kind.name}", kind.examples[:2]))
    add_kind(parser, kind)
    return parser


def parsed(
    program: str, arguments: Sequence[str], output: TextIO, others: Sequence[Command] = ()
) -> argparse.Namespace:
    """Return what was given, each value as the words that were typed; the help is written where it is asked for.

    Raises ArgumentsError for what is no argument, and SystemExit after the help.
    """
    if len(arguments) > 1 and arguments[0] in {"help", "-h", "--help", "--help-all"}:
        # Before a command it is what others write behind it.
        asked = arguments[0] if arguments[0].startswith("-") else "--help"
        arguments = [arguments[1], asked]
    first = arguments[0] if arguments else ""
    name = next((kind for kind in KINDS if folded(first) == kind), None)
    if name is None:
        if first in {"--version", "-V", "version"}:
            # It waits for no kind.
            about = Parser(output, prog=program)
            about.add_about(about)
            about.parse_args(["--version"])
        parser, parsers = whole_parser(program, output, others)
        if first in {"help", "-h", "--help", "--help-all"}:
            parser.parse_args(["--help"])
        raise ArgumentsError(_no_command(first, parsers) if arguments else f"A command is missing: {_all(parsers)}.")
    options = _parser(program, output, KINDS[name]).parsed(arguments[1:], partial(kind_parsers, program, output))
    options.kind = name
    return options


def _all(parsers: Iterable[str]) -> str:
    return f"there are {listed(list(parsers))}, and --help says more"


def _no_command(word: str, parsers: Mapping[str, Parser]) -> str:
    """Return a sentence on what is no command, and what was meant perhaps."""
    meant = next((f"{name} {flag}" for name, parser in parsers.items() if (flag := parser.meant(word))), "")
    flag = declared_flag(word)
    owners = [name for name, parser in parsers.items() if flag in parser._option_string_actions]
    meant = meant or (f"{owners[0]} {flag}" if len(owners) == 1 else "")
    meant = meant or nearest(word, parsers)
    return f"Command {shortened(word)} is not known: {f'did you mean {meant}? T' if meant else 't'}{_all(parsers)[1:]}."


def epilog(program: str, examples: Sequence[Example]) -> str:
    """Return the end of a command's help: examples, and what its exit code says."""
    return "\n".join([*example_lines(program, examples), "", fill(EXIT_CODES, WIDTH)]).lstrip()


def example_lines(program: str, examples: Sequence[Example]) -> list[str]:
    """Return the lines of examples, with a heading where there are any."""
    lines = ["examples:"] if examples else []
    for example in examples:
        lines.append(f"  {program} {example.arguments}")
        lines += [f"      {example.meaning}"] if example.meaning else []
    return lines
