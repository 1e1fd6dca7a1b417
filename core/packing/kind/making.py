# SPDX-License-Identifier: GPL-3.0-or-later
"""How Packing Cubes are made, and what the panel shows before."""

from __future__ import annotations

from collections.abc import Mapping

from ...common.options import Value, declared
from ...kind.making import Making, Progress
from ...polycubes.puzzle import PolycubePuzzle
from ..making.make import make_in_steps
from ..making.options import DESIGN, PackingOptions
from ..making.options import FIRST as FIRST_ONLY

DESIGN_OPTIONS = (
    "size",
    "seed",
    "design",
    "smallest",
    "largest",
    "all_different",
    "no_planar",
    "no_symmetric",
    "most_solutions",
    "designs",
)
"""What is asked of a design only."""


def _implied(given: Mapping[str, Value]) -> dict[str, Value]:
    """Return that a number of pieces asks for a design, and that further solutions are found on request."""
    return {"search": FIRST_ONLY, **({"puzzle": DESIGN} if "design" in given else {})}


def _stopped_at(values: Mapping[str, Value], progress: Progress[PolycubePuzzle]) -> Mapping[str, Value]:
    """Return the values with one solution, or with the designs that were made."""
    if values["puzzle"] == DESIGN:
        return {**values, "designs": max(1, progress.attempt - 1)}
    return {**values, "search": FIRST_ONLY}


def _shown(values: Mapping[str, Value]) -> tuple[tuple[str, bool], ...]:
    """Return the options of a classic, or those of a design."""
    names = DESIGN_OPTIONS if values["puzzle"] == DESIGN else ("search",)
    return tuple((name, True) for name in ("puzzle", *names))


MAKING = Making(
    declared(PackingOptions),
    make_in_steps,
    stopped_at=_stopped_at,
    implied=_implied,
    headline=("puzzle", "size", "seed", "design"),
    shown_for=_shown,
)
