# SPDX-License-Identifier: GPL-3.0-or-later
"""A game allows the moves that the faces allow from anywhere, and its log holds enough to play it again."""

from __future__ import annotations

import json
from datetime import datetime, timedelta, timezone
from hashlib import sha256
from itertools import product
from typing import Any

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
    place_sentence,
    standing_position,
)
from puzzle_cubes.oskar.kind import OSKAR
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.maze.space import Position
from tests.core.oskar import reference, strategies
from tests.core.oskar.strategies import marked_puzzles, puzzles

Triple = tuple[int, int, int]

DIRECTIONS: list[Direction] = list(product(range(3), (-1, 1)))
ANY_PUZZLE = strategies.puzzles(4) | strategies.puzzles_of_any_faces(3)
WALKS = draw.lists(draw.sampled_from(DIRECTIONS), max_size=60)


def beside(position: Triple, direction: Direction) -> Triple:
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
def test_the_moves_to_the_end_are_the_fewest(game: Game, walk: list[Direction]) -> None:
    distances = reference.distances(reference.maze_of(game.puzzle), game.puzzle.size, game.puzzle.end)
    shortest = distances[game.position]
    for direction in walk:
        game.move(direction)
        assert game.moves_to_end == distances[game.position]
        assert game.shortest == shortest


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


@given(games(), WALKS)
def test_a_restart_forgets_the_moves(game: Game, walk: list[Direction]) -> None:
    for direction in walk:
        game.move(direction)
    game.restart()
    assert (game.position, game.move_count) == (game.puzzle.start, 0)
    assert game.shortest == game.moves_to_end == len(game.puzzle.solution) - 1


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
    for number, (seconds, what, moved) in enumerate(entry["presses"]):
        assert seconds == number / 2
        assert press(again, BY_TEXT.get(what, what)) == moved
        moves += moved and what in BY_TEXT
    assert again.position == game.position
    assert entry["moves_to_end"] == game.moves_to_end
    assert (entry["solved"], entry["moves"], entry["seconds"]) == (reached, moves, 100.25)
    assert (entry["hints"], entry["restarts"]) == (presses.count(HINT), presses.count(RESTART))
    assert entry["taken_back"] == [(what, moved) for _, what, moved in entry["presses"]].count((TAKE_BACK, True))


@given(games())
def test_the_puzzle_is_known_by_its_file_and_by_its_numbers(game: Game) -> None:
    puzzle = game.puzzle
    entry = line_of(puzzle, GameLog(game, BEGAN), 3.0)
    assert entry["puzzle"].pop("sha256") == sha256(OSKAR.texts(puzzle)["puzzle.json"].encode()).hexdigest()
    assert entry["puzzle"] == json.loads(json.dumps({"kind": "oskar", **OSKAR.numbers(puzzle)}))
    assert entry["puzzle"]["size"] == list(puzzle.size)


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
def test_nothing_else_is_held(game: Game) -> None:
    entry = line_of(game.puzzle, GameLog(game, BEGAN), 3.0)
    # In UTC: where somebody plays is not to be seen.
    assert entry["began"] == "2026-02-28T23:30:05+00:00"
    assert (entry["solved"], entry["solved_after"], entry["presses"], entry["ended"]) == (False, None, [], "kept")
    assert set(entry) == {
        *("format", "version", "began", "puzzle", "from", "presses", "hints", "taken_back", "restarts", "moves"),
        *("solved", "solved_after", "ended", "moves_to_end", "seconds"),
    }


CELL = draw.integers(-2, 5)


@given(puzzles(4) | marked_puzzles(4), draw.tuples(CELL, CELL, CELL))
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


@given(puzzles(3))
def test_the_axis_that_is_left_is_named(puzzle: Puzzle) -> None:
    x, y, z = puzzle.size
    for position, sentence in (
        ((x, 0, 0), f"X is {x}: the cells along X are counted from 0 to {x - 1}."),
        ((0, -1, 0), f"Y is -1: the cells along Y are counted from 0 to {y - 1}."),
        ((0, 0, z), f"Z is {z}: the cells along Z are counted from 0 to {z - 1}."),
    ):
        assert place_sentence(puzzle, position) == sentence
