# SPDX-License-Identifier: GPL-3.0-or-later
"""What can be said of the parts of any kind: where they lie on the bed, and whether they will print."""

from __future__ import annotations

from collections.abc import Sequence

from ..printing.bed_layout import BedPlace, lay_out
from ..printing.checks import Report, check_beds, check_bodies, check_material, check_meshes, mass_of
from ..printing.printer import Printer
from .part import Part


def places_on_beds(parts: Sequence[Part], printer: Printer) -> dict[str, BedPlace]:
    """Return a place for each part by its key; raises InputError for a part that is larger than the bed."""
    places = lay_out({part.label: part.printed_size[:2] for part in parts}, printer)
    return {part.key: places[part.label] for part in parts}


def check_parts(parts: Sequence[Part], printer: Printer) -> Report:
    """Report on parts that are printed apart: closed meshes, one body each, room on the bed, plastic."""
    printed = [part for part in parts if not part.beside]
    volume = sum(part.volume for part in printed)
    mass = mass_of(volume, printer)
    checks = (
        check_meshes({part.label: part.mesh() for part in printed}),
        check_bodies({part.label: part.solid for part in printed}),
        check_beds({part.label: part.printed_size[:2] for part in printed}, printer),
        check_material(volume, mass, None, printer),
    )
    return Report(checks, volume, mass)
