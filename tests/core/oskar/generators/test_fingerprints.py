# SPDX-License-Identifier: GPL-3.0-or-later
"""Every style makes the puzzles that it made before in any Python: the same settings, and only these, give the same."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import settings as run_with
from hypothesis import strategies as draw

from puzzle_cubes.common.options import LARGEST_SEED
from puzzle_cubes.oskar import generating
from puzzle_cubes.oskar.generating import generate
from puzzle_cubes.oskar.generators import STYLES, settings_with
from tests.core.oskar import strategies
from tests.core.oskar.generators import fingerprints
from tests.core.oskar.making import attempts


@pytest.mark.parametrize("style", STYLES)
def test_a_style_makes_the_puzzles_it_made_before(style: str) -> None:
    # They were made by another process, whose strings had other hashes.
    of_style = fingerprints.of_style(style)
    assert len(of_style) == len(fingerprints.SIZES) * len(fingerprints.ASKED) + len([*fingerprints.variations(style)])
    expected = fingerprints.known_of(style)
    assert of_style == expected, f"Of a new style they are written by: python -m {fingerprints.__name__} {style}"


@pytest.mark.parametrize(
    ("searches", "jobs"),
    [
        (fingerprints.of_longer_searches, 1),
        (fingerprints.of_longer_searches, 2),
        pytest.param(fingerprints.of_a_hundred, 4, marks=pytest.mark.thorough),
    ],
)
def test_longer_searches_find_the_puzzles_they_found_before(
    searches: Callable[[int], dict[str, str]], jobs: int
) -> None:
    known = fingerprints.known()
    fingerprint_of = searches(jobs)
    assert fingerprint_of == {asked: known[asked] for asked in fingerprint_of}


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
    reported, outcome = attempts.run(settings)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(generating, "Random", OnlyRandom)
        reported_again, found_again = attempts.run(settings)
    assert reported_again == reported
    assert found_again == outcome or str(found_again) == str(outcome)


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
