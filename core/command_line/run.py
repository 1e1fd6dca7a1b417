# SPDX-License-Identifier: GPL-3.0-or-later
"""The command line: what is asked for is made, checked, written and reported.

The puzzle is made, opened or of a code, with what is drawn on it and found out about it. What takes long shows how far
it is, and Ctrl-C ends it with the best so far.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from time import perf_counter
from typing import Any, TextIO

from ..common.errors import ExportError, FailedError, InputError
from ..common.interrupts import Interrupts
from ..common.options import Value, declared, typed_path
from ..common.task import finish
from ..common.words import listed, quoted, shortened
from ..export.paths import (
    ASSEMBLED,
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
from ..export.plan import Coupon, OccupiedError, WrittenFile, beside_others, coupon_of
from ..export.puzzle import Puzzle, in_the_way, print_of
from ..export.transaction import Transaction
from ..kind.facts import Progress
from ..kind.kind import PUZZLE_FILE, Answer, AnyKind, Search, puzzle_of_code
from ..kinds import KINDS
from ..printing.checks import BAD
from ..printing.estimate import Estimate
from .arguments import (
    JSON_FLAG,
    PROBLEM_FLAG,
    QUIET_FLAG,
    REST_FLAG,
    STREAM,
    Command,
    called,
    given_drawings,
    given_jobs,
    given_problem,
    given_setup,
    given_values,
    parsed,
)
from .output import FAILED, Speaker, exit_code, laid_out, shown_progress, summary
from .parser import PROGRAM, ArgumentsError, declared_flag, version_shown

OTHER_FOLDER = " Choose another folder, or add --overwrite."
"""What can be done where another puzzle's files are in the way."""


class Asked:
    """The puzzle that was asked for; raises InputError at once for arguments that cannot be, before it is made."""

    def __init__(self, kind: AnyKind, options: argparse.Namespace, speaker: Speaker, interrupts: Interrupts) -> None:
        self.kind = kind
        self.options = options
        self.speaker = speaker
        self.interrupts = interrupts
        values = given_values(kind.options, options)
        names = [request.name for request in kind.requests]
        self.requests = {name for name in names if getattr(options, name) or name == values.get("search")}
        """What is to be found out about it, by name: --search first is --first."""
        self.is_stopped = False
        """Whether a search ended before its end, with the best so far."""
        self.lacks = ""
        """What was asked of a puzzle whose making was stopped, and that it lacks."""
        self.is_printed = False
        """Whether a file says what its puzzle is printed with, and no preset was given beside it."""
        self._jobs = given_jobs(options)
        self._make = self._making(values)
        self._drawn = drawn_texts(kind, given_drawings(kind, options))
        self.setup = given_setup(kind, options)
        """What it is to be printed with; once a file is read, as that says."""

    def answer(self, folder: Path | None) -> Answer[Any]:
        """Make or open the puzzle, draw on it, and return what was found out about it, as far as it was.

        Raises ExportError before it is found out, where a folder to write into has another puzzle's files.
        """
        content = self._make()
        if self._drawn:
            # What was stopped is not searched on.
            rest = self.options.make_rest_hard and not self.is_stopped
            drawing = self.kind.drawn_in_steps(content, self._drawn, make_rest_hard=rest, jobs=self._jobs)
            before, content = content, self._end_of(drawing)
            advice = [] if self.options.make_rest_hard else [f"Or add {REST_FLAG}."]
            if missed := self.kind.missed_by_drawing(before, content):
                self.speaker.warn(" ".join((*missed, *advice)))
        if not self.is_stopped:
            if self.requests and folder is not None and not self.options.overwrite:
                self._check_folder(folder, content)
            answer = self._end_of(self.kind.answer_in_steps(content, self.requests, self._jobs))
            if isinstance(answer, Answer):
                return answer
            content = answer
        return self.kind.answer_so_far(content, self.requests)

    def _check_folder(self, folder: Path, content: Any) -> None:
        """Raise ExportError where another puzzle's file lies in a folder."""
        # The writing says why nothing can be written into one that cannot be looked into.
        with suppress(OSError):
            if (folder / PUZZLE_FILE).is_file() and (sentence := in_the_way(folder, self.kind, content, so_far=True)):
                raise ExportError(sentence + OTHER_FOLDER)

    def _end_of(self, steps: Generator[Progress[Any], None, Any]) -> Any:
        """Return what is found in steps, or the best so far; a terminal shows how far they are.

        Raises KeyboardInterrupt where nothing was found.
        """
        search = Search(steps)
        with shown_progress(self.kind, sys.stderr, quiet=self.speaker.quiet) as report:
            try:
                for progress in search:
                    report(progress)
                return search.result
            except KeyboardInterrupt:
                if search.best is None:
                    raise
        self.interrupts.answered()
        self.is_stopped = True
        return search.best

    def _making(self, values: Mapping[str, Value]) -> Callable[[], Any]:
        """Return what makes or opens the puzzle; raises ArgumentsError for values that are not free, and InputError."""
        kind, options = self.kind, self.options
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
            chosen = kind.values_with(values or kind.unasked, called=called)
            return partial(self._made, kind.in_steps(chosen, self._jobs), chosen)
        if not values.keys() <= set(kind.source_options):
            raise ArgumentsError(
                "With --from the puzzle comes from the file, so its size, seed and wishes cannot be set: "
                "leave them out."
            )
        return lambda: kind.completed(self._opened(options.source, problem), values)

    def _made(self, steps: Generator[Progress[Any], None, Any], values: Mapping[str, Value]) -> Any:
        """Return what is made in steps from values, and keep what it lacks where that was stopped."""
        content = self._end_of(steps)
        if self.is_stopped:
            self.lacks = self.kind.lacks(values, content)
        return content

    def _opened(self, path: str, problem: int | None) -> Any:
        """Return the puzzle of a file, or one of several by its number.

        Raises InputError where it is of another kind.
        """
        shown = "Standard input" if path == STREAM else f"File {quoted(path)}"
        text = text_of(_standard_input(), shown) if path == STREAM else text_in(path)
        its_kind, content = puzzle_of_text(text, problem, self.kind, shown=shown)
        if its_kind is not self.kind:
            raise InputError(
                f"File {quoted(path)} holds a puzzle of the kind {its_kind.label}: use the command {its_kind.name}."
            )
        printed = None if getattr(self.options, "preset", None) else print_of(text, self.kind, shown)
        self.is_printed = printed is not None
        # What makes no difference beside what the file says is refused before any search.
        self.setup = given_setup(self.kind, self.options, printed or self.setup)
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
    if (code := version_shown(arguments, output)) is not None:
        return code
    flags = set(map(declared_flag, arguments))
    speaker = Speaker(command, output, json=JSON_FLAG in flags, quiet=QUIET_FLAG in flags)
    with Interrupts(for_good=for_good) as interrupts:
        return exit_code(speaker, partial(_run, arguments, speaker, others, interrupts), "Stopped.")


def _run(arguments: Sequence[str], speaker: Speaker, others: Sequence[Command], interrupts: Interrupts) -> int:
    options = parsed(speaker.command, arguments, speaker.output, others)
    kind = KINDS[options.kind]
    asked = Asked(kind, options, speaker, interrupts)
    targets = _targets(options, kind)
    speaker.piped = targets.piped is not None
    report, puzzle = _made_and_written(asked, targets)
    is_summed_up = targets.folder is not None or options.check or not (targets.files or targets.piped)
    taken = _taken(puzzle, speaker, options) if is_summed_up else None
    if options.json:
        speaker.tell(laid_out(report))
    else:
        speaker.sum_up(summary(report, taken))
        if not (asked.requests or asked.is_stopped or targets.is_any or "verdict" in report):
            speaker.note("Nothing was written: --out FOLDER writes the files to print it.")
    if any(check["level"] == BAD for check in report.get("checks", ())):
        speaker.complain(f"{report['verdict']}.{' Nothing was written.' if targets.is_any else ''}")
        return FAILED
    return FAILED if asked.is_stopped else 0


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
    def is_any(self) -> bool:
        """Whether anything is written."""
        return bool(self.folder or self.files or self.piped)


def _targets(options: argparse.Namespace, kind: AnyKind) -> _Targets:
    """Return where to write; raises ArgumentsError for what cannot be, and where nothing would come of it."""
    asked = _files_asked(options, kind)
    piped = _piped(options, asked)
    folder = None if options.out is None else absolute(options.out)
    named = {name: path for name, path in asked.items() if name != piped}
    files = extra_targets(folder or absolute("."), named)
    drawn = [text for drawing in kind.drawings if drawing.in_file for text in getattr(options, drawing.name) or ()]
    inputs = [typed_path(text.partition("=")[2].strip()) for text in drawn]
    inputs += [] if options.source in {None, STREAM} else [typed_path(options.source)]
    check_no_input(files.values(), inputs)
    if options.overwrite and folder is None:
        raise ArgumentsError("Argument --overwrite makes no difference here: only with --out there is a folder.")
    return _Targets(frozenset(asked), folder, files, piped, tuple(inputs))


def _files_asked(options: argparse.Namespace, kind: AnyKind) -> dict[str, str]:
    """Return the names of single files that were given, by what goes into them."""
    names = [ASSEMBLED, *([COUPON] if kind.has_coupon else [])]
    names += [text_format.name for text_format in kind.formats]
    names += [request.name for request in kind.requests if request.file]
    return {name: path for name in names if (path := getattr(options, name)) is not None}


def _piped(options: argparse.Namespace, files: Mapping[str, str]) -> str | None:
    """Return what goes to standard output instead of a file, if anything; raises ArgumentsError for what cannot."""
    if options.out == STREAM:
        raise ArgumentsError("Argument --out is '-': it must be a folder, and standard output is none.")
    piped = [name for name, path in files.items() if path == STREAM]
    if ASSEMBLED in piped:
        raise ArgumentsError(f"Argument --{ASSEMBLED} is '-': it must be a file, which ends with .3mf or .stl.")
    others = ["--json"] if options.json else []
    if piped and len(piped) + len(others) > 1:
        flags = listed([*(f"--{name}" for name in piped), *others])
        raise ArgumentsError(f"Standard output has room for one of {flags}: give a file, or leave one out.")
    return piped[0] if piped else None


def _as_printed(asked: Asked, answer: Answer[Any]) -> Puzzle:
    """Return what was made as it is to be printed: as was asked for, else as its file says; warnings are given."""
    given = [name for name, value in vars(asked.options).items() if value is not None]
    given += [option.name for option in declared(asked.kind.dimensions) if asked.is_printed]
    puzzle = asked.setup.holding(answer.puzzle, given).answered(answer)
    for warning in puzzle.warnings:
        asked.speaker.warn(warning)
    return puzzle


def _taken(puzzle: Puzzle, speaker: Speaker, options: argparse.Namespace) -> Estimate | None:
    """Return what making a puzzle takes, where that is read; what has no room is warned of where no check says it."""
    try:
        puzzle.check_room()
        return None if options.json else puzzle.estimate
    except InputError as error:
        if not options.check:
            speaker.warn(str(error))
        return None


def _made_and_written(asked: Asked, targets: _Targets) -> tuple[dict[str, Any], Puzzle]:
    """Make or open the puzzle, do what else is asked for, build it, and write its files; return the report with it."""
    options = asked.options
    times = [perf_counter()]
    answer = asked.answer(targets.folder)
    if asked.is_stopped:
        asked.speaker.complain(_words_on_the_end(asked, targets))
    puzzle = _as_printed(asked, answer)
    times.append(perf_counter())
    texts = {form.name: form.write(puzzle.content) for form in puzzle.kind.formats if form.name in targets.asked}
    texts |= answer.texts
    try:
        report = puzzle.report(printed=targets.folder is not None or options.check)
    except InputError:
        if not options.check:
            raise
        # The check says it, beside all else.
        report = puzzle.report(printed=False)
    report |= {"finished": not asked.is_stopped, "files": [], "seconds": {}}
    report["summary"] = "\n".join((puzzle.summary, *puzzle.lines))
    times.append(perf_counter())
    if targets.folder is not None:
        report["assembly"] = [step.sentence for step in puzzle.steps]
    if options.check:
        with shown_progress(puzzle.kind, sys.stderr, quiet=asked.speaker.quiet) as show:
            checked = finish(puzzle.check_in_steps(), lambda share: show(Progress(1, 1, share, None)))
        report["verdict"] = checked.verdict
        report["checks"] = [asdict(check) for check in checked.checks]
        if checked.level == BAD:
            # As with the button Print: what was checked and will not print is not written.
            targets = replace(targets, asked=frozenset(), folder=None, files={}, piped=None)
    if targets.folder is not None:
        check_free(targets.files.values(), targets.folder, puzzle.own_names)
        # A puzzle's own file may be opened and written again.
        check_no_input((targets.folder / name for name in puzzle.own_names - {PUZZLE_FILE}), targets.inputs)
    coupon = coupon_of(puzzle.kind, puzzle.dimensions) if COUPON in targets.asked else None
    begin = perf_counter()
    files = _written(asked, puzzle, targets, texts, coupon)
    if targets.piped is not None:
        asked.speaker.give(coupon.data if coupon and targets.piped == COUPON else texts[targets.piped].encode())
    seconds = [*(after - before for before, after in pairwise(times)), perf_counter() - begin]
    if targets.folder is not None and (beside := beside_others(files)):
        asked.speaker.note(f"The files are in {quoted(targets.folder)}{beside}.")
    report["files"] = [{"path": str(file.path), "triangles": file.triangles} for file in files]
    report["seconds"] = {
        name: round(value, 4) for name, value in zip(("generate", "mesh", "export"), seconds, strict=True)
    }
    return report, puzzle


def _words_on_the_end(asked: Asked, targets: _Targets) -> str:
    """Return a sentence on a search that was stopped: what becomes of what it has found."""
    stopped = f"Stopped before {asked.lacks} was found" if asked.lacks else "Stopped"
    if not targets.is_any:
        return f"{stopped}: what was found so far is unfinished, and nothing was written. With --out it is kept."
    goes_on = asked.requests and targets.folder
    on = "--from goes on with it" if goes_on else "is unfinished: it may lack what was asked for"
    return f"{stopped}: what was found so far is kept, and {on}. Its files are being written."


def _written(
    asked: Asked, puzzle: Puzzle, targets: _Targets, texts: Mapping[str, str], coupon: Coupon | None
) -> list[WrittenFile]:
    """Write all files, those of the folder and single ones, or none; raises ExportError."""
    files: list[WrittenFile] = []
    try:
        # All that takes time or can fail comes first: once the files are in their places, they are reported.
        with Transaction() as transaction:
            if targets.folder is not None:
                files += puzzle.prepare(targets.folder, transaction, overwrite=asked.options.overwrite)
            if coupon is not None and COUPON in targets.files:
                files.append(coupon.prepare(targets.files[COUPON], transaction))
            if ASSEMBLED in targets.files:
                files.append(puzzle.prepare_assembled(targets.files[ASSEMBLED], transaction))
            for name, text in texts.items():
                if name in targets.files:
                    prepare_text(text, targets.files[name], transaction)
                    files.append(WrittenFile(targets.files[name], None))
            asked.interrupts.decide()
            transaction.commit()
    except OccupiedError as error:
        again = f" The code of what was made is {puzzle.code}." if puzzle.code else ""
        raise ExportError(f"{error}{OTHER_FOLDER}{again}") from error
    return files
