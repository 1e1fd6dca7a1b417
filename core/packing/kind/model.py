# SPDX-License-Identifier: GPL-3.0-or-later
"""Packing Cubes as solids: pieces, tray and lid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from ...common.options import Value
from ...kind.instructions import Instructions
from ...kind.model import Model, Way
from ...kind.part import Part, Point
from ...kind.sides import Sides
from ...kind.step import Step
from ...polycubes.puzzle import PolycubePuzzle
from ...printing.checks import Report
from ...printing.printed_object import Floats
from ...printing.printer import Printer
from ..model.assembly import assembly, instructions
from ..model.box import needs_box, outer_size, pieces_size
from ..model.checks import check_puzzle
from ..model.copies import copies
from ..model.coupon import coupon
from ..model.dimensions import Dimensions
from ..model.looks import LOOKS
from ..model.parts import puzzle_parts
from ..model.presets import PRESETS, gaps

PARTS, CUT = "parts", "cut"
"""The two ways to print a puzzle."""

LIGHT = (1.0, 0.65, 0.4)
"""How bright top, front and right side are in a small picture."""


class PackingModel(Model[PolycubePuzzle, Dimensions]):
    """A few pieces, each made of cubes, that fill a box."""

    dimensions = Dimensions
    presets = PRESETS
    ways = (
        Way(PARTS, "Parts", "All pieces, the tray and the lid lie apart on the bed", apart=True, unused=("joint",)),
        Way(
            CUT,
            "Cut Pieces",
            "Pieces that would need supports are cut into parts that need none, with pegs to join them",
            apart=True,
        ),
    )
    sizes = ("cube", "tray_wall")
    has_coupon = True
    has_assembly = True
    # The pieces are seen as they go together, and yet each of them.
    first_explode = 0.35
    coupon = staticmethod(coupon)
    gaps = staticmethod(gaps)

    def following(self, puzzle: PolycubePuzzle) -> Mapping[str, float]:
        """Return no wall of tray and lid for a puzzle that needs none."""
        return {} if needs_box(puzzle) else {"tray_wall": 0.0}

    def parts(self, puzzle: PolycubePuzzle, dimensions: Dimensions, way: str) -> tuple[Part, ...]:
        """Return the pieces, whole or cut, the tray, the lid and the pegs."""
        return puzzle_parts(puzzle, dimensions, cut=way == CUT)

    def sides(self, puzzle: PolycubePuzzle, dimensions: Dimensions) -> Sides:
        """Return the pieces as they lie in the solution that is shown, or what they have to fill where none is known.

        Where the goal is no box, the cells that come first are seen.
        """
        looks, cells = LOOKS[dimensions.colors], np.zeros((*puzzle.goal.size, 4))
        lying = [(one.piece, one.cells) for one in copies(puzzle, dimensions.solution) if one.cells is not None]
        for piece, places in lying:
            cells[tuple(np.transpose(places))] = looks.of_piece(piece).color
        if not lying:
            cells[tuple(np.transpose(puzzle.goal.cells))] = looks.box.color
        top, front, right = cells[:, :, ::-1], cells.swapaxes(1, 2), cells[::-1].transpose(1, 2, 0, 3)
        return Sides(
            *(_seen(side) * (*[light] * 3, 1.0) for side, light in zip((top, front, right), LIGHT, strict=True))
        )

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
        return check_puzzle(puzzle, dimensions, printer, parts, cut=way == CUT)

    def instructions(self, puzzle: PolycubePuzzle, parts: Sequence[Part], way: str) -> Instructions:
        """Return how the pieces are told apart, and what the sentences call left and front."""
        return instructions(parts)

    def assembly(self, puzzle: PolycubePuzzle, parts: Sequence[Part], way: str) -> tuple[Step, ...]:
        """Return how the pieces of the shown solution are put together."""
        return assembly(puzzle, parts)


def _seen(cells: Floats) -> Floats:
    """Return the first cell with a color along the third axis, everywhere; none is transparent."""
    first = (cells[..., 3] > 0).argmax(axis=2)[..., None, None]
    seen: Floats = np.take_along_axis(cells, first, axis=2)[:, :, 0]
    return seen
