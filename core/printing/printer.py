# SPDX-License-Identifier: GPL-3.0-or-later
"""What a puzzle is printed with: nozzle, material and bed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from ..common.options import MILLIMETERS, Choice, Options, option


@dataclass(frozen=True)
class Material:
    """A material: its density in g/cm3, and the gaps, in millimeters, in which parts slide and in which they hold."""

    label: str
    density: float
    least_clearance: float
    most_clearance: float
    least_joint: float
    most_joint: float


MATERIALS: Mapping[str, Material] = MappingProxyType(
    {
        "pla": Material("PLA", 1.24, 0.3, 0.5, 0.1, 0.2),
        "petg": Material("PETG", 1.27, 0.35, 0.55, 0.1, 0.25),
        "resin": Material("Resin", 1.15, 0.1, 0.3, 0.05, 0.1),
    }
)
"""The materials, with gaps for a part that is printed inside another, and for joints."""


def _length(default: float, label: str, meaning: str, least: float, most: float) -> Any:
    """Declare a length in millimeters with its label, its meaning and its range."""
    return option(default, label, meaning, least=least, most=most, unit=MILLIMETERS)


@dataclass(frozen=True)
class Printer(Options):
    """A printer; raises InputError, with a sentence for the user, for what cannot be."""

    nozzle: float = _length(0.4, "Nozzle", "Width of a line that the printer lays", 0.01, 5.0)
    bed_x: float = _length(220.0, "Bed X", "Width of the printer's bed", 1.0, 5000.0)
    bed_y: float = _length(220.0, "Bed Y", "Depth of the printer's bed", 1.0, 5000.0)
    spacing: float = _length(5.0, "Spacing", "Distance between two parts on the bed", 0.1, 1000.0)
    material: str = option(
        "pla",
        "Material",
        "What the puzzle is printed of: the gaps that it needs, and its weight",
        choices={
            name: Choice(material.label, f"Clearance {material.least_clearance:g} to {material.most_clearance:g} mm")
            for name, material in MATERIALS.items()
        },
    )


BED = ("bed_x", "bed_y", "spacing")
"""What of the printer decides where parts lie on it; the same whatever is printed, so no preset holds it."""
