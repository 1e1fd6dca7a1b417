# SPDX-License-Identifier: GPL-3.0-or-later
from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.packing.files.packing_json import puzzle_from_json, puzzle_to_json
from puzzle_cubes.polycubes.goal import Goal, Piece
from puzzle_cubes.polycubes.puzzle import PolycubePuzzle
from puzzle_cubes.polycubes.solver import solve
from tests.core.packing.files.damages import damaged, is_sentence, read_or_refuse
from tests.core.packing.files.strategies import unsolved_colored_puzzles, unsolved_puzzles
from tests.core.polycubes import known
from tests.core.polycubes.strategies import colored_puzzles, puzzles

Data = dict[str, Any]

SOLVED = replace(known.MEGARON.puzzle, name="Megaron", found=solve(known.MEGARON.puzzle))
GOOD = puzzle_to_json(SOLVED)


@given(unsolved_puzzles() | unsolved_colored_puzzles())
def test_what_was_written_is_read_again(puzzle: PolycubePuzzle) -> None:
    assert puzzle_from_json(puzzle_to_json(puzzle)) == puzzle


@given(puzzles() | colored_puzzles())
def test_solutions_are_read_again(puzzle: PolycubePuzzle) -> None:
    solved = replace(puzzle, found=solve(puzzle))
    assert puzzle_from_json(puzzle_to_json(solved)) == solved


def test_many_pieces_have_a_letter_each() -> None:
    puzzle = PolycubePuzzle((Piece(known.shape("000"), 100, 100),), Goal.box((100, 1, 1)))
    solved = replace(puzzle, found=solve(puzzle))
    assert puzzle_from_json(puzzle_to_json(solved)) == solved


def test_the_file_can_be_read_and_written_by_people() -> None:
    text = """{"format": "packing-cube", "version": 1,
        "pieces": [{"cells": [[5, 5, 5], [5, 5, 6]]}, {"name": "cube", "least": 0, "most": 2, "cells": [[0, 0, 0]]}],
        "goal": [["#.", "++"], [".."]]}"""
    puzzle = puzzle_from_json(text)
    assert puzzle.goal == Goal.of([(0, 0, 0)], [(0, 1, 0), (1, 1, 0)])
    assert puzzle.pieces == (Piece(known.shape("000 001")), Piece(known.shape("000"), 0, 2, "cube"))
    assert '"solutions": [\n    "' in GOOD


def test_a_file_with_solutions_needs_no_deepest() -> None:
    data = json.loads(GOOD)
    del data["deepest"]
    assert puzzle_from_json(json.dumps(data)).found.solutions == SOLVED.found.solutions


def put(*place: str | int, value: object) -> Callable[[Data], None]:
    """Return a damage: one value replaced."""

    def damage(data: Data) -> None:
        holder: Any = data
        for key in place[:-1]:
            holder = holder[key]
        holder[place[-1]] = value

    return damage


DAMAGES: dict[str, tuple[Callable[[Data], None], str]] = {
    "no_format": (lambda data: data.pop("format"), '"format"'),
    "another_format": (put("format", value="oskars-cube"), '"format"'),
    "no_version": (lambda data: data.pop("version"), "version None"),
    "later_version": (put("version", value=3), "version 3"),
    "version_true": (put("version", value=True), "version True"),
    "name_a_number": (put("name", value=5), '"name" is 5'),
    "name_too_long": (put("name", value=101 * "a"), "101 characters"),
    "no_pieces": (put("pieces", value=[]), "0 pieces"),
    "pieces_a_text": (put("pieces", value="abc"), '"pieces" must be a list'),
    "palette": (put("colors", value=5), '"colors" is 5'),
    "palette_of_numbers": (put("colors", value=[5]), '"colors" is '),
    "no_color": (put("colors", value=["red"]), "A color is 'red'"),
    "too_many_colors": (put("colors", value=64 * ["#ff0000"]), "64 colors"),
    "pairs": (put("color_pairs", value=[[1]]), '"color_pairs"'),
    "pair_of_no_color": (put("color_pairs", value=[[1, 1]]), "number 1: the puzzle has 0"),
    "colors_of_a_piece": (put("pieces", 0, "colors", value=[1]), 'piece 1 has the "colors"'),
    "color_of_a_piece": (put("pieces", 0, "colors", value=4 * [1]), "number 1: the puzzle has 0"),
    "goal_colors": (put("goal_colors", value=5), '"goal_colors" is 5'),
    "goal_color": (put("goal_colors", value=[["?"]]), "layer 0, row 0, is .*letters of colors"),
    "goal_color_beside": (put("goal_colors", value=[["...A"]]), "colors where it has no cell"),
    "most_empty": (put("most_empty", value="a"), '"most_empty" is'),
    "most_empty_negative": (put("most_empty", value=-1), "-1 empty cells"),
    "piece_a_number": (put("pieces", 1, value=1), "piece 2 must hold"),
    "piece_without_cells": (put("pieces", 0, "cells", value=[]), 'piece 1 has the "cells"'),
    "cell_of_two": (put("pieces", 0, "cells", 0, value=[1, 2]), 'piece 1 has the "cells"'),
    "cell_of_parts": (put("pieces", 0, "cells", 0, value=[1, 2, 0.5]), 'piece 1 has the "cells"'),
    "cell_true": (put("pieces", 0, "cells", 0, value=[1, 2, True]), 'piece 1 has the "cells"'),
    "cell_far_away": (put("pieces", 0, "cells", 0, value=[1, 2, 10**9]), 'piece 1 has the "cells"'),
    "cell_twice": (put("pieces", 0, "cells", 0, value=[1, 0, 0]), "piece 1 has a cell twice"),
    "least_a_text": (put("pieces", 2, "least", value="1"), "piece 3 \"least\" is '1'"),
    "most_below": (put("pieces", 2, "most", value=0), "piece 3: .* 1 to 0 times"),
    "piece_name": (put("pieces", 2, "name", value=[]), 'piece 3 "name" is'),
    "weight": (put("pieces", 2, "weight", value=1.5), 'piece 3 "weight" is 1.5'),
    "groups": (put("pieces", 2, "groups", value=[[1]]), 'piece 3 has the "groups"'),
    "no_goal": (lambda data: data.pop("goal"), '"goal" is None'),
    "goal_empty": (put("goal", value=[]), "no cell to fill"),
    "goal_a_text": (put("goal", value="###"), "\"goal\" is '###'"),
    "layer_a_text": (put("goal", 1, value="###"), '"goal" is'),
    "row_a_number": (put("goal", 1, 2, value=3), "layer 1, row 2, is 3"),
    "row_with_another_letter": (put("goal", 1, 2, value="#x#"), "layer 1, row 2, is '#x#'"),
    "goal_too_large": (put("goal", value=[[10_001 * "#"]]), "10,001 cells: it must have at most 10,000"),
    "counts_that_rise": (put("up_to_rotation", value=25), "must not rise"),
    "count_negative": (put("up_to_reflection", value=-1), "must not rise"),
    "count_a_text": (put("total", value="24"), "\"total\" is '24'"),
    "more_in_all_than_rotations_make": (put("total", value=25), '"total" is 25: it must be at most 24'),
    "share_above": (put("searched", value=1.5), '"searched" is 1.5'),
    "share_a_text": (put("searched", value="all"), '"searched" is'),
    "share_true": (put("searched", value=True), '"searched" is True'),
    "path_a_number": (put("go_on_at", value=3), '"go_on_at" is 3'),
    "path_of_texts": (put("go_on_at", value=["a"]), '"go_on_at" is'),
    "more_solutions_than_counted": (put("solutions", value=2 * SOLVED.found.solutions), '"solutions" must be'),
    "solutions_a_text": (put("solutions", value="ABC"), '"solutions" must be a list'),
    "solution_a_number": (put("solutions", 0, value=7), "solution 1 is 7"),
    "solution_too_short": (put("solutions", 0, value="AAA"), "solution 1 is 'AAA'"),
    "solution_of_other_pieces": (put("solutions", 0, value=27 * "A"), "solution 1 is"),
    "solution_with_a_hole": (
        lambda data: put("solutions", 0, value=data["solutions"][0].replace("A", "."))(data),
        "solution 1 is",
    ),
    "another_goal": (put("goal", value=[["###"]]), "solution 1 is"),
    "deepest_a_list": (put("deepest", value=[]), '"deepest" is'),
    "deepest_of_other_pieces": (put("deepest", value="A" + 26 * "."), '"deepest" is'),
    "deepest_with_one_of_other_pieces": (
        lambda data: put("deepest", value=data["solutions"][0].replace("C", "B"))(data),
        '"deepest" is',
    ),
    "deepest_too_short": (put("deepest", value="A"), '"deepest" is'),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_a_damaged_file_is_refused_with_a_sentence(name: str) -> None:
    damage, sentence = DAMAGES[name]
    data = json.loads(GOOD)
    damage(data)
    with pytest.raises(InputError, match=sentence) as refused:
        puzzle_from_json(json.dumps(data))
    assert is_sentence(refused.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[]", '"format"'),
        ("", "line 1"),
        ("[" * 100_000, "nested too deeply"),
        (GOOD.replace('"total": 24', '"total": ' + 5000 * "9"), "far too long"),
        (GOOD.replace('"searched": 1.0', '"searched": NaN'), '"searched" is nan'),
        (40_000_001 * " ", "40,000,001 characters"),
    ],
)
def test_another_text_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        puzzle_from_json(text)


def test_a_file_cut_off_anywhere_is_refused() -> None:
    whole = len(GOOD.rstrip())
    assert [cut for cut in range(whole) if read_or_refuse(lambda end=cut: puzzle_from_json(GOOD[:end]))] == []  # type: ignore[misc]


@given(damaged(GOOD, '[]{}",:#+.0123456789-eE \nABtrufalsn'))
def test_a_file_with_a_damaged_stretch_is_read_or_refused(text: str) -> None:
    read = read_or_refuse(lambda: puzzle_from_json(text))
    assert read is None or puzzle_from_json(puzzle_to_json(read)) == read
