# SPDX-License-Identifier: GPL-3.0-or-later
"""A cube in the page is played by keys and by touch, and by the same rules as in the core."""

from __future__ import annotations

import json
import re
from itertools import pairwise, product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from puzzle_cubes.oskar.game import Game as OskarGame
from puzzle_cubes.oskar.game import obstacles
from puzzle_cubes.oskar.maze.faces import FACE_AXES, Square
from tests.site.chromium import DESKTOP, PHONE, Browser
from tests.site.conftest import KINDS_PLAYED
from tests.site.playing import KEYS_AT_RANDOM, LETTERS, OTHERS, WORDS, Entries, Seen, of_kind, on_screen, said


def oskar_keys(browser: Browser, puzzle: Any) -> list[str]:
    """Return the keys of the core's solution."""
    seen = Seen(browser)
    steps = [[b - a for a, b in zip(here, neighbor, strict=True)] for here, neighbor in pairwise(puzzle.solution)]
    return [seen.key(next((axis, step[axis]) for axis in range(3) if step[axis])) for step in steps]


def test_the_solution_of_the_core_solves_every_cube(browser: Browser, site: Path, entries: Entries) -> None:
    for name in of_kind(entries, "oskar"):
        _, puzzle = entries[name]
        browser.play(site, name)
        keys = oskar_keys(browser, puzzle)
        browser.press("".join(keys[:-1]))
        assert "Solved" not in said(browser)
        assert browser.one(".progress").text.endswith("1 to the end")
        assert not browser.one(".result").is_displayed()
        browser.press(OTHERS[keys[-1]])
        assert said(browser) == f"Solved in {puzzle.measures.length} moves, the fewest there are"
        praise = re.escape(f": {said(browser).lower()}, in ")
        code = entries[name][0].code
        assert re.fullmatch(rf"Oskar's Cube .+{praise}\d+:\d\d\. {code}", browser.ask("return player.result"))
        browser.one(".result").click()
        browser.wait("return document.querySelector('.result').textContent === 'Copied'")


def test_a_cube_goes_where_it_goes_in_the_core(browser: Browser, site: Path, entries: Entries) -> None:
    draw = Random(1)
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
            place = game.position[axis] + step
            if 0 <= place < puzzle.size[axis] and (walls := obstacles(puzzle, game.position, (axis, step))):
                return key, walls
        seen.play(game, solving)
        browser.press(solving)
    raise AssertionError("no wall is in the way anywhere")


def red(browser: Browser, selector: str) -> int:
    """Return how many pixels of an element are as red as walls that are in the way."""
    color = browser.picture(browser.one(selector)).astype(int)
    return int(((color[..., 0] > 180) & (color[..., 1] < 75) & (color[..., 2] < 75)).sum())


NOTE_LIT_MAPS = """
window.lit = new Set();
const look = () => {
    for (const map of document.querySelectorAll(".maps svg:has(path[d^='M'][fill='#ff2a1a'])")) {
        window.lit.add(map.dataset.across);
    }
    requestAnimationFrame(look);
};
look();
"""
"""Notes at each frame that the browser draws which maps show a wall in the way."""


def test_walls_that_block_light_up(browser: Browser, site: Path, entries: Entries) -> None:
    name = of_kind(entries, "oskar")[1]
    browser.play(site, name)
    key, walls = refused(browser, entries[name][1])
    browser.wait("return !player.view.waiting && player.scene.blocked.every((one) => !one.alpha)")
    calm = red(browser, ".stage canvas")
    moves = browser.one(".moves").text
    browser.ask(NOTE_LIT_MAPS)

    def lights_up() -> bool:
        browser.one(f'[data-key="{key}"]').click()
        browser.wait("return !player.view.waiting")
        return red(browser, ".stage canvas") > calm + 100

    # The light fades, and a slow machine may look too late: it is pressed until the light is seen.
    browser.wait_for(lights_up)
    assert said(browser).endswith(("face is in the way.", "face are in the way."))
    names = [word for face, word in enumerate(("top", "front", "right")) if face in {square.face for square in walls}]
    assert [word for word in ("top", "front", "right") if word in said(browser)] == names
    shown = {2 - int(across) for across in browser.ask("return [...window.lit]")}
    assert shown == {square.face for square in walls}
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
    assert browser.ask("return axesInView(player.view.directions)") == [list(axis) for axis in Seen(browser).axes]


def test_an_arm_is_dragged_by_touch(browser: Browser, site: Path, entries: Entries) -> None:
    name = of_kind(entries, "oskar")[0]
    puzzle = entries[name][1]
    browser.show(PHONE)
    browser.play(site, name)
    for here, neighbor in pairwise(puzzle.solution):
        (axis,) = (axis for axis in range(3) if here[axis] != neighbor[axis])
        sign = neighbor[axis] - here[axis]
        ends = [f"plus(player.scene.cross.place, step([{axis}, {far}]))" for far in (sign * 9, sign * 17)]
        begin, end = (on_screen(browser, corner) for corner in ends)
        browser.touch(begin, ((begin[0] + end[0]) / 2, (begin[1] + end[1]) / 2), end)
        browser.wait("return !player.view.waiting")
        assert browser.ask("return player.game.state") == list(neighbor)
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
    begin, end = (on_screen(browser, corner) for corner in ends)
    browser.touch(begin, ((begin[0] + end[0]) / 2, (begin[1] + end[1]) / 2), end)
    assert browser.ask("return player.game.state") == before
    assert said(browser).endswith("in the way.")


def test_phones_name_fingers_and_no_keys(browser: Browser, site: Path, entries: Entries) -> None:
    for kind, size in product(KINDS_PLAYED, (DESKTOP, PHONE)):
        browser.show(size)
        browser.play(site, of_kind(entries, kind)[0])
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
    assert browser.ask("return document.querySelector('.voice').textContent").startswith("Piece A: up. 0 of ")
    browser.press("u")
    assert browser.ask("return document.querySelector('.voice').textContent").startswith("Piece A: roll left. 0 of ")
    browser.press("n")
    assert browser.ask("return document.querySelector('.voice').textContent").startswith("Piece B chosen. 0 of ")


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
    for kind in KINDS_PLAYED:
        name = of_kind(entries, kind)[0]
        code = entries[name][0].code
        games = [{"games": {code: {"game": game}}} for game in ("Zz9" * 9, "1 2,x", "99 0 0 0,1 1 1 1")]
        browser.play(site, name)
        # What is no list of games at all is read the same way for each kind.
        for kept in (*(("{", "[]") if kind == "oskar" else ()), *map(json.dumps, games)):
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


def test_labels_of_arms_are_whole(browser: Browser, site: Path, entries: Entries) -> None:
    for size in (DESKTOP, PHONE):
        browser.show(size)
        for name in of_kind(entries, "oskar"):
            browser.play(site, name)
            for _ in range(3):
                beyond = browser.ask(
                    "const edge = player.canvas.getBoundingClientRect();"
                    "const labels = [...document.querySelectorAll('.arm-keys kbd')].filter((one) => one.offsetParent);"
                    "return labels.filter((one) => {"
                    "const box = one.getBoundingClientRect(); return box.top < edge.top || box.bottom > edge.bottom"
                    " || box.left < edge.left || box.right > edge.right; }).map((one) => one.textContent)"
                )
                assert beyond == []
                browser.ask("player.view.turnBy(0.8, 0.2); player.view.nearer(1.4)")
                browser.wait("return !player.view.waiting")
