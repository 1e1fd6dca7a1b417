# SPDX-License-Identifier: GPL-3.0-or-later
"""How hard a puzzle is, in a word.

What makes a maze hard are its decisions, not its length. The measure is the logarithm of the odds of
guessing right at each of them; each level asks for twice as much as the one before.
"""

from __future__ import annotations

from math import log2

LEVELS = ((6.0, "Very Easy"), (12.0, "Easy"), (24.0, "Medium"), (48.0, "Hard"), (96.0, "Very Hard"))
"""Each level and the bits of decision where the next one begins. The original cube has about 15."""

BEYOND = "Extreme"

FULL = 256.0
"""The bits that fill the scale."""


def difficulty(bits: float) -> tuple[str, float]:
    """Return the level for some bits of decision (see ``Measures``), and a share of the scale from 0 to 1."""
    level = next((name for end, name in LEVELS if bits < end), BEYOND)
    return level, min(1.0, log2(1 + bits) / log2(1 + FULL))
