# SPDX-License-Identifier: GPL-3.0-or-later
"""Reading texts on the screen: Blender writes them once for comparison, in the font of its buttons."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.gui.screen import Picture
from tests.gui.wait_until import wait_for
from tests.gui.window import Window

Point = tuple[float, float]
Box = tuple[int, int, int, int]
"""Left, top, width and height, in pixels."""

Gray = NDArray[np.uint8]
Place = tuple[int, int]
"""Left and top of a text."""

LAST_BUTTON = "Cancel"
"""What stands at the end of each dialog."""

ALIKE = 0.85
"""Correlation of a text's picture with a place where the text stands; where another stands it is below 0.7.

Where dark letters stand on bright ground it is the negative of that."""

PIECE_ALIKE = 0.7
"""The same for every piece of it: a text cut off by a letter or two is still alike as a whole."""

PIECE = 18
"""Pixels, about two letters."""


@dataclass
class Reader:
    """Finds texts in what a window shows."""

    window: Window
    looks: dict[str, Gray] = field(init=False, repr=False)
    """What each text looks like."""

    def __post_init__(self) -> None:
        """Begin with the texts that were learned in other windows with the same letters."""
        self.looks = known_looks(*self.window.ask("letters"))

    def learn(self, texts: Iterable[str]) -> None:
        """Find out what texts look like; nothing may lie over the 3D view's lower left corner."""
        new = sorted(set(texts) - set(self.looks))
        while new:
            boxes = self.window.ask("show_texts", texts=new)
            # After this they have been drawn.
            self.window.settle()
            picture = gray(self.window.screen.picture())
            self.window.ask("hide_texts")
            for text, (left, top, width, height) in zip(new, boxes, strict=False):
                self.looks[text] = picture[top : top + height, left : left + width]
            new = new[len(boxes) :]
        self.window.settle()

    def click(self, text: str, times: int = 1) -> None:
        """Click on a text that was learned, wherever it is on the screen, once it is there."""
        everywhere = (0, 0, self.window.screen.width, self.window.screen.height)
        points = wait_for(lambda: self.points(text, self.window.still_picture(), everywhere), f"'{text}' is seen")
        self.window.click(*points[0], times=times)

    def click_away(self, text: str) -> None:
        """Click on a text until it is gone, as people do: a dialog may lay itself out anew under the pointer."""
        everywhere = (0, 0, self.window.screen.width, self.window.screen.height)

        def is_gone() -> bool:
            places = self.points(text, self.window.still_picture(), everywhere)
            if places:
                self.window.click(*places[0])
                # What was clicked on is done after this.
                self.window.settle()
            return not places

        wait_for(lambda: self.points(text, self.window.still_picture(), everywhere), f"'{text}' is seen")
        wait_for(is_gone, f"'{text}' is gone")

    def dialog_label(self, label: str, press: Callable[[], None]) -> Point:
        """Open a dialog by a press, and return where the lowest such label stands in it, once it is drawn whole.

        The button that is pressed changes its look and may have the same text, as the title may: the dialog is there
        when its last button is.
        """
        self.learn([label, LAST_BUTTON])
        before = self.window.still_picture()
        press()

        def labels() -> list[Point]:
            shown = self.window.still_picture()
            box = changed_box(before, shown)
            return self.points(LAST_BUTTON, shown, box) and self.points(label, shown, box)

        return max(wait_for(labels, f"'{label}' is asked for"), key=lambda point: point[1])

    def points(self, text: str, picture: Picture, box: Box) -> list[Point]:
        """Return the middles of all places in a part of a picture where a text that was learned stands whole."""
        left, top, width, height = box
        look = self.looks[text]
        if not width or not height:
            return []
        part = gray(picture[top : top + height, left : left + width])
        half_height, half_width = look.shape[0] / 2, look.shape[1] / 2
        return [(left + x + half_width, top + y + half_height) for x, y in places_of(look, part)]


@cache
def known_looks(version: str, scale: float, size: float) -> dict[str, Gray]:
    """Return the one dictionary of what texts look like in a version of Blender, with some scale and size."""
    return {}


def changed_box(before: Picture, after: Picture) -> Box:
    """Return the part of the screen in which two pictures differ."""
    rows, columns = np.nonzero((before != after).any(axis=2))
    if not len(rows):
        return 0, 0, 0, 0
    left, top = int(columns.min()), int(rows.min())
    return left, top, int(columns.max()) - left + 1, int(rows.max()) - top + 1


def gray(picture: Picture) -> Gray:
    """Return the brightness of a picture."""
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY), np.uint8)


def places_of(text: Gray, picture: Gray) -> list[Place]:
    """Return all places where the picture of a text stands whole in a picture, the best first."""
    height, width = text.shape
    if picture.shape[0] < height or picture.shape[1] < width:
        return []
    likeness = np.abs(cv2.matchTemplate(picture, text, cv2.TM_CCOEFF_NORMED))
    places: list[Place] = []
    while True:
        _, best, _, (left, top) = cv2.minMaxLoc(likeness)
        if best < ALIKE:
            return places
        if _is_whole(text, picture[top : top + height, left : left + width]):
            places.append((left, top))
        likeness[max(0, top - height // 2) : top + height // 2, max(0, left - width // 2) : left + width // 2 + 1] = -1


def _is_whole(text: Gray, seen: Gray) -> bool:
    """Report whether all pieces of a text are to be seen, its last letters above all."""
    width = text.shape[1]
    lefts = [*range(0, width - PIECE, PIECE), max(0, width - PIECE)]
    pairs = [(text[:, left : left + PIECE], seen[:, left : left + PIECE]) for left in lefts]
    return all(_correlation(*pair) >= PIECE_ALIKE for pair in pairs)


def _correlation(picture: Gray, second_picture: Gray) -> float:
    return abs(float(cv2.matchTemplate(picture, second_picture, cv2.TM_CCOEFF_NORMED)[0, 0]))
