# SPDX-License-Identifier: GPL-3.0-or-later
"""The entries of the gallery, as the page takes them: the puzzle's own file, and what people read of it.

The order of the puzzles in the gallery, and which one follows on which.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import pairwise
from math import prod
from typing import Any

from puzzle_cubes.kind.kind import AnyKind, code_of
from puzzle_cubes.kinds import KINDS
from puzzle_cubes.shelf.shelf import Row, Shelf

FACTS = {
    "length": "{}",
    "decisions": "{} decision",
    "dead_ends": "{} dead end",
    "box": "box of {}",
    "pieces": "{} piece",
    "level": "level {}",
    "holes": "{} hole",
    "total": "{} solution",
}
"""The measures that a card shows, as a sentence says them; the last word is of one."""

ID_BYTES = 4
"""Of the digest of its code, by which an entry is linked to."""


@dataclass(frozen=True)
class Entry:
    """An entry of the gallery.

    ``size`` are its cells along each axis, as text and all together. ``fact`` is what a card says of it, and ``lines``
    are labels, texts and meanings of all measures. ``share`` is how far its difficulty is up the scale, from 0 to 1.
    ``text`` is the puzzle's native file. ``files`` has a label, what that means, a path in the site, and the bytes of
    each file to download.
    """

    id: str
    kind: str
    label: str
    title: str
    size: str
    cells: int
    difficulty: str
    share: float
    sentence: str
    fact: str
    lines: tuple[tuple[str, str, str], ...]
    code: str
    text: str
    files: tuple[tuple[str, str, str, int], ...] = ()

    @property
    def card(self) -> dict[str, Any]:
        """What a card shows, and by what it is chosen and sorted."""
        return {
            "id": self.id,
            "kind": self.kind,
            "title": self.title,
            "size": self.size,
            "cells": self.cells,
            "difficulty": self.difficulty,
            "share": self.share,
            "percent": round(100 * self.share),
            "fact": self.fact,
            "code": self.code,
        }


def _fact(kind: AnyKind, puzzle: Any) -> str:
    """Return the measures that people compare, as a part of a sentence."""
    texts = {measure.name: measure.text(puzzle) for measure in kind.measures if measure.name in FACTS}
    said = {name: FACTS[name].format(text) for name, text in texts.items() if text}
    return ", ".join(
        line + "s" * (line.startswith(f"{texts[name]} ") and texts[name] != "1") for name, line in said.items()
    )


def puzzles_of(shelf: Shelf, most: int) -> Iterator[tuple[AnyKind, Any]]:
    """Yield puzzles of all kinds on a shelf, of each so many at most: from the hardest to the easiest, evenly."""
    for name in shelf.kinds:
        kind = KINDS.get(name)
        if kind is None:
            continue
        rows = shelf.top(name, shelf.order(name, kind.hardness), shelf.count(name), unique=True)
        for row in evenly(rows, most):
            yield kind, _puzzle(shelf, kind, row)


def _puzzle(shelf: Shelf, kind: AnyKind, row: Row) -> Any:
    """Return the puzzle of a row: made again where that takes no search, as its code has neither name nor solutions."""
    values = shelf.values_of(kind, row)
    if kind.work(values):
        return shelf.puzzle(kind, row)
    return kind.make(values)


def evenly(rows: Sequence[Row], most: int) -> list[Row]:
    """Return so many rows at most, the first and the last among them, and those between at even distances."""
    if len(rows) <= most:
        return list(rows)
    return [rows[round(number * (len(rows) - 1) / max(1, most - 1))] for number in range(most)]


def entry_of(kind: AnyKind, puzzle: Any) -> Entry | None:
    """Return the entry of a puzzle; None where there is no code of it, or where it is not known how hard it is."""
    code, rating = code_of(kind, puzzle), kind.rating(puzzle)
    if code is None or rating is None:
        return None
    measures = sorted(kind.measures, key=lambda measure: measure.detail)
    lines = [(figure.label, figure.text(puzzle), figure.meaning) for figure in measures]
    size = kind.size_of(puzzle)
    return Entry(
        id=f"{kind.name}-{blake2b(code.encode(), digest_size=ID_BYTES).hexdigest()}",
        kind=kind.name,
        label=kind.label,
        # What seed it was made from says nothing to who plays it.
        title=kind.name_of(puzzle).split(" seed ")[0],
        size=size,
        cells=prod(map(int, size.split("x"))),
        difficulty=rating.word,
        share=round(rating.share, 4),
        sentence=rating.sentence,
        fact=_fact(kind, puzzle),
        lines=tuple(line for line in lines if line[1]),
        code=code,
        text=kind.to_json(puzzle),
    )


def mixed(entries: Iterable[Entry]) -> list[Entry]:
    """Return entries so that each row has all kinds, sizes and difficulties, as far as there are, the easiest first.

    Next comes whose kind, size and difficulty were there least so far.
    """
    left = sorted(entries, key=lambda entry: (entry.kind, entry.share, entry.id))
    seen: Counter[str] = Counter()
    order = []
    while left:
        best = min(left, key=lambda entry: sum(weight * seen[trait] for trait, weight in _traits(entry).items()))
        seen.update(_traits(best).keys())
        left.remove(best)
        order.append(best)
    return order


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
    for entry in sorted(entries, key=lambda entry: (entry.share, entry.id)):
        groups.setdefault(group(entry), []).append(entry)
    return {entry.id: neighbor for ring in groups.values() for entry, neighbor in pairwise([*ring, ring[0]])}
