# SPDX-License-Identifier: GPL-3.0-or-later
"""The kinds of puzzles: the one list of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module

from .common.interrupts import held_back
from .kind.kind import AnyKind

NAMES = ("oskar", "burr", "packing")
"""Of the folders that the kinds are in, and of the kinds, which are called so in capitals there.

One that builds on another comes before it: it is asked first which texts are its own.
"""


@cache
def _imported(name: str) -> AnyKind:
    # A signal in the middle would be raised once more at the end: where a class is made, Python runs a text of its own.
    with held_back():
        kind: AnyKind = getattr(import_module(f".{name}.kind", __package__), name.upper())
    return kind


class _Kinds(Mapping[str, AnyKind]):
    """All kinds by their names, each of which is imported when it is asked for: who needs one waits for no other."""

    def __getitem__(self, name: str) -> AnyKind:
        if name not in NAMES:
            raise KeyError(name)
        return _imported(name)

    def __iter__(self) -> Iterator[str]:
        return iter(NAMES)

    def __len__(self) -> int:
        return len(NAMES)


KINDS: Mapping[str, AnyKind] = _Kinds()
"""All kinds, by their names."""
