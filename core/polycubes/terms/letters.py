# SPDX-License-Identifier: GPL-3.0-or-later
"""What pieces are called where they have no names: A, B, C and so on."""

from __future__ import annotations

from collections.abc import Iterator

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def letters() -> Iterator[str]:
    """Yield names for pieces without an end: A to Z, then AA, AB and so on."""
    yield from ALPHABET
    for first in letters():
        for second in ALPHABET:
            yield first + second
