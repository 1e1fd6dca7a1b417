# SPDX-License-Identifier: GPL-3.0-or-later
"""The printer of a puzzle: nozzle, material and bed, and how the printed part differs from the drawn one.

Two numbers say how it differs, both of the plane of the bed: each side is printed farther out by the ``widening``, and
that of the first layer by the ``foot`` besides. What else is known of printers makes no difference to whether parts go
together. A line is about an eighth wider than the nozzle, and so rounds convex corners, which only takes away there.
Plastic shrinks by 0.2 to 0.8 percent in the plane, in all parts alike: a gap, where parts slide or where they join,
changes by that share of itself and of a part's thickness, a hundredth of a millimeter. Heights become whole layers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from ..common.options import MILLIMETERS, Choice, Options, option


@dataclass(frozen=True)
class Material:
    """A material: its density in g/cm3, and the room a side, in millimeters, in which printed parts slide.

    ``stiffness`` is Young's modulus and ``strength`` the stress at which it breaks, both in N/mm2, as printed.
    """

    label: str
    density: float
    slide: float
    stiffness: float
    strength: float


MATERIALS: Mapping[str, Material] = MappingProxyType(
    {
        "pla": Material("PLA", 1.24, 0.3, stiffness=2300.0, strength=40.0),
        "petg": Material("PETG", 1.27, 0.3, stiffness=1700.0, strength=40.0),
        "resin": Material("Resin", 1.15, 0.1, stiffness=2200.0, strength=50.0),
    }
)
"""The materials. Makers' guides agree on 0.2 to 0.3 mm a side for what slides, and half of that where light hardens.

Data sheets of printed bars have 2 to 3.5 GPa and 40 to 65 MPa for PLA, 1.5 to 2.5 GPa and 40 to 55 MPa for PETG, and 2
to 2.8 GPa and 40 to 65 MPa for stiff resins, more the longer they are cured. Low ones are taken, as there are notches,
and a slicer leaves something hollow.
"""


ACROSS_LAYERS = 0.6
"""The share of its strength that a material has where layers are pulled off each other, by the same data sheets."""

LEAST_WIDENING = -0.3
"""In millimeters; a printer that lays so much less plastic than it should is out of order."""


def _length(default: float, label: str, meaning: str, least: float, most: float) -> Any:
    """Declare a length in millimeters with its label, its meaning and its range."""
    return option(default, label, meaning, least=least, most=most, unit=MILLIMETERS)


@dataclass(frozen=True)
class Printer(Options):
    """A printer; raises InputError, with a sentence for the user, for what cannot be."""

    nozzle: float = _length(0.4, "Nozzle", "Width of a line that the printer lays", 0.01, 5.0)
    layer: float = _length(0.2, "Layer Height", "Height of a layer; parts are printed in whole layers", 0.01, 2.0)
    widening: float = _length(
        0.05,
        "Widening",
        "How much farther out than drawn each side of a part is printed, negative if farther in; the coupon shows "
        "it, and a printer in good order has at most 0.05",
        LEAST_WIDENING,
        0.5,
    )
    foot: float = _length(
        0.15,
        "Foot",
        "How much farther out than the others the sides of the first layer are printed, unless the slicer makes up "
        "for it; the coupon shows it",
        0.0,
        1.0,
    )
    bed_x: float = _length(220.0, "Bed X", "Width of the printer's bed", 1.0, 5000.0)
    bed_y: float = _length(220.0, "Bed Y", "Depth of the printer's bed", 1.0, 5000.0)
    spacing: float = _length(5.0, "Spacing", "Distance between two parts on the bed", 0.1, 1000.0)
    material: str = option(
        "pla",
        "Material",
        "The material of the print, which decides the gaps that it needs and its weight",
        choices={
            name: Choice(material.label, f"Slides with {material.slide:g} mm left on each side")
            for name, material in MATERIALS.items()
        },
    )


BED = ("bed_x", "bed_y", "spacing")
"""What of the printer decides where parts lie on it; the same whatever is printed, so no preset holds it."""
