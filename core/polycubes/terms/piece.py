# SPDX-License-Identifier: GPL-3.0-or-later
"""Pieces: shapes, each with how many times it is to be used."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ...common.errors import InputError
from ...common.words import shortened
from .goal import LARGEST_GOAL
from .shape import Shape

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def letters() -> Iterator[str]:
    """Yield names for pieces without an end: A to Z, then AA, AB and so on."""
    yield from ALPHABET
    for first in letters():
        for second in ALPHABET:
            yield first + second


LARGEST_NAME = 100
"""Characters."""

Groups = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Piece:
    """A shape that is used at least and at most so many times.

    ``weight`` and ``groups``, which are pairs of a group and how many of the piece belong to it, are BurrTools' hints
    for taking apart; a group 0 is none.
    """

    shape: Shape
    least: int = 1
    most: int = 1
    name: str = ""
    weight: int = 1
    groups: Groups = ()

    def __post_init__(self) -> None:
        """Raise InputError for a range that is none, and for what is too large."""
        if not 0 <= self.least <= self.most <= LARGEST_GOAL:
            raise InputError(
                f"A piece is to be used {self.least} to {self.most} times: "
                f"the range must go upward from 0 or more to {LARGEST_GOAL:,} or less."
            )
        if len(self.shape.cells) > LARGEST_GOAL:
            raise InputError(f"A piece has {len(self.shape.cells):,} cells: it must have at most {LARGEST_GOAL:,}.")
        if len(self.name) > LARGEST_NAME:
            raise InputError(f"A piece's name has {len(self.name)} characters: it must have at most {LARGEST_NAME}.")
        if not self.name.isprintable():
            raise InputError(f"A piece's name is {shortened(self.name)}: it must be of letters that can be printed.")
