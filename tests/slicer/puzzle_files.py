# SPDX-License-Identifier: GPL-3.0-or-later
"""Exporting as by the command line, and the right content of the files, from the core's parts and never from these."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import fields
from pathlib import Path

import pytest

from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.model.as_printed import coupon
from puzzle_cubes.oskar.model.box_and_cross import BOX, CROSS, SOLUTION, one_piece
from puzzle_cubes.oskar.model.dimensions import Dimensions
from puzzle_cubes.oskar.model.kit import kit
from puzzle_cubes.oskar.puzzle_texts import puzzle_from_json
from puzzle_cubes.printing.printed_object import lay_out
from puzzle_cubes.printing.printer import Printer
from tests.core.command_line.command import report_of
from tests.core.solids.judges import manifold_of
from tests.slicer.judges import Expected


def export(folder: Path, arguments: str) -> Dimensions:
    """Export a puzzle with the command line, and return the dimensions that it reports: those that its way uses."""
    words = arguments.split()
    way = [] if "--kit" in words else ["--one-piece"]
    report = report_of("oskar", *way, *words, "--seed", "1", "--out", str(folder))["dimensions"]
    return Dimensions(**{field.name: report[field.name] for field in fields(Dimensions) if field.name in report})


def some_of(cases: Mapping[str, object], *names: str) -> list[pytest.ParameterSet]:
    """Return cases by their names as values of parameters; all but some are left to ``make test-all``."""
    return [
        pytest.param(
            *(values if isinstance(values, tuple) else (values,)),
            id=name,
            marks=() if name in names else pytest.mark.thorough,
        )
        for name, values in cases.items()
    ]


def expected_files(folder: Path, dimensions: Dimensions) -> dict[str, Expected]:
    """Return what each STL file must hold of the puzzle whose puzzle.json lies in the folder."""
    puzzle = puzzle_in(folder)
    volumes = {part.key: part.volume for part in one_piece(puzzle, dimensions)}
    return {
        "printableMaze.stl": Expected(2, volumes[BOX] + volumes[CROSS]),
        "solutionMaze.stl": Expected(2, volumes[BOX] + volumes[SOLUTION]),
    }


def expected_kit(folder: Path, dimensions: Dimensions, printer: Printer) -> dict[str, Expected]:
    """Return what each file of the kit must hold of the puzzle whose puzzle.json lies in the folder."""
    parts = kit(puzzle_in(folder), dimensions)
    places = lay_out({part.label: part.printed_size[:2] for part in parts}, printer)
    volumes = defaultdict(list)
    for part in parts:
        volumes[f"{part.key}.stl"].append(part.volume)
        volumes[f"bed_{places[part.label].bed + 1}.stl"].append(part.volume)
    return {name: Expected(len(bodies), sum(bodies)) for name, bodies in volumes.items()}


def beds_of(names: Iterable[str]) -> set[str]:
    """Return the names of files that hold all parts of a bed."""
    return {name for name in names if name.startswith("bed_")}


def expected_coupon(dimensions: Dimensions) -> Expected:
    """Return what the file of a coupon must hold."""
    bodies = coupon(dimensions).values()
    return Expected(len(bodies), sum(manifold_of(body.mesh()).volume() for body in bodies))


def puzzle_in(folder: Path) -> Puzzle:
    """Return the puzzle whose puzzle.json lies in the folder."""
    return puzzle_from_json((folder / "puzzle.json").read_text(encoding="utf-8"))
