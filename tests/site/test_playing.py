# SPDX-License-Identifier: GPL-3.0-or-later
"""A puzzle in the page is played by keys and by touch, and by the same rules as in the core."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from puzzle_site.entries import Entry
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from puzzle_cubes.common.playing import AWAY, RIGHT, UP, Direction, axes_in_view
from puzzle_cubes.oskar.play.game import Game as OskarGame
from puzzle_cubes.packing.play.game import Game as PackingGame
from puzzle_cubes.packing.play.game import Token, after, quarter
from puzzle_cubes.polycubes.terms.cells import lowest_corner
from puzzle_cubes.polycubes.terms.placements import bits
from puzzle_cubes.polycubes.terms.turns import ROTATIONS, turn_between
from tests.site.chromium import PHONE, Browser

LETTERS = {"D": (RIGHT, 1), "A": (RIGHT, -1), "W": (UP, 1), "S": (UP, -1), "E": (AWAY, 1), "Q": (AWAY, -1)}
OTHERS = {
    "D": Keys.ARROW_RIGHT,
    "A": Keys.ARROW_LEFT,
    "W": Keys.ARROW_UP,
    "S": Keys.ARROW_DOWN,
    "E": Keys.PAGE_UP,
    "Q": Keys.PAGE_DOWN,
}
TURNS = {
    "I": ((UP, 1), (AWAY, 1)),
    "K": ((UP, 1), (AWAY, -1)),
    "L": ((AWAY, -1), (RIGHT, 1)),
    "J": ((AWAY, -1), (RIGHT, -1)),
    "O": ((UP, 1), (RIGHT, 1)),
    "U": ((UP, 1), (RIGHT, -1)),
}
"""As in Blender."""

KEYS_AT_RANDOM = 150

Entries = dict[str, tuple[Entry, Any]]


class Seen:
    """The directions of the keys in the view that the page has at present."""

    def __init__(self, browser: Browser) -> None:
        self.axes = axes_in_view(browser.ask("return player.view.directions"))

    def direction(self, seen: tuple[int, int]) -> Direction:
        """Return the direction of the grid that a direction of the view is."""
        axis, sign = self.axes[seen[0]]
        return axis, sign * seen[1]

    def key(self, direction: Direction) -> str:
        """Return the key that leads into a direction."""
        return next(key for key, seen in LETTERS.items() if self.direction(seen) == direction)

    def play(self, game: Any, key: str) -> None:
        """Do in the core what a key does in the page."""
        if key in LETTERS:
            game.move(self.direction(LETTERS[key]))
        elif key in TURNS:
            begin, end = TURNS[key]
            game.turn(self.direction(begin), self.direction(end))
        elif key == "N":
            game.choose(1)
        elif key == " ":
            game.hop()
        elif key == Keys.BACKSPACE:
            game.take_back()
        else:
            game.restart()


def of_kind(entries: Entries, kind: str) -> list[str]:
    """Return the ids of the entries of a kind."""
    return [name for name, (entry, _) in entries.items() if entry.kind == kind]


def said(browser: Browser) -> str:
    """Return what the page says of the game."""
    return browser.one(".said").text


def oskar_keys(browser: Browser, puzzle: Any) -> list[str]:
    """Return the keys of the core's solution."""
    seen = Seen(browser)
    steps = [[b - a for a, b in zip(here, there, strict=True)] for here, there in pairwise(puzzle.solution)]
    return [seen.key(next((axis, step[axis]) for axis in range(3) if step[axis])) for step in steps]


def test_the_solution_of_the_core_solves_every_cube(browser: Browser, site: Path, entries: Entries) -> None:
    for name in of_kind(entries, "oskar"):
        _, puzzle = entries[name]
        browser.open(site / "index.html", f"#{name}")
        keys = oskar_keys(browser, puzzle)
        browser.press("".join(keys[:-1]))
        assert "Solved" not in said(browser)
        assert browser.one(".progress").text.endswith("1 to the end")
        browser.press(OTHERS[keys[-1]])
        assert said(browser) == f"Solved in {puzzle.measures.length} moves!"


def test_hints_solve_a_cube(browser: Browser, site: Path, entries: Entries) -> None:
    name = of_kind(entries, "oskar")[0]
    browser.open(site / "index.html", f"#{name}")
    for _ in range(entries[name][1].measures.length):
        browser.press("h")
        browser.one(".pad .hinted").click()
    assert said(browser).startswith("Solved")


@pytest.mark.parametrize("seed", range(2))
def test_a_cube_goes_where_it_goes_in_the_core(browser: Browser, site: Path, entries: Entries, seed: int) -> None:
    draw = Random(seed)
    for name in of_kind(entries, "oskar"):
        puzzle = entries[name][1]
        game = OskarGame(puzzle, puzzle.start)
        browser.open(site / "index.html", f"#{name}")
        browser.ask("player.view.turnBy(arguments[0], arguments[1])", draw.uniform(-4, 4), draw.uniform(-1.5, 1))
        seen = Seen(browser)
        keys = [draw.choice([*LETTERS, *LETTERS, Keys.BACKSPACE]) for _ in range(KEYS_AT_RANDOM)]
        for key in keys:
            seen.play(game, key)
        browser.press("".join(keys))
        assert browser.ask("return player.game.state") == list(game.position)
        assert browser.ask("return player.game.moves") == game.move_count


def test_a_wall_is_in_the_way(browser: Browser, site: Path, entries: Entries) -> None:
    name = of_kind(entries, "oskar")[0]
    puzzle = entries[name][1]
    browser.open(site / "index.html", f"#{name}")
    seen, game = Seen(browser), OskarGame(puzzle, puzzle.start)
    refused = next(key for key, way in LETTERS.items() if not game.move(seen.direction(way)) or not game.take_back())
    browser.one(f'[data-key="{refused}"]').click()
    assert said(browser) == "A wall is in the way."
    assert browser.one(".moves").text == "0 moves"


def test_dragging_turns_the_view_and_the_keys(browser: Browser, site: Path, entries: Entries) -> None:
    browser.open(site / "index.html", f"#{of_kind(entries, 'oskar')[1]}")
    before = browser.picture(browser.one(".player canvas"))
    axes = Seen(browser).axes
    canvas = browser.one(".player canvas")
    ActionChains(browser.driver, duration=20).drag_and_drop_by_offset(canvas, -200, 0).perform()
    browser.wait("return !player.view.waiting")
    assert Seen(browser).axes != axes
    after_drag = browser.picture(canvas)
    assert (before != after_drag).mean() > 0.02
    assert browser.ask("return axesInView(player.view.directions)") == [list(one) for one in Seen(browser).axes]


def test_it_is_played_by_touch(browser: Browser, site: Path, entries: Entries) -> None:
    name = of_kind(entries, "oskar")[0]
    browser.show(PHONE)
    browser.open(site / "index.html")
    browser.one(f'a[href="#{name}"]').click()
    browser.wait("return document.querySelector('.player').open")
    for key in oskar_keys(browser, entries[name][1]):
        browser.one(f'[data-key="{key}"]').click()
    assert said(browser).startswith("Solved")
    browser.one(".close").click()
    assert not browser.ask("return document.querySelector('.player').open")
    browser.wait("return location.hash === ''")


def test_walls_become_glass(browser: Browser, site: Path, entries: Entries) -> None:
    browser.open(site / "index.html", f"#{of_kind(entries, 'oskar')[1]}")
    canvas = browser.one(".player canvas")
    before = browser.picture(canvas)
    browser.one(".glass").click()
    browser.wait("return !player.view.waiting")
    assert (before != browser.picture(canvas)).mean() > 0.02
    assert browser.one(".glass").get_attribute("aria-pressed") == "true"


def test_the_code_is_shown_and_copied(browser: Browser, site: Path, entries: Entries) -> None:
    name = next(iter(entries))
    browser.open(site / "index.html", f"#{name}")
    assert browser.one(".code code").text == entries[name][0].code
    browser.one(".copy").click()
    browser.wait("return document.querySelector('.copy').textContent !== 'Copy'")
    assert browser.one(".copy").text in {"Copied", "Selected"}


def tokens_of(puzzle: Any) -> list[Token]:
    """Return the pieces of a game, as the page has them."""
    return [Token(piece.name, number) for number, piece in enumerate(puzzle.pieces) for _ in range(piece.most)]


@pytest.mark.parametrize("seed", range(2))
def test_pieces_go_where_they_go_in_the_core(browser: Browser, site: Path, entries: Entries, seed: int) -> None:
    draw = Random(seed)
    for name in of_kind(entries, "packing"):
        puzzle = entries[name][1]
        game = PackingGame(puzzle, tokens_of(puzzle))
        browser.open(site / "index.html", f"#{name}")
        browser.ask("player.view.turnBy(arguments[0], arguments[1])", draw.uniform(-4, 4), draw.uniform(-1.5, 1))
        seen = Seen(browser)
        keys = [draw.choice([*LETTERS, *TURNS, *TURNS, "N", " ", Keys.BACKSPACE]) for _ in range(KEYS_AT_RANDOM)]
        for key in keys:
            seen.play(game, key)
        browser.press("".join(keys))
        found = browser.ask("return player.game.state")
        assert [sorted(map(tuple, cells)) for cells in found] == [
            sorted(game.cells(one)) for one in range(len(game.tokens))
        ]
        assert browser.ask("return player.game.moves") == game.move_count
        assert browser.ask("return player.game.placed") == game.placed


def test_hints_solve_every_packing_puzzle(browser: Browser, site: Path, entries: Entries) -> None:
    for name in of_kind(entries, "packing"):
        browser.open(site / "index.html", f"#{name}")
        browser.press("hh" * len(tokens_of(entries[name][1])))
        assert said(browser).startswith("Solved")


def test_the_solution_of_the_core_packs_the_pieces(browser: Browser, site: Path, entries: Entries) -> None:
    name = of_kind(entries, "packing")[-1]
    puzzle = entries[name][1]
    browser.open(site / "index.html", f"#{name}")
    seen = Seen(browser)
    keys = next(
        keys for order in permutations(range(len(puzzle.pieces))) if (keys := packing_keys(puzzle, seen, order))
    )
    browser.press("".join(keys))
    assert said(browser) == f"Solved in {browser.ask('return player.game.moves')} moves!"


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
            there = after(turn, quarter(seen.direction(begin), seen.direction(end)))
            if there not in ways:
                ways[there] = [*ways[turn], key]
                waiting.append(there)
    assert len(ways) == len(ROTATIONS)
    return ways[wanted]
