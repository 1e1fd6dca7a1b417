# SPDX-License-Identifier: GPL-3.0-or-later
"""Hollow pieces in resin: cavities that drain, and walls as thick as asked, judged by meshes of another library."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import manifold3d
import numpy as np
import pytest

from puzzle_cubes.library import InputError, Puzzle, make
from puzzle_cubes.packing.model.dimensions import Dimensions
from puzzle_cubes.packing.model.lettering import Recess
from puzzle_cubes.packing.model.parts import PiecePart, corner_of
from puzzle_cubes.packing.model.piece_solid import DRAIN
from puzzle_cubes.printing.checks import BAD, DOUBTFUL, GOOD
from tests.core.solids.judges import manifold_of

RESIN: dict[str, Any] = {"preset": "resin", "cube": 15.0}

PUZZLES: dict[str, dict[str, Any]] = {
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


@pytest.mark.parametrize("values", PUZZLES.values(), ids=PUZZLES)
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


def test_walls_that_leave_no_room_for_a_hole_are_refused_with_those_that_do() -> None:
    tight = make("packing", puzzle="soma", preset="resin", cube=8.0, hollow=4.0)
    (line,) = tight.check().checks
    assert line.level == BAD
    assert "Give at most 2.4 mm" in line.sentence
    assert len(tight.changed(hollow=2.4).parts) == 9
    with pytest.raises(InputError, match="Give larger cubes, or 0"):
        _ = make("packing", puzzle="soma", preset="resin", cube=3.0, hollow=1.0).parts
