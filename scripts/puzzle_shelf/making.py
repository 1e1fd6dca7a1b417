# SPDX-License-Identifier: GPL-3.0-or-later
"""The work of a batch: the rows of some seeds. It is done anywhere, and writes nothing."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from time import perf_counter

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.common.options import Value
from puzzle_cubes.kind.kind import AnyKind
from puzzle_cubes.kind.reading import code_of
from puzzle_cubes.kinds import KINDS

LARGEST_WHOLE = 2**63
"""Of the whole numbers that SQLite has room for; larger ones are kept as decimal ones."""

DIGEST = 12
"""Bytes of the digest of a canonical form: by chance two of a million others agree once in 10^16 shelves."""


@dataclass(frozen=True)
class MadeRow:
    """What is known of a seed: the numbers in the order of the kind, or why there is no puzzle."""

    seed: int
    figures: tuple[float | None, ...]
    canonical: bytes | None
    code: str | None
    problem: str | None


@dataclass(frozen=True)
class Batch:
    """The rows of some seeds, and the seconds that they took."""

    rows: tuple[MadeRow, ...]
    seconds: float


def make_batch(common: tuple[str, Mapping[str, Value]], seeds: Sequence[int]) -> Generator[None, None, Batch]:
    """Make the rows of some seeds, of a kind by its name and from values; yield after each."""
    name, values = common
    begin = perf_counter()
    rows = []
    for row in rows_of(KINDS[name], values, seeds):
        rows.append(row)
        yield
    return Batch(tuple(rows), perf_counter() - begin)


def rows_of(kind: AnyKind, values: Mapping[str, Value], seeds: Iterable[int]) -> Iterator[MadeRow]:
    """Yield the rows of seeds, one after another; raises InputError for values that no seed can be used with."""
    for seed in seeds:
        yield _row(kind, values, seed)


def _row(kind: AnyKind, values: Mapping[str, Value], seed: int) -> MadeRow:
    steps = kind.making.in_steps({**values, "seed": seed})
    try:
        while True:
            next(steps)
    except StopIteration as done:
        puzzle = done.value
    except InputError as error:
        # Values that cannot be used were refused before the first step.
        return MadeRow(seed, (None,) * len(kind.series.figures), None, None, str(error))
    code = code_of(kind, puzzle)
    if code is None:
        raise InputError(f"There is no code for the puzzle of seed {seed}.")
    figures = kind.series.figures_of(puzzle)
    canonical = blake2b(kind.facts.canonical_form(puzzle), digest_size=DIGEST).digest()
    return MadeRow(seed, tuple(_stored(figures[name]) for name in kind.series.figures), canonical, code, None)


def _stored(figure: float | None) -> float | None:
    return figure if figure is None or abs(figure) < LARGEST_WHOLE else float(figure)


def settings_text(values: Mapping[str, Value]) -> str:
    """Return how settings stand on a shelf: all values but the seed."""
    return json.dumps({name: value for name, value in values.items() if name != "seed"}, sort_keys=True)
