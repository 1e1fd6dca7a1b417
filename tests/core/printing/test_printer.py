# SPDX-License-Identifier: GPL-3.0-or-later
"""Printers: what can be one, their names, the gaps that they leave, what a coupon shows of them, and their presets."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.kind.kind import AnyKind
from puzzle_cubes.kinds import KINDS
from puzzle_cubes.library import Puzzle, make
from puzzle_cubes.printing.printer import (
    MEASURED_GAPS,
    PRESS,
    PRINTERS,
    Printer,
    as_named,
    chamfer_for,
    foot_left,
    gap_left,
    holding_gap,
    measured,
    printed_height,
    printer_named,
    sliding_gap,
)


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"nozzle": 0.0}, "Nozzle is 0 mm: it must be from 0.01 to 5 mm."),
        ({"bed_x": -1.0}, "Bed x is -1 mm"),
        ({"bed_y": float("nan")}, "Bed y is nan mm"),
        ({"material": "cheese"}, "Material is 'cheese': it must be one of pla, petg, resin."),
    ],
)
def test_a_printer_that_cannot_be_is_refused(values: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InputError) as refused:
        replace(Printer(), **values)
    assert sentence in str(refused.value)


def test_usual_printers_have_a_bed_a_nozzle_and_a_material() -> None:
    for name, named in PRINTERS.items():
        own = as_named(Printer(widening=0.1), printer_named(name.upper()))
        assert (own.bed_x, own.bed_y, own.widening) == (*named.bed, 0.1)
        assert own.round_bed == named.is_round
        assert (own.material == "resin") == named.is_resin == (own.layer < 0.1)
    assert as_named(Printer(material="petg"), PRINTERS["ender_3"]).material == "petg"
    assert as_named(Printer(material="resin"), PRINTERS["ender_3"]).material == "pla"
    resin = make("packing", puzzle="soma", printer="sl1s", layer=0.03)
    assert (resin.printer.layer, resin.printer.bed_y, vars(resin.dimensions)["cube"]) == (0.03, 80, 10)


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("prusa mk4", "prusa_mk4"),
        ("Prusa MK3S+", "prusa_mk4"),
        ("mk4s", "prusa_mk4"),
        ("core one", "prusa_mk4"),
        ("prusa mini+", "prusa_mini"),
        ("bambu a1 mini", "bambu_a1_mini"),
        ("Bambu Lab A1", "bambu_x1"),
        ("x1c", "bambu_x1"),
        ("Ender-3", "ender_3"),
        ("K1", "ender_3"),
        ("cr10", "k1_max"),
        ("elegoo mars", "mars_3"),
        ("Mars 4", "mars_3"),
        ("FORM3", "form_3"),
    ],
)
def test_a_printer_is_named_as_people_do(typed: str, name: str) -> None:
    assert printer_named(typed) is PRINTERS[name]


def test_a_name_of_several_printers_is_refused() -> None:
    with pytest.raises(InputError, match=r"^Printer is 'prusa': did you mean prusa_xl\? It must be one of prusa_mk4, "):
        printer_named("prusa")
    for typed in ("", "bambu", "ender 3 max", "neptune 4 plus"):
        with pytest.raises(InputError, match=r"^Printer is "):
            printer_named(typed)


def holes(widening: float, foot: float) -> tuple[int, int]:
    """Return which holes of a coupon take in, and let through, what is printed by a printer; from 1."""
    into, through = (
        next(number for number, gap in enumerate(MEASURED_GAPS, 1) if gap + 1e-9 >= 2 * widening + feet * foot + PRESS)
        for feet in (1, 2)
    )
    return into, through


@given(draw.integers(0, 3), draw.integers(0, 3))
def test_a_coupon_shows_how_a_printer_prints(twentieths: int, feet: int) -> None:
    widening, foot = 0.025 * twentieths, 0.05 * feet
    printer = measured(Printer(widening=0.3, foot=0.9), *holes(widening, foot))
    # As exact as the steps between two holes, of which a printed part is on both sides.
    assert abs(printer.widening - widening) <= 0.0251 or holes(widening, foot)[0] == 1
    assert abs(printer.foot - foot) <= 0.0501


def test_what_cannot_be_seen_on_a_coupon_is_refused() -> None:
    for first, second, words in (
        (0, 3, "Goes In is 0"),
        (2, 14, "Goes Through is 14"),
        (4, 3, "it must be at least 4"),
    ):
        with pytest.raises(InputError, match=words):
            measured(Printer(), first, second)


@cache
def made(kind: str, way: str) -> Puzzle:
    """Return a small puzzle that is to be printed in a way."""
    size: dict[str, Any] = {"size": (2, 2, 2)} if kind == "oskar" else {}
    return make(kind, way=way, **size)


@pytest.mark.parametrize(("goes_in", "feet"), [(1, 0), (1, 3), (3, 1), (3, 2), (5, 0), (5, 3)])
def test_what_follows_from_a_coupon_passes_the_check(goes_in: int, feet: int) -> None:
    printer = measured(Printer(), goes_in, goes_in + feet)
    for name, way in (("oskar", "one_piece"), ("oskar", "kit"), ("packing", "parts")):
        kind = KINDS[name]
        puzzle = made(name, way)
        lengths = replace(puzzle.dimensions, **kind.gaps(printer))
        checks = replace(puzzle, dimensions=lengths, printer=printer).check().checks
        gaps = [line for line in checks if line.name in {"Joint", "Clearance", "Gap", "Tray", "Lid"}]
        assert gaps
        assert [line.sentence for line in gaps if line.level != "good"] == []


@given(draw.floats(0.1, 0.4), draw.floats(0.0, 0.3), draw.floats(0.0, 0.2))
def test_gaps_that_suit_a_printer_leave_what_is_needed(layer: float, foot: float, widening: float) -> None:
    printer = Printer(layer=layer, foot=foot, widening=widening)
    assert gap_left(sliding_gap(printer), printer) == pytest.approx(0.3, abs=1e-3)
    left = gap_left(holding_gap(printer), printer)
    assert left >= PRESS - 1e-3
    # More than that only where level sides would be printed without a gap.
    assert left == pytest.approx(PRESS, abs=1e-3) or holding_gap(printer) == pytest.approx(0.65 * layer, abs=1e-3)
    assert foot_left(printer, chamfer_for(printer)) == 0 or chamfer_for(printer) == 0.4


@pytest.mark.parametrize(
    ("height", "layer", "printed"),
    [(1.6, 0.2, 1.6), (1.45, 0.2, 1.4), (1.5, 0.2, 1.6), (0.05, 0.2, 0.0), (2.4, 0.3, 2.4)],
)
def test_heights_become_whole_layers(height: float, layer: float, printed: float) -> None:
    assert printed_height(height, Printer(layer=layer)) == pytest.approx(printed)


@pytest.mark.parametrize(("kind", "preset"), [(kind, name) for kind in KINDS.values() for name in kind.presets])
def test_presets_follow_from_their_printers_and_forgive_an_ordinary_one(kind: AnyKind, preset: str) -> None:
    dimensions, printer = kind.presets[preset].dimensions, kind.presets[preset].printer
    assert all(getattr(dimensions, name) == value for name, value in kind.gaps(printer).items())
    assert printer.widening >= 0.05
    assert printer.foot >= 0.15


def test_the_defaults_are_those_of_the_first_preset() -> None:
    for kind in KINDS.values():
        first = kind.first_preset
        assert (first.dimensions, first.printer) == (kind.dimensions(), Printer())
