# SPDX-License-Identifier: GPL-3.0-or-later
"""The layout of parts on the printer's bed, or on several beds.

They are packed in rows, the deepest first, each into the first row that has room for it (the
"first fit decreasing height" of the literature on filling strips).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..common.errors import InputError
from .printer import Printer

ROUNDING = 1e-6


@dataclass(frozen=True)
class BedPlace:
    """The place of a part: its bed, counted from 0, its middle from the bed's, and if it is turned by 90 degrees."""

    bed: int
    x: float
    y: float
    turned: bool


@dataclass
class _Row:
    """Parts side by side: the row's near side on its bed, its depth, and how wide it is so far."""

    bed: int
    near: float
    depth: float
    width: float = 0.0
    parts: dict[str, tuple[float, float, float, bool]] = field(default_factory=dict)


def lay_out(sizes: Mapping[str, tuple[float, float]], printer: Printer) -> dict[str, BedPlace]:
    """Return a place for each part; ``sizes`` are their widths and depths by their labels.

    Raises InputError for a part that is larger than the bed.
    """
    lying = {label: _lying(label, width, depth, printer) for label, (width, depth) in sizes.items()}
    rows: list[_Row] = []
    # Of equals the first stays first: sorting is stable.
    for label, (width, depth, turned) in sorted(lying.items(), key=lambda item: -item[1][1]):
        row = _row_for(rows, width, depth, printer)
        row.parts[label] = (row.width + width / 2, width, depth, turned)
        row.width += width + printer.spacing
    places = {}
    for row in rows:
        on_bed = [other for other in rows if other.bed == row.bed]
        full_depth = on_bed[-1].near + on_bed[-1].depth
        for label, (middle, _, depth, turned) in row.parts.items():
            x = middle - (row.width - printer.spacing) / 2
            places[label] = BedPlace(row.bed, x, row.near + depth / 2 - full_depth / 2, turned)
    return {label: places[label] for label in sizes}


def _lying(label: str, width: float, depth: float, printer: Printer) -> tuple[float, float, bool]:
    """Return a part's width and depth on the bed, the longer side along x if it fits, and whether it is turned."""
    wide = (max(width, depth), min(width, depth), depth > width)
    narrow = (wide[1], wide[0], not wide[2])
    for on_bed in (wide, narrow):
        if on_bed[0] <= printer.bed_x + ROUNDING and on_bed[1] <= printer.bed_y + ROUNDING:
            return on_bed
    raise InputError(
        f"{label} is {width:.1f} x {depth:.1f} mm: "
        f"the bed of {printer.bed_x:g} x {printer.bed_y:g} mm is too small for it."
    )


def _row_for(rows: list[_Row], width: float, depth: float, printer: Printer) -> _Row:
    """Return the first row with room for a part; a new one, on the last bed or on a new one, if there is none."""
    for row in rows:
        if depth <= row.depth + ROUNDING and row.width + width <= printer.bed_x + ROUNDING:
            return row
    bed, near = 0, 0.0
    if rows:
        bed, near = rows[-1].bed, rows[-1].near + rows[-1].depth + printer.spacing
        if near + depth > printer.bed_y + ROUNDING:
            bed, near = bed + 1, 0.0
    rows.append(_Row(bed, near, depth))
    return rows[-1]
