# SPDX-License-Identifier: GPL-3.0-or-later
"""Pieces in the page are played by keys and by touch, and by the same rules as in the core."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from selenium.webdriver.common.keys import Keys

from puzzle_cubes.kind.kind import code_of
from puzzle_cubes.kinds import KINDS
from puzzle_cubes.packing.game import Game as PackingGame
from puzzle_cubes.packing.game import Token, after, quarter
from puzzle_cubes.packing.making.options import CLASSICS
from puzzle_cubes.polycubes.goal import Goal, Piece, bits
from puzzle_cubes.polycubes.puzzle import PolycubePuzzle
from puzzle_cubes.polycubes.shape import ROTATIONS, Shape, lowest_corner, turn_between
from tests.site.chromium import PHONE, Browser
from tests.site.playing import KEYS_AT_RANDOM, LETTERS, TURNS, Entries, Seen, of_kind, on_screen, said


def test_a_piece_is_dragged_and_put_in_by_touch(browser: Browser, site: Path, entries: Entries) -> None:
    name = of_kind(entries, "packing")[1]
    browser.show(PHONE)
    browser.play(site, name)
    directions = browser.ask("return axesInView(player.view.directions)")
    for token in range(browser.ask("return player.game.tokens.length")):
        before = browser.ask("return player.game.state")
        axis, sign = directions[1]
        place = f"player.scene.pieces[{token}].place"
        begin, end = on_screen(browser, place), on_screen(browser, f"plus({place}, step([{axis}, {2 * sign}]))")
        browser.touch(begin, ((begin[0] + end[0]) / 2, (begin[1] + end[1]) / 2), end)
        assert browser.ask("return player.game.chosen") == token
        wanted = [[cell[along] + 2 * sign * (along == axis) for along in range(3)] for cell in before[token]]
        assert browser.ask("return player.game.state")[token] == wanted
        browser.wait("return !player.view.waiting")
    browser.press("hh")
    (placed,) = browser.ask("return player.game.placed")
    browser.press("n")
    browser.wait("return !player.view.waiting")
    # The first tap chooses the piece, the second one takes it out.
    begin = on_screen(browser, f"player.scene.pieces[{placed}].place")
    browser.touch(begin)
    assert browser.ask("return player.game.chosen") == placed
    assert browser.ask("return player.game.placed") == [placed]
    browser.touch(begin)
    assert browser.ask("return player.game.placed") == []


def test_a_hint_is_found_for_a_puzzle_that_the_gallery_does_not_have(browser: Browser, site: Path) -> None:
    for name in ("bedlam", "conway"):
        puzzle = CLASSICS[name].puzzle
        browser.open(site / "play.html", f"#{code_of(KINDS['packing'], puzzle)}")
        for _ in range(sum(piece.most for piece in puzzle.pieces)):
            browser.press("h")
            browser.wait("return !document.querySelector('.said').textContent.startsWith('Looking')")
            browser.press("h")
        assert said(browser).startswith("Solved")


def test_pieces_that_lie_wrong_are_said_to(browser: Browser, site: Path) -> None:
    puzzle = PolycubePuzzle(
        tuple(
            Piece(Shape.of(cells), name=name) for cells, name in ((((0, 0, 0),), "A"), (((0, 0, 0), (1, 0, 0)), "B"))
        ),
        Goal.box((3, 1, 1)),
    )
    browser.open(site / "play.html", f"#{code_of(KINDS['packing'], puzzle)}")
    browser.ask("player.game.put({ token: 0, cells: [[1, 0, 0]] })")
    browser.press("h")
    assert said(browser) == "No solution has the pieces placed like this: take one out."


def tokens_of(puzzle: Any) -> list[Token]:
    """Return the pieces of a game, as the page has them."""
    return [Token(piece.name, number) for number, piece in enumerate(puzzle.pieces) for _ in range(piece.most)]


def test_pieces_go_where_they_go_in_the_core(browser: Browser, site: Path, entries: Entries) -> None:
    draw = Random(1)
    for name in (*of_kind(entries, "packing"), *of_kind(entries, "burr")):
        puzzle = entries[name][1]
        game = PackingGame(puzzle, tokens_of(puzzle))
        browser.play(site, name)
        browser.ask("player.view.turnBy(arguments[0], arguments[1])", draw.uniform(-4, 4), draw.uniform(-1.5, 1))
        seen = Seen(browser)
        keys = [draw.choice([*LETTERS, *TURNS, *TURNS, "N", " ", Keys.BACKSPACE]) for _ in range(KEYS_AT_RANDOM)]
        for key in keys:
            seen.play(game, key)
        browser.press("".join(keys))
        state = browser.ask("return player.game.state")
        assert [sorted(map(tuple, cells)) for cells in state] == [
            sorted(game.cells(number)) for number in range(len(game.tokens))
        ]
        assert browser.ask("return player.game.moves") == game.move_count
        assert browser.ask("return player.game.placed") == game.placed


def test_hints_solve_every_puzzle_of_pieces(browser: Browser, site: Path, entries: Entries) -> None:
    for name in (*of_kind(entries, "packing"), *of_kind(entries, "burr")):
        browser.play(site, name)
        browser.press("hh" * len(tokens_of(entries[name][1])))
        assert said(browser).startswith("Solved")


def test_the_solution_of_the_core_packs_the_pieces(browser: Browser, site: Path, entries: Entries) -> None:
    name = of_kind(entries, "packing")[-1]
    puzzle = entries[name][1]
    browser.play(site, name)
    seen = Seen(browser)
    keys = next(
        keys for order in permutations(range(len(puzzle.pieces))) if (keys := packing_keys(puzzle, seen, order))
    )
    browser.press("".join(keys))
    assert said(browser) == f"Solved in {browser.ask('return player.game.moves')} moves"


def packing_keys(puzzle: Any, seen: Seen, order: Sequence[int]) -> list[str]:
    """Return keys that bring pieces into the box from above, in an order; none where one is in the way."""
    game = PackingGame(puzzle, tokens_of(puzzle))
    (solution,) = puzzle.found.solutions[:1]
    cells_of = dict(zip(puzzle.pieces_of(solution), solution, strict=True))
    pressed = []
    for token in order:
        target = tuple(puzzle.goal.cells[cell] for cell in bits(cells_of[token]))
        for key in _to(game, seen, token, target):
            before = list(game.lying), game.chosen
            seen.play(game, key)
            if before == (list(game.lying), game.chosen):
                return []
            pressed.append(key)
    return pressed if game.is_solved else []


def _to(game: PackingGame, seen: Seen, token: int, target: Any) -> Iterator[str]:
    """Yield keys that choose a piece, lift it, turn it, and bring it down to its place."""
    while game.chosen != token:
        yield "N"
    up = seen.key((2, 1))
    yield from up * 3
    wanted = turn_between(game._forms[token], target)
    yield from _turning(seen, game.lying[token].turn, wanted)
    for axis in (0, 1, 2):
        while (way := lowest_corner(target)[axis] - lowest_corner(game.cells(token))[axis]) != 0:
            yield seen.key((axis, 1 if way > 0 else -1))


def _turning(seen: Seen, here: Any, wanted: Any) -> list[str]:
    """Return the fewest keys that turn a piece from one way of lying to another."""
    ways: dict[Any, list[str]] = {here: []}
    for turn in iter(waiting := [here]):
        for key, (begin, end) in TURNS.items():
            new_turn = after(turn, quarter(seen.direction(begin), seen.direction(end)))
            if new_turn not in ways:
                ways[new_turn] = [*ways[turn], key]
                waiting.append(new_turn)
    assert len(ways) == len(ROTATIONS)
    return ways[wanted]


def test_what_is_solved_fills_the_view(browser: Browser, site: Path, entries: Entries) -> None:
    name = of_kind(entries, "packing")[0]
    browser.play(site, name)
    far = browser.ask("return player.view.far")
    browser.press("hh" * 20)
    assert said(browser).startswith("Solved")
    assert browser.ask("return player.view.far") < 0.8 * far
    browser.press("r")
    assert browser.ask("return player.view.far") == pytest.approx(far)
