# SPDX-License-Identifier: GPL-3.0-or-later
"""The order of the puzzles in the gallery, and which one follows on which."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from puzzle_cubes.kinds import KINDS

from .entries import Entry


def mixed(entries: Iterable[Entry]) -> list[Entry]:
    """Return entries so that each row has all kinds, sizes and difficulties, as far as there are, the easiest first.

    Next comes whose kind, size and difficulty were there least so far.
    """
    left = sorted(entries, key=lambda entry: (entry.kind, entry.share, entry.id))
    seen: Counter[str] = Counter()
    found = []
    while left:
        best = min(left, key=lambda entry: sum(weight * seen[one] for one, weight in _traits(entry).items()))
        seen.update(_traits(best).keys())
        left.remove(best)
        found.append(best)
    return found


def _traits(entry: Entry) -> dict[str, float]:
    """Return what makes an entry like another one, with how much each counts."""
    return {entry.kind: 1.0, f"{entry.kind} {entry.size}": 2.0, f"{entry.kind} {entry.difficulty}": 1.5}


def first_to_play(entries: Sequence[Entry]) -> Entry:
    """Return the puzzle that one plays first: the smallest of the first kind there is, and of these the easiest."""
    kind = min((entry.kind for entry in entries), key=list(KINDS).index)
    return min(
        (entry for entry in entries if entry.kind == kind), key=lambda entry: (entry.cells, entry.share, entry.id)
    )


def following(entries: Iterable[Entry]) -> dict[str, Entry]:
    """Return by the id of each entry the next harder one of its kind; on the hardest the easiest follows."""
    return _rings(entries, lambda entry: (entry.kind,))


def alike(entries: Iterable[Entry]) -> dict[str, Entry]:
    """Return by the id of each entry another one of its kind and size, so that one comes to all of them in turn."""
    return _rings(entries, lambda entry: (entry.kind, entry.size))


def _rings(entries: Iterable[Entry], group: Callable[[Entry], tuple[str, ...]]) -> dict[str, Entry]:
    groups: dict[tuple[str, ...], list[Entry]] = {}
    for entry in sorted(entries, key=lambda one: (one.share, one.id)):
        groups.setdefault(group(entry), []).append(entry)
    return {one.id: other for ring in groups.values() for one, other in pairwise([*ring, ring[0]])}
