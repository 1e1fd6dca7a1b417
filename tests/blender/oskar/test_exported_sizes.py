# SPDX-License-Identifier: GPL-3.0-or-later
"""The exported STL files of small, flat, long and large puzzles: closed, of the right size, with their markers."""

from __future__ import annotations

from collections import defaultdict
from itertools import product
from pathlib import Path

import numpy as np
import pytest
import trimesh

from tests.blender.oskar.exported_meshes import EXACT, FACES, Dimensions, Export, Position, generate, load, solid

pytestmark = pytest.mark.once

SIZES = ((2, 1, 1), (1, 2, 4), (2, 2, 2), (10, 10, 2), (7, 4, 9), (20, 20, 20), (30, 30, 30))
OTHER_DIMENSIONS = (
    Dimensions(passage=7.5, wall=1.2, plate=2.0, clearance=0.25, overhang=6.0, start_marker=0.0, end_marker=2.0),
    Dimensions(passage=4.0, wall=4.5, plate=6.0, clearance=0.05, overhang=0.5, start_marker=5.0, end_marker=7.0),
)
COMB = [".....", ".#.#.", ".#.#.", ".#.#.", ".#.#."]
"""A face in which every cell of 3x3 can be reached."""


@pytest.mark.thorough
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_size_is_closed_and_has_its_dimensions(tmp_path: Path, size: Position) -> None:
    export = generate(tmp_path, size=size, seed=1)
    check_box(export)
    check_cross(export)
    check_trace(export)


@pytest.mark.parametrize("dimensions", OTHER_DIMENSIONS, ids=("slim", "thick"))
def test_other_dimensions_change_the_meshes(tmp_path: Path, dimensions: Dimensions) -> None:
    export = generate(tmp_path, dimensions, size=(3, 4, 5), seed=1)
    check_box(export)
    check_cross(export)
    check_trace(export)


@pytest.mark.parametrize("start", list(product((0, 2), repeat=3)), ids=str)
def test_a_start_in_a_corner_keeps_its_markers(tmp_path: Path, start: Position) -> None:
    export = generate(tmp_path, size=(3, 3, 3), seed=1, start=start)
    assert export.puzzle["start"] == list(start)
    check_box(export)
    check_cross(export)


@pytest.mark.parametrize(("start_marker", "end_marker"), [(3.0, 1.5), (1.0, 2.5), (2.0, 2.0), (0.0, 1.5)])
@pytest.mark.parametrize(
    ("start", "end"),
    [
        pytest.param((1, 0, 0), (2, 0, 0), id="neighbors-x"),
        pytest.param((1, 1, 0), (1, 2, 0), id="neighbors-y"),
        pytest.param((2, 2, 2), (2, 2, 1), id="neighbors-z"),
        pytest.param((0, 1, 2), (2, 1, 2), id="equal-in-YZ"),
        pytest.param((1, 0, 1), (1, 2, 1), id="equal-in-XZ"),
        pytest.param((0, 2, 0), (0, 2, 2), id="equal-in-XY"),
    ],
)
def test_markers_that_share_squares(
    tmp_path: Path, start: Position, end: Position, start_marker: float, end_marker: float
) -> None:
    faces = dict.fromkeys(FACES, COMB)
    puzzle = {"size": [3, 3, 3], "start": start, "end": end, "faces": faces, "settings": None}
    export = load(tmp_path, puzzle, Dimensions(start_marker=start_marker, end_marker=end_marker))
    check_box(export)
    check_cross(export)
    check_trace(export)


def check_box(export: Export) -> None:
    """Check that the box, alike in both files, has the outer size, the walls and the posts that it must have."""
    outer = [export.dimensions.outer(cells) for cells in export.size]
    marked = max(export.post_heights().values())
    for box, _ in (export.printable, export.solved):
        check_closed(box)
        assert box.extents == pytest.approx(np.array(outer) + marked, abs=EXACT)
        assert box.volume == pytest.approx(box_volume(export), rel=1e-5)
        assert tops_above(export, box) == pytest.approx(post_areas(export), abs=EXACT)


def check_cross(export: Export) -> None:
    """Check that the cross has its length and its volume, and stands where it is printed, clear of the box."""
    box, cross = export.printable
    check_closed(cross)
    dimensions = export.dimensions
    lengths = [
        2 * ((cells - 1) * dimensions.pitch + dimensions.passage / 2 + dimensions.plate + dimensions.overhang)
        for cells in export.size
    ]
    assert cross.extents == pytest.approx(lengths, abs=EXACT)
    volume = dimensions.arm_width**2 * (sum(lengths) - 2 * dimensions.arm_width)
    assert cross.volume == pytest.approx(volume, rel=1e-5)
    centers = [dimensions.center(cell) for cell in export.pose]
    assert cross.bounds.mean(axis=0) == pytest.approx(export.corner(box) + centers, abs=EXACT)
    gap = solid(cross).min_gap(solid(box), search_length=1.0)
    assert gap == pytest.approx(dimensions.clearance, abs=EXACT)


def check_trace(export: Export) -> None:
    """Check that the trace is a bar through the cells of the written solution, and touches nothing."""
    box, trace = export.solved
    check_closed(trace)
    width, pitch, moves = export.dimensions.arm_width / 2, export.dimensions.pitch, len(export.solution) - 1
    from_first_center = (trace.vertices - export.corner(box) - export.dimensions.center(0)) / pitch
    cells = from_first_center.round()
    assert {(int(x), int(y), int(z)) for x, y, z in cells} <= set(export.solution)
    assert pitch * np.abs(from_first_center - cells) == pytest.approx(width / 2, abs=EXACT)
    assert trace.volume == pytest.approx(width**2 * (moves * pitch + width), rel=1e-5)
    assert solid(trace).min_gap(solid(box), pitch) >= export.dimensions.passage / 2 - width / 2 - EXACT


def check_closed(body: trimesh.Trimesh) -> None:
    """Check that a body is closed, faces outward and is one solid, in the eyes of two libraries."""
    assert body.is_watertight
    assert body.is_winding_consistent
    assert body.volume > 0
    assert len(solid(body).decompose()) == 1
    assert solid(body).volume() == pytest.approx(body.volume)


def box_volume(export: Export) -> float:
    """Return the volume that the frame, the walls in the pictures and the posts must have together."""
    both = 2 * export.dimensions.plate
    x, y, z = (export.dimensions.outer(cells) - both for cells in export.size)
    frame = both**3 + both**2 * (x + y + z)
    walls = sum(
        both * export.square_area(3 - sum(FACES[name]), first, second)
        for name, picture in export.puzzle["faces"].items()
        for second, row in enumerate(picture)
        for first, square in enumerate(row)
        if square == "#"
    )
    posts = sum(height * export.square_area(*place) for place, height in export.post_heights().items())
    return frame + walls + posts


def post_areas(export: Export) -> dict[tuple[int, int, int, float], float]:
    """Return the area that the top of each post must have, by its axis, its two squares and its height."""
    return {(*place, height): export.square_area(*place) for place, height in export.post_heights().items()}


def tops_above(export: Export, box: trimesh.Trimesh) -> dict[tuple[int, int, int, float], float]:
    """Return the areas that the mesh has on its right, front and upper face, as ``post_areas`` gives them."""
    areas: dict[tuple[int, int, int, float], float] = defaultdict(float)
    places = box.triangles_center - export.corner(box)
    for axis, side in enumerate((1, -1, 1)):
        heights = places[:, axis] - export.dimensions.outer(export.size[axis]) if side > 0 else -places[:, axis]
        first_axis, second_axis = (across for across in range(3) if across != axis)
        for triangle in np.flatnonzero((side * box.face_normals[:, axis] > 0.5) & (heights > EXACT)):
            first, second = (
                export.dimensions.square_at(places[triangle, across], export.size[across])
                for across in (first_axis, second_axis)
            )
            areas[axis, first, second, round(float(heights[triangle]), 3)] += float(box.area_faces[triangle])
    return dict(areas)
