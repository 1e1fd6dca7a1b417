# SPDX-License-Identifier: GPL-3.0-or-later
"""A game allows the moves that the faces allow, counts them, and knows the way from wherever the cross is."""

from __future__ import annotations

from itertools import product

from hypothesis import assume, given
from hypothesis import strategies as draw

from puzzle_cubes.common.playing import Direction
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.play.game import Game, kept_position
from tests.core.oskar import reference, strategies

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
        there = beside(way[-1], direction)
        legal = there in reference.neighbors(maze, size, way[-1])
        assert game.move(direction) == legal
        if legal:
            way.append(there)
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
