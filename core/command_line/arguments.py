# SPDX-License-Identifier: GPL-3.0-or-later
"""The arguments of the command line, made from the declarations of kinds, dimensions and printer.

What everybody uses comes first in the help, and what only some styles use stands under their names.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from ..common.options import MILLIMETERS, SHARE, Option, declared
from ..common.words import listed
from ..kind.kind import AnyKind
from ..printing.printer import Printer
from .parser import SEVERAL, Names, Parser

BED = ("bed_x", "bed_y")
"""Two options of the printer that one argument gives together."""

BED_FLAG = "--bed"

MEASURED = {
    "--goes-in": "dots of the first hole of the coupon that takes the arm or the plug, in place of widening and foot",
    "--goes-through": "dots of the first hole of the coupon through which it slides; both go together",
}
"""Two arguments that say together what the coupon shows of a printer."""

JSON_FLAG, QUIET_FLAG, JOBS_FLAG, PROBLEM_FLAG = "--json", "--quiet", "--jobs", "--problem"

STREAM = "-"
"""In place of a file's name: standard output, or standard input where a file is read."""


def add_kind(parser: Parser, kind: AnyKind) -> None:
    """Add the arguments of a kind."""
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
    if has_problems(kind):
        words = "with --from: which problem of a file with several (the first that can be read)"
        everyday.add_argument(PROBLEM_FLAG, metavar="N", help=words)
    if kind.files.codes is not None:
        everyday.add_argument("--code", metavar="CODE", help="make the puzzle of a code, which is that very puzzle")
    everyday.add_argument(JOBS_FLAG, metavar="N", help="search on so many cores side by side (all)")
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


def has_problems(kind: AnyKind) -> bool:
    """Report whether files can hold several puzzles of a kind."""
    return any(other.problems is not None for other in kind.files.formats)


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
