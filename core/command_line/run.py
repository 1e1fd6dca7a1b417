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
from time import perf_counter
from typing import Any, TextIO

from ..common.errors import ExportError, InputError
from ..common.options import Options, Value, rounded, values_of
from ..common.words import quoted, shortened
from ..files.extra_files import COUPON, check_free, extra_targets
from ..files.interrupts import Interrupts
from ..files.paths import absolute
from ..files.transaction import Transaction
from ..kind.coding import code_of, puzzle_of_code
from ..kind.kind import Kind
from ..kind.laid import lay
from ..kind.making import Progress, finish
from ..kind.part import Part
from ..kind.request import Answer
from ..kind.way import Way
from ..kinds import KINDS
from ..printing.checks import mass_of
from ..printing.file_types import STL
from ..printing.printer import Printer
from ..puzzle_files.mesh_files import FilePlan, assembled_files, files_apart
from ..puzzle_files.occupant import OccupiedError
from ..puzzle_files.prepare import WrittenFile, check_occupant
from ..puzzle_files.text_files import open_puzzle, prepare_text
from ..puzzle_files.texts import steps_or_problem, texts_of
from .arguments import ArgumentsError, check_kind, given_options, given_preset, given_values, parsed
from .plain_files import prepare_without_blender
from .progress_line import shown_progress
from .wanted import Prepare, Wanted

COMMAND = "puzzle_cubes"
FAILED = 1
WRONG_ARGUMENTS = 2


def run(arguments: Sequence[str], output: TextIO, prepare: Prepare | None = None, *, for_good: bool = False) -> int:
    """Run the command line and return the exit code: 0, or 2 for wrong arguments and 1 for what failed.

    The help and the report go to ``output``, everything else to standard error. ``prepare`` writes with
    Blender; without it no STL files can be written. A signal that ends a program ends the run, and nothing is written,
    until all is and only has to be put in its place. With ``for_good`` signals that come after that find no answer in
    the process any more.
    """
    with Interrupts(for_good=for_good) as interrupts:
        try:
            return _run(arguments, output, prepare, interrupts)
        except KeyboardInterrupt:
            return _fail("Stopped.", FAILED)


def _run(arguments: Sequence[str], output: TextIO, prepare: Prepare | None, interrupts: Interrupts) -> int:
    try:
        check_kind(arguments)
        options = parsed(COMMAND, arguments, output)
        kind = KINDS[options.kind]
        _check_needs(options, kind, prepare)
        values = given_values(kind.options, options)
        make = _making(options, kind, values)
        preset = given_preset(kind, options)
        dimensions, printer = given_options(preset.dimensions, options), given_options(preset.printer, options)
    except SystemExit:
        return 0  # the help was asked for
    except (ArgumentsError, InputError) as error:
        return _fail(str(error), WRONG_ARGUMENTS)
    prepare = prepare_without_blender if options.no_stl or prepare is None else prepare
    try:
        report = _make(options, kind, make, dimensions, printer, prepare=prepare, interrupts=interrupts)
    except (InputError, ExportError) as error:
        return _fail(str(error), FAILED)
    if options.json:
        print(json.dumps(report, indent=2), file=output)
    else:
        print(_summary(report), file=sys.stderr)
    return 0


def _making(options: argparse.Namespace, kind: Kind[Any, Any], values: Mapping[str, Value]) -> Callable[[], Any]:
    """Return what makes or opens the puzzle; raises ArgumentsError for values that are not free, and InputError."""
    code = options.code if kind.code_letter else None
    if code is not None:
        if values or options.source is not None:
            raise ArgumentsError("With --code the puzzle is that of the code, so nothing else of it can be given.")
        return partial(_of_code, kind, code)
    if options.source is None:
        return partial(_made, kind, kind.make_in_steps(kind.values_with(values)))
    if not values.keys() <= set(kind.source_options):
        raise ArgumentsError("With --from the puzzle comes from the file, so its size, seed and wishes cannot be set.")
    return partial(_opened, kind, options.source, values)


def _check_needs(options: argparse.Namespace, kind: Kind[Any, Any], prepare: Prepare | None) -> None:
    """Raise ArgumentsError where Blender is needed and is not there, or is not wanted."""
    if options.no_stl and _wants_coupon(options, kind):
        raise ArgumentsError("The coupon is an STL file: leave out --no-stl to write it.")
    if prepare is None and not options.no_stl and (options.out is not None or _wants_coupon(options, kind)):
        raise ArgumentsError("STL files are written by Blender, which does not run here: add --no-stl.")


def _wants_coupon(options: argparse.Namespace, kind: Kind[Any, Any]) -> bool:
    return kind.has_coupon and options.coupon is not None


def _fail(sentence: str, code: int) -> int:
    print(f"{COMMAND}: {sentence}", file=sys.stderr)
    return code


def _make(
    options: argparse.Namespace,
    kind: Kind[Any, Any],
    make: Callable[[], Any],
    dimensions: Options,
    printer: Printer,
    *,
    prepare: Prepare,
    interrupts: Interrupts,
) -> dict[str, Any]:
    """Make or open the puzzle, do what else is asked for, build it, write its files, and return the report."""
    folder = None if options.out is None else absolute(options.out)
    own_files = [other.name for other in kind.formats] + [request.name for request in kind.requests if request.file]
    extra = extra_targets(
        folder or absolute("."),
        options.coupon if kind.has_coupon else None,
        {name: getattr(options, name) for name in own_files},
    )
    times = [perf_counter()]
    answer = _answered(kind, make(), options, interrupts)
    puzzle = answer.puzzle
    for warning in (*kind.warnings(puzzle), *kind.missed(puzzle)):
        print(f"{COMMAND}: warning: {warning}", file=sys.stderr)
    times.append(perf_counter())
    own_texts = {other.name: other.write(puzzle) for other in kind.formats if other.name in extra} | dict(answer.texts)
    way = next((way for way in kind.ways[1:] if getattr(options, way.name)), kind.ways[0])
    parts = () if folder is None and not options.check else kind.parts(puzzle, dimensions, way.name)
    report: dict[str, Any] = {
        "kind": kind.name,
        **kind.numbers(puzzle),
        **answer.numbers,
        "code": code_of(kind, puzzle),
        "dimensions": _lengths(kind, puzzle, dimensions),
        "files": [],
        "seconds": {},
        **_printed(parts, way, printer),
        "summary": "\n".join((kind.summary(puzzle), *answer.lines)),
    }
    times.append(perf_counter())
    plans: dict[str, FilePlan] = {}
    texts: dict[str, str] = {}
    if folder is not None:
        steps, problem = steps_or_problem(kind, puzzle, parts, way)
        plans = _plans(kind, puzzle, dimensions, way, parts=parts, printer=printer)
        texts = texts_of(kind, puzzle, way, steps, problem)
        report = {"assembly": [step.sentence for step in steps], **report}
    if options.no_stl:
        plans = {name: plan for name, plan in plans.items() if not name.endswith(STL)}
    names = [*plans, *texts]
    # What an earlier export of the puzzle in one piece has left there is its own, too.
    earlier = assembled_files(kind, puzzle, dimensions, printer) if folder is not None else {}
    check_free(extra.values(), folder or absolute("."), {*names, *earlier})
    if options.check:
        checked = kind.check(puzzle, dimensions, printer, way.name, parts)
        report["checks"] = [asdict(check) for check in checked.checks]
    begin = perf_counter()
    wanted = Wanted(kind, puzzle, dimensions, printer, way, parts, plans, texts, folder, extra.get(COUPON))
    try:
        # All that takes time or can fail comes first: once the files are in their places, they are reported.
        with Transaction() as transaction:
            if folder is not None:
                # Whether it is another puzzle's is seen only where nothing is under way in the folder.
                transaction.begin(folder)
                if not options.overwrite:
                    check_occupant(folder, kind, puzzle, names)
            files = prepare(wanted, transaction)
            for name, text in own_texts.items():
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


def _made(kind: Kind[Any, Any], steps: Generator[Progress[Any], None, Any]) -> Any:
    """Return the puzzle that is made in steps; a terminal shows how far it is."""
    with shown_progress(kind, sys.stderr) as report:
        return finish(steps, report)


def _answered(kind: Kind[Any, Any], puzzle: Any, options: argparse.Namespace, interrupts: Interrupts) -> Answer[Any]:
    """Return what was asked of a puzzle; where files are written, Ctrl-C ends that with what was found so far."""
    asked = {request.name for request in kind.requests if getattr(options, request.name)}
    reached: list[Progress[Any]] = []
    with shown_progress(kind, sys.stderr) as report:

        def note(progress: Progress[Any]) -> None:
            reached[:] = [progress]
            report(progress)

        try:
            return finish(kind.answer_in_steps(puzzle, asked), note)
        except KeyboardInterrupt:
            if options.out is None or not reached or reached[0].best is None:
                raise
    interrupts.answered()
    print(f"{COMMAND}: warning: Stopped: --from goes on with what was found, which is kept.", file=sys.stderr)
    return Answer(reached[0].best)


def _opened(kind: Kind[Any, Any], path: str, values: Mapping[str, Value]) -> Any:
    """Return the puzzle of a file, with values that the file does not say.

    Raises InputError where it is of another kind, and for values that cannot be.
    """
    found, puzzle = open_puzzle(path)
    if found != kind:
        raise InputError(f"File {quoted(path)} holds a puzzle of the kind {found.label}: use the command {found.name}.")
    return kind.completed(puzzle, values)


def _of_code(kind: Kind[Any, Any], code: str) -> Any:
    """Return the puzzle of a code; raises InputError where it is damaged or of another kind."""
    found, puzzle = puzzle_of_code(code, KINDS.values())
    if found != kind:
        raise InputError(
            f"Code is {shortened(code)}: it is of the kind {found.label}, so use the command {found.name}."
        )
    return puzzle


def _printed(parts: Sequence[Part], way: Way, printer: Printer) -> dict[str, Any]:
    """Return what is printed, and its mass; raises InputError where a part is larger than the bed."""
    printed = [part for part in parts if not part.beside]
    beds = {key: 1 + place.bed for key, place in lay(printed, printer).items()} if way.apart else {}
    listed: list[dict[str, Any]] = [
        {
            "name": part.key,
            "size": [rounded(side) for side in (part.printed_size if way.apart else part.solid.extent)],
            "volume": round(part.volume, 3),
            "bed": beds.get(part.key, 1),
        }
        for part in printed
    ]
    return {"parts": listed, "mass_g": round(mass_of(sum(one["volume"] for one in listed), printer), 2)}


def _plans(
    kind: Kind[Any, Any], puzzle: Any, dimensions: Options, way: Way, *, parts: Sequence[Part], printer: Printer
) -> dict[str, FilePlan]:
    """Return what goes into the files of a puzzle, by their names."""
    if not way.apart:
        return assembled_files(kind, puzzle, dimensions, printer)
    printed = [part for part in parts if not part.beside]
    labels = {part.key: part.label for part in printed}
    return files_apart(kind.puzzle_name(puzzle), way, lay(printed, printer), labels, printer)


def _lengths(kind: Kind[Any, Any], puzzle: Any, dimensions: Options) -> dict[str, Any]:
    """Return the dimensions and what follows from them."""
    lengths: dict[str, Any] = {**values_of(dimensions), **kind.derived_lengths(dimensions, puzzle)}
    return {name: _rounded(value) for name, value in lengths.items()}


def _rounded(value: Any) -> Any:
    """Return a length or several as they are reported; a text stays what it is."""
    if isinstance(value, tuple):
        return [rounded(side) for side in value]
    return value if isinstance(value, str) else rounded(value)


def _summary(report: dict[str, Any]) -> str:
    lines = [report["summary"]]
    lines += [f"  {check['level']:9}{check['sentence']}" for check in report.get("checks", ())]
    for file in report["files"]:
        triangles = "" if file["triangles"] is None else f" ({file['triangles']:,} triangles, closed)"
        lines.append(f"  {file['path']}{triangles}")
    return "\n".join(lines)
