# SPDX-License-Identifier: GPL-3.0-or-later
"""A toy kind of puzzle, a box with a lid: copied into core/toy of a tree of sources, it is all there is of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from ..common.options import MILLIMETERS, Options, declared, option
from ..kind.facts import Measure, Progress
from ..kind.kind import Kind
from ..kind.part import Look, Part
from ..solids.solid import solid_from_boxes

WOOD = Look("Wood", (0.6, 0.3, 0.1, 1.0))


@dataclass(frozen=True)
class ToyOptions(Options):
    seed: int = option(0, "Seed", "Makes the box higher", most=9)


@dataclass(frozen=True)
class ToyDimensions(Options):
    wall: float = option(2.0, "Wall", "Thickness of wall and lid", least=1.0, most=5.0, unit=MILLIMETERS)


class Toy(Kind):
    name = "toy"
    label = "Toy Box"
    meaning = "A box with a lid"
    options = declared(ToyOptions)
    dimensions = ToyDimensions
    measures = (Measure("height", "Height", "Height of the box", lambda height: f"{height} mm"),)
    format_name = "toy"

    def in_steps(self, values, jobs=1) -> Iterator[Progress]:
        height = 10 + ToyOptions(**values).seed
        yield Progress(1, 1, 0.5, None)
        return height

    def parts(self, puzzle, dimensions, way) -> tuple[Part, ...]:
        wall, top = dimensions.wall, puzzle + dimensions.wall
        outer, inner = ((0, 30),) * 2, ((wall, 30 - wall),) * 2
        box, box_place = solid_from_boxes([(*outer, (0, puzzle))], [(*inner, (wall, puzzle))]).centered()
        lid, lid_place = solid_from_boxes([(*outer, (puzzle, top))]).centered()
        lid_part = Part("lid", "Lid", lid, (WOOD,), lid_place, outward=(0, 0, 20))
        return Part("box", "Box", box, (WOOD,), box_place, walls=True), lid_part

    def name_of(self, puzzle) -> str:
        return self.label

    def summary(self, puzzle) -> str:
        return f"A box {puzzle} mm high"

    def canonical_form(self, puzzle) -> bytes:
        return bytes([puzzle])

    def to_json(self, puzzle) -> str:
        return json.dumps({"format": self.format_name, "height": puzzle})

    def from_json(self, text):
        return json.loads(text)["height"]


KIND = Toy()
