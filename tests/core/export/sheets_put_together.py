# SPDX-License-Identifier: GPL-3.0-or-later
"""Parts that are cut from sheets, made again from the drawings alone: raised, less the kerf, and put together.

Nothing of the program's own geometry is used: shapely takes the kerf off, and manifold3d raises the parts and compares
them. Only where each part lies, and where it belongs, is what the program says.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import numpy as np
import shapely
from manifold3d import CrossSection, FillRule, Manifold, OpType
from numpy.typing import NDArray

from puzzle_cubes.export.plan import sheet_texts
from puzzle_cubes.export.puzzle import Puzzle
from puzzle_cubes.kind.part import turn_in_print
from puzzle_cubes.oskar.making.puzzle import Puzzle as OskarPuzzle
from tests.core.oskar import reference

SVG = "{http://www.w3.org/2000/svg}"
COLORS = {"engraving": "#00ff00", "inner_cuts": "#0000ff", "outer_cuts": "#000000"}
"""By the groups of a drawing, in their order: those by which users of boxes.py tell engraving and both cuts apart."""

LINE = re.compile(r"M([^MZ]*)Z")
HAIR = 1e-3
"""In cubic millimeters: what drawings of four decimals may overlap by their rounding."""

Ring = list[tuple[float, float]]

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Sheet:
    """A drawing: its sides in millimeters, and by part the rings of each color, counted from its lower left corner."""

    size: tuple[float, float]
    rings: Mapping[str, Mapping[str, list[Ring]]]

    def areas(self, kerf: float) -> dict[str, shapely.Polygon]:
        """Return what is left of each part once a beam of a width has run along all its contours."""
        left_of_parts = {}
        for key, rings in self.rings.items():
            (outer,) = rings["outer_cuts"]
            cut = shapely.Polygon(outer, rings.get("inner_cuts", []))
            assert cut.is_valid, key
            left_of_parts[key] = cut.buffer(-kerf / 2, join_style="mitre", mitre_limit=10)
        return left_of_parts


def read_svg(text: str) -> Sheet:
    """Return a drawing; it must be in millimeters, one to one, and have its colors in their order."""
    root = ElementTree.fromstring(text)  # noqa: S314  (our own)
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    assert (root.attrib["width"], root.attrib["height"]) == (f"{width:g}mm", f"{height:g}mm")
    groups = root.findall(f"{SVG}g")
    names = [group.attrib["id"] for group in groups]
    assert names == [name for name in COLORS if name in names]
    rings: dict[str, dict[str, list[Ring]]] = {}
    for group in groups:
        assert group.attrib["stroke"] == COLORS[group.attrib["id"]]
        assert group.attrib["fill"] == "none"
        assert float(group.attrib["stroke-width"]) <= 0.05
        for path in group.findall(f"{SVG}path"):
            key = path.attrib["id"].rpartition("_")[0]
            lines = LINE.findall(path.attrib["d"])
            assert "".join(f"M{line}Z" for line in lines) == path.attrib["d"]
            corners = [[tuple(map(float, corner.split(","))) for corner in line.split("L")] for line in lines]
            rings.setdefault(key, {})[group.attrib["id"]] = [[(x, height - y) for x, y in ring] for ring in corners]
    return Sheet((width, height), rings)


class Cut:
    """The parts of a puzzle, cut from its sheets by a beam of a width."""

    def __init__(self, puzzle: Puzzle, thickness: float, kerf: float) -> None:
        self.puzzle, self.thickness = puzzle, thickness
        self.lengths: Any = puzzle.lengths
        texts = sheet_texts(puzzle)
        names = [name for name in texts if re.fullmatch(r"sheet_\d+\.svg", name)]
        self.sheets = [read_svg(texts[name]) for name in sorted(names)]
        self.areas = [sheet.areas(kerf) for sheet in self.sheets]

    @cached_property
    def solids(self) -> dict[str, Manifold]:
        """The parts in their places in the puzzle put together, by their keys."""
        parts = {part.key: part for part in self.puzzle.parts}
        solids = {}
        for sheet, areas in zip(self.sheets, self.areas, strict=True):
            for key, area in areas.items():
                place = self.puzzle.laid[key]
                rings = [
                    np.array(ring.coords)[:-1] - np.array(sheet.size) / 2 for ring in (area.exterior, *area.interiors)
                ]
                section = CrossSection([ring - place.printed[:2] for ring in rings], FillRule.EvenOdd)
                raised = Manifold.extrude(section, self.thickness)
                assert abs(raised.volume() - self.thickness * area.area) < HAIR
                back = turn_in_print(place.up, turned=place.turned, angle=place.angle).T
                middle = np.array(parts[key].assembled)
                turned = raised.translate((0, 0, -self.thickness / 2)).transform(np.column_stack((back, np.zeros(3))))
                solids[key] = turned.translate(middle)
        assert solids.keys() == parts.keys()
        return solids

    @property
    def plates(self) -> list[Manifold]:
        return [solid for key, solid in self.solids.items() if key.startswith("panel")]

    @property
    def layers(self) -> list[Manifold]:
        return [solid for key, solid in self.solids.items() if key.startswith("layer")]

    def check_no_overlap(self) -> None:
        solids = list(self.solids.values())
        for number, solid in enumerate(solids):
            for second_solid in solids[number + 1 :]:
                assert (solid ^ second_solid).volume() < HAIR

    def check_play(self, play: float, near: float) -> None:
        """Assert that each plate has the play, and no more, to all sides along itself, and is no nearer to others."""
        plates = self.plates
        for number, plate in enumerate(plates):
            standing = Manifold.batch_boolean(plates[:number] + plates[number + 1 :], OpType.Add)
            assert abs(plate.min_gap(standing, 1.0) - play) < near
            for axis in {0, 1, 2} - {number_of_axis(plate)}:
                for way in (-1, 1):
                    free, stuck = (
                        (plate.translate([way * far * (along == axis) for along in range(3)]) ^ standing).volume()
                        for far in (play - near, play + near)
                    )
                    assert free < HAIR < stuck, (number, axis, way)

    def bars(self) -> list[Floats]:
        """Return the arms of the cross as boxes, shape (2 ends, 3) each, about its center: all of it lies in them."""
        cross = Manifold.batch_boolean(self.layers, OpType.Add)
        low, high = np.array(cross.bounding_box()).reshape(2, 3)
        middle = np.array(self.lengths.center(self.puzzle.content.size, self.puzzle.content.start))
        boxes = []
        for axis in range(3):
            # The section of an arm is seen near its end.
            near_end = cross.trim_by_plane([float(along == axis) for along in range(3)], high[axis] - 1.0)
            box = np.array(near_end.bounding_box()).reshape(2, 3)
            box[0, axis] = low[axis]
            boxes.append(box)
        assert (cross - Manifold.batch_boolean(list(map(box_of, boxes)), OpType.Add)).volume() < HAIR
        return [box - middle for box in boxes]

    def check_moves(self) -> None:
        """Assert that the cross can go along the whole solution, and that a wall stops it wherever it may not go on."""
        puzzle: OskarPuzzle = self.puzzle.content
        lengths = self.lengths
        plates, bars = Manifold.batch_boolean(self.plates, OpType.Add), self.bars()
        maze = reference.maze_of(puzzle)
        legal = {frozenset(move) for move in pairwise(puzzle.solution)}

        def swept(begin: Floats, end: Floats) -> float:
            boxes = [np.stack((np.minimum(begin, end) + low, np.maximum(begin, end) + high)) for low, high in bars]
            return float(sum((box_of(box) ^ plates).volume() for box in boxes))

        for move in legal:
            begin, end = (np.array(lengths.center(puzzle.size, place)) for place in move)
            assert swept(begin, end) < HAIR, move
        for place in puzzle.solution:
            begin = np.array(lengths.center(puzzle.size, place))
            for axis, way in ((axis, way) for axis in range(3) for way in (-1, 1)):
                beside = tuple(cell + way * (along == axis) for along, cell in enumerate(place))
                end = begin + [way * lengths.pitch * (along == axis) for along in range(3)]
                stopped = swept(begin, end) > HAIR
                assert stopped == (beside not in reference.neighbors(maze, puzzle.size, place)), (place, beside)


def box_of(ends: Floats) -> Manifold:
    return Manifold.cube(ends[1] - ends[0]).translate(ends[0])


def number_of_axis(plate: Manifold) -> int:
    """Return the axis across which a plate lies."""
    low, high = np.array(plate.bounding_box()).reshape(2, 3)
    return int((high - low).argmin())
