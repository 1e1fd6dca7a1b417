# SPDX-License-Identifier: GPL-3.0-or-later
"""Each texture moves its own figure to where its name says, and neutral ones change nothing."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean
from typing import Any

import pytest
from hypothesis import Phase, given
from hypothesis import settings as run_with
from hypothesis import strategies as draw

from puzzle_cubes.common.options import LARGEST_SEED
from puzzle_cubes.oskar.generators import STYLES, settings_with
from puzzle_cubes.oskar.making.texture import GrowthOptions, TextureOptions
from puzzle_cubes.oskar.maze.space import ConfigurationSpace
from tests.core.oskar import strategies
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
        axes = [space.steps.index(abs(there - here)) for there in beside]
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
    against = tuple(small if one == axis else large for one in range(3))
    along = tuple(large if one == axis else small for one in range(3))
    less, more = compared(form | {"size": size, "seed": seed}, "bias", against, along)
    assert fmean(one.along[axis] for one in less) < fmean(one.along[axis] for one in more)


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
        direction * fmean(getattr(one, figure) for one in made)
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
