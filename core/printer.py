# SPDX-License-Identifier: GPL-3.0-or-later
"""What a puzzle is printed with: nozzle, material and bed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from .errors import InputError


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
"""The materials, with gaps for a cross that is printed inside the box, and for the joints of the kit."""

SMALLEST = {"nozzle": 0.01, "bed_x": 1.0, "bed_y": 1.0, "spacing": 0.1}
LARGEST = {"nozzle": 5.0, "bed_x": 5000.0, "bed_y": 5000.0, "spacing": 1000.0}


def _length(default: float, label: str, meaning: str) -> float:
    """Declare a length in millimeters with its label and meaning."""
    value: float = field(default=default, metadata={"label": label, "meaning": meaning})
    return value


@dataclass(frozen=True)
class Printer:
    """A printer; raises InputError, with a sentence for the user, for what cannot be."""

    nozzle: float = _length(0.4, "Nozzle", "Width of a line that the printer lays")
    bed_x: float = _length(220.0, "Bed X", "Width of the printer's bed")
    bed_y: float = _length(220.0, "Bed Y", "Depth of the printer's bed")
    spacing: float = _length(5.0, "Spacing", "Distance between two parts of the kit on the bed")
    material: str = "pla"

    def __post_init__(self) -> None:
        """Check every value."""
        for name, smallest in SMALLEST.items():
            value = getattr(self, name)
            if not smallest <= value <= LARGEST[name]:
                label = name.replace("_", " ").capitalize()
                raise InputError(f"{label} is {value:g} mm: it must be from {smallest:g} to {LARGEST[name]:g} mm.")
        if self.material not in MATERIALS:
            raise InputError(f"Material is '{self.material[:40]}': it must be one of {', '.join(MATERIALS)}.")
