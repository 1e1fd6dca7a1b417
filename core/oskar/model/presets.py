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
        "petg": Preset("PETG 0.4 mm Nozzle", Dimensions(clearance=0.45, joint=0.15), Printer(material="petg")),
        "resin": Preset(
            "Resin",
            Dimensions(passage=4.0, wall=2.0, plate=2.0, clearance=0.2, start_marker=2.0, end_marker=1.0, joint=0.05),
            Printer(nozzle=0.1, material="resin"),
        ),
        "large": Preset(
            "Large 0.6 mm Nozzle",
            Dimensions(passage=10.0, wall=5.0, plate=5.0, clearance=0.5, start_marker=5.0, end_marker=2.5, joint=0.15),
            Printer(nozzle=0.6),
        ),
        "pocket": Preset(
            "Pocket Size",
            Dimensions(passage=3.2, wall=1.6, plate=1.6, clearance=0.3, start_marker=1.6, end_marker=0.8),
            Printer(),
        ),
    }
)
"""The presets that come with the program; the first one is the defaults."""
