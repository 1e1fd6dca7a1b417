# SPDX-License-Identifier: GPL-3.0-or-later
"""The command line, for ``blender --command oskars_cube`` and for scripts with the bpy module."""

from __future__ import annotations

import argparse
import json
import os
import sys
from dataclasses import asdict, fields, replace
from itertools import pairwise
from pathlib import Path
from time import perf_counter
from typing import Any, NoReturn, TextIO

import bpy

from ..core.bed_layout import lay_out
from ..core.checks import check_puzzle, mass_of
from ..core.configuration import Position
from ..core.dimensions import Dimensions, rounded
from ..core.errors import InputError
from ..core.generators import STYLES, generate
from ..core.kit import kit
from ..core.parts import box, cross
from ..core.presets import PRESETS
from ..core.printer import MATERIALS, Printer
from ..core.puzzle import NotFoundError, Puzzle, size_text
from ..core.settings import CHOICES, EFFORTS, ENDS, STARTS, Settings
from .conversions import copy_printer
from .names import KIT
from .puzzle_files import read_puzzle, write_mazecube
from .puzzle_objects import add_puzzle, part_meshes
from .stl_export import ExportError, WrittenFile, export_coupon, export_puzzle

COMMAND = "oskars_cube"
FAILED = 1
WRONG_ARGUMENTS = 2


class _ArgumentsError(ValueError):
    """Arguments that do not fit; the message is one sentence."""


class _Parser(argparse.ArgumentParser):
    """A parser that writes its help to a given stream and raises for what is wrong."""

    output: TextIO

    def print_help(self, file: Any = None) -> None:
        """Write the help."""
        super().print_help(self.output)

    def error(self, message: str) -> NoReturn:
        """Tell what is wrong in one sentence, without the usage."""
        raise _ArgumentsError(message[0].upper() + message[1:] + ".")


def run_in_blender(arguments: list[str]) -> int:
    """Run as ``blender --command``: what Blender prints by itself goes to standard error from now on."""
    sys.stdout.flush()
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as output:
        os.dup2(2, 1)
        return run(arguments, output)


def run(arguments: list[str], output: TextIO) -> int:
    """Run the command line and return the exit code: 0, or 2 for wrong arguments and 1 for what failed.

    The help and the report go to ``output``, everything else to standard error.
    """
    parser = _parser(output)
    try:
        options = parser.parse_args(arguments)
        settings, dimensions, printer = _settings(options), _dimensions(options), _printer(options)
    except SystemExit:
        return 0  # the help was asked for
    except (_ArgumentsError, InputError) as error:
        return _fail(str(error), WRONG_ARGUMENTS)
    try:
        report = _make(options, settings, dimensions, printer)
    except (InputError, NotFoundError, ExportError) as error:
        return _fail(str(error), FAILED)
    except KeyboardInterrupt:
        return _fail("Stopped.", FAILED)
    if options.json:
        print(json.dumps(report, indent=2), file=output)
    else:
        print(_summary(report), file=sys.stderr)
    return 0


def _fail(sentence: str, code: int) -> int:
    print(f"{COMMAND}: {sentence}", file=sys.stderr)
    return code


def _parser(help_output: TextIO) -> argparse.ArgumentParser:
    parser = _Parser(prog=COMMAND, description="Make an Oskar's Cube and write its STL files.", allow_abbrev=False)
    parser.output = help_output
    source = parser.add_argument_group("puzzle")
    source.add_argument("--size", nargs=3, type=int, metavar=("X", "Y", "Z"), help="cells along each axis (5 5 5)")
    source.add_argument("--seed", type=int, help="the same seed gives the same puzzle (0)")
    source.add_argument("--style", choices=list(STYLES), help="how the puzzle is made (classic)")
    source.add_argument("--effort", metavar="E", help="quick, normal, thorough, or steps of the search (normal)")
    source.add_argument(
        "--length", type=float, metavar="SHARE", help="solution of the style hard: share of positions (0.5)"
    )
    source.add_argument("--deceptiveness", type=float, metavar="SHARE", help="share of its moves with a decision (0.9)")
    source.add_argument("--choice", choices=list(CHOICES), help="where a growing tree grows on (mix)")
    source.add_argument("--end", choices=list(ENDS), help="which position becomes the end (deepest)")
    source.add_argument("--min-length", type=int, metavar="N", help="least number of moves (0)")
    source.add_argument("--attempts", type=int, metavar="N", help="puzzles tried to reach it (1000)")
    source.add_argument(
        "--start", nargs="+", metavar="S", help="center (of the top layer), best, or a cell X Y Z (center)"
    )
    source.add_argument(
        "--all-corners", action="store_true", default=None, help="all corners of the box can be reached"
    )
    source.add_argument("--no-loops", action="store_true", default=None, help="there is no way round in a circle")
    source.add_argument("--from", dest="source", metavar="FILE", help="open a puzzle.json or MazeCubeGenerator text")
    lengths = parser.add_argument_group("dimensions in millimeters")
    for dimension in fields(Dimensions):
        lengths.add_argument(
            "--" + dimension.name.replace("_", "-"),
            type=float,
            metavar="MM",
            help=f"{dimension.metadata['meaning']} ({dimension.default:g})",
        )
    printer = parser.add_argument_group("printer")
    printer.add_argument(
        "--preset",
        choices=list(PRESETS),
        default=next(iter(PRESETS)),
        help="dimensions and printer to begin with (pla)",
    )
    printer.add_argument("--nozzle", type=float, metavar="MM", help="width of a line (0.4)")
    printer.add_argument("--bed", nargs=2, type=float, metavar=("X", "Y"), help="size of the bed (220 220)")
    printer.add_argument("--spacing", type=float, metavar="MM", help="between two parts on the bed (5)")
    printer.add_argument("--material", choices=list(MATERIALS), help="what the puzzle is printed of (pla)")
    printer.add_argument("--kit", action="store_true", help="write the puzzle as a kit of flat parts, too")
    printer.add_argument("--check", action="store_true", help="check whether the puzzle will print and work")
    written = parser.add_argument_group("output")
    written.add_argument("--out", required=True, metavar="DIR", help="the folder to write to")
    written.add_argument("--coupon", metavar="FILE", help="write a print that tells which gaps suit your printer, too")
    written.add_argument("--mazecube", metavar="FILE", help="write the puzzle as MazeCubeGenerator text too")
    written.add_argument("--json", action="store_true", help="print a report as one JSON object on standard output")
    return parser


def _settings(options: argparse.Namespace) -> Settings | None:
    """Return the settings, with the defaults for what was not given; None when a file is to be opened."""
    given = {
        "size": options.size and tuple(options.size),
        "seed": options.seed,
        "style": options.style,
        "end": options.end,
        "minimum_length": options.min_length,
        "attempts": options.attempts,
        "start": options.start and _start(options.start),
        "effort": options.effort and _effort(options.effort),
        "length_share": options.length,
        "deceptiveness": options.deceptiveness,
        "choice": options.choice,
        "all_corners": options.all_corners,
        "no_loops": options.no_loops,
    }
    given = _without_none(given)
    if options.source is None:
        settings = Settings(**given)
        settings.check(tuple(STYLES))
        return settings
    if given:
        raise _ArgumentsError("With --from the puzzle comes from the file, so its size, seed and wishes cannot be set.")
    return None


def _start(words: list[str]) -> Position | str:
    """Return the start: a position, or one of the choices that have names."""
    if len(words) == 1 and words[0] in STARTS:
        return words[0]
    try:
        x, y, z = map(int, words)
    except ValueError as error:
        told = " ".join(words)[:40]
        raise _ArgumentsError(f"Start is '{told}': it must be {', '.join(STARTS)} or three whole numbers.") from error
    return x, y, z


def _effort(word: str) -> int:
    """Return the steps of a search, by the name of an effort or as a number."""
    if word in EFFORTS:
        return EFFORTS[word]
    try:
        return int(word)
    except ValueError as error:
        told = f"Effort is '{word[:40]}': it must be {', '.join(EFFORTS)} or a whole number of steps."
        raise _ArgumentsError(told) from error


def _dimensions(options: argparse.Namespace) -> Dimensions:
    given = {dimension.name: getattr(options, dimension.name) for dimension in fields(Dimensions)}
    return replace(PRESETS[options.preset].dimensions, **_without_none(given))


def _printer(options: argparse.Namespace) -> Printer:
    bed_x, bed_y = options.bed or (None, None)
    given = {
        "nozzle": options.nozzle,
        "bed_x": bed_x,
        "bed_y": bed_y,
        "spacing": options.spacing,
        "material": options.material,
    }
    return replace(PRESETS[options.preset].printer, **_without_none(given))


def _without_none(given: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in given.items() if value is not None}


def _make(
    options: argparse.Namespace, settings: Settings | None, dimensions: Dimensions, printer: Printer
) -> dict[str, Any]:
    """Make or open the puzzle, build it, write its files, and return the report."""
    times = [perf_counter()]
    puzzle = read_puzzle(options.source) if settings is None else generate(settings)
    for flaw in puzzle.flaws:
        print(f"{COMMAND}: warning: {flaw}", file=sys.stderr)
    times.append(perf_counter())
    parts = _parts(puzzle, dimensions, printer, as_kit=options.kit)
    collection = add_puzzle(bpy.context, puzzle, dimensions, part_meshes(puzzle, dimensions))
    if options.kit:
        copy_printer(printer, bpy.context.scene)
        collection.oskars_cube.way = KIT
    times.append(perf_counter())
    files = export_puzzle(bpy.context, collection, options.out)
    if options.coupon:
        files.append(export_coupon(bpy.context, options.coupon, dimensions))
    if options.mazecube:
        write_mazecube(puzzle, options.mazecube)
        files.append(WrittenFile(Path(options.mazecube).absolute(), None))
    times.append(perf_counter())
    seconds = [round(after - before, 4) for before, after in pairwise(times)]
    report = _report(puzzle, dimensions, files, dict(zip(("generate", "mesh", "export"), seconds, strict=True)))
    report |= {"parts": parts, "mass_g": round(mass_of(sum(part["volume"] for part in parts), printer), 2)}
    if options.check:
        checked = check_puzzle(puzzle, dimensions, printer, as_kit=options.kit)
        report["checks"] = [asdict(check) for check in checked.checks]
    return report


def _parts(puzzle: Puzzle, dimensions: Dimensions, printer: Printer, *, as_kit: bool) -> list[dict[str, Any]]:
    """Return what is printed; raises InputError where there can be no kit, or a part is larger than the bed."""
    if as_kit:
        kit_parts = kit(puzzle, dimensions)
        places = lay_out({part.label: part.printed_size[:2] for part in kit_parts}, printer)
        sized = [(part.name, part.printed_size, part.solid, 1 + places[part.label].bed) for part in kit_parts]
    else:
        solids = {"box": box(puzzle, dimensions), "cross": cross(puzzle.size, dimensions)}
        sized = [(name, solid.extent, solid, 1) for name, solid in solids.items()]
    return [
        {"name": name, "size": [rounded(side) for side in size], "volume": round(solid.volume, 3), "bed": bed}
        for name, size, solid, bed in sized
    ]


def _report(
    puzzle: Puzzle, dimensions: Dimensions, files: list[WrittenFile], seconds: dict[str, float]
) -> dict[str, Any]:
    settings = puzzle.settings
    derived = {
        "pitch": dimensions.pitch,
        "arm_width": dimensions.arm_width,
        "cavity": dimensions.cavity(puzzle.size),
        "outer_size": dimensions.outer_size(puzzle.size),
        "half_arms": dimensions.half_arms(puzzle.size),
    }
    lengths = {
        name: rounded(value) if isinstance(value, float) else [rounded(side) for side in value]
        for name, value in (asdict(dimensions) | derived).items()
    }
    return {
        "size": puzzle.size,
        "seed": settings and settings.seed,
        "style": settings and settings.style,
        "start": puzzle.start,
        "end": puzzle.end,
        **asdict(puzzle.measures),
        "dimensions": lengths,
        "files": [{"path": str(file.path), "triangles": file.triangles} for file in files],
        "seconds": seconds,
    }


def _summary(report: dict[str, Any]) -> str:
    moves = f"{report['length']} moves ({report['straight_moves']} straight)"
    space = f"{report['reachable']} of {report['positions']} positions reachable, {report['loops']} loops"
    lines = [f"Oskar's Cube {size_text(report['size'])}: {moves}, {space}"]
    lines += [f"  {check['level']:9}{check['told']}" for check in report.get("checks", ())]
    for file in report["files"]:
        triangles = "" if file["triangles"] is None else f" ({file['triangles']:,} triangles, closed)"
        lines.append(f"  {file['path']}{triangles}")
    return "\n".join(lines)
