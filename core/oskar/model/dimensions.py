# SPDX-License-Identifier: GPL-3.0-or-later
"""The dimensions of a printed puzzle, in millimeters, and what follows from them."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass
from math import hypot
from typing import ClassVar

from ...common.containers import triple
from ...common.errors import InputError
from ...common.options import SMALLEST_LENGTH, Choice, length, option
from ...kind.holding import HoldingDimensions, follows_option, held_option, hold_option
from ...kind.part import colors_option
from ..maze.faces import Size

THINNEST_ARM = 0.4
"""The least width of an arm: a single line of the commonest nozzle."""

LOWEST_LETTERS = 1.0
"""The least height of letters: lines of a fifth of that are finer than any common nozzle."""

SIZE_AND_SEED, CODE = "seed", "code"
"""What a label can say."""


LARGEST_SHEET = 5000.0
"""In millimeters, as the largest bed of a printer."""


@dataclass(frozen=True)
class Dimensions(HoldingDimensions):
    """All dimensions that a user gives, in millimeters, what the label says, and the colors.

    Raises InputError, with a sentence for the user, when they cannot be built.
    """

    passage: float = length(5.0, "Passage", "Width of a passage in the mazes")
    wall: float = length(3.0, "Wall", "Width of a wall between two passages, in the plane of the face")
    plate: float = length(
        3.2,
        "Plate",
        "Thickness of a face, and width of the frame along the box's edges; best an even number of layers",
    )
    clearance: float = length(0.4, "Clearance", "Gap between an arm of the cross and a wall, on each side of the arm")
    overhang: float = length(
        0.0,
        "Overhang",
        "How far an arm still stands out of the box when it is pushed fully to the other side",
        zero=True,
    )
    start_marker: float = length(
        3.0,
        "Start Marker",
        "Height of the four posts round the start, on three outer faces; in a kit the depth of square pits, at most "
        "0.36 of the plate; 0 for none",
        zero=True,
    )
    end_marker: float = length(
        1.5,
        "End Marker",
        "Height of the four posts round the end, on three outer faces; in a kit the depth of long grooves, at most "
        "0.36 of the plate; 0 for none",
        zero=True,
    )
    joint: float = length(0.15, "Joint Gap", "Gap in the joints of the kit, between two neighboring parts")
    arm_chamfer: float = length(
        0.3,
        "Arm Chamfer",
        "Width of the cuts at 45 degrees along the edges of the cross and at its ends; in a kit 0.4 mm at most, as "
        "wider ones would get supports; 0 for none",
        zero=True,
    )
    marker_chamfer: float = length(
        0.0,
        "Marker Chamfer",
        "Width of the cuts at 45 degrees along the edges of the posts round start and end; a kit has pits and grooves "
        "in their place; 0 for none",
        zero=True,
    )
    bed_chamfer: float = length(
        0.3,
        "Bed Chamfer",
        "Width of the cuts at 45 degrees along the lowest edges, where the first layer spreads; in a kit 0.4 mm at "
        "most, so that it needs no supports; 0 for none",
        zero=True,
    )
    label_height: float = length(
        0.0,
        "Label Height",
        "Height of the letters sunk into the top of the box, or in a kit into the cross; lower where there is less "
        "room; 0 for none",
        zero=True,
        least=LOWEST_LETTERS,
    )
    label_text: str = option(
        SIZE_AND_SEED,
        "Label Text",
        "The text of the label, if its letters have a height",
        choices={
            SIZE_AND_SEED: Choice("Size and Seed", "The size and, where it is known, the seed"),
            CODE: Choice("Code", "The code: typed into From Code, it gives the very puzzle again"),
        },
    )
    stand: float = length(
        0.0,
        "Stand",
        "How deep the box of a kit sits in a stand of its own, as deep as the plate at most; 0 for no stand",
        zero=True,
    )
    thickness: float = length(
        3.0,
        "Thickness",
        "Thickness of the sheet, as measured; an arm is as many sheets as fit into the passage, three at least, and "
        "the passage becomes as wide as they need",
    )
    kerf: float = length(
        0.15, "Kerf", "Width of what a laser burns away: it cuts half of that beside each edge; 0 for a saw", zero=True
    )
    play: float = length(0.05, "Play", "Gap in the joints of what is cut from sheets, between two neighboring parts")
    rim: float = length(
        3.0, "Rim", "Width of the frame that a plate cut from a sheet has inside of its fingers", least=0.5
    )
    engraving: float = length(
        0.2,
        "Engraving",
        "Depth of numbers and marks in a sheet, as the view shows it, at most 0.36 of the thickness; 0 for none",
        zero=True,
    )
    sheet_x: float = length(600.0, "Sheet X", "Width of a sheet", most=LARGEST_SHEET)
    sheet_y: float = length(400.0, "Sheet Y", "Depth of a sheet", most=LARGEST_SHEET)
    colors: str = colors_option()
    hold: str = hold_option(
        {
            "outer": Choice("Outer Size", "The longest side of the box, without markers"),
            "pitch": Choice("Pitch", "From the middle of a passage to that of the next: a passage and a wall"),
            "arm_width": Choice(
                "Arm Width", "Thickness of an arm of the cross: the passage less the clearance on both sides"
            ),
        }
    )
    held: float = held_option()
    follows: str = follows_option(
        {
            "passage": Choice("Passage", "Passages become wider and narrower, and with them the arms"),
            "wall": Choice("Wall", "Walls become thicker and thinner; the cross stays as it is"),
        }
    )

    wishes: ClassVar[Collection[str]] = frozenset(("stand",))

    through: ClassVar[bool] = False
    """Whether the fingers of plates are as thick as these, or else half."""

    def check_together(self) -> None:
        """Raise InputError where the arms would be too thin."""
        # A hair of tolerance, so that 1.2 - 2 * 0.4 counts as 0.4.
        if self.arm_width < THINNEST_ARM - 1e-9:
            # Rounded down, so that the advice can be followed.
            most = math.floor(5000 * (self.passage - THINNEST_ARM) + 1e-6) / 10000
            advice = (
                f"it must be at most {most:g} mm"
                if most >= SMALLEST_LENGTH
                else f"the passage must be at least {THINNEST_ARM + 2 * SMALLEST_LENGTH:g} mm"
            )
            raise InputError(
                f"Clearance is {self.clearance:g} mm: with a passage of {self.passage:g} mm the arms would be "
                f"{self.arm_width:g} mm wide, and they need {THINNEST_ARM:g} mm; {advice}."
            )

    def least(self, name: str) -> float:
        """Return the least that a dimension may be that follows: a passage has room for an arm."""
        least = super().least(name)
        return max(least, THINNEST_ARM + 2 * self.clearance) if name == "passage" else least

    def lengths_of(self, cells: Size) -> dict[str, tuple[float, ...]]:
        """Return the sides of the box, the pitch and the arm's width."""
        return {"outer": self.outer_size(cells), "pitch": (self.pitch,), "arm_width": (self.arm_width,)}

    @property
    def pitch(self) -> float:
        """The distance between the centers of two neighboring cells."""
        return self.passage + self.wall

    @property
    def arm_width(self) -> float:
        """The width of an arm of the cross: the passage less the clearance on both sides."""
        return self.passage - 2 * self.clearance

    @property
    def frame(self) -> float:
        """The width of the frame along the box's edges."""
        return self.plate

    def cavity(self, size: Size) -> tuple[float, float, float]:
        """Return the inner size of the box, per axis."""
        beside = 2 * (self.frame - self.plate)
        return triple(cells * self.passage + (cells - 1) * self.wall + beside for cells in size)

    def outer_size(self, size: Size) -> tuple[float, float, float]:
        """Return the outer size of the box, per axis, without markers and cross."""
        return triple(inner + 2 * self.plate for inner in self.cavity(size))

    def half_arms(self, size: Size) -> tuple[float, float, float]:
        """Return the distance from the cross's center to the ends of its arms, per axis.

        An arm so long stays in both its faces at every position, and ends ``overhang`` outside
        the one face when it is pushed fully to the other.
        """
        return triple((cells - 1) * self.pitch + self.passage / 2 + self.frame + self.overhang for cells in size)

    def center(self, size: Size, position: tuple[float, float, float]) -> tuple[float, float, float]:
        """Return the center of a cell, or a place between two.

        The box stands centered on x = y = 0, its bottom on z = 0.
        """
        outer = self.outer_size(size)
        x, y, z = (self.frame + self.passage / 2 + cell * self.pitch for cell in position)
        return x - outer[0] / 2, y - outer[1] / 2, z


LARGEST_JOINT = 0.5
"""In millimeters; no press fit is so loose."""


def largest_joint(dimensions: Dimensions) -> float:
    """Return the largest joint gap that leaves enough of a finger, a half plate and a peg."""
    plate, wall, passage, arm = dimensions.plate, dimensions.wall, dimensions.passage, dimensions.arm_width
    return min(LARGEST_JOINT, plate / 8, wall / 4, passage / 16, arm / 8)


def center_and_radius(size: Size, dimensions: Dimensions) -> tuple[tuple[float, float, float], float]:
    """Return a sphere round the box that the cross never leaves, in millimeters as ``Dimensions.center`` has them."""
    outer = dimensions.outer_size(size)
    marker = max(dimensions.start_marker, dimensions.end_marker)
    radius = hypot(*(side / 2 + marker for side in outer))
    # How far the cross's center comes from the box's, and then its arms.
    ways = [(cells - 1) * dimensions.pitch / 2 for cells in size]
    for axis, half_arm in enumerate(dimensions.half_arms(size)):
        tip = [way + dimensions.arm_width / 2 for way in ways]
        tip[axis] = ways[axis] + half_arm
        radius = max(radius, hypot(*tip))
    return (0.0, 0.0, outer[2] / 2), radius
