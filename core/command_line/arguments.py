# SPDX-License-Identifier: GPL-3.0-or-later
"""The arguments of the command line, made from the declarations of kinds, dimensions and printer.

What everybody uses comes first in the help, and what only some styles use stands under their names. The values that are
given are numbers, sizes and names as people write them.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, TypeVar

from ..common.options import CELLS, MILLIMETERS, SHARE, Option, Options, Value, decimal_number, declared, whole_number
from ..common.sharing import processors
from ..common.words import folded, listed, must_be, nearest, shortened
from ..export.puzzle import Puzzle
from ..kind.kind import AnyKind
from ..kind.model import Preset, Way
from ..printing.printer import Printer, measured
from .parser import SEVERAL, ArgumentsError, Names, Parser

BED = ("bed_x", "bed_y")
"""Two options of the printer that one argument gives together."""

BED_FLAG = "--bed"

MEASURED = {
    "--goes-in": "dots of the first hole of the coupon that takes the arm or the plug, in place of widening and foot",
    "--goes-through": "dots of the first hole of the coupon through which it slides; both go together",
}
"""Two arguments that say together what the coupon shows of a printer."""

JSON_FLAG, QUIET_FLAG, JOBS_FLAG, PROBLEM_FLAG = "--json", "--quiet", "--jobs", "--problem"
REST_FLAG = "--make-rest-hard"

STREAM = "-"
"""In place of a file's name: standard output, or standard input where a file is read."""


def add_kind(parser: Parser, kind: AnyKind) -> None:
    """Add the arguments of a kind."""
    everyday = parser.add_argument_group("everyday options")
    defaults = kind.values_with({})
    options = {option.name: replace(option, default=defaults[option.name]) for option in kind.options}
    for name in kind.everyday or kind.headline:
        add_option(everyday, options.pop(name))
    for way in kind.ways[1:]:
        everyday.add_argument(
            f"--{way.name}", action="store_true", help=f"write the puzzle as {way.label.lower()}: {way.meaning}"
        )
    everyday.add_argument("--check", action="store_true", help="check whether the puzzle will print and work")
    everyday.add_argument("--out", metavar="DIR", help="the folder to write to")
    formats = " or ".join(("puzzle.json", *(f"{text_format.label} file" for text_format in kind.formats)))
    everyday.add_argument(
        "--from",
        *kind.source_flags,
        dest="source",
        metavar="FILE",
        help=f"open a {formats}; - is standard input",
    )
    if has_problems(kind):
        words = "with --from: which problem of a file with several (the first that can be read)"
        everyday.add_argument(PROBLEM_FLAG, metavar="N", help=words)
    if kind.codes is not None:
        everyday.add_argument("--code", metavar="CODE", help="make the puzzle of a code, which is that very puzzle")
    everyday.add_argument(JOBS_FLAG, metavar="N", help="search on so many cores side by side (all)")
    everyday.add_argument(JSON_FLAG, action="store_true", help="print a report, or what is wrong, as one JSON object")
    _add_asked(parser, kind)
    add_options(parser, options.values())
    lengths = parser.add_argument_group("dimensions in millimeters")
    for option in declared(kind.dimensions):
        add_option(lengths, option)
    _add_printer(parser.add_argument_group("printer"), kind)
    written = parser.add_argument_group("output; - as a FILE is standard output")
    written.add_argument("--overwrite", action="store_true", help="with --out: replace files of another puzzle there")
    if kind.has_coupon:
        words = "write a print that shows which gaps suit your printer, too"
        written.add_argument("--coupon", metavar="FILE", help=words)
    for text_format in kind.formats:
        written.add_argument(
            f"--{text_format.name}", metavar="FILE", help=f"write the puzzle as {text_format.meaning}, too"
        )
    add_quiet(written)
    parser.add_about(written)


def _add_asked(parser: Parser, kind: AnyKind) -> None:
    """Add what can be found out about a puzzle, and what can be drawn on it."""
    if kind.requests:
        asked = parser.add_argument_group("what is found out")
        for request in kind.requests:
            form: dict[str, Any] = {"metavar": "FILE"} if request.file else {"action": "store_true"}
            asked.add_argument(f"--{request.name}", help=request.meaning, **form)
    if kind.drawings:
        drawn = parser.add_argument_group("what is drawn on it")
        for drawing in kind.drawings:
            drawn.add_argument(flag_named(drawing.name), action="append", metavar=drawing.form, help=drawing.meaning)
        drawn.add_argument(REST_FLAG, action="store_true", help="make what is not drawn as hard as it can be")


def has_problems(kind: AnyKind) -> bool:
    """Report whether files can hold several puzzles of a kind."""
    return any(text_format.problems is not None for text_format in kind.formats)


def add_quiet(group: Any) -> None:
    """Add the argument that lets a command say less."""
    group.add_argument(QUIET_FLAG, action="store_true", help="say only what is wrong: no progress, no summary")


def _add_printer(group: Any, kind: AnyKind) -> None:
    if kind.presets:
        first = next(iter(kind.presets))
        names = ", ".join(kind.presets)
        words = f"dimensions and printer to begin with: {names} ({first})"
        _named(group.add_argument("--preset", default=first, metavar="NAME", help=words), kind.presets)
    for option in declared(Printer):
        if option.name == BED[0]:
            words = f"size of the bed ({Printer.bed_x:g}x{Printer.bed_y:g})"
            group.add_argument(BED_FLAG, nargs=SEVERAL, metavar="XxY", help=words)
        elif option.name != BED[1]:
            add_option(group, option)
    if kind.has_coupon:
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


def flag_named(name: str) -> str:
    """Return what the argument of a name is called."""
    return "--" + name.replace("_", "-")


def flag_of(option: Option) -> str:
    """Return what an option's argument is called."""
    return flag_named(option.flag)


def called(option: Option) -> str:
    """Return what a sentence calls an option."""
    return f"Argument {flag_of(option)}"


def add_option(group: Any, option: Option) -> None:
    """Add the argument of an option; what is not given is None."""
    words: dict[str, Any] = {"dest": option.name, "default": None}
    typed, default = option.typed, option.default
    meaning = option.tooltip
    if isinstance(typed, bool):
        # What is on can be switched off.
        words |= {"action": argparse.BooleanOptionalAction if default is True else "store_true", "help": meaning}
    elif option.choices:
        names = listed([*option.choices, "your own"], "or") if option.own is not None else ", ".join(option.choices)
        # What only some use asks for these.
        otherwise = "given, it chooses that" if option.users else option.default_name
        words |= {"metavar": "NAME", "help": f"{meaning}: {names} ({otherwise})"}
    elif option.is_text:
        words |= {"metavar": "N", "nargs": SEVERAL, "help": f"{meaning} ({default})" if default else meaning}
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


O = TypeVar("O", bound=Options)  # noqa: E741

MOST_JOBS = 256

_BETWEEN = re.compile(r"\s*[xX×,]\s*|\s+")
"""What stands between the numbers of a size: 5x5x5, 5 5 5, 5,5,5."""


def given_values(options: Iterable[Option], arguments: argparse.Namespace) -> dict[str, Value]:
    """Return the values of the options that were given; raises ArgumentsError for what is no value."""
    given: dict[str, Value] = {}
    for option in options:
        argument = getattr(arguments, option.name)
        if argument is not None:
            given[option.name] = _value(option, flag_of(option), argument)
    return given


def _given_options(preset: O, arguments: argparse.Namespace, following: Mapping[str, Any] = MappingProxyType({})) -> O:
    """Return options with those that were given in place of a preset's, and with ``following`` where none were.

    Raises ArgumentsError for what is no value, and InputError for one that cannot be.
    """
    given: dict[str, Any] = vars(arguments) | dict(zip(BED, _bed(arguments), strict=True))
    values: dict[str, Any] = {}
    for option in declared(type(preset)):
        argument = given[option.name]
        flag = BED_FLAG if option.name in BED else flag_of(option)
        otherwise = following.get(option.name, getattr(preset, option.name))
        values[option.name] = otherwise if argument is None else _value(option, flag, argument)
    return type(preset)(**values)


def _bed(arguments: argparse.Namespace) -> tuple[str | None, str | None]:
    """Return the two sides of the bed as they were given; one is that of a square."""
    if arguments.bed is None:
        return None, None
    words = " ".join(arguments.bed)
    sides = _BETWEEN.split(words.strip())
    if len(sides) > len(BED):
        raise ArgumentsError(f"Argument {BED_FLAG} is {shortened(words)}: it must be two numbers, as 220x220.")
    return sides[0], sides[-1]


def _given_printer(preset: Printer, arguments: argparse.Namespace) -> Printer:
    """Return the printer that was given in place of a preset's, also by what the coupon shows.

    Raises ArgumentsError for what is no value or is given twice, and InputError for one that cannot be.
    """
    printer = _given_options(preset, arguments)
    given = vars(arguments)
    holes = {flag: given.get(flag[2:].replace("-", "_")) for flag in MEASURED}
    if set(holes.values()) == {None}:
        return printer
    if arguments.widening is not None or arguments.foot is not None:
        raise ArgumentsError(
            f"With {listed(list(MEASURED))} widening and foot follow: leave --widening and --foot away."
        )
    numbers = []
    for flag, words in holes.items():
        if words is None:
            raise ArgumentsError(f"Argument {flag} is missing: {listed(list(MEASURED))} go together.")
        number = whole_number(words)
        if number is None:
            raise _wrong(flag, words, "a whole number")
        numbers.append(number)
    return measured(printer, *numbers)


def given_drawings(kind: AnyKind, arguments: argparse.Namespace) -> list[tuple[str, str]]:
    """Return what is to be drawn on a puzzle, each with its name; raises ArgumentsError where that is nothing."""
    names = [drawing.name for drawing in kind.drawings]
    given = [(name, text) for name in names for text in getattr(arguments, name) or ()]
    if names and arguments.make_rest_hard and not given:
        raise ArgumentsError(f"Argument {REST_FLAG} needs what is drawn: {listed(list(map(flag_named, names)), 'or')}.")
    return given


def given_jobs(arguments: argparse.Namespace) -> int:
    """Return how many processes search side by side; raises ArgumentsError for what is no such number."""
    words = arguments.jobs
    if words is None:
        return processors()
    number = whole_number(words)
    if number is None or not 1 <= number <= MOST_JOBS:
        raise _wrong(JOBS_FLAG, words, f"a whole number from 1 to {MOST_JOBS}")
    return number


def given_problem(kind: AnyKind, arguments: argparse.Namespace) -> int | None:
    """Return the number of the problem of a file that was chosen, if any; raises ArgumentsError for what is none."""
    words = arguments.problem if has_problems(kind) else None
    number = None if words is None else whole_number(words)
    if words is not None and (number is None or number < 1):
        raise _wrong(PROBLEM_FLAG, words, "a whole number from 1")
    return number


def given_setup(kind: AnyKind, arguments: argparse.Namespace) -> Puzzle:
    """Return what a puzzle is to be printed with, and no puzzle yet.

    Raises ArgumentsError for what is no value, and InputError for one that cannot be.
    """
    preset = _given_preset(kind, arguments)
    printer = _given_printer(preset.printer, arguments)
    # What follows from the printer does so from the given one, but for what is given itself.
    dimensions = _given_options(preset.dimensions, arguments, kind.gaps(printer))
    return Puzzle(kind, None, dimensions, printer, _given_way(kind, arguments))


def _given_preset(kind: AnyKind, arguments: argparse.Namespace) -> Preset[Any]:
    """Return the preset to begin with, the defaults where a kind has none; raises ArgumentsError for another name."""
    if not kind.presets:
        return kind.first_preset
    name = next((name for name in kind.presets if folded(name) == folded(arguments.preset)), None)
    if name is None:
        raise ArgumentsError(must_be("Argument --preset", arguments.preset, kind.presets))
    return kind.presets[name]


def _given_way(kind: AnyKind, arguments: argparse.Namespace) -> Way:
    """Return the way to print that was asked for, or the first one; raises InputError for what makes no difference."""
    way = next((way for way in kind.ways[1:] if getattr(arguments, way.name)), kind.ways[0])
    # A coupon has the gaps of all ways.
    if not (kind.has_coupon and arguments.coupon):
        given = [option.name for option in declared(kind.dimensions) if getattr(arguments, option.name) is not None]
        kind.check_used(way, given, called)
    return way


def _value(option: Option, flag: str, argument: Any) -> Value:
    """Return the value of an argument: what was typed are the words that name it or write its numbers."""
    typed = option.typed
    if isinstance(argument, bool):
        return argument
    text: str = " ".join(argument) if isinstance(argument, list) else argument
    if option.is_text:
        return text
    name = option.chosen(text)
    if name is not None:
        return option.named(name)
    whole, decimal = whole_number(text), decimal_number(text)
    if isinstance(typed, tuple):
        number_of = whole_number if option.whole else decimal_number
        numbers = [number_of(word) for word in _BETWEEN.split(text.strip())]
        # A cube has one side.
        numbers *= 3 if len(numbers) == 1 and option.unit == CELLS else 1
        if len(numbers) == 3 and None not in numbers:
            return tuple(numbers)  # type: ignore[return-value]
    if isinstance(typed, int) and whole is not None:
        return whole
    if isinstance(typed, float) and decimal is not None:
        return decimal
    raise _wrong(flag, text, _wanted(option), option.choices, is_decimal=isinstance(typed, float))


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
    example = ", as 5x5x5 or 5" if option.unit == CELLS else ""
    return f"{zero}{number} {ends}{example}"


def _wrong(
    flag: str, given: str, wanted: str, names: Iterable[str] = (), *, is_decimal: bool = False
) -> ArgumentsError:
    # People write 2,5 and 2.5mm.
    number = given.lower().removesuffix("mm").strip().replace(",", ".")
    near = number if is_decimal and decimal_number(number) is not None else nearest(given, names)
    return ArgumentsError(must_be(f"Argument {flag}", given, names, wanted, near))
