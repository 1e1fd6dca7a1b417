# SPDX-License-Identifier: GPL-3.0-or-later
"""The command line, for ``blender --command puzzle_cubes`` and for scripts with the bpy module.

The first argument names the kind of puzzle; the options of a kind follow from its declarations.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
from collections.abc import Generator
from dataclasses import asdict
from itertools import pairwise
from time import perf_counter
from typing import Any, TextIO

import bpy

from ..core.common.errors import ExportError, InputError
from ..core.common.options import Options, rounded, values_of
from ..core.common.words import quoted
from ..core.kind.kind import Kind
from ..core.kind.making import Progress, finish
from ..core.kind.printed_parts import places_on_beds
from ..core.kind.way import Way
from ..core.kinds import KINDS
from ..core.printing.checks import mass_of
from ..core.printing.printer import Printer
from .arguments import ArgumentsError, check_kind, given_options, given_preset, given_values, parsed
from .data.context import scene_of
from .data.interrupts import Interrupts
from .data.paths import absolute
from .data.transaction import Transaction
from .progress_line import shown_progress
from .scene.build import add_puzzle
from .scene.exports import OccupiedError, WrittenFile, own_names, prepare_coupon, prepare_puzzle
from .scene.extra_files import COUPON, check_free, extra_targets
from .scene.option_properties import put_options
from .scene.properties import own_group, puzzle_group, scene_group
from .scene.text_files import open_puzzle, prepare_text

COMMAND = "puzzle_cubes"
FAILED = 1
WRONG_ARGUMENTS = 2


def run_in_blender(arguments: list[str]) -> int:
    """Run as ``blender --command``: what Blender prints by itself goes to standard error from now on."""
    sys.stdout.flush()
    # Blender's own answer to Ctrl-C is a wish to stop that no Python hears, and to a second one its sudden end.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as output:
        os.dup2(2, 1)
        return run(arguments, output, for_good=True)


def run(arguments: list[str], output: TextIO, *, for_good: bool = False) -> int:
    """Run the command line and return the exit code: 0, or 2 for wrong arguments and 1 for what failed.

    The help and the report go to ``output``, everything else to standard error. A signal that ends a program ends the
    run, and nothing is written, until all is and only has to be put in its place. With ``for_good`` signals that come
    after that find no answer in the process any more.
    """
    with Interrupts(for_good=for_good) as interrupts:
        try:
            return _run(arguments, output, interrupts)
        except KeyboardInterrupt:
            return _fail("Stopped.", FAILED)


def _run(arguments: list[str], output: TextIO, interrupts: Interrupts) -> int:
    try:
        check_kind(arguments)
        options = parsed(COMMAND, arguments, output)
        kind = KINDS[options.kind]
        values = given_values(kind.options, options)
        if values and options.source is not None:
            raise ArgumentsError(
                "With --from the puzzle comes from the file, so its size, seed and wishes cannot be set."
            )
        steps = None if options.source is not None else kind.make_in_steps(kind.defaults | values)
        preset = given_preset(kind, options)
        dimensions, printer = given_options(preset.dimensions, options), given_options(preset.printer, options)
    except SystemExit:
        return 0  # the help was asked for
    except (ArgumentsError, InputError) as error:
        return _fail(str(error), WRONG_ARGUMENTS)
    try:
        report = _make(options, kind, steps, dimensions, printer, interrupts=interrupts)
    except (InputError, ExportError) as error:
        return _fail(str(error), FAILED)
    if options.json:
        print(json.dumps(report, indent=2), file=output)
    else:
        print(_summary(report), file=sys.stderr)
    return 0


def _fail(sentence: str, code: int) -> int:
    print(f"{COMMAND}: {sentence}", file=sys.stderr)
    return code


def _make(
    options: argparse.Namespace,
    kind: Kind[Any, Any],
    steps: Generator[Progress[Any], None, Any] | None,
    dimensions: Options,
    printer: Printer,
    *,
    interrupts: Interrupts,
) -> dict[str, Any]:
    """Make or open the puzzle, build it, write its files, and return the report."""
    folder = absolute(options.out)
    extra = extra_targets(
        folder,
        options.coupon if kind.has_coupon else None,
        {other.name: getattr(options, other.name) for other in kind.formats},
    )
    times = [perf_counter()]
    puzzle = _opened(kind, options.source) if steps is None else _made(kind, steps)
    for warning in (*kind.warnings(puzzle), *kind.missed(puzzle)):
        print(f"{COMMAND}: warning: {warning}", file=sys.stderr)
    times.append(perf_counter())
    way = next((way for way in kind.ways[1:] if getattr(options, way.name)), kind.ways[0])
    parts = _parts(kind, puzzle, dimensions, way, printer)
    collection = add_puzzle(bpy.context, kind, puzzle, dimensions)
    if way.apart:
        put_options(scene_group(scene_of(bpy.context)), printer)
    if way != kind.ways[0]:
        own_group(puzzle_group(collection)).way = way.name.upper()
    times.append(perf_counter())
    check_free(extra.values(), folder, own_names(bpy.context, collection))
    report: dict[str, Any] = {
        "kind": kind.name,
        **kind.numbers(puzzle),
        "dimensions": _lengths(kind, puzzle, dimensions),
        "files": [],
        "seconds": {},
        "parts": parts,
        "mass_g": round(mass_of(sum(part["volume"] for part in parts), printer), 2),
        "summary": kind.summary(puzzle),
    }
    if options.check:
        checked = kind.check(puzzle, dimensions, printer, way.name)
        report["checks"] = [asdict(check) for check in checked.checks]
    begin = perf_counter()
    try:
        # All that takes time or can fail comes first: once the files are in their places, they are reported.
        with Transaction() as transaction:
            files = prepare_puzzle(bpy.context, collection, folder, transaction, overwrite=options.overwrite)
            if COUPON in extra:
                files.append(prepare_coupon(bpy.context, extra[COUPON], kind, dimensions, transaction))
            for other in kind.formats:
                if other.name in extra:
                    prepare_text(other, puzzle, extra[other.name], transaction)
                    files.append(WrittenFile(extra[other.name], None))
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


def _opened(kind: Kind[Any, Any], path: str) -> Any:
    """Return the puzzle of a file; raises InputError where it is of another kind."""
    found, puzzle = open_puzzle(path)
    if found != kind:
        raise InputError(f"File {quoted(path)} holds a puzzle of the kind {found.label}: use the command {found.name}.")
    return puzzle


def _parts(kind: Kind[Any, Any], puzzle: Any, dimensions: Options, way: Way, printer: Printer) -> list[dict[str, Any]]:
    """Return what is printed; raises InputError where the parts cannot be, or one is larger than the bed."""
    parts = [part for part in kind.parts(puzzle, dimensions, way.name) if not part.beside]
    beds = {key: 1 + place.bed for key, place in places_on_beds(parts, printer).items()} if way.apart else {}
    return [
        {
            "name": part.key,
            "size": [rounded(side) for side in (part.printed_size if way.apart else part.solid.extent)],
            "volume": round(part.volume, 3),
            "bed": beds.get(part.key, 1),
        }
        for part in parts
    ]


def _lengths(kind: Kind[Any, Any], puzzle: Any, dimensions: Options) -> dict[str, Any]:
    """Return the dimensions and what follows from them."""
    lengths: dict[str, Any] = {**values_of(dimensions), **kind.derived_lengths(dimensions, puzzle)}
    return {
        name: rounded(value) if isinstance(value, float) else [rounded(side) for side in value]
        for name, value in lengths.items()
    }


def _summary(report: dict[str, Any]) -> str:
    lines = [report["summary"]]
    lines += [f"  {check['level']:9}{check['told']}" for check in report.get("checks", ())]
    for file in report["files"]:
        triangles = "" if file["triangles"] is None else f" ({file['triangles']:,} triangles, closed)"
        lines.append(f"  {file['path']}{triangles}")
    return "\n".join(lines)
