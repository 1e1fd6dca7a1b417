# SPDX-License-Identifier: GPL-3.0-or-later
"""The same settings give the same puzzle, other seeds give others, and only what every Python draws alike is drawn."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import settings as run_with
from hypothesis import strategies as draw

from puzzle_cubes.common.options import LARGEST_SEED
from puzzle_cubes.oskar.generators import STYLES, settings_with
from puzzle_cubes.oskar.kind import making as generating
from puzzle_cubes.oskar.kind.making import generate
from tests.core.oskar import strategies
from tests.core.oskar.making import attempts

ALIKE = ("serpentine", "unicursal")
"""The styles whose puzzles are alike in some seeds: mirror images, or one of few ways in a small box."""


class OnlyRandom:
    """A generator that has only ``random()``: the one method whose sequence Python promises to keep."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def random(self) -> float:
        """Return the next number."""
        return self._random.random()


@pytest.mark.parametrize("style", STYLES)
@given(data=draw.data())
@run_with(max_examples=12)
def test_same_settings_same_puzzle_from_random_alone(style: str, data: draw.DataObject) -> None:
    settings = data.draw(strategies.all_settings(7, [style]))
    reported, found = attempts.run(settings)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(generating, "Random", OnlyRandom)
        reported_again, found_again = attempts.run(settings)
    assert reported_again == reported
    assert found_again == found or str(found_again) == str(found)


def test_only_random_is_what_the_styles_get() -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(generating, "Random", OnlyRandom)
        patch.setattr(OnlyRandom, "random", lambda _: 1 / 0)
        for style in STYLES:
            with pytest.raises(ZeroDivisionError):
                generate(settings_with(style=style, effort=5))


@pytest.mark.parametrize("style", [style for style in STYLES if style not in ALIKE])
def test_other_seeds_make_other_puzzles(style: str) -> None:
    seeds = (*range(19), LARGEST_SEED)
    # The shortest searches for the longest way end at one that is composed of lines, and there are few of these.
    settings = settings_with(style=style, effort=3000 if style == "longest" else 30)
    assert len({generate(replace(settings, seed=seed)).faces for seed in seeds}) == len(seeds)
