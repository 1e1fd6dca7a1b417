# SPDX-License-Identifier: GPL-3.0-or-later
"""A kit can be put together in the computed order: nothing that stands is in the way of any step."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as run_with
from hypothesis import strategies as draw

from puzzle_cubes.kind.part import Part, Step, offsets
from puzzle_cubes.oskar.generating import generate
from puzzle_cubes.oskar.kind import OSKAR
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.making.settings import Settings
from puzzle_cubes.oskar.model.assembly import assembly
from puzzle_cubes.oskar.model.dimensions import Dimensions
from puzzle_cubes.oskar.model.kit import kit
from puzzle_cubes.solids.mesh import Mesh
from tests.core.oskar import strategies
from tests.core.solids.judges import passes_over

CROSS_KEYS = ("cross_flat", "cross_half_arm_peg", "cross_half_arm_socket")
MANUAL = Path(__file__).parents[4] / "docs" / "printing.md"


def mesh_in_place(part: Part) -> Mesh:
    """Return the surface of a part, with its chamfers, where it belongs."""
    mesh = part.mesh()
    return replace(mesh, vertices=mesh.vertices + part.assembled)


def kits(largest: int) -> draw.SearchStrategy[tuple[Puzzle, Dimensions]]:
    """Draw a puzzle, and dimensions with and without chamfers."""
    dimensions = draw.builds(
        lambda sharp, widths: replace(sharp, **widths),
        strategies.kit_dimensions(),
        draw.just({}) | strategies.chamfer_widths(),
    )
    return draw.tuples(strategies.puzzles(largest), dimensions)


def check_steps(parts: tuple[Part, ...], steps: tuple[Step, ...]) -> None:
    """Assert that no step passes over what stands, nor over what still waits for its turn."""
    meshes = {part.key: mesh_in_place(part) for part in parts}
    places = {key: np.array(way) for key, way in offsets(steps).items()}
    assert places.keys() == meshes.keys()
    moment = 0
    for step in steps:
        for _ in step.moves:
            obstacles = [(meshes[key], places[key][moment]) for key in meshes if key not in step.keys]
            for key in step.keys:
                begin, end = places[key][moment : moment + 2]
                assert not passes_over(meshes[key], begin, end, obstacles), (step.keys, key)
            moment += 1
    assert all(not way[-1].any() for way in places.values())


@pytest.mark.thorough
@given(kit_of=kits(6))
@run_with(max_examples=12)
def test_no_step_passes_over_a_part_that_stands_or_waits(kit_of: tuple[Puzzle, Dimensions]) -> None:
    puzzle, dimensions = kit_of
    parts = kit(puzzle, dimensions)
    check_steps(parts, assembly(puzzle, parts))


@pytest.mark.thorough
@pytest.mark.parametrize("cells", range(2, 7))
def test_cubes_of_every_size_can_be_put_together(cells: int) -> None:
    for start in ("center", "best"):
        puzzle = generate(Settings((cells, cells, cells), cells, start=start))
        parts = kit(puzzle, Dimensions(arm_chamfer=0.4, bed_chamfer=0.3))
        check_steps(parts, assembly(puzzle, parts))


def test_the_judge_sees_what_is_in_the_way() -> None:
    puzzle = generate(Settings((3, 3, 3), 1))
    parts = kit(puzzle, Dimensions())
    steps = assembly(puzzle, parts)
    of_cross = next(step for step in steps if step.keys == CROSS_KEYS)
    before = steps[: steps.index(of_cross)]
    after = steps[steps.index(of_cross) + 1 :]
    # Three plates stand, and the cross comes from above.
    with pytest.raises(AssertionError):
        check_steps(parts, (*before, *after[:2], of_cross, *after[2:]))


@given(kit_of=kits(6))
def test_every_part_is_put_on_once_and_the_cross_as_a_whole(kit_of: tuple[Puzzle, Dimensions]) -> None:
    puzzle, dimensions = kit_of
    steps = assembly(puzzle, kit(puzzle, dimensions))
    keys = [step.keys for step in steps]
    plates = [part.key for part in kit(puzzle, dimensions) if part.walls]
    assert sorted(keys) == sorted([*((key,) for key in (*plates, *CROSS_KEYS)), CROSS_KEYS])
    # The cross is whole before it is put in, with one plate on the table and none around.
    assert keys[:3] == [(key,) for key in CROSS_KEYS]
    assert keys[4] == CROSS_KEYS
    assert [bool(step.moves) for step in steps] == [False, True, True, False] + 6 * [True]
    # What is put on lower plates comes last: the one on top is opposite to the one on the table.
    below, top = (plates.index(keys[place][0]) for place in (3, -1))
    assert below // 2 == top // 2


@given(kit_of=kits(6))
def test_the_table_is_below_the_plate_that_the_cross_reaches_least_below(kit_of: tuple[Puzzle, Dimensions]) -> None:
    puzzle, dimensions = kit_of
    parts = kit(puzzle, dimensions)
    step = assembly(puzzle, parts)[3]
    reaches = {}
    for axis, (cell, cells) in enumerate(zip(puzzle.start, puzzle.size, strict=True)):
        # An arm is flush with the lower plate if its cross stands in the last cell, with the upper one in the first.
        for upper, away in enumerate((cells - 1 - cell, cell)):
            reaches[2 * axis + 1 + upper] = away * dimensions.pitch + dimensions.overhang
    number = int(step.keys[0][6])
    assert reaches[number] == pytest.approx(min(reaches.values()), abs=0.02)
    if reaches[number] < 0.004:
        assert "on the table" in step.sentence
    else:
        assert "on two books" in step.sentence
        room = float(step.sentence.split("needs ")[1].split(" mm")[0])
        assert reaches[number] - 0.01 <= room < reaches[number] + 0.11


def test_a_kit_whose_cross_starts_on_top_stands_on_its_bottom() -> None:
    puzzle = generate(Settings((5, 5, 5), 7))
    sentences = [step.sentence for step in assembly(puzzle, kit(puzzle, Dimensions()))]
    assert sentences[3:] == [
        "Plate 5 on the table, its long notch up and on the left.",
        "The cross from above, through the cell that is 3rd from the left and 3rd from the front.",
        "Plate 3 from the left, its long notch at the top.",
        "Plate 2 from the front, its long notch on the right.",
        "Plate 4 from the right, its long notch at the bottom.",
        "Plate 1 from the back, its long notch on the left.",
        "Plate 6 from above, its long notch on the right.",
    ]


def test_the_manual_has_the_steps_of_the_cube_that_is_made_at_first() -> None:
    puzzle = generate(Settings((5, 5, 5), 0))
    steps = assembly(puzzle, kit(puzzle, Dimensions()))
    numbered = [f"{number}. {step.sentence}" for number, step in enumerate(steps, 1)]
    assert "\n".join(numbered) in MANUAL.read_text(encoding="utf-8")


def test_unequal_arms_are_named() -> None:
    for size, words in (
        ((3, 3, 4), "its jointed arm upright."),
        ((3, 5, 4), "its jointed arm from left to right, the longer one of the others upright."),
        ((4, 2, 2), "its jointed arm from front to back."),
    ):
        puzzle = generate(Settings(size, 1, start=(0, 0, size[2] - 1)))
        sentence = assembly(puzzle, kit(puzzle, Dimensions()))[4].sentence
        assert sentence.endswith(words), sentence


def test_the_sides_are_where_the_plates_are() -> None:
    """Somebody who looks from the front sees each plate where its sentence says."""
    puzzle = generate(Settings((3, 3, 3), 1))
    ends = {"left": (0, -1), "right": (0, 1), "front": (1, -1), "back": (1, 1), "above": (2, 1)}
    for start in ((1, 1, 2), (1, 1, 0), (2, 1, 1), (1, 2, 1), (0, 1, 1), (1, 0, 1)):
        moved = replace(puzzle, start=start)
        parts = kit(moved, Dimensions())
        steps = assembly(moved, parts)
        numbers = {}
        for step in steps[5:]:
            side = step.sentence.split(" from ")[1].split(",")[0].removeprefix("the ")
            numbers[side] = int(step.sentence.split()[1])
        assert set(numbers) == set(ends)
        middles = {number: np.array(part.assembled) for number, part in enumerate(parts[:6], 1)}
        right = middles[numbers["right"]] - middles[numbers["left"]]
        away = middles[numbers["back"]] - middles[numbers["front"]]
        below = middles[int(steps[3].keys[0][6])]
        up = middles[numbers["above"]] - below
        assert np.cross(right, away) @ up > 0
        # The half arm comes from where its sentence says, as its picture shows.
        ways = {"left": right, "right": -right, "front": away, "back": -away, "above": -up, "below": up}
        (side,) = (side for side in ways if f"peg from {side} " in steps[1].sentence.replace("the ", ""))
        (move,) = steps[1].moves
        assert ways[side][move.axis] * move.distance > 0, steps[1].sentence
        # The long notch of each plate is where the plate is that the manual says it meets.
        meets = {1: 3, 2: 4, 3: 6, 4: 5, 5: 3, 6: 4}
        sides = {number: side for side, number in numbers.items()}
        for step in steps[5:]:
            met = meets[int(step.sentence.split()[1])]
            notch = step.sentence.split("its long notch ")[1]
            words = {"left": "left", "right": "right", "front": "front", "back": "back", "above": "top"}
            assert (words[sides[met]] if met in sides else "bottom") in notch, step.sentence


@pytest.mark.parametrize("cells", [20, 40])
def test_large_kits_have_an_order_too(cells: int) -> None:
    puzzle = generate(Settings((cells, cells, 2), 1))
    steps = assembly(puzzle, kit(puzzle, Dimensions()))
    assert len(steps) == 10


def test_one_piece_takes_no_steps_and_a_kit_those_of_its_parts() -> None:
    puzzle = generate(Settings((2, 2, 2), 1))
    dimensions = Dimensions()
    for way, count in (("one_piece", 0), ("kit", 10)):
        parts = OSKAR.parts(puzzle, dimensions, way)
        assert len(OSKAR.assembly(puzzle, parts, way)) == count
