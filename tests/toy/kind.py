# SPDX-License-Identifier: GPL-3.0-or-later
"""A toy kind of puzzle, a box with a lid: copied into core/toy of a tree of sources, it is all there is of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from ..common.options import MILLIMETERS, Options, declared, option
from ..kind.kind import Facts, Files, Kind, Making, Measure, Progress
from ..kind.model import Model
from ..kind.part import Look, Part
from ..solids.solid import solid_from_boxes

WOOD = Look("Wood", (0.6, 0.3, 0.1, 1.0))


@dataclass(frozen=True)
class ToyOptions(Options):
    seed: int = option(0, "Seed", "Makes the box higher", most=9)


@dataclass(frozen=True)
class ToyDimensions(Options):
    wall: float = option(2.0, "Wall", "Thickness of wall and lid", least=1.0, most=5.0, unit=MILLIMETERS)


def make(values, jobs) -> Iterator[Progress]:
    yield Progress(1, 1, 0.5, None)
    return 10 + ToyOptions(**values).seed


class ToyModel(Model):
    dimensions = ToyDimensions

    def parts(self, puzzle, dimensions, way) -> tuple[Part, ...]:
        wall, top = dimensions.wall, puzzle + dimensions.wall
        outer, inner = ((0, 30),) * 2, ((wall, 30 - wall),) * 2
        box, box_place = solid_from_boxes([(*outer, (0, puzzle))], [(*inner, (wall, puzzle))]).centered()
        lid, lid_place = solid_from_boxes([(*outer, (puzzle, top))]).centered()
        lid_part = Part("lid", "Lid", lid, (WOOD,), lid_place, outward=(0, 0, 20))
        return Part("box", "Box", box, (WOOD,), box_place, walls=True), lid_part


HEIGHT = Measure("height", "Height", "Height of the box", lambda height: f"{height} mm")
FACTS = Facts(lambda _: "Toy Box", lambda height: f"A box {height} mm high", lambda height: bytes([height]), (HEIGHT,))
FILES = Files(
    "toy", lambda puzzle: json.dumps({"format": "toy", "height": puzzle}), lambda text: json.loads(text)["height"]
)
KIND = Kind("toy", "Toy Box", "A box with a lid", Making(declared(ToyOptions), make), ToyModel(), FACTS, FILES)
