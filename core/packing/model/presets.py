# SPDX-License-Identifier: GPL-3.0-or-later
"""Dimensions and printers that go together, by name."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ...kind.model import Preset
from ...printing.printer import Printer
from .dimensions import Dimensions

PRESETS: Mapping[str, Preset[Dimensions]] = MappingProxyType(
    {
        "pla": Preset("PLA 0.4 mm Nozzle", Dimensions(), Printer()),
        "petg": Preset("PETG 0.4 mm Nozzle", Dimensions(inset=0.13, tray_gap=0.5), Printer(material="petg")),
        "resin": Preset(
            "Resin",
            Dimensions(cube=10.0, inset=0.05, bevel=0.3, tray_wall=1.5, tray_gap=0.25, lid_gap=0.12),
            Printer(nozzle=0.1, material="resin"),
        ),
        "large": Preset(
            "Large 0.6 mm Nozzle",
            Dimensions(cube=25.0, inset=0.15, tray_wall=3.0, tray_gap=0.6, lid_gap=0.3),
            Printer(nozzle=0.6),
        ),
        "small": Preset("Small Cubes", Dimensions(cube=10.0, bevel=0.3, tray_wall=1.6), Printer()),
    }
)
"""The presets that come with the program; the first one is the defaults."""
