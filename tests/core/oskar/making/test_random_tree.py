# SPDX-License-Identifier: GPL-3.0-or-later
"""Random trees are spanning trees, and all of them are equally likely."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.oskar.making.settings import Settings
from puzzle_cubes.oskar.making.texture import uniform_tree
from puzzle_cubes.oskar.maze.faces import Face
from tests.core.oskar import reference
from tests.core.oskar.making import attempts

TREES = {(2, 2): 4, (3, 2): 15, (2, 3): 15, (1, 4): 1, (3, 3): 192}
"""How many spanning trees a face has, by its cells along both axes."""

EACH = 16
"""How often each tree is expected."""


def check_all_are_equally_likely(faces: Iterable[Face], trees: int) -> None:
    """Assert that every tree is there, about as often as the others."""
    counts = Counter(faces)
    assert len(counts) == trees
    # Chi-square has a mean of one less than the trees and a variance of twice that: six deviations are allowed.
    chi_square = sum((count - EACH) ** 2 / EACH for count in counts.values())
    assert chi_square <= trees - 1 + 6 * (2 * (trees - 1)) ** 0.5


@given(draw.tuples(draw.integers(1, 9), draw.integers(1, 9)), draw.integers(0, 2**31))
def test_a_tree_spans_its_face(shape: tuple[int, int], seed: int) -> None:
    parents = uniform_tree(shape, Random(seed))
    assert [cell for cell, parent in enumerate(parents) if parent == -1] == [0]
    face = Face.from_tree(shape, parents)
    assert reference.is_spanning_tree(reference.maze_of_faces((face, face, face))[0, 1], *shape)
    for cell, parent in enumerate(parents[1:], 1):
        lower = min(cell, parent)
        passages = face.first if abs(cell - parent) == 1 and shape[0] > 1 else face.second
        assert passages >> lower & 1


@pytest.mark.parametrize("shape", TREES)
def test_all_trees_are_equally_likely(shape: tuple[int, int]) -> None:
    random = Random(1)
    faces = (Face.from_tree(shape, uniform_tree(shape, random)) for _ in range(EACH * TREES[shape]))
    check_all_are_equally_likely(faces, TREES[shape])


@pytest.mark.thorough
@pytest.mark.parametrize("style", ["aldous_broder", "independent", "wilson"])
@pytest.mark.parametrize("flat", [0, 1, 2])
def test_in_a_flat_box_these_styles_make_all_mazes_alike_often(style: str, flat: int) -> None:
    x, y, z = (1 if axis == flat else 3 for axis in range(3))
    settings = Settings(size=(x, y, z), style=style)
    random = Random(2)
    # The face across the flat side is the whole maze: the other two are corridors.
    faces = (attempts.draft_of(settings, random).faces[2 - flat] for _ in range(EACH * TREES[3, 3]))
    check_all_are_equally_likely(faces, TREES[3, 3])


@pytest.mark.thorough
def test_an_unequal_choice_would_be_noticed() -> None:
    settings = Settings(size=(3, 3, 1), style="prim")
    random = Random(3)
    faces = [attempts.draft_of(settings, random).faces[0] for _ in range(EACH * TREES[3, 3])]
    with pytest.raises(AssertionError):
        check_all_are_equally_likely(faces, TREES[3, 3])
