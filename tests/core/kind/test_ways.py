# SPDX-License-Identifier: GPL-3.0-or-later
"""A way to print names just those lengths as making no difference in it that make none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest

import puzzle_cubes
from puzzle_cubes.common.errors import InputError
from puzzle_cubes.common.options import MILLIMETERS, Option, declared
from puzzle_cubes.kind.holding import HELD
from puzzle_cubes.kinds import KINDS
from puzzle_cubes.printing.printer import Printer

WAYS = [(kind.name, way.name) for kind in KINDS.values() for way in kind.ways]

SMALL: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        "oskar": {"size": (2, 2, 1)},
        "burr": {"made_by": "wish", "level": 1},
        "packing": {"puzzle": "design", "size": (3, 3, 3), "design": 3, "seed": 2},
    }
)
"""What is asked of a small puzzle of a kind, with all that some way is about, where its usual one is none."""

FACTORS = (1.1, 0.3, 4.0)
"""Some lengths make no difference beyond what there is room for, or below what is there at least."""


def lengths(kind: str) -> list[Option]:
    return [option for option in declared(KINDS[kind].dimensions) if option.unit == MILLIMETERS and option.name != HELD]


class Made:
    """A small puzzle of a kind that is made in a way, by some dimensions."""

    def __init__(self, kind: str, way: str) -> None:
        self.kind, self.way, self.lengths = KINDS[kind], way, lengths(kind)
        self.puzzle = puzzle_cubes.make(kind, **SMALL.get(kind, {})).content
        self.forms = [(dimensions, self.form(dimensions)) for dimensions in self.bases()]

    def bases(self) -> Iterator[Any]:
        usual = self.kind.dimensions()
        yield usual
        for option in self.lengths:
            if getattr(usual, option.name) == 0:
                with suppress(InputError):
                    yield replace(usual, **{option.name: max(option.least, 0.5)})

    def form(self, dimensions: Any) -> object:
        """Return what makes its parts, and these with their places; the sentence where they cannot be built."""
        try:
            parts = self.kind.parts(self.puzzle, self.kind.in_way(dimensions, self.way), self.way)
        except InputError as error:
            return str(error)
        forms = [
            (part.key, [*map(bytes, part.solid.lines)], part.solid.filled.tobytes(), part.chamfer.width, part.bought)
            for part in parts
        ]
        return forms, [part.assembled for part in parts], self.kind.machine(dimensions, Printer(), self.way)

    def is_changed_by(self, option: Option) -> bool:
        """Report whether another value of a length changes it, by any of those dimensions."""
        for dimensions, form in self.forms:
            value = getattr(dimensions, option.name)
            for length in [round(factor * value, 3) for factor in FACTORS] if value else [max(option.least, 0.5)]:
                # Not all lengths go together.
                with suppress(InputError):
                    if self.form(replace(dimensions, **{option.name: length})) != form:
                        return True
        return False


@pytest.mark.parametrize(("kind", "way"), WAYS)
def test_a_way_names_the_lengths_that_make_no_difference(kind: str, way: str) -> None:
    made = Made(kind, way)
    changing = {option.name for option in made.lengths if made.is_changed_by(option)}
    assert {option.name for option in made.lengths} - changing == {
        option.name for option in made.lengths if option.name in made.kind.unused(made.kind.way(way))
    }
