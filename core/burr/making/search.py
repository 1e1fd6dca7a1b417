# SPDX-License-Identifier: GPL-3.0-or-later
"""The search for burrs that meet a wish: to come."""

from __future__ import annotations

from collections.abc import Generator

from ...common.errors import InputError
from ...kind.making import Progress
from ...polycubes.puzzle import PolycubePuzzle
from .wish import BurrWish


def wished_in_steps(wish: BurrWish) -> Generator[Progress[PolycubePuzzle], None, PolycubePuzzle]:
    """Raise InputError: there is no search yet."""
    raise InputError(f"Burrs are not looked for yet: give six numbers, with seed {wish.seed} or any.")
