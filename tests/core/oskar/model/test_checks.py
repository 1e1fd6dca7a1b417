# SPDX-License-Identifier: GPL-3.0-or-later
"""The check of a puzzle says what will print and work; in place the cross stands as high as it can."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given

from puzzle_cubes import make
from puzzle_cubes.common.task import Task
from puzzle_cubes.common.words import in_words
from puzzle_cubes.kind.holding import settled
from puzzle_cubes.oskar.generating import generate
from puzzle_cubes.oskar.generators import settings_with
from puzzle_cubes.oskar.making.by_hand import with_walls
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.making.settings import Settings
from puzzle_cubes.oskar.maze.faces import Size
from puzzle_cubes.oskar.model.as_printed import PRESETS
from puzzle_cubes.oskar.model.box_and_cross import box, cross, printing_position
from puzzle_cubes.oskar.model.checks import check_in_steps, check_marks, check_puzzle, printed_size
from puzzle_cubes.oskar.model.dimensions import Dimensions
from puzzle_cubes.oskar.model.kit import kit
from puzzle_cubes.printing.checks import BAD, DOUBTFUL, GOOD, Check
from puzzle_cubes.printing.printer import MATERIALS, Printer
from puzzle_cubes.solids.solid import Solid
from tests.core.oskar import reference, strategies
from tests.core.oskar.model.checked import PUZZLE, SMALL, check, reported, with_floating_wall
from tests.core.solids.judges import manifold_of


@pytest.mark.parametrize("as_kit", [False, True])
def test_a_check_in_steps_says_how_far_it_is(as_kit: bool) -> None:
    task = Task(check_in_steps(PUZZLE, Dimensions(), Printer(), as_kit=as_kit))
    shares = list(task)
    assert shares == sorted(shares)
    assert 0 < shares[0] < 0.2
    assert 0.6 < shares[-1] < 1
    assert task.result == reported(PUZZLE, Dimensions(), Printer(), as_kit)


@pytest.mark.parametrize("as_kit", [False, True])
def test_no_length_is_finer_than_hundredths_of_a_millimeter(as_kit: bool) -> None:
    dimensions = Dimensions(passage=7.3333, wall=0.66875, plate=1.3375, clearance=0.4125)
    sentences = [line.sentence for line in reported(PUZZLE, dimensions, Printer(layer=0.12), as_kit).checks]
    assert not [sentence for sentence in sentences if re.search(r"\d\.\d{3}|\de[+-]\d", sentence)]
    assert any(" 0.67 mm" in sentence for sentence in sentences)


def test_a_generated_puzzle_with_the_defaults_has_nothing_bad() -> None:
    report = reported(PUZZLE, Dimensions(), Printer(), False)
    levels = {line.name: line.level for line in report.checks}
    # The cross stands on the end of an arm.
    assert (levels.pop("Supports"), levels.pop("First Layer")) == (DOUBTFUL, DOUBTFUL)
    assert set(levels.values()) == {GOOD}
    assert len(levels) == 9


def test_walls_thinner_than_two_lines_are_bad() -> None:
    assert check("Walls", dimensions=Dimensions(wall=0.7)).level == BAD
    assert "at least 0.8 mm" in check("Walls", dimensions=Dimensions(wall=0.7)).sentence
    assert check("Walls", dimensions=Dimensions(plate=0.7)).level == BAD
    assert check("Walls", dimensions=Dimensions(wall=1.0)).level == DOUBTFUL
    # The solution is shown beside the puzzle, and not printed.
    checks = make("oskar", size=2, one_piece=True, passage=1.4).check().checks
    assert {line.name: line.parts for line in checks}["Walls"] == ("cross",)
    assert check("Walls", dimensions=Dimensions(wall=1.2)).level == GOOD
    assert check("Walls", dimensions=Dimensions(wall=1.2), printer=Printer(nozzle=0.8)).level == BAD


@pytest.mark.parametrize(
    ("as_kit", "clearance", "material", "level", "words"),
    [
        (False, 0.1, "pla", BAD, "fuse with the box; give 0.3 mm"),
        (False, 0.25, "pla", DOUBTFUL, "may fuse; give 0.3 mm"),
        (False, 0.3, "pla", GOOD, "0.2 mm are left once printed: the cross comes free"),
        (False, 0.2, "resin", GOOD, "0.1 mm are left"),
        (False, 0.8, "pla", DOUBTFUL, "0.7 mm are left once printed: it rattles"),
        (True, 0.1, "pla", BAD, "of which 0 mm are left once printed: the cross will stick"),
        (True, 0.15, "pla", BAD, "stick in the box; give 0.22 mm"),
        (True, 0.2, "pla", DOUBTFUL, "tight; give 0.22 mm"),
        (True, 0.22, "pla", GOOD, "the cross slides"),
        (True, 0.7, "pla", DOUBTFUL, "it rattles"),
    ],
)
def test_a_clearance_is_judged_by_what_printing_leaves_of_it(
    as_kit: bool, clearance: float, material: str, level: str, words: str
) -> None:
    line = check("Clearance", SMALL, Dimensions(clearance=clearance), printer=Printer(material=material), as_kit=as_kit)
    assert line.level == level
    assert words in line.sentence


def test_a_first_layer_that_spreads_is_in_the_way_without_a_chamfer() -> None:
    sharp = Dimensions(arm_chamfer=0.0, bed_chamfer=0.0)
    for printer, left in ((Printer(foot=0.0), "0.28 mm"), (Printer(), "0 mm"), (Printer(foot=0.1), "0.08 mm")):
        assert f"of which {left} are left" in check("Clearance", SMALL, sharp, printer=printer, as_kit=True).sentence
        assert "of which 0.28 mm are left" in check("Clearance", SMALL, printer=printer, as_kit=True).sentence


def test_arms_whose_height_is_no_whole_number_of_layers_have_less_room() -> None:
    # Arms of 4.3 mm become 4.4 mm high with layers of 0.4, and a drop narrower than that none.
    line = check(
        "Clearance",
        SMALL,
        Dimensions(clearance=0.35),
        printer=Printer(layer=0.4, widening=0.0, foot=0.0),
        as_kit=True,
    )
    assert "of which 0.28 mm are left" in line.sentence


@pytest.mark.parametrize("start", list(product((0, 3), (0, 3), (3,))))
def test_the_print_is_as_large_as_box_and_cross_together(start: tuple[int, int, int]) -> None:
    puzzle, dimensions = generate(Settings((4, 4, 4), seed=1, start=start)), Dimensions(overhang=2.0)
    walls, place = box(puzzle, dimensions), dimensions.center(puzzle.size, printing_position(puzzle))
    corners = [walls.mesh().vertices, cross(puzzle.size, dimensions).mesh().vertices + place]
    assert printed_size(puzzle, walls, dimensions) == pytest.approx(np.ptp(np.concatenate(corners), axis=0), abs=1e-3)


def test_a_bed_that_is_too_small_is_bad() -> None:
    width, depth, _ = printed_size(PUZZLE, box(PUZZLE, Dimensions()), Dimensions())
    assert check("Bed", printer=Printer(bed_x=width, bed_y=depth)).level == GOOD
    assert check("Bed", printer=Printer(bed_x=width - 0.1, bed_y=depth)).level == BAD
    # A print may be turned on the bed.
    slab = generate(Settings((6, 2, 2), seed=1))
    width, depth, _ = printed_size(slab, box(slab, Dimensions()), Dimensions())
    assert width > depth
    assert check("Bed", slab, printer=Printer(bed_x=depth, bed_y=width)).level == GOOD
    assert check("Bed", slab, printer=Printer(bed_x=depth, bed_y=width - 1)).level == BAD


@pytest.mark.parametrize("as_kit", [False, True])
def test_a_floating_wall_is_bad(as_kit: bool) -> None:
    puzzle = with_floating_wall()
    assert puzzle.flaws
    strength = check("Strength", puzzle, as_kit=as_kit)
    assert strength.level == BAD
    assert "Face XY" in strength.sentence
    assert check("Bodies", puzzle, as_kit=as_kit).level == BAD
    assert check("Bodies", as_kit=as_kit).level == GOOD


@pytest.mark.parametrize("as_kit", [False, True])
@pytest.mark.parametrize("name", ["start", "end"])
def test_a_solid_cell_where_the_cross_starts_or_ends_is_bad(name: str, as_kit: bool) -> None:
    column, row, _ = getattr(PUZZLE, name)
    face = with_walls(PUZZLE.faces[0], 0, (), [column + 4 * row])
    line = check("Motion", replace(PUZZLE, faces=(face, *PUZZLE.faces[1:]), settings=None), as_kit=as_kit)
    assert line.level == BAD
    assert f"no room at the {name}, where a face is solid: open its cell" in line.sentence


def test_long_thin_walls_are_doubtful_and_worse() -> None:
    assert check("Strength", as_kit=True).level == GOOD
    thin = check("Strength", dimensions=Dimensions(wall=1.2), as_kit=True)
    assert thin.level == DOUBTFUL
    assert "before they break" in thin.sentence
    assert check("Strength", dimensions=Dimensions(wall=0.5, joint=0.1), as_kit=True).level == BAD
    # Large walls bear much, and yet an arm pushes them aside.
    large = generate(settings_with(size=(9, 9, 9), seed=1))
    soft = check("Strength", large, Dimensions(passage=10, wall=5, plate=5), as_kit=True)
    assert soft.level == DOUBTFUL
    assert weakest([soft]) > 3


def test_walls_that_stand_upright_break_sooner() -> None:
    flat, upright = (weakest([check("Strength", as_kit=as_kit)]) for as_kit in (True, False))
    assert 0.5 < upright / flat < 1


def test_the_weakest_wall_is_where_the_line_says() -> None:
    line = check("Strength", as_kit=True)
    first, second = (part for part in kit(PUZZLE, Dimensions()) if part.key in line.parts)
    assert f"in {first.label} and {second.label}" in line.sentence
    assert line.where is not None
    low, high = np.array(line.where)
    # The wall is in the part: from its inner side to its outer one, and plastic is at both ends of its way.
    normal = int(np.argmin(first.solid.extent))
    assert (low[normal], high[normal]) == (pytest.approx(-1.6), pytest.approx(1.6))
    within = np.ones(first.solid.filled.shape, dtype=bool)
    for axis, lines in enumerate(first.solid.lines):
        middles = (lines[:-1] + lines[1:]) / 2
        inside = (middles > low[axis]) & (middles < high[axis])
        within &= inside.reshape([-1 if dimension == axis else 1 for dimension in range(3)])
    volume = replace(first.solid, filled=first.solid.filled & within).volume
    wide = np.prod(high - low)
    assert 0 < volume < wide
    # One post behind the cells that are named, the frame counted from the low corner.
    words = line.sentence.split("behind ")[1].split(";")[0].replace(".", "").split()
    cells = [int(word) for word in words if word.isdigit()]
    across = [axis for axis in range(3) if axis != normal]
    corner = [first.solid.lines[axis][0] for axis in across]
    post = [3.2 + 8 * count - 1.5 + begin for count, begin in zip(cells, corner, strict=True)]
    assert all(low[axis] < place < high[axis] for axis, place in zip(across, post, strict=True))


def of_strength(puzzle: Puzzle, dimensions: Dimensions, printer: Printer, *, as_kit: bool) -> list[Check]:
    """Return the lines on walls and arms, where there are any that can break."""
    lines = check_puzzle(puzzle, dimensions, printer, as_kit=as_kit).checks
    return [line for line in lines if line.name in ("Strength", "Arms") and "at about" in line.sentence]


def weakest(lines: list[Check]) -> float:
    """Return the least force in newtons that some lines tell of."""
    return min(float(re.findall(r"breaks? at about ([\d.]+) N", line.sentence)[0]) for line in lines)


def advised(lines: list[Check]) -> dict[str, Any]:
    """Return the lengths that some lines advise."""
    told = " ".join(line.sentence for line in lines)
    return {name: float(length) for name, length in re.findall(r"an? (passage|wall|plate) of ([\d.]+) mm", told)}


OTHER_SIZES = [
    *((side, side, side) for side in (5, 6, 7, 9, 10)),
    *((10, 3, 3), (3, 10, 4), (2, 10, 10), (10, 1, 5), (6, 2, 9)),
]


@pytest.mark.parametrize(
    "size",
    [
        *((4, 4, 4), (8, 8, 8), (3, 5, 7)),
        *(pytest.param(size, marks=pytest.mark.thorough) for size in OTHER_SIZES),
    ],
)
@pytest.mark.parametrize("as_kit", [True, False])
def test_lengths_that_are_advised_hold_what_is_said(size: Size, as_kit: bool) -> None:
    puzzle = generate(Settings(size, seed=5))
    weak = of_strength(puzzle, Dimensions(), Printer(), as_kit=as_kit)
    # Walls and arms advise the same, so that who follows one has followed the other.
    (said,) = {line.sentence.partition("; ")[2] for line in weak if "would hold 8 N" in line.sentence}
    strong = Dimensions(**advised(weak))
    assert said.endswith(f"in a box of {max(strong.outer_size(size)):g} mm.")
    lines = of_strength(puzzle, strong, Printer(), as_kit=as_kit)
    assert [line.level for line in lines] == [GOOD, GOOD]
    assert weakest(lines) >= 8
    assert advised(lines) == {}


def test_lengths_that_are_advised_name_what_is_held_against_them() -> None:
    puzzle = generate(Settings((8, 8, 8), seed=5))
    outer = max(Dimensions().outer_size(puzzle.size))
    dimensions = settled(Dimensions(hold="outer", held=outer), puzzle.size)
    lines = of_strength(puzzle, dimensions, Printer(), as_kit=True)
    advice = [line.sentence for line in lines if "would hold 8 N" in line.sentence]
    assert advice
    assert all(sentence.endswith("; Outer Size must be let go for that.") for sentence in advice)


def test_no_length_is_advised_that_is_too_long() -> None:
    lines = of_strength(PUZZLE, Dimensions(wall=990.0, plate=0.5, joint=0.05), Printer(), as_kit=True)
    assert [line.level for line in lines] == [DOUBTFUL, BAD]
    assert advised(lines) == {}


@pytest.mark.thorough
@pytest.mark.parametrize(
    "size", [*((side, side, side) for side in range(3, 11)), *OTHER_SIZES[4:], (3, 5, 7), (1, 1, 10)]
)
@pytest.mark.parametrize("preset", PRESETS)
def test_a_kit_of_any_preset_holds_or_says_with_which_lengths_it_does(preset: str, size: Size) -> None:
    puzzle, chosen = generate(Settings(size, seed=1)), PRESETS[preset]
    lines = of_strength(puzzle, chosen.dimensions, chosen.printer, as_kit=True)
    if weakest(lines) < 8:
        assert advised(lines)
        lines = of_strength(puzzle, replace(chosen.dimensions, **advised(lines)), chosen.printer, as_kit=True)
    assert weakest(lines) >= 8


@pytest.mark.parametrize(
    ("dimensions", "level"),
    [
        (Dimensions(), GOOD),
        # As a slicer has them: two bodies in every layer, and what is narrower than two lines.
        (Dimensions(passage=1.3, joint=0.05, arm_chamfer=0.0, bed_chamfer=0.0), BAD),
        (Dimensions(passage=3.2, wall=1.6, plate=1.6, clearance=0.3, joint=0.1), DOUBTFUL),
    ],
)
def test_what_is_thinnest_in_the_solids_is_told(dimensions: Dimensions, level: str) -> None:
    walls_line = check("Walls", dimensions=dimensions, as_kit=True)
    assert walls_line.level == level
    thickness = float(walls_line.sentence.split(" mm")[0].split()[-1])
    (key,) = walls_line.parts[:1]
    solid = next(part for part in kit(PUZZLE, dimensions) if part.key == key).printed
    measured = min(gap for axis in range(2) for gap in thicknesses(solid, axis, dimensions))
    assert thickness == pytest.approx(measured, abs=0.00501)


def thicknesses(solid: Solid, axis: int, dimensions: Dimensions) -> list[float]:
    """Return how far plastic goes along an axis, on lines of a fine grid half a plate above the bed or at its end."""
    filled = np.moveaxis(solid.filled, axis, 0)
    line = solid.lines[axis]
    lengths = []
    # Marks are pits in the outer side and in the inner one.
    for level in range(filled.shape[2]):
        height = solid.lines[2][level : level + 2].mean()
        if not 0.31 * dimensions.plate < height < 0.49 * dimensions.plate and len(solid.lines[2]) > 4:
            continue
        for column in filled[:, :, level].T:
            ends = np.flatnonzero(np.diff(np.concatenate(([False], column, [False])).astype(int)))
            lengths += [float(line[end] - line[begin]) for begin, end in zip(ends[::2], ends[1::2], strict=True)]
    return lengths


def test_a_cross_that_is_printed_upright_wants_a_brim_unless_it_is_low() -> None:
    tall = check("First Layer")
    assert tall.level == DOUBTFUL
    assert "stands on 13 mm2" in tall.sentence
    assert "brim" in tall.sentence
    # Of an arm that chamfers cut from all sides a fifth stays, however wide they are asked for.
    pointed = check("First Layer", dimensions=Dimensions(arm_chamfer=9.0))
    assert "stands on 0.71 mm2" in pointed.sentence
    assert check("First Layer", generate(settings_with(size=(3, 3, 1), seed=1))).level == GOOD


def test_what_stands_on_little_of_the_bed_is_named_with_its_first_layer() -> None:
    line = check("First Layer", as_kit=True)
    parts = {part.label: part.printed for part in kit(PUZZLE, Dimensions())}
    areas = {label: manifold_of(solid.mesh()).slice(0.01).area() for label, solid in parts.items()}
    least = min(areas, key=areas.__getitem__)
    assert line.level == GOOD
    assert f"{least} has the least area on the bed, {areas[least]:.0f} mm2" in line.sentence
    tiny, puzzle = Dimensions(passage=2.0, wall=1.0, clearance=0.2, plate=1.6, joint=0.1), generate(Settings((2, 2, 2)))
    small = check("First Layer", puzzle, tiny, as_kit=True)
    assert (small.level, "give a wider passage" in small.sentence) == (DOUBTFUL, True), small.sentence
    wider = check("First Layer", puzzle, replace(tiny, passage=4.0), as_kit=True)
    assert wider.level == GOOD


def test_slender_arms_break() -> None:
    long = generate(settings_with(size=(30, 2, 2), seed=1))
    slender = Dimensions(passage=2.2, wall=1.2, joint=0.1)
    for as_kit in (False, True):
        assert check("Arms", as_kit=as_kit).level == GOOD
        assert check("Arms", long, slender, as_kit=as_kit).level == BAD
    assert "breaks at about 0.18 N" in check("Arms", long, slender).sentence


def test_the_volume_is_that_of_the_meshes_and_the_mass_what_the_material_line_says() -> None:
    dimensions = Dimensions(arm_chamfer=0.0, bed_chamfer=0.0)
    meshes = (box(PUZZLE, dimensions).mesh(), cross(PUZZLE.size, dimensions).mesh())
    volume = sum(manifold_of(mesh).volume() for mesh in meshes)
    for name, material in MATERIALS.items():
        report = reported(PUZZLE, dimensions, Printer(material=name), False)
        assert report.volume == pytest.approx(volume)
        said = check("Material", printer=Printer(material=name)).sentence
        assert f"About {report.cost.grams:.0f} g of {material.label} and {in_words(report.cost.minutes)}, at " in said
        assert said.endswith(f"; the box is {' x '.join(f'{side:g}' for side in dimensions.outer_size((4, 4, 4)))} mm.")
        # Supports, or with resin none, and what is inside is sparse.
        assert 0.9 < report.cost.grams / (volume / 1000 * material.density) < (1.01 if name == "resin" else 2.5)
        assert ("with snug supports" in said) == (name != "resin")


@given(strategies.puzzles(4), strategies.all_dimensions())
def test_any_generated_puzzle_can_be_played_as_its_mazes_say(puzzle: Puzzle, dimensions: Dimensions) -> None:
    for name in ("Meshes", "Bodies", "Motion"):
        assert check(name, puzzle, dimensions).level == GOOD


def test_the_lower_arm_ends_flush_unless_it_has_an_overhang() -> None:
    assert check("Supports").sentence.endswith("The lower arm ends flush with the bed.")
    assert check("Supports", dimensions=Dimensions(overhang=5.0)).sentence.endswith(
        "The lower arm stands out below the box."
    )


def test_what_tells_the_parts_apart_is_said_to_be_printed_or_lost() -> None:
    def marks(dimensions: Dimensions, **printer: Any) -> Check:
        return check_marks(PUZZLE, dimensions, replace(Printer(), **printer))

    pocket = Dimensions(plate=1.6, wall=1.6, passage=4.0)
    marks_line = check("Marks", as_kit=True)
    assert marks_line.level == GOOD
    assert len(marks_line.parts) == 6
    lost = marks(pocket)
    assert lost.level == DOUBTFUL
    # The frame is too thin for what is on it, but not for notches.
    assert "pits at the start on the frame (0.49 and" in lost.sentence
    assert "at least 0.8 mm wide and 0.4 mm deep" in lost.sentence
    assert "notches" not in lost.sentence
    # Those that are as flat as was asked are no deeper in thicker plates.
    flat: dict[str, Any] = {"start_marker": 0.3, "end_marker": 0.3}
    markers, plates = "give a larger Start or End Marker", "thicken walls and plates"
    for dimensions, advice in (
        (pocket, plates),
        (Dimensions(wall=6.0, plate=8.0, **flat), markers),
        (replace(pocket, **flat), f"{markers} and {plates}"),
    ):
        assert marks(dimensions).sentence.endswith(f"is printed, so {advice}.")
    unmarked = replace(pocket, start_marker=0.0, end_marker=0.0)
    assert marks(unmarked).level == GOOD
    assert marks(unmarked, layer=0.3).level == DOUBTFUL
    assert marks(Dimensions(), nozzle=0.6).level == DOUBTFUL


def test_marks_are_printed_with_every_preset_where_start_and_end_are_inside() -> None:
    puzzle = replace(generate(Settings((5, 5, 5), seed=1)), start=(2, 2, 2), end=(1, 2, 3), settings=None)
    for preset in PRESETS.values():
        assert check_marks(puzzle, preset.dimensions, preset.printer).level == GOOD


@given(strategies.puzzles(5))
def test_no_reachable_position_is_higher_or_nearer_the_middle(puzzle: Puzzle) -> None:
    pose = printing_position(puzzle)
    reachable = reference.distances(reference.maze_of(puzzle), puzzle.size, puzzle.start)
    assert pose in reachable
    if puzzle.start[2] == puzzle.size[2] - 1:
        assert pose == puzzle.start
        return
    assert pose[2] == max(position[2] for position in reachable)
    middle = [(cells - 1) / 2 for cells in puzzle.size]
    distances = {
        position: (position[0] - middle[0]) ** 2 + (position[1] - middle[1]) ** 2
        for position in reachable
        if position[2] == pose[2]
    }
    assert distances[pose] == min(distances.values())
