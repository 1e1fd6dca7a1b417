# SPDX-License-Identifier: GPL-3.0-or-later
"""What a user asks of a puzzle before it is made: size, seed, style and wishes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .configuration import Position
from .errors import InputError
from .faces import Size

SMALLEST_SIDE = 1
LARGEST_SIDE = 100
LARGEST_SEED = 2**31 - 1
LARGEST_ATTEMPTS = 1_000_000
LARGEST_EFFORT = 100_000_000

STARTS = {
    "center": "The center of the top layer",
    "best": "Wherever the solution becomes longest",
}
"""The choices of the start besides a position, each with what it means."""

ENDS = {
    "deepest": "The dead end that lies deepest in the maze as it grew: the longer solutions",
    "first": "The first dead end that the maze ran into: the shorter solutions",
    "farthest": "The position with the most moves on the shortest way there: the longest solution of the maze",
}
"""The choices of the end, each with what it means."""

EFFORTS = {"quick": 20_000, "normal": 80_000, "thorough": 250_000}
"""Steps of a search by the name of the effort; a step tries one change."""

CHOICES = {
    "newest": "Always the newest position: long winding ways",
    "oldest": "Always the oldest position: short branches all round",
    "random": "Any position: many branches",
    "mix": "The newest or any position, half of the time each",
}
"""Where a growing tree grows on, each with what it means."""


@dataclass(frozen=True)
class Settings:
    """A request for a puzzle; the same settings give the same puzzle on every machine.

    ``start`` is a position or one of ``STARTS``, ``end`` one of ``ENDS``. ``minimum_length`` counts moves;
    ``attempts`` is how many puzzles are tried to meet the wishes. ``effort`` counts the steps of a searched style.
    ``length_share`` is the length that the style hard aims at, as a share of all positions; ``deceptiveness``
    the share of the way's positions that shall ask for a decision. ``choice`` is one of ``CHOICES``.
    """

    size: Size = (5, 5, 5)
    seed: int = 0
    style: str = "classic"
    start: Position | str = "center"
    end: str = "deepest"
    minimum_length: int = 0
    attempts: int = 1000
    all_corners: bool = False
    no_loops: bool = False
    effort: int = EFFORTS["normal"]
    length_share: float = 0.5
    deceptiveness: float = 0.9
    choice: str = "mix"

    @property
    def center(self) -> Position:
        """The center of the top layer."""
        x, y, z = self.size
        return x // 2, y // 2, z - 1

    @property
    def fixed_start(self) -> Position | None:
        """The position to start from, or None where the best is to be chosen."""
        if isinstance(self.start, str):
            return self.center if self.start == "center" else None
        return self.start

    def check(self, styles: Iterable[str]) -> None:
        """Raise InputError, with a sentence for the user, for the first setting that cannot be used."""
        check_size(self.size)
        _check_range("Seed", self.seed, 0, LARGEST_SEED)
        _check_choice("Style", self.style, styles)
        _check_choice("End", self.end, ENDS)
        if isinstance(self.start, str):
            _check_choice("Start", self.start, STARTS)
        else:
            check_position("Start", self.start, self.size)
        _check_range("Attempts", self.attempts, 1, LARGEST_ATTEMPTS)
        _check_range("Effort", self.effort, 1, LARGEST_EFFORT)
        _check_range("Solution length", self.length_share, 0, 1)
        _check_range("Deceptiveness", self.deceptiveness, 0, 1)
        _check_choice("Choice", self.choice, CHOICES)
        longest = self.size[0] * self.size[1] * self.size[2] - 1
        if not 0 <= self.minimum_length <= longest:
            raise InputError(
                f"Minimum length is {self.minimum_length}: with {longest + 1} cells it must be from 0 to {longest}."
            )


def _check_range(name: str, value: float, smallest: int, largest: int) -> None:
    # Not a number is neither below nor above anything, so it is the range that is tested.
    if not smallest <= value <= largest:
        raise InputError(f"{name} is {value}: it must be from {smallest} to {largest}.")


def _check_choice(name: str, value: str, choices: Iterable[str]) -> None:
    if value not in tuple(choices):
        raise InputError(f"{name} is '{value[:40]}': it must be one of {', '.join(choices)}.")


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
