# SPDX-License-Identifier: GPL-3.0-or-later
"""Conditions on a shelf's rows, as users write them: "length > 40 and loops = 0"."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from ..common.errors import InputError
from ..common.options import decimal_number
from ..common.words import must_be, shortened
from .schema import column_of

COMPARISONS = ("<=", ">=", "!=", "=", "<", ">")
"""How a number may be compared; two signs of equality are read as one."""

_CONDITION = re.compile(r"\s*(\w+)\s*(<=|>=|!=|==|=|<|>)\s*(\S+)\s*", re.ASCII)
_BETWEEN = re.compile(r"\band\b|,", re.IGNORECASE)


@dataclass(frozen=True)
class Condition:
    """A number of a row, by its name, compared with a value."""

    figure: str
    comparison: str
    value: float

    @property
    def sql(self) -> str:
        """The condition with a question mark in place of the value."""
        return f"{column_of(self.figure)} {self.comparison} ?"


def conditions_from(text: str, figures: Collection[str]) -> tuple[Condition, ...]:
    """Return the conditions of a text, all of which must hold; raises InputError for anything else."""
    return tuple(_condition(part, figures) for part in _BETWEEN.split(text))


def _condition(text: str, figures: Collection[str]) -> Condition:
    found = _CONDITION.fullmatch(text)
    value = decimal_number(found[3]) if found else None
    if found is None or value is None:
        wanted = "a measure, one of < <= = != >= > and a number, as in length > 40"
        raise InputError(f"Condition is {shortened(text.strip())}: it must be {wanted}.")
    if found[1] not in figures:
        raise InputError(must_be("Measure", found[1], figures))
    return Condition(found[1], found[2].replace("==", "="), value)
