# SPDX-License-Identifier: GPL-3.0-or-later
"""Dimensions and printers that go together, by name: gaps follow from the printer."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from ...kind.model import Preset
from ...printing.gaps import LEVEL, holding_gap, sliding_gap
from ...printing.printer import MATERIALS, Printer
from .as_printed import SQUARE
from .dimensions import SMALLEST_INSET, Dimensions


def gaps(printer: Printer) -> dict[str, Any]:
    """Return the dimensions that follow from a printer, by their names: those of gaps.

    Pieces that lie beside each other need a third of the room in which a part slides, as many gaps add up; at least so
    much that an edge that was on the bed goes into an inner edge, where slopes leave twice the gap along an axis; and
    so much that a layer is left out where level sides meet.
    """
    between = round(max(2 * printer.widening + MATERIALS[printer.material].slide / 3, LEVEL * printer.layer), 3)
    in_edges = math.ceil(500 * ((1 + SQUARE) * printer.widening + printer.layer / 2 + printer.foot)) / 1000
    inset = round(max(SMALLEST_INSET, between / 2, in_edges / 2), 4)
    return {"inset": inset, "tray_gap": sliding_gap(printer), "lid_gap": between, "joint": holding_gap(printer)}


def _preset(label: str, printer: Printer, dimensions: Dimensions) -> Preset[Dimensions]:
    return Preset(label, replace(dimensions, **gaps(printer)), printer)


PRESETS: Mapping[str, Preset[Dimensions]] = MappingProxyType(
    {
        "pla": _preset("PLA 0.4 mm Nozzle", Printer(), Dimensions()),
        "petg": _preset("PETG 0.4 mm Nozzle", Printer(material="petg", widening=0.075), Dimensions()),
        "resin": _preset(
            "Resin",
            Printer(nozzle=0.1, layer=0.05, material="resin"),
            Dimensions(cube=10.0, bevel=0.3, tray_wall=1.5),
        ),
        "large": _preset(
            "Large 0.6 mm Nozzle",
            Printer(nozzle=0.6, layer=0.3, widening=0.075),
            # Whole layers, so that no height is rounded up into a gap.
            Dimensions(cube=24.0, tray_wall=3.0),
        ),
        "small": _preset("Small Cubes", Printer(), Dimensions(cube=10.0, bevel=0.3, tray_wall=1.6)),
    }
)
"""The presets that come with the program; the first one is the defaults."""
