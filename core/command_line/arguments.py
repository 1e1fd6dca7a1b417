# SPDX-License-Identifier: GPL-3.0-or-later
"""The arguments of the command line, made from the declarations of kinds, dimensions and printer."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, NoReturn, TextIO, TypeVar

from ..common.options import MILLIMETERS, SHARE, Option, Options, Value, decimal_number, declared, whole_number
from ..common.words import LONGEST_PATH, listed, printable, shortened
from ..kind.kind import AnyKind
from ..kind.model import Preset, Way
from ..kinds import KINDS
from ..printing.gaps import measured
from ..printing.printer import Printer

O = TypeVar("O", bound=Options)  # noqa: E741

BED = ("bed_x", "bed_y")
"""Two options of the printer that one argument gives together."""

BED_FLAG = "--bed"

MEASURED = {
    "--goes-in": "dots of the first hole of the coupon that takes the arm or the plug, in place of widening and foot",
    "--goes-through": "dots of the first hole of the coupon through which it slides; both go together",
}
"""Two arguments that say together what the coupon shows of a printer."""

NO_VALUE = "--"
"""What ends the options in other programs; Python's own parser loses it, wherever it stands, and stumbles then."""


class ArgumentsError(ValueError):
    """Arguments that do not fit; the message is one sentence."""


class Parser(argparse.ArgumentParser):
    """A parser that writes its help to a given stream, takes whole names only, and raises for what is wrong."""

    def __init__(self, output: TextIO = sys.stdout, **words: Any) -> None:
        """Begin without arguments; ``words`` are argparse's own."""
        super().__init__(allow_abbrev=False, **words)
        self.output = output

    def print_help(self, file: Any = None) -> None:  # noqa: ARG002  (argparse gives it)
        """Write the help."""
        super().print_help(self.output)

    def error(self, message: str) -> NoReturn:
        """Report what is wrong in one sentence, without the usage."""
        raise ArgumentsError(printable(message[0].upper() + message[1:])[:LONGEST_PATH] + ".")


def check_kind(arguments: Sequence[str]) -> None:
    """Raise ArgumentsError where the first argument neither is a kind of puzzle nor asks for the help."""
    if not arguments or arguments[0] not in {*KINDS, "-h", "--help"}:
        found = shortened(arguments[0]) if arguments else "missing"
        raise ArgumentsError(
            f"The first argument is {found}: it must be the kind of puzzle, one of {', '.join(KINDS)}."
        )


def parsed(command: str, arguments: Sequence[str], help_output: TextIO) -> argparse.Namespace:
    """Return what was given, each value as the words that were typed; the help is written where it is asked for.

    Raises ArgumentsError for what is no argument, and SystemExit after the help.
    """
    for argument in arguments:
        if argument == NO_VALUE or argument.endswith("=" + NO_VALUE):
            raise ArgumentsError(f"Argument {shortened(argument)} gives nothing: '{NO_VALUE}' is no value.")
    options, unknown = _parser(command, help_output).parse_known_args(arguments)
    if unknown:
        raise ArgumentsError(f"Argument {shortened(unknown[0])} is not known: --help shows all that there are.")
    return options


def _parser(command: str, help_output: TextIO) -> argparse.ArgumentParser:
    """Return the parser of the command line, with a command for each kind."""
    parser = Parser(
        help_output,
        prog=command,
        description="Make a puzzle and write the files to print it. The command shelf makes many.",
    )
    kinds = parser.add_subparsers(dest="kind", required=True, metavar="KIND", parser_class=Parser)
    for kind in KINDS.values():
        own = kinds.add_parser(
            kind.name, help=kind.meaning, description=f"{kind.label}: make one and write the files to print it."
        )
        own.output = help_output
        _add_kind(own, kind)
    return parser


def _add_kind(parser: argparse.ArgumentParser, kind: AnyKind) -> None:
    source = parser.add_argument_group("puzzle")
    defaults = kind.making.values_with({})
    for option in kind.making.options:
        add_option(source, replace(option, default=defaults[option.name]))
    formats = " or ".join(("puzzle.json", *(f"{other.label} file" for other in kind.files.formats)))
    source.add_argument("--from", *kind.asking.source_flags, dest="source", metavar="FILE", help=f"open a {formats}")
    if kind.files.codes is not None:
        source.add_argument("--code", metavar="CODE", help="make the puzzle of a code, which is that very puzzle")
    for request in kind.asking.requests:
        form: dict[str, Any] = {"metavar": "FILE"} if request.file else {"action": "store_true"}
        source.add_argument(f"--{request.name}", help=request.meaning, **form)
    lengths = parser.add_argument_group("dimensions in millimeters")
    for option in declared(kind.model.dimensions):
        add_option(lengths, option)
    printer = parser.add_argument_group("printer")
    if kind.model.presets:
        first = next(iter(kind.model.presets))
        printer.add_argument(
            "--preset",
            default=first,
            metavar=_list_of(kind.model.presets),
            help=f"dimensions and printer to begin with ({first})",
        )
    for option in declared(Printer):
        if option.name == BED[0]:
            printer.add_argument(
                BED_FLAG,
                nargs=2,
                metavar=("X", "Y"),
                help=f"size of the bed ({Printer.bed_x:g} {Printer.bed_y:g})",
            )
        elif option.name != BED[1]:
            add_option(printer, option)
    if kind.model.has_coupon:
        for flag, meaning in MEASURED.items():
            printer.add_argument(flag, metavar="N", help=meaning)
    for way in kind.model.ways[1:]:
        printer.add_argument(
            f"--{way.name}", action="store_true", help=f"write the puzzle as {way.label.lower()}: {way.meaning}"
        )
    printer.add_argument("--check", action="store_true", help="check whether the puzzle will print and work")
    written = parser.add_argument_group("output")
    written.add_argument("--out", metavar="DIR", help="the folder to write to")
    written.add_argument("--overwrite", action="store_true", help="replace files there that are another puzzle's")
    if kind.model.has_coupon:
        words = "write a print that shows which gaps suit your printer, too"
        written.add_argument("--coupon", metavar="FILE", help=words)
    for other in kind.files.formats:
        written.add_argument(f"--{other.name}", metavar="FILE", help=f"write the puzzle as {other.meaning}, too")
    written.add_argument("--json", action="store_true", help="print a report as one JSON object on standard output")


def _list_of(names: Iterable[str]) -> str:
    """Return how the help shows that one of some names is to be given."""
    return f"{{{','.join(names)}}}"


def _flag(option: Option) -> str:
    """Return what an option's argument is called."""
    return "--" + option.flag.replace("_", "-")


def add_option(group: Any, option: Option) -> None:
    """Add the argument of an option; what is not given is None."""
    words: dict[str, Any] = {"dest": option.name, "default": None}
    typed = option.typed
    if option.choices and option.own is not None:
        words["help"] = f"{option.meaning}: {', '.join(option.choices)}, or your own ({option.default_name})"
        words |= {"nargs": "+", "metavar": "S"} if isinstance(typed, tuple) else {"metavar": "S"}
    elif isinstance(typed, bool):
        words |= {"action": "store_true", "help": option.meaning}
    elif isinstance(typed, str):
        words |= {"metavar": _list_of(option.choices), "help": f"{option.meaning} ({option.default})"}
    elif isinstance(typed, tuple):
        default = " ".join(f"{number:g}" for number in typed)
        words |= {"nargs": 3, "metavar": ("X", "Y", "Z"), "help": f"{option.meaning} ({default})"}
    else:
        metavar = {MILLIMETERS: "MM", SHARE: "SHARE"}.get(option.unit, "N")
        words |= {"metavar": metavar, "help": f"{option.meaning} ({typed:g})"}
    words["help"] = words["help"].replace("%", "%%")
    group.add_argument(_flag(option), **words)


def given_values(options: Iterable[Option], arguments: argparse.Namespace) -> dict[str, Value]:
    """Return the values of the options that were given; raises ArgumentsError for what is no value."""
    given: dict[str, Value] = {}
    for option in options:
        argument = getattr(arguments, option.name)
        if argument is not None:
            given[option.name] = _value(option, _flag(option), argument)
    return given


def given_options(preset: O, arguments: argparse.Namespace, following: Mapping[str, Any] = MappingProxyType({})) -> O:
    """Return options with those that were given in place of a preset's, and with ``following`` where none were.

    Raises ArgumentsError for what is no value, and InputError for one that cannot be.
    """
    given: dict[str, Any] = vars(arguments).copy()
    given |= dict(zip(BED, arguments.bed or (None, None), strict=True))
    values: dict[str, Any] = {}
    for option in declared(type(preset)):
        argument = given[option.name]
        flag = BED_FLAG if option.name in BED else _flag(option)
        otherwise = following.get(option.name, getattr(preset, option.name))
        values[option.name] = otherwise if argument is None else _value(option, flag, argument)
    return type(preset)(**values)


def given_printer(preset: Printer, arguments: argparse.Namespace) -> Printer:
    """Return the printer that was given in place of a preset's, also by what the coupon shows.

    Raises ArgumentsError for what is no value or is given twice, and InputError for one that cannot be.
    """
    printer = given_options(preset, arguments)
    given = vars(arguments)
    holes = {flag: given.get(flag[2:].replace("-", "_")) for flag in MEASURED}
    if set(holes.values()) == {None}:
        return printer
    if arguments.widening is not None or arguments.foot is not None:
        raise ArgumentsError(f"With {listed(list(MEASURED))} widening and foot follow, so they cannot be given.")
    numbers = []
    for flag, words in holes.items():
        if words is None:
            raise ArgumentsError(f"Argument {flag} is missing: {listed(list(MEASURED))} go together.")
        number = whole_number(words)
        if number is None:
            raise _wrong(flag, words, "a whole number")
        numbers.append(number)
    return measured(printer, *numbers)


def given_preset(kind: AnyKind, arguments: argparse.Namespace) -> Preset[Any]:
    """Return the preset to begin with, the defaults where a kind has none; raises ArgumentsError for another name."""
    if not kind.model.presets:
        return Preset("", kind.model.dimensions(), Printer())
    if arguments.preset not in kind.model.presets:
        raise _wrong("--preset", arguments.preset, f"one of {', '.join(kind.model.presets)}")
    return kind.model.presets[arguments.preset]


def given_way(kind: AnyKind, arguments: argparse.Namespace) -> Way:
    """Return the way to print that was asked for, or the first one; raises InputError for what makes no difference."""
    way = next((way for way in kind.model.ways[1:] if getattr(arguments, way.name)), kind.model.ways[0])
    # A coupon has the gaps of all ways.
    if not (kind.model.has_coupon and arguments.coupon):
        given = [one.name for one in declared(kind.model.dimensions) if getattr(arguments, one.name) is not None]
        kind.model.check_used(way, given)
    return way


def _value(option: Option, flag: str, argument: Any) -> Value:
    """Return the value of an argument: what was typed are the words that name it or write its numbers."""
    typed = option.typed
    if isinstance(argument, bool):
        return argument
    words: Sequence[str] = argument if isinstance(argument, list) else [argument]
    name = " ".join(words)
    if option.choices and len(words) == 1 and name in option.choices:
        return option.named(name)
    whole = tuple(map(whole_number, words))
    decimal = decimal_number(name)
    if isinstance(typed, tuple):
        numbers = whole if option.whole else tuple(map(decimal_number, words))
        if len(numbers) == 3 and None not in numbers:
            return numbers  # type: ignore[return-value]
    if isinstance(typed, int) and len(whole) == 1 and whole[0] is not None:
        return whole[0]
    if isinstance(typed, float) and decimal is not None:
        return decimal
    raise _wrong(flag, name, _wanted(option))


def _wanted(option: Option) -> str:
    """Return what an option may be, as a sentence has it."""
    names = ", ".join(option.choices)
    if isinstance(option.typed, str):
        return f"one of {names}"
    three = "three whole numbers" if option.whole else "three numbers"
    number = {tuple: three, int: "a whole number", float: "a number"}[type(option.typed)]
    if option.choices:
        return f"{names} or {number}" + (f" of {option.unit}" if option.unit else "")
    zero, ends = ("0, or ", option.range_text.removeprefix("0, or ")) if option.zero else ("", option.range_text)
    return f"{zero}{number} {ends}"


def _wrong(flag: str, given: str, wanted: str) -> ArgumentsError:
    return ArgumentsError(f"Argument {flag} is {shortened(given)}: it must be {wanted}.")
