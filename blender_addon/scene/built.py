# SPDX-License-Identifier: GPL-3.0-or-later
"""What the objects of a puzzle were built with, and where its parts lie apart: kept as named values with the puzzle."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from ...core.common.options import Options
from ...core.kind.part import Point

SAVED_FORMAT = 1


@dataclass(frozen=True)
class Laid:
    """Where a part that is printed apart goes; lengths in millimeters.

    ``assembled`` is its place in the puzzle put together, ``outward`` how far it comes off, ``printed`` its middle
    above the bed with the number ``bed``, counted from 0; it lies with the axis ``up`` upward, ``turned`` by a quarter
    or not.
    """

    assembled: Point
    outward: Point
    printed: Point
    up: int
    turned: bool
    bed: int


@dataclass(frozen=True)
class Built:
    """The dimensions that the objects were built with, the meters in a Blender unit then, and the parts that lie apart.

    ``next_bed`` is how far a bed stands beside the one before, in millimeters.
    """

    dimensions: Options
    meters_per_unit: float
    laid: Mapping[str, Laid] = field(default_factory=dict)
    next_bed: float = 0.0

    @property
    def beds(self) -> int:
        """How many beds the parts lie on."""
        return 1 + max((place.bed for place in self.laid.values()), default=0)

    def to_json(self) -> str:
        """Return the text in which this is kept."""
        return json.dumps({"format": SAVED_FORMAT, **asdict(self)})


def built_from_json(text: str, dimensions: type[Options]) -> Built | None:
    """Return what was kept in a text; None where that is nothing."""
    if not text:
        return None
    data: dict[str, Any] = json.loads(text)
    laid = {key: _laid(place) for key, place in data["laid"].items()}
    return Built(dimensions(**data["dimensions"]), data["meters_per_unit"], laid, data["next_bed"])


def _laid(place: Mapping[str, Any]) -> Laid:
    """Return where a part goes; JSON has made lists of its points."""
    values: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in place.items()}
    return Laid(**values)
