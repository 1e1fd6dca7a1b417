# SPDX-License-Identifier: GPL-3.0-or-later
"""The entries of the gallery, as the page takes them: the puzzle's own file, and what people read of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from math import prod
from typing import Any

from puzzle_cubes.kind.kind import AnyKind
from puzzle_cubes.kind.reading import code_of
from puzzle_cubes.kinds import KINDS
from puzzle_cubes.shelf.shelf import Row, Shelf

COMPARED = 3
"""Measures that a card shows."""

ID_BYTES = 4
"""Of the digest of its code, by which an entry is linked to."""


@dataclass(frozen=True)
class Entry:
    """An entry of the gallery.

    ``size`` are its cells along each axis, as text and all together. ``lines`` are labels, texts and meanings of
    measures, the first of which are those by which people compare puzzles. ``share`` is how far its difficulty is up
    the scale, from 0 to 1. ``text`` is the puzzle's native file. ``files`` has a label, what that means, a path in the
    site, and the bytes of each file to download.
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
            "fact": ", ".join(_fact(*line) for line in self.lines[:COMPARED]),
            "code": self.code,
        }


def _fact(label: str, text: str, _meaning: str) -> str:
    """Return a measure as a part of a sentence: a number alone does not say of what it is."""
    return text if text[-1:].isalpha() else f"{text} {label.lower()}"


def puzzles_of(shelf: Shelf, most: int) -> Iterator[tuple[AnyKind, Any]]:
    """Yield puzzles of all kinds on a shelf, of each so many at most: from the hardest to the easiest, evenly."""
    for name in shelf.kinds:
        kind = KINDS.get(name)
        if kind is None:
            continue
        rows = shelf.top(name, kind.series.hardness, shelf.count(name), unique=True)
        for row in evenly(rows, most):
            yield kind, _puzzle(shelf, kind, row)


def _puzzle(shelf: Shelf, kind: AnyKind, row: Row) -> Any:
    """Return the puzzle of a row: made again where that takes no search, as its code has neither name nor solutions."""
    values = shelf.values_of(kind, row)
    if kind.making.work(values):
        return shelf.puzzle(kind, row)
    return kind.making.make(values)


def evenly(rows: Sequence[Row], most: int) -> list[Row]:
    """Return so many rows at most, the first and the last among them, and those between at even distances."""
    if len(rows) <= most:
        return list(rows)
    return [rows[round(number * (len(rows) - 1) / max(1, most - 1))] for number in range(most)]


def entry_of(kind: AnyKind, puzzle: Any) -> Entry | None:
    """Return the entry of a puzzle; None where there is no code of it, or where it is not known how hard it is."""
    code, rating = code_of(kind, puzzle), kind.facts.rating(puzzle)
    if code is None or rating is None:
        return None
    measures = sorted(kind.facts.measures, key=lambda measure: measure.detail)
    lines = [(one.label, one.text(puzzle), one.meaning) for one in measures]
    size = kind.facts.size(puzzle)
    return Entry(
        id=f"{kind.name}-{blake2b(code.encode(), digest_size=ID_BYTES).hexdigest()}",
        kind=kind.name,
        label=kind.label,
        # What seed it was made from says nothing to who plays it.
        title=kind.facts.name(puzzle).split(" seed ")[0],
        size=size,
        cells=prod(map(int, size.split("x"))),
        difficulty=rating.word,
        share=round(rating.share, 4),
        sentence=rating.sentence,
        lines=tuple(line for line in lines if line[1]),
        code=code,
        text=kind.files.to_json(puzzle),
    )
