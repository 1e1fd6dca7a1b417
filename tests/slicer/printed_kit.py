# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks whether a kit goes together as a slicer would print it, and its cross slides; all lengths are in millimeters.

Of the product only the places of the parts are asked, and the way of the cross. What is printed comes from the G-code
of the exported files.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from pathlib import Path

import manifold3d
import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from puzzle_cubes.kind.part import UPSIDE_DOWN, Part, print_axes
from puzzle_cubes.library import Puzzle
from puzzle_cubes.oskar.model.dimensions import Dimensions
from puzzle_cubes.oskar.model.joints import FLAT, PEG, SOCKET, split_axis
from tests.slicer.printed_layers import Case, Layer, sliced

HALVES = {-1: f"cross_{PEG}", 1: f"cross_{SOCKET}"}
"""Which part of the cross goes to which end of the split axis."""

AROUND = 1.0
"""How far from the middle of the flat piece an arm of it begins, besides half its width."""

OVERLAPPING = 0.05
"""In cubic millimeters; what two parts share of that much or less does not count."""

DEEPEST = 1.0
"""How much less wide an arm is tried at most, a side, where it does not go through as it is."""

HAIR = 1e-4
"""In millimeters; what touches by less is free."""

SEAM = 1e-5
"""In millimeters; what is left open between two layers."""

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Placed:
    """The place of a part in the box: ``turned`` and ``moved`` take a place in print to that in the box."""

    turned: Floats
    moved: Floats

    @classmethod
    def of(cls, part: Part) -> Placed:
        """Return where a part of the product stands, whose print is centered on x = y = 0 and stands on z = 0."""
        turned, moved = np.zeros((3, 3)), np.array(part.assembled, dtype=float)
        for number, (axis, sign) in enumerate(print_axes(part.up)):
            ends = sign * part.solid.lines[axis][[0, -1]]
            turned[axis, number] = sign
            moved[axis] += sign * (float(ends.min()) if number == 2 else float(ends.mean()))
        return cls(turned, moved)

    def ends(self, layers: Sequence[Layer]) -> Floats:
        """Return the low and the high corner of layers in the box."""
        low, high = np.split(shapely.total_bounds([layer.area for layer in layers]), 2)
        corners = np.array([(*low, layers[0].low), (*high, layers[-1].high)]) @ self.turned.T + self.moved
        return np.sort(corners, axis=0)

    def within(self, layers: Sequence[Layer], ends: Floats) -> list[Layer]:
        """Return what of layers is between two corners in the box."""
        low, high = np.sort((ends - self.moved) @ self.turned, axis=0)
        near = [layer for layer in layers if layer.low < high[2] and low[2] < layer.high]
        window = shapely.box(*low[:2], *high[:2])
        cut = [replace(layer, area=layer.area.intersection(window)) for layer in near]
        return [layer for layer in cut if layer.area.area > 0]

    def body(self, layers: Sequence[Layer]) -> manifold3d.Manifold:
        """Return layers as one body in the box."""
        slabs = []
        for layer in layers:
            rings = [
                np.asarray(ring.coords)[:-1]
                for part in shapely.get_parts(layer.area)
                if isinstance(part, shapely.Polygon)
                for ring in (part.exterior, *part.interiors)
            ]
            area = manifold3d.CrossSection(rings, manifold3d.FillRule.EvenOdd)
            slabs.append(area.extrude(layer.high - layer.low - SEAM).translate((0.0, 0.0, layer.low)))
        # Bodies that are apart are one in no time, and a union takes seconds.
        whole = manifold3d.Manifold.compose(slabs)
        return whole.transform(np.column_stack((self.turned, self.moved)))


class PrintedKit:
    """A kit as it is sliced, which can be asked how it goes together on several printers.

    All files of the puzzle are written into a new folder, and G-code beside them.
    """

    def __init__(self, puzzle: Puzzle, folder: Path) -> None:
        if not isinstance(puzzle.dimensions, Dimensions):
            raise TypeError("it is no Oskar's Cube")
        puzzle.write(folder)
        self.puzzle, self.dimensions = puzzle.content, puzzle.dimensions
        self.parts = {part.key: part for part in puzzle.parts}
        self.places = {part.key: Placed.of(part) for part in puzzle.parts}
        files = {key: folder / f"{key}.stl" for key in self.parts}
        self.layers = sliced(files, folder, puzzle.printer.nozzle, puzzle.printer.layer)
        self._last: tuple[Case, dict[str, tuple[Layer, ...]]] | None = None

    def printed(self, case: Case) -> dict[str, tuple[Layer, ...]]:
        """Return the layers of each part as a printer lays them."""
        # The last is kept: all that is asked about a printer is asked in a row.
        if self._last is None or self._last[0] != case:
            self._last = case, {key: case.of(layers) for key, layers in self.layers.items()}
        return self._last[1]

    def clearance_left(self, case: Case) -> float:
        """Return the least distance between a plate and the arm that goes through it on the way from start to end.

        Where the arm does not go through it is how much less wide, a side, the arm would have to be, but negative. An
        arm that is higher than drawn, or lower, stands in the middle of its room.
        """
        return min(self.clearances_left(case).values())

    def clearances_left(self, case: Case) -> dict[str, float]:
        """Return what is left round the arm in each plate, by the plate's key."""
        center = np.array(self.dimensions.center(self.puzzle.size, self.puzzle.start))
        clearances = {}
        for key, part in self.parts.items():
            if not key.startswith("plate"):
                continue
            axis = part.up % UPSIDE_DOWN
            plate = self._seen_along(axis, key, case)
            section = self._section(axis, 1 if part.up >= UPSIDE_DOWN else -1, case)
            way = self._way(axis) - np.delete(center, axis)
            # Seen from the cross's center at the start.
            plate = shapely.transform(plate, lambda places, axis=axis: places - np.delete(center, axis))
            clearances[key] = _distance(plate, section, way)
        return clearances

    def overlaps(self, case: Case) -> dict[tuple[str, str], float]:
        """Return what any two parts share, in cubic millimeters, where they share anything."""
        printed = self.printed(case)
        ends = {key: place.ends(printed[key]) for key, place in self.places.items()}
        overlap_of = {}
        for first_key, second_key in combinations(self.places, 2):
            # The cross goes through the plates at its start, where clearance is what counts.
            if first_key.startswith("plate") != second_key.startswith("plate"):
                continue
            # Whole plates have many more corners than what of them is near each other.
            low, high = (
                np.maximum(ends[first_key][0], ends[second_key][0]),
                np.minimum(ends[first_key][1], ends[second_key][1]),
            )
            if (low < high).all():
                near = np.array((low, high))
                places = ((self.places[key], printed[key]) for key in (first_key, second_key))
                first, second = (place.body(place.within(layers, near)) for place, layers in places)
                if (shared := (first ^ second).volume()) > 0:
                    overlap_of[first_key, second_key] = shared
        return overlap_of

    def _in_box(self, key: str, case: Case) -> Iterator[tuple[Floats, Floats]]:
        """Yield the outlines of a printed part in the box: the corners at the layer's bottom, and at its top."""
        place = self.places[key]
        for layer in self.printed(case)[key]:
            corners = shapely.get_coordinates(layer.area)
            low, high = (
                np.column_stack((corners, np.full(len(corners), level))) @ place.turned.T + place.moved
                for level in (layer.low, layer.high)
            )
            yield low, high

    def _seen_along(self, axis: int, key: str, case: Case) -> BaseGeometry:
        """Return all that is printed of a plate, seen along its axis, by the two others."""
        place = self.places[key]
        rows = [second_axis for second_axis in range(3) if second_axis != axis]
        seen = shapely.union_all([layer.area for layer in self.printed(case)[key]])
        return shapely.transform(seen, lambda places: places @ place.turned[rows, :2].T + place.moved[rows])

    def _section(self, axis: int, end: int, case: Case) -> Floats:
        """Return the boxes, shape (number, 2, 2), that the arm along an axis fills at one end, seen along the axis.

        They have the low and the high corner along the two other axes, about the middle of all of them.
        """
        split = split_axis(self.puzzle.size)
        center = np.array(self.dimensions.center(self.puzzle.size, self.puzzle.start))
        begin = self.dimensions.arm_width / 2 + AROUND
        boxes = []
        for low, high in self._in_box(HALVES[end] if axis == split else f"cross_{FLAT}", case):
            both = np.concatenate((low, high)) - center
            if axis != split:
                both = both[end * both[:, axis] > begin]
            ends = np.delete(both, axis, axis=1)
            boxes.append((ends.min(axis=0), ends.max(axis=0)))
        section: Floats = np.array(boxes)
        # In its room it stands in the middle.
        section -= (section[:, 0].min(axis=0) + section[:, 1].max(axis=0)) / 2
        return section

    def _way(self, axis: int) -> Floats:
        """Return the way of the cross's center, seen along an axis, shape (positions, 2)."""
        centers = [self.dimensions.center(self.puzzle.size, place) for place in self.puzzle.solution]
        return np.delete(np.array(centers), axis, axis=1)


def overlapping(overlaps: Mapping[tuple[str, str], float]) -> dict[tuple[str, str], float]:
    """Return the overlaps that count."""
    return {pair: volume for pair, volume in overlaps.items() if volume > OVERLAPPING}


def _swept(section: Floats, way: Floats, less: float) -> BaseGeometry:
    """Return what boxes go over on a way along the axes, with all sides farther in by ``less``."""
    narrow = np.clip(section + np.array([[less], [-less]]), *_limits(section, less))
    boxes = []
    for here, target in pairwise(way):
        low, high = narrow[:, 0] + np.minimum(here, target), narrow[:, 1] + np.maximum(here, target)
        boxes.append(shapely.box(*low.T, *high.T))
    return shapely.union_all(np.concatenate(boxes))


def _limits(section: Floats, less: float) -> tuple[Floats, Floats]:
    """Return the low and the high corner of what is left of a whole section."""
    return section[:, 0].min(axis=0) + less, section[:, 1].max(axis=0) - less


def _distance(plate: BaseGeometry, section: Floats, way: Floats) -> float:
    distance = float(shapely.distance(plate, _swept(section, way, 0.0)))
    if distance > HAIR:
        return distance
    free, stuck = DEEPEST, 0.0
    while free - stuck > 0.001:
        less = (free + stuck) / 2
        touches = shapely.distance(plate, _swept(section, way, less)) <= HAIR
        free, stuck = (free, less) if touches else (less, stuck)
    return -free
