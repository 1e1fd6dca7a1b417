# SPDX-License-Identifier: GPL-3.0-or-later
"""A puzzle in the page is played by keys and by touch, and by the same rules as in the core."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise, permutations
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from puzzle_site.entries import Entry
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from puzzle_cubes.common.playing import AWAY, RIGHT, UP, Direction, axes_in_view
from puzzle_cubes.kind.reading import code_of
from puzzle_cubes.kinds import KINDS
from puzzle_cubes.oskar.maze.faces import FACE_AXES, Square
from puzzle_cubes.oskar.play.game import Game as OskarGame
from puzzle_cubes.oskar.play.squares import obstacles
from puzzle_cubes.packing.making.classics import CLASSICS
from puzzle_cubes.packing.play.game import Game as PackingGame
from puzzle_cubes.packing.play.game import Token, after, quarter
from puzzle_cubes.polycubes.puzzle import PolycubePuzzle
from puzzle_cubes.polycubes.terms.cells import lowest_corner
from puzzle_cubes.polycubes.terms.goal import Goal
from puzzle_cubes.polycubes.terms.piece import Piece
from puzzle_cubes.polycubes.terms.placements import bits
from puzzle_cubes.polycubes.terms.shape import Shape
from puzzle_cubes.polycubes.terms.turns import ROTATIONS, turn_between
from tests.site.chromium import DESKTOP, PHONE, Browser

LETTERS = {"D": (RIGHT, 1), "A": (RIGHT, -1), "W": (UP, 1), "S": (UP, -1), "E": (AWAY, 1), "Q": (AWAY, -1)}
WORDS = {"D": "right", "A": "left", "W": "up", "S": "down", "E": "away", "Q": "nearer"}
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
        browser.play(site, name)
        keys = oskar_keys(browser, puzzle)
        browser.press("".join(keys[:-1]))
        assert "Solved" not in said(browser)
        assert browser.one(".progress").text.endswith("1 to the end")
        browser.press(OTHERS[keys[-1]])
        assert said(browser) == f"Solved in {puzzle.measures.length} moves, the fewest there are!"


def test_hints_solve_a_cube(browser: Browser, site: Path, entries: Entries) -> None:
    name = of_kind(entries, "oskar")[0]
    browser.play(site, name)
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
        browser.play(site, name)
        browser.ask("player.view.turnBy(arguments[0], arguments[1])", draw.uniform(-4, 4), draw.uniform(-1.5, 1))
        seen = Seen(browser)
        keys = [draw.choice([*LETTERS, *LETTERS, Keys.BACKSPACE]) for _ in range(KEYS_AT_RANDOM)]
        for key in keys:
            seen.play(game, key)
        browser.press("".join(keys))
        assert browser.ask("return player.game.state") == list(game.position)
        assert browser.ask("return player.game.moves") == game.move_count


def refused(browser: Browser, puzzle: Any) -> tuple[str, tuple[Square, ...]]:
    """Go along the solution to where walls stop a move inside of the box; return its key, and what is in the way."""
    game = OskarGame(puzzle, puzzle.start)
    for solving in oskar_keys(browser, puzzle):
        seen = Seen(browser)
        for key, way in LETTERS.items():
            axis, step = seen.direction(way)
            there = game.position[axis] + step
            if 0 <= there < puzzle.size[axis] and (found := obstacles(puzzle, game.position, (axis, step))):
                return key, found
        seen.play(game, solving)
        browser.press(solving)
    raise AssertionError("no wall is in the way anywhere")


def red(browser: Browser, selector: str) -> int:
    """Return how many pixels of an element are as red as walls that are in the way."""
    color = browser.picture(browser.one(selector)).astype(int)
    return int(((color[..., 0] > 180) & (color[..., 1] < 75) & (color[..., 2] < 75)).sum())


def test_walls_that_block_light_up(browser: Browser, site: Path, entries: Entries) -> None:
    name = of_kind(entries, "oskar")[1]
    browser.play(site, name)
    key, found = refused(browser, entries[name][1])
    browser.wait("return !player.view.waiting && player.scene.blocked.every((one) => !one.alpha)")
    calm = red(browser, ".stage canvas")
    moves = browser.one(".moves").text
    browser.one(f'[data-key="{key}"]').click()
    browser.wait("return !player.view.waiting")
    assert red(browser, ".stage canvas") > calm + 100
    assert said(browser).endswith("in the way.")
    names = [one for face, one in enumerate(("top", "front", "right")) if face in {square.face for square in found}]
    assert [one for one in ("top", "front", "right") if one in said(browser)] == names
    shown = {
        2 - int(one.get_attribute("data-across") or "")
        for one in browser.all(".maps svg:has(path[d^='M'][fill='#ff2a1a'])")
    }
    assert shown == {square.face for square in found}
    assert browser.one(".moves").text == moves
    browser.wait("return player.scene.blocked.every((one) => !one.alpha)")
    browser.wait("return !player.view.waiting")
    assert red(browser, ".stage canvas") <= calm


def test_maps_show_the_faces_and_where_the_arms_are(browser: Browser, site: Path, entries: Entries) -> None:
    for name in of_kind(entries, "oskar"):
        puzzle = entries[name][1]
        browser.play(site, name)
        keys = oskar_keys(browser, puzzle)
        browser.press("".join(keys[:3]))
        for number, axes in enumerate(FACE_AXES):
            wall = browser.ask(
                "return document.querySelector(`.maps [data-across='${2 - arguments[0]}'] path`).getAttribute('d')",
                number,
            )
            grid = puzzle.faces[number].inflate()
            places = {(int(x), int(y)) for x, y in re.findall(r"M(\d+) (\d+)h1v1h-1z", wall)}
            rows = grid.shape[1]
            assert places == {(x, rows - 1 - y) for x, y in zip(*np.nonzero(grid), strict=True)}
            dot = browser.ask(
                "return document.querySelector(`.maps [data-across='${2 - arguments[0]}'] .dot`).style.transform",
                number,
            )
            first, second = (puzzle.solution[3][axis] for axis in axes)
            assert dot == f"translate({2 * first + 0.5:g}px, {rows - 0.5 - 2 * second:g}px)"


def test_a_ghost_shows_the_end_until_the_cross_is_there(browser: Browser, site: Path, entries: Entries) -> None:
    name = of_kind(entries, "oskar")[1]
    browser.play(site, name)
    canvas = browser.one(".stage canvas")
    before = browser.picture(canvas)
    browser.ask("for (const one of player.scene.ghosts) one.alpha = 0; player.view.redraw()")
    browser.wait("return !player.view.waiting")
    assert (before != browser.picture(canvas)).any(axis=2).mean() > 0.01
    browser.press("".join(oskar_keys(browser, entries[name][1])))
    assert browser.ask("return player.scene.ghosts.map((one) => one.alpha)") == [0, 0]


def test_dragging_turns_the_view_and_the_keys(browser: Browser, site: Path, entries: Entries) -> None:
    browser.play(site, of_kind(entries, "oskar")[1])
    before = browser.picture(browser.one(".player canvas"))
    axes = Seen(browser).axes
    canvas = browser.one(".player canvas")
    size = canvas.size
    corner = ActionChains(browser.driver, duration=20).move_to_element_with_offset(
        canvas, 10 - size["width"] // 2, 10 - size["height"] // 2
    )
    corner.click_and_hold().move_by_offset(200, 0).release().perform()
    browser.wait("return !player.view.waiting")
    assert Seen(browser).axes != axes
    after_drag = browser.picture(canvas)
    assert (before != after_drag).mean() > 0.02
    assert browser.ask("return axesInView(player.view.directions)") == [list(one) for one in Seen(browser).axes]


def on_screen(browser: Browser, place: str) -> tuple[float, float]:
    """Return where a place of a puzzle, as a script, is on the screen."""
    x, y = browser.ask(
        f"const {{ left, top }} = player.canvas.getBoundingClientRect(); const [x, y] = player.view.project({place});"
        "return [left + x, top + y]"
    )
    return x, y


def test_an_arm_is_dragged_by_touch(browser: Browser, site: Path, entries: Entries) -> None:
    name = of_kind(entries, "oskar")[0]
    puzzle = entries[name][1]
    browser.show(PHONE)
    browser.play(site, name)
    for here, there in pairwise(puzzle.solution):
        (axis,) = (axis for axis in range(3) if here[axis] != there[axis])
        sign = there[axis] - here[axis]
        ends = [f"plus(player.scene.cross.place, step([{axis}, {far}]))" for far in (sign * 9, sign * 17)]
        begin, end = (on_screen(browser, one) for one in ends)
        browser.touch(begin, ((begin[0] + end[0]) / 2, (begin[1] + end[1]) / 2), end)
        browser.wait("return !player.view.waiting")
        assert browser.ask("return player.game.state") == list(there)
    assert said(browser).startswith("Solved")
    # A finger beside the arms turns the view, and moves nothing.
    azimuth = browser.ask("return player.view.azimuth")
    browser.touch((30, 400), (90, 400), (150, 400))
    assert browser.ask("return player.view.azimuth") != azimuth
    assert browser.ask("return player.game.state") == list(puzzle.end)


def test_a_drag_stops_at_a_wall(browser: Browser, site: Path, entries: Entries) -> None:
    name = of_kind(entries, "oskar")[1]
    browser.play(site, name)
    key, _ = refused(browser, entries[name][1])
    browser.wait("return !player.view.waiting")
    axis, sign = Seen(browser).direction(LETTERS[key])
    before = browser.ask("return player.game.state")
    ends = [f"plus(player.scene.cross.place, step([{axis}, {far}]))" for far in (sign * 20, sign * 60)]
    begin, end = (on_screen(browser, one) for one in ends)
    browser.touch(begin, ((begin[0] + end[0]) / 2, (begin[1] + end[1]) / 2), end)
    assert browser.ask("return player.game.state") == before
    assert said(browser).endswith("in the way.")


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
        wanted = [[cell[one] + 2 * sign * (one == axis) for one in range(3)] for cell in before[token]]
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


def test_phones_name_fingers_and_no_keys(browser: Browser, site: Path, entries: Entries) -> None:
    for name in entries:
        for size in (DESKTOP, PHONE):
            browser.show(size)
            browser.play(site, name)
            shown = browser.ask("return [...document.querySelectorAll('kbd')].filter((one) => one.offsetParent).length")
            assert bool(shown) == (size == DESKTOP)
            assert ("key" in browser.one(".how").text) == (size == DESKTOP)
            assert ("pinch" in browser.one(".how").text or "Tap" in browser.one(".how").text) == (size == PHONE)
            browser.one('[data-key="H"]').click()
            assert "(" not in said(browser)


def test_buttons_play_on_a_phone(browser: Browser, site: Path, entries: Entries) -> None:
    name = of_kind(entries, "oskar")[0]
    browser.show(PHONE)
    browser.play(site, name)
    for key in oskar_keys(browser, entries[name][1]):
        browser.one(f'.pad [data-key="{key}"]').click()
    assert said(browser).startswith("Solved")


def test_moves_are_heard(browser: Browser, site: Path, entries: Entries) -> None:
    name = of_kind(entries, "oskar")[0]
    puzzle = entries[name][1]
    browser.play(site, name)
    keys = oskar_keys(browser, puzzle)
    browser.press(keys[0])
    heard = browser.ask("return document.querySelector('.voice').textContent")
    assert heard == f"Moved {WORDS[keys[0]]}. {puzzle.measures.length - 1} to the end."
    browser.press(keys[0] + Keys.BACKSPACE)
    pieces = of_kind(entries, "packing")[0]
    browser.play(site, pieces)
    browser.press("w")
    assert browser.ask("return document.querySelector('.voice').textContent").startswith("Piece A up. 0 of ")


def test_a_game_goes_on_after_the_page_was_left(browser: Browser, site: Path, entries: Entries) -> None:
    for name in (of_kind(entries, "oskar")[0], of_kind(entries, "packing")[0]):
        browser.play(site, name)
        if entries[name][0].kind == "oskar":
            keys = oskar_keys(browser, entries[name][1])
            browser.press("".join(keys[:2]))
        else:
            browser.press("w" + "i" + "n" + "w")
        state, moves = browser.ask("return [player.game.state, player.game.moves]")
        browser.play(site, name)
        assert browser.ask("return player.game.state") == state
        assert entries[name][0].kind == "packing" or browser.ask("return player.game.moves") == moves == 2
        # One that was solved begins anew.
        browser.press("r")
        browser.press("hh" * 20 if entries[name][0].kind == "packing" else "".join(keys))
        assert said(browser).startswith("Solved")
        browser.play(site, name)
        assert browser.ask("return player.game.moves") == 0
        assert not said(browser).startswith("Solved")


def test_damage_to_what_is_kept_does_no_harm(browser: Browser, site: Path, entries: Entries) -> None:
    for name, (entry, _) in entries.items():
        games = [{"games": {entry.code: {"game": game}}} for game in ("Zz9" * 9, "1 2,x", "99 0 0 0,1 1 1 1")]
        for kept in ("{", "[]", *map(json.dumps, games)):
            browser.play(site, name)
            browser.ask("localStorage.setItem('puzzle-cubes', arguments[0])", kept)
            browser.play(site, name)
            assert browser.ask("return player.game.isSolved") is False


def test_who_wants_nothing_to_move_sees_moves_at_once(browser: Browser, site: Path, entries: Entries) -> None:
    name = of_kind(entries, "oskar")[0]
    browser.show(DESKTOP, still=True)
    browser.play(site, name)
    key = oskar_keys(browser, entries[name][1])[0]
    frames = browser.ask(
        "let frames = 0; const draw = player.view.draw; player.view.draw = () => { frames++; draw.call(player.view); };"
        "player.press(arguments[0]); return new Promise((done) => setTimeout(() => done(frames), 500))",
        key,
    )
    assert frames == 1
    assert browser.ask("return player.scene.cross.place") == browser.ask(
        "return player.scene.center(player.game.position)"
    )


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
    assert said(browser) == "No solution has the pieces in the box like this: take one out."


def test_walls_of_glass_become_solid(browser: Browser, site: Path, entries: Entries) -> None:
    browser.play(site, of_kind(entries, "oskar")[1])
    canvas = browser.one(".player canvas")
    before = browser.picture(canvas)
    browser.one(".glass").click()
    browser.wait("return !player.view.waiting")
    assert (before != browser.picture(canvas)).mean() > 0.02
    assert browser.one(".glass").get_attribute("aria-pressed") == "false"


def test_the_code_is_shown_and_copied(browser: Browser, site: Path, entries: Entries) -> None:
    name = next(iter(entries))
    browser.play(site, name)
    assert browser.one(".code code").text == entries[name][0].code
    browser.one(".copy").click()
    browser.wait("return document.querySelector('.copy').textContent === 'Copied'")


def tokens_of(puzzle: Any) -> list[Token]:
    """Return the pieces of a game, as the page has them."""
    return [Token(piece.name, number) for number, piece in enumerate(puzzle.pieces) for _ in range(piece.most)]


@pytest.mark.parametrize("seed", range(2))
def test_pieces_go_where_they_go_in_the_core(browser: Browser, site: Path, entries: Entries, seed: int) -> None:
    draw = Random(seed)
    for name in of_kind(entries, "packing"):
        puzzle = entries[name][1]
        game = PackingGame(puzzle, tokens_of(puzzle))
        browser.play(site, name)
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
