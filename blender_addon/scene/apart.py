# SPDX-License-Identifier: GPL-3.0-or-later
"""Parts that are printed apart: put together, taken apart, or lying on the printer's beds.

Where each part stands and lies is kept with the puzzle, so the slider between the two only moves the objects.
"""

from __future__ import annotations

from mathutils import Matrix, Quaternion, Vector

from ...core.kind.laid import Laid, turn_in_print
from ..data.units import units_per_millimeter
from .built import Built
from .model import built_of
from .properties import PuzzleProperties
from .puzzles import kept_object


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
        lying = turned(laid.up, turned=laid.turned).to_quaternion()
        moved.rotation_quaternion = Quaternion().slerp(lying, lying_down)


def _on_bed(laid: Laid, built: Built) -> Vector:
    """Return where a part lies beside the puzzle, in millimeters."""
    return Vector(laid.printed) + Vector((laid.bed * built.next_bed, 0.0, 0.0))


def turned(up: int, *, turned: bool) -> Matrix:
    """Return how a part is turned in print, as ``Laid`` says."""
    return Matrix(turn_in_print(up, turned=turned).tolist())
