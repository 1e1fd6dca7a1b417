# SPDX-License-Identifier: GPL-3.0-or-later
"""Parts that follow a dimension are those that are built anew, and share faces wherever only lengths have changed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.kind.part import Part
from puzzle_cubes.oskar.generating import generate
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.making.settings import Settings
from puzzle_cubes.oskar.model import kit as kit_module
from puzzle_cubes.oskar.model.box_and_cross import one_piece
from puzzle_cubes.oskar.model.dimensions import Dimensions
from puzzle_cubes.oskar.model.kit import kit
from puzzle_cubes.solids.chamfer_cuts import Skin
from tests.core.oskar import strategies
from tests.core.solids.measured import assert_equal

PUZZLE = generate(Settings(size=(3, 4, 2), start="best"))
MAKERS = (one_piece, kit)


def skins(parts: tuple[Part, ...], earlier: dict[str, Skin]) -> dict[str, Skin]:
    """Return the surfaces of parts, made from earlier ones."""
    return {part.key: part.skin(earlier.get(part.key)) for part in parts}


@given(
    puzzle=strategies.puzzles(3),
    dimensions=draw.lists(strategies.kit_dimensions(), min_size=2, max_size=2),
    widths=draw.lists(draw.just({}) | strategies.chamfer_widths(), min_size=2, max_size=2),
)
def test_parts_that_follow_are_those_built_anew(
    puzzle: Puzzle, dimensions: list[Dimensions], widths: list[dict[str, Any]]
) -> None:
    first, last = (replace(lengths, **chamfers) for lengths, chamfers in zip(dimensions, widths, strict=True))
    # A little more moves the lines, and most often leaves them in their order.
    wider = replace(first, wall=first.wall * 1.001)
    for make in MAKERS:
        followed: dict[str, Skin] = {}
        for lengths in (first, wider, last):
            followed = skins(make(puzzle, lengths), followed)
            # What is kept goes with the boxes.
            with patch.object(kit_module, "of_array", lambda *given: given[-1]()):
                made_alone = make(puzzle, lengths)
            for part in made_alone:
                assert_equal(followed[part.key].mesh, part.mesh())


@pytest.mark.parametrize(
    "changes", [{"wall": 3.4}, {"passage": 5.2}, {"plate": 3.1}, {"clearance": 0.5}, {"overhang": 2.0}]
)
@pytest.mark.parametrize("chamfer", [0.0, 0.3])
def test_a_length_leaves_the_faces_as_they_are(changes: dict[str, Any], chamfer: float) -> None:
    dimensions = Dimensions(arm_chamfer=chamfer, bed_chamfer=chamfer, marker_chamfer=chamfer)
    earlier = skins(one_piece(PUZZLE, dimensions), {})
    moved = skins(one_piece(PUZZLE, replace(dimensions, **changes)), earlier)
    for key, skin in moved.items():
        assert skin.faces is earlier[key].faces


def test_a_kit_of_a_slightly_thicker_wall_has_the_same_faces() -> None:
    earlier = skins(kit(PUZZLE, Dimensions(wall=3.0, arm_chamfer=0.0, bed_chamfer=0.0)), {})
    moved = skins(kit(PUZZLE, Dimensions(wall=3.01, arm_chamfer=0.0, bed_chamfer=0.0)), earlier)
    assert all(skin.faces is earlier[key].faces for key, skin in moved.items())


@pytest.mark.parametrize(
    "changes",
    [
        {"start_marker": 0.0},
        {"start_marker": 1.0},
        {"start_marker": 1.5},
        {"bed_chamfer": 0.0},
        {"marker_chamfer": 0.3},
    ],
)
def test_what_appears_disappears_or_meets_gives_other_faces(changes: dict[str, Any]) -> None:
    dimensions = Dimensions(start_marker=3.0, end_marker=1.5)
    earlier = skins(one_piece(PUZZLE, dimensions), {})
    parts = one_piece(PUZZLE, replace(dimensions, **changes))
    followed = skins(parts, earlier)
    assert followed["box"].faces is not earlier["box"].faces
    assert_equal(followed["box"].mesh, parts[0].mesh())


def test_a_kit_with_more_fingers_has_other_faces() -> None:
    earlier = skins(kit(PUZZLE, Dimensions(passage=5.0)), {})
    parts = kit(PUZZLE, Dimensions(passage=12.0))
    followed = skins(parts, earlier)
    plates = [part for part in parts if part.walls]
    assert all(followed[part.key].faces is not earlier[part.key].faces for part in plates)
    for part in plates:
        assert_equal(followed[part.key].mesh, part.mesh())
