# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads exported files back with other libraries and with none of the extension's own code.

What an exported cross passes over follows from the vertices of the STL file; a kit is put together again as by a user.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from functools import cached_property
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import bpy
import manifold3d
import numpy as np
import trimesh
from numpy.typing import NDArray

from puzzle_cubes.oskar.model import dimensions as defaults
from tests.blender.puzzles import only_puzzle, parts_apart
from tests.core.export.written import CROSS_PARTS, PLATES
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
                x, y, z = (cell + step * (moved_axis == axis) for moved_axis, cell in enumerate(here))
                if (x, y, z) not in reached and self.is_legal(here, axis, step):
                    reached.add((x, y, z))
                    queue.append((x, y, z))
        middle = [(cells - 1) / 2 for cells in self.size]

        def order(position: Position) -> tuple[float, ...]:
            x, y, z = position
            return -z, (x - middle[0]) ** 2 + (y - middle[1]) ** 2, y, x

        return min(reached, key=order)

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


def arms_of(export: Export) -> list[manifold3d.Manifold]:
    """Return the cross's arms: per axis, the hull of the vertices at the cross's two ends.

    At each of the eight corners of an arm there is one, or with chamfers three and the point in which these meet.
    """
    cross: trimesh.Trimesh = export.printable[1]
    chamfer = export.dimensions.arm_chamfer
    at_ends = np.abs(cross.vertices[:, None, :] - cross.bounds).min(axis=1) < chamfer + EXACT
    assert at_ends.sum(axis=0).tolist() == [8 * (4 if chamfer else 1)] * 3
    return [manifold3d.Manifold.hull_points(cross.vertices[at_ends[:, axis]]) for axis in range(3)]


def every_move(size: Position) -> Iterator[tuple[Position, int, int]]:
    """Yield all moves by one cell from all positions, also out of the box; of a move and its way back only one."""
    for x, y, z in product(*map(range, size)):
        for axis in range(3):
            yield (x, y, z), axis, 1
            if (x, y, z)[axis] == 0:
                yield (x, y, z), axis, -1


def sweep(
    export: Export, arms: list[manifold3d.Manifold], position: Position, axis: int, step: int
) -> manifold3d.Manifold:
    """Return what the cross passes over: of each arm, which is convex, the hull of where it begins and ends."""
    target = np.array(position)
    target[axis] += step
    begin, end = (away_from_pose(export, cells) for cells in (np.array(position), target))
    return union([manifold3d.Manifold.batch_hull([arm.translate(begin), arm.translate(end)]) for arm in arms])


def away_from_pose(export: Export, cells: NDArray[np.int_]) -> tuple[float, float, float]:
    """Return how far the cross of the file is from a position."""
    x, y, z = (float(value) for value in export.dimensions.pitch * (cells - np.array(export.pose)))
    return x, y, z


def union(solids: list[manifold3d.Manifold]) -> manifold3d.Manifold:
    """Return the solids as one."""
    return manifold3d.Manifold.batch_boolean(solids, manifold3d.OpType.Add)


def gap_along_solution(export: Export) -> float:
    """Move the cross from where it stands through the written solution, and return the least gap to the box."""
    cells, arms = export.solution, arms_of(export)
    assert len(cells) > 1
    assert list(cells[0]) == export.puzzle["start"]
    assert list(cells[-1]) == export.puzzle["end"]
    way = [solid(export.printable[1]).translate(away_from_pose(export, np.array(cells[0])))]
    for here, neighbor in pairwise(cells):
        (axis,) = (axis for axis in range(3) if here[axis] != neighbor[axis])
        assert export.is_legal(here, axis, neighbor[axis] - here[axis])
        way.append(sweep(export, arms, here, axis, neighbor[axis] - here[axis]))
    return float(union(way).min_gap(solid(export.printable[0]), search_length=1.0))


def part_of(folder: Path, name: str) -> trimesh.Trimesh:
    """Return the only body in the file of a part."""
    body = trimesh.load_mesh(folder / f"{name}.stl")
    # This finds out sooner than trimesh whether there are several.
    assert len(solid(body).decompose()) == 1
    return body


def assembled(folder: Path) -> dict[str, trimesh.Trimesh]:
    """Return the parts in the files, in the places where the scene shows them when the kit is put together.

    A file's z is the axis across a plate, or the one that the cross is split along for its flat piece and the next
    but one for the others; x and y are the axes that follow. The upper plates and the half arm with the socket lie
    upside down: their y and z run the other way.
    """
    size = json.loads((folder / "puzzle.json").read_text(encoding="utf-8"))["size"]
    split = max(range(3), key=lambda axis: (size[axis], axis))
    up = {name: number // 2 for number, name in enumerate(PLATES)}
    up |= dict(zip(CROSS_PARTS, (split, (split + 2) % 3, (split + 2) % 3), strict=True))
    group = only_puzzle().puzzle_cubes
    group.explode = 0.0
    bodies = {}
    for name, part in parts_apart(group).items():
        bodies[name] = part_of(folder, name)
        ways = (1, -1, -1) if name.endswith(("max", "socket")) else (1, 1, 1)
        upright = np.roll(ways * (bodies[name].vertices - bodies[name].bounds.mean(axis=0)), up[name] + 1, axis=1)
        bodies[name].vertices = upright + np.array(part.location) * 1000
    return bodies
