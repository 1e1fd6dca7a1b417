# SPDX-License-Identifier: GPL-3.0-or-later
"""The coupon's bodies lie on the bed, and its holes, notches and dots are what they promise."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import combinations

import manifold3d
import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import settings as run_with
from hypothesis import strategies as draw
from hypothesis.strategies import SearchStrategy

from puzzle_cubes.oskar.model.as_printed import PRESETS, coupon
from puzzle_cubes.oskar.model.box_and_cross import cross
from puzzle_cubes.oskar.model.dimensions import Dimensions
from puzzle_cubes.solids.mesh import is_closed
from puzzle_cubes.solids.solid import Solid
from tests.core.oskar import strategies
from tests.core.solids import judges
from tests.core.solids.measured import Floats, euler_genus, faces_look_outward, mesh_flaws, triangles, volume

HOLE_GAPS = [0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7]
NOTCH_GAPS = [0.05, 0.1, 0.15, 0.2, 0.25, 0.3]

Extents = Floats
"""The lowest and the highest corner of parts of a section, shape (parts, 2, 2), in the order of x."""


def hairs() -> SearchStrategy[Dimensions]:
    """Draw dimensions with which a dot's side and an opening's differ by next to nothing, or by nothing."""
    hair = draw.sampled_from((0.0, 1e-3, -1e-3, 1e-6, -1e-6, 1e-9, -1e-9))
    hole = draw.builds(
        lambda gap, hair: Dimensions(passage=2 * (1.2 - gap + hair + 0.05), clearance=0.05),
        draw.sampled_from(HOLE_GAPS),
        hair,
    )
    notch = draw.builds(
        lambda half, gap, hair: Dimensions(passage=0.42, clearance=0.01, wall=2 * (half - gap + hair) - 0.42),
        draw.sampled_from((0.4, 1.2)),
        draw.sampled_from(NOTCH_GAPS[:3]),
        hair,
    )
    return hole | notch


def extremes() -> SearchStrategy[Dimensions]:
    """Draw the smallest and the largest that dimensions may be."""
    ends = draw.sampled_from((0.01, 1000.0))
    return draw.builds(
        Dimensions, passage=draw.sampled_from((0.42, 1000.0)), wall=ends, plate=ends, clearance=draw.just(0.01)
    )


def any_dimensions(most: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Run a test with the presets and with dimensions of every kind: as many as elsewhere, and no more than some."""

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        decorated = given(dimensions=strategies.all_dimensions() | hairs() | extremes())(test)
        for preset in PRESETS.values():
            decorated = example(dimensions=preset.dimensions)(decorated)
        usual = run_with.default
        return run_with(max_examples=min(most, usual.max_examples if usual else most))(decorated)

    return decorate


@lru_cache
def solids_of(dimensions: Dimensions) -> dict[str, Solid]:
    """Return the bodies of a coupon without their chamfers."""
    return {name: body.solid for name, body in coupon(dimensions).items()}


def section(solid: Solid, height: float) -> manifold3d.CrossSection:
    """Return the section of a body at a height."""
    return judges.manifold_of(solid.mesh()).slice(height)


def extents(outlines: list[Floats]) -> Extents:
    """Return the extents of outlines in the order of x; each must be a rectangle along the axes."""
    corners = sorted(([outline.min(axis=0), outline.max(axis=0)] for outline in outlines), key=lambda ends: ends[0][0])
    return np.array(corners).reshape(-1, 2, 2)


def area(outline: Floats) -> float:
    """Return the area within an outline (the shoelace formula), negative for a hole."""
    x, y = outline.T
    return float(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2


def holes_of(solid: Solid, height: float) -> Extents:
    """Return the extents of the rectangular holes in a section."""
    holes = [outline for outline in section(solid, height).to_polygons() if area(outline) < 0]
    rectangles = extents(holes)
    areas = sorted(-area(outline) for outline in holes)
    assert areas == pytest.approx(sorted(np.prod(rectangles[:, 1] - rectangles[:, 0], axis=1)), rel=1e-6)
    return rectangles


def dots_of(solid: Solid, height: float) -> Extents:
    """Return the extents of the separate pieces of a section."""
    pieces = section(solid, height).decompose()
    outlines = [outline for piece in pieces for outline in piece.to_polygons()]
    assert len(outlines) == len(pieces)
    return extents(outlines)


def notches_of(solid: Solid) -> Extents:
    """Return the extents of what is missing in a bar's section, up to the rectangle around it."""
    part = section(solid, solid.lines[2][1] / 2)
    left, front, right, back = part.bounds()
    whole = manifold3d.CrossSection.square((right - left, back - front)).translate((left, front))
    return extents([outline for piece in (whole - part).decompose() for outline in piece.to_polygons()])


@any_dimensions(60)
def test_each_body_is_closed_and_one_also_in_single_precision(dimensions: Dimensions) -> None:
    bodies = coupon(dimensions)
    assert list(bodies) == ["holes", "notches", "arm", "finger"]
    for name, body in bodies.items():
        solid = body.solid
        mesh = solid.mesh()
        assert mesh_flaws(mesh) == []
        assert faces_look_outward(solid, mesh)
        judges.check_with_trimesh(mesh, volume(solid))
        cut = body.mesh()
        judged = judges.manifold_of(cut)
        assert len(judged.decompose()) == 1
        assert judged.genus() == euler_genus(mesh) == (len(HOLE_GAPS) if name == "holes" else 0)
        corners = cut.vertices.astype(np.float32)
        assert len(np.unique(corners, axis=0)) == len(corners)
        assert is_closed(corners[triangles(cut)])


@any_dimensions(60)
def test_bodies_lie_on_the_bed_and_nothing_overhangs(dimensions: Dimensions) -> None:
    for solid in solids_of(dimensions).values():
        assert solid.lines[2][0] == 0
        assert (solid.filled[:, :, :-1] >= solid.filled[:, :, 1:]).all()


@pytest.mark.thorough
@any_dimensions(30)
def test_bodies_stand_four_millimeters_apart(dimensions: Dimensions) -> None:
    meshes = [solid.mesh() for solid in solids_of(dimensions).values()]
    gaps = [judges.distance(body, second_body, np.zeros(3)) for body, second_body in combinations(meshes, 2)]
    assert min(gaps) == pytest.approx(4, abs=1e-4)
    vertices = np.concatenate([mesh.vertices for mesh in meshes])
    assert (vertices.min(axis=0) + vertices.max(axis=0))[:2] == pytest.approx([0, 0], abs=1e-9)


@any_dimensions(60)
def test_holes_are_wider_than_the_arm_by_the_clearances(dimensions: Dimensions) -> None:
    plate = solids_of(dimensions)["holes"]
    arm = dimensions.passage - 2 * dimensions.clearance
    for part in (0.01, 0.5, 0.99):
        holes = holes_of(plate, part * dimensions.plate)
        widths = holes[:, 1] - holes[:, 0]
        assert widths == pytest.approx(np.array([[arm + 2 * gap] * 2 for gap in HOLE_GAPS]), abs=1e-5)
    walls = holes[1:, 0, 0] - holes[:-1, 1, 0]
    left, front, right, back = section(plate, dimensions.plate / 2).bounds()
    rims = holes[0, 0, 0] - left, right - holes[-1, 1, 0], holes[0, 0, 1] - front, back - holes[:, 1, 1].max()
    assert min(*walls, *rims) >= max(dimensions.wall, 1.6) - 1e-5


@any_dimensions(60)
def test_the_arm_has_the_section_of_the_arms_of_the_cross(dimensions: Dimensions) -> None:
    arm = solids_of(dimensions)["arm"].mesh().vertices
    length, width, height = arm.max(axis=0) - arm.min(axis=0)
    whole = cross((2, 2, 2), dimensions).mesh().vertices
    ends = whole[np.isclose(whole[:, 0], whole[:, 0].max())][:, 1:]
    assert (ends.max(axis=0) - ends.min(axis=0)).tolist() == pytest.approx([width, height])
    assert len(arm) == 8
    # Through a plate there is still something to hold on to.
    assert length >= dimensions.plate + max(12, 2 * width) - 1e-9


@any_dimensions(60)
@pytest.mark.parametrize("name", ["holes", "notches"])
def test_the_opening_number_k_has_k_dots_that_a_nozzle_of_0_4_mm_can_print(name: str, dimensions: Dimensions) -> None:
    solid = solids_of(dimensions)[name]
    openings = holes_of(solid, dimensions.plate / 2) if name == "holes" else notches_of(solid)
    middles = openings[:, :, 0].mean(axis=1)
    for height in (0.01, 0.3, 0.59):
        dots = dots_of(solid, dimensions.plate + height)
        numbers = np.abs(np.subtract.outer(dots[:, :, 0].mean(axis=1), middles)).argmin(axis=1)
        assert np.bincount(numbers).tolist() == list(range(1, len(openings) + 1))
    # Behind the openings, beside no other one's, within the slab, and nothing stands on top of them.
    assert dots[:, 0, 1].min() > openings[:, 1, 1].max() + 1.6 - 1e-5
    assert dots[:, 1, 1].max() < section(solid, dimensions.plate / 2).bounds()[3] - 1.6 + 1e-5
    assert section(solid, dimensions.plate + 0.61).is_empty()
    # A dot may give up a hundredth of a millimeter where its side would lie a hair beside an opening's.
    assert (dots[:, 1] - dots[:, 0]).min() >= 0.8 - 0.01 - 1e-5
    for (dot, number), (second_dot, second_number) in combinations(zip(dots, numbers, strict=True), 2):
        apart = max(np.maximum(dot[0] - second_dot[1], second_dot[0] - dot[1]))
        # Those of two openings are farther apart than those of one.
        assert apart >= (0.8 if number == second_number else 1.6) - 0.02 - 1e-5


@any_dimensions(60)
def test_notches_are_wider_than_the_tongue_by_the_joint_gaps(dimensions: Dimensions) -> None:
    bodies = solids_of(dimensions)
    tongue, handle, thickness = finger_parts(bodies["finger"])
    assert tongue[0] == pytest.approx(min(dimensions.passage + dimensions.wall, 6), abs=1e-5)
    assert tongue[1] == pytest.approx(dimensions.plate, abs=1e-5)
    assert thickness == dimensions.plate / 2
    assert handle[0] >= tongue[0] + 3.2 - 1e-5
    assert handle[1] == pytest.approx(12, abs=1e-5)

    notches = notches_of(bodies["notches"])
    # What the tongue is pushed through is as high as it is long.
    assert bodies["notches"].lines[2][1] == pytest.approx(tongue[1])
    widths = notches[:, 1] - notches[:, 0]
    expected = [[tongue[0] + 2 * gap, thickness + gap] for gap in NOTCH_GAPS]
    assert widths == pytest.approx(np.array(expected), abs=1e-4)
    # They are open at the edge.
    front = section(bodies["notches"], dimensions.plate / 2).bounds()[1]
    assert notches[:, 0, 1] == pytest.approx([front] * 6, abs=1e-5)
    assert (notches[1:, 0, 0] - notches[:-1, 1, 0]).min() >= max(dimensions.wall, 1.6) - 1e-5


def finger_parts(solid: Solid) -> tuple[Floats, Floats, float]:
    """Return the sizes along x and y of a finger's tongue and of its handle, and its thickness."""
    vertices = solid.mesh().vertices
    low, high = vertices.min(axis=0), vertices.max(axis=0)
    part = section(solid, high[2] / 2)
    (shoulder,) = set(vertices[:, 1]) - {low[1], high[1]}
    sizes = []
    for below, above in ((low[1], shoulder), (shoulder, high[1])):
        strip = manifold3d.CrossSection.square((high[0] - low[0], above - below)).translate((low[0], below))
        left, front, right, back = (part ^ strip).bounds()
        sizes.append(np.array([right - left, back - front]))
    return sizes[0], sizes[1], float(high[2])


def test_the_default_coupon_is_small() -> None:
    solids = solids_of(Dimensions()).values()
    vertices = np.concatenate([solid.mesh().vertices for solid in solids])
    width, depth, height = np.ptp(vertices, axis=0)
    assert max(width, depth) < 120
    assert height < 5
    assert sum(solid.volume for solid in solids) < 10_000


@any_dimensions(20)
def test_what_goes_together_like_plates_is_cut_on_the_bed_like_them(dimensions: Dimensions) -> None:
    for name, body in coupon(dimensions).items():
        cut = body.solid.volume - float(judges.manifold_of(body.mesh()).volume())
        rounding = 1e-6 * body.solid.volume
        if name not in {"notches", "finger"} or not dimensions.bed_chamfer:
            assert abs(cut) <= rounding
        elif dimensions.bed_chamfer**2 / 4 * min(body.solid.extent) > 2 * rounding:
            # What a smaller chamfer takes off is not told from the rounding of a large body's volume.
            assert cut > rounding


@any_dimensions(20)
def test_what_has_no_part_in_the_coupon_does_not_change_it(dimensions: Dimensions) -> None:
    lengths = {name: getattr(dimensions, name) for name in ("passage", "wall", "plate", "clearance")}
    without = Dimensions(**lengths, overhang=0.0, start_marker=0.0, end_marker=0.0)
    for solid, unmarked in zip(solids_of(dimensions).values(), solids_of(without).values(), strict=True):
        assert np.array_equal(solid.mesh().vertices, unmarked.mesh().vertices)
