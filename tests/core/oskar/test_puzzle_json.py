# SPDX-License-Identifier: GPL-3.0-or-later
"""A puzzle's file gives the same puzzle back, also edited by hand, and the text of its solution can be followed."""

from __future__ import annotations

import json
import re
from dataclasses import asdict, replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.oskar.generators import OPTIONS, settings_with
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.maze.faces import Face
from puzzle_cubes.oskar.puzzle_texts import output_sequence, puzzle_from_json, puzzle_to_json
from tests.core.oskar import reference, strategies


@given(strategies.puzzles(8))
def test_a_puzzle_comes_back_also_without_settings_and_with_other_white_space(puzzle: Puzzle) -> None:
    bare = replace(puzzle, settings=None)
    assert puzzle_from_json(puzzle_to_json(bare)) == bare
    data = json.loads(puzzle_to_json(puzzle))
    assert puzzle_from_json(json.dumps(data)) == puzzle
    assert puzzle_from_json("\n\t " + json.dumps(data, indent="\t") + "\r\n") == puzzle


@given(strategies.puzzles(8))
def test_the_file_shows_the_faces_as_pictures(puzzle: Puzzle) -> None:
    pictures = json.loads(puzzle_to_json(puzzle))["faces"]
    maze = reference.maze_of(puzzle)
    assert set(pictures) == set(reference.FACES)
    for name, axes in reference.FACES.items():
        shown = {(i, j) for j, row in enumerate(pictures[name]) for i, square in enumerate(row) if square == "."}
        assert shown == maze[axes]
        # One line of the file a row of the picture, so that it can be seen and edited.
        assert all(f'"{row}"' in puzzle_to_json(puzzle) for row in pictures[name])


@given(strategies.puzzles(8))
def test_the_file_tells_settings_and_measures(puzzle: Puzzle) -> None:
    data = json.loads(puzzle_to_json(puzzle))
    maze = reference.maze_of(puzzle)
    assert data["measures"].pop("expected_moves") == list(puzzle.measures.expected_moves)
    assert data["measures"] == reference.measures(maze, puzzle.size, puzzle.start, puzzle.solution)
    assert puzzle.settings is not None
    defaults = {option.name: option.default for option in OPTIONS}
    assert data["settings"] == json.loads(json.dumps(defaults | puzzle.settings.values))


@given(strategies.puzzles(5), draw.data())
def test_a_face_edited_by_hand_gives_the_right_measures(puzzle: Puzzle, data: draw.DataObject) -> None:
    edited = json.loads(puzzle_to_json(puzzle))
    maze = reference.maze_of(puzzle)
    name = data.draw(draw.sampled_from(list(reference.FACES)))
    picture = edited["faces"][name]
    opened = maze[reference.FACES[name]]
    passages = [(i, j) for j, row in enumerate(picture) for i in range(len(row)) if i % 2 != j % 2]
    changed = data.draw(draw.lists(draw.sampled_from(passages), max_size=3, unique=True)) if passages else []
    for i, j in changed:
        picture[j] = picture[j][:i] + ("#" if (i, j) in opened else ".") + picture[j][i + 1 :]
    opened ^= set(changed)
    if len(picture) * len(picture[0]) > 1:
        # A cell that no passage leads to any more is solid from now on.
        sides = {(i, j): {(i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1)} for i, j in opened}
        opened -= {place for place, beside in sides.items() if not beside & opened}

    if puzzle.end not in reference.distances(maze, puzzle.size, puzzle.start):
        with pytest.raises(InputError, match=r"End is .* cannot be reached"):
            puzzle_from_json(json.dumps(edited))
        return
    read_back = puzzle_from_json(json.dumps(edited))
    assert reference.maze_of(read_back) == maze
    measures = asdict(read_back.measures)
    del measures["expected_moves"]
    assert measures == reference.measures(maze, puzzle.size, puzzle.start, read_back.solution)
    ends = {tuple(2 * place[axis] for axis in reference.FACES[name]) for place in (puzzle.start, puzzle.end)}
    assert (read_back.flaws == ()) == (reference.is_tree_beside_solid(opened) and ends <= opened)


@given(strategies.puzzles(4), draw.data())
def test_settings_that_an_older_file_lacks_have_their_defaults(puzzle: Puzzle, data: draw.DataObject) -> None:
    assert puzzle.settings is not None
    older = json.loads(puzzle_to_json(puzzle))
    names = [name for name in older["settings"] if name not in {"size", "seed", "style"}]
    lacking = data.draw(draw.sets(draw.sampled_from(names)))
    for name in lacking:
        del older["settings"][name]
    kept = {name: value for name, value in puzzle.settings.values.items() if name not in lacking}
    assert puzzle_from_json(json.dumps(older)).settings == settings_with(**kept)


@given(strategies.puzzles(4), draw.booleans(), draw.floats(0, 1))
def test_a_file_of_version_0_1_opens_without_the_settings_that_are_gone(
    puzzle: Puzzle, no_loops: bool, deceptiveness: float
) -> None:
    older = json.loads(puzzle_to_json(puzzle))
    older["settings"] |= {"no_loops": no_loops, "deceptiveness": deceptiveness}
    read_back = puzzle_from_json(json.dumps(older))
    assert read_back == puzzle
    assert "no_loops" not in json.loads(puzzle_to_json(read_back))["settings"]


@pytest.mark.thorough
def test_the_largest_puzzle_is_not_too_long_to_be_read_back() -> None:
    columns, rows = np.indices((199, 199))
    # A comb: its back is the first column, its teeth are the rows.
    comb = Face.deflate(((rows % 2 == 1) & (columns > 0)).astype(np.uint8))
    puzzle = Puzzle((100, 100, 100), (comb, comb, comb), (0, 0, 0), (1, 0, 0))
    assert puzzle_from_json(puzzle_to_json(puzzle)) == puzzle


@given(strategies.puzzles(8))
def test_the_text_of_a_solution_has_its_ends_its_cells_the_squares_between_and_its_moves(puzzle: Puzzle) -> None:
    head, inflated, cells, moves = output_sequence(puzzle).removesuffix("\n").split("\n\n")
    distances = reference.distances(reference.maze_of(puzzle), puzzle.size, puzzle.start)
    assert head.splitlines() == [
        "Oskar's Cube " + "x".join(map(str, puzzle.size)),
        f"Steps: {distances[puzzle.end]}",
        f"Start: {puzzle.start}",
        f"End: {puzzle.end}",
    ]
    path = puzzle.solution
    assert cells.splitlines() == ["Cells:", *map(str, path)]
    # The square of a cell, and the one between it and the next, but for that behind the end.
    steps = [(here, beside) for here, following in pairwise([*path, path[-1]]) for beside in (here, following)][:-1]
    squares = [tuple(a + b for a, b in zip(here, beside, strict=True)) for here, beside in steps]
    assert inflated.splitlines()[1:] == list(map(str, squares))
    heading, *in_words = moves.splitlines()
    assert heading == f"Moves ({len(in_words)}):"
    assert len(in_words) == reference.count_straight_moves(path)
    followed = [puzzle.start]
    for move in in_words:
        direction, axis, count = re.fullmatch(r"([+-])([xyz]) ([1-9]\d*)", move).groups()  # type: ignore[union-attr]
        for _ in range(int(count)):
            here = list(followed[-1])
            here["xyz".index(axis)] += 1 if direction == "+" else -1
            followed.append((here[0], here[1], here[2]))
    assert followed == path
