# SPDX-License-Identifier: GPL-3.0-or-later
"""One number made of many small ones, each of which has a base of its own, and taken apart again.

A digit takes as much room as its base asks for, and no more: three numbers from 0 to 124 take 21 bits together.

A number as a text to be typed and read aloud, which is refused once a character of it is changed.

The alphabet is that of Douglas Crockford's base 32: digits and capital letters without I, L, O and U, which look like
others and are read as those. A code is a letter for what it is of, the number, and two characters that check both: the
rest of letter and number together, divided by the prime 1021. One changed character changes what is divided by at most
31 times a power of 2, and two neighbors that change places by at most 31 * 31 times one, of which the prime divides
none; so both are always noticed, wherever they are, and other damage but for one time in 1021.
"""

from __future__ import annotations

from .errors import InputError
from .words import (
    CODE_CHARACTER,
    CODE_LENGTH,
    CODE_NUMBER,
    CODE_TOO_LONG,
    CODE_TOO_MUCH,
    CODE_WRONG,
    counted,
    shortened,
)

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
BASE = len(ALPHABET)

LOOK_ALIKES = {"O": "0", "I": "1", "L": "1", "U": "V"}
"""What is read as another character."""

BETWEEN = " \t\r\n-_\u00ad\u2010\u2011\u2012\u2013\u2014\u2212\u00a0"
"""What may stand anywhere between the characters: spaces, and the dashes that programs make of a hyphen."""

PRIME = 1021
"""The largest below the square of the base, so that a rest takes two characters."""

CHECKS = 2
GROUP = 5
"""Characters between two hyphens."""

LONGEST = 20_000
"""Characters that are read; a puzzle of 100x100x100 has about 11,000."""

_TYPED = str.maketrans(ALPHABET, "0123456789ABCDEFGHIJKLMNOPQRSTUV")
"""Turns the alphabet into the one that Python reads numbers of base 32 in."""


def code_text(letter: str, number: int) -> str:
    """Return the code of a number, from 0, after a letter of the alphabet other than 0, in groups."""
    characters = []
    left = number
    while left:
        # Many at once: a division of a very long number takes its time.
        left, low = divmod(left, BASE**8)
        characters += [ALPHABET[low >> 5 * place & BASE - 1] for place in range(8)]
    text = letter + "".join(reversed(characters)).lstrip("0")
    rest = _value(text) % PRIME
    text += ALPHABET[rest // BASE] + ALPHABET[rest % BASE]
    return "-".join(text[place : place + GROUP] for place in range(0, len(text), GROUP))


def code_number(text: str) -> tuple[str, int]:
    """Return the letter and the number of a code, however it is typed.

    Raises InputError for what is no code, and for one that is damaged.
    """
    characters = _plain(text)
    letter, digits, checks = characters[0], characters[1:-CHECKS], characters[-CHECKS:]
    if letter == "0" or digits[:1] == "0" or _value(letter + digits) % PRIME != _value(checks):
        raise InputError(CODE_WRONG.format(code=shortened(text)))
    return letter, _value(digits) if digits else 0


def _plain(text: str) -> str:
    """Return the characters of a code in its alphabet, without what stands between them."""
    if not isinstance(text, str):
        raise InputError(f"Code is {shortened(text)}: it must be a text, as MHYWH-88R4B-1.")
    if len(text) > 2 * LONGEST:
        raise InputError(CODE_TOO_LONG.format(count=f"{len(text):,}", most=f"{LONGEST:,}"))
    # People paste the link of a page, which has the code behind this.
    typed = [letter for letter in text.rpartition(".html#")[2] if letter not in BETWEEN]
    characters = [LOOK_ALIKES.get(letter.upper(), letter.upper()) for letter in typed]
    # A single character may have a capital form of several.
    wrong = next(
        (number for number, letter in enumerate(characters) if len(letter) > 1 or letter not in ALPHABET), None
    )
    if wrong is not None:
        gaps = {"code": shortened(text), "character": shortened(typed[wrong]), "place": wrong + 1}
        raise InputError(CODE_CHARACTER.format(**gaps))
    if not CHECKS < len(characters) <= LONGEST:
        count = counted(len(characters), "character", grouped=True)
        gaps = {"code": shortened(text), "count": count, "least": CHECKS + 1, "most": f"{LONGEST:,}"}
        raise InputError(CODE_LENGTH.format(**gaps))
    return "".join(characters)


def _value(characters: str) -> int:
    """Return the number that characters of the alphabet write in its base."""
    return int(characters.translate(_TYPED), BASE)


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
        raise InputError(CODE_NUMBER)

    def check_end(self) -> None:
        """Raise InputError where digits are left."""
        if self._left:
            raise InputError(CODE_TOO_MUCH)
