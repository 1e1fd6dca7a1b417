# SPDX-License-Identifier: GPL-3.0-or-later
"""Every file of a Packing Cube is good in the judges' eyes, gets supports where that is said, and has its gaps."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import fields
from pathlib import Path

import pytest

from puzzle_cubes.kind.part import Part, lay
from puzzle_cubes.packing.files.packing_json import puzzle_from_json
from puzzle_cubes.packing.kind import PACKING
from puzzle_cubes.packing.model.checks import check_puzzle
from puzzle_cubes.packing.model.dimensions import Dimensions
from puzzle_cubes.printing.checks import GOOD
from puzzle_cubes.printing.printer import Printer
from tests.core.command_line.command import report_of
from tests.slicer.exports import some_of
from tests.slicer.judges import Expected, complaints
from tests.slicer.puzzle_files import beds_of
from tests.slicer.supports import prusa_support, slic3r_support, write_bed

PUZZLES = {
    "megaron": ("", Printer(), 1),
    "with letters, magnets and a stand, several beds": (
        "--puzzle soma --letters 0.6 --magnet 5 --stand 6 --bed 80 80 --spacing 2",
        Printer(bed_x=80.0, bed_y=80.0, spacing=2.0),
        5,
    ),
    "a design with large letters, no box": ("--design 6 --seed 2 --letters 2 --tray-wall 0", Printer(), 1),
    "for resin": ("--puzzle diabolical --preset resin --letters 0.4", Printer(), 1),
    "pieces that hang": ("--pieces {folder}/hanging.txt --size 3 3 3 --first", Printer(), 1),
}
"""The arguments of the command line, the printer that the parts are laid out for, and how many beds they take."""

# A cube with another one on each side, which hangs however it lies; and single cubes.
HANGING = "1 1 1 1 0 1 1 2 1 1 1 0 1 1 2 1 1 1 0 1 1 2\n20 0 0 0\n"


def exported(folder: Path, arguments: str) -> tuple[Part, ...]:
    """Export a puzzle with the command line, and return the parts that it must have written."""
    (folder / "hanging.txt").write_text(HANGING)
    chosen = arguments.format(folder=folder).split()
    report = report_of("packing", *chosen, "--out", str(folder / "out"))["dimensions"]
    dimensions = Dimensions(**{field.name: report[field.name] for field in fields(Dimensions)})
    puzzle = puzzle_from_json((folder / "out" / "puzzle.json").read_text(encoding="utf-8"))
    return PACKING.parts(puzzle, dimensions, "parts")


@pytest.mark.parametrize(
    ("arguments", "printer", "beds"), some_of(PUZZLES, "megaron", "with letters, magnets and a stand, several beds")
)
def test_every_part_and_bed_can_be_printed_with_supports_as_said(
    tmp_path: Path, arguments: str, printer: Printer, beds: int
) -> None:
    parts = exported(tmp_path, arguments)
    places = lay(parts, printer)
    volumes = defaultdict(list)
    for part in parts:
        volumes[f"{part.key}.stl"].append(part.volume)
        volumes[f"bed_{places[part.key].bed + 1}.stl"].append(part.volume)
    expected = {name: Expected(len(bodies), sum(bodies)) for name, bodies in volumes.items()}
    assert len(expected) == len(parts) + beds
    # Parts that are alike have files that are alike.
    alike = {(tmp_path / "out" / name).read_bytes(): name for name in expected}
    bed = printer.bed_x, printer.bed_y
    wrong = {
        name: complaints(tmp_path / "out" / name, expected[name], bed, is_sliced=name in beds_of(expected))
        for name in alike.values()
    }
    assert not any(wrong.values()), wrong
    assert {file.name for file in (tmp_path / "out").glob("*.stl")} == expected.keys()
    for part in parts:
        file = f"{part.key}.stl"
        if file in alike.values():
            hangs = bool(part.printed.overhangs)
            for support in (prusa_support, slic3r_support):
                assert (support(tmp_path / "out" / file, 45, 0.2) > 0) == hangs, (file, support)


def test_what_hangs_is_said(tmp_path: Path) -> None:
    parts = exported(tmp_path, PUZZLES["pieces that hang"][0])
    puzzle = puzzle_from_json((tmp_path / "out" / "puzzle.json").read_text(encoding="utf-8"))
    (check,) = (line for line in check_puzzle(puzzle, Dimensions(), Printer(), parts).checks if line.name == "Supports")
    assert check.level != GOOD
    hanging = [part.label for part in parts if part.printed.overhangs]
    assert hanging == ["Piece A"]
    assert hanging[0] in check.sentence


@pytest.mark.parametrize("name", ["megaron", pytest.param("diabolical", marks=pytest.mark.thorough)])
def test_no_bevel_gets_supports_however_wide(tmp_path: Path, name: str) -> None:
    for bevel in (0.4, 0.8, 2.0):
        parts = exported(tmp_path, f"--puzzle {name} --bevel {bevel} --overwrite")
        assert not any(part.printed.overhangs for part in parts)
        # All pieces on one bed, and tray and lid.
        write_bed(parts, tmp_path / "bed.stl")
        assert prusa_support(tmp_path / "bed.stl", 45, 0.2) == 0, bevel
