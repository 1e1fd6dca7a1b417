# SPDX-License-Identifier: GPL-3.0-or-later
"""Parts in resin: cups that hold it, and what is saved where thick ones are hollow.

A part hangs from the printer's bed, and each layer is pressed to the floor of a vat. What is open toward that floor and
closed all round and toward the bed is a cup: it holds resin, and sucks at the floor each time the part is lifted.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from ..common.words import listed
from ..solids.solid import Solid
from .checks import DOUBTFUL, GOOD, Check
from .estimate import shrunk
from .printer import MATERIALS, Printer

Bools = NDArray[np.bool_]

DEEPEST_CUP, LARGEST_CUP = 5.0, 500.0
"""In millimeters and cubic millimeters: a cup that is both less deep and smaller does no harm."""

HOLLOW_WALL = 2.0
"""The thickness of the walls that makers leave of hollow parts, in millimeters."""

WORTH_IT = 5.0
"""In grams; to hollow what saves less is not worth the holes."""


def cup(solid: Solid) -> tuple[float, float]:
    """Return the volume in mm3 and the depth in mm of the cups of a solid as it stands on the bed, both 0 for none."""
    x, y, z = solid.lines
    slabs = np.moveaxis(solid.filled, 2, 0)
    enclosed = np.array([_enclosed(slab) for slab in slabs])
    # Air comes in by an opening to a side once it is out of the vat, and so to all that is printed after it.
    held = enclosed.copy()
    for level in range(1, len(slabs)):
        vented = ~slabs[level - 1] & ~held[level - 1]
        held[level] &= ~_reached(vented, ~slabs[level])
    volume = float(np.einsum("zxy,z,x,y->", held, np.diff(z), np.diff(x), np.diff(y)))
    return volume, float((held.any(axis=(1, 2)) * np.diff(z)).sum())


def _enclosed(slab: Bools) -> Bools:
    """Return what is empty in a section, and shut off from the outside all round."""
    empty = np.pad(~slab, 1, constant_values=True)
    border = np.zeros_like(empty)
    border[[0, -1], :] = border[:, [0, -1]] = True
    return (empty & ~_reached(border, empty))[1:-1, 1:-1]


def _reached(begin: Bools, through: Bools) -> Bools:
    """Return where one comes from some boxes of a section through others, from side to side."""
    reached = begin & through
    while True:
        wider = reached.copy()
        wider[1:] |= reached[:-1]
        wider[:-1] |= reached[1:]
        wider[:, 1:] |= reached[:, :-1]
        wider[:, :-1] |= reached[:, 1:]
        wider &= through
        if np.array_equal(wider, reached):
            return reached
        reached = wider


def hollow_grams(solid: Solid, printer: Printer) -> float:
    """Return the grams that a solid is lighter if it is hollow."""
    return shrunk(solid, HOLLOW_WALL).volume * MATERIALS[printer.material].density / 1000


SLICER = "your slicer"
"""What hollows parts where nothing else does."""


def check_resin(solids: Mapping[str, Solid], printer: Printer, hollowed_by: str = SLICER) -> tuple[Check, ...]:
    """Report on parts in resin, by their labels, as they stand on the bed; nothing for other materials."""
    if printer.material != "resin":
        return ()
    cups = {label: cup(solid) for label, solid in solids.items()}
    harmful = {label: own for label, own in cups.items() if own[0] > LARGEST_CUP and own[1] > DEEPEST_CUP}
    if harmful:
        volume, depth = max(harmful.values())
        fact = (
            f"{listed(list(harmful))} would hold resin as a cup, up to {volume / 1000:.2g} ml and {depth:.2g} mm deep"
        )
        advice = (
            "tilt it on supports, with the opening to a side, or let the slicer add drain holes of 3 mm beside the bed"
        )
        cup_line = Check("Cups", DOUBTFUL, f"{fact}: {advice}.")
    else:
        cup_line = Check("Cups", GOOD, "No part holds resin as a cup.")
    saved = {label: hollow_grams(solid, printer) for label, solid in solids.items()}
    total = sum(saved.values())
    if total < WORTH_IT:
        return (cup_line, Check("Hollow", GOOD, "Parts are so thin that there is nothing to hollow."))
    thick = listed([label for label, grams in saved.items() if grams > total / (2 * len(saved))])
    advice = (
        f"with walls of {HOLLOW_WALL:g} mm, and two drain holes of 3 mm in each, they take about {total:.0f} g less"
    )
    return (cup_line, Check("Hollow", GOOD, f"Printed full; {hollowed_by} can hollow {thick}: {advice}."))
