# SPDX-License-Identifier: GPL-3.0-or-later
"""From the drawings alone a cube from sheets is what it should be: it fits, with the play asked for, and it works.

All twenty boxes, in three thicknesses and with two kerfs: ``pytest -m thorough tests/core/export/test_sheet_files.py``.
"""

from __future__ import annotations

import re
from itertools import product
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from puzzle_cubes import make
from puzzle_cubes.export.plan import sheet_texts
from puzzle_cubes.export.puzzle import Puzzle
from tests.core.export.sheets_put_together import Cut, Sheet, read_svg

NEAR = 0.02
"""In millimeters: the play is as asked within that."""

SIZES = ("3x3x3", "4x4x4", "5x5x5", "3x4x5", "2x5x4")
THICKNESSES, KERFS, PLAYS = (2.0, 3.0, 5.0), (0.1, 0.3), (0.05, 0.12)


def cube(seed: int, thickness: float, kerf: float, **values: Any) -> Puzzle:
    """Return one of twenty boxes."""
    size, play = SIZES[seed % len(SIZES)], PLAYS[seed % len(PLAYS)]
    lengths: dict[str, Any] = {"thickness": thickness, "kerf": kerf, "play": play, "wall": max(3.0, thickness)}
    return make("oskar", size=size, seed=seed, sheet=True, rim=thickness, **lengths, **values)


@pytest.mark.parametrize(
    ("seed", "thickness", "kerf"),
    [
        (1, 3.0, 0.1),
        (3, 2.0, 0.3),
        (4, 5.0, 0.1),
        *(pytest.param(*box, marks=pytest.mark.thorough) for box in product(range(20), THICKNESSES, KERFS)),
    ],
)
def test_from_the_drawings_alone_a_cube_fits_and_works(seed: int, thickness: float, kerf: float) -> None:
    cut = Cut(cube(seed, thickness, kerf), thickness, kerf)
    cut.check_no_overlap()
    cut.check_play(PLAYS[seed % len(PLAYS)], NEAR)
    cut.check_moves()


def test_a_wrong_kerf_is_noticed() -> None:
    """Were the kerf another one than the drawings make up for, the play would not be as asked."""
    cut = Cut(cube(0, 3.0, 0.1), 3.0, 0.2)
    with pytest.raises(AssertionError):
        cut.check_play(PLAYS[0], NEAR)


def test_the_cuts_are_as_long_as_the_estimate_says() -> None:
    """The contours of all sheets, and the bounds of each: parts lie apart, and off the edges of the sheet."""
    puzzle = cube(2, 3.0, 0.2, sheet_size="300x200")
    texts = sheet_texts(puzzle)
    sheets: list[Sheet] = [read_svg(texts[name]) for name in texts if re.fullmatch(r"sheet_\d\.svg", name)]
    assert [f"sheet_{number}.svg" in texts for number in (1, 2, 3, 4)] == [True, True, True, False]
    length = 0.0
    for sheet in sheets:
        assert sheet.size == (300.0, 200.0)
        areas = list(sheet.areas(0.0).values())
        length += sum(area.length for area in areas)
        for number, area in enumerate(areas):
            low_x, low_y, high_x, high_y = area.bounds
            assert min(low_x, low_y, 300 - high_x, 200 - high_y) > 2
            assert all(area.distance(earlier) > 2 for earlier in areas[:number])
    assert length == pytest.approx(puzzle.estimate.cut, abs=0.5)
    together = read_svg(texts["sheets.svg"])
    assert sum(area.length for area in together.areas(0.0).values()) == pytest.approx(length)
    assert together.size == (940.0, 200.0)


HEAD = (
    "0 SECTION 2 HEADER 9 $ACADVER 1 AC1009 9 $EXTMIN 10 0.0 20 0.0 9 $EXTMAX 10 600.0 20 400.0 0 ENDSEC "
    "0 SECTION 2 TABLES 0 TABLE 2 LAYER 70 3 0 LAYER 2 ENGRAVING 70 0 62 3 6 CONTINUOUS "
    "0 LAYER 2 INNER_CUTS 70 0 62 5 6 CONTINUOUS 0 LAYER 2 OUTER_CUTS 70 0 62 7 6 CONTINUOUS 0 ENDTAB 0 ENDSEC "
)
"""What a DXF file of release 12 says before its lines: green engraving, blue inner cuts, and black outer ones."""


def polylines(text: str) -> dict[str, list[NDArray[np.float64]]]:
    head, _, drawn = " ".join(text.split()).partition("0 SECTION 2 ENTITIES ")
    assert head == HEAD
    assert drawn.endswith(" 0 ENDSEC 0 EOF")
    closed_lines: dict[str, list[NDArray[np.float64]]] = {}
    for layer, line in re.findall(r"0 POLYLINE 8 (\w+) 66 1 70 1 10 0\.0 20 0\.0 30 0\.0 (.*?)0 SEQEND 8 \1 ", drawn):
        corners = re.findall(rf"0 VERTEX 8 {layer} 10 (\S+) 20 (\S+) 30 0\.0 ", line)
        closed_lines.setdefault(layer, []).append(np.array(corners, dtype=float))
    return closed_lines


def test_dxf_has_the_lines_of_svg() -> None:
    puzzle = cube(1, 3.0, 0.15)
    texts = sheet_texts(puzzle)
    sheet, drawn = read_svg(texts["sheet_1.svg"]), polylines(texts["sheet_1.dxf"])
    for name, lines in drawn.items():
        rings = [ring for key in sheet.rings for ring in sheet.rings[key].get(name.lower(), [])]
        assert len(rings) == len(lines)
        for ring, line in zip(rings, lines, strict=True):
            np.testing.assert_allclose(ring, line, atol=2e-4)
    assert len(drawn) == 3


@pytest.mark.parametrize(("name", "size"), [("a4", (210.0, 297.0)), ("letter", (215.9, 279.4))])
def test_a_template_has_all_parts_in_their_true_size(name: str, size: tuple[float, float]) -> None:
    """All parts are on its pages, none with a kerf, inside of what printers print, with a ruler of 100 mm."""
    puzzle = cube(2, 3.0, 0.2)
    page = sheet_texts(puzzle)[f"template_{name}.html"]
    pages = re.findall(r"<svg.*?</svg>", page, re.DOTALL)
    width, height = size
    areas = {}
    for drawing in pages:
        assert drawing.startswith(f'<svg width="{width:g}mm" height="{height:g}mm" viewBox="0 0 {width:g} {height:g}">')
        assert "h100M" in drawing
        shapes = re.findall(r'<path id="(\w+)_outer" d="M([^Z]*)Z', drawing)
        for key, line in shapes:
            corners = np.array([corner.split(",") for corner in line.split("L")], dtype=float)
            assert (corners > 13).all()
            assert (corners < np.array(size) - 13).all()
            areas[key] = np.ptp(corners, axis=0)
    assert areas.keys() == {part.key for part in puzzle.parts}
    for part in puzzle.parts:
        np.testing.assert_allclose(sorted(areas[part.key]), sorted(part.printed_size[:2]), atol=2e-4)


def test_there_is_no_template_where_a_part_is_larger_than_the_paper() -> None:
    texts = sheet_texts(make("oskar", size="24x3x3", seed=1, sheet=True))
    assert not any(name.startswith("template") for name in texts)
    assert "sheet_1.svg" in texts


def test_without_engraving_there_are_cuts_only() -> None:
    plain, engraved = (read_svg(sheet_texts(cube(1, 3.0, 0.1, engraving=depth))["sheet_1.svg"]) for depth in (0.0, 0.2))
    assert not any("engraving" in rings for rings in plain.rings.values())
    assert sum("engraving" in rings for rings in engraved.rings.values()) == 6
    for key, area in plain.areas(0.0).items():
        assert area.equals_exact(engraved.areas(0.0)[key], 1e-6)
