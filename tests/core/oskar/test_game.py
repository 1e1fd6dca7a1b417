# SPDX-License-Identifier: GPL-3.0-or-later
"""A game allows the moves that the faces allow, its log can be played again, and what is shown of it is as it is."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from hashlib import sha256
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as draw

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.common.playing import Direction
from puzzle_cubes.oskar.game import (
    HINT,
    RESTART,
    TAKE_BACK,
    Game,
    GameLog,
    check_place,
    direction_text,
    kept_position,
    keyframes,
    moved,
    obstacles,
    place_sentence,
    square_at,
    square_boxes,
    standing_position,
)
from puzzle_cubes.oskar.kind import OSKAR
from puzzle_cubes.oskar.making.by_hand import is_drawable
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.maze.faces import FACE_AXES, Square
from puzzle_cubes.oskar.maze.space import Position
from puzzle_cubes.oskar.model.box_and_cross import box
from puzzle_cubes.oskar.model.dimensions import Dimensions
from tests.core.oskar import reference, strategies

DIRECTIONS: list[Direction] = list(product(range(3), (-1, 1)))
ANY_PUZZLE = strategies.puzzles(4) | strategies.puzzles_of_any_faces(3)
WALKS = draw.lists(draw.sampled_from(DIRECTIONS), max_size=60)


def beside(position: Position, direction: Direction) -> Position:
    """Return the cell that a move would lead to."""
    cells = list(position)
    cells[direction[0]] += direction[1]
    return cells[0], cells[1], cells[2]


@draw.composite
def games(draw_one: draw.DrawFn) -> Game:
    """Draw a game from any position that the end can be reached from."""
    puzzle = draw_one(ANY_PUZZLE)
    reached = reference.distances(reference.maze_of(puzzle), puzzle.size, puzzle.end)
    assume(puzzle.start in reached)
    return Game(puzzle, draw_one(draw.sampled_from(sorted(reached))))


@given(games(), WALKS)
def test_a_walk_follows_the_faces(game: Game, walk: list[Direction]) -> None:
    maze, size = reference.maze_of(game.puzzle), game.puzzle.size
    way = [game.position]
    for direction in walk:
        neighbor = beside(way[-1], direction)
        legal = neighbor in reference.neighbors(maze, size, way[-1])
        assert game.move(direction) == legal
        if legal:
            way.append(neighbor)
        assert (game.position, game.move_count) == (way[-1], len(way) - 1)
        assert game.solved == (way[-1] == game.puzzle.end)
    while len(way) > 1:
        way.pop()
        assert game.take_back()
        assert (game.position, game.move_count) == (way[-1], len(way) - 1)
    assert not game.take_back()
    assert game.position == way[0]


@given(games(), WALKS)
def test_the_moves_to_the_end_are_the_fewest_also_after_a_restart(game: Game, walk: list[Direction]) -> None:
    distances = reference.distances(reference.maze_of(game.puzzle), game.puzzle.size, game.puzzle.end)
    shortest = distances[game.position]
    for direction in walk:
        game.move(direction)
        assert game.moves_to_end == distances[game.position]
        assert game.shortest == shortest
    game.restart()
    assert (game.position, game.move_count) == (game.puzzle.start, 0)
    assert game.shortest == game.moves_to_end == distances[game.puzzle.start]


@given(games(), WALKS)
def test_following_the_hints_is_a_shortest_way(game: Game, walk: list[Direction]) -> None:
    for direction in walk:
        game.move(direction)
    made, left = game.move_count, game.moves_to_end
    for _ in range(left):
        assert game.hint is not None
        assert game.move(game.hint)
    assert game.solved
    assert game.hint is None
    assert game.moves_to_end == 0
    assert game.move_count == made + left


@given(strategies.puzzles(4))
def test_at_the_end_a_game_begins_anew(puzzle: Puzzle) -> None:
    game = Game(puzzle, puzzle.end)
    assert (game.position, game.move_count, game.solved) == (puzzle.start, 0, False)


@given(ANY_PUZZLE, draw.data())
def test_a_cross_is_kept_where_it_can_be(puzzle: Puzzle, data: draw.DataObject) -> None:
    cell = draw.integers(-3, 5)
    kept = data.draw(draw.tuples(cell, cell, cell))
    reached = reference.distances(reference.maze_of(puzzle), puzzle.size, puzzle.end)
    assert kept_position(puzzle, kept) == (kept if kept in reached else puzzle.start)


BEGAN = datetime(2026, 3, 1, 1, 30, 5, tzinfo=timezone(timedelta(hours=2)))
BY_TEXT = {direction_text(direction): direction for direction in DIRECTIONS}

Press = Direction | str
PRESSES = draw.lists(draw.sampled_from([*DIRECTIONS, *DIRECTIONS, HINT, TAKE_BACK, RESTART]), max_size=40)


def press(game: Game, asked: Press) -> bool:
    """Do in a game what a press asks for, and report whether the cross has moved."""
    if isinstance(asked, tuple):
        return game.move(asked)
    before = game.position
    if asked == TAKE_BACK:
        return game.take_back()
    if asked == RESTART:
        game.restart()
    return game.position != before


def line_of(puzzle: Puzzle, log: GameLog, seconds: float) -> dict[str, Any]:
    """Return what the line of a log holds."""
    line = log.line(seconds, "kept", OSKAR.to_json(puzzle), {"kind": OSKAR.name, **OSKAR.numbers(puzzle)})
    assert "\n" not in line
    entry: dict[str, Any] = json.loads(line)
    return entry


@given(games(), PRESSES)
def test_a_game_can_be_played_again_from_its_line(game: Game, presses: list[Press]) -> None:
    log = GameLog(game, BEGAN)
    reached = False
    for number, asked in enumerate(presses):
        log.note(number / 2, asked, press(game, asked))
        reached = reached or game.solved
    entry = line_of(game.puzzle, log, 100.25)

    again = Game(game.puzzle, tuple(entry["from"]))
    moves = 0
    for number, (seconds, what, has_moved) in enumerate(entry["presses"]):
        assert seconds == number / 2
        assert press(again, BY_TEXT.get(what, what)) == has_moved
        moves += has_moved and what in BY_TEXT
    assert again.position == game.position
    assert entry["moves_to_end"] == game.moves_to_end
    assert (entry["solved"], entry["moves"], entry["seconds"]) == (reached, moves, 100.25)
    assert (entry["hints"], entry["restarts"]) == (presses.count(HINT), presses.count(RESTART))
    assert entry["taken_back"] == [(what, has_moved) for _, what, has_moved in entry["presses"]].count(
        (TAKE_BACK, True)
    )


@given(games())
def test_the_first_time_at_the_end_counts(game: Game) -> None:
    log = GameLog(game, BEGAN)
    seconds = 0.0
    while (hint := game.hint) is not None:
        seconds += 0.1234
        log.note(seconds, hint, game.move(hint))
    log.note(1000.0, RESTART, press(game, RESTART))
    entry = line_of(game.puzzle, log, 2000.0)
    assert (entry["solved"], entry["solved_after"]) == (True, round(seconds, 3))
    assert entry["moves"] == len(entry["presses"]) - 1


@given(games())
def test_the_puzzle_is_known_by_its_file_and_by_its_numbers_and_nothing_else_is_held(game: Game) -> None:
    puzzle = game.puzzle
    entry = line_of(puzzle, GameLog(game, BEGAN), 3.0)
    assert entry["puzzle"].pop("sha256") == sha256(OSKAR.to_json(puzzle).encode()).hexdigest()
    assert entry["puzzle"] == json.loads(json.dumps({"kind": "oskar", **OSKAR.numbers(puzzle)}))
    assert entry["puzzle"]["size"] == list(puzzle.size)
    # In UTC: where somebody plays is not to be seen.
    assert entry["began"] == "2026-02-28T23:30:05+00:00"
    assert (entry["solved"], entry["solved_after"], entry["presses"], entry["ended"]) == (False, None, [], "kept")
    assert set(entry) == {
        *("format", "version", "began", "puzzle", "from", "presses", "hints", "taken_back", "restarts", "moves"),
        *("solved", "solved_after", "ended", "moves_to_end", "seconds"),
    }


CELL = draw.integers(-2, 5)


@given(strategies.puzzles(4) | strategies.marked_puzzles(4), draw.tuples(CELL, CELL, CELL))
def test_the_sentence_says_what_can_be_done_from_there(puzzle: Puzzle, position: Position) -> None:
    sentence = place_sentence(puzzle, position)
    assert sentence[0].isupper()
    assert sentence.endswith(".")
    if not all(0 <= cell < cells for cell, cells in zip(position, puzzle.size, strict=True)):
        with pytest.raises(InputError, match="counted from 0 to"):
            check_place(puzzle, position)
        assert "counted from 0 to" in sentence
        assert standing_position(puzzle, position) == puzzle.start
        return
    check_place(puzzle, position)
    assert standing_position(puzzle, position) == position
    if kept_position(puzzle, position) != position:
        assert "no way leads" in sentence
    elif position == puzzle.end:
        assert sentence == "That is the end."
    else:
        game = Game(puzzle, position)
        moves = f"{game.moves_to_end} move{'s' * (game.moves_to_end > 1)} away."
        assert sentence.endswith(f" {moves}")


@given(strategies.puzzles(3))
def test_the_axis_that_is_left_is_named(puzzle: Puzzle) -> None:
    x, y, z = puzzle.size
    for position, sentence in (
        ((x, 0, 0), f"X is {x}: the cells along X are counted from 0 to {x - 1}."),
        ((0, -1, 0), f"Y is -1: the cells along Y are counted from 0 to {y - 1}."),
        ((0, 0, z), f"Z is {z}: the cells along Z are counted from 0 to {z - 1}."),
    ):
        assert place_sentence(puzzle, position) == sentence


@given(draw.data(), strategies.puzzles(4), strategies.kit_dimensions(), draw.sampled_from(DIRECTIONS))
def test_squares_in_the_way_are_walls_of_the_box(
    data: draw.DataObject, puzzle: Puzzle, dimensions: Dimensions, direction: Direction
) -> None:
    x, y, z = (data.draw(draw.integers(0, cells - 1)) for cells in puzzle.size)
    obstacles_there = obstacles(puzzle, (x, y, z), direction)
    legal = reference.neighbors(reference.maze_of(puzzle), puzzle.size, (x, y, z))
    assert (not obstacles_there) == (moved((x, y, z), direction) in legal)
    solid = box(puzzle, replace(dimensions, start_marker=0.0, end_marker=0.0))
    # The arms' middle lines, moved on by half a cell's passage and half a wall, meet each of the squares.
    middle = np.array(dimensions.center(puzzle.size, (x, y, z)))
    axis, step = direction
    middle[axis] += step * (dimensions.passage + min(dimensions.wall, dimensions.plate)) / 2
    for obstacle in obstacles_there:
        for ends in square_boxes(obstacle, puzzle.size, dimensions):
            places = [
                np.searchsorted(line, end - 1e-6) for line, end in zip(solid.lines, ends.mean(axis=1), strict=True)
            ]
            assert solid.filled[tuple(place - 1 for place in places)]
            for line, end in zip(solid.lines, ends, strict=True):
                low, high = (np.abs(line - coordinate).argmin() for coordinate in end)
                assert (line[low], line[high], high - low) == (pytest.approx(end[0]), pytest.approx(end[1]), 1)
            assert sum(low - 1e-6 <= place <= high + 1e-6 for place, (low, high) in zip(middle, ends, strict=True)) == 2


@given(draw.data(), strategies.puzzles(4), strategies.kit_dimensions())
def test_who_points_at_a_square_means_it(data: draw.DataObject, puzzle: Puzzle, dimensions: Dimensions) -> None:
    size = puzzle.size
    every = [
        candidate
        for face, (first, second) in enumerate(FACE_AXES)
        for place in product(range(2 * size[first] - 1), range(2 * size[second] - 1))
        if is_drawable(puzzle, candidate := Square(face, place))
    ]
    square = data.draw(draw.sampled_from(every))
    side = data.draw(draw.sampled_from((0, 1)))
    across = 3 - sum(FACE_AXES[square.face])
    aim = square_boxes(square, size, dimensions)[side].mean(axis=-1)
    far = 10 * max(dimensions.outer_size(size))
    eye = aim.copy()
    eye[across] += far if side else -far
    way = aim - eye
    assert square_at(puzzle, dimensions, (*eye,), (*way,)) == square
    assert square_at(puzzle, dimensions, (*eye,), (*-way,)) is None
    aside = eye.copy()
    aside[across - 1] += far
    assert square_at(puzzle, dimensions, (*aside,), (*way,)) is None


def test_it_waits_at_a_turn_and_nowhere_else() -> None:
    path = [(0, 0, 0), (1, 0, 0), (2, 0, 0), (2, 1, 0), (1, 1, 0)]
    waits = [(20, (2, 0, 0)), (23, (2, 0, 0))]
    assert keyframes(path, 0, 10, 3) == [
        (0, (0, 0, 0)),
        (10, (1, 0, 0)),
        *waits,
        (33, (2, 1, 0)),
        (36, (2, 1, 0)),
        (46, (1, 1, 0)),
    ]
    assert keyframes(path, -5, 2, 0) == [(frame, place) for frame, place in zip(range(-5, 5, 2), path, strict=True)]
    # Back the way it came is a turn, too.
    assert [frame for frame, _ in keyframes([(0, 0, 0), (1, 0, 0), (0, 0, 0)], 1, 2, 5)] == [1, 3, 8, 10]


@pytest.mark.parametrize(
    ("move", "pause", "sentence"),
    [(0, 0, "Frames per move is 0"), (-3, 0, "at least 1"), (1, -1, "Pause at turns is -1")],
)
def test_frames_that_cannot_be_are_refused(move: int, pause: int, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        keyframes([(0, 0, 0), (1, 0, 0)], 1, move, pause)
