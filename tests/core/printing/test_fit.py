# SPDX-License-Identifier: GPL-3.0-or-later
"""Meshes that share room with boxes are found, as manifold3d finds them."""

from __future__ import annotations

from math import prod

import manifold3d
import numpy as np
from hypothesis import assume, given
from hypothesis import strategies as draw
from numpy.typing import NDArray

from puzzle_cubes.oskar.kind import OSKAR
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.model.box_and_cross import cross, one_piece, printing_position
from puzzle_cubes.oskar.model.dimensions import Dimensions
from puzzle_cubes.printing.checks import boxes_of, meets
from puzzle_cubes.solids.solid import Solid
from tests.core.oskar import strategies

LENGTHS = draw.floats(-6, 6).map(lambda value: round(value, 2))


@draw.composite
def bodies(pick: draw.DrawFn) -> manifold3d.Manifold:
    """Return a tetrahedron, a cube or a ball somewhere, turned."""
    size = pick(draw.floats(0.5, 4))
    body = pick(
        draw.sampled_from(
            [
                manifold3d.Manifold.tetrahedron().scale((size, size, size)),
                manifold3d.Manifold.cube((size, 2 * size, size), center=True),
                manifold3d.Manifold.sphere(size, 12),
            ]
        )
    )
    angles = pick(draw.tuples(*3 * [draw.floats(1, 80)]))
    return body.rotate(angles).translate(pick(draw.tuples(LENGTHS, LENGTHS, LENGTHS)))


def covers(boxes: NDArray[np.float64], body: NDArray[np.float64]) -> bool:
    """Report whether boxes together hold all of a box: the middle of each part that their planes cut it into."""
    planes = [np.unique(np.clip([*boxes[:, axis].ravel(), *body[axis]], *body[axis]).round(6)) for axis in range(3)]
    middles = np.stack(np.meshgrid(*((ends[1:] + ends[:-1]) / 2 for ends in planes)), axis=-1).reshape(-1, 1, 3)
    return bool(((boxes[..., 0] < middles) & (middles < boxes[..., 1])).all(axis=2).any(axis=1).all())


@given(bodies(), draw.tuples(*3 * [draw.floats(0.3, 5)]))
def test_a_body_meets_a_box_where_both_share_room(body: manifold3d.Manifold, sides: tuple[float, float, float]) -> None:
    shared = (body ^ manifold3d.Manifold.cube(sides)).volume()
    # What only touches may be taken for either.
    assume(shared == 0 or shared > 0.01)
    mesh = body.to_mesh()
    box = np.array([[(0, side) for side in sides]], dtype=float)
    assert meets(mesh.vert_properties.astype(float), mesh.tri_verts.astype(np.int32), box) == (shared > 0)


@given(draw.data())
def test_boxes_are_the_solid(data: draw.DataObject) -> None:
    shape = data.draw(draw.tuples(*3 * [draw.integers(1, 4)]))
    count = prod(shape)
    filled = np.array(data.draw(draw.lists(draw.booleans(), min_size=count, max_size=count)))
    x, y, z = (np.arange(count + 1) ** 1.5 for count in shape)
    solid = Solid((x, y, z), filled.reshape(shape))
    boxes = boxes_of(solid)
    assert np.isclose(np.prod(boxes[:, :, 1] - boxes[:, :, 0], axis=1).sum(), solid.volume)
    for box in boxes:
        inside = [np.searchsorted(line, ends) for line, ends in zip(solid.lines, box, strict=True)]
        assert solid.filled[tuple(slice(*ends) for ends in inside)].all()


@given(strategies.puzzles(4))
def test_the_box_leaves_the_way_of_the_cross_free_and_a_thicker_one_does_not(puzzle: Puzzle) -> None:
    dimensions = Dimensions()
    parts = one_piece(puzzle, dimensions)
    box = parts[0]
    mesh = box.mesh()
    triangles = mesh.split()[0]
    room = OSKAR.room_of_others(puzzle, dimensions, "one_piece", parts, "box")
    assert not meets(mesh.vertices, triangles, room)
    # Each place at which the cross ever stands, also while it is printed, is in that room.
    arms = boxes_of(cross(puzzle.size, dimensions))
    for position in (*puzzle.solution, printing_position(puzzle)):
        center = np.array(dimensions.center(puzzle.size, position))[:, None]
        assert all(covers(room, arm + center) for arm in arms)
    # Between cells along two axes there is always a wall.
    assert meets(mesh.vertices + dimensions.pitch / 2, triangles, room)
    # And the cross has its room in the box at the start and where it is printed.
    arms_mesh = parts[1].mesh()
    standing = arms_mesh.vertices + np.array(parts[1].assembled)
    walls = OSKAR.room_of_others(puzzle, dimensions, "one_piece", parts, "cross")
    assert not meets(standing, arms_mesh.split()[0], walls)
    # Between cells along two axes there is always a wall.
    assert meets(standing + dimensions.pitch / 2, arms_mesh.split()[0], walls)
