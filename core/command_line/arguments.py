# SPDX-License-Identifier: GPL-3.0-or-later
"""The commands that there are, and their arguments, made from the declarations of kinds, dimensions and printer.

What everybody uses comes first in the help, and what only some styles use stands under their names. The values that are
given are numbers, sizes and names as people write them.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from textwrap import fill
from typing import Any, TextIO

from ..common.options import FILE, MILLIMETERS, SHARE, Option, Value, allowed_values, declared, given_value
from ..common.sharing import processors
from ..common.words import folded, listed, nearest, shortened
from ..export.paths import ASSEMBLED
from ..export.puzzle import Puzzle
from ..kind.by_name import CELL, CELL_SIDES, MEASURED, MOST_JOBS, PAIRS, Naming, check_drawn, whole_from_one
from ..kind.holding import FOLLOWS, HELD, HOLD, holdable_options
from ..kind.kind import AnyKind, Drawing, Example
from ..kind.model import Way
from ..kinds import KINDS
from ..printing.printer import PRINTERS, Printer
from .parser import HELP, SEVERAL, ArgumentsError, Names, Parser, declared_flag

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


def kind_parsers(program: str, output: TextIO) -> Iterable[Parser]:
    """Return the parsers of all kinds."""
    return whole_parser(program, output)[1].values()


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
    if len(arguments) > 1 and arguments[0] in HELP:
        # Before a command it is what others write behind it.
        asked = arguments[0] if arguments[0].startswith("-") else "--help"
        arguments = [arguments[1], asked]
    first = arguments[0] if arguments else ""
    name = next((kind for kind in KINDS if folded(first) == kind), None)
    if name is None:
        parser, parsers = whole_parser(program, output, others)
        if first in HELP:
            parser.parse_args(["--help"])
        raise ArgumentsError(_no_command(first, parsers) if arguments else f"A command is missing: {_all(parsers)}.")
    parser = _fill_in(Parser(output, prog=f"{program} {name}"), program, KINDS[name])
    options = parser.parsed(arguments[1:], partial(kind_parsers, program, output))
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
    said = (
        f"A command is missing before {shortened(word)}"
        if flag[:1] == "-"
        else f"Command {shortened(word)} is not known"
    )
    return f"{said}: {f'did you mean {meant}? T' if meant else 't'}{_all(parsers)[1:]}."


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


PAIR_WORDS = {"bed": "the bed", "sheet_size": "a sheet"}
"""What two options are the sides of that one argument gives together."""

_TOGETHER = {side: name for name, sides in {**PAIRS, CELL: CELL_SIDES}.items() for side in sides}
"""The names that give several options together, by these."""

HOLES = (
    "dots of the first hole of the coupon that takes the arm or the plug, in place of widening and foot",
    "dots of the first hole of the coupon through which it slides; both go together",
)
"""What the two arguments mean that say together what the coupon shows of a printer."""

JSON_FLAG, QUIET_FLAG, JOBS_FLAG, PROBLEM_FLAG = "--json", "--quiet", "--jobs", "--problem"
REST_FLAG = "--make-rest-hard"

STREAM = "-"
"""In place of a file's name: standard output, or standard input where a file is read."""


def add_kind(parser: Parser, kind: AnyKind) -> None:
    """Add the arguments of a kind, what people use first."""
    everyday = parser.add_argument_group("options that people use")
    parser.short = [everyday]
    defaults = kind.values_with({})
    options = {option.name: replace(option, default=defaults[option.name]) for option in kind.options}
    for name in kind.everyday or kind.headline:
        add_option(everyday, options.pop(name))
    for way in kind.ways:
        if way is not kind.first_way:
            add_way(everyday, way)
    for drawing in kind.drawings[:1]:
        _add_drawing(everyday, drawing)
    if kind.presets:
        first = next(iter(kind.presets))
        words = f"the material and printer: {', '.join(kind.presets)} ({first})"
        _named(everyday.add_argument("--preset", metavar="NAME", help=words), kind.presets)
    everyday.add_argument("--check", action="store_true", help="check whether it will print and work")
    everyday.add_argument("--out", metavar="DIR", help="write its files to this folder; nothing is written without it")
    formats = " or ".join(("puzzle.json", *(f"{text_format.label} file" for text_format in kind.formats)))
    source = ["--from", *kind.source_flags]
    everyday.add_argument(*source, dest="source", metavar="FILE", help=f"open a {formats}; - is standard input")
    if kind.codes is not None:
        parser.code_letter = kind.codes.letter
        everyday.add_argument("--code", metavar="CODE", help="make the puzzle of a code again")
    parser.add_about(everyday)
    if kind.requests:
        asked = parser.add_argument_group("what is found out")
        parser.short.append(asked)
        for request in kind.requests:
            form: dict[str, Any] = {"metavar": "FILE"} if request.file else {"action": "store_true"}
            asked.add_argument(f"--{request.name}", help=request.meaning, **form)
    if kind.drawings:
        drawn = parser.add_argument_group("what is drawn on it")
        for drawing in kind.drawings[1:]:
            _add_drawing(drawn, drawing)
        drawn.add_argument(
            REST_FLAG,
            action="store_true",
            help="make what is not drawn as hard as --difficulty says, or as hard as it can be",
        )
    add_options(parser, options.values())
    lengths = parser.add_argument_group("dimensions in millimeters")
    for option in holdable_options(kind.dimensions):
        lengths.add_argument(flag_of(option), dest=option.name, metavar="MM", help=option.meaning)
    dimensions = declared(kind.dimensions)
    # What is held has an argument of its own, and of one that follows alone there is nothing to choose.
    single = {option.name for option in dimensions if option.name == FOLLOWS and len(option.choices) == 1}
    for option in dimensions:
        if option.name == CELL:
            words = f"{option.meaning}, or three sides of a cell that is not a cube ({option.default:g})"
            lengths.add_argument(flag_of(option), nargs=SEVERAL, metavar="MM", help=words)
    _add_lengths(lengths, [option for option in dimensions if option.name not in {HOLD, HELD, *CELL_SIDES, *single}])
    _add_printer(parser.add_argument_group("printer"), kind)
    _add_output(parser.add_argument_group("output; - as a FILE is standard output"), kind)


def add_way(group: Any, way: Way) -> None:
    """Add the argument of a way to print."""
    group.add_argument(flag_named(way.name), dest="ways", action="append_const", const=way.name, help=way.meaning)


def _add_drawing(group: Any, drawing: Drawing) -> None:
    group.add_argument(flag_named(drawing.name), action="append", metavar=drawing.form, help=drawing.meaning)


def _add_output(written: Any, kind: AnyKind) -> None:
    if len(kind.ways) > 1:
        add_way(written, kind.first_way)
    if has_problems(kind):
        words = "with --from: which problem of a file with several (the first that can be read)"
        written.add_argument(PROBLEM_FLAG, metavar="N", help=words)
    written.add_argument(JOBS_FLAG, metavar="N", help="search on so many cores side by side (all)")
    written.add_argument(JSON_FLAG, action="store_true", help="print a report, or what is wrong, as one JSON object")
    written.add_argument("--overwrite", action="store_true", help="with --out: replace files of another puzzle there")
    words = "write the parts put together, too, each an object of its own, as 3MF, or STL if it ends so"
    written.add_argument(f"--{ASSEMBLED}", metavar="FILE", help=words)
    if kind.has_coupon:
        words = "write a print that shows which gaps suit your printer, too"
        written.add_argument("--coupon", metavar="FILE", help=words)
    for text_format in kind.formats:
        words = f"write the puzzle as {text_format.meaning}, too"
        written.add_argument(f"--{text_format.name}", metavar="FILE", help=words)
    add_quiet(written)


def has_problems(kind: AnyKind) -> bool:
    """Report whether files can hold several puzzles of a kind."""
    return any(text_format.problems is not None for text_format in kind.formats)


def add_quiet(group: Any) -> None:
    """Add the argument that lets a command say less."""
    group.add_argument(QUIET_FLAG, action="store_true", help="say only what is wrong: no progress, no summary")


def _add_printer(group: Any, kind: AnyKind) -> None:
    words = f"bed, nozzle and layer of a printer, resin ones with their material: {', '.join(PRINTERS)}"
    _named(group.add_argument("--printer", metavar="NAME", help=words), PRINTERS)
    _add_lengths(group, declared(Printer))
    if kind.has_coupon:
        for name, meaning in zip(MEASURED, HOLES, strict=True):
            group.add_argument(flag_named(name), metavar="N", help=meaning)


def _add_lengths(group: Any, options: Iterable[Option]) -> None:
    """Add the arguments of options, of which one can give two sides together."""
    defaults = {option.name: option.default for option in options}
    for option in options:
        pair = _TOGETHER.get(option.name)
        if pair is None:
            add_option(group, option)
        elif option.name == PAIRS[pair][0]:
            sides = "x".join(f"{defaults[side]:g}" for side in PAIRS[pair])
            words = f"size of {PAIR_WORDS[pair]} ({sides})"
            group.add_argument(flag_named(pair), nargs=SEVERAL, metavar="XxY", help=words)


def add_options(parser: argparse.ArgumentParser, options: Iterable[Option]) -> None:
    """Add the arguments of options, those that only some use under their names."""
    groups: dict[str, list[Option]] = {}
    for option in options:
        groups.setdefault(option.users, []).append(option)
    for users, own in groups.items():
        group = parser.add_argument_group(f"what {users}" if users else "more about the puzzle")
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
    return f"Argument {flag_named(_TOGETHER.get(option.name, option.flag))}"


NAMING = Naming(called, flag_of, lambda name: f"Argument {flag_named(name)}", flag_named)
"""As users of the command read what they have given."""


def add_option(group: Any, option: Option) -> None:
    """Add the argument of an option; what is not given is None."""
    words: dict[str, Any] = {"dest": option.name, "default": None}
    typed, default = option.typed, option.default
    meaning = option.tooltip
    if isinstance(typed, bool):
        # What is on can be switched off.
        words |= {"action": argparse.BooleanOptionalAction if default is True else "store_true", "help": meaning}
    elif option.choices:
        names = allowed_values(option) if option.own is not None else ", ".join(option.choices)
        # What only some use asks for these.
        otherwise = "if it is given, that is chosen" if option.users else option.default_name
        words |= {"metavar": "NAME", "help": f"{meaning}: {names} ({otherwise})"}
    elif option.is_text:
        form = {"metavar": "FILE"} if option.unit == FILE else {"metavar": "N", "nargs": SEVERAL}
        words |= {**form, "help": f"{meaning} ({default})" if default else meaning}
    elif isinstance(default, tuple):
        words |= {"metavar": "XxYxZ", "help": f"{meaning} ({'x'.join(f'{number:g}' for number in default)})"}
    else:
        metavar = {MILLIMETERS: "MM", SHARE: "SHARE"}.get(option.unit, "N")
        words |= {"metavar": metavar, "help": f"{meaning} ({default:g})"}
    if isinstance(typed, tuple):
        words["nargs"] = SEVERAL
    words["help"] = words["help"].replace("%", "%%")
    argument = group.add_argument(flag_of(option), **words)
    if option.unit != FILE:
        _named(argument, option.choices)


def _named(argument: Any, names: Iterable[str]) -> None:
    """Let shells complete an argument by names, or by nothing where it has none: by files otherwise."""
    argument.completer = Names(names)


def given_values(options: Iterable[Option], arguments: argparse.Namespace) -> dict[str, Value]:
    """Return the values of the options that were given; raises ArgumentsError for what is no value."""
    given: dict[str, Value] = {}
    for option in options:
        argument = getattr(arguments, option.name)
        if argument is not None:
            given[option.name] = given_value(option, called(option), _typed(argument))
    return given


def given_drawings(kind: AnyKind, arguments: argparse.Namespace) -> list[tuple[str, str]]:
    """Return what is to be drawn on a puzzle, each with its name; raises InputError where its rest alone is given."""
    given = [(drawing.name, text) for drawing in kind.drawings for text in getattr(arguments, drawing.name) or ()]
    if kind.drawings:
        check_drawn(kind, given, rest_hard=arguments.make_rest_hard, naming=NAMING)
    return given


def given_jobs(arguments: argparse.Namespace) -> int:
    """Return how many processes search side by side; raises InputError for what is no such number."""
    words = arguments.jobs
    return processors() if words is None else whole_from_one(f"Argument {JOBS_FLAG}", words, MOST_JOBS)


def given_problem(kind: AnyKind, arguments: argparse.Namespace) -> int | None:
    """Return the number of the problem of a file that was chosen, if any; raises ArgumentsError for what is none."""
    words = arguments.problem if has_problems(kind) else None
    return None if words is None else whole_from_one(f"Argument {PROBLEM_FLAG}", words)


def given_setup(kind: AnyKind, arguments: argparse.Namespace, printed: Puzzle | None = None) -> Puzzle:
    """Return what a puzzle is to be printed with, and no puzzle yet; ``printed`` is what its file says, if it does.

    Raises InputError for what is no value, is given twice, makes no difference, or cannot be.
    """
    options = vars(arguments)
    names = [option.name for option in (*declared(kind.dimensions), *holdable_options(kind.dimensions))]
    names += [*PAIRS, CELL]
    lengths = {name: _typed(options[name]) for name in names if options.get(name) is not None}
    if printed is None and arguments.source is not None and options.get("preset") is None:
        # The file may say what is held, which this follows.
        lengths.pop(FOLLOWS, None)
    of_printer = [*(option.name for option in declared(Printer)), *MEASURED, "printer"]
    ways = dict.fromkeys(options.get("ways") or (), True)
    print_values = ways | {name: options[name] for name in of_printer if options.get(name) is not None}
    usual = printed or Puzzle.none_yet(kind, options.get("preset"), arguments.printer, "Argument --preset")
    setup = usual.changed_by(lengths | print_values, naming=NAMING)
    # A coupon has the gaps of all ways.
    if not (kind.has_coupon and arguments.coupon):
        # Beside what a file says nothing is known to make no difference before that is read.
        dimensions = None if printed is None and arguments.source is not None else setup.dimensions
        names = [side for name in lengths | print_values for side in PAIRS.get(name, (name,))]
        kind.check_used(setup.way, names, called, dimensions)
    return setup


def _typed(argument: Any) -> Any:
    """Return what was typed for an argument: several words are those of one value."""
    return " ".join(argument) if isinstance(argument, list) else argument
