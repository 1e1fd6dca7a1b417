# SPDX-License-Identifier: GPL-3.0-or-later
"""The command line: what is asked for is made, checked, written and reported.

The first argument names the kind of puzzle; the options of a kind follow from its declarations. Other programs may add
commands.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from textwrap import fill
from time import perf_counter
from typing import Any, TextIO

from ..common.errors import ExportError, FailedError, InputError
from ..common.interrupts import Interrupts
from ..common.options import Value, declared
from ..common.words import folded, listed, nearest, quoted, shortened
from ..export.paths import (
    COUPON,
    absolute,
    check_free,
    check_no_input,
    drawn_texts,
    extra_targets,
    longest_file,
    prepare_text,
    puzzle_of_text,
    text_in,
    text_of,
)
from ..export.plan import Coupon, OccupiedError, WrittenFile, coupon_of
from ..export.printed_with import PrintedWith, print_of
from ..export.puzzle import Puzzle
from ..export.transaction import Transaction
from ..kind.kind import PUZZLE_FILE, Answer, AnyKind, DrawnText, Example, Progress, Search
from ..kind.reading import puzzle_of_code
from ..kinds import KINDS
from ..printing.checks import BAD
from .arguments import (
    JSON_FLAG,
    PROBLEM_FLAG,
    QUIET_FLAG,
    STREAM,
    add_kind,
    called,
    given_drawings,
    given_jobs,
    given_problem,
    given_setup,
    given_values,
)
from .output import FAILED, Speaker, exit_code, laid_out, shown_progress, summary
from .parser import PROGRAM, ArgumentsError, Parser, declared_flag

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
        if first in {"--version", "-V"}:
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


def run(
    arguments: Sequence[str],
    output: TextIO | None,
    *,
    command: str = PROGRAM,
    others: Sequence[Command] = (),
    for_good: bool = False,
) -> int:
    """Run the command line and return the exit code: 0, or 2 for wrong arguments and 1 for what failed.

    The help, the report and files that are piped go to ``output``, everything else, as from ``command``, to standard
    error. A signal that ends a program ends the run, and nothing is written, until all is and only has to be put in
    its place. ``others`` are commands that the help names beside the kinds. With ``for_good`` signals that come after
    the end find no answer in the process any more.
    """
    flags = set(map(declared_flag, arguments))
    speaker = Speaker(command, output, json=JSON_FLAG in flags, quiet=QUIET_FLAG in flags)
    with Interrupts(for_good=for_good) as interrupts:
        return exit_code(speaker, partial(_run, arguments, speaker, others, interrupts), "Stopped.")


def _run(arguments: Sequence[str], speaker: Speaker, others: Sequence[Command], interrupts: Interrupts) -> int:
    options = parsed(speaker.command, arguments, speaker.output, others)
    kind = KINDS[options.kind]
    values = given_values(kind.options, options)
    search = _Search(kind, options, speaker, interrupts, given_jobs(options))
    make = partial(_drawn, search, _making(search, values), drawn_texts(kind, given_drawings(kind, options)))
    printed_with = given_setup(kind, options)
    targets = _targets(options, kind)
    speaker.piped = targets.piped is not None
    report = _made_and_written(search, make, printed_with, targets)
    if options.json:
        speaker.tell(laid_out(report))
    else:
        speaker.sum_up(summary(report))
        if not (search.asked or report["files"] or targets.piped or "verdict" in report):
            speaker.note("Nothing was written: --out FOLDER writes the files to print it.")
    if any(check["level"] == BAD for check in report.get("checks", ())):
        speaker.complain(f"{report['verdict']}. Nothing was written.")
        return FAILED
    return FAILED if search.stopped else 0


@dataclass
class _Search:
    """What takes long, which Ctrl-C ends with the best so far where that can be kept."""

    kind: AnyKind
    options: argparse.Namespace
    speaker: Speaker
    interrupts: Interrupts
    jobs: int
    stopped: bool = False
    printed: PrintedWith | None = None
    """What the file says that its puzzle is printed with."""

    def end_of(self, steps: Generator[Progress[Any], None, Any]) -> Any:
        """Return what is found in steps, or the best so far; a terminal shows how far they are.

        Raises KeyboardInterrupt where nothing would be written, or nothing was found.
        """
        search = Search(steps)
        with shown_progress(self.kind, sys.stderr, quiet=self.speaker.quiet) as report:
            try:
                for progress in search:
                    report(progress)
                return search.result
            except KeyboardInterrupt:
                if self.options.out is None or search.best is None:
                    raise
        self.interrupts.answered()
        self.stopped = True
        return search.best

    @property
    def asked(self) -> set[str]:
        """The names of what is asked of the puzzle."""
        return {request.name for request in self.kind.requests if getattr(self.options, request.name)}

    def answer(self, content: Any) -> Answer[Any]:
        """Return what was asked of a puzzle, as far as it was found."""
        asking = self.kind.answer_in_steps(content, self.asked, self.jobs)
        answer = Answer(content) if self.stopped else self.end_of(asking)
        if self.stopped:
            on = "--from goes on with it" if self.asked else "is unfinished"
            self.speaker.complain(f"Stopped: what was found so far is kept, and {on}. Its files are being written.")
        return answer if isinstance(answer, Answer) else Answer(answer)


def _making(search: _Search, values: Mapping[str, Value]) -> Callable[[], Any]:
    """Return what makes or opens the puzzle; raises ArgumentsError for values that are not free, and InputError."""
    kind, options = search.kind, search.options
    code = None if kind.codes is None else options.code
    problem = given_problem(kind, options)
    if code is not None:
        if values or options.source is not None or problem is not None:
            raise ArgumentsError(
                "With --code the puzzle is that of the code, so nothing else of it can be given: leave that out."
            )
        return partial(_of_code, kind, code)
    if options.source is None:
        if problem is not None:
            raise ArgumentsError(f"Argument {PROBLEM_FLAG} chooses from a file: add --from with the file.")
        return partial(
            search.end_of, kind.in_steps(kind.values_with(values or kind.unasked, called=called), search.jobs)
        )
    if not values.keys() <= set(kind.source_options):
        raise ArgumentsError(
            "With --from the puzzle comes from the file, so its size, seed and wishes cannot be set: leave them out."
        )
    return lambda: kind.completed(_opened(search, options.source, problem), values)


def _drawn(search: _Search, make: Callable[[], Any], drawn: Sequence[DrawnText]) -> Any:
    """Make or open a puzzle, and return it with what is drawn on it."""
    content = make()
    if not drawn:
        return content
    # What was stopped is not searched on.
    rest = search.options.make_rest_hard and not search.stopped
    return search.end_of(search.kind.drawn_in_steps(content, drawn, make_rest_hard=rest, jobs=search.jobs))


def _opened(search: _Search, path: str, problem: int | None) -> Any:
    """Return the puzzle of a file, or one of several by its number; raises InputError where it is of another kind."""
    kind = search.kind
    text = text_of(_standard_input(), "Standard input") if path == STREAM else text_in(path)
    its_kind, content = puzzle_of_text(text, problem, kind)
    if its_kind is not kind:
        raise InputError(
            f"File {quoted(path)} holds a puzzle of the kind {its_kind.label}: use the command {its_kind.name}."
        )
    search.printed = print_of(text, kind)
    return content


def _of_code(kind: AnyKind, code: str) -> Any:
    """Return the puzzle of a code; raises InputError where it is damaged or of another kind."""
    its_kind, content = puzzle_of_code(code, KINDS.values())
    if its_kind is not kind:
        raise InputError(
            f"Code is {shortened(code)}: it is of the kind {its_kind.label}, so use the command {its_kind.name}."
        )
    return content


def _standard_input() -> bytes:
    """Return what is piped in, as far as a file is read; raises FailedError where nothing can be."""
    if sys.stdin is None:
        raise FailedError("Standard input cannot be read: it is closed.")
    try:
        return sys.stdin.buffer.read(longest_file() + 1)
    except OSError as error:
        raise FailedError(f"Standard input cannot be read: {error.strerror or 'nothing comes in'}.") from error


@dataclass(frozen=True)
class _Targets:
    """The places of what is written: a folder for all files, single files by what goes into them, and what is piped.

    With the files that are read.
    """

    asked: frozenset[str]
    folder: Path | None
    files: Mapping[str, Path]
    piped: str | None
    inputs: tuple[Path, ...]

    @property
    def beside(self) -> Path:
        """The folder by which single files are found."""
        return self.folder or absolute(".")


def _targets(options: argparse.Namespace, kind: AnyKind) -> _Targets:
    """Return where to write; raises ArgumentsError for what cannot be, and where nothing would come of it."""
    asked = _files_asked(options, kind)
    piped = _piped(options, asked)
    folder = None if options.out is None else absolute(options.out)
    named = {name: path for name, path in asked.items() if name != piped}
    files = extra_targets(folder or absolute("."), named.pop(COUPON, None), named)
    drawn = [text for drawing in kind.drawings if drawing.in_file for text in getattr(options, drawing.name) or ()]
    inputs = [Path(text.partition("=")[2].strip()) for text in drawn]
    inputs += [] if options.source in {None, STREAM} else [Path(options.source)]
    check_no_input(files.values(), inputs)
    if options.overwrite and folder is None:
        raise ArgumentsError("Argument --overwrite makes no difference here: only with --out there is a folder.")
    return _Targets(frozenset(asked), folder, files, piped, tuple(inputs))


def _files_asked(options: argparse.Namespace, kind: AnyKind) -> dict[str, str]:
    """Return the names of single files that were given, by what goes into them."""
    names = [COUPON] if kind.has_coupon else []
    names += [text_format.name for text_format in kind.formats]
    names += [request.name for request in kind.requests if request.file]
    return {name: path for name in names if (path := getattr(options, name)) is not None}


def _piped(options: argparse.Namespace, files: Mapping[str, str]) -> str | None:
    """Return what goes to standard output instead of a file, if anything; raises ArgumentsError for what cannot."""
    if options.out == STREAM:
        raise ArgumentsError("Argument --out is '-': it must be a folder, and standard output is none.")
    piped = [name for name, path in files.items() if path == STREAM]
    others = ["--json"] if options.json else []
    if piped and len(piped) + len(others) > 1:
        flags = listed([*(f"--{name}" for name in piped), *others])
        raise ArgumentsError(f"Standard output has room for one of {flags}: give a file, or leave one out.")
    return piped[0] if piped else None


def _as_printed(search: _Search, printed_with: Puzzle, answer: Answer[Any]) -> Puzzle:
    """Return what was made as it is to be printed: as was asked for, else as its file says; warnings are given."""
    options = search.options
    given = [name for name, value in vars(options).items() if value is not None]
    if search.printed is not None and "preset" not in given:
        printed_with = given_setup(search.kind, options, search.printed)
        given += [option.name for option in declared(search.kind.dimensions)]
    puzzle = printed_with.holding(answer.puzzle, given).answered(answer)
    for warning in puzzle.warnings:
        search.speaker.warn(warning)
    return puzzle


def _made_and_written(
    search: _Search, make: Callable[[], Any], printed_with: Puzzle, targets: _Targets
) -> dict[str, Any]:
    """Make or open the puzzle, do what else is asked for, build it, write its files, and return the report."""
    options = search.options
    times = [perf_counter()]
    answer = search.answer(make())
    puzzle = _as_printed(search, printed_with, answer)
    times.append(perf_counter())
    texts = {
        text_format.name: text_format.write(puzzle.content)
        for text_format in puzzle.kind.formats
        if text_format.name in targets.asked
    }
    texts |= answer.texts
    report = puzzle.report(printed=targets.folder is not None or options.check)
    report |= {"finished": not search.stopped, "files": [], "seconds": {}}
    if not (options.json or targets.files or targets.piped):
        # What takes no room on the bed is said where it is to be written.
        with suppress(InputError):
            report |= puzzle.cost
    report["summary"] = "\n".join((puzzle.summary, *answer.lines))
    times.append(perf_counter())
    if targets.folder is not None:
        report["assembly"] = [step.sentence for step in puzzle.steps]
    check_free(targets.files.values(), targets.beside, () if targets.folder is None else puzzle.own_names)
    if targets.folder is not None:
        # A puzzle's own file may be opened and written again.
        check_no_input((targets.folder / name for name in puzzle.own_names - {PUZZLE_FILE}), targets.inputs)
    if options.check:
        checked = puzzle.check()
        report["verdict"] = checked.verdict
        report["checks"] = [asdict(check) for check in checked.checks]
        if checked.level == BAD:
            # As with the button Print: what was checked and will not print is not written.
            targets = replace(targets, asked=frozenset(), folder=None, files={}, piped=None)
    coupon = coupon_of(puzzle.kind, puzzle.dimensions) if COUPON in targets.asked else None
    begin = perf_counter()
    files = _written(search, puzzle, targets, texts, coupon)
    if targets.piped is not None:
        search.speaker.give(coupon.data if coupon and targets.piped == COUPON else texts[targets.piped].encode())
    seconds = [*(after - before for before, after in pairwise(times)), perf_counter() - begin]
    report["files"] = [{"path": str(file.path), "triangles": file.triangles} for file in files]
    report["seconds"] = {
        name: round(value, 4) for name, value in zip(("generate", "mesh", "export"), seconds, strict=True)
    }
    return report


def _written(
    search: _Search, puzzle: Puzzle, targets: _Targets, texts: Mapping[str, str], coupon: Coupon | None
) -> list[WrittenFile]:
    """Write all files, those of the folder and single ones, or none; raises ExportError."""
    files: list[WrittenFile] = []
    try:
        # All that takes time or can fail comes first: once the files are in their places, they are reported.
        with Transaction() as transaction:
            if targets.folder is not None:
                files += puzzle.prepare(targets.folder, transaction, overwrite=search.options.overwrite)
            if coupon is not None and COUPON in targets.files:
                files.append(coupon.prepare(transaction, targets.files[COUPON]))
            for name, text in texts.items():
                if name in targets.files:
                    prepare_text(text, targets.files[name], transaction)
                    files.append(WrittenFile(targets.files[name], None))
            search.interrupts.decide()
            transaction.commit()
    except OccupiedError as error:
        raise ExportError(f"{error} Choose another folder, or add --overwrite.") from error
    return files
