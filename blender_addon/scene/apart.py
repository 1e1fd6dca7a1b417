# SPDX-License-Identifier: GPL-3.0-or-later
"""Parts that are printed apart: put together, taken apart, or lying on the printer's beds.

Where each part stands and lies is kept with the puzzle, so the slider between the two only moves the objects.
"""

from __future__ import annotations

from collections.abc import Sequence

from mathutils import Matrix, Quaternion, Vector

from ...core.common.options import rounded
from ...core.kind.part import Part, print_axes
from ...core.kind.printed_parts import places_on_beds
from ...core.printing.printer import Printer
from ..data.units import units_per_millimeter
from .built import Built, Laid
from .model import built_of
from .properties import PuzzleProperties
from .puzzles import kept_object

BETWEEN_BEDS = 20.0
"""The distance between two beds in the scene, in millimeters."""


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
    """Return how far a bed stands beside the one before, in millimeters."""
    return rounded(printer.bed_x + BETWEEN_BEDS)


def place_parts(group: PuzzleProperties) -> None:
    """Move the parts to where the slider says.

    In the first half of its way they come off the puzzle, in the second half they lie down on the bed.
    """
    built = built_of(group)
    if built is None:
        return
    scale = units_per_millimeter(built.meters_per_unit)
    coming_off, lying_down = min(2 * group.explode, 1.0), max(2 * group.explode - 1, 0.0)
    for key, laid in built.laid.items():
        moved = kept_object(group, key)
        if moved is None:
            continue
        off = scale * (Vector(laid.assembled) + coming_off * Vector(laid.outward))
        moved.location = off.lerp(scale * _on_bed(laid, built), lying_down)
        moved.rotation_mode = "QUATERNION"
        lying = _turn(laid.up, turned=laid.turned).to_quaternion()
        moved.rotation_quaternion = Quaternion().slerp(lying, lying_down)


def printed_matrix(laid: Laid, built: Built, *, on_bed: bool) -> Matrix:
    """Return how a part is printed, in Blender units: by itself above the origin, or in its place on its bed."""
    scale = units_per_millimeter(built.meters_per_unit)
    place = laid.printed if on_bed else (0.0, 0.0, laid.printed[2])
    return (
        Matrix.Translation(Vector([scale * value for value in place]))
        @ _turn(laid.up, turned=on_bed and laid.turned).to_4x4()
    )


def _on_bed(laid: Laid, built: Built) -> Vector:
    """Return where a part lies beside the puzzle, in millimeters."""
    return Vector(laid.printed) + Vector((laid.bed * built.next_bed, 0.0, 0.0))


def _turn(up: int, *, turned: bool) -> Matrix:
    """Return how a part is turned in print."""
    flat = Matrix([[sign * float(axis == other) for other in range(3)] for axis, sign in print_axes(up)])
    quarter = Matrix(((0, -1, 0), (1, 0, 0), (0, 0, 1)))
    return quarter @ flat if turned else flat
