# SPDX-License-Identifier: GPL-3.0-or-later
"""The record of a puzzle as it was built last: its dimensions, and the places of its parts, kept with it as a text."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ...core.common.options import Options
from ...core.kind.part import UPSIDE_DOWN, Point
from ...core.printing.printed_object import Placed
from ..data.interface import units_per_millimeter

SAVED_FORMAT = 1

LARGEST, MOST_BEDS = 1e9, 10_000
"""More than any length in millimeters, and than the beds of any puzzle."""


@dataclass(frozen=True)
class Built:
    """The dimensions that the objects were built with, the meters in a Blender unit then, and the parts that lie apart.

    ``next_bed`` is how far a bed stands beside the one before, in millimeters.
    """

    dimensions: Options
    meters_per_unit: float
    laid: Mapping[str, Placed] = field(default_factory=dict)
    next_bed: float = 0.0

    @property
    def beds(self) -> int:
        """The number of beds on which the parts lie."""
        return 1 + max((place.bed for place in self.laid.values()), default=0)

    @property
    def units(self) -> float:
        """Blender units per millimeter, as they were then."""
        return units_per_millimeter(self.meters_per_unit)

    def to_json(self) -> str:
        """Return the text in which this is kept."""
        dimensions, laid = vars(self.dimensions), {key: vars(place) for key, place in self.laid.items()}
        return json.dumps({"format": SAVED_FORMAT, **vars(self), "dimensions": dimensions, "laid": laid})


def built_from_json(text: str, dimensions: type[Options]) -> Built | None:
    """Return what was kept in a text; None where that is nothing, or nothing that this version understands.

    What is damaged in a file, or was kept there by another version, is so built anew.
    """
    try:
        data: dict[str, Any] = json.loads(text or "null")
        if data["format"] != SAVED_FORMAT:
            return None
        values = {name: _value(value) for name, value in data["dimensions"].items()}
        laid = {str(key): _laid(place) for key, place in data["laid"].items()}
        built = Built(dimensions(**values), _number(data["meters_per_unit"]), laid, _number(data["next_bed"]))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
    return built if built.meters_per_unit > 0 else None


def _laid(place: Mapping[str, Any]) -> Placed:
    """Return where a part goes; raises TypeError, KeyError or ValueError for what is no such place."""
    bed, up, turned = place["bed"], place["up"], place["turned"]
    if type(bed) is not int or not 0 <= bed < MOST_BEDS or up not in range(2 * UPSIDE_DOWN) or type(turned) is not bool:
        raise ValueError("no place on a bed")
    assembled, outward, printed = (_point(place[name]) for name in ("assembled", "outward", "printed"))
    # Earlier versions turned parts by quarters only.
    return Placed(printed, int(up), turned, bed, assembled, outward, _number(place.get("angle", 0.0)))


def _point(value: Any) -> Point:
    x, y, z = map(_number, value)
    return x, y, z


def _value(value: Any) -> float | str:
    """Return the value of a dimension that JSON holds; raises ValueError for what is none."""
    return value if isinstance(value, str) else _number(value)


def _number(value: Any) -> float:
    """Return a number that JSON holds; raises ValueError for anything else, and for what is no length."""
    if type(value) not in {int, float} or not -LARGEST < value < LARGEST:
        raise ValueError("no number")
    number: float = value
    return number
