# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads exported files back with other libraries and with none of the extension's own code."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import Any

import bpy
import manifold3d
import numpy as np
import trimesh
from numpy.typing import NDArray

from puzzle_cubes.oskar.model import dimensions as defaults
from tests.core.solids.judges import closed_manifold

Position = tuple[int, int, int]

FACES = {"XY": (0, 1), "XZ": (0, 2), "YZ": (1, 2)}
"""The first and second axis of each face."""

EXACT = 1e-3
"""Millimeters by which a number in an STL file may be off."""


@dataclass(frozen=True)
class Dimensions:
    """The dimensions that the operators are given, in millimeters; those that are not given leave all edges sharp."""

    passage: float = 5.0
    wall: float = 3.0
    plate: float = 3.0
    clearance: float = 0.4
    overhang: float = 0.0
    start_marker: float = 3.0
    end_marker: float = 1.5
    joint: float = 0.1
    arm_chamfer: float = 0.0
    bed_chamfer: float = 0.0

    @property
    def pitch(self) -> float:
        """From one cell's center to the next one's."""
        return self.passage + self.wall

    @property
    def arm_width(self) -> float:
        """The passage without the clearance on both sides."""
        return self.passage - 2 * self.clearance

    def outer(self, cells: int) -> float:
        """Return the outer length of the box along an axis, without markers."""
        return cells * self.passage + (cells - 1) * self.wall + 2 * self.plate

    def center(self, cell: int) -> float:
        """Return the distance from the box's outer face to the center of a cell."""
        return self.plate + self.passage / 2 + cell * self.pitch


AS_IT_COMES = Dimensions(**{length.name: getattr(defaults.Dimensions(), length.name) for length in fields(Dimensions)})
"""The dimensions of a puzzle that nobody has given any."""


@dataclass(frozen=True)
class Export:
    """The files in a folder, and the dimensions that were asked for."""

    folder: Path
    dimensions: Dimensions

    @cached_property
    def puzzle(self) -> dict[str, Any]:
        """The values of puzzle.json."""
        values: dict[str, Any] = json.loads((self.folder / "puzzle.json").read_text(encoding="utf-8"))
        return values

    @property
    def size(self) -> Position:
        """The cells along each axis."""
        x, y, z = self.puzzle["size"]
        return x, y, z

    @cached_property
    def solution(self) -> list[Position]:
        """The positions under 'Cells:' in outputSequence.txt."""
        text = (self.folder / "outputSequence.txt").read_text(encoding="utf-8")
        lines = text.split("\nCells:\n")[1].split("\n\n")[0].splitlines()
        triples = [[int(value) for value in line.strip("()").split(", ")] for line in lines]
        return [(x, y, z) for x, y, z in triples]

    @cached_property
    def printable(self) -> list[trimesh.Trimesh]:
        """The bodies of printableMaze.stl: box and cross."""
        return read_bodies(self.folder / "printableMaze.stl")

    def is_legal(self, position: Position, axis: int, step: int) -> bool:
        """Report whether both faces that see the move of one cell show a passage for it."""
        between = [2 * cell for cell in position]
        between[axis] += step
        if not 0 <= between[axis] <= 2 * (self.size[axis] - 1):
            return False
        return all(
            self.puzzle["faces"][name][between[second]][between[first]] == "."
            for name, (first, second) in FACES.items()
            if axis in (first, second)
        )

    @cached_property
    def pose(self) -> Position:
        """The place where the cross must stand: at a start in the top layer, else high and near the middle."""
        x, y, z = self.puzzle["start"]
        if z == self.size[2] - 1:
            return x, y, z
        reached, queue = {(x, y, z)}, [(x, y, z)]
        while queue:
            here = queue.pop()
            for axis, step in product(range(3), (-1, 1)):
                neighbor = tuple(cell + step * (moved_axis == axis) for moved_axis, cell in enumerate(here))
                if neighbor not in reached and self.is_legal(here, axis, step):
                    reached.add((neighbor[0], neighbor[1], neighbor[2]))
                    queue.append((neighbor[0], neighbor[1], neighbor[2]))
        top = max(position[2] for position in reached)
        middle = [(cells - 1) / 2 for cells in self.size]

        def distance(position: Position) -> float:
            return (position[0] - middle[0]) ** 2 + (position[1] - middle[1]) ** 2

        layer = [position for position in reached if position[2] == top]
        nearest = min(map(distance, layer))
        return min(
            (position for position in layer if distance(position) == nearest), key=lambda position: position[1::-1]
        )

    def post_heights(self) -> dict[tuple[int, int, int], float]:
        """Return the height of each post, by the axis that its face looks along and its two squares there."""
        heights: dict[tuple[int, int, int], float] = {}
        for marked, height in (("start", self.dimensions.start_marker), ("end", self.dimensions.end_marker)):
            for first_axis, second_axis in FACES.values():
                first, second = (2 * self.puzzle[marked][axis] for axis in (first_axis, second_axis))
                for across, along in product((-1, 1), repeat=2):
                    key = (3 - first_axis - second_axis, first + across, second + along)
                    heights[key] = max(height, heights.get(key, 0.0))
        return {key: height for key, height in heights.items() if height}

    def corner(self, box: trimesh.Trimesh) -> NDArray[np.float64]:
        """Return the lowest corner of a box but for its posts: in front of it they stand out, too."""
        front = max(self.post_heights().values(), default=0.0)
        corner: NDArray[np.float64] = np.array(box.bounds[0]) + np.array([0.0, front, 0.0])
        return corner


def generate(folder: Path, dimensions: Dimensions | None = None, **settings: Any) -> Export:
    """Make a puzzle with the operator and export it."""
    dimensions = dimensions or Dimensions()
    assert bpy.ops.puzzle_cubes.generate(**settings, **asdict(dimensions)) == {"FINISHED"}
    return _export(folder, dimensions)


def _export(folder: Path, dimensions: Dimensions) -> Export:
    assert bpy.ops.puzzle_cubes.export(directory=str(folder)) == {"FINISHED"}
    return Export(folder, dimensions)


def read_bodies(file: Path) -> list[trimesh.Trimesh]:
    """Return the bodies of an STL file, the one with the most vertices first: that is the box."""
    merged = trimesh.load_mesh(file)
    bodies = merged.split(only_watertight=False, repair=False, engine="networkx")
    return sorted(bodies, key=lambda body: -len(body.vertices))


def solid(body: trimesh.Trimesh) -> manifold3d.Manifold:
    """Return a body as a solid; it must be closed."""
    return closed_manifold(body.vertices, body.faces)
