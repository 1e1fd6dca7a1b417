# SPDX-License-Identifier: GPL-3.0-or-later
"""The ways in which a puzzle can be printed."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Way:
    """A way to print: in one piece, as the parts stand in the puzzle, or with all parts apart on the printer's bed.

    ``unused`` are the dimensions that make no difference then.
    """

    name: str
    label: str
    meaning: str
    apart: bool
    unused: tuple[str, ...] = ()
