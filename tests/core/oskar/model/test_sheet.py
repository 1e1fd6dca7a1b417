# SPDX-License-Identifier: GPL-3.0-or-later
"""A cube from sheets: its lengths follow from the sheet, and the check, the steps and the page know it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from html import unescape
from typing import Any

import numpy as np
import pytest

from puzzle_cubes import InputError, Puzzle, make
from puzzle_cubes.common.options import Option, declared
from puzzle_cubes.common.task import finish
from puzzle_cubes.export.plan import sheet_texts
from puzzle_cubes.kind.kind import PUZZLE_FILE
from puzzle_cubes.oskar.kind import OSKAR, SHEET
from puzzle_cubes.oskar.model.dimensions import Dimensions
from puzzle_cubes.oskar.model.sheet import OWN, UNUSED, from_sheets
from puzzle_cubes.printing.checks import BAD, DOUBTFUL, GOOD
from puzzle_cubes.printing.printer import Printer
from puzzle_cubes.printing.sheet import Cuts, area
from tests.core.command_line.command import run_here
from tests.core.oskar.model.read_letters import BACK, FRONT, LEFT, RIGHT, read
from tests.core.oskar.model.test_assembly import check_steps
from tests.core.solids.judges import manifold_of


def cube(size: Any = 4, **values: Any) -> Puzzle:
    """Return a cube from sheets."""
    return make("oskar", **{"size": size, "seed": 5, "sheet": True} | values)


def levels(puzzle: Puzzle) -> dict[str, str]:
    """Return the levels of a check by the names of its lines."""
    return {check.name: check.level for check in puzzle.check().checks}


@pytest.mark.parametrize(("passage", "layers"), [(1.0, 3), (5.0, 3), (9.79, 3), (12.8, 4), (13.0, 4), (16.0, 5)])
def test_an_arm_is_as_many_sheets_as_the_passage_has_room_for(passage: float, layers: int) -> None:
    """Three at least, and the passage becomes as wide as they need."""
    lengths = from_sheets(Dimensions(passage=passage, clearance=0.4 if passage > 1.2 else 0.2, thickness=3.0))
    assert lengths.layers == layers
    assert lengths.arm_width == pytest.approx(3 * layers)
    assert from_sheets(lengths) == lengths


@pytest.mark.parametrize("size", ["4x4x4", "2x3x5", "5x2x2"])
def test_all_parts_are_as_thick_as_the_sheet_and_lie_flat(size: str) -> None:
    """Below what is engraved each is the same all through, and its outer side lies upward."""
    puzzle = cube(size, thickness=2.7, label_height=2.0)
    assert len(puzzle.parts) == 6 + 3 * 3
    for part in puzzle.parts:
        solid = part.printed
        assert solid.extent[2] == pytest.approx(2.7)
        below = solid.filled[:, :, : max(1, solid.filled.shape[2] - 1)]
        assert (below == below[:, :, :1]).all()
        assert len(solid.lines[2]) == 2 or solid.lines[2][-2] == pytest.approx(2.7 - 0.2)
        assert not (solid.filled[:, :, -1] & ~below[:, :, 0]).any()
    marks = [part.key for part in puzzle.parts if Cuts.of(part.printed).engraved]
    assert marks == [*(part.key for part in puzzle.parts[:6]), "layer_flat_3"]


def test_a_number_stands_upright_on_its_finger() -> None:
    """As it is seen from outside it is no mirror image, and its feet are at the edge."""
    deep = 4.0
    for number, part in enumerate(cube(engraving=0.3, thickness=deep).parts[:6], 1):
        x, y, _ = np.divide(part.printed.extent, 2)
        fingers = [
            ((-x, -y), (x, deep - y), FRONT),
            ((x - deep, -y), (x, y), RIGHT),
            ((-x, y - deep), (x, y), BACK),
            ((-x, -y), (deep - x, y), LEFT),
        ]
        solid = manifold_of(part.printed.mesh())
        texts = [text for low, high, feet in fingers for text in read(solid, deep, low, high, feet)]
        assert texts == [str(number)]


def test_the_steps_put_all_together() -> None:
    """No step passes over what stands, and every part is in one."""
    for size in ("4x4x4", "2x3x5"):
        puzzle = cube(size)
        check_steps(puzzle.parts, puzzle.steps)
        sentences = [step.sentence for step in puzzle.steps]
        assert len(sentences) == 10
        assert sum("number" in sentence for sentence in sentences) == 6
    assert len(puzzle.steps[0].keys) == 3


def test_what_can_be_cut_is_good() -> None:
    """By default, with what is engraved left out, and where it is to be deeper than the sheet."""
    for values in ({}, {"engraving": 0}, {"engraving": 4.0, "label_height": 2.0}):
        assert set(levels(cube(**values)).values()) == {GOOD}
    report = cube().check()
    assert report.verdict.startswith("Can be cut: ")
    assert "m of cuts" in report.taken


@pytest.mark.parametrize(
    ("values", "line", "level"),
    [
        ({"wall": 1.0}, "Bridges", BAD),
        ({"wall": 2.0}, "Bridges", DOUBTFUL),
        ({"kerf": 4.0, "wall": 9.0, "rim": 9.0, "thickness": 3.8, "clearance": 0.8}, "Slots", BAD),
        ({"clearance": 0.07}, "Clearance", BAD),
        ({"clearance": 0.11}, "Clearance", DOUBTFUL),
        ({"clearance": 1.5}, "Clearance", DOUBTFUL),
        ({"sheet_size": "60x60"}, "Bed", BAD),
        ({"play": 0.49}, "Play", BAD),
        ({"label_height": 2.0, "label_text": "code"}, "Label", GOOD),
        ({"label_height": 3.0, "label_text": "code", "size": 20, "thickness": 1.0}, "Label", DOUBTFUL),
        ({"label_height": 3.0, "engraving": 0.0}, "Label", DOUBTFUL),
    ],
)
def test_what_is_in_need_of_something_is_said(values: dict[str, Any], line: str, level: str) -> None:
    """In the line that is about it."""
    assert levels(cube(**values))[line] == level


@pytest.mark.parametrize(("play", "holds"), [(0.1, "hold by friction"), (0.12, "so use glue")])
def test_how_the_joints_hold_is_said(play: float, holds: str) -> None:
    """What is narrower than a tenth of a millimeter needs no glue."""
    (sentence,) = (check.sentence for check in cube(play=play).check().checks if check.name == "Play")
    assert holds in sentence


def test_a_wall_that_hangs_on_nothing_falls_out() -> None:
    """And the check says so."""
    puzzle = cube()
    part = puzzle.parts[1]
    solid = part.solid
    filled = solid.filled.copy()
    middle = tuple(len(line) // 2 for line in solid.lines)
    filled[:, middle[1] - 3 : middle[1] + 4, middle[2] - 3 : middle[2] + 4] = False
    filled[:, middle[1], middle[2]] = True
    loose = replace(part, solid=replace(solid, filled=filled))
    parts = (puzzle.parts[0], loose, *puzzle.parts[2:])
    report = finish(OSKAR.check_in_steps(puzzle.content, Dimensions(), puzzle.printer, SHEET, parts))
    assert {check.name: check.level for check in report.checks}["Bodies"] == BAD


@cache
def texts(**values: Any) -> Mapping[str, str]:
    """Return the file of a small cube, and the drawings where it is cut from sheets."""
    puzzle = cube(2, **values)
    return {PUZZLE_FILE: puzzle.json, **sheet_texts(puzzle)}


@pytest.mark.parametrize("name", OWN)
def test_what_only_sheets_have_is_of_no_use_elsewhere(name: str) -> None:
    """A print says so, its files do not name it, and in a cube from sheets something follows from it."""
    values: dict[str, Any] = {"size": 3, "seed": 1, name: 2.0}
    with pytest.raises(InputError, match="only the way Sheet uses it"):
        make("oskar", **values)
    assert f'"{name}"' not in texts(sheet=False)[PUZZLE_FILE]
    value = {"sheet_x": 200.0, "sheet_y": 150.0, "engraving": 0.0}.get(name, 2.0 * getattr(Dimensions(), name))
    changed = texts(**{name: value})
    assert f'"{name}"' in changed[PUZZLE_FILE]
    assert changed["sheet_1.svg"] != texts()["sheet_1.svg"]


@pytest.mark.parametrize("name", [name for name in UNUSED if name not in {"hold", "held", "follows"}])
def test_what_is_of_no_use_to_sheets_is_refused(name: str) -> None:
    """Rather than passed over."""
    with pytest.raises(InputError, match="makes no difference here"):
        cube(**{name: 0.4 if name != "outer" else 90.0})


@pytest.mark.parametrize("option", declared(Printer), ids=lambda option: option.name)
def test_of_a_printer_only_what_the_gaps_follow_is_taken(option: Option) -> None:
    """The rest, as its bed in place of the sheet, is refused."""
    flags = {"bed_x": ["--bed", "90x90"], "bed_y": ["--bed", "90x90"], "round_bed": ["--round-bed"]}
    value = "petg" if option.name == "material" else "0.3"
    given = flags.get(option.name, [f"--{option.name}", value])
    done = run_here("oskar", "--size", "2", "--sheet", *given)
    sentence = f"puzzle-cubes: Argument {given[0]} makes no difference here: only the way One Piece or Kit uses it.\n"
    assert (done.code, done.errors == sentence) == ((0, False) if option.name == "widening" else (2, True))


def test_contours_run_round_what_is_left() -> None:
    """The areas in a plate's contours are its volume; with a kerf the outer one is larger, and inner ones smaller."""
    part = cube(engraving=0).parts[0]
    cuts = Cuts.of(part.printed)
    whole = sum(area(loop) for loop in (*cuts.outer, *cuts.inner))
    assert 3 * whole == pytest.approx(part.volume)
    burned = cuts.burned(0.2)
    (outer,), (larger,) = cuts.outer, burned.outer
    np.testing.assert_allclose(np.ptp(larger, axis=0), np.ptp(outer, axis=0) + 0.2)
    assert all(abs(area(a)) > abs(area(b)) for a, b in zip(cuts.inner, burned.inner, strict=True))


def test_the_page_says_how_it_is_cut() -> None:
    """And nothing of nozzles."""
    page = cube(thickness=2.9, kerf=0.12).texts["assembly.html"]
    assert "2.9 mm: measure the sheet" in page
    assert "a kerf of 0.12 mm" in page
    assert "1 of 600 x 400 mm: sheet_1.svg" in page
    assert "m of cuts" in page
    assert "Nozzle" not in page


@pytest.mark.parametrize(
    ("values", "marks"),
    [
        ({}, {"number", "start", "end"}),
        ({"engraving": 0.0}, set()),
        ({"sheet": False}, {"number", "start", "end"}),
        ({"sheet": False, "start_marker": 0.0}, {"number", "end"}),
    ],
)
def test_the_page_tells_of_the_marks_that_there_are(values: dict[str, Any], marks: set[str]) -> None:
    """And its steps go by the fingers where no plate has a number."""
    page = cube(3, **values).texts["assembly.html"]
    words = {"number": "A plate's number is", "start": "are round the start", "end": "are round the end"}
    assert {mark for mark, said in words.items() if said in unescape(page)} == marks
    assert ("its long finger" in page, "its number" in page) == (not marks, not values)
