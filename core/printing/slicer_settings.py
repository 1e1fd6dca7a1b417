# SPDX-License-Identifier: GPL-3.0-or-later
"""The files in a 3MF that slicers read beside the format itself: a filament for each part, and advised settings.

PrusaSlicer reads ``Slic3r_PE_model.config``, and the filament of a single triangle from an attribute of its own; Orca
and Bambu Studio read ``model_settings.config``, and the filaments of triangles from the materials that the format has.
Their own attribute for triangles has no namespace, so that no strict reader would take a file with it. Filaments are
numbered as the materials are, from 1. Settings are those of single objects: nobody's printer or profile is replaced.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from ..solids.solid import Solid
from .estimate import first_layer_area
from .printer import Printer

PRUSA_FILE, BAMBU_FILE = "Metadata/Slic3r_PE_model.config", "Metadata/model_settings.config"

PRUSA_NAMESPACE = "http://schemas.slic3r.org/3mf/2017/06"

HIGHEST = 5.0
"""How many times higher than wide is what stands on the bed without a brim."""

SMALLEST = 20.0
"""In square millimeters: what lies on less of the bed may come off it."""

BRIM = 3.0
"""The width of an advised brim, in millimeters."""


@dataclass(frozen=True)
class Advice:
    """Settings that suit an object: the height of its layers and the width of its brim in millimeters, and supports."""

    layer: float
    supports: bool = False
    brim: float = 0.0

    @property
    def of_prusa(self) -> dict[str, str]:
        """The settings as PrusaSlicer calls them."""
        brim = {"brim_type": "outer_only", "brim_width": f"{self.brim:g}"} if self.brim else {}
        return {"layer_height": f"{self.layer:g}", "support_material": str(int(self.supports)), **brim}

    @property
    def of_bambu(self) -> dict[str, str]:
        """The settings as Bambu Studio and Orca call them."""
        brim = {"brim_type": "outer_only", "brim_width": f"{self.brim:g}"} if self.brim else {}
        return {"layer_height": f"{self.layer:g}", "enable_support": str(int(self.supports)), **brim}


def needs_brim(solid: Solid) -> bool:
    """Report whether a solid stands on so little of the bed that it may come off."""
    area = first_layer_area(solid)
    return area < SMALLEST or solid.extent[2] > HIGHEST * area**0.5


def advice_for(solids: Sequence[Solid], printer: Printer) -> Advice | None:
    """Return settings that suit what is printed as one, as it stands on the bed; None for resin."""
    if printer.material == "resin":
        return None
    brim = BRIM if any(needs_brim(solid) for solid in solids) else 0.0
    return Advice(printer.layer, any(solid.overhangs for solid in solids), brim)


def painted(filament: int) -> str:
    """Return how PrusaSlicer writes that a whole triangle is of a filament, from 1."""
    return f"{4 * filament:X}" if filament < 3 else f"{filament - 3:X}C"


def prusa_settings(objects: Sequence[tuple[int, str, int, int]], advice: Mapping[str, Advice]) -> str:
    """Return what PrusaSlicer reads: of each object its number, name, filament and triangles, and what is advised."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<config>"]
    for number, name, filament, triangles in objects:
        own = {"name": name, "extruder": str(filament)}
        settings = own | (advice[name].of_prusa if name in advice else {})
        lines.append(f' <object id="{number}" instances_count="1">')
        lines += [f'  <metadata type="object" key="{key}" value="{escape(value)}"/>' for key, value in settings.items()]
        lines.append(f'  <volume firstid="0" lastid="{triangles - 1}">')
        volume = {"name": name, "volume_type": "ModelPart"}
        lines += [f'   <metadata type="volume" key="{key}" value="{escape(value)}"/>' for key, value in volume.items()]
        lines += ["  </volume>", " </object>"]
    return "\n".join([*lines, "</config>", ""])


def bambu_settings(objects: Sequence[tuple[int, str, int, int]], advice: Mapping[str, Advice]) -> str:
    """Return what Orca and Bambu Studio read: the same as PrusaSlicer, in their words."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<config>"]
    for number, name, filament, _ in objects:
        own = {"name": name, "extruder": str(filament)}
        settings = own | (advice[name].of_bambu if name in advice else {})
        lines.append(f'  <object id="{number}">')
        lines += [f'    <metadata key="{key}" value="{escape(value)}"/>' for key, value in settings.items()]
        lines.append(f'    <part id="{number}" subtype="normal_part">')
        lines += [f'      <metadata key="{key}" value="{escape(value)}"/>' for key, value in own.items()]
        lines += ["    </part>", "  </object>"]
    return "\n".join([*lines, "</config>", ""])
