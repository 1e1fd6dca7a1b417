# SPDX-License-Identifier: GPL-3.0-or-later
"""What a user asks of a puzzle before it is made: size, seed, kind and wishes."""

from __future__ import annotations

from dataclasses import dataclass

from .configuration import Position
from .errors import InputError
from .faces import Size

SMALLEST_SIDE = 1
LARGEST_SIDE = 100
LARGEST_SEED = 2**31 - 1
LARGEST_ATTEMPTS = 1_000_000

ENDS = {
    "deepest": "The leaf of the growth that lies deepest: the longer solutions",
    "first": "The first dead end that the growth runs into: the shorter solutions",
}
"""The choices of the end, each with what it means."""


@dataclass(frozen=True)
class Settings:
    """A request for a puzzle; the same settings give the same puzzle on every machine.

    ``start`` None means the center of the top layer. ``minimum_length`` counts moves;
    ``attempts`` is how many puzzles are tried to reach it.
    """

    size: Size = (5, 5, 5)
    seed: int = 0
    style: str = "classic"
    start: Position | None = None
    end: str = "deepest"
    minimum_length: int = 0
    attempts: int = 1000

    @property
    def start_position(self) -> Position:
        """The start asked for, or the center of the top layer."""
        x, y, z = self.size
        return (x // 2, y // 2, z - 1) if self.start is None else self.start

    def check(self, styles: tuple[str, ...]) -> None:
        """Raise InputError, with a sentence for the user, for the first setting that cannot be used."""
        check_size(self.size)
        if not 0 <= self.seed <= LARGEST_SEED:
            raise InputError(f"Seed is {self.seed}: it must be from 0 to {LARGEST_SEED}.")
        if self.style not in styles:
            raise InputError(f"Style is '{self.style[:40]}': it must be one of {', '.join(styles)}.")
        if self.end not in ENDS:
            raise InputError(f"End is '{self.end[:40]}': it must be one of {', '.join(ENDS)}.")
        check_position("Start", self.start_position, self.size)
        if not 1 <= self.attempts <= LARGEST_ATTEMPTS:
            raise InputError(f"Attempts is {self.attempts}: it must be from 1 to {LARGEST_ATTEMPTS:,}.")
        longest = self.size[0] * self.size[1] * self.size[2] - 1
        if not 0 <= self.minimum_length <= longest:
            raise InputError(
                f"Minimum length is {self.minimum_length}: with {longest + 1} cells it must be from 0 to {longest}."
            )


def check_size(size: Size) -> None:
    """Raise InputError when a side is out of range or the box has a single cell."""
    for axis, cells in zip("XYZ", size, strict=True):
        if not SMALLEST_SIDE <= cells <= LARGEST_SIDE:
            raise InputError(f"Size {axis} is {cells}: it must be from {SMALLEST_SIDE} to {LARGEST_SIDE} cells.")
    if size == (1, 1, 1):
        raise InputError("Size is 1 x 1 x 1: there must be at least two cells, so that the cross can move.")


def check_position(name: str, position: Position, size: Size) -> None:
    """Raise InputError, telling the position's name, when it lies outside the box."""
    for axis, cell, cells in zip("XYZ", position, size, strict=True):
        if not 0 <= cell < cells:
            raise InputError(f"{name} {axis} is {cell}: with {cells} cells it must be from 0 to {cells - 1}.")
