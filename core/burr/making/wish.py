# SPDX-License-Identifier: GPL-3.0-or-later
"""The wish for a burr."""

from __future__ import annotations

from dataclasses import dataclass

FORMS = ("any", "solid", "holey")


@dataclass(frozen=True)
class BurrWish:
    """A wish; no search knows of it yet."""

    level: int = 1
    unique: bool = True
    notchable: bool = False
    form: str = "any"
    different: bool = False
    owned: tuple[tuple[int, int], ...] = ()
    length: int = 6
    seed: int = 0
    effort: int = 60
