# SPDX-License-Identifier: GPL-3.0-or-later
"""The keys of a game in the page, and what they do in the view that it has."""

from __future__ import annotations

from typing import Any

from puzzle_site.entries import Entry
from selenium.webdriver.common.keys import Keys

from puzzle_cubes.common.playing import AWAY, RIGHT, UP, Direction, axes_in_view
from tests.site.chromium import Browser

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


def on_screen(browser: Browser, place: str) -> tuple[float, float]:
    """Return where a place of a puzzle, as a script, is on the screen."""
    x, y = browser.ask(
        f"const {{ left, top }} = player.canvas.getBoundingClientRect(); const [x, y] = player.view.project({place});"
        "return [left + x, top + y]"
    )
    return x, y
