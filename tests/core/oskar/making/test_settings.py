# SPDX-License-Identifier: GPL-3.0-or-later
"""Settings that cannot be used are refused at once, with the setting, its value and what is allowed."""

from __future__ import annotations

from dataclasses import replace
from math import inf, nan
from typing import Any

import pytest
from hypothesis import given

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.kind.kind import NotFoundError
from puzzle_cubes.oskar.generating import generate
from puzzle_cubes.oskar.generators import settings_with
from puzzle_cubes.oskar.making.settings import Settings
from tests.core.oskar import strategies

BAD: dict[str, tuple[dict[str, Any], str]] = {
    "side of zero": ({"size": (5, 0, 5)}, r"Size Y is 0: .* from 1 to 100"),
    "side below zero": ({"size": (5, 5, -3)}, r"Size Z is -3: .* from 1 to 100"),
    "side too large": ({"size": (101, 5, 5)}, r"Size X is 101: .* from 1 to 100"),
    "one cell": ({"size": (1, 1, 1)}, r"Size is 1 x 1 x 1: .* at least two"),
    "start outside along x": ({"size": (3, 4, 5), "start": (3, 0, 0)}, r"Start X is 3: .* from 0 to 2"),
    "start outside along y": ({"size": (3, 4, 5), "start": (0, 4, 0)}, r"Start Y is 4: .* from 0 to 3"),
    "start outside along z": ({"size": (3, 4, 5), "start": (0, 0, -1)}, r"Start Z is -1: .* from 0 to 4"),
    "unknown end": ({"end": "last"}, r"End is 'last': .* deepest, first, farthest"),
    "unknown style": ({"style": "baroque"}, r"Style is 'baroque': .*classic"),
    "negative seed": ({"seed": -1}, r"Seed is -1: .* from 0 to 2147483647"),
    "seed too large": ({"seed": 2**31}, r"Seed is 2147483648: .* from 0 to 2147483647"),
    "no attempts": ({"attempts": 0}, r"Attempts is 0: .* from 1 to 1000000"),
    "too many attempts": ({"attempts": 1_000_001}, r"Attempts is 1000001: .* from 1 to 1000000"),
    "no effort": ({"effort": 0}, r"Effort is 0: .* from 1 to 100000000"),
    "negative effort": ({"effort": -5}, r"Effort is -5: .* from 1 to 100000000"),
    "too much effort": ({"effort": 10**8 + 1}, r"Effort is 100000001: .* from 1 to 100000000"),
    "unknown start": ({"start": "top"}, r"Start is 'top': .* auto, center, best"),
    "unknown choice": ({"choice": "last"}, r"Grows from is 'last': .* newest, oldest, random, mix"),
    "negative share": ({"length_share": -0.1}, r"Solution length is -0\.1: .* from 0 to 1"),
    "share above all": ({"length_share": 1.01}, r"Solution length is 1\.01: .* from 0 to 1"),
    "share that is no number": ({"length_share": nan}, r"Solution length is nan: .* from 0 to 1"),
    "endless share": ({"length_share": inf}, r"Solution length is inf: .* from 0 to 1"),
    "unknown difficulty": ({"difficulty": "fair"}, r"Difficulty is 'fair': .* very_easy, easy, .* extreme"),
    "unknown look-ahead": ({"look_ahead": "4"}, r"Look-ahead is '4': .* any, 0, 1, 2, 3"),
    "negative length": ({"minimum_length": -1}, r"Minimum length is -1: .* from 0 to 124"),
    "length of all cells": ({"minimum_length": 125}, r"Minimum length is 125: with 125 cells .* from 0 to 124"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_setting_is_refused(name: str) -> None:
    settings, message = BAD[name]
    with pytest.raises(InputError, match=f"^{message}.*\\.$"):
        settings_with(**settings)


def test_a_style_that_is_not_there_is_refused_wherever_it_comes_from() -> None:
    with pytest.raises(InputError, match="Style is 'baroque': "):
        generate(Settings(style="baroque"))


def test_an_impossible_length_is_refused_before_anything_grows() -> None:
    with pytest.raises(InputError, match="Minimum length is 1000000: .* from 0 to 999999") as refused:  # noqa: RUF043
        settings_with(size=(100, 100, 100), minimum_length=1_000_000, attempts=1_000_000)
    assert not isinstance(refused.value, NotFoundError)


@given(strategies.all_settings(100))
def test_good_settings_are_accepted(settings: Settings) -> None:
    assert settings_with(**settings.values) == settings
    x, y, z = settings.size
    longest = replace(settings, minimum_length=x * y * z - 1, attempts=1_000_000)
    assert (longest.minimum_length, longest.attempts) == (x * y * z - 1, 1_000_000)


def test_the_center_is_that_of_the_top_layer_and_any_position_may_be_the_start() -> None:
    assert Settings(size=(5, 5, 5), start="center").fixed_start == (2, 2, 4)
    assert Settings(size=(4, 7, 1), start="center").fixed_start == (2, 3, 0)
    assert Settings(size=(4, 7, 1), start=(0, 0, 0)).fixed_start == (0, 0, 0)
    assert Settings(size=(4, 7, 1), start="best").fixed_start is None
    assert Settings(size=(4, 7, 1)).fixed_start is None
