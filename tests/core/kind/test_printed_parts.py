# SPDX-License-Identifier: GPL-3.0-or-later
"""The check of any parts that are printed apart: what is beside the puzzle is not printed, so it counts for nothing."""

from __future__ import annotations

from puzzle_cubes.kind.part import Look, Part, check_parts
from puzzle_cubes.printing.printer import Printer
from puzzle_cubes.solids.solid import solid_from_boxes

WOOD = Look("Wood", (0.5, 0.4, 0.3, 1.0))


def block(label: str, side: float, *, beside: bool = False) -> Part:
    """Return a cube."""
    solid, middle = solid_from_boxes([((0, side),) * 3]).centered()
    return Part(label.lower(), label, solid, (WOOD,), middle, beside=beside)


def test_what_is_beside_the_puzzle_is_neither_weighed_nor_laid_on_the_bed() -> None:
    printed = (block("Box", 20.0), block("Lid", 10.0))
    way = block("Way", 500.0, beside=True)
    report = check_parts((*printed, way), Printer())
    assert report.volume == 20**3 + 10**3
    assert report == check_parts(printed, Printer())
