# SPDX-License-Identifier: GPL-3.0-or-later
"""The dimensions with which the objects of a puzzle were built, and where its parts lie, kept with it as a text."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ...core.common.options import Options
from ...core.kind.part import BETWEEN_BEDS, UPSIDE_DOWN, Point
from ...core.printing.printed_object import Placed
from ..data.interface import units_per_millimeter

BUILT_FORMAT = 1

LARGEST, MOST_BEDS = 1e9, 10_000
"""More than any length in millimeters, and than the beds of any puzzle."""


@dataclass(frozen=True)
class Built:
    """The dimensions that the objects were built with, the meters in a Blender unit then, and the parts that lie apart.

    ``next_bed`` is how far a bed stands beside the one before, and ``first_bed`` the first one beside the puzzle, in
    millimeters.
    """

    dimensions: Options
    meters_per_unit: float
    laid: Mapping[str, Placed] = field(default_factory=dict)
    next_bed: float = 0.0
    first_bed: float = 0.0

    @property
    def beds(self) -> int:
        """The number of beds on which the parts lie."""
        return 1 + max((place.bed for place in self.laid.values()), default=0)

    @property
    def bed_ends(self) -> tuple[float, float]:
        """Where the row of beds begins and ends, from the puzzle along x, in millimeters."""
        half = (self.next_bed - BETWEEN_BEDS) / 2
        return self.first_bed - half, self.first_bed + (self.beds - 1) * self.next_bed + half

    @property
    def units(self) -> float:
        """Blender units per millimeter, as they were then."""
        return units_per_millimeter(self.meters_per_unit)

    def to_json(self) -> str:
        """Return the text in which this is kept."""
        dimensions, laid = vars(self.dimensions), {key: vars(place) for key, place in self.laid.items()}
        return json.dumps({"format": BUILT_FORMAT, **vars(self), "dimensions": dimensions, "laid": laid})


def built_from_json(text: str, dimensions: type[Options]) -> Built | None:
    """Return what was kept in a text; None where that is nothing, or nothing that this version understands.

    What is damaged in a file, or was kept there by another version, is so built anew.
    """
    try:
        data: dict[str, Any] = json.loads(text or "null")
        if data["format"] != BUILT_FORMAT:
            return None
        values = {
            name: value if isinstance(value, str) else _number(value) for name, value in data["dimensions"].items()
        }
        laid = {str(key): _laid(place) for key, place in data["laid"].items()}
        # In earlier versions the first bed stood at the puzzle.
        beds = _number(data["next_bed"]), _number(data.get("first_bed", 0.0))
        built = Built(dimensions(**values), _number(data["meters_per_unit"]), laid, *beds)
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


def _number(value: Any) -> float:
    """Return a number that JSON holds; raises ValueError for anything else, and for what is no length."""
    if type(value) not in {int, float} or not -LARGEST < value < LARGEST:
        raise ValueError("no number")
    number: float = value
    return number
