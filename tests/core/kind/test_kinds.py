# SPDX-License-Identifier: GPL-3.0-or-later
"""Whatever the kind: it is made in steps, has parts and pictures, and comes back from its files."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.export.paths import longest_file
from puzzle_cubes.kind.facts import Progress
from puzzle_cubes.kind.kind import read_puzzle
from puzzle_cubes.kind.part import Look, Move, Part, Step, check_parts, keyframes, lay, offsets
from puzzle_cubes.kinds import KINDS
from puzzle_cubes.oskar.kind import HOLE
from puzzle_cubes.oskar.model.box_and_cross import LOOKS
from puzzle_cubes.packing.model.parts import LOOKS as PIECES
from puzzle_cubes.polycubes.puzzle import PolycubePuzzle
from puzzle_cubes.printing.picture import Sides, picture_of_sides
from puzzle_cubes.printing.printer import Printer
from puzzle_cubes.solids.solid import solid_from_boxes

ALL = pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.name)


def made(kind: Any, **values: Any) -> Any:
    return kind.make(kind.defaults | values)


@ALL
def test_making_reports_how_far_it_is(kind: Any) -> None:
    reported: list[Any] = []
    puzzle = kind.make(kind.defaults, reported.append)
    assert all(earlier.share <= later.share for earlier, later in pairwise(reported))
    assert kind.to_json(puzzle) == kind.to_json(made(kind))
    stopped = kind.stopped_at(kind.defaults, Progress(1, 1, 0.5, None))
    assert set(stopped) == set(kind.defaults)
    assert kind.make(stopped) is not None


@ALL
def test_values_that_cannot_be_are_refused_before_anything_is_made(kind: Any) -> None:
    with pytest.raises(InputError, match="Seed is -1: "):
        next(kind.in_steps(kind.defaults | {"seed": -1}))


@ALL
def test_the_panel_shows_options_of_the_kind_only_and_each_once(kind: Any) -> None:
    shown = [name for name, _ in kind.shown(kind.defaults)]
    assert len(set(shown)) == len(shown)
    assert set(shown) <= {option.name for option in kind.options}


@ALL
def test_what_stands_first_in_a_list_can_be_made(kind: Any) -> None:
    begun = {**kind.defaults, **kind.begins_with}
    for option in kind.options:
        if option.choices and (option.name, True) in kind.shown(begun):
            first = option.named(next(iter(option.choices)))
            assert kind.make(begun | {option.name: first}) is not None, option.name


@ALL
def test_a_picture_shows_each_choice_that_has_an_example(kind: Any) -> None:
    for name, values in kind.pictured.items():
        (option,) = (known_option for known_option in kind.options if known_option.name == name)
        puzzles = [made(kind, **values, **{name: choice}) for choice in option.choices]
        looks = kind.dimensions()
        pictures = [picture_of_sides(kind.sides(puzzle, looks), 64).tobytes() for puzzle in puzzles]
        assert len(set(pictures)) == len(option.choices)


@ALL
def test_parts_have_keys_of_their_own_and_stand_in_every_way(kind: Any) -> None:
    puzzle = made(kind)
    dimensions = kind.dimensions()
    keys = []
    for way in kind.ways:
        assert kind.way(way.name) is way
        for part in kind.parts(puzzle, dimensions, way.name):
            keys.append(part.key)
            assert part.solid.volume == pytest.approx(part.in_place.volume)
            assert part.printed.lines[2][0] == 0
            assert part.printed_size == pytest.approx(part.printed.extent)
            if way.apart:
                # What is printed apart has its origin in its middle, about which it is turned on the bed.
                assert all(abs(line[0] + line[-1]) < 1e-9 for line in part.solid.lines)
    assert len(set(keys)) == len(keys)


@ALL
def test_a_puzzle_comes_back_from_its_file_and_from_the_texts_of_other_programs(kind: Any) -> None:
    puzzle = made(kind)
    own = kind.to_json(puzzle)
    assert len(own) <= longest_file()
    for text, write in ((own, kind.to_json), *((form.write(puzzle), form.write) for form in kind.formats)):
        kind_of_file, read = read_puzzle(text, KINDS.values())
        assert kind_of_file is kind
        assert write(read) == text


@ALL
def test_measures_are_lines_with_a_name_each(kind: Any) -> None:
    puzzle = made(kind)
    assert len({measure.name for measure in kind.measures}) == len(kind.measures)
    texts = [measure.text(puzzle) for measure in kind.measures]
    # A line may say nothing about a puzzle, as that of loops.
    assert all(isinstance(text, str) for text in texts)
    assert sum(map(bool, texts)) >= len(texts) / 2
    assert kind.name_of(puzzle).startswith(kind.label)
    assert kind.summary(puzzle)
    assert kind.warnings(puzzle) == ()


@ALL
def test_the_parts_that_stand_together_in_a_file_are_parts_of_the_first_way(kind: Any) -> None:
    puzzle, dimensions = made(kind), kind.dimensions()
    keys = {part.key for part in kind.parts(puzzle, dimensions, kind.ways[0].name)}
    for assembled in kind.assembled_files(puzzle, dimensions).values():
        assert set(assembled.places) <= keys


@ALL
def test_a_coupon_is_there_where_the_kind_says_so(kind: Any) -> None:
    assert bool(kind.coupon(kind.dimensions())) == kind.has_coupon


def test_a_text_that_is_no_puzzle_is_refused() -> None:
    for text in ("", "{", "[]", '{"format": "chess"}', "A novel."):
        with pytest.raises(InputError):
            read_puzzle(text, KINDS.values())


def test_a_centered_solid_is_put_back_by_its_middle() -> None:
    solid = solid_from_boxes([((1, 4), (-2, 8), (5, 6))])
    moved, middle = solid.centered()
    assert middle == (2.5, 3.0, 5.5)
    assert all(line[0] == -line[-1] for line in moved.lines)
    for line, back in zip(solid.lines, moved.moved(middle).lines, strict=True):
        np.testing.assert_allclose(line, back)


@ALL
def test_parts_that_lie_apart_are_checked_and_laid_out(kind: Any) -> None:
    puzzle, dimensions = made(kind), kind.dimensions()
    way = next(way for way in kind.ways if way.apart)
    parts = kind.parts(puzzle, dimensions, way.name)
    assert set(lay(parts, Printer())) == {part.key for part in parts}
    assert {check.level for check in check_parts(parts, Printer()).checks} == {"good"}
    small = check_parts(parts, Printer(bed_x=10, bed_y=10))
    assert [check.name for check in small.checks if check.level == "bad"] == ["Bed"]


WOOD = Look("Wood", (0.5, 0.4, 0.3, 1.0))


def block(label: str, side: float, *, beside: bool = False) -> Part:
    solid, middle = solid_from_boxes([((0, side),) * 3]).centered()
    return Part(label.lower(), label, solid, (WOOD,), middle, beside=beside)


def test_what_is_beside_the_puzzle_is_neither_weighed_nor_laid_on_the_bed() -> None:
    printed = (block("Box", 20.0), block("Lid", 10.0))
    way = block("Way", 500.0, beside=True)
    report = check_parts((*printed, way), Printer())
    assert report.volume == 20**3 + 10**3
    assert report == check_parts(printed, Printer())


STEPS = (
    Step(("cup",), (), "The cup on the table."),
    Step(("spoon",), (Move(0, 5.0), Move(2, -3.0)), "The spoon from the left, then down."),
    Step(("cup", "spoon"), (Move(1, 2.0),), "Both to the back."),
)


def test_parts_come_to_their_places_move_by_move() -> None:
    assert offsets(STEPS) == {
        "cup": ((0, -2, 0), (0, -2, 0), (0, -2, 0), (0, 0, 0)),
        "spoon": ((-5, -2, 3), (0, -2, 3), (0, -2, 0), (0, 0, 0)),
    }
    assert offsets(()) == {}


def test_after_each_step_that_moves_something_nothing_moves_for_a_while() -> None:
    # What is only laid down takes no time, and nobody waits for it.
    assert keyframes(STEPS, 10, 24, 8) == [(10, 0), (34, 1), (58, 2), (66, 2), (90, 3), (98, 3)]
    assert keyframes(STEPS, 10, 24, 0) == [(10, 0), (34, 1), (58, 2), (82, 3)]
    assert keyframes((), 10, 24, 8) == [(10, 0)]


@pytest.mark.parametrize(
    ("frames", "pause", "sentence"),
    [(0, 8, "Frames per step is 0: it must be at least 1."), (24, -1, "Pause after a step is -1: it must be 0")],
)
def test_a_pace_that_cannot_be_is_refused(frames: int, pause: int, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        keyframes(STEPS, 10, frames, pause)


RED, GREEN, BLUE = np.eye(4)[:3] + np.eye(4)[3]


def plain(x: int, y: int, z: int) -> Sides:
    """Return sides in one color each."""
    return Sides(*(np.full((*shape, 4), color) for shape, color in (((x, y), RED), ((x, z), GREEN), ((y, z), BLUE))))


@pytest.mark.parametrize("size", [(1, 1, 1), (7, 2, 3), (2, 9, 1)])
def test_the_sides_are_where_they_are_seen(size: tuple[int, int, int]) -> None:
    picture = picture_of_sides(plain(*size), 60)
    assert picture.shape == (60, 60, 4)
    assert not picture[[0, 0, -1, -1], [0, -1, 0, -1], 3].any()
    opaque = picture[picture[..., 3] == 255][:, :3]
    # Near the edge between two sides there is something of both.
    colors = {tuple(color) for color in opaque.tolist() if max(color) == 255}
    assert colors == {(255, 0, 0), (0, 255, 0), (0, 0, 255)}
    rows, columns = (
        np.array([np.argwhere(picture[..., channel] == 255)[:, axis].mean() for channel in range(3)]) for axis in (0, 1)
    )
    assert rows[0] < min(rows[1:])
    assert columns[1] < columns[2]
    seen = np.argwhere(picture[..., 3])
    assert np.ptp(seen, axis=0).max() >= 58


def test_a_square_is_seen_where_it_is() -> None:
    sides = plain(3, 3, 3)
    sides.top[0, 2] = BLUE
    sides.front[0, 0] = BLUE
    sides.right[2, 2] = RED
    picture = picture_of_sides(sides, 60)
    # The far corner of the top, the lower left one, and the upper right one.
    assert [picture[place].argmax() for place in ((5, 30), (41, 6), (20, 53))] == [2, 2, 0]


def test_a_cube_shows_its_mazes_in_the_colors_of_its_plates() -> None:
    kind: Any = KINDS["oskar"]
    puzzle = made(kind, size=(3, 4, 5), style="wilson")
    for theme, looks in LOOKS.items():
        sides = kind.sides(puzzle, kind.dimensions(colors=theme))
        for shown, face, plate in zip(
            (sides.top, sides.front, sides.right), puzzle.faces, looks.plates[::-1], strict=True
        ):
            assert (shown[1:-1, 1:-1][face.inflate() == 1] == plate.color).all()
            assert (shown[1:-1, 1:-1][face.inflate() == 0] == HOLE).all()
            assert (shown[[0, -1]] == plate.color).all()
            assert (shown[:, [0, -1]] == plate.color).all()


def test_pieces_are_seen_as_they_lie_and_a_goal_where_nothing_is_known_of_them() -> None:
    kind: Any = KINDS["packing"]
    puzzle = made(kind, puzzle="soma", search="first")
    looks = kind.dimensions()
    sides = kind.sides(puzzle, looks)
    (first, *_), pieces = puzzle.found.solutions, PIECES[looks.colors]
    for cells, piece in zip(puzzle.blocks_of(first), puzzle.pieces_of(first), strict=True):
        for x, y, z in cells:
            if z == 2:
                assert sides.top[x, y].tolist() == list(pieces.of_piece(piece).color)
            if y == 0:
                assert sides.front[x, z].argmax() == 3
                assert sides.front[x, z][:3] == pytest.approx(0.65 * np.array(pieces.of_piece(piece).color[:3]))
    goal = kind.sides(PolycubePuzzle(puzzle.pieces, puzzle.goal), looks)
    assert (goal.top == pieces.box.color).all()
