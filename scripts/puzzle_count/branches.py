# SPDX-License-Identifier: GPL-3.0-or-later
"""The branches of a search for all solutions of a classic, and counting those of one: the work of a task."""

from __future__ import annotations

from collections.abc import Generator
from hashlib import blake2b
from typing import NamedTuple

from puzzle_cubes.packing.making.classics import CLASSICS
from puzzle_cubes.polycubes.solving.branches import Branch, Branches, search_branch
from puzzle_cubes.polycubes.terms.found import Counts

LEAST_BRANCHES = 200
"""A search is divided at least so often: some dozens of workers then are busy to its end."""


class Part(NamedTuple):
    """A part of a search: the classic, and a branch of it."""

    name: str
    path: tuple[int, ...]


def parts_of(name: str, least: int = LEAST_BRANCHES) -> list[Part]:
    """Return the parts of a search: its first placements, with the next ones until there are enough of them."""
    return [Part(name, branch.path) for branch in Branches(CLASSICS[name].puzzle).rest((0,), least)]


def digest_of(parts: list[Part]) -> str:
    """Return a check sum of a puzzle's placements, cases and parts: what counts of parts rest on."""
    branches = Branches(CLASSICS[parts[0].name].puzzle)
    shown = repr((branches.board.masks, branches.symmetry.cases, parts))
    return blake2b(shown.encode(), digest_size=8).hexdigest()


def count(_: None, part: Part) -> Generator[None, None, Counts]:
    """Return how many solutions a part has; yield now and then."""
    found = yield from search_branch((CLASSICS[part.name].puzzle, 0), Branch(part.path))
    return found.counts
