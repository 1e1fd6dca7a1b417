# SPDX-License-Identifier: GPL-3.0-or-later
"""The solids of pieces, judged by points and meshes: sharp, with bevels, hollow; and when they need a box."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import product
from math import floor
from pathlib import Path
from typing import Any

import manifold3d
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as draw

import puzzle_cubes
from puzzle_cubes.kind.part import print_axes
from puzzle_cubes.library import InputError, Puzzle, make
from puzzle_cubes.packing.files.xmpuzzle import puzzle_to_xmpuzzle
from puzzle_cubes.packing.making.options import CLASSICS
from puzzle_cubes.packing.model.dimensions import Dimensions
from puzzle_cubes.packing.model.lettering import Recess
from puzzle_cubes.packing.model.parts import PiecePart, corner_of, puzzle_parts
from puzzle_cubes.packing.model.piece_solid import DRAIN, needs_box, piece_solid, winding_corners
from puzzle_cubes.polycubes.goal import Goal, Piece
from puzzle_cubes.polycubes.puzzle import PolycubePuzzle
from puzzle_cubes.polycubes.shape import Cell, Shape, box_cells
from puzzle_cubes.printing.checks import BAD, DOUBTFUL, GOOD
from puzzle_cubes.printing.printer import WIDEST_ON_BED
from puzzle_cubes.solids.chamfer import Chamfer, OnBed
from puzzle_cubes.solids.edges import every_edge, no_edge
from puzzle_cubes.solids.mesh import edges_are_paired
from puzzle_cubes.solids.solid import body_count
from tests.core.polycubes.strategies import polycubes
from tests.core.solids.judges import manifold_of
from tests.core.solids.measured import is_filled

CUBE, INSET, BEVEL = 15.0, 0.1, 0.4
CUBES = (CUBE, CUBE, CUBE)


OFFSETS = draw.sampled_from([0.03, 0.07, 0.13, 0.2, 12.0, 14.8, 14.87, 14.93, 14.97])


@given(polycubes(), draw.sampled_from([CUBES, (16.0, 16.0, 5.6), (15.0, 22.5, 9.0)]), draw.data())
def test_a_point_is_in_it_if_nothing_within_the_inset_is_another_cells(
    shape: Shape, pitch: tuple[float, float, float], data: draw.DataObject
) -> None:
    solid = piece_solid(shape.cells, pitch, INSET)
    cell = data.draw(draw.sampled_from(shape.cells))
    # Near the beginning, near the end, and in between.
    offsets = [data.draw(OFFSETS) for _ in cell]
    offsets = [offset if offset < 1 else offset - CUBE + side for offset, side in zip(offsets, pitch, strict=True)]
    x, y, z = point = tuple(side * number + off for side, number, off in zip(pitch, cell, offsets, strict=True))
    corners = [
        (floor((x + i * INSET) / pitch[0]), floor((y + j * INSET) / pitch[1]), floor((z + k * INSET) / pitch[2]))
        for i in (-1, 1)
        for j in (-1, 1)
        for k in (-1, 1)
    ]
    assert is_filled(solid, np.array([point]))[0] == all(corner in shape.cells for corner in corners)


@given(polycubes(most=8), draw.sampled_from([0.0, 0.4, 1.9]))
def test_it_is_one_closed_body_with_a_bevel_as_wide_as_wished(shape: Shape, bevel: float) -> None:
    part = part_of(shape, Dimensions(bevel=bevel))
    assert body_count(part.solid) == 1
    assert (*part.chamfer_widths, 0.0)[0] == bevel
    # Where cubes wind about a corner nothing is filled.
    assert not (winding_corners(shape.cells) and part.chamfer.filled is not no_edge)
    mesh = part.mesh()
    assert edges_are_paired(mesh.split()[0])
    body = manifold_of(mesh)
    assert len(body.decompose()) == 1
    assert body.volume() == pytest.approx(part.volume, rel=1e-5)


def part_of(shape: Shape, dimensions: Dimensions) -> PiecePart:
    """Return the part of a piece, the only one of its puzzle."""
    puzzle = PolycubePuzzle((Piece(shape),), Goal.of(shape.cells))
    (part,) = (some_part for some_part in puzzle_parts(puzzle, dimensions) if isinstance(some_part, PiecePart))
    return part


@given(polycubes(most=7))
def test_all_edges_are_cut_but_near_corners_about_which_a_piece_winds(shape: Shape) -> None:
    part = part_of(shape, Dimensions(bevel=BEVEL))
    lost = part.solid.volume - Chamfer(BEVEL, part.chamfer.edges).skin(part.solid).volume
    # The convex edges of the piece, by the four cells round each edge of the grid.
    cells, edges = set(shape.cells), 0
    for axis in range(3):
        first, second = (side for side in range(3) if side != axis)
        for cell in cells:
            for i, j in product((-1, 1), repeat=2):
                beside, above, across = list(cell), list(cell), list(cell)
                beside[first] += i
                above[second] += j
                across[first], across[second] = beside[first], above[second]
                edges += not {tuple(beside), tuple(above)} & cells
    most = edges * CUBE * BEVEL**2 / 2
    near = 2 * len(winding_corners(shape.cells)) * 6 * (BEVEL / 0.4 + INSET + BEVEL) * BEVEL**2 / 2
    ends = 2 * edges * BEVEL * BEVEL**2 / 2
    assert most - near - ends - edges * 2 * INSET * BEVEL**2 / 2 <= lost <= most + ends


def test_an_inner_edge_is_filled_all_along_but_near_its_ends() -> None:
    corner = piece_solid(((0, 0, 0), (1, 0, 0), (0, 1, 0)), CUBES, INSET)
    added = Chamfer(BEVEL, filled=every_edge).skin(corner).volume - Chamfer(BEVEL).skin(corner).volume
    # At both ends a pyramid, three edges of which are as long as the bevel is wide.
    assert added == pytest.approx(BEVEL**2 / 2 * (CUBE - 2 * INSET - 4 * BEVEL) + 2 * BEVEL**3 / 6)


@given(polycubes(most=7), draw.sampled_from([0.5, 0.8, 2.0, 5.0]))
def test_only_the_edges_on_the_bed_are_narrower_where_the_bevel_is_wide(shape: Shape, bevel: float) -> None:
    part = part_of(shape, Dimensions(bevel=bevel))
    mesh = part.mesh()
    assert edges_are_paired(mesh.split()[0])
    body = lying(part)
    assert len(body.decompose()) == 1
    assert body.volume() == pytest.approx(part.volume, rel=1e-5)
    # All corners of a face lie in one plane.
    for begin, size in zip(mesh.faces.begins, mesh.faces.sizes, strict=True):
        corners = mesh.vertices[mesh.faces.corners[begin : begin + size]]
        assert np.linalg.svd(corners - corners.mean(axis=0))[1][2] < 1e-6
    # On the bed the outline is that of the sharp piece, moved inward by no more than slicers leave without supports.
    sharp = manifold_of(part.printed.mesh())
    outline, on_bed = sharp.slice(1e-3), body.slice(0.0)
    width = min(part.chamfer.width, WIDEST_ON_BED)
    inward = outline.offset(-width, manifold3d.JoinType.Miter)
    assert (inward - on_bed).area() == pytest.approx(0, abs=1e-3)
    assert (on_bed - inward).area() == pytest.approx(0, abs=1e-3)
    # At the other edges the bevel is as wide as ever: it differs only below where it ends on the bed.
    whole = replace(part, chamfer=replace(part.chamfer, on_bed=None, filled=no_edge))
    bare = lying(replace(part, chamfer=replace(part.chamfer, filled=no_edge)))
    above = part.chamfer.width + 1e-3
    assert (bare - lying(whole)).bounding_box()[5] <= above
    assert (lying(whole) - bare).volume() == pytest.approx(0, abs=1e-2)


def lying(part: PiecePart) -> manifold3d.Manifold:
    """Return a piece with its bevel as it lies on the bed, at z = 0, centered on x = y = 0."""
    turn = np.array([[sign * float(axis == new_axis) for new_axis in range(3)] for axis, sign in print_axes(part.up)])
    # Made anew: pieces that differ in what they are asked here share what is kept.
    body = manifold_of(part.chamfer.mesh(part.solid)).transform(np.column_stack((turn, np.zeros(3))))
    return body.translate((0.0, 0.0, -body.bounding_box()[2]))


@given(polycubes(most=6), draw.sampled_from([0.8, 2.0]))
def test_live_changes_of_the_bevel_give_the_mesh_that_is_made_anew(shape: Shape, bevel: float) -> None:
    earlier = None
    for width in (bevel, bevel * 0.9, 0.3, bevel, 0.0, bevel):
        part = part_of(shape, Dimensions(bevel=width))
        earlier = part.chamfer.skin(part.solid, earlier)
        anew = part.chamfer.mesh(part.solid)
        assert np.array_equal(earlier.mesh.vertices, anew.vertices)
        assert np.array_equal(earlier.mesh.faces.corners, anew.faces.corners)


def test_a_chamfer_on_the_bed_has_a_width_and_no_others() -> None:
    for wrong in ({"on_bed": OnBed(0.0)}, {"on_bed": OnBed(0.3), "others": (Chamfer(0.2),)}):
        with pytest.raises(ValueError, match="narrower on the bed"):
            Chamfer(1.0, **wrong)


RESIN: dict[str, Any] = {"preset": "resin", "cube": 15.0}

HOLLOW: dict[str, dict[str, Any]] = {
    "Soma": {"kind": "packing", "puzzle": "soma", "hollow": 2.0},
    "wide bevels": {"kind": "packing", "puzzle": "soma", "hollow": 1.5, "bevel": 1.4},
    "letters": {"kind": "packing", "puzzle": "diabolical", "hollow": 2.0, "letters": 0.6},
    "flat cells": {"kind": "packing", "puzzle": "soma", "hollow": 1.0, "cube_z": 8.0},
    "a burr": {"kind": "burr", "hollow": 2.0},
}


def united(recesses: Iterable[Recess], way: np.ndarray[Any, Any]) -> manifold3d.Manifold:
    """Return what is cut out, moved by a way."""
    boxes = [box + way[:, None] for recess in recesses for box in recess.boxes]
    cubes = [manifold3d.Manifold.cube(tuple(box[:, 1] - box[:, 0])).translate(tuple(box[:, 0])) for box in boxes]
    return manifold3d.Manifold.batch_boolean(cubes, manifold3d.OpType.Add)


def pieces(puzzle: Puzzle) -> list[PiecePart]:
    return [part for part in puzzle.parts if isinstance(part, PiecePart)]


@pytest.mark.parametrize("values", HOLLOW.values(), ids=HOLLOW)
def test_a_cavity_is_open_to_the_outside_and_leaves_the_wall_that_was_asked_for(values: dict[str, Any]) -> None:
    puzzle = make(**RESIN | values)
    assert isinstance(puzzle.dimensions, Dimensions)
    whole = pieces(puzzle.changed(hollow=0.0))
    corner = np.array(corner_of(puzzle.content.goal.size, puzzle.dimensions))
    for piece, full in zip(pieces(puzzle), whole, strict=True):
        body, outside = manifold_of(piece.mesh()), manifold_of(full.mesh())
        # A cavity that is shut off would be a surface of its own.
        assert len(body.decompose()) == 1
        assert body.volume() == pytest.approx(piece.volume)
        way = corner - np.array(piece.assembled)
        *_, first, second = piece.recesses
        cavity, holes = united(piece.recesses[:-2], way), united((first, second), way)
        assert len(cavity.decompose()) == 1
        assert (outside - body).volume() == pytest.approx((cavity + holes).volume(), rel=1e-4)
        around = manifold3d.Manifold.cube((900.0, 900.0, 900.0), True) - outside
        assert cavity.min_gap(around, 9.0) >= puzzle.dimensions.hollow - 1e-4
        for hole in (first, second):
            assert sorted((hole.high - hole.low).round(4))[1:] == [DRAIN, DRAIN]
            opened = united((hole,), way)
            assert max(opened.min_gap(cavity, 1.0), opened.min_gap(around, 1.0)) < 1e-4


def test_what_is_saved_and_what_drains_is_said() -> None:
    full = make("packing", puzzle="soma", **RESIN)
    hollow = full.changed(hollow=2.0)
    grams = [puzzle.check().cost.grams for puzzle in (hollow, full)]
    assert grams[0] < 0.7 * grams[1]
    assert hollow.check().volume == pytest.approx(sum(part.volume for part in hollow.parts))
    lines = {check.name: check for check in hollow.check().checks}
    assert lines["Drain Holes"].level == lines["Supports"].level == lines["Thickness"].level == GOOD
    assert "two drain holes of 3 mm" in lines["Drain Holes"].sentence
    assert lines["Thickness"].sentence == "The thinnest is Piece A with 2 mm."
    # Of these only the tray and its lid are cups.
    assert lines["Cups"].sentence.startswith("Tray and Lid would")
    report = hollow.changed(material="pla").check()
    lines = {check.name: check for check in report.checks}
    assert lines["Drain Holes"].level == lines["Supports"].level == DOUBTFUL
    assert "with snug supports" in lines["Material"].sentence


@pytest.mark.parametrize(("bevel", "most"), [(0.0, 2.4), (1.5, 2.3), (1.8, 2.1)])
def test_walls_that_leave_no_room_for_a_hole_are_refused_with_those_that_do(bevel: float, most: float) -> None:
    tight = make("packing", puzzle="soma", preset="resin", cube=8.0, hollow=4.0, bevel=bevel)
    (line,) = tight.check().checks
    assert line.level == BAD
    assert f"Give at most {most} mm" in line.sentence
    assert len(tight.changed(hollow=most).parts) == 9
    with pytest.raises(InputError, match="have no room"):
        _ = tight.changed(hollow=most + 0.1).parts
    for cube in (3.0, 4.0):
        with pytest.raises(InputError, match="Give 0 for full ones, or larger cubes"):
            _ = tight.changed(cube=cube, bevel=0.5, hollow=1.0).parts


WHOLE = set(box_cells((4, 4, 4)))
INSIDE = {(x + 1, y + 1, z + 1) for x, y, z in box_cells((2, 2, 2))}
OPEN_BOX = WHOLE - INSIDE - {(x + 1, y + 1, 3) for x, y, _ in box_cells((2, 2, 1))}


CAGE = {cell for cell in WHOLE if sum(place in (0, 3) for place in cell) > 1}
CROSS = {(1, 0, 0), (1, 1, 0), (1, 2, 0), (0, 1, 0), (2, 1, 0)}


def puzzle_filling(goal: set[Cell], *pieces: set[Cell], optional: Iterable[Cell] = ()) -> PolycubePuzzle:
    filled = goal.difference(optional)
    return PolycubePuzzle(tuple(Piece(Shape.of(cells)) for cells in pieces), Goal.of(filled, optional))


EXAMPLES = {
    "two halves": (puzzle_filling(WHOLE, set(box_cells((4, 4, 2))), set(box_cells((4, 2, 4)))), True),
    "cells that may stay empty": (puzzle_filling(WHOLE, set(box_cells((4, 4, 2))), optional=INSIDE), True),
    "an open box": (puzzle_filling(WHOLE, OPEN_BOX, WHOLE - OPEN_BOX), False),
    "a cage": (puzzle_filling(WHOLE, CAGE, WHOLE - CAGE), False),
    "no box": (puzzle_filling(CROSS, CROSS), False),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_box_is_needed_where_no_piece_is_one(name: str) -> None:
    example, is_needed = EXAMPLES[name]
    assert needs_box(example) is is_needed


@pytest.mark.parametrize("name", CLASSICS)
def test_classics_need_a_box(name: str) -> None:
    assert needs_box(CLASSICS[name].puzzle)


def test_a_puzzle_that_is_opened_has_a_tray_if_it_needs_one_or_is_given_one(tmp_path: Path) -> None:
    file = tmp_path / "cross.xmpuzzle"
    file.write_text(puzzle_to_xmpuzzle(puzzle_filling(CROSS, CROSS)))
    parts = {part.key for part in puzzle_cubes.read(file).parts}
    assert parts == {"piece_a"}
    assert {part.key for part in puzzle_cubes.read(file, tray_wall=2.0).parts} == {"piece_a", "tray", "lid"}
    file.write_text(puzzle_to_xmpuzzle(EXAMPLES["two halves"][0]))
    assert {"tray", "lid"} <= {part.key for part in puzzle_cubes.read(file).parts}
