# SPDX-License-Identifier: GPL-3.0-or-later
"""The kind shows its options in order, tells measures to people, where the cross is printed, and the room it takes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.common.options import Option, Value, declared
from puzzle_cubes.kind.facts import Progress
from puzzle_cubes.library import make
from puzzle_cubes.oskar.facts import MEASURE_LINES, rounded_moves
from puzzle_cubes.oskar.generating import generate
from puzzle_cubes.oskar.generators import STYLES, settings_with
from puzzle_cubes.oskar.kind import KIT, ONE_PIECE, OSKAR
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.making.settings import Settings
from puzzle_cubes.oskar.model.box_and_cross import box
from puzzle_cubes.oskar.model.dimensions import Dimensions
from tests.core.oskar import reference, strategies
from tests.core.oskar.making.test_growing_faces import puzzle_with_loop
from tests.core.oskar.original_cube import original_cube


def shown(**values: Value) -> tuple[tuple[str, bool], ...]:
    """Return what the panel shows with the defaults but for some values."""
    return OSKAR.shown(OSKAR.defaults | values)


def test_the_panel_shows_what_everybody_sets_and_then_the_style_with_its_own_options() -> None:
    first = ["size", "difficulty", "seed", "style"]
    common = ["start", "end", "minimum_length", "all_corners", "attempts"]
    assert [name for name, _ in shown()] == [*first, *common]
    owned = ["length_share", "look_ahead", "effort", "sturdy"]
    assert [name for name, _ in shown(style="hard")] == [*first, *owned, *common]
    assert set(OSKAR.headline) == set(first[:3])


def test_the_size_of_a_box_is_told_with_markers_that_stick_out() -> None:
    puzzle, dimensions = generate(Settings((3, 4, 5), seed=1)), Dimensions(start_marker=2.0, end_marker=2.5)
    printed = box(puzzle, dimensions)
    sides = " x ".join(f"{side:.4g}" for side in printed.extent)
    assert ("With Markers", f"{sides} mm") in OSKAR.derived_lines(dimensions, puzzle, {}, ONE_PIECE)
    bare = replace(dimensions, start_marker=0.0, end_marker=0.0)
    for known, way in ((dimensions, KIT), (bare, ONE_PIECE)):
        assert [label for label, _ in OSKAR.derived_lines(known, puzzle, {}, way)] == ["Box"]


def test_a_difficulty_is_made_by_the_style_that_can_do_so() -> None:
    assert dict(shown(style="hard"))["difficulty"]
    assert not dict(shown(style="prim"))["difficulty"]
    assert OSKAR.following_choice("difficulty", OSKAR.defaults | {"style": "prim"}) == {"style": "hard"}
    assert OSKAR.following_choice("size", OSKAR.defaults) == {}


OWNED = {option.name: option for style in STYLES.values() for option in declared(style.options)}
OTHER: dict[str, Value] = {"effort": 70, "trees": 3, "newest_count": 3, "bias": (0.5, 0.2, 0.5)}
"""Of options that styles own another value than the default, where that is not simply the next choice or a share."""


def other_value(option: Option) -> Value:
    """Return a value of an option that is not its default."""
    if option.choices and option.own is None:
        return next(name for name in option.choices if name != option.default)
    if isinstance(option.default, bool):
        return not option.default
    return OTHER.get(option.name, 0.25)


@pytest.mark.parametrize("name", OWNED)
def test_what_a_style_does_not_use_is_refused_with_the_styles_that_use_it(name: str) -> None:
    value = other_value(OWNED[name])
    users = [style for style, own in STYLES.items() if name in own.option_names]
    for style, own in STYLES.items():
        if style in users:
            assert OSKAR.values_with({"style": style, name: value})[name] == value
            continue
        with pytest.raises(InputError) as error:
            OSKAR.values_with({"style": style, name: value})
        sentence = str(error.value)
        assert sentence.startswith(f"{OWNED[name].label} makes no difference here: the style is {own.label}, and only ")
        assert all(STYLES[user].label in sentence for user in users)
    if len(users) == 1:
        assert OSKAR.values_with({name: value})["style"] == users[0]


def test_attempts_without_a_wish_are_refused() -> None:
    assert OSKAR.values_with({"attempts": 5, "all_corners": True})["attempts"] == 5
    refused: tuple[dict[str, Value], ...] = ({"attempts": 5}, {"attempts": 5, "all_corners": True, "style": "hard"})
    for values in refused:
        with pytest.raises(
            InputError,
            match=r"^Attempts makes no difference here: more than one puzzle is tried only for Min",
        ):
            OSKAR.values_with(values)


def test_what_the_panel_begins_with_is_as_hard_as_it_says() -> None:
    begun = OSKAR.defaults | dict(OSKAR.begins_with)
    rating = OSKAR.rating(OSKAR.make(begun))
    assert rating is not None
    assert rating.word == "Hard"


def test_searches_are_more_work_with_more_steps_and_cells_and_others_are_none() -> None:
    small, large = (OSKAR.defaults | {"style": "hard", "size": size} for size in ((4, 4, 4), (6, 6, 6)))
    assert 0 < OSKAR.work(small) < OSKAR.work(large)
    assert OSKAR.work(small | {"effort": 1000}) < OSKAR.work(small | {"effort": 2000})
    assert OSKAR.work(small | {"style": "prim"}) == 0


def test_attempts_matter_where_something_is_wished_of_a_style_that_is_tried_again() -> None:
    assert dict(shown())["attempts"] is False
    for wish in ({"minimum_length": 5}, {"all_corners": True}):
        assert dict(shown(**wish))["attempts"] is True
        assert dict(shown(style="longest", **wish))["attempts"] is False


def reached_and_largest(puzzle: Puzzle) -> tuple[int, int]:
    """Return how many positions the start reaches, and how many the largest region has."""
    components = reference.components(reference.maze_of(puzzle), puzzle.size)
    return next(len(part) for part in components if puzzle.start in part), max(map(len, components))


@pytest.mark.parametrize("start", ["center", (4, 4, 7)])
def test_a_start_of_the_users_own_in_a_small_region_is_warned_of(start: str | tuple[int, int, int]) -> None:
    puzzle = generate(Settings(size=(8, 8, 8), seed=1, style="kruskal", start=start))
    own, largest = reached_and_largest(puzzle)
    assert 4 * own < largest
    (sentence,) = OSKAR.warnings(puzzle)
    assert sentence == (
        f"Start is (4, 4, 7): the cross reaches only {own} positions from there, and the largest region has {largest}. "
        "Choose another start or seed."
    )
    # Of another program's puzzle nothing can be set.
    (sentence,) = OSKAR.warnings(replace(puzzle, settings=None))
    assert sentence.endswith(f"and the largest region has {largest}.")


def test_a_start_in_a_small_region_is_not_to_be_changed_where_the_style_chose_it() -> None:
    region, reach, _ = make("oskar", size=4, difficulty="Very Hard", effort=10).warnings
    assert region.startswith("Start is (0, 1, 2): the cross reaches only 2 positions from there")
    assert region.endswith(". Choose another seed.")
    assert reach.endswith("Give more effort.")


@given(strategies.puzzles(6))
def test_a_start_is_warned_of_just_where_it_reaches_less_than_a_quarter_of_the_largest_region(puzzle: Puzzle) -> None:
    own, largest = reached_and_largest(puzzle)
    assert bool(OSKAR.warnings(puzzle)) == (own < largest / 4)


def test_a_stopped_search_is_repeated_as_far_as_it_went() -> None:
    values = OSKAR.defaults | {"style": "hard", "effort": 1000}
    stopped = OSKAR.stopped_at(values, Progress(3, 10, 0.25, None))
    assert (stopped["effort"], stopped["attempts"]) == (250, 3)
    at_once = OSKAR.stopped_at(values, Progress(0, 10, 0.0, None))
    assert (at_once["effort"], at_once["attempts"]) == (1, 1)


def test_the_panel_shows_where_the_cross_is_printed_in_one_piece() -> None:
    on_top = generate(Settings(size=(3, 3, 3), seed=1))
    below = generate(Settings(size=(3, 3, 3), seed=1, start=(0, 0, 0)))
    assert OSKAR.print_lines(on_top, ONE_PIECE) == (("Cross Printed", "at the start"),)
    ((label, place),) = OSKAR.print_lines(below, ONE_PIECE)
    assert (label, place[:4], place[-3:]) == ("Cross Printed", "at (", " 2)")
    assert OSKAR.print_lines(on_top, KIT) == ()


def test_a_puzzle_needs_room_along_x_for_the_arm_along_x() -> None:
    puzzle = generate(Settings(size=(2, 3, 5), seed=1))
    # Two passages, a wall and two plates; an arm reaches a pitch, half a passage and a plate from its center.
    assert OSKAR.reach(puzzle, Dimensions()) == (2 * 5 + 3 + 2 * 3.2) / 2 + 8 + 2.5 + 3.2


def test_the_style_hard_makes_the_solution_as_long_as_is_wished() -> None:
    # A share of the positions that is less than that is no hindrance.
    settings = settings_with(size=(3, 3, 3), style="hard", effort=10_000, length_share=0.1, minimum_length=12, seed=2)
    assert generate(settings).measures.length >= 12


def lines_of(puzzle: Puzzle) -> dict[str, str]:
    """Return the lines of a puzzle by their labels, those without a text left out."""
    return {line.label: line.text(puzzle) for line in MEASURE_LINES if line.text(puzzle)}


@pytest.mark.parametrize(
    ("moves", "text"),
    [
        (0.0, "0 moves"),
        (64.4, "64 moves"),
        (431.0, "431 moves"),
        (1049.6, "1,050 moves"),
        (27407662.2, "27,400,000 moves"),
    ],
)
def test_expected_moves_are_shown_in_the_digits_that_mean_something(moves: float, text: str) -> None:
    assert rounded_moves(moves) == text


def test_the_lines_of_the_original_cube() -> None:
    lines = lines_of(original_cube())
    measures = original_cube().measures
    assert lines == {
        "Style": "From a file",
        "Seed": "Unknown",
        "Looks 0 Ahead": "238 moves",
        "Looks 1 Ahead": "161 moves",
        "Looks 2 Ahead": "89 moves",
        "Looks 3 Ahead": "75 moves",
        "No Memory": "1 x the original",
        "Length": "45 moves",
        "Straight Moves": "36",
        "Turns": "35",
        "Decisions": "14",
        "Dead Ends": "20",
        "Alcoves": f"{measures.alcoves}, {measures.alcove_length:.1f} long",
        "Forward": f"{measures.forward_dead_ends}, {measures.forward_length:.1f} long",
        "Backward": f"{measures.backward_dead_ends}, {measures.backward_length:.1f} long",
        "Reachable": "103 of 125",
        "Corners": "8 of 8",
        "Regions": "15, the largest 103",
    }
    # Each has room beside its label in the sidebar.
    assert max(len(text) for text in lines.values()) <= 20
    assert measures.alcoves + measures.forward_dead_ends + measures.backward_dead_ends == 20


def test_how_a_puzzle_was_made() -> None:
    lines = lines_of(generate(settings_with(size=(3, 4, 1), seed=7)))
    assert (lines["Style"], lines["Seed"]) == ("Classic", "7")


def test_loops_are_named_only_where_there_are_any() -> None:
    puzzle = generate(Settings(size=(3, 3, 3), seed=1))
    assert "loop" not in OSKAR.summary(puzzle)
    assert "Loops" not in lines_of(puzzle)
    with_loop = puzzle_with_loop()
    assert OSKAR.summary(with_loop).endswith("24 of 27 positions reachable, 1 loop")
    lines = lines_of(with_loop)
    assert lines["Loops"] == "1"
    assert int(lines["Shortest Ways"]) >= 1
