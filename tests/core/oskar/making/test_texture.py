# SPDX-License-Identifier: GPL-3.0-or-later
"""Each texture moves its own figure to where its name says, symmetric mazes are so, and trees are equally likely."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from statistics import fmean
from typing import Any

import numpy as np
import pytest
from hypothesis import Phase, given
from hypothesis import settings as run_with
from hypothesis import strategies as draw

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.common.options import LARGEST_SEED
from puzzle_cubes.oskar.generating import generate
from puzzle_cubes.oskar.generators import STYLES, settings_with
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.making.settings import Settings
from puzzle_cubes.oskar.making.texture import GrowthOptions, TextureOptions
from puzzle_cubes.oskar.maze.faces import Face, uniform_tree
from puzzle_cubes.oskar.maze.space import ConfigurationSpace
from tests.core.oskar import reference, strategies
from tests.core.oskar.making import attempts

TEXTURED = [name for name, style in STYLES.items() if issubclass(style.options, TextureOptions)]
FORMS: list[dict[str, Any]] = [
    *({"style": style} for style in TEXTURED),
    *({"style": "growing_tree", "choice": choice} for choice in ("newest", "oldest", "random", "recent")),
    *({"style": "prim", "form": form} for form in ("true", "modified")),
    {"style": "hunt_and_kill", "eagerness": 0.3},
    {"style": "growing_forest", "trees": 20, "sprouting": 0.1},
]
"""The styles with textures, in all their forms."""

SEEDS = 5
"""So many mazes are looked at together: a figure of a single one varies."""


@dataclass(frozen=True)
class Figures:
    """The figures of a texture, in the region that a maze grew in: shares of its moves and positions."""

    along: tuple[float, float, float]
    straight: float
    dead_ends: float


def figures(**values: Any) -> Figures:
    """Return the figures of a maze."""
    draft = attempts.draft_of(settings_with(**values))
    assert draft.root is not None
    size = values["size"]
    space = ConfigurationSpace.from_faces(size, draft.faces)
    region = space.ways_to(draft.root)
    moves = [0, 0, 0]
    straight, turns, dead_ends = 0, 0, 0
    for here in region:
        beside = list(space.neighbors(here))
        axes = [space.steps.index(abs(neighbor - here)) for neighbor in beside]
        for axis in axes:
            moves[axis] += 1
        dead_ends += len(beside) == 1
        if len(beside) == 2:
            straight += axes[0] == axes[1]
            turns += axes[0] != axes[1]
    x, y, z = (count / max(1, sum(moves)) for count in moves)
    return Figures((x, y, z), straight / max(1, straight + turns), dead_ends / len(region))


sizes = draw.tuples(*[draw.integers(6, 7)] * 3)
low, high = draw.floats(0, 0.15), draw.floats(0.85, 1)
seeds = draw.integers(0, LARGEST_SEED - SEEDS)


def compared(values: dict[str, Any], name: str, small: Any, large: Any) -> tuple[list[Figures], list[Figures]]:
    """Return the figures with both values of a texture, over some seeds."""
    first = values["seed"]
    less, more = (
        [figures(**{**values, "seed": seed, name: value}) for seed in range(first, first + SEEDS)]
        for value in (small, large)
    )
    return less, more


@pytest.mark.parametrize("form", FORMS, ids=str)
@given(size=sizes, seed=seeds, values=draw.tuples(low, high), axis=draw.integers(0, 2))
@run_with(max_examples=4, phases=[Phase.generate])
def test_bias_moves_the_share_of_moves_along_its_axis(
    form: dict[str, Any], size: strategies.Triple, seed: int, values: tuple[float, float], axis: int
) -> None:
    small, large = values
    against = tuple(small if along_axis == axis else large for along_axis in range(3))
    along = tuple(large if along_axis == axis else small for along_axis in range(3))
    less, more = compared(form | {"size": size, "seed": seed}, "bias", against, along)
    shares = [fmean(of_seed.along[axis] for of_seed in made) for made in (less, more)]
    assert shares[0] < shares[1]


@pytest.mark.thorough
@pytest.mark.parametrize("moved", [("run", "straight", 1), ("river", "dead_ends", -1)], ids=["run", "river"])
@pytest.mark.parametrize("form", FORMS, ids=str)
@given(size=sizes, seed=seeds, values=draw.tuples(low, high))
@run_with(max_examples=4, phases=[Phase.generate])
def test_run_adds_what_is_gone_straight_through_and_river_takes_dead_ends_away(
    moved: tuple[str, str, int], form: dict[str, Any], size: strategies.Triple, seed: int, values: tuple[float, float]
) -> None:
    texture, figure, direction = moved
    less, more = (
        direction * fmean(getattr(figures_of_seed, figure) for figures_of_seed in made)
        for made in compared(form | {"size": size, "seed": seed}, texture, *values)
    )
    assert less < more


@pytest.mark.parametrize("style", TEXTURED)
@given(size=strategies.sizes(6), seed=seeds, share=draw.floats(0, 1))
@run_with(max_examples=10)
def test_a_bias_that_favors_no_axis_changes_nothing(
    style: str, size: strategies.Triple, seed: int, share: float
) -> None:
    plain = attempts.draft_of(settings_with(style=style, size=size, seed=seed))
    assert attempts.draft_of(settings_with(style=style, size=size, seed=seed, bias=(share,) * 3)) == plain


def test_what_grows_in_single_moves_has_textures() -> None:
    assert set(TEXTURED) == {"backtracker", "growing_forest", "growing_tree", "hunt_and_kill", "prim"}
    assert [name for name in TEXTURED if not issubclass(STYLES[name].options, GrowthOptions)] == ["growing_forest"]


TREES = {(2, 2): 4, (3, 2): 15, (2, 3): 15, (1, 4): 1, (3, 3): 192}
"""How many spanning trees a face has, by its cells along both axes."""

EACH = 16
"""How often each tree is expected."""


def are_equally_likely(faces: Iterable[Face], trees: int, expected: int = EACH) -> bool:
    """Report whether every tree is about as often there as the others; each so often as expected."""
    counts = Counter(faces)
    # Chi-square has a mean of one less than the trees and a variance of twice that: three deviations are allowed.
    chi_square = sum((count - expected) ** 2 / expected for count in counts.values()) + (trees - len(counts)) * expected
    return bool(chi_square <= trees - 1 + 3 * (2 * (trees - 1)) ** 0.5)


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
    assert are_equally_likely(faces, TREES[shape])


@pytest.mark.thorough
@pytest.mark.parametrize("style", ["aldous_broder", "independent", "wilson"])
@pytest.mark.parametrize(("flat", "expected"), [(0, EACH), (1, EACH), (2, 60)])
def test_in_a_flat_box_these_styles_make_all_mazes_alike_often(style: str, flat: int, expected: int) -> None:
    x, y, z = (1 if axis == flat else 3 for axis in range(3))
    settings = Settings(size=(x, y, z), style=style)
    random = Random(2)
    # The face across the flat side is the whole maze: the other two are corridors.
    faces = (attempts.draft_of(settings, random).faces[2 - flat] for _ in range(expected * TREES[3, 3]))
    assert are_equally_likely(faces, TREES[3, 3], expected)


SYMMETRIC = [name for name, style in STYLES.items() if issubclass(style.options, GrowthOptions)]
ANY_SEED = draw.integers(0, LARGEST_SEED)


def symmetric(style: str, size: strategies.Triple, seed: int, symmetry: str) -> Puzzle:
    """Make a symmetric puzzle; its faces are spanning trees."""
    puzzle = strategies.generate_from_anywhere(settings_with(style=style, size=size, seed=seed, symmetry=symmetry))
    assert puzzle.flaws == ()
    return puzzle


@pytest.mark.parametrize("style", SYMMETRIC)
@given(size=strategies.sizes(8), seed=ANY_SEED)
def test_the_left_half_is_the_mirror_image_of_the_right_one(style: str, size: strategies.Triple, seed: int) -> None:
    xy, xz, _ = (face.inflate() for face in symmetric(style, size, seed, "mirror").faces)
    assert np.array_equal(xy, xy[::-1])
    assert np.array_equal(xz, xz[::-1])


@pytest.mark.parametrize("style", SYMMETRIC)
@given(size=strategies.sizes(8).filter(lambda size: sum(side % 2 == 0 for side in size) < 2), seed=ANY_SEED)
def test_every_face_is_the_same_upside_down(style: str, size: strategies.Triple, seed: int) -> None:
    for face in symmetric(style, size, seed, "point").faces:
        assert np.array_equal(face.inflate(), face.inflate()[::-1, ::-1])


@pytest.mark.parametrize("style", SYMMETRIC)
@given(side=draw.integers(2, 8), seed=ANY_SEED)
def test_all_faces_are_equal(style: str, side: int, seed: int) -> None:
    xy, xz, yz = symmetric(style, (side, side, side), seed, "equal").faces
    assert xy == xz == yz


@pytest.mark.parametrize("style", SYMMETRIC)
@pytest.mark.parametrize(("symmetry", "size"), [("mirror", (8, 8, 8)), ("point", (9, 9, 9)), ("equal", (8, 8, 8))])
def test_a_symmetric_maze_is_as_large_as_another_one(style: str, symmetry: str, size: strategies.Triple) -> None:
    reachable = [symmetric(style, size, seed, symmetry).measures.reachable for seed in range(5)]
    plain = [symmetric(style, size, seed, "none").measures.reachable for seed in range(5)]
    assert sum(reachable) > 0.6 * sum(plain)


@pytest.mark.parametrize(
    ("symmetry", "asked"),
    [
        ("equal", "all sides must have the same number of cells."),
        ("point", "at most one side may have an even number of cells."),
    ],
)
def test_sizes_without_such_faces_are_refused(symmetry: str, asked: str) -> None:
    size = (4, 4, 5)
    with pytest.raises(InputError, match=rf"^Symmetry is {symmetry}, and the size 4 x 4 x 5: {asked}$"):
        settings_with(style="prim", size=size, symmetry=symmetry)
    # A style that has no symmetry does not ask for one.
    assert generate(settings_with(style="classic", size=size, symmetry=symmetry)).flaws == ()
