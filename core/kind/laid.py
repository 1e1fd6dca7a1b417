# SPDX-License-Identifier: GPL-3.0-or-later
"""The places of parts that are printed apart, in the puzzle and on the printer's beds, and the checks of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..common.errors import InputError
from ..common.options import rounded
from ..printing.bed_layout import BedPlace, lay_out
from ..printing.checks import Report, check_beds, check_bodies, check_material, check_meshes
from ..printing.estimate import Estimate, estimate
from ..printing.printer import Printer
from .part import Part, Point, print_axes


def places_on_beds(parts: Sequence[Part], printer: Printer) -> dict[str, BedPlace]:
    """Return a place for each part by its key; raises InputError for a part that is larger than the bed."""
    places = lay_out({part.label: part.printed_size[:2] for part in parts}, printer)
    return {part.key: places[part.label] for part in parts}


def check_parts(parts: Sequence[Part], printer: Printer) -> Report:
    """Report on parts that are printed apart: closed meshes, one body each, room on the bed, plastic."""
    printed = [part for part in parts if not part.beside]
    volume = sum(part.volume for part in printed)
    taken = estimate_of(printed, printer)
    checks = (
        check_meshes({part.label: part.mesh() for part in printed}),
        check_bodies({part.label: part.solid for part in printed}),
        check_beds({part.label: part.printed_size[:2] for part in printed}, printer),
        check_material(taken, None, printer),
    )
    return Report(checks, volume, taken.grams, taken.minutes, taken.basis)


def estimate_of(parts: Sequence[Part], printer: Printer) -> Estimate:
    """Return what parts take that are printed apart; one that is larger than the bed has a bed of its own."""
    try:
        places = places_on_beds(parts, printer)
    except InputError:
        return estimate([[part.printed] for part in parts], printer)
    beds = range(1 + max((place.bed for place in places.values()), default=-1))
    return estimate([[part.printed for part in parts if places[part.key].bed == bed] for bed in beds], printer)


BETWEEN_BEDS = 20.0
"""The distance between two beds that are shown side by side, in millimeters."""

_QUARTER = np.array(((0.0, -1.0, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, 1.0)))
"""A turn by a quarter round z, counter-clockwise from above."""


@dataclass(frozen=True)
class Laid:
    """The place of a part that is printed apart; lengths in millimeters.

    ``assembled`` is its place in the puzzle put together, ``outward`` how far it comes off, ``printed`` its middle
    above the bed with the number ``bed``, counted from 0; it lies as ``Part.up`` says, ``turned`` by a quarter
    or not.
    """

    assembled: Point
    outward: Point
    printed: Point
    up: int
    turned: bool
    bed: int


def lay(parts: Sequence[Part], printer: Printer) -> dict[str, Laid]:
    """Return where parts go, by their keys; raises InputError for one that is larger than the bed."""
    places = places_on_beds(parts, printer)
    return {
        part.key: Laid(
            assembled=part.assembled,
            outward=part.outward,
            printed=(places[part.key].x, places[part.key].y, part.printed_size[2] / 2),
            up=part.up,
            turned=places[part.key].turned,
            bed=places[part.key].bed,
        )
        for part in parts
    }


def next_bed(printer: Printer) -> float:
    """Return how far a bed that is shown stands beside the one before, in millimeters."""
    return rounded(printer.bed_x + BETWEEN_BEDS)


def turn_in_print(up: int, *, turned: bool) -> NDArray[np.float64]:
    """Return, as a matrix of shape (3, 3), how a part is turned that is printed as ``Laid`` says."""
    flat = np.array([[sign * float(axis == other) for other in range(3)] for axis, sign in print_axes(up)])
    turn: NDArray[np.float64] = _QUARTER @ flat if turned else flat
    return turn
