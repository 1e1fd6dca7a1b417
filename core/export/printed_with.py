# SPDX-License-Identifier: GPL-3.0-or-later
"""The lengths, the printer and the way to print in a puzzle.json, so that the same files come of it again.

It stands at the end, in a line of its own, under the key ``print``. Files of earlier versions have none.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..common.errors import InputError
from ..common.options import Options, declared, value_from_json, values_of
from ..common.words import must_be
from ..kind.kind import AnyKind
from ..kind.model import Way
from ..kind.puzzle import PrintedPuzzle
from ..printing.printer import Printer

KEY = "print"
_PLACE = f'The puzzle file\'s "{KEY}"'


@dataclass(frozen=True)
class PrintedWith:
    """The lengths, the printer and the way that a file names."""

    dimensions: Options
    printer: Printer
    way: Way


def with_print(text: str, puzzle: PrintedPuzzle) -> str:
    """Return the text of a puzzle's file with what it is printed with."""
    values = {
        "way": puzzle.way.name,
        "dimensions": values_of(puzzle.dimensions),
        "printer": values_of(puzzle.printer),
    }
    members = text.rstrip().removesuffix("}").rstrip()
    return f'{members},\n  "{KEY}": {json.dumps(values)}\n}}\n'


def print_of(text: str, kind: AnyKind) -> PrintedWith | None:
    """Return what the puzzle of a file is printed with; None for a file that does not say it.

    The text must be that of a puzzle of the kind. Raises InputError, naming the place, for what is damaged or cannot
    be; what another version names beside is passed over, and what it does not name has its default.
    """
    if f'"{KEY}"' not in text or not kind.recognizes(text):
        return None
    data = json.loads(text).get(KEY)
    if data is None:
        return None
    if not isinstance(data, dict):
        raise InputError(f"{_PLACE} must hold way, dimensions and printer.")
    ways = {way.name: way for way in kind.ways}
    name = data.get("way")
    if not isinstance(name, str) or name not in ways:
        raise InputError(must_be("The puzzle file's way", str(name), ways))
    return PrintedWith(
        _options(kind.dimensions, data.get("dimensions")), _options(Printer, data.get("printer")), ways[name]
    )


def _options(options: Any, data: Any) -> Any:
    """Return values of declared options; each has its type."""
    if not isinstance(data, Mapping):
        raise InputError(f"{_PLACE} must hold way, dimensions and printer.")
    place = "The puzzle file's"
    values: dict[str, Any] = {
        field.name: value_from_json(field, data[field.name], place) for field in declared(options) if field.name in data
    }
    # A file may hold a whole number of millimeters.
    values |= {name: float(value) for name, value in values.items() if isinstance(getattr(options, name), float)}
    return options(**values)
