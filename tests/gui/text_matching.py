# SPDX-License-Identifier: GPL-3.0-or-later
"""Reading the screen: where a text stands in a picture, and whether it stands there whole."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.gui.screen import Picture

Gray = NDArray[np.uint8]
Place = tuple[int, int]
"""Left and top of a text."""

ALIKE = 0.85
"""Correlation of a text's picture with a place where the text stands; where another stands it is below 0.7.

Where dark letters stand on bright ground it is the negative of that."""

PIECE_ALIKE = 0.7
"""The same for every piece of it: a text cut off by a letter or two is still alike as a whole."""

PIECE = 18
"""Pixels, about two letters."""


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
