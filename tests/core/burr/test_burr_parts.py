# SPDX-License-Identifier: GPL-3.0-or-later
from __future__ import annotations

import re

import pytest

from puzzle_cubes.burr.kind import BURR
from puzzle_cubes.common.task import finish
from puzzle_cubes.packing.kind import PACKING
from puzzle_cubes.polycubes.puzzle import PolycubePuzzle
from puzzle_cubes.printing.printer import Printer
from tests.core.burr.test_burr_facts import BOARDS, made


def test_sticks_are_called_by_their_numbers_and_there_is_no_box() -> None:
    parts = BURR.parts(made("256 928 960 992 1024x2"), BURR.dimensions(), "parts")
    assert [part.label for part in parts] == [
        "Stick 256 (A)",
        "Stick 928 (B)",
        "Stick 960 (C)",
        "Stick 992 (D)",
        "Stick 1024 (E)",
        "Stick 1024 (E 2)",
    ]
    assert [part.key for part in parts][-2:] == ["piece_e", "piece_e_2"]


def test_boards_are_called_boards() -> None:
    burr, dimensions = made(BOARDS, "boards"), BURR.dimensions(letters=1.0)
    parts = BURR.parts(burr, dimensions, "parts")
    assert [part.label for part in parts][:2] == ["Board 384 (A)", "Board 508 (B)"]
    report = finish(BURR.check_in_steps(burr, dimensions, Printer(), "parts"))
    assert {check.level for check in report.checks} == {"good"}
    steps = BURR.assembly(burr, parts, "parts")
    assert any(re.search(r"[Bb]oard 1024 \(E\)", step.sentence) for step in steps)
    # They are as flat as a part can be.
    assert len(BURR.parts(burr, dimensions, "cut")) == 6


def test_a_stick_that_is_cut_is_called_by_its_parts() -> None:
    parts = BURR.parts(made("160 512x2 893 924 999"), BURR.dimensions(), "cut")
    sticks = ["Stick 160 (A)", "Stick 512 (B)", "Stick 512 (B 2)", "Stick 924 (D)", "Stick 999 (E)"]
    assert {part.label for part in parts} == {"Part C1", "Part C2", "Peg 1", "Peg 2", *sticks}


def test_a_stick_that_is_cut_is_called_by_its_number_once_it_is_whole() -> None:
    burr = made("200 508 922 1000 1021 1024")
    parts = BURR.parts(burr, BURR.dimensions(), "cut")
    said = " ".join(step.sentence for step in BURR.assembly(burr, parts, "cut"))
    assert "as far as it goes: stick 1021 (E)." in said
    assert "Take stick 1021 (E)." in said


def test_the_check_and_the_steps_name_the_sticks() -> None:
    burr, dimensions = made(), BURR.dimensions(letters=1.0)
    report = finish(BURR.check_in_steps(burr, dimensions, Printer(), "parts"))
    assert {check.level for check in report.checks} == {"good"}
    steps = BURR.assembly(burr, BURR.parts(burr, dimensions, "parts"), "parts")
    assert any(re.search(r"[Ss]tick 615 \(B\)", step.sentence) for step in steps)
    # Several that move as one, too.
    assert steps[-1].sentence.startswith("Sticks 615 (B), 792 (C) and 975 (E) as one ")


def test_it_has_the_presets_of_pieces_but_for_the_box() -> None:
    assert BURR.presets.keys() == PACKING.presets.keys()
    for name, preset in BURR.presets.items():
        own, of_packing = preset.dimensions, PACKING.presets[name].dimensions
        assert (own.cube, own.inset, own.bevel, own.tray_wall) == (
            of_packing.cube,
            of_packing.inset,
            of_packing.bevel,
            0.0,
        )
        assert BURR.gaps(preset.printer) == {"inset": own.inset, "joint": own.joint}


@pytest.mark.parametrize("puzzle", [None, made()])
def test_no_line_tells_of_a_box(puzzle: PolycubePuzzle | None) -> None:
    # A length of a box may be there, though nobody is asked for it.
    dimensions = BURR.dimensions(tray_wall=2.0)
    labels = [label for label, _ in BURR.derived_lines(dimensions, puzzle, {})]
    assert labels == (["Gap"] if puzzle is None else ["Gap", "Pieces"])
    assert BURR.following(made()) == {}
    assert "outer_size" not in BURR.derived_lengths(dimensions, made())


def test_what_has_come_to_its_place_is_held_while_others_move_on() -> None:
    burr = made("1 768 928 960 992 1007")
    said = [step.sentence for step in BURR.assembly(burr, BURR.parts(burr, BURR.dimensions(), "parts"), "parts")]
    # Sticks B and E go down after stick C is in its place below them, where it hangs in the air.
    assert said == [
        "Take stick 1007 (F).",
        "Stick 992 (E) from above. Hold it until stick 928 (C) is there: nothing is below it yet.",
        "Stick 960 (D) from the right. Hold it until all are together: nothing is below it yet.",
        "Stick 768 (B) from the front. Hold it until stick 928 (C) is there: too little is below it yet.",
        "Stick 928 (C) from the front. Hold it until all are together: nothing is below it yet.",
        "Then sticks 768 (B) and 992 (E) as one 1 cell down.",
        "Stick 1 (A) from the back.",
    ]
