# SPDX-License-Identifier: GPL-3.0-or-later
"""One number made of many small ones, each of which has a base of its own, and taken apart again.

A digit takes as much room as its base asks for, and no more: three numbers from 0 to 124 take 21 bits together.
"""

from __future__ import annotations

from .errors import InputError

PLACES = 8
"""A natural number is written in digits of this base, each after a digit that says whether it comes."""

MOST_PLACES = 10
"""Digits of the longest natural number that is read: a damaged number could ask for any other."""


class Writer:
    """Digits on their way to a number."""

    def __init__(self) -> None:
        self._digits: list[tuple[int, int]] = []

    def put(self, digit: int, base: int) -> None:
        """Add a digit from 0 to less than its base; raises ValueError for another one."""
        if not 0 <= digit < base:
            raise ValueError(f"{digit} is not a digit of base {base}")
        self._digits.append((digit, base))

    def put_natural(self, number: int) -> None:
        """Add a number from 0 whose size nothing else says: up to 7 takes four bits, up to 71 eight."""
        places = []
        while True:
            places.append(number % PLACES)
            number = number // PLACES - 1
            if number < 0:
                break
        for place in places[:-1]:
            self.put(place, PLACES)
            self.put(1, 2)
        self.put(places[-1], PLACES)
        self.put(0, 2)

    @property
    def number(self) -> int:
        """The number that is all digits."""
        number = 0
        for digit, base in reversed(self._digits):
            number = number * base + digit
        return number


class Reader:
    """The digits of a number, taken in the order in which they were put; the bases must be the same ones."""

    def __init__(self, number: int) -> None:
        self._left = number

    def take(self, base: int) -> int:
        """Return the next digit."""
        self._left, digit = divmod(self._left, base)
        return digit

    def take_natural(self) -> int:
        """Return the next number of ``put_natural``; raises InputError where it is too long to be one."""
        number, weight = 0, 1
        for _ in range(MOST_PLACES):
            number += self.take(PLACES) * weight
            if not self.take(2):
                return number
            weight *= PLACES
            number += weight
        raise InputError("The code is damaged: it holds a number that is far too long.")

    def check_end(self) -> None:
        """Raise InputError where digits are left."""
        if self._left:
            raise InputError("The code is damaged: it holds more than a puzzle.")
