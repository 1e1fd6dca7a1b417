# SPDX-License-Identifier: GPL-3.0-or-later
"""Words of sentences for the user."""

from __future__ import annotations


def shortened(value: object) -> str:
    """Return a value as a sentence can show it: cut off where it is long."""
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."


def counted(number: int, thing: str, plural: str | None = None, *, grouped: bool = False) -> str:
    """Return a number with the word for what is counted: "1 move", "2 moves".

    ``plural`` is the word for several things, where it is not the one thing with an s; ``grouped`` puts commas
    between the thousands.
    """
    word = thing if number == 1 else plural or f"{thing}s"
    return f"{number:,} {word}" if grouped else f"{number} {word}"


def ordinal(number: int) -> str:
    """Return a number as the place of something in a row: "1st", "2nd", "11th"."""
    is_teen = number % 100 in (11, 12, 13)
    return f"{number}{'th' if is_teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"
