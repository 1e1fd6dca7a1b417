# SPDX-License-Identifier: GPL-3.0-or-later
"""Size and seed, or the code, can be read on the box and on the kit's cross, and nothing else is gone from these."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.kind.kind import code_of, puzzle_of_code
from puzzle_cubes.kind.part import Part
from puzzle_cubes.oskar.generating import generate
from puzzle_cubes.oskar.kind import KIT, ONE_PIECE, OSKAR
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.making.settings import Settings
from puzzle_cubes.oskar.model.as_printed import PRESETS
from puzzle_cubes.oskar.model.checks import check_label, check_puzzle
from puzzle_cubes.oskar.model.dimensions import CODE, SIZE_AND_SEED, Dimensions
from puzzle_cubes.printing.checks import DOUBTFUL, GOOD, Check
from puzzle_cubes.printing.gauge import pixels
from puzzle_cubes.printing.printer import Printer
from tests.core.oskar import strategies
from tests.core.oskar.model.read_letters import BACK, FRONT, LEFT, RIGHT, read
from tests.core.solids import judges
from tests.core.solids.measured import mesh_flaws

PUZZLE = generate(Settings(size=(5, 5, 5), seed=42))
LABELED = {ONE_PIECE: "box", KIT: "cross_flat"}
WAYS = pytest.mark.parametrize("way", [ONE_PIECE, KIT])


@draw.composite
def label_dimensions(draw_one: draw.DrawFn, text: str | None = None) -> Dimensions:
    """Draw dimensions with a label, of which most have room for one, with chamfers or without."""
    presets = draw.sampled_from([preset.dimensions for preset in PRESETS.values()])
    widths = draw_one(draw.just({}) | strategies.chamfer_widths())
    height = draw_one(strategies.lengths(1, 6))
    says = draw_one(draw.sampled_from([SIZE_AND_SEED, CODE])) if text is None else text
    return replace(draw_one(strategies.kit_dimensions() | presets), **widths, label_height=height, label_text=says)


def labeled_part(puzzle: Puzzle, dimensions: Dimensions, way: str) -> Part:
    """Return the part that has the label in a way of printing."""
    return next(part for part in OSKAR.parts(puzzle, dimensions, way) if part.key == LABELED[way])


def texts(puzzle: Puzzle, dimensions: Dimensions, way: str) -> list[str]:
    """Return what can be read on the labeled part from above: on the arms as these are printed, or all round a box."""
    part = labeled_part(puzzle, dimensions, way)
    if way == KIT:
        half = dimensions.arm_width / 2
        x, y, z = (float(line[-1]) for line in part.printed.lines)
        solid = part.printed
        strips = [
            ((-x, -half), (-half, half), FRONT),
            ((half, -half), (x, half), FRONT),
            ((-half, -y), (half, -half), RIGHT),
            ((-half, half), (half, y), RIGHT),
        ]
    else:
        x, y, z = np.divide(dimensions.outer_size(puzzle.size), (2, 2, 1)).tolist()
        plate = dimensions.plate
        solid = part.solid
        strips = [
            ((plate - x, -y), (x - plate, plate - y), FRONT),
            ((x - plate, plate - y), (x, y - plate), RIGHT),
            ((plate - x, y - plate), (x - plate, y), BACK),
            ((-x, plate - y), (plate - x, y - plate), LEFT),
        ]
    judged = judges.manifold_of(solid.mesh())
    return [text for low, high, feet in strips for text in read(judged, z, low, high, feet)]


def line_of(puzzle: Puzzle, dimensions: Dimensions, way: str, printer: Printer | None = None) -> Check:
    """Return what the check says about the label."""
    (line,) = check_label(puzzle, dimensions, printer or Printer(), as_kit=way == KIT)
    return line


@WAYS
@given(data=draw.data())
def test_size_and_seed_can_be_read_from_above_unless_the_check_says_why_not(way: str, data: draw.DataObject) -> None:
    puzzle, dimensions = data.draw(strategies.puzzles(6)), data.draw(label_dimensions(SIZE_AND_SEED))
    assert puzzle.settings
    whole = f"{'x'.join(map(str, puzzle.size))} {puzzle.settings.seed}"
    line = line_of(puzzle, dimensions, way)
    assert whole in line.sentence
    letters = texts(puzzle, dimensions, way)
    if "left out" in line.sentence:
        assert line.level == DOUBTFUL
        assert letters == []
    else:
        assert letters in ([whole], whole.split(), whole.split()[::-1])


def code_read(lines: list[str]) -> str:
    """Return the code that is read line by line: after the one without a hyphen at its end comes the first one."""
    ends = [number for number, line in enumerate(lines) if not line.endswith("-")]
    assert len(ends) == 1
    return "".join(lines[ends[0] + 1 :] + lines[: ends[0] + 1])


@WAYS
@given(data=draw.data())
def test_the_code_can_be_read_round_the_frame_or_over_the_arms(way: str, data: draw.DataObject) -> None:
    puzzle, dimensions = data.draw(strategies.puzzles(6)), data.draw(label_dimensions(CODE))
    line = line_of(puzzle, dimensions, way)
    lines = texts(puzzle, dimensions, way)
    if "left out" in line.sentence:
        assert line.level == DOUBTFUL
        assert lines == []
        return
    assert len(lines) == 1 or f" in {len(lines)} lines" in line.sentence
    code = code_read(lines)
    assert code == code_of(OSKAR, puzzle)
    assert replace(puzzle_of_code(code, [OSKAR])[1], settings=puzzle.settings) == puzzle


@pytest.mark.thorough
@WAYS
@pytest.mark.parametrize("side", [3, 4, 5, 6, 8, 12])
def test_a_code_has_room_in_letters_that_a_common_nozzle_draws(way: str, side: int) -> None:
    puzzle = generate(Settings(size=(side, side, side), seed=7))
    dimensions = Dimensions(label_height=2.0, label_text=CODE)
    line = line_of(puzzle, dimensions, way)
    assert (line.level, "2 mm high" in line.sentence) == (GOOD, True)
    assert code_read(texts(puzzle, dimensions, way)) == code_of(OSKAR, puzzle)


@WAYS
def test_a_code_that_is_too_long_is_left_out(way: str) -> None:
    puzzle = generate(Settings(size=(18, 18, 18), seed=1))
    line = line_of(puzzle, Dimensions(label_height=2.0, label_text=CODE), way)
    assert line.level == DOUBTFUL
    assert "characters, and a label at most 250, so it is left out" in line.sentence
    bare, labeled = (
        labeled_part(puzzle, Dimensions(label_height=height, label_text=CODE), way) for height in (0.0, 2.0)
    )
    assert labeled.volume == bare.volume


@pytest.mark.thorough
@WAYS
@given(data=draw.data())
def test_letters_are_pits_in_one_closed_body_that_stays_as_it_is_elsewhere(way: str, data: draw.DataObject) -> None:
    puzzle, dimensions = data.draw(strategies.puzzles(5)), data.draw(label_dimensions())
    part = labeled_part(puzzle, dimensions, way)
    bare = labeled_part(puzzle, replace(dimensions, label_height=0.0), way)
    assert mesh_flaws(part.solid.mesh()) == []
    mesh = part.mesh()
    assert mesh_flaws(mesh) == []
    judges.check_with_trimesh(mesh, part.volume)
    for line in part.solid.lines:
        assert (np.diff(line.astype(np.float32)) > 0).all()
    judged, before = judges.manifold_of(mesh), judges.manifold_of(bare.mesh())
    assert len(judged.decompose()) == 1
    assert (judged - before).volume() == pytest.approx(0, abs=1e-6 * bare.volume)
    assert mesh.vertices.min(axis=0) == pytest.approx(bare.mesh().vertices.min(axis=0))
    gone = before - judged
    assert gone.volume() == pytest.approx(bare.volume - part.volume, abs=1e-6 * bare.volume)
    if gone.volume() < 1e-3:
        assert all(
            len(letters_line) == len(bare_line)
            for letters_line, bare_line in zip(part.solid.lines, bare.solid.lines, strict=True)
        )
        return
    # A floor and rims stay.
    thickness = dimensions.plate if way == ONE_PIECE else dimensions.arm_width
    sides = np.array(gone.bounding_box()).reshape(2, 3)
    assert np.ptp(sides, axis=0).min() <= min(0.6, 0.2 * thickness) + 1e-6


@WAYS
@pytest.mark.parametrize("height", [1.0, 1.5, 2.0])
def test_the_volume_of_the_letters_is_that_of_their_pixels(way: str, height: float) -> None:
    dimensions = Dimensions(label_height=height)
    bare, part = (labeled_part(PUZZLE, values, way).volume for values in (Dimensions(), dimensions))
    # An x has eight more eighths of a pixel, where pixels touch at corners.
    area = (height / 5) ** 2 * (pixels("5x5x5 42").sum() + 2 * 4 / 8)
    # Lines of letters may lie a hundredth of a millimeter beside their place.
    assert bare - part == pytest.approx(0.6 * area, rel=0.02)


@WAYS
@pytest.mark.parametrize("text", [SIZE_AND_SEED, CODE])
def test_no_label_by_default_and_only_one_part_has_it(way: str, text: str) -> None:
    assert not list(check_label(PUZZLE, Dimensions(), Printer(), as_kit=way == KIT))
    assert texts(PUZZLE, Dimensions(), way) == []
    bare, labeled = (
        OSKAR.parts(PUZZLE, Dimensions(label_height=height, label_text=text), way) for height in (0.0, 2.0)
    )
    for before, after in zip(bare, labeled, strict=True):
        same = np.array_equal(before.mesh().vertices, after.mesh().vertices)
        assert same == (before.key != LABELED[way])


@WAYS
def test_a_puzzle_of_unknown_seed_shows_its_size(way: str) -> None:
    puzzle = replace(PUZZLE, settings=None)
    assert texts(puzzle, Dimensions(label_height=2.0), way) == ["5x5x5"]


@WAYS
def test_what_is_too_long_for_one_place_stands_in_two(way: str) -> None:
    puzzle = generate(Settings(size=(3, 3, 3), seed=2147483647))
    assert texts(puzzle, Dimensions(label_height=2.0), way) == ["3x3x3", "2147483647"]


@pytest.mark.parametrize("start", list(product((0, 2), (0, 2), (2,))), ids=str)
def test_letters_keep_off_the_posts_on_the_frame(start: tuple[int, int, int]) -> None:
    puzzle = replace(generate(Settings(size=(3, 3, 3), seed=7)), start=start, end=(1, 0, 2))
    lines = texts(puzzle, Dimensions(label_height=1.2, end_marker=5.0), ONE_PIECE)
    assert " ".join(lines) == "3x3x3 7"


@pytest.mark.parametrize(
    ("size", "start"),
    [((3, 2, 2), (1, 1, 1)), ((2, 3, 2), (0, 1, 1)), ((3, 2, 2), (1, 0, 1)), ((2, 3, 2), (1, 1, 1))],
    ids=["front", "right", "back", "left"],
)
def test_each_bar_of_the_frame_is_read_from_its_side(size: tuple[int, int, int], start: tuple[int, int, int]) -> None:
    # So long that only a bar without posts has room, across from the one beside which the start is.
    puzzle = replace(generate(Settings(size=size, seed=77777, start="best")), start=start, end=(0, 0, 0))
    dimensions = Dimensions(label_height=2.0, end_marker=0.0)
    assert texts(puzzle, dimensions, ONE_PIECE) == [f"{'x'.join(map(str, size))} 77777"]


@WAYS
def test_the_arms_chamfers_and_the_cuts_on_the_bed_stay_as_wide_as_they_are(way: str) -> None:
    cut = Dimensions(arm_chamfer=0.4, bed_chamfer=0.3, marker_chamfer=0.4)
    for dimensions in (cut, replace(cut, arm_chamfer=0.0), replace(PRESETS["pocket"].dimensions, arm_chamfer=0.2)):
        bare, part = (labeled_part(PUZZLE, replace(dimensions, label_height=height), way) for height in (0.0, 1.5))
        assert part.solid.volume < bare.solid.volume
        lost = [body.solid.volume - body.volume for body in (bare, part)]
        assert lost[0] == pytest.approx(lost[1], abs=1e-9)
        assert lost[0] > 0 or dimensions.bed_chamfer == 0


@WAYS
@pytest.mark.parametrize("text", [SIZE_AND_SEED, CODE])
def test_the_cross_makes_the_same_moves(way: str, text: str) -> None:
    dimensions = Dimensions(label_height=2.0, label_text=text)
    report = check_puzzle(PUZZLE, dimensions, Printer(), as_kit=way == KIT)
    lines = {line.name: line for line in report.checks}
    assert lines["Motion"].level == GOOD
    assert replace(lines["Label"], parts=()) == line_of(PUZZLE, dimensions, way)
    of_one_piece = {"Supports", "First Layer", "Strength"}
    assert not [line.sentence for line in report.checks if line.level != GOOD and line.name not in of_one_piece]


@WAYS
def test_the_check_says_how_high_the_letters_are_and_what_the_nozzle_needs(way: str) -> None:
    fitting = line_of(PUZZLE, Dimensions(label_height=2.0), way)
    assert (fitting.level, "2 mm high." in fitting.sentence) == (GOOD, True)
    large = line_of(PUZZLE, Dimensions(label_height=4.0), way)
    assert (large.level, "instead of 4 mm" in large.sentence) == (GOOD, True)
    fine = line_of(PUZZLE, Dimensions(label_height=1.5), way)
    assert fine.level == DOUBTFUL
    assert "0.3 mm wide: a nozzle of 0.4 mm needs letters of 2 mm." in fine.sentence
    resin = line_of(PUZZLE, Dimensions(label_height=1.5), way, Printer(nozzle=0.1))
    assert resin.level == GOOD


@WAYS
def test_from_walls_of_five_millimeters_on_letters_suit_any_common_nozzle(way: str) -> None:
    large = PRESETS["large"]
    line = line_of(PUZZLE, replace(large.dimensions, label_height=3.0), way, large.printer)
    assert line.level == GOOD
    assert "3 mm high." in line.sentence
