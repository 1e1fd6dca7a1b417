# SPDX-License-Identifier: GPL-3.0-or-later
"""A game with pieces: they never meet, what is refused changes nothing, and a filled goal is solved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.common.playing import Direction
from puzzle_cubes.packing.game import Game, Lying, Token, after, lying_from_text, lying_to_text, quarter
from puzzle_cubes.packing.making.options import CLASSICS
from puzzle_cubes.polycubes.goal import Goal, Piece, letters
from puzzle_cubes.polycubes.puzzle import PolycubePuzzle
from puzzle_cubes.polycubes.shape import ROTATIONS, Shape
from puzzle_cubes.polycubes.solver import solve
from tests.core.polycubes import known
from tests.core.polycubes.strategies import polycubes

DIRECTIONS: list[Direction] = list(product(range(3), (1, -1)))
QUARTERS = [(begin, end) for begin, end in product(DIRECTIONS, DIRECTIONS) if begin[0] != end[0]]

Act = Callable[[Game], str | None]

MOVES: draw.SearchStrategy[Act] = draw.one_of(
    draw.sampled_from(DIRECTIONS).map(lambda direction: lambda game: game.move(direction)),
    draw.sampled_from(QUARTERS).map(lambda ends: lambda game: game.turn(*ends)),
    draw.just(Game.hop),
    draw.integers(-2, 2).map(lambda step: lambda game: game.choose(step)),
)


def game_of(puzzle: PolycubePuzzle) -> Game:
    """Return a game with as many of each piece as there have to be."""
    names = letters()
    return Game(
        puzzle, [Token(next(names), number) for number, piece in enumerate(puzzle.pieces) for _ in range(piece.least)]
    )


def with_solutions(name: str) -> PolycubePuzzle:
    puzzle = CLASSICS[name].puzzle
    return PolycubePuzzle(puzzle.pieces, puzzle.goal, puzzle.name, solve(puzzle))


MEGARON = with_solutions("megaron")


@given(draw.lists(polycubes(most=5), min_size=1, max_size=5), draw.lists(MOVES, max_size=60))
def test_pieces_never_meet_and_keep_their_shapes(shapes: list[Shape], walk: list[Act]) -> None:
    game = game_of(PolycubePuzzle(tuple(Piece(shape) for shape in shapes), Goal.box((3, 3, 2))))
    low, high = game.room
    for act in walk:
        before, count = list(game.lying), game.move_count
        sentence = act(game)
        if sentence:
            assert (game.lying, game.move_count) == (before, count)
            assert game.tokens[game.chosen].name in sentence
        cells = [cell for token in range(len(shapes)) for cell in game.cells(token)]
        assert len(cells) == len(set(cells))
        assert all(low[axis] <= cell[axis] <= high[axis] for cell in cells for axis in range(3))
        for token, shape in enumerate(shapes):
            assert Shape.of(game.cells(token)).upright == shape.upright
    for _ in range(game.move_count):
        assert game.take_back()
    assert not game.take_back()
    assert game.lying == list(game.waiting)


@given(draw.lists(MOVES, max_size=40))
def test_what_was_left_is_gone_on_with(walk: list[Act]) -> None:
    game = game_of(MEGARON)
    for act in walk:
        act(game)
    again = Game(MEGARON, game.tokens, lying_from_text(lying_to_text(game.lying)))
    assert [again.cells(token) for token in range(6)] == [game.cells(token) for token in range(6)]
    game.restart()
    assert game.lying == list(again.waiting)
    assert game.move_count == 0


@pytest.mark.parametrize(
    "text", ["", "null", "[[0, 1, 2]]", "[[24, 0, 0, 0]]", "[[0, 0, 0, 1e9]]", "[[true, 0, 0, 0]]", "x", "[" * 3000]
)
def test_a_text_that_says_nothing_is_nothing(text: str) -> None:
    assert lying_from_text(text) == ()


def test_pieces_that_cannot_lie_so_are_refused() -> None:
    tokens = game_of(MEGARON).tokens
    on_each_other = [Lying(ROTATIONS[0], (0, 0, 0))] * 6
    far_away = [Lying(ROTATIONS[0], (1000 * number, 0, 0)) for number in range(6)]
    for lying in (on_each_other, far_away, on_each_other[:2]):
        with pytest.raises(ValueError, match="cannot lie"):
            Game(MEGARON, tokens, lying)


def test_a_quarter_turn_four_times_is_none_and_brings_one_direction_to_the_other() -> None:
    for (axis, sign), (second_axis, step) in QUARTERS:
        turn = quarter((axis, sign), (second_axis, step))
        assert not turn.is_mirrored
        begin, end = [0, 0, 0], [0, 0, 0]
        begin[axis], end[second_axis] = sign, step
        assert turn.of([tuple(begin)]) == (tuple(end),)  # type: ignore[list-item]
        four = ROTATIONS[0]
        for _ in range(4):
            four = after(four, turn)
        assert four == ROTATIONS[0]
    with pytest.raises(ValueError, match="not across"):
        quarter((0, 1), (0, -1))


def test_two_turns_do_what_they_do_one_after_the_other() -> None:
    cells = ((1, 2, 3), (0, -5, 2))
    for first, then in permutations(ROTATIONS, 2):
        assert after(first, then).of(cells) == then.of(first.of(cells))


def test_pieces_wait_beside_the_goal_flat_and_apart() -> None:
    game = game_of(known.CONWAY.puzzle)
    assert not game.placed
    cells = {token: game.cells(token) for token in range(len(game.tokens))}
    assert all(min(cell[2] for cell in cells[token]) == 0 for token in cells)
    for first_token, second_token in permutations(cells, 2):
        near = {(x + dx, y + dy, z) for x, y, z in cells[first_token] for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
        assert not near & set(cells[second_token])
    assert all(cell[1] < -1 for token in cells for cell in cells[token])


def test_a_piece_hops_into_the_goal_and_back() -> None:
    game = game_of(MEGARON)
    before = list(game.lying)
    assert game.hop() == ""
    assert game.placed == [0]
    assert game.hop() == ""
    assert game.lying == before
    assert game.move_count == 2


def test_what_is_in_the_way_is_named_and_what_fits_nowhere_too() -> None:
    bar = Piece(Shape.of([(0, 0, 0), (1, 0, 0)]), 2, 2)
    game = Game(PolycubePuzzle((bar,), Goal.box((2, 2, 1))), [Token("A", 0), Token("A 2", 0)])
    assert game.hop() == ""
    game.choose(1)
    assert game.hop() == ""
    game.choose(1)
    # It can go away from the other, and back, and no further.
    assert "Piece A 2 is in the way of piece A." in {game.move((1, step)) for step in (1, -1, -1)}
    upright = Game(PolycubePuzzle((bar,), Goal.box((4, 1, 1))), [Token("A", 0), Token("A 2", 0)])
    assert upright.turn((0, 1), (2, 1)) == ""
    assert upright.hop() == "Piece A fits nowhere as it is turned."
    for _ in range(100):
        sentence = upright.move((2, 1))
    assert sentence == "Piece A can go no further."


@pytest.mark.parametrize("name", ["megaron", "diabolical", "soma", "slothouber_graatsma"])
def test_following_the_hints_solves_a_puzzle(name: str) -> None:
    game = game_of(with_solutions(name))
    for number in range(len(game.tokens)):
        assert not game.is_solved
        game.choose(1)
        hint = game.hint()
        assert hint is not None
        if not game.is_placed(game.chosen):
            assert hint.token == game.chosen or _cells_of(game, hint.token) == _cells_of(game, game.chosen)
        assert game.put(hint) == ""
        assert len(game.placed) == number + 1
    assert game.is_solved
    assert game.hint() is None


def _cells_of(game: Game, token: int) -> Shape:
    return game.puzzle.pieces[game.tokens[token].piece].shape.upright


def test_what_a_hint_fills_the_goal_with_solves_it_where_shapes_are_equal() -> None:
    bar = known.shape("000 100")
    puzzle = PolycubePuzzle((Piece(bar, 0, 1), Piece(bar)), Goal.of([(0, 0, 0), (1, 0, 0)], [(2, 0, 0), (3, 0, 0)]))
    game = Game(replace(puzzle, found=solve(puzzle)), [Token("A", 0), Token("B", 1)])
    while hint := game.hint():
        assert game.put(hint) == ""
    assert game.is_solved


def test_no_hint_is_given_where_no_known_solution_goes_on() -> None:
    game = game_of(MEGARON)
    # Of 72 placements that its first piece has, 24 are in a solution.
    refused = 0
    for token in range(6):
        game.restart()
        game.choose(token)
        assert game.hop() == ""
        refused += game.hint() is None
    assert refused


def test_a_goal_is_solved_by_as_many_of_a_piece_as_there_may_be() -> None:
    cube = Shape.of([(0, 0, 0)])
    bar = Shape.of([(0, 0, 0), (1, 0, 0)])
    puzzle = PolycubePuzzle((Piece(cube, 1, 2), Piece(bar, 0, 1)), Goal.box((2, 1, 1)))
    game = Game(puzzle, [Token("A", 0), Token("A 2", 0), Token("B", 1)])
    game.choose(2)
    assert game.hop() == ""
    # The goal is filled, but a cube has to be used.
    assert not game.is_solved
    assert game.hop() == ""
    for token in range(2):
        game.chosen = token
        assert game.hop() == ""
    assert game.is_solved
