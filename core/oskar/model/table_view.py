# SPDX-License-Identifier: GPL-3.0-or-later
"""What is left, right, front and back for somebody who puts a kit together, with one of its plates on the table."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ...solids.straight_moves import Heading

LEFT, RIGHT, FRONT, BACK, TOP, BOTTOM = "left", "right", "front", "back", "top", "bottom"

FROM = {
    LEFT: "from the left",
    RIGHT: "from the right",
    FRONT: "from the front",
    BACK: "from the back",
    TOP: "from above",
    BOTTOM: "from below",
}
AT = {
    LEFT: "on the left",
    RIGHT: "on the right",
    FRONT: "at the front",
    BACK: "at the back",
    TOP: "at the top",
    BOTTOM: "at the bottom",
}


def outward(plate: int) -> Heading:
    """Return the way from the box's middle to a plate, by the plate's number."""
    axis, is_upper = divmod(plate - 1, 2)
    return axis, 1 if is_upper else -1


def dots_of(plate: int) -> Heading:
    """Return the way from a plate's middle to the side of its frame that its dots are on."""
    return (outward(plate)[0] + 1) % 3, -1


@dataclass(frozen=True)
class TableView:
    """The box as it stands on the table: the plate ``below`` lies on its outer side, with its dots on the left."""

    below: int

    @cached_property
    def sides(self) -> dict[Heading, str]:
        """Where each way leads."""
        (axis, sign), left = outward(self.below), dots_of(self.below)
        front = 3 - axis - left[0]
        # Upward, left and front make a right-handed system, as x, y and z do, and left is the next axis after upward.
        toward = -sign * left[1]
        return {
            (axis, -sign): TOP,
            (axis, sign): BOTTOM,
            left: LEFT,
            (left[0], -left[1]): RIGHT,
            (front, toward): FRONT,
            (front, -toward): BACK,
        }

    @property
    def up(self) -> Heading:
        """The way off the table."""
        axis, sign = outward(self.below)
        return axis, -sign

    def side(self, plate: int) -> str:
        """Return where a plate is."""
        return self.sides[outward(plate)]

    def dots(self, plate: int) -> str:
        """Return on which side a plate's dots are."""
        return self.sides[dots_of(plate)]

    def along(self, axis: int) -> str:
        """Return how something lies that is parallel to an axis."""
        side = self.sides[axis, 1]
        if side in (TOP, BOTTOM):
            return "upright"
        return "from left to right" if side in (LEFT, RIGHT) else "from front to back"

    def plates_round(self) -> list[int]:
        """Return the plates that do not lie on the table: from the left all round, and then the one on top."""
        number_at = {self.side(plate): plate for plate in range(1, 7)}
        return [number_at[side] for side in (LEFT, FRONT, RIGHT, BACK, TOP)]

    def way_to(self, wanted: str) -> Heading:
        """Return the way that leads to a side."""
        return next(way for way, side in self.sides.items() if side == wanted)
