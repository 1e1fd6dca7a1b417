# SPDX-License-Identifier: GPL-3.0-or-later
"""Slicers find nothing to support in kits and cut pieces, of any size and dimensions, and the check says the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as run_with
from hypothesis import strategies as draw

from puzzle_cubes.kind.part import UPSIDE_DOWN, Part
from puzzle_cubes.library import make
from puzzle_cubes.oskar.generating import generate
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.making.settings import Settings
from puzzle_cubes.oskar.model.as_printed import PRESETS
from puzzle_cubes.oskar.model.box_and_cross import one_piece, printing_position
from puzzle_cubes.oskar.model.checks import check_puzzle
from puzzle_cubes.oskar.model.dimensions import CODE, Dimensions
from puzzle_cubes.oskar.model.kit import kit
from puzzle_cubes.packing.files.packing_json import puzzle_from_json
from puzzle_cubes.packing.kind import CUT, PackingModel
from puzzle_cubes.packing.model.as_printed import PRESETS as PACKING_PRESETS
from puzzle_cubes.packing.model.assembly import wholes
from puzzle_cubes.packing.model.dimensions import Dimensions as PackingDimensions
from puzzle_cubes.packing.model.lettering import LEAST_LAYER
from puzzle_cubes.packing.model.parts import puzzle_parts
from puzzle_cubes.printing.checks import DOUBTFUL, GOOD
from puzzle_cubes.printing.printer import Printer
from puzzle_cubes.solids.solid import solid_from_boxes
from tests.core.oskar import strategies
from tests.core.packing.model.hanging import CROSS, hanging_pieces, puzzle_of
from tests.slicer.judges import Expected, complaints
from tests.slicer.puzzle_files import some_of
from tests.slicer.supports import ALL_LAYERS, LAYERS, THRESHOLDS, prusa_support, slic3r_support, write_bed, write_meshes

Judge = Callable[[Path, int, float], float]
JUDGES = pytest.mark.parametrize("judge", [prusa_support, slic3r_support])
SETTINGS = list(product(THRESHOLDS, LAYERS))
SAMPLE = {"pla": (3, 3, 3), "petg": (2, 4, 1), "resin": (4, 2, 3), "large": (2, 1, 2), "pocket": (3, 5, 2)}
"""A size for each preset."""
CHAMFERS = {"pla": (0.4, 0.3), "petg": (1.0, 1.0), "large": (0.0, 0.4), "pocket": (0.2, 0.0)}
"""The widths of the chamfers of arms and on the bed, where there are any."""


LABEL_HEIGHTS = {"pla": 2.0, "large": 4.0, "pocket": 1.0}
"""The heights of the letters, where there are any."""

CHECKED = {
    "default": ((3, 3, 3), Dimensions()),
    "flat": ((4, 3, 1), Dimensions(overhang=2.0)),
    "smallest": ((2, 1, 1), PRESETS["pocket"].dimensions),
    "tall": ((1, 1, 3), replace(PRESETS["resin"].dimensions, start_marker=0.0)),
    "chamfers": ((2, 3, 2), Dimensions(arm_chamfer=0.5, marker_chamfer=0.5, bed_chamfer=0.3)),
    "label": ((3, 3, 3), Dimensions(label_height=2.0)),
    "code": ((4, 4, 4), Dimensions(label_height=2.0, label_text=CODE)),
}

CUT_SETTINGS = list(product(THRESHOLDS, (0.12, 0.15, 0.3)))

PELIKAN = Path(__file__).parents[1] / "core/polycubes/published/pelikan.json"

PIECES = [CROSS, *hanging_pieces(5, (7, 9, 12), seed=8)]

EACH_ONCE = CUT_SETTINGS[::4]
"""Settings in which each threshold and each layer stands."""

DIMENSIONS = {name: preset.dimensions for name, preset in PACKING_PRESETS.items()} | {
    "dowels": PackingDimensions(dowel=4.0)
}


def kit_of(preset: str) -> tuple[Part, ...]:
    """Return the kit of a puzzle with a preset's dimensions, some with chamfers and a label."""
    arm_chamfer, bed_chamfer = CHAMFERS.get(preset, (0.0, 0.0))
    dimensions = replace(
        PRESETS[preset].dimensions,
        arm_chamfer=arm_chamfer,
        bed_chamfer=bed_chamfer,
        label_height=LABEL_HEIGHTS.get(preset, 0.0),
    )
    return kit(generate(Settings(size=SAMPLE[preset], start="best")), dimensions)


@draw.composite
def cut_dimensions(draw_one: draw.DrawFn) -> Dimensions:
    """Draw the dimensions of a kit, any or a preset's, with chamfers and a label or without."""
    presets = draw.sampled_from([preset.dimensions for preset in PRESETS.values()])
    widths = draw_one(draw.just({}) | strategies.chamfer_widths())
    height = draw_one(draw.just(0.0) | strategies.lengths(1, 4))
    return replace(draw_one(strategies.kit_dimensions() | presets), **widths, label_height=height)


def write_one_piece(puzzle: Puzzle, dimensions: Dimensions, file: Path) -> None:
    """Write box and cross as they are printed in place to an STL file."""
    places = (0.0, 0.0, 0.0), dimensions.center(puzzle.size, printing_position(puzzle))
    meshes = [part.mesh() for part in one_piece(puzzle, dimensions) if not part.beside]
    moved = [replace(mesh, vertices=np.add(mesh.vertices, at)) for mesh, at in zip(meshes, places, strict=True)]
    write_meshes([(mesh, (0.0, 0.0)) for mesh in moved], file)


@pytest.mark.thorough
@given(puzzle=strategies.marked_puzzles(4), dimensions=cut_dimensions(), setting=draw.sampled_from(SETTINGS))
@run_with(max_examples=36, deadline=None)
def test_no_part_of_any_kit_gets_supports(puzzle: Puzzle, dimensions: Dimensions, setting: tuple[int, float]) -> None:
    with TemporaryDirectory() as folder:
        write_bed(kit(puzzle, dimensions), Path(folder, "bed.stl"))
        assert prusa_support(Path(folder, "bed.stl"), *setting) == 0


@pytest.mark.parametrize(
    ("preset", "settings"),
    # In a change each preset has one of the layers, in turn.
    [pytest.param(preset, SETTINGS[number % len(LAYERS) :: len(LAYERS)]) for number, preset in enumerate(SAMPLE)]
    + [pytest.param(preset, SETTINGS, marks=pytest.mark.thorough) for preset in SAMPLE],
    ids=[*SAMPLE, *(f"{preset}, all layers" for preset in SAMPLE)],
)
def test_no_part_gets_supports_at_any_threshold_and_layer(
    tmp_path: Path, preset: str, settings: list[tuple[int, float]]
) -> None:
    write_bed(kit_of(preset), tmp_path / "bed.stl")
    lengths = {setting: prusa_support(tmp_path / "bed.stl", *setting) for setting in settings}
    assert lengths == dict.fromkeys(settings, 0)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("judge", "threshold", "first"),
    # Slic3r decides by itself when it is told nothing; told 45 degrees, it lays 10 cm in layers of 0.1 mm.
    [*((prusa_support, 45, first) for first in (0.15, 0.2, 0.3, None)), (slic3r_support, 0, 0.2)],
)
def test_no_part_gets_supports_at_any_layer_that_people_print(
    tmp_path: Path, judge: Callable[..., float], threshold: int, first: float | None
) -> None:
    """The first layer is of a height of its own, or as high as the others."""
    marked = kit(generate(Settings(size=(3, 3, 3), seed=5)), Dimensions(label_height=2.0))
    write_bed(marked, tmp_path / "bed.stl")
    lengths = {layer: judge(tmp_path / "bed.stl", threshold, layer, first or layer) for layer in ALL_LAYERS}
    assert lengths == dict.fromkeys(ALL_LAYERS, 0)


@pytest.mark.parametrize(
    ("layer", "first", "nozzle"),
    some_of(
        {
            "low first layer": (0.2, 0.08, 0.4),
            "less low": (0.2, 0.12, 0.4),
            "coarse": (0.25, 0.1, 0.4),
            "fine": (0.1, 0.08, 0.4),
            "fine, wide nozzle": (0.1, 0.1, 0.6),
            "finest, wide nozzle": (0.08, 0.08, 0.6),
        },
        "low first layer",
    ),
)
def test_chamfers_on_the_bed_are_supported_only_where_the_check_says_so(
    tmp_path: Path, layer: float, first: float, nozzle: float
) -> None:
    puzzle, printer = generate(Settings(size=(2, 1, 1), seed=5)), Printer(layer=layer, nozzle=nozzle)
    lengths = []
    for width in (0.4, 0.3):
        dimensions = Dimensions(bed_chamfer=width)
        plates = kit(puzzle, dimensions)[:6]
        write_bed(plates, tmp_path / "plates.stl")
        lengths.append(prusa_support(tmp_path / "plates.stl", 45, layer, first, nozzle))
        (line,) = (
            line for line in check_puzzle(puzzle, dimensions, printer, as_kit=True).checks if line.name == "Supports"
        )
        assert ("a slicer may support Bed Chamfers" in line.sentence) == (width == 0.4)
        assert (line.level == DOUBTFUL) == (width == 0.4 and first == layer)
    assert lengths[0] > 0
    assert lengths[1] == 0


@pytest.mark.thorough
@pytest.mark.parametrize("preset", list(SAMPLE))
def test_another_slicer_agrees(tmp_path: Path, preset: str) -> None:
    write_bed(kit_of(preset), tmp_path / "bed.stl")
    settings = SETTINGS[::4]
    assert [slic3r_support(tmp_path / "bed.stl", *setting) for setting in settings] == [0] * len(settings)


@pytest.mark.thorough
@JUDGES
@pytest.mark.parametrize(("threshold", "layer"), SETTINGS)
def test_a_table_gets_supports(tmp_path: Path, judge: Judge, threshold: int, layer: float) -> None:
    leg, top = ((8, 12), (0, 10), (0, 5)), ((0, 20), (0, 10), (5, 8))
    for name, boxes in (("leg", [leg]), ("table", [leg, top])):
        write_meshes([(solid_from_boxes(boxes).mesh(), (0.0, 0.0))], tmp_path / f"{name}.stl")
    assert judge(tmp_path / "leg.stl", threshold, layer) == 0
    # Two wings of 80 square millimeters: some tens of lines in a layer of their support.
    assert judge(tmp_path / "table.stl", threshold, layer) > 100


@pytest.mark.thorough
@JUDGES
def test_every_plate_that_lies_on_its_inner_side_gets_supports(tmp_path: Path, judge: Judge) -> None:
    puzzle = generate(Settings(size=(2, 2, 2)))
    for plate in kit(puzzle, Dimensions())[:6]:
        write_bed([replace(plate, up=(plate.up + UPSIDE_DOWN) % 6)], tmp_path / f"{plate.key}.stl")
        assert judge(tmp_path / f"{plate.key}.stl", 45, 0.2) > 100


@pytest.mark.thorough
@pytest.mark.parametrize(("size", "dimensions"), CHECKED.values(), ids=CHECKED)
def test_the_check_says_what_the_slicer_says(
    tmp_path: Path, size: tuple[int, int, int], dimensions: Dimensions
) -> None:
    puzzle = generate(Settings(size=size, seed=1, start="best"))
    write_bed(kit(puzzle, dimensions), tmp_path / "kit.stl")
    write_one_piece(puzzle, dimensions, tmp_path / "one_piece.stl")
    for as_kit, level, file in ((True, GOOD, "kit.stl"), (False, DOUBTFUL, "one_piece.stl")):
        report = check_puzzle(puzzle, dimensions, Printer(), as_kit=as_kit)
        (line,) = (line for line in report.checks if line.name == "Supports")
        assert line.level == level
        assert (prusa_support(tmp_path / file, 45, 0.2) > 0) == (level == DOUBTFUL)
        assert ("no supports" in line.sentence) == as_kit


@pytest.mark.parametrize("threshold", THRESHOLDS)
def test_letters_in_one_piece_get_no_supports_of_their_own(tmp_path: Path, threshold: int) -> None:
    puzzle = generate(Settings(size=(2, 2, 2), seed=42))
    lengths = []
    for height in (0.0, 1.5):
        write_one_piece(puzzle, Dimensions(label_height=height), tmp_path / "one_piece.stl")
        lengths.append(prusa_support(tmp_path / "one_piece.stl", threshold, 0.2))
    # A slicer differs by some millimeters from run to run; below a line of letters it would lay meters.
    assert lengths[1] == pytest.approx(lengths[0], abs=20)


def supported(file: Path, settings: Sequence[tuple[int, float]] = CUT_SETTINGS) -> dict[tuple[str, int, float], float]:
    """Return how much the two slicers support at some settings, and Slic3r at a third of them, where they do at all."""
    lengths = {("PrusaSlicer", *setting): prusa_support(file, *setting) for setting in settings}
    lengths |= {("Slic3r", *setting): slic3r_support(file, *setting) for setting in EACH_ONCE[: len(settings) // 3]}
    return {setting: length for setting, length in lengths.items() if length}


@pytest.mark.parametrize(
    ("pieces", "settings"), some_of({"some": (PIECES[:2], EACH_ONCE), "all": (PIECES, CUT_SETTINGS)}, "some")
)
@pytest.mark.parametrize("dimensions", some_of(DIMENSIONS, "pla"))
def test_no_part_of_cut_pieces_gets_supports_at_any_threshold_and_layer(
    tmp_path: Path,
    dimensions: PackingDimensions,
    pieces: Sequence[tuple[tuple[int, int, int], ...]],
    settings: Sequence[tuple[int, float]],
) -> None:
    parts = puzzle_parts(puzzle_of(*pieces), dimensions, cut=True)
    write_bed([part for part in parts if not part.beside], tmp_path / "bed.stl")
    assert supported(tmp_path / "bed.stl", settings) == {}


@pytest.mark.thorough
@pytest.mark.parametrize("nozzle", [0.4, 0.6])
@pytest.mark.parametrize("first", [0.08, 0.12, 0.2, 0.3])
def test_the_thinnest_layers_that_are_advised_get_none_whatever_the_first_one(
    tmp_path: Path, first: float, nozzle: float
) -> None:
    parts = puzzle_parts(puzzle_of(*PIECES), PackingDimensions(), cut=True)
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
    parts = puzzle_parts(puzzle_from_json(PELIKAN.read_text(encoding="utf-8")), PackingDimensions(), cut=True)
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
    setting = CUT_SETTINGS[seed % len(CUT_SETTINGS)]
    assert prusa_support(tmp_path / "bed.stl", *setting) == slic3r_support(tmp_path / "bed.stl", *setting) == 0


@pytest.mark.parametrize(
    "cells", some_of({f"{len(cells)} cells, {number}": (cells,) for number, cells in enumerate(PIECES)}, "7 cells, 0")
)
def test_every_part_is_good_in_the_eyes_of_the_judges(tmp_path: Path, cells: tuple[tuple[int, int, int], ...]) -> None:
    (whole,) = wholes(PackingModel().parts(puzzle_of(cells), PackingDimensions(), CUT))
    for part in whole.parts:
        file = tmp_path / f"{part.key}.stl"
        write_bed([part], file)
        assert complaints(file, Expected(1, part.volume)) == []
