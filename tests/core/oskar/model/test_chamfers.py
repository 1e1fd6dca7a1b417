# SPDX-License-Identifier: GPL-3.0-or-later
"""Parts with chamfers are closed, lie within the sharp ones, and are cut where the dimensions say."""

from __future__ import annotations

from dataclasses import replace
from itertools import cycle
from typing import Any

import manifold3d
import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as run_with

from puzzle_cubes.kind.part import Part, print_axes
from puzzle_cubes.oskar.generating import generate
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.making.settings import Settings
from puzzle_cubes.oskar.model.as_printed import PRESETS
from puzzle_cubes.oskar.model.box_and_cross import BOX, CROSS, one_piece
from puzzle_cubes.oskar.model.dimensions import Dimensions
from puzzle_cubes.oskar.model.kit import PLATE_NAMES, kit
from puzzle_cubes.solids.chamfer_plan import SHARE
from tests.core.oskar import strategies
from tests.core.solids import judges
from tests.core.solids.measured import Floats, mesh_flaws

PUZZLE = generate(Settings(size=(3, 4, 2), start="best"))


SHARP = Dimensions(arm_chamfer=0.0, bed_chamfer=0.0)


def lowest(part: Part) -> Floats:
    """Return the corners of a part that lie on the bed as it is printed, along the two other axes."""
    vertices = part.mesh().vertices
    ((_, _), (_, _), (axis, sign)) = print_axes(part.up)
    heights = sign * vertices[:, axis]
    return np.delete(vertices[heights == heights.min()], axis, axis=1)


@pytest.mark.thorough
@given(puzzle=strategies.puzzles(4), dimensions=strategies.kit_dimensions(), widths=strategies.chamfer_widths())
@run_with(max_examples=15)
def test_parts_are_closed_and_lie_within_the_sharp_ones(
    puzzle: Puzzle, dimensions: Dimensions, widths: dict[str, Any]
) -> None:
    cut, sharp = (replace(dimensions, **some) for some in (widths, dict.fromkeys(widths, 0.0)))
    for make in (one_piece, kit):
        for part, whole in zip(make(puzzle, cut), make(puzzle, sharp), strict=True):
            mesh = part.mesh()
            assert mesh_flaws(mesh) == []
            judges.check_with_trimesh(mesh, part.volume)
            assert mesh.vertices.min(axis=0) == pytest.approx(whole.mesh().vertices.min(axis=0))
            assert mesh.vertices.max(axis=0) == pytest.approx(whole.mesh().vertices.max(axis=0))
            outside = judges.manifold_of(mesh) - judges.manifold_of(whole.mesh())
            assert outside.volume() == pytest.approx(0, abs=1e-6 * whole.volume)


@given(puzzle=strategies.marked_puzzles(4), dimensions=strategies.kit_dimensions(), width=strategies.lengths(0.05, 0.6))
@run_with(max_examples=8)
def test_marks_make_no_chamfer_narrower(puzzle: Puzzle, dimensions: Dimensions, width: float) -> None:
    marked = replace(dimensions, bed_chamfer=width)
    for part, plain in zip(
        kit(puzzle, marked)[:6], kit(puzzle, replace(marked, start_marker=0.0, end_marker=0.0))[:6], strict=True
    ):
        assert part.chamfer_widths == pytest.approx(plain.chamfer_widths)
        assert mesh_flaws(part.mesh()) == []
        judges.check_with_trimesh(part.mesh(), part.volume)


def test_nothing_is_cut_where_no_chamfer_is_wanted() -> None:
    for part in (*one_piece(PUZZLE, SHARP), *kit(PUZZLE, SHARP)):
        assert len(part.mesh().vertices) == len(part.solid.mesh().vertices)
        assert part.volume == part.solid.volume


def test_the_arms_end_in_smaller_squares() -> None:
    dimensions = Dimensions(arm_chamfer=0.6)
    vertices = next(part for part in one_piece(PUZZLE, dimensions) if part.key == CROSS).mesh().vertices
    for axis in range(3):
        end = vertices[vertices[:, axis] == vertices[:, axis].max()]
        assert end[:, axis] == pytest.approx(dimensions.half_arms(PUZZLE.size)[axis])
        assert np.delete(np.ptp(end, axis=0), axis) == pytest.approx(dimensions.arm_width - 2 * 0.6)


def test_what_lies_on_the_bed_is_smaller_there_and_nowhere_else() -> None:
    sharp, dimensions = SHARP, replace(SHARP, bed_chamfer=0.3)
    box, before = (
        next(part for part in one_piece(PUZZLE, values) if part.key == BOX) for values in (dimensions, sharp)
    )
    assert np.ptp(lowest(box), axis=0) == pytest.approx(np.ptp(lowest(before), axis=0) - 0.6)
    outline = np.ptp(lowest(before), axis=0)
    vertices = box.mesh().vertices
    from_0_3 = vertices[np.isclose(vertices[:, 2], 0.3)]
    assert np.ptp(from_0_3, axis=0)[:2] == pytest.approx(outline)
    for part, whole in zip(kit(PUZZLE, dimensions), kit(PUZZLE, sharp), strict=True):
        assert np.ptp(lowest(part), axis=0) == pytest.approx(np.ptp(lowest(whole), axis=0) - 0.6)


def section(part: Part, height: float) -> manifold3d.CrossSection:
    """Return a section of a part as it is printed."""
    vertices = part.mesh().vertices
    axes = print_axes(part.up)
    turned = np.stack([sign * vertices[:, axis] for axis, sign in axes], axis=1)
    turned[:, 2] -= turned[:, 2].min()
    mesh = manifold3d.Mesh(turned.astype(np.float32), part.mesh().split()[0].astype(np.uint32))
    return manifold3d.Manifold(mesh).slice(height)


@pytest.mark.parametrize(("preset", "width"), [*zip(PRESETS, cycle([0.3, 0.4]))])
def test_plates_are_cut_as_wide_as_asked_but_beside_marks(preset: str, width: float) -> None:
    puzzle, height = generate(Settings(size=(4, 3, 5), start="best")), 0.02
    dimensions = replace(PRESETS[preset].dimensions, bed_chamfer=width)
    unmarked, sharp = replace(dimensions, start_marker=0.0, end_marker=0.0), replace(dimensions, bed_chamfer=0.0)
    for cut, plain, whole in zip(*(kit(puzzle, values)[:6] for values in (dimensions, unmarked, sharp)), strict=True):
        (reached,) = plain.chamfer_widths
        # Half of a plate less the gap is the thinnest there is.
        assert reached == pytest.approx(min(width, SHARE * (dimensions.plate / 2 - dimensions.joint)))
        pits = section(replace(whole, solid=plain.solid), 0.01) - section(whole, 0.01)
        bottom, outline = section(cut, height), section(replace(whole, solid=plain.solid), height)
        expected = outline.offset(height - reached, manifold3d.JoinType.Miter, 2.0) - pits
        # Rims that are too thin for it, and what is left of a side that would be too short to be cut.
        beside = pits.offset(6.25 * width + 0.01, manifold3d.JoinType.Miter, 2.0)
        for difference in (bottom - expected, expected - bottom):
            assert (difference - beside).area() == pytest.approx(0, abs=1e-3)
        assert (bottom - expected).area() < 0.16 * (outline - expected).area()


def box_of(puzzle: Puzzle, dimensions: Dimensions) -> manifold3d.Manifold:
    """Return the box in one piece."""
    return judges.manifold_of(next(part for part in one_piece(puzzle, dimensions) if part.key == BOX).mesh())


@pytest.mark.parametrize("bed_chamfer", [0.0, 0.2])
def test_posts_have_their_edges_cut_and_their_feet_not(bed_chamfer: float) -> None:
    # In the middle of the lower and of the upper faces, so that each post is a square by itself.
    puzzle = replace(PUZZLE, size=(3, 4, 2), start=(1, 2, 0), end=(1, 1, 1), settings=None)
    dimensions = Dimensions(start_marker=3.0, end_marker=1.5, marker_chamfer=0.4, bed_chamfer=bed_chamfer)
    top = dimensions.outer_size(puzzle.size)[2]
    solid = box_of(puzzle, dimensions)
    whole, cut = dimensions.wall**2, dimensions.wall**2 - 2 * 0.4**2
    assert solid.slice(top + 3.0 - 1e-6).area() == pytest.approx(4 * (dimensions.wall - 0.8) ** 2, rel=1e-3)
    assert solid.slice(top + 1.5 + 1e-3).area() == pytest.approx(4 * cut, rel=1e-3)
    # Two posts of the start are two of the end, too.
    assert solid.slice(top + 1e-3).area() == pytest.approx(6 * cut, rel=1e-3)
    assert box_of(puzzle, replace(dimensions, marker_chamfer=0.0)).slice(top + 1e-3).area() == pytest.approx(6 * whole)


@pytest.mark.parametrize("bed_chamfer", [0.0, 0.2])
@pytest.mark.parametrize("start", [(1, 2, 1), (0, 0, 0), (2, 3, 1), (0, 3, 0)], ids=str)
def test_chamfers_of_posts_leave_the_box_as_it_is(start: tuple[int, int, int], bed_chamfer: float) -> None:
    puzzle = replace(PUZZLE, start=start, end=(2, 0, 0), settings=None)
    without, dimensions = (Dimensions(marker_chamfer=width, bed_chamfer=bed_chamfer) for width in (0.0, 0.4))
    before, after = box_of(puzzle, without), box_of(puzzle, dimensions)
    outer = np.array(dimensions.outer_size(puzzle.size))
    inside = manifold3d.Manifold.cube(outer).translate(-outer / (2, 2, np.inf))
    # Where a post's side goes on as the box's the cut runs out there, as a corner of a cube: at six places at most.
    assert 0 <= (before ^ inside).volume() - (after ^ inside).volume() + 1e-6 < 6.1 * 0.4**3 / 6
    posts = [(bodies - inside).volume() for bodies in (before, after)]
    assert 0.8 * posts[0] < posts[1] < 0.99 * posts[0]


def test_a_kit_has_no_chamfers_on_markers() -> None:
    for part, whole in zip(kit(PUZZLE, Dimensions(marker_chamfer=0.4)), kit(PUZZLE, Dimensions()), strict=True):
        assert part.volume == whole.volume


def test_arms_with_chamfers_have_them_on_the_bed_too() -> None:
    dimensions = Dimensions(arm_chamfer=0.5, bed_chamfer=0.2)
    for part in kit(PUZZLE, dimensions):
        is_plate = part.key.endswith(PLATE_NAMES)
        assert part.chamfer.width == (0.2 if is_plate else 0.4)


def test_a_width_for_which_there_is_no_room_becomes_the_largest_there_is() -> None:
    dimensions = Dimensions(arm_chamfer=50.0)
    cross = next(part for part in one_piece(PUZZLE, dimensions) if part.key == CROSS)
    assert cross.chamfer.skin(cross.solid).widths[0] == pytest.approx(SHARE * dimensions.arm_width)
