# SPDX-License-Identifier: GPL-3.0-or-later
"""Burrs as solids: sticks or boards, which need no box."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from types import MappingProxyType
from typing import Any

from ...common.options import Value
from ...kind.model import Preset
from ...kind.part import Part, Point
from ...packing.kind.model import PackingModel
from ...packing.model.dimensions import Dimensions as PackingDimensions
from ...packing.model.parts import PiecePart
from ...packing.model.presets import PRESETS
from ...packing.model.presets import gaps as packing_gaps
from ...polycubes.puzzle import PolycubePuzzle
from ...printing.printer import Printer
from ..crossed import Numbered, numbered

BOX = ("tray_wall", "tray_gap", "lid_gap")
"""Dimensions of a box: a burr needs none."""


@dataclass(frozen=True)
class Dimensions(PackingDimensions):
    """The dimensions of the pieces. Those of a box are there, but nobody is asked for them."""

    tray_wall: float = 0.0
    tray_gap: float = PackingDimensions.tray_gap
    lid_gap: float = PackingDimensions.lid_gap


def _without_box(preset: Preset[PackingDimensions]) -> Preset[PackingDimensions]:
    own = {one.name: getattr(preset.dimensions, one.name) for one in fields(Dimensions) if one.name not in BOX}
    return replace(preset, dimensions=Dimensions(**own))


class BurrModel(PackingModel):
    """Sticks or boards with notches that hold each other."""

    dimensions = Dimensions
    presets = MappingProxyType({name: _without_box(preset) for name, preset in PRESETS.items()})
    ways = (replace(PackingModel.ways[0], meaning="All pieces lie apart on the bed"), *PackingModel.ways[1:])
    sizes = ("cube",)

    def following(self, puzzle: PolycubePuzzle) -> Mapping[str, float]:
        """Return nothing: there is no box."""
        return {}

    @staticmethod
    def gaps(printer: Printer) -> dict[str, Any]:
        """Return the inset that follows from a printer."""
        return {name: gap for name, gap in packing_gaps(printer).items() if name not in BOX}

    def parts(self, puzzle: PolycubePuzzle, dimensions: PackingDimensions, way: str) -> tuple[Part, ...]:
        """Return the pieces, each called by its number, too."""
        known = numbered(puzzle)
        return tuple(_called(part, known) for part in super().parts(puzzle, dimensions, way))

    def derived_lengths(self, dimensions: PackingDimensions, puzzle: PolycubePuzzle) -> dict[str, float | Point]:
        """Return the gap between pieces, and the size of the burr."""
        lengths = super().derived_lengths(dimensions, puzzle)
        del lengths["outer_size"]
        return lengths

    def derived_lines(
        self, dimensions: PackingDimensions, puzzle: PolycubePuzzle | None, values: Mapping[str, Value]
    ) -> tuple[tuple[str, str], ...]:
        """Return the gap, and for a burr its size."""
        return tuple(line for line in super().derived_lines(dimensions, puzzle, values) if line[0] != "Box")


def _called(part: Part, known: Sequence[Numbered | None]) -> Part:
    """Return a part of a burr as it is called: a piece, also one that is cut, by its number and its name."""
    if not isinstance(part, PiecePart) or (one := known[part.piece]) is None:
        return part
    label = f"{one.cut.name.capitalize()} {one.number} ({part.name})"
    return replace(part, piece_label=label, label=part.label if part.section else label)
