# SPDX-License-Identifier: GPL-3.0-or-later
"""Finding buttons in the sidebar by what they do, and never by where they were when the tests were written.

A button is known by the operator or the property that Blender names when the pointer is over it. The
pointer goes first to where the button's own text or a label before it is read, and then over all rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from itertools import chain

import numpy as np

from tests.gui.reader import Box, Point, Reader
from tests.gui.screen import Picture
from tests.gui.wait_until import wait_for
from tests.gui.window import Window

TABS = 28
"""Width of the tabs at the sidebar's right edge, in pixels."""

TAB = "Puzzle Cubes"
"""The extension's."""

ROW = 12
"""Pixels from one look to the next one below; a button is 20 high."""

COLUMNS = (0.7, 0.9, 0.82, 0.2, 0.53)
"""Where to look in a row, as shares of the width without the tabs: values, small buttons at the end, labels, X of XYZ.

The middles of fields, as a click beside one steps its number."""

LONGEST = 24
"""Letters of a text that is no sentence."""

Drawn = Mapping[str, Sequence[tuple[str, str]]]
"""By panel what it draws: texts, and what they belong to."""


def short_name(name: str) -> str:
    """Return how panels name what they draw: an operator as it is called, a property without its owner."""
    return name if name.startswith("bpy.ops.") else name.partition(".")[2]


def short_texts(drawn: Drawn) -> list[str]:
    """Return the texts that panels draw, but for sentences."""
    return [text for items in drawn.values() for text, _ in items if 0 < len(text) <= LONGEST]


@cache
def known_places(width: int, height: int, version: str, scale: float, size: float) -> dict[str, Point]:
    """Return the one dictionary of where things were last in windows of a size, with some letters."""
    return {}


class NotDrawnError(AssertionError):
    """No open panel draws what is looked for."""


@dataclass
class Finder:
    """Finds what stands in the open tab of the sidebar, scrolling where necessary."""

    window: Window
    reader: Reader
    seen: dict[str, Point] = field(init=False, repr=False)
    """Where operators and properties were under the pointer last, in this window or in another one that looks alike."""
    last: float = 0
    """The height at which something was found last."""

    def __post_init__(self) -> None:
        """Begin with the places in windows as large with the same letters: most are there again, which is looked at."""
        screen = self.window.screen
        self.seen = known_places(screen.width, screen.height, *self.window.ask("letters"))

    def open_tab(self) -> bool:
        """Click on the tabs from above until the extension's is open; report whether there is one."""
        # A click on the tab that is open would close the sidebar.
        if self.window.ask("tab") == TAB:
            return True
        left, top, width, height = self.box()
        known = self.seen.get(TAB, (0, 0))
        for y in sorted(range(top + 20, top + height, 20), key=lambda y: y != known[1]):
            self.window.click(left + width - TABS / 2, y)
            if self.window.ask("tab") == TAB:
                self.seen[TAB] = left, y
                return True
        return False

    def box(self) -> Box:
        """Return where the sidebar is."""
        left, top, width, height = self.window.ask("place", region_type="UI")
        return left, top, width, height

    def button(self, name: str) -> Point:
        """Return where the button of an operator or a property is: "bpy.ops.puzzle_cubes.export", "Scene.size[0]"."""
        if name in self.seen and self._is_at(name, self.seen[name]):
            return self.seen[name]
        hints = self._revealed_hints(name)
        for _ in self._pages():
            points = self._beside(name, hints, self.window.still_picture())
            if any(self._is_at(name, point) for point in points):
                return self.seen[name]
        for _ in self._pages():
            if any(self._is_at(name, point) for point in self._everywhere()):
                return self.seen[name]
        raise AssertionError(f"The sidebar has no '{name}'.")

    def out_of_sight(self, names: Iterable[str]) -> list[str]:
        """Return which operators and properties have no button that can be seen now, without scrolling."""
        drawn, hints = self.window.drawn_items(), {}
        for name in names:
            with suppress(NotDrawnError):
                hints[name] = self._hints(name, drawn)
        picture = self.window.still_picture()
        unseen = [name for name in names if name not in hints or not self._is_seen(name, hints[name], picture)]
        self.window.leave_buttons()
        return unseen

    def title(self, label: str) -> Point:
        """Return where the title of a panel is, which stands farther to the left than the texts in panels."""
        self.reader.learn([label])
        _, scale, _ = self.window.ask("letters")
        for _ in self._pages():
            left, *_ = box = self.box()
            farthest = left + 2 * TABS * scale + self.reader.looks[label].shape[1] / 2
            points = self.reader.points(label, self.window.still_picture(), box)
            titles = [point for point in points if point[0] < farthest]
            if titles:
                return titles[0]
        raise AssertionError(f"The sidebar has no panel '{label}'.")

    def _is_at(self, name: str, point: Point) -> bool:
        """Move the pointer to a place, and report whether it is over an operator or a property."""
        self.window.screen.move(*point)
        names = self.window.ask("under_pointer")
        self.seen.update(dict.fromkeys(names, point))
        if name in names:
            self.last = point[1]
        return name in names

    def _is_seen(self, name: str, hints: Iterable[str], picture: Picture) -> bool:
        """Report whether the button of an operator or a property is seen in a picture, which has texts in its row."""
        known = [self.seen[name]] if name in self.seen else []
        points = chain(known, self._beside(name, hints, picture), self._everywhere())
        return any(self._is_at(name, point) for point in points)

    def _revealed_hints(self, name: str) -> list[str]:
        """Return the hints of a button, once the panel that draws it is open."""
        with suppress(NotDrawnError):
            return self._hints(name, self.window.drawn_items())
        for panel in self.window.ask("panels_around", name=short_name(name)):
            if panel["idname"] not in self.window.drawn_items():
                self.window.click(*self.title(panel["label"]))
                self.window.leave_buttons()
                wait_for(lambda: panel["idname"] in self.window.drawn_items(), "the panel is open")  # noqa: B023
        return self._hints(name, self.window.drawn_items())

    def _hints(self, name: str, drawn: Drawn) -> list[str]:
        """Return texts in or before a button: two longer ones, then short ones, which stand in many places.

        It is learned what they look like, and with them, as that takes no longer, what is drawn besides.
        """
        wanted = short_name(name)
        for items in drawn.values():
            for number, (_, drawn_name) in enumerate(items):
                if wanted in (drawn_name, drawn_name.partition(".")[2]):
                    texts = [text for text, _ in reversed(items[: number + 1]) if text]
                    longer, shorter = ([text for text in texts if (len(text) > 2) == long] for long in (True, False))
                    hints = longer[:2] + shorter[:1]
                    if not self.reader.looks.keys() >= {*hints}:
                        self.reader.learn([*hints, *short_texts(drawn)])
                    return hints
        raise NotDrawnError(f"No open panel has '{name}'.")

    def _beside(self, name: str, hints: Iterable[str], picture: Picture) -> Iterator[Point]:
        """Yield where the button of an operator may bear its text, and then the places in the rows of texts."""
        left, _, width, _ = box = self.box()
        points = [self.reader.points(hint, picture, box) for hint in hints]
        if points and name.startswith("bpy.ops."):
            yield from points[0]
        rows = dict.fromkeys(y for places in points for _, y in places)
        for column in COLUMNS:
            for y in rows:
                yield left + column * (width - TABS), y

    def _everywhere(self) -> Iterator[Point]:
        """Yield places in all rows, first below the last one that was found: hands mostly go on downward."""
        left, top, width, height = self.box()
        rows = sorted(range(top + ROW // 2, top + height, ROW), key=lambda row: (row < self.last, row))
        for column in COLUMNS:
            for y in rows:
                yield left + column * (width - TABS), y

    def _pages(self) -> Iterator[None]:
        """Show the sidebar as it is, then what is below, and at last all from its upper end on."""
        yield
        while self._scroll(10):
            yield
        self._scroll(-100)
        yield
        while self._scroll(10):
            yield

    def _scroll(self, clicks: int) -> bool:
        """Turn the wheel over the sidebar, and report whether that has moved anything."""
        left, top, width, height = self.box()
        self.window.leave_buttons()
        before = self.window.still_picture()[:, left : left + width]
        self.window.screen.scroll(left + width / 2, top + height / 2, clicks)
        self.window.leave_buttons()
        return not np.array_equal(before, self.window.still_picture()[:, left : left + width])
