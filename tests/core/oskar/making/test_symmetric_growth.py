# SPDX-License-Identifier: GPL-3.0-or-later
"""Symmetric puzzles are symmetric cell by cell, and sizes that have no such faces are refused in a sentence."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.common.options import LARGEST_SEED
from puzzle_cubes.oskar.generating import generate
from puzzle_cubes.oskar.generators import STYLES, settings_with
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.making.texture import GrowthOptions
from tests.core.oskar import strategies

STYLES_WITH = [name for name, style in STYLES.items() if issubclass(style.options, GrowthOptions)]
seeds = draw.integers(0, LARGEST_SEED)


def made(style: str, size: strategies.Triple, seed: int, symmetry: str) -> Puzzle:
    """Make a symmetric puzzle; its faces are spanning trees."""
    puzzle = strategies.generate_from_anywhere(settings_with(style=style, size=size, seed=seed, symmetry=symmetry))
    assert puzzle.flaws == ()
    return puzzle


@pytest.mark.parametrize("style", STYLES_WITH)
@given(size=strategies.sizes(8), seed=seeds)
def test_the_left_half_is_the_mirror_image_of_the_right_one(style: str, size: strategies.Triple, seed: int) -> None:
    xy, xz, _ = (face.inflate() for face in made(style, size, seed, "mirror").faces)
    assert np.array_equal(xy, xy[::-1])
    assert np.array_equal(xz, xz[::-1])


@pytest.mark.parametrize("style", STYLES_WITH)
@given(size=strategies.sizes(8).filter(lambda size: sum(side % 2 == 0 for side in size) < 2), seed=seeds)
def test_every_face_is_the_same_upside_down(style: str, size: strategies.Triple, seed: int) -> None:
    for face in made(style, size, seed, "point").faces:
        assert np.array_equal(face.inflate(), face.inflate()[::-1, ::-1])


@pytest.mark.parametrize("style", STYLES_WITH)
@given(side=draw.integers(2, 8), seed=seeds)
def test_all_faces_are_equal(style: str, side: int, seed: int) -> None:
    xy, xz, yz = made(style, (side, side, side), seed, "equal").faces
    assert xy == xz == yz


@pytest.mark.parametrize("style", STYLES_WITH)
@pytest.mark.parametrize(("symmetry", "size"), [("mirror", (8, 8, 8)), ("point", (9, 9, 9)), ("equal", (8, 8, 8))])
def test_a_symmetric_maze_is_as_large_as_another_one(style: str, symmetry: str, size: strategies.Triple) -> None:
    reachable = [made(style, size, seed, symmetry).measures.reachable for seed in range(5)]
    plain = [made(style, size, seed, "none").measures.reachable for seed in range(5)]
    assert sum(reachable) > 0.6 * sum(plain)


@pytest.mark.parametrize(
    ("symmetry", "size", "sentence"),
    [
        (
            "equal",
            (4, 4, 5),
            "Symmetry is equal, and the size 4 x 4 x 5: all sides must have the same number of cells.",
        ),
        (
            "point",
            (4, 4, 5),
            "Symmetry is point, and the size 4 x 4 x 5: at most one side may have an even number of cells.",
        ),
    ],
)
def test_sizes_without_such_faces_are_refused(symmetry: str, size: strategies.Triple, sentence: str) -> None:
    with pytest.raises(InputError) as refused:
        settings_with(style="prim", size=size, symmetry=symmetry)
    assert str(refused.value) == sentence
    # A style that has no symmetry does not ask for one.
    assert generate(settings_with(style="classic", size=size, symmetry=symmetry)).flaws == ()
