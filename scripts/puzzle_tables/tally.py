# SPDX-License-Identifier: GPL-3.0-or-later
"""Tallies of triples of mazes: those of some triples add up to that of all."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass
class Histogram:
    """The numbers of triples, and of classes of them, by their values."""

    triples: Counter[int] = field(default_factory=Counter)
    classes: Counter[int] = field(default_factory=Counter)

    def note(self, values: NDArray[Any], triples: NDArray[Any], classes: NDArray[Any]) -> None:
        """Count values, each with so many triples and classes that have it."""
        for counter, counts in ((self.triples, triples), (self.classes, classes)):
            # As decimal numbers they are exact as long as they are whole.
            sums = np.bincount(values, weights=counts)
            counter.update({value: int(sums[value]) for value in np.flatnonzero(sums).tolist()})

    def __iadd__(self, other: Histogram) -> Histogram:
        self.triples += other.triples
        self.classes += other.classes
        return self

    @property
    def rows(self) -> list[list[int]]:
        """Each value, with how many triples and how many classes have it."""
        return [[value, self.triples[value], self.classes[value]] for value in sorted(self.triples)]


@dataclass
class Record:
    """The most that was found, and the first triple that has it, by its number; with the indices of start and end."""

    value: float = -1.0
    triple: int = -1
    start: int = -1
    end: int = -1

    def __iadd__(self, other: Record) -> Record:
        return max(self, other, key=lambda one: (one.value, -one.triple))


@dataclass
class Tally:
    """The counts of some triples.

    Histograms of: the parts that the positions fall into, the positions in the largest part, loops, the moves of the
    longest way, the same where all positions are connected, and expected moves in whole bins. ``expected_sum``
    is in thousandths of a move, over all triples.
    """

    parts: Histogram = field(default_factory=Histogram)
    largest: Histogram = field(default_factory=Histogram)
    loops: Histogram = field(default_factory=Histogram)
    longest: Histogram = field(default_factory=Histogram)
    longest_of_connected: Histogram = field(default_factory=Histogram)
    expected: Histogram = field(default_factory=Histogram)
    expected_sum: int = 0
    most_moves: Record = field(default_factory=Record)
    most_expected: Record = field(default_factory=Record)

    def __iadd__(self, other: Tally) -> Tally:
        for one in fields(self):
            value = getattr(self, one.name)
            value += getattr(other, one.name)
            setattr(self, one.name, value)
        return self
