# SPDX-License-Identifier: GPL-3.0-or-later
"""Numbers as users type them: the digits 0 to 9, not all that Python takes, as 1_0 or other scripts' digits."""

from __future__ import annotations

import re

MOST_DIGITS = 40
"""More characters than any number has that can be meant; Python takes time that grows with their square."""

_WHOLE = re.compile(r"[+-]?[0-9]+")
_DECIMAL = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")


def whole_number(text: str) -> int | None:
    """Return the whole number that a text is; None for any other text, and for a number that is far too long."""
    return int(text) if len(text) <= MOST_DIGITS and _WHOLE.fullmatch(text) else None


def decimal_number(text: str) -> float | None:
    """Return the number, with a point or without, that a text is; None for any other text, or one far too long."""
    return float(text) if len(text) <= MOST_DIGITS and _DECIMAL.fullmatch(text) else None
