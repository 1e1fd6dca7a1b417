# SPDX-License-Identifier: GPL-3.0-or-later
"""Each part of a kit prints as it lies; put together they are box and cross, come apart, stand, and can be solved."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, product
from typing import Any

import manifold3d
import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as run_with

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.kind.part import Part
from puzzle_cubes.library import make
from puzzle_cubes.oskar.generating import generate
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.making.settings import Settings
from puzzle_cubes.oskar.model.as_printed import PRESETS
from puzzle_cubes.oskar.model.box_and_cross import box, cross
from puzzle_cubes.oskar.model.dimensions import Dimensions
from puzzle_cubes.oskar.model.kit import kit
from puzzle_cubes.solids.mesh import Mesh
from tests.core.oskar import reference, strategies
from tests.core.oskar.model.kit_grid import Booleans, Grid, unsupported
from tests.core.oskar.model.reference_geometry import arms, center_of_cell
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
        assert all(areas[-1] > 1.9 * area for area in areas[:-1])


NOWHERE = np.zeros(3)


def meshes_of(puzzle: Puzzle, dimensions: Dimensions) -> dict[str, Mesh]:
    """Return the meshes of all parts in their places."""
    return {part.key: part.in_place.mesh() for part in kit(puzzle, dimensions)}


def is_plate(name: str) -> bool:
    """Report whether a part is a plate."""
    return name.startswith("plate")


@pytest.mark.thorough
@given(puzzle=strategies.puzzles(6), dimensions=strategies.kit_dimensions())
@run_with(max_examples=10)
def test_no_two_parts_overlap_and_the_gap_in_a_joint_is_the_joint_gap(puzzle: Puzzle, dimensions: Dimensions) -> None:
    meshes = meshes_of(puzzle, dimensions)
    solids = {name: judges.manifold_of(mesh) for name, mesh in meshes.items()}
    for first_name, second_name in combinations(meshes, 2):
        overlap = solids[first_name] ^ solids[second_name]
        assert overlap.volume() == pytest.approx(0, abs=1e-9)
        gap = judges.distance(meshes[first_name], meshes[second_name], NOWHERE)
        if is_plate(first_name) != is_plate(second_name):
            assert gap >= dimensions.clearance - 1e-4
        elif not is_plate(first_name) or first_name[8] != second_name[8]:
            # Parts of the cross, or plates across different axes: each meets each.
            assert gap == pytest.approx(dimensions.joint, abs=1e-4), (first_name, second_name)


@given(puzzle=strategies.puzzles(4), dimensions=strategies.kit_dimensions())
@run_with(max_examples=10)
def test_together_the_parts_are_box_and_cross_but_for_gaps_and_notches(puzzle: Puzzle, dimensions: Dimensions) -> None:
    # What markers are in a kit is looked at by itself.
    dimensions = replace(dimensions, start_marker=0.0, end_marker=0.0)
    solid = cross(puzzle.size, dimensions)
    moved = Mesh(solid.mesh().vertices + center_of_cell(puzzle.size, puzzle.start, dimensions), solid.mesh().faces)
    whole = {"box": box(puzzle, dimensions).mesh(), "cross": moved}
    meshes = meshes_of(puzzle, dimensions)
    grid = Grid.of(meshes | whole)
    notches = 0.0
    for name in whole:
        parts = {part: grid.bodies[part] for part in meshes if is_plate(part) == (name == "box")}
        together = np.logical_or.reduce(list(parts.values()))
        assert not (together & ~grid.bodies[name]).any()
        # What is missing lies in a joint: near two parts at once. Where three meet, two gaps may add up.
        near_parts = sum(grid.near(part, 2 * dimensions.joint).astype(int) for part in parts.values())
        notches += grid.volume(grid.bodies[name] & ~together & (near_parts < 2))
    # Plates have 1 to 6 notches in the inner half of a finger, half as long as it; the first one is longer.
    deep = min(0.6, dimensions.plate / 4)
    assert notches <= (6 * 2 + 15) * 6.0 * dimensions.plate / 2 * deep


@given(puzzle=strategies.puzzles(4), dimensions=strategies.kit_dimensions())
@run_with(max_examples=10)
def test_every_plate_comes_off_along_its_normal_wherever_the_cross_is(puzzle: Puzzle, dimensions: Dimensions) -> None:
    parts = {part.key: part for part in kit(puzzle, dimensions)}
    grid = Grid.of({name: part.in_place.mesh() for name, part in parts.items() if is_plate(name)})
    maze = reference.maze_of(puzzle)
    reachable = reference.distances(maze, puzzle.size, puzzle.start)
    for name, filled in grid.bodies.items():
        passed = passed_through(filled, parts[name])
        for second_name, obstacle in grid.bodies.items():
            assert second_name == name or not (passed & obstacle).any(), (name, second_name)
        for position in reachable:
            for low, high in arms(puzzle.size, position, dimensions):
                assert not passed[grid.box(low, high)].any(), (name, position)


def passed_through(filled: Booleans, part: Part) -> Booleans:
    """Return the boxes that a part touches while it is moved outward, as far as you like."""
    axis = int(np.argmax(np.abs(part.outward)))
    outward = filled if part.outward[axis] > 0 else np.flip(filled, axis)
    passed = np.maximum.accumulate(outward, axis=axis)
    return passed if part.outward[axis] > 0 else np.flip(passed, axis)


@given(puzzle=strategies.puzzles(3), dimensions=strategies.kit_dimensions())
@run_with(max_examples=10)
def test_in_the_assembled_box_every_legal_move_is_free_and_every_other_one_is_stopped(
    puzzle: Puzzle, dimensions: Dimensions
) -> None:
    meshes = meshes_of(puzzle, dimensions)
    grid = Grid.of({name: mesh for name, mesh in meshes.items() if is_plate(name)})
    plates = np.logical_or.reduce(list(grid.bodies.values()))
    maze = reference.maze_of(puzzle)
    for here in reference.positions(puzzle.size):
        legal = reference.neighbors(maze, puzzle.size, here)
        for neighbor in reference.adjacent(puzzle.size, here):
            ends = arms(puzzle.size, here, dimensions), arms(puzzle.size, neighbor, dimensions)
            swept = zip(np.minimum(*ends)[:, 0], np.maximum(*ends)[:, 1], strict=True)
            assert any(plates[grid.box(low, high)].any() for low, high in swept) == (neighbor not in legal)


def bodies(parts: list[Part]) -> manifold3d.Manifold:
    """Return parts in their places, as one."""
    standing = [judges.manifold_of(part.mesh(), np.array(part.assembled)) for part in parts]
    return manifold3d.Manifold.batch_boolean(standing, manifold3d.OpType.Add)


@pytest.mark.parametrize(
    ("size", "lengths"),
    [(2, {}), ((4, 3, 5), {"overhang": 4.0}), ((3, 4, 2), {"plate": 1.6, "clearance": 0.2}), (5, {"stand": 8.0})],
)
def test_box_rests_on_the_stand_and_the_cross_goes_all_ways(size: Any, lengths: dict[str, Any]) -> None:
    puzzle = make("oskar", size=size, kit=True, **{"stand": 2.0, **lengths})
    dimensions: Any = puzzle.dimensions
    (stand,) = (part for part in puzzle.parts if part.key == "stand")
    crosses = [part for part in puzzle.parts if part.key.startswith("cross")]
    box, cross, below = bodies([part for part in puzzle.parts if part.walls]), bodies(crosses), bodies([stand])
    assert (box ^ below).volume() < 1e-6
    assert (box ^ below.translate((0.0, 0.0, 0.02))).volume() > 0.01, "The frame rests on the ledges."
    assert below.bounding_box()[5] == pytest.approx(min(dimensions.stand, dimensions.plate))
    start = np.array(dimensions.center(puzzle.content.size, puzzle.content.start))
    for position in product(*(range(cells) for cells in puzzle.content.size)):
        moved = cross.translate(tuple(np.array(dimensions.center(puzzle.content.size, position)) - start))
        assert (moved ^ below).volume() < 1e-6, position
        assert moved.bounding_box()[2] > below.bounding_box()[2], "Arms end above the table."


def test_stand_is_printed_last_shown_and_only_of_a_kit() -> None:
    puzzle = make("oskar", size=3, kit=True, stand=2.0)
    steps, problem = puzzle.assembly
    assert not problem
    assert (steps[-1].keys, steps[-1].sentence) == (("stand",), "Put it into its stand, here from below.")
    assert all(check.level == "good" for check in puzzle.check().checks if "support" in check.sentence.lower())
    assert "stand" not in {part.key for part in make("oskar", size=3, kit=True).parts}
    with pytest.raises(InputError, match="only the way Kit uses it"):
        make("oskar", size=3, one_piece=True, stand=2.0)
