# SPDX-License-Identifier: GPL-3.0-or-later
"""The solutions of a classic in parts: the branches of the search for all of them."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import astuple
from operator import add

from puzzle_cubes.packing.making.classics import CLASSICS
from puzzle_cubes.polycubes.solving.branches import Branch, Branches, search_branch
from puzzle_cubes.polycubes.terms.found import Counts

from .parts import LongCount, Part

LEAST_BRANCHES = 200
"""A search is divided at least so often: some dozens of workers then are busy to its end."""


def solutions(name: str, least: int = LEAST_BRANCHES) -> LongCount[Counts]:
    """Return the count of a classic's solutions: the first placements are parts, with the next ones until they do."""
    branches = Branches(CLASSICS[name].puzzle)
    return LongCount(
        CLASSICS[name].label,
        [Part(name, branch.path) for branch in branches.rest((0,), least)],
        count,
        None,
        Counts(),
        add,
        astuple,
        lambda value: Counts(*value),
        repr((branches.board.masks, branches.symmetry.cases)),
    )


def count(_: None, part: Part) -> Generator[None, None, Counts]:
    """Return how many solutions a part has; yield now and then."""
    found = yield from search_branch((CLASSICS[part.name].puzzle, 0), Branch(part.path))
    return found.counts
