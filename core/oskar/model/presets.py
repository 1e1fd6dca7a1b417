# SPDX-License-Identifier: GPL-3.0-or-later
"""Dimensions and printers that go together, by name: gaps and chamfers follow from the printer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from ...kind.model import Preset
from ...printing.gaps import chamfer_for, holding_gap, sliding_gap
from ...printing.printer import Printer
from .dimensions import Dimensions


def gaps(printer: Printer) -> dict[str, Any]:
    """Return the dimensions that follow from a printer, by their names: those of gaps and chamfers."""
    chamfer = chamfer_for(printer)
    return {
        "clearance": sliding_gap(printer),
        "joint": holding_gap(printer),
        "arm_chamfer": chamfer,
        "bed_chamfer": chamfer,
    }


def _preset(label: str, printer: Printer, dimensions: Dimensions) -> Preset[Dimensions]:
    return Preset(label, replace(dimensions, **gaps(printer)), printer)


PRESETS: Mapping[str, Preset[Dimensions]] = MappingProxyType(
    {
        "pla": _preset("PLA 0.4 mm Nozzle", Printer(), Dimensions()),
        "petg": _preset("PETG 0.4 mm Nozzle", Printer(material="petg", widening=0.075), Dimensions()),
        "resin": _preset(
            "Resin",
            Printer(nozzle=0.1, layer=0.05, material="resin"),
            Dimensions(passage=4.0, wall=2.0, plate=2.0, start_marker=2.0, end_marker=1.0),
        ),
        "large": _preset(
            "Large 0.6 mm Nozzle",
            Printer(nozzle=0.6, layer=0.3, widening=0.075),
            Dimensions(passage=10.0, wall=5.0, plate=4.8, start_marker=5.0, end_marker=2.5),
        ),
        "pocket": _preset(
            "Pocket Size",
            Printer(),
            Dimensions(passage=4.0, wall=1.6, plate=2.0, start_marker=1.6, end_marker=0.8),
        ),
    }
)
"""The presets that come with the program; the first one is the defaults."""
