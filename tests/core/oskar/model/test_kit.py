# SPDX-License-Identifier: GPL-3.0-or-later
"""The kit: each part can be printed as it lies, and together they are the box and the cross."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from puzzle_cubes.kind.part import UPSIDE_DOWN
from puzzle_cubes.oskar.kind.making import generate
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.making.settings import Settings
from puzzle_cubes.oskar.model.as_printed import PRESETS
from puzzle_cubes.oskar.model.dimensions import Dimensions
from puzzle_cubes.oskar.model.kit import kit
from tests.core.oskar import strategies
from tests.core.oskar.model.overhangs import unsupported
from tests.core.solids import judges
from tests.core.solids.measured import mesh_flaws

SIZES = 6

LEDGE = 0.11
"""How far a part may hang over, in millimeters: less than any layer is high, so every slicer takes it for upright."""


@pytest.mark.thorough
@given(puzzle=strategies.puzzles(SIZES), dimensions=strategies.kit_dimensions())
def test_every_part_is_one_closed_body(puzzle: Puzzle, dimensions: Dimensions) -> None:
    for part in kit(puzzle, dimensions):
        for solid in (part.in_place, part.printed):
            assert mesh_flaws(solid.mesh()) == []
            judges.check_with_trimesh(solid.mesh(), part.in_place.volume)
        judged = judges.manifold_of(part.in_place.mesh())
        assert len(judged.decompose()) == 1, part.key


@pytest.mark.thorough
@given(puzzle=strategies.puzzles(SIZES), dimensions=strategies.kit_dimensions())
def test_every_part_lies_flat_and_needs_no_support(puzzle: Puzzle, dimensions: Dimensions) -> None:
    for part in kit(puzzle, dimensions):
        mesh = part.printed.mesh()
        assert mesh.vertices[:, 2].min() == 0
        assert unsupported(mesh, 2 * LEDGE, LEDGE) == [], part.key


@pytest.mark.parametrize("preset", list(PRESETS))
@pytest.mark.parametrize("size", [(5, 5, 5), (2, 4, 3), (1, 2, 1)])
def test_every_plate_shows_its_number_in_notches_of_which_one_is_long(preset: str, size: tuple[int, int, int]) -> None:
    puzzle = generate(Settings(size=size, start="best"))
    dimensions = PRESETS[preset].dimensions
    for number, part in enumerate(kit(puzzle, dimensions)[:6], 1):
        judged = judges.manifold_of(part.printed.mesh())
        # All plates are printed with the inner side upward: a notch is what is missing there, but not below.
        plate = dimensions.plate
        gone = judged.slice(0.7 * plate) - judged.slice(plate - 0.05)
        areas = sorted(area for area in (notch.area() for notch in gone.decompose()) if area > 0.01)
        assert len(areas) == number, part.key
        assert all(areas[-1] > 1.9 * other for other in areas[:-1])


def test_what_lies_on_the_bed_is_cut_there_and_only_there() -> None:
    puzzle = generate(Settings((3, 3, 3), 1))
    for sharp, cut in zip(kit(puzzle, Dimensions()), kit(puzzle, Dimensions(bed_chamfer=0.2)), strict=True):
        whole, mesh = sharp.mesh(), cut.mesh()
        axis, down = sharp.up % 3, sharp.up >= UPSIDE_DOWN
        heights = mesh.vertices[:, axis] * (-1 if down else 1)
        bed = heights.min()
        others = [other for other in range(3) if other != axis]
        width = cut.chamfer.width_in(cut.solid)
        assert width > 0.05
        on_bed, above = mesh.vertices[heights < bed + 1e-6], mesh.vertices[heights > bed + width - 1e-6]
        for other in others:
            # The outline on the bed is smaller by the cut on both sides; above it the part is as it was.
            assert np.ptp(on_bed[:, other]) == pytest.approx(np.ptp(whole.vertices[:, other]) - 2 * width, abs=1e-6)
            assert np.ptp(above[:, other]) == pytest.approx(np.ptp(whole.vertices[:, other]), abs=1e-6)
