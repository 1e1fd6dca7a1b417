# SPDX-License-Identifier: GPL-3.0-or-later
"""The arguments of the command line, made from the declarations of kinds, dimensions and printer."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from typing import Any, NoReturn, TextIO, TypeVar

from ..core.common.options import MILLIMETERS, SHARE, Option, Options, Value, declared
from ..core.kind.kind import Kind
from ..core.kinds import KINDS
from ..core.printing.printer import Printer

O = TypeVar("O", bound=Options)  # noqa: E741

PAIRED = {"bed_x": "bed"}
"""Two options of the printer that one argument gives together: the first one's name, and the argument's."""


class ArgumentsError(ValueError):
    """Arguments that do not fit; the message is one sentence."""


class _Parser(argparse.ArgumentParser):
    """A parser that writes its help to a given stream and raises for what is wrong."""

    output: TextIO

    def print_help(self, file: Any = None) -> None:
        """Write the help."""
        super().print_help(self.output)

    def error(self, message: str) -> NoReturn:
        """Report what is wrong in one sentence, without the usage."""
        raise ArgumentsError(message[0].upper() + message[1:] + ".")


def check_kind(arguments: Sequence[str]) -> None:
    """Raise ArgumentsError where the first argument neither is a kind of puzzle nor asks for the help."""
    if not arguments or arguments[0] not in {*KINDS, "-h", "--help"}:
        found = f"'{arguments[0][:40]}'" if arguments else "missing"
        raise ArgumentsError(
            f"The first argument is {found}: it must be the kind of puzzle, one of {', '.join(KINDS)}."
        )


def parser_for(command: str, help_output: TextIO) -> argparse.ArgumentParser:
    """Return the parser of the command line, with a command for each kind."""
    parser = _Parser(prog=command, description="Make a puzzle and write the files to print it.", allow_abbrev=False)
    parser.output = help_output
    kinds = parser.add_subparsers(dest="kind", required=True, metavar="KIND", parser_class=_Parser)
    for kind in KINDS.values():
        own = kinds.add_parser(
            kind.name, help=kind.meaning, description=f"Make an {kind.label} and write the files to print it."
        )
        own.allow_abbrev = False
        own.output = help_output
        _add_kind(own, kind)
    return parser


def _add_kind(parser: argparse.ArgumentParser, kind: Kind[Any, Any]) -> None:
    source = parser.add_argument_group("puzzle")
    for option in kind.options:
        _add_option(source, option)
    formats = " or ".join(("puzzle.json", *(f"{other.label} file" for other in kind.formats)))
    source.add_argument("--from", dest="source", metavar="FILE", help=f"open a {formats}")
    lengths = parser.add_argument_group("dimensions in millimeters")
    for option in declared(kind.dimensions):
        _add_option(lengths, option)
    printer = parser.add_argument_group("printer")
    if kind.presets:
        first = next(iter(kind.presets))
        printer.add_argument(
            "--preset",
            choices=list(kind.presets),
            default=first,
            help=f"dimensions and printer to begin with ({first})",
        )
    for option in declared(Printer):
        if option.name in PAIRED:
            printer.add_argument(
                f"--{PAIRED[option.name]}",
                nargs=2,
                type=float,
                metavar=("X", "Y"),
                help=f"size of the bed ({Printer.bed_x:g} {Printer.bed_y:g})",
            )
        elif option.name != "bed_y":
            _add_option(printer, option)
    for way in kind.ways[1:]:
        printer.add_argument(
            f"--{way.name}", action="store_true", help=f"write the puzzle as {way.label.lower()}: {way.meaning}"
        )
    printer.add_argument("--check", action="store_true", help="check whether the puzzle will print and work")
    written = parser.add_argument_group("output")
    written.add_argument("--out", required=True, metavar="DIR", help="the folder to write to")
    written.add_argument("--overwrite", action="store_true", help="replace files there that are another puzzle's")
    if kind.has_coupon:
        words = "write a print that shows which gaps suit your printer, too"
        written.add_argument("--coupon", metavar="FILE", help=words)
    for other in kind.formats:
        written.add_argument(f"--{other.name}", metavar="FILE", help=f"write the puzzle as {other.meaning}, too")
    written.add_argument("--json", action="store_true", help="print a report as one JSON object on standard output")


def _add_option(group: Any, option: Option) -> None:
    """Add the argument of an option; what is not given is None."""
    words: dict[str, Any] = {"dest": option.name, "default": None}
    flag = "--" + option.flag.replace("_", "-")
    typed = option.typed
    if option.choices and option.own is not None:
        words["help"] = f"{option.meaning}: {', '.join(option.choices)}, or your own ({option.default_name})"
        words |= {"nargs": "+", "metavar": "S"} if isinstance(typed, tuple) else {"metavar": "S"}
    elif isinstance(typed, bool):
        words |= {"action": "store_true", "help": option.meaning}
    elif isinstance(typed, str):
        words |= {"choices": list(option.choices), "help": f"{option.meaning} ({option.default})"}
    elif isinstance(typed, tuple):
        default = " ".join(map(str, typed))
        words |= {"nargs": 3, "type": int, "metavar": ("X", "Y", "Z"), "help": f"{option.meaning} ({default})"}
    else:
        metavar = {MILLIMETERS: "MM", SHARE: "SHARE"}.get(option.unit, "N")
        words |= {"type": type(typed), "metavar": metavar, "help": f"{option.meaning} ({typed:g})"}
    words["help"] = words["help"].replace("%", "%%")
    group.add_argument(flag, **words)


def given_values(options: Iterable[Option], arguments: argparse.Namespace) -> dict[str, Value]:
    """Return the values of the options that were given; raises ArgumentsError for what is no value."""
    given: dict[str, Value] = {}
    for option in options:
        argument = getattr(arguments, option.name)
        if argument is not None:
            given[option.name] = _value(option, argument)
    return given


def given_options(preset: O, arguments: argparse.Namespace) -> O:
    """Return options with those that were given in place of a preset's; raises InputError for what cannot be."""
    given: dict[str, Any] = vars(arguments).copy()
    given["bed_x"], given["bed_y"] = arguments.bed or (None, None)
    values: dict[str, Any] = {}
    for option in declared(type(preset)):
        value = given[option.name]
        values[option.name] = getattr(preset, option.name) if value is None else value
    return type(preset)(**values)


def _value(option: Option, argument: Any) -> Value:
    """Return the value of an argument, which may be words that name one."""
    if not (option.choices and option.own is not None):
        value: Value = tuple(argument) if isinstance(argument, list) else argument
        return value
    words: Sequence[str] = argument if isinstance(argument, list) else [argument]
    if len(words) == 1 and words[0] in option.choices:
        return option.named(words[0])
    count = 3 if isinstance(option.typed, tuple) else 1
    try:
        numbers = [int(word) for word in words]
        if len(numbers) != count:
            raise ValueError
    except ValueError as error:
        given = " ".join(words)[:40]
        unit = f" of {option.unit}" if option.unit else ""
        wanted = "three whole numbers" if count == 3 else f"a whole number{unit}"
        raise ArgumentsError(
            f"{option.label} is '{given}': it must be {', '.join(option.choices)} or {wanted}."
        ) from error
    return (numbers[0], numbers[1], numbers[2]) if count == 3 else numbers[0]
