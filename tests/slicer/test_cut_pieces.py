# SPDX-License-Identifier: GPL-3.0-or-later
"""Slicers find nothing to support in the parts of cut pieces, and judges nothing wrong with their files."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from pathlib import Path

import pytest

from puzzle_cubes.library import make
from puzzle_cubes.packing.files.packing_json import puzzle_from_json
from puzzle_cubes.packing.kind import CUT, PackingModel
from puzzle_cubes.packing.model.as_printed import PRESETS
from puzzle_cubes.packing.model.assembly import wholes
from puzzle_cubes.packing.model.dimensions import Dimensions
from puzzle_cubes.packing.model.lettering import LEAST_LAYER
from puzzle_cubes.packing.model.parts import puzzle_parts
from tests.core.packing.model.hanging import CROSS, hanging_pieces, puzzle_of
from tests.slicer.exports import some_of
from tests.slicer.judges import Expected, complaints
from tests.slicer.supports import THRESHOLDS, prusa_support, slic3r_support, write_bed

SETTINGS = list(product(THRESHOLDS, (0.12, 0.15, 0.3)))
PELIKAN = Path(__file__).parents[1] / "core/polycubes/published/pelikan.json"
PIECES = [CROSS, *hanging_pieces(5, (7, 9, 12), seed=8)]


EACH_ONCE = SETTINGS[::4]
"""Settings in which each threshold and each layer stands."""


def supported(file: Path, settings: Sequence[tuple[int, float]] = SETTINGS) -> dict[tuple[str, int, float], float]:
    """Return how much the two slicers support at some settings, and Slic3r at a third of them, where they do at all."""
    lengths = {("PrusaSlicer", *setting): prusa_support(file, *setting) for setting in settings}
    lengths |= {("Slic3r", *setting): slic3r_support(file, *setting) for setting in EACH_ONCE[: len(settings) // 3]}
    return {setting: length for setting, length in lengths.items() if length}


DIMENSIONS = {name: preset.dimensions for name, preset in PRESETS.items()} | {"dowels": Dimensions(dowel=4.0)}


@pytest.mark.parametrize("settings", some_of({"some": EACH_ONCE, "all": SETTINGS}, "some"))
@pytest.mark.parametrize("dimensions", some_of(DIMENSIONS, "pla"))
def test_no_part_gets_supports_at_any_threshold_and_layer(
    tmp_path: Path, dimensions: Dimensions, settings: Sequence[tuple[int, float]]
) -> None:
    parts = puzzle_parts(puzzle_of(*PIECES), dimensions, cut=True)
    write_bed([part for part in parts if not part.beside], tmp_path / "bed.stl")
    assert supported(tmp_path / "bed.stl", settings) == {}


@pytest.mark.thorough
@pytest.mark.parametrize("nozzle", [0.4, 0.6])
@pytest.mark.parametrize("first", [0.08, 0.12, 0.2, 0.3])
def test_the_thinnest_layers_that_are_advised_get_none_whatever_the_first_one(
    tmp_path: Path, first: float, nozzle: float
) -> None:
    parts = puzzle_parts(puzzle_of(*PIECES), Dimensions(), cut=True)
    write_bed(parts, tmp_path / "bed.stl")
    assert prusa_support(tmp_path / "bed.stl", 45, LEAST_LAYER, first, nozzle) == 0


@pytest.mark.thorough
@pytest.mark.parametrize("puzzle", ["bedlam", "tetris"])
def test_no_part_of_a_classic_gets_supports(tmp_path: Path, puzzle: str) -> None:
    made = make("packing", puzzle=puzzle, way=CUT)
    write_bed(made.parts, tmp_path / "bed.stl")
    assert supported(tmp_path / "bed.stl") == {}


@pytest.mark.thorough
def test_no_part_of_the_pelikan_burr_gets_supports(tmp_path: Path) -> None:
    parts = puzzle_parts(puzzle_from_json(PELIKAN.read_text(encoding="utf-8")), Dimensions(), cut=True)
    cut = [whole for whole in wholes(parts) if whole.is_cut]
    assert [len(whole.sections) for whole in cut] == [2] * 5
    write_bed([part for whole in cut for part in whole.sections], tmp_path / "bed.stl")
    # Two slicers take half a minute each for the cage.
    assert prusa_support(tmp_path / "bed.stl", 45, 0.12) == slic3r_support(tmp_path / "bed.stl", 0, 0.12) == 0


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(40))
def test_no_part_of_a_random_design_gets_supports(tmp_path: Path, seed: int) -> None:
    size = ((3, 3, 3), (4, 3, 3), (4, 4, 3), (4, 4, 4))[seed % 4]
    design = make("packing", puzzle="design", size=size, design=3 + seed % 3, most_solutions=10, seed=seed, way=CUT)
    write_bed(design.parts, tmp_path / "bed.stl")
    setting = SETTINGS[seed % len(SETTINGS)]
    assert prusa_support(tmp_path / "bed.stl", *setting) == slic3r_support(tmp_path / "bed.stl", *setting) == 0


@pytest.mark.parametrize(
    "cells", some_of({f"{len(cells)} cells, {number}": (cells,) for number, cells in enumerate(PIECES)}, "7 cells, 0")
)
def test_every_part_is_good_in_the_eyes_of_the_judges(tmp_path: Path, cells: tuple[tuple[int, int, int], ...]) -> None:
    (whole,) = wholes(PackingModel().parts(puzzle_of(cells), Dimensions(), CUT))
    for part in whole.parts:
        file = tmp_path / f"{part.key}.stl"
        write_bed([part], file)
        assert complaints(file, Expected(1, part.volume)) == []
