# SPDX-License-Identifier: GPL-3.0-or-later
"""Whatever the kind: it is made in steps, has parts that can be built and printed, and comes back from its files."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.export.paths import longest_file
from puzzle_cubes.kind.facts import Progress
from puzzle_cubes.kind.kind import PUZZLE_FILE, read_puzzle
from puzzle_cubes.kind.looks import drawn
from puzzle_cubes.kind.part import check_parts, lay
from puzzle_cubes.kinds import KINDS
from puzzle_cubes.printing.printer import Printer
from puzzle_cubes.solids.solid import solid_from_boxes

ALL = pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.name)


def made(kind: Any, **values: Any) -> Any:
    """Return a puzzle of a kind with its defaults but for the values given."""
    return kind.make(kind.defaults | values)


@ALL
def test_a_kind_is_listed_by_its_name(kind: Any) -> None:
    assert KINDS[kind.name] is kind
    assert kind.name.isidentifier()
    assert kind.name.islower()


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
        pictures = [drawn(kind.sides(puzzle, looks), 64).tobytes() for puzzle in puzzles]
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
def test_a_puzzle_comes_back_from_its_file(kind: Any) -> None:
    puzzle = made(kind)
    text = kind.texts(puzzle)[PUZZLE_FILE]
    kind_of_file, read = read_puzzle(text, KINDS.values())
    assert kind_of_file is kind
    assert kind.to_json(read) == text
    assert len(text) <= longest_file()


@ALL
def test_a_puzzle_comes_back_from_the_texts_of_other_programs(kind: Any) -> None:
    puzzle = made(kind)
    for file_format in kind.formats:
        text = file_format.write(puzzle)
        kind_of_file, read = read_puzzle(text, KINDS.values())
        assert kind_of_file is kind
        assert file_format.write(read) == text


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


@ALL
def test_presets_begin_with_the_defaults(kind: Any) -> None:
    for first in [*kind.presets.values()][:1]:
        assert (first.dimensions, first.printer) == (kind.dimensions(), Printer())


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
