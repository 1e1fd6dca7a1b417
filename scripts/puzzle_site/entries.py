# SPDX-License-Identifier: GPL-3.0-or-later
"""The entries of the gallery, as the page takes them: the puzzle's own file, and what people read of it.

The names of kinds and the filaments of all themes, as the page takes them.

The order of the puzzles in the gallery, and which one follows on which.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import pairwise
from math import prod
from typing import Any

from puzzle_cubes.kind.kind import AnyKind, code_of
from puzzle_cubes.kind.looks import THEMES
from puzzle_cubes.kind.part import Look
from puzzle_cubes.kinds import KINDS
from puzzle_cubes.oskar.model import box_and_cross as oskar_looks
from puzzle_cubes.packing.model import parts as packing_looks
from puzzle_cubes.printing.picture import screen_color
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
        rows = shelf.top(name, kind.hardness, shelf.count(name), unique=True)
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
    lines = [(one.label, one.text(puzzle), one.meaning) for one in measures]
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
        lines=tuple(line for line in lines if line[1]),
        code=code,
        text=kind.to_json(puzzle),
    )


def colors_script() -> str:
    """Return the script: the labels of kinds and themes, and by theme the colors of what a maze or pieces have."""
    marks = {"start": _shown(oskar_looks.START_LOOK), "end": _shown(oskar_looks.END_LOOK)}
    colors = {
        "oskar": {
            theme: {"plates": _all_shown(looks.plates), "cross": _shown(looks.cross), **marks}
            for theme, looks in oskar_looks.LOOKS.items()
        },
        "packing": {
            theme: {"pieces": _all_shown(looks.pieces), "box": _shown(looks.box)}
            for theme, looks in packing_looks.LOOKS.items()
        },
    }
    constants = {
        "LABELS": {kind.name: kind.label for kind in KINDS.values()},
        "THEMES": {theme: choice.label for theme, choice in THEMES.items()},
        "COLORS": colors,
    }
    return '"use strict";\n' + "".join(f"const {name} = {json.dumps(value)};\n" for name, value in constants.items())


def _all_shown(looks: Iterable[Look]) -> list[str]:
    return [_shown(look) for look in looks]


def _shown(look: Look) -> str:
    """Return a look's color as pages name it."""
    return "#" + screen_color(look.color[:3]).tobytes().hex()


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
