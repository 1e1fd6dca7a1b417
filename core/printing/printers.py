# SPDX-License-Identifier: GPL-3.0-or-later
"""Usual printers by their names: bed, nozzle and layer as makers sell them; what lays lines, and what hardens resin.

Beds are what slicers' own profiles of these printers have. A printer that hardens resin has no nozzle: its pixel stands
for one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from ..common.errors import InputError
from ..common.words import folded, must_be
from .printer import Printer

RESIN = "resin"
"""The preset, and the material, of printers that harden resin."""


@dataclass(frozen=True)
class NamedPrinter:
    """A printer that people have: what it is called, its bed in millimeters, and what it prints with."""

    label: str
    bed: tuple[float, float]
    nozzle: float = 0.4
    layer: float = 0.2
    is_round: bool = False
    is_resin: bool = False

    @property
    def values(self) -> dict[str, Any]:
        """The values of a ``Printer`` that follow, by their names; the material only where it must be resin."""
        own = {"bed_x": self.bed[0], "bed_y": self.bed[1], "nozzle": self.nozzle, "layer": self.layer}
        return {**own, "round_bed": self.is_round, **({"material": RESIN} if self.is_resin else {})}


def _resin(label: str, x: float, y: float, pixel: float) -> NamedPrinter:
    return NamedPrinter(label, (x, y), pixel, 0.05, is_resin=True)


PRINTERS: Mapping[str, NamedPrinter] = MappingProxyType(
    {
        "prusa_mk4": NamedPrinter("Prusa MK3S, MK4, Core One", (250.0, 210.0)),
        "prusa_mini": NamedPrinter("Prusa MINI", (180.0, 180.0)),
        "prusa_xl": NamedPrinter("Prusa XL", (360.0, 360.0)),
        "bambu_x1": NamedPrinter("Bambu Lab X1, P1, A1", (256.0, 256.0)),
        "bambu_a1_mini": NamedPrinter("Bambu Lab A1 mini", (180.0, 180.0)),
        "ender_3": NamedPrinter("Creality Ender 3, K1", (220.0, 220.0)),
        "k1_max": NamedPrinter("Creality K1 Max, CR-10", (300.0, 300.0)),
        "neptune_4": NamedPrinter("Elegoo Neptune 4", (225.0, 225.0)),
        "kobra_2": NamedPrinter("Anycubic Kobra 2", (220.0, 220.0)),
        "voron_0": NamedPrinter("Voron 0", (120.0, 120.0)),
        "voron_350": NamedPrinter("Voron 2.4, Trident 350", (350.0, 350.0)),
        "flsun_v400": NamedPrinter("FLSUN V400 (round)", (300.0, 300.0), is_round=True),
        "flsun_q5": NamedPrinter("FLSUN Q5 (round)", (200.0, 200.0), is_round=True),
        "mars_3": _resin("Elegoo Mars 3, 4 (resin)", 143.0, 89.6, 0.035),
        "saturn_3": _resin("Elegoo Saturn 3, 4 (resin)", 218.8, 122.8, 0.03),
        "photon_mono": _resin("Anycubic Photon Mono 4 (resin)", 153.4, 87.0, 0.02),
        "form_3": _resin("Formlabs Form 3 (resin)", 145.0, 145.0, 0.085),
        "sl1s": _resin("Prusa SL1S (resin)", 127.0, 80.0, 0.05),
    }
)
"""The printers by the names that the command knows."""


def printer_named(name: str) -> NamedPrinter:
    """Return the printer with a name, however it is written; raises InputError for another one."""
    known = next((own for own in PRINTERS if folded(own) == folded(name)), None)
    if known is None:
        raise InputError(must_be("Printer", name, PRINTERS))
    return PRINTERS[known]


def as_named(printer: Printer, named: NamedPrinter) -> Printer:
    """Return a printer with bed, nozzle and layer of a named one, and PLA for resin where that hardens none."""
    material = "pla" if printer.material == RESIN and not named.is_resin else printer.material
    return replace(printer, **{"material": material, **named.values})
