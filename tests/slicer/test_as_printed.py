# SPDX-License-Identifier: GPL-3.0-or-later
"""Check's sentences on clearance and joints hold in what a slicer makes of the files, on good and on poor printers."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from puzzle_cubes.library import Puzzle, make
from puzzle_cubes.oskar.model.as_printed import PRESETS
from puzzle_cubes.printing.printer import Printer
from tests.slicer.as_printed import first_layer, table
from tests.slicer.exports import some_of
from tests.slicer.fresh_sets import fresh_set
from tests.slicer.printed_kit import PrintedKit, overlapping
from tests.slicer.verdicts import ALARM, CASES, GREEN, TOO_LITTLE, TOO_MUCH, of_kit

UNMARKED: dict[str, Any] = {"start_marker": 0.0, "end_marker": 0.0}

KITS: dict[str, dict[str, Any]] = {
    "default": {"size": (2, 2, 2)},
    "default, three cells": {"size": (3, 3, 3)},
    "default, four cells": {"size": (4, 4, 4)},
    "default, uneven": {"size": (2, 3, 4)},
    "unmarked": {"size": (2, 2, 2)} | UNMARKED,
    "unmarked, four cells": {"size": (4, 4, 4)} | UNMARKED,
    "PETG": {"size": (3, 3, 3), "preset": "petg"},
    "PETG, uneven": {"size": (4, 2, 3), "preset": "petg"},
    "pocket": {"size": (3, 3, 3), "preset": "pocket"},
    "pocket, unmarked": {"size": (2, 3, 2), "preset": "pocket"} | UNMARKED,
    "large": {"size": (2, 2, 3), "preset": "large"},
    "resin": {"size": (2, 2, 2), "preset": "resin"},
    "sharp": {"size": (2, 2, 2), "arm_chamfer": 0.0, "bed_chamfer": 0.0},
    "sharp, thinner plates": {"size": (2, 2, 2), "plate": 3.0, "joint": 0.1, "arm_chamfer": 0.0, "bed_chamfer": 0.0},
    "sharp, wide gaps": {"size": (2, 2, 2), "clearance": 0.6, "joint": 0.3, "arm_chamfer": 0.0, "bed_chamfer": 0.0},
    "sharp, narrow joints": {"size": (3, 2, 2), "joint": 0.05, "arm_chamfer": 0.0, "bed_chamfer": 0.0},
    "narrow gaps": {"size": (2, 2, 2), "clearance": 0.1, "joint": 0.03, "arm_chamfer": 0.0, "bed_chamfer": 0.0}
    | UNMARKED,
    "little clearance": {"size": (2, 3, 2), "clearance": 0.2} | UNMARKED,
    "less clearance": {"size": (2, 2, 2), "clearance": 0.1} | UNMARKED,
    "much clearance": {"size": (2, 2, 2), "clearance": 0.6} | UNMARKED,
    "wide joints": {"size": (2, 2, 2), "joint": 0.3},
    "narrow joints": {"size": (2, 2, 2), "joint": 0.05} | UNMARKED,
    "wide chamfers": {"size": (2, 2, 2), "arm_chamfer": 0.4, "bed_chamfer": 0.4} | UNMARKED,
    "thick plates": {"size": (2, 2, 2), "plate": 4.0} | UNMARKED,
    "layers of 0.1": {"size": (2, 2, 2), "layer": 0.1} | UNMARKED,
    "layers of 0.3": {"size": (2, 2, 2), "layer": 0.3, "plate": 3.6, "passage": 5.6, "joint": 0.2} | UNMARKED,
    "nozzle of 0.25": {"size": (2, 2, 2), "nozzle": 0.25, "layer": 0.1} | UNMARKED,
    "default, six cells": {"size": (6, 2, 2)},
    "large, unmarked": {"size": (2, 2, 2), "preset": "large"} | UNMARKED,
    "PETG, thick plates": {"size": (2, 2, 2), "preset": "petg", "plate": 4.0},
    "wide chamfers, marked": {"size": (2, 2, 2), "arm_chamfer": 0.4, "bed_chamfer": 0.4},
    "nozzle of 0.6": {"size": (2, 2, 2), "nozzle": 0.6, "layer": 0.2, "passage": 8.0, "wall": 4.0, "plate": 4.0}
    | UNMARKED,
}
"""With what kits are made. Each is judged for some printers."""


def kit_of(values: Mapping[str, Any], folder: Path) -> tuple[Puzzle, PrintedKit]:
    """Return a kit with a seed, and as it is sliced."""
    puzzle = make("oskar", kit=True, seed=1, **values)
    return puzzle, PrintedKit(puzzle, folder)


@pytest.mark.parametrize("values", some_of(KITS, "default", "narrow gaps"))
def test_check_says_what_is_printed(tmp_path: Path, values: Mapping[str, Any]) -> None:
    puzzle, kit = kit_of(values, tmp_path / "kit")
    assert [str(verdict) for verdict in of_kit(puzzle, kit) if verdict.fault] == []


def test_what_check_says_otherwise_is_noticed(tmp_path: Path) -> None:
    tight, kit = kit_of({"size": (2, 1, 1), "joint": 0.03, "clearance": 0.1, "preset": "pla"}, tmp_path / "kit")
    wide = tight.changed(joint=0.25, clearance=0.5)
    # Files of one puzzle beside what is said of the other.
    verdicts = [*of_kit(wide, kit)]
    assert {verdict.line for verdict in verdicts if verdict.fault == GREEN} == {"Clearance", "Joint"}
    told = table(verdicts).splitlines()
    assert told[0].split("  ")[-4:] == [GREEN, ALARM, TOO_MUCH, TOO_LITTLE]
    assert int(told[-1].split()[2]) > 4


def test_a_seed_gives_the_same_sets_again() -> None:
    (kind, puzzle), (_, again), (_, second_set) = fresh_set(7, 2), fresh_set(7, 2), fresh_set(8, 2)
    assert kind == "kit"
    assert again.json == puzzle.json
    assert second_set.json != puzzle.json


def test_no_first_layer_is_higher_than_the_nozzle_is_wide() -> None:
    fine = Printer(nozzle=0.25, layer=0.1)
    assert {first_layer(2, number, fine) for number in range(100)} == {0.1, 0.15, 0.2, 0.25}


@pytest.mark.thorough
@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_goes_together_on_any_printer_that_is_in_order(tmp_path: Path, preset: str) -> None:
    _, kit = kit_of({"size": (2, 3, 4), "preset": preset}, tmp_path / "kit")
    for case in CASES.values():
        assert overlapping(kit.overlaps(case)) == {}
        assert kit.clearance_left(case) > 0
