# SPDX-License-Identifier: GPL-3.0-or-later
"""A puzzle.json says what its puzzle is printed with: the same files come of it again, byte for byte."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import puzzle_cubes
from puzzle_cubes.common.errors import InputError
from puzzle_cubes.export.puzzle import KEY, print_of
from puzzle_cubes.kinds import KINDS
from tests.core.command_line.command import report_of, run_here
from tests.core.export.written import folder_state


@pytest.mark.parametrize(
    "arguments",
    [
        "oskar --size 2 --seed 5 --kit --layer 0.15 --clearance 0.52 --pitch 9.25 --bed 130 --round-bed",
        "oskar --size 2 --seed 1 --preset petg --one-piece",
        "oskar --size 3x4x5 --outer 61.5 --follows wall --one-piece",
        "packing --puzzle diabolical --printer form_3 --tray-wall 0",
        "packing --puzzle soma --cut --outer 70 --letters 0.4",
        "burr --sticks 52 615 792 960 975 992 --inset 0.21 --outer 60",
    ],
)
def test_the_files_of_a_file_are_the_same_byte_for_byte(arguments: str, tmp_path: Path) -> None:
    first, again, third = (tmp_path / name for name in ("first", "again", "third"))
    kind = arguments.split(maxsplit=1)[0]
    assert run_here(*arguments.split(), "--out", str(first)).code == 0
    assert run_here(kind, "--from", str(first / "puzzle.json"), "--out", str(again)).code == 0
    assert folder_state(again) == folder_state(first)
    puzzle_cubes.read(first / "puzzle.json").write(third)
    assert folder_state(third) == folder_state(first)


def test_what_is_given_beside_a_file_comes_before_what_it_says(tmp_path: Path) -> None:
    made = puzzle_cubes.make("oskar", size=(2, 2, 2), way="kit", clearance=0.55, printer="voron_0")
    made.write(tmp_path)
    file = tmp_path / "puzzle.json"

    def report(*given: str) -> Any:
        return report_of("oskar", "--from", str(file), "--check", *given)

    plain = report()
    assert plain["dimensions"] | {"clearance": 0.55, "joint": 0.15} == plain["dimensions"]
    assert len(plain["parts"]) == 9
    assert len(report("--one-piece")["parts"]) < 9
    # The gap that followed from the printer goes on to follow from another one; the one that was given stays.
    lengths = report("--layer", "0.3", "--widening", "0.1")["dimensions"]
    assert lengths["clearance"] == 0.55
    assert lengths["joint"] > 0.15
    # A preset begins anew.
    assert report("--preset", "pla")["dimensions"]["clearance"] == 0.4
    assert puzzle_cubes.read(file, wall=3.3).dimensions != made.dimensions
    assert puzzle_cubes.read(file).printer == made.printer


def test_files_of_earlier_versions_are_read_as_before(tmp_path: Path) -> None:
    made = puzzle_cubes.make("oskar", size=(2, 2, 2), way="kit", clearance=0.55)
    file = tmp_path / "puzzle.json"
    file.write_text(made.kind.to_json(made.content), encoding="utf-8")
    read = puzzle_cubes.read(file)
    assert read.way == made.kind.first_way
    assert read.dimensions == made.kind.dimensions()


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        ({KEY: []}, "must hold way, dimensions and printer"),
        ({KEY: {"way": "kit", "dimensions": {}}}, "must hold way, dimensions and printer"),
        ({KEY: {"way": "boat", "dimensions": {}, "printer": {}}}, "way is 'boat'"),
        ({KEY: {"way": "kit", "dimensions": {"wall": "thick"}, "printer": {}}}, "\"wall\" is 'thick'"),
        ({KEY: {"way": "kit", "dimensions": {}, "printer": {"bed_x": -1}}}, "Bed x is -1 mm"),
        ({"version": 9}, "has the version 9"),
    ],
)
def test_what_is_damaged_is_refused_by_its_file_and_place(
    damage: dict[str, object], sentence: str, tmp_path: Path
) -> None:
    file = tmp_path / "damaged.json"
    file.write_text(json.dumps(json.loads(puzzle_cubes.make("oskar", size=(2, 2, 2)).json) | damage))
    with pytest.raises(InputError, match=f"^File '{file}': .*{sentence}"):
        puzzle_cubes.read(file)
    run = run_here("oskar", "--from", str(file))
    assert (run.code, run.output) == (1, "")
    assert run.errors.startswith(f"puzzle-cubes: File '{file}': ")


def test_what_a_file_does_not_name_has_its_default() -> None:
    kind = KINDS["oskar"]
    printed = {KEY: {"way": "kit", "dimensions": {"wall": 3, "later": 1}, "printer": {"nozzle": 1}}}
    text = json.dumps(json.loads(puzzle_cubes.make("oskar", size=(2, 2, 2)).json) | printed)
    setup = print_of(text, kind)
    assert setup is not None
    assert (vars(setup.dimensions)["wall"], setup.printer.nozzle, setup.printer.bed_x) == (3.0, 1.0, 220.0)
