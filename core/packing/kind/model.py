# SPDX-License-Identifier: GPL-3.0-or-later
"""Packing Cubes as solids: pieces, tray and lid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...common.options import Value
from ...kind.instructions import Instructions
from ...kind.model import Model, Way
from ...kind.part import Part, Point
from ...kind.step import Step
from ...polycubes.puzzle import PolycubePuzzle
from ...printing.checks import Report
from ...printing.printer import Printer
from ..model.assembly import assembly, instructions
from ..model.box import outer_size, pieces_size
from ..model.checks import check_puzzle
from ..model.coupon import coupon
from ..model.dimensions import Dimensions
from ..model.parts import puzzle_parts
from ..model.presets import PRESETS, gaps


class PackingModel(Model[PolycubePuzzle, Dimensions]):
    """A few pieces, each made of cubes, that fill a box."""

    dimensions = Dimensions
    presets = PRESETS
    ways = (Way("parts", "Parts", "All pieces, the tray and the lid lie apart on the bed", apart=True),)
    sizes = ("cube", "tray_wall")
    has_coupon = True
    has_assembly = True
    # The pieces are seen as they go together, and yet each of them.
    first_explode = 0.35
    coupon = staticmethod(coupon)
    gaps = staticmethod(gaps)

    def parts(self, puzzle: PolycubePuzzle, dimensions: Dimensions, way: str) -> tuple[Part, ...]:
        """Return the pieces, the tray and the lid."""
        return puzzle_parts(puzzle, dimensions)

    def derived_lengths(self, dimensions: Dimensions, puzzle: PolycubePuzzle) -> dict[str, float | Point]:
        """Return the gap between pieces, and the sizes of the pieces together and of the box."""
        size = puzzle.goal.size
        return {
            "gap": 2 * dimensions.inset,
            "pieces_size": pieces_size(size, dimensions),
            "outer_size": outer_size(size, dimensions),
        }

    def derived_lines(
        self, dimensions: Dimensions, puzzle: PolycubePuzzle | None, values: Mapping[str, Value]
    ) -> tuple[tuple[str, str], ...]:
        """Return the gap, and for a puzzle the sizes of the pieces together and of the box."""
        lines = [("Gap", f"{2 * dimensions.inset:.2f} mm")]
        if puzzle is not None:
            for label, size in (("Pieces", pieces_size), ("Box", outer_size)):
                sides = size(puzzle.goal.size, dimensions)
                lines.append((label, " x ".join(f"{side:.4g}" for side in sides) + " mm"))
        return tuple(lines)

    def check(
        self,
        puzzle: PolycubePuzzle,
        dimensions: Dimensions,
        printer: Printer,
        way: str,
        parts: Sequence[Part] | None = None,
    ) -> Report:
        """Look at the pieces, their gaps and their supports, and whether they go together."""
        return check_puzzle(puzzle, dimensions, printer, parts)

    def instructions(self, puzzle: PolycubePuzzle, parts: Sequence[Part], way: str) -> Instructions:
        """Return how the pieces are told apart, and what the sentences call left and front."""
        return instructions(parts)

    def assembly(self, puzzle: PolycubePuzzle, parts: Sequence[Part], way: str) -> tuple[Step, ...]:
        """Return how the pieces of the shown solution are put together."""
        return assembly(puzzle, parts)
