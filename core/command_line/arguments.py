# SPDX-License-Identifier: GPL-3.0-or-later
"""The arguments of the command line, made from the declarations of kinds, dimensions and printer.

What everybody uses comes first in the help, and what only some styles use stands under their names.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from textwrap import fill
from typing import Any, TextIO

from ..common.options import MILLIMETERS, SHARE, Option, declared
from ..common.words import folded, listed, nearest, shortened
from ..kind.asking import Example
from ..kind.kind import AnyKind
from ..kinds import KINDS
from ..printing.printer import Printer
from .parser import EXIT_CODES, SEVERAL, ArgumentsError, Names, Parser

BED = ("bed_x", "bed_y")
"""Two options of the printer that one argument gives together."""

BED_FLAG = "--bed"

MEASURED = {
    "--goes-in": "dots of the first hole of the coupon that takes the arm or the plug, in place of widening and foot",
    "--goes-through": "dots of the first hole of the coupon through which it slides; both go together",
}
"""Two arguments that say together what the coupon shows of a printer."""

WIDTH = 78
"""Columns of what is no list of arguments."""

JSON_FLAG, QUIET_FLAG = "--json", "--quiet"

STREAM = "-"
"""In place of a file's name: standard output, or standard input where a file is read."""


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
        *(Command(kind.name, kind.meaning, kind.asking.examples) for kind in KINDS.values()),
        *others,
    ]
    parser = Parser(
        output,
        prog=program,
        usage=f"{program} COMMAND [OPTION ...]",
        description="Make puzzles for 3D printers, and write the files to print them.",
        epilog=_examples(
            program, [Example(f"{one.name} {first.arguments}") for one in commands for first in one.examples[:1]]
        ),
    )
    added = parser.add_subparsers(title="commands", dest="kind", metavar="", parser_class=Parser)
    parsers: dict[str, Parser] = {}
    for one in commands:
        parsers[one.name] = added.add_parser(one.name, help=one.meaning)
        parsers[one.name].output = output
    parser.add_about(parser.add_argument_group("about"))
    for kind in KINDS.values():
        _add_kind(parsers[kind.name], program, kind)
    return parser, parsers


def parsed(
    program: str, arguments: Sequence[str], output: TextIO, others: Sequence[Command] = ()
) -> argparse.Namespace:
    """Return what was given, each value as the words that were typed; the help is written where it is asked for.

    Raises ArgumentsError for what is no argument, and SystemExit after the help.
    """
    parser, parsers = whole_parser(program, output, others)
    first = arguments[0] if arguments else ""
    if first in {"-h", "--help", "--version"}:
        parser.parse_args([first])
    name = next((kind for kind in KINDS if folded(first) == kind), None)
    if name is None:
        raise ArgumentsError(_no_command(first, parsers) if arguments else f"A command is missing: {_all(parsers)}.")
    elsewhere = [other for kind, other in parsers.items() if kind != name]
    options = parsers[name].parsed(arguments[1:], elsewhere)
    options.kind = name
    return options


def _all(parsers: Iterable[str]) -> str:
    return f"there are {listed(list(parsers))}, and --help says more"


def _no_command(word: str, parsers: Mapping[str, Parser]) -> str:
    """Return a sentence on what is no command, and what was meant perhaps."""
    meant = next((f"{name} {found}" for name, one in parsers.items() if (found := one.meant(word))), "")
    meant = meant or nearest(word, parsers)
    return f"Command {shortened(word)} is not known: {f'did you mean {meant}? T' if meant else 't'}{_all(parsers)[1:]}."


def _examples(program: str, examples: Sequence[Example]) -> str:
    lines = ["examples:"] if examples else []
    for one in examples:
        lines.append(f"  {program} {one.arguments}")
        lines += [f"      {one.meaning}"] if one.meaning else []
    return "\n".join(lines)


def epilog(program: str, examples: Sequence[Example]) -> str:
    """Return the end of a command's help: examples, and what its exit code says."""
    return f"{_examples(program, examples)}\n\n{fill(EXIT_CODES, WIDTH)}".lstrip()


def _add_kind(parser: Parser, program: str, kind: AnyKind) -> None:
    parser.usage = f"{program} {kind.name} [OPTION ...]"
    parser.description = f"{kind.label}: make one and write the files to print it."
    parser.epilog = epilog(f"{program} {kind.name}", kind.asking.examples)
    everyday = parser.add_argument_group("everyday options")
    defaults = kind.making.values_with({})
    options = {one.name: replace(one, default=defaults[one.name]) for one in kind.making.options}
    for name in kind.making.everyday or kind.making.headline:
        add_option(everyday, options.pop(name))
    for way in kind.model.ways[1:]:
        everyday.add_argument(
            f"--{way.name}", action="store_true", help=f"write the puzzle as {way.label.lower()}: {way.meaning}"
        )
    everyday.add_argument("--check", action="store_true", help="check whether the puzzle will print and work")
    everyday.add_argument("--out", metavar="DIR", help="the folder to write to")
    formats = " or ".join(("puzzle.json", *(f"{other.label} file" for other in kind.files.formats)))
    everyday.add_argument(
        "--from",
        *kind.asking.source_flags,
        dest="source",
        metavar="FILE",
        help=f"open a {formats}; - is standard input",
    )
    if kind.files.codes is not None:
        everyday.add_argument("--code", metavar="CODE", help="make the puzzle of a code, which is that very puzzle")
    everyday.add_argument(JSON_FLAG, action="store_true", help="print a report, or what is wrong, as one JSON object")
    if kind.asking.requests:
        asked = parser.add_argument_group("what is found out")
        for request in kind.asking.requests:
            form: dict[str, Any] = {"metavar": "FILE"} if request.file else {"action": "store_true"}
            asked.add_argument(f"--{request.name}", help=request.meaning, **form)
    add_options(parser, options.values())
    lengths = parser.add_argument_group("dimensions in millimeters")
    for option in declared(kind.model.dimensions):
        add_option(lengths, option)
    _add_printer(parser.add_argument_group("printer"), kind)
    written = parser.add_argument_group("output; - as a FILE is standard output")
    written.add_argument("--overwrite", action="store_true", help="with --out: replace files of another puzzle there")
    if kind.model.has_coupon:
        words = "write a print that shows which gaps suit your printer, too"
        written.add_argument("--coupon", metavar="FILE", help=words)
    for other in kind.files.formats:
        written.add_argument(f"--{other.name}", metavar="FILE", help=f"write the puzzle as {other.meaning}, too")
    add_quiet(written)
    parser.add_about(written)


def add_quiet(group: Any) -> None:
    """Add the argument that lets a command say less."""
    group.add_argument(QUIET_FLAG, action="store_true", help="say only what is wrong: no progress, no summary")


def _add_printer(group: Any, kind: AnyKind) -> None:
    if kind.model.presets:
        first = next(iter(kind.model.presets))
        names = ", ".join(kind.model.presets)
        words = f"dimensions and printer to begin with: {names} ({first})"
        _named(group.add_argument("--preset", default=first, metavar="NAME", help=words), kind.model.presets)
    for option in declared(Printer):
        if option.name == BED[0]:
            words = f"size of the bed ({Printer.bed_x:g}x{Printer.bed_y:g})"
            group.add_argument(BED_FLAG, nargs=SEVERAL, metavar="XxY", help=words)
        elif option.name != BED[1]:
            add_option(group, option)
    if kind.model.has_coupon:
        for flag, meaning in MEASURED.items():
            group.add_argument(flag, metavar="N", help=meaning)


def add_options(parser: argparse.ArgumentParser, options: Iterable[Option]) -> None:
    """Add the arguments of options, those that only some use under their names."""
    groups: dict[str, list[Option]] = {}
    for option in options:
        groups.setdefault(option.users, []).append(option)
    for users, own in groups.items():
        group = parser.add_argument_group(f"what {users}" if users else "more on the puzzle")
        for option in own:
            # The heading says already who uses it.
            add_option(group, replace(option, users=""))


def flag_of(option: Option) -> str:
    """Return what an option's argument is called."""
    return "--" + option.flag.replace("_", "-")


def called(option: Option) -> str:
    """Return what a sentence calls an option."""
    return f"Argument {flag_of(option)}"


def add_option(group: Any, option: Option) -> None:
    """Add the argument of an option; what is not given is None."""
    words: dict[str, Any] = {"dest": option.name, "default": None}
    typed, default = option.typed, option.default
    meaning = option.tooltip
    if isinstance(typed, bool):
        words |= {"action": "store_true", "help": meaning}
    elif option.choices:
        names = listed([*option.choices, "your own"], "or") if option.own is not None else ", ".join(option.choices)
        words |= {"metavar": "NAME", "help": f"{meaning}: {names} ({option.default_name})"}
    elif isinstance(default, tuple):
        words |= {"metavar": "XxYxZ", "help": f"{meaning} ({'x'.join(f'{number:g}' for number in default)})"}
    else:
        metavar = {MILLIMETERS: "MM", SHARE: "SHARE"}.get(option.unit, "N")
        words |= {"metavar": metavar, "help": f"{meaning} ({default:g})"}
    if isinstance(typed, tuple):
        words["nargs"] = SEVERAL
    words["help"] = words["help"].replace("%", "%%")
    _named(group.add_argument(flag_of(option), **words), option.choices)


def _named(argument: Any, names: Iterable[str]) -> None:
    """Let shells complete an argument by names, or by nothing where it has none: by files otherwise."""
    argument.completer = Names(names)
