# SPDX-License-Identifier: GPL-3.0-or-later
"""The command line: what is asked for is made, checked, written and reported.

The first argument names the kind of puzzle; the options of a kind follow from its declarations.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from itertools import pairwise
from pathlib import Path
from time import perf_counter
from typing import Any, TextIO

from ..common.errors import ExportError, InputError
from ..common.options import Options, Value
from ..common.words import quoted, shortened
from ..export.interrupts import Interrupts
from ..export.meshes import coupon_objects, write_meshes
from ..export.paths import COUPON, absolute, check_free, extra_targets
from ..export.plan import FilePlan, assembled_files
from ..export.prepare import OccupiedError, WrittenFile, prepare_files
from ..export.text_files import open_puzzle, prepare_text
from ..export.transaction import Transaction
from ..kind.asking import Answer
from ..kind.kind import AnyKind
from ..kind.making import Progress, finish
from ..kind.model import Way
from ..kind.reading import puzzle_of_code
from ..kinds import KINDS
from ..library import Puzzle
from ..printing.printer import Printer
from .arguments import (
    ArgumentsError,
    check_kind,
    given_options,
    given_preset,
    given_printer,
    given_values,
    given_way,
    parsed,
)
from .progress_line import shown_progress

FAILED, WRONG_ARGUMENTS = 1, 2


def exit_code(command: str, run: Callable[[], int], stopped: str) -> int:
    """Run a command and return its exit code, 2 for wrong arguments, and 1 for what failed or was stopped."""

    def fail(sentence: str, code: int) -> int:
        print(f"{command}: {sentence}", file=sys.stderr)
        return code

    try:
        return run()
    except SystemExit:
        return 0  # the help was asked for
    except ArgumentsError as error:
        return fail(str(error), WRONG_ARGUMENTS)
    except (InputError, ExportError) as error:
        return fail(str(error), FAILED)
    except KeyboardInterrupt:
        return fail(stopped, FAILED)


COMMAND = "puzzle-cubes"


def run(arguments: Sequence[str], output: TextIO, *, command: str = COMMAND, for_good: bool = False) -> int:
    """Run the command line and return the exit code: 0, or 2 for wrong arguments and 1 for what failed.

    The help and the report go to ``output``, everything else, as from ``command``, to standard error. A signal that
    ends a program ends the run, and nothing is written, until all is and only has to be put in its place. With
    ``for_good`` signals that come after that find no answer in the process any more.
    """
    with Interrupts(for_good=for_good) as interrupts:
        return exit_code(command, partial(_run, arguments, output, command, interrupts), "Stopped.")


def _run(arguments: Sequence[str], output: TextIO, command: str, interrupts: Interrupts) -> int:
    check_kind(arguments)
    options = parsed(command, arguments, output)
    options.command = command
    try:
        kind = KINDS[options.kind]
        values = given_values(kind.making.options, options)
        make = _making(options, kind, values)
        preset = given_preset(kind, options)
        printer = given_printer(preset.printer, options)
        # What follows from the printer does so from the given one, but for what is given itself.
        dimensions = given_options(preset.dimensions, options, kind.model.gaps(printer))
        way = given_way(kind, options)
    except InputError as error:
        raise ArgumentsError(str(error)) from error
    report = _make(options, kind, make, dimensions=dimensions, printer=printer, way=way, interrupts=interrupts)
    if options.json:
        print(json.dumps(report, indent=2), file=output)
    else:
        print(_summary(report), file=sys.stderr)
    return 0


def _making(options: argparse.Namespace, kind: AnyKind, values: Mapping[str, Value]) -> Callable[[], Any]:
    """Return what makes or opens the puzzle; raises ArgumentsError for values that are not free, and InputError."""
    code = None if kind.files.codes is None else options.code
    if code is not None:
        if values or options.source is not None:
            raise ArgumentsError("With --code the puzzle is that of the code, so nothing else of it can be given.")
        return partial(_of_code, kind, code)
    if options.source is None:
        return partial(_made, kind, kind.making.in_steps(kind.making.values_with(values)))
    if not values.keys() <= set(kind.asking.source_options):
        raise ArgumentsError("With --from the puzzle comes from the file, so its size, seed and wishes cannot be set.")
    return partial(_opened, kind, options.source, values)


def _make(
    options: argparse.Namespace,
    kind: AnyKind,
    make: Callable[[], Any],
    *,
    dimensions: Options,
    printer: Printer,
    way: Way,
    interrupts: Interrupts,
) -> dict[str, Any]:
    """Make or open the puzzle, do what else is asked for, build it, write its files, and return the report."""
    folder = None if options.out is None else absolute(options.out)
    own_files = [other.name for other in kind.files.formats]
    own_files += [request.name for request in kind.asking.requests if request.file]
    extra = extra_targets(
        folder or absolute("."),
        options.coupon if kind.model.has_coupon else None,
        {name: getattr(options, name) for name in own_files},
    )
    if kind.asking.needs_folder and not (folder or extra or options.json or options.check):
        raise ArgumentsError("Argument --out is missing: it is the folder to write to.")
    times = [perf_counter()]
    answer = _answered(kind, make(), options, interrupts)
    puzzle = Puzzle(kind, answer.puzzle, dimensions, printer, way, answer.numbers)
    for warning in puzzle.warnings:
        print(f"{options.command}: warning: {warning}", file=sys.stderr)
    times.append(perf_counter())
    own_texts = {other.name: other.write(puzzle.content) for other in kind.files.formats if other.name in extra}
    report = puzzle.report(printed=folder is not None or options.check) | {"files": [], "seconds": {}}
    report["summary"] = "\n".join((puzzle.summary, *answer.lines))
    times.append(perf_counter())
    names: list[str] = []
    if folder is not None:
        report = {"assembly": [step.sentence for step in puzzle.steps], **report}
        # What an earlier export of the puzzle in one piece has left there is its own, too.
        names = [*puzzle.plans, *puzzle.texts, *assembled_files(kind, puzzle.content, dimensions, printer)]
    check_free(extra.values(), folder or absolute("."), names)
    if options.check:
        report["checks"] = [asdict(check) for check in puzzle.check().checks]
    begin = perf_counter()
    try:
        # All that takes time or can fail comes first: once the files are in their places, they are reported.
        with Transaction() as transaction:
            files: list[WrittenFile] = []
            if folder is not None:
                files += puzzle.prepare(folder, transaction, overwrite=options.overwrite)
            if COUPON in extra:
                files += _prepare_coupon(extra[COUPON], kind, dimensions, transaction)
            for name, text in (own_texts | dict(answer.texts)).items():
                prepare_text(text, extra[name], transaction)
                files.append(WrittenFile(extra[name], None))
            interrupts.decide()
            transaction.commit()
    except OccupiedError as error:
        raise ExportError(f"{error} Choose another folder, or add --overwrite.") from error
    seconds = [*(after - before for before, after in pairwise(times)), perf_counter() - begin]
    report["files"] = [{"path": str(file.path), "triangles": file.triangles} for file in files]
    report["seconds"] = {
        name: round(value, 4) for name, value in zip(("generate", "mesh", "export"), seconds, strict=True)
    }
    return report


def _prepare_coupon(path: Path, kind: AnyKind, dimensions: Options, transaction: Transaction) -> list[WrittenFile]:
    """Prepare the file of a kind's coupon."""
    objects = coupon_objects(path.stem, kind.model.coupon(dimensions))

    def write(plan: FilePlan, file: Path) -> int:
        return write_meshes(file, plan, objects)

    return prepare_files(transaction, path.parent, {path.name: FilePlan(path.stem, ())}, {}, write)


def _made(kind: AnyKind, steps: Generator[Progress[Any], None, Any]) -> Any:
    """Return the puzzle that is made in steps; a terminal shows how far it is."""
    with shown_progress(kind, sys.stderr) as report:
        return finish(steps, report)


def _answered(kind: AnyKind, puzzle: Any, options: argparse.Namespace, interrupts: Interrupts) -> Answer[Any]:
    """Return what was asked of a puzzle; where files are written, Ctrl-C ends that with what was found so far."""
    asked = {request.name for request in kind.asking.requests if getattr(options, request.name)}
    reached: list[Progress[Any]] = []
    with shown_progress(kind, sys.stderr) as report:

        def note(progress: Progress[Any]) -> None:
            reached[:] = [progress]
            report(progress)

        try:
            return finish(kind.asking.answer_in_steps(puzzle, asked, 1), note)
        except KeyboardInterrupt:
            if options.out is None or not reached or reached[0].best is None:
                raise
    interrupts.answered()
    print(f"{options.command}: warning: Stopped: --from goes on with what was found, which is kept.", file=sys.stderr)
    return Answer(reached[0].best)


def _opened(kind: AnyKind, path: str, values: Mapping[str, Value]) -> Any:
    """Return the puzzle of a file, with values that the file does not say.

    Raises InputError where it is of another kind, and for values that cannot be.
    """
    found, puzzle = open_puzzle(path)
    if found != kind:
        raise InputError(f"File {quoted(path)} holds a puzzle of the kind {found.label}: use the command {found.name}.")
    return kind.asking.completed(puzzle, values)


def _of_code(kind: AnyKind, code: str) -> Any:
    """Return the puzzle of a code; raises InputError where it is damaged or of another kind."""
    found, puzzle = puzzle_of_code(code, KINDS.values())
    if found != kind:
        raise InputError(
            f"Code is {shortened(code)}: it is of the kind {found.label}, so use the command {found.name}."
        )
    return puzzle


def _summary(report: dict[str, Any]) -> str:
    lines = [report["summary"]]
    lines += [f"  {check['level']:9}{check['sentence']}" for check in report.get("checks", ())]
    for file in report["files"]:
        triangles = "" if file["triangles"] is None else f" ({file['triangles']:,} triangles, closed)"
        lines.append(f"  {file['path']}{triangles}")
    return "\n".join(lines)
