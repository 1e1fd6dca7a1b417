# SPDX-License-Identifier: GPL-3.0-or-later
"""Settings that cannot be used are refused at once, with the setting, its value and what is allowed."""

from __future__ import annotations

from dataclasses import replace
from math import inf, nan

import pytest
from hypothesis import given

from core.errors import InputError
from core.generators import STYLES, generate, generate_in_steps
from core.puzzle import NotFoundError
from core.settings import Settings
from tests.core import strategies

BAD = {
    "side of zero": (Settings(size=(5, 0, 5)), r"Size Y is 0: .* from 1 to 100"),
    "side below zero": (Settings(size=(5, 5, -3)), r"Size Z is -3: .* from 1 to 100"),
    "side too large": (Settings(size=(101, 5, 5)), r"Size X is 101: .* from 1 to 100"),
    "one cell": (Settings(size=(1, 1, 1)), r"Size is 1 x 1 x 1: .* at least two"),
    "start outside along x": (Settings(size=(3, 4, 5), start=(3, 0, 0)), r"Start X is 3: .* from 0 to 2"),
    "start outside along y": (Settings(size=(3, 4, 5), start=(0, 4, 0)), r"Start Y is 4: .* from 0 to 3"),
    "start outside along z": (Settings(size=(3, 4, 5), start=(0, 0, -1)), r"Start Z is -1: .* from 0 to 4"),
    "unknown end": (Settings(end="last"), r"End is 'last': .* deepest, first, farthest"),
    "unknown style": (Settings(style="baroque"), r"Style is 'baroque': .*classic"),
    "negative seed": (Settings(seed=-1), r"Seed is -1: .* from 0 to 2147483647"),
    "seed too large": (Settings(seed=2**31), r"Seed is 2147483648: .* from 0 to 2147483647"),
    "no attempts": (Settings(attempts=0), r"Attempts is 0: .* from 1 to 1000000"),
    "too many attempts": (Settings(attempts=1_000_001), r"Attempts is 1000001: .* from 1 to 1000000"),
    "no effort": (Settings(effort=0), r"Effort is 0: .* from 1 to 100000000"),
    "negative effort": (Settings(effort=-5), r"Effort is -5: .* from 1 to 100000000"),
    "too much effort": (Settings(effort=10**8 + 1), r"Effort is 100000001: .* from 1 to 100000000"),
    "unknown start": (Settings(start="top"), r"Start is 'top': .* center, best"),
    "unknown choice": (Settings(choice="last"), r"Choice is 'last': .* newest, oldest, random, mix"),
    "negative share": (Settings(length_share=-0.1), r"Solution length is -0\.1: .* from 0 to 1"),
    "share above all": (Settings(length_share=1.01), r"Solution length is 1\.01: .* from 0 to 1"),
    "share that is no number": (Settings(length_share=nan), r"Solution length is nan: .* from 0 to 1"),
    "negative deceptiveness": (Settings(deceptiveness=-1), r"Deceptiveness is -1: .* from 0 to 1"),
    "deceptiveness above all": (Settings(deceptiveness=inf), r"Deceptiveness is inf: .* from 0 to 1"),
    "negative length": (Settings(minimum_length=-1), r"Minimum length is -1: .* from 0 to 124"),
    "length of all cells": (Settings(minimum_length=125), r"Minimum length is 125: with 125 cells .* from 0 to 124"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_setting_is_refused(name: str) -> None:
    settings, message = BAD[name]
    with pytest.raises(InputError, match=f"^{message}.*\\.$") as checked:
        settings.check(tuple(STYLES))
    with pytest.raises(InputError) as generated:
        generate(settings)
    assert str(generated.value) == str(checked.value)


def test_an_impossible_length_is_refused_before_anything_grows() -> None:
    settings = Settings(size=(100, 100, 100), minimum_length=1_000_000, attempts=1_000_000)
    with pytest.raises(InputError, match="Minimum length is 1000000: .* from 0 to 999999") as refused:  # noqa: RUF043
        next(generate_in_steps(settings))
    assert not isinstance(refused.value, NotFoundError)


@given(strategies.all_settings(100))
def test_good_settings_are_accepted(settings: Settings) -> None:
    settings.check(tuple(STYLES))
    x, y, z = settings.size
    replace(settings, minimum_length=x * y * z - 1, attempts=1_000_000).check(tuple(STYLES))


def test_the_start_is_the_center_of_the_top_layer_unless_asked_otherwise() -> None:
    assert Settings(size=(5, 5, 5)).fixed_start == (2, 2, 4)
    assert Settings(size=(4, 7, 1)).fixed_start == (2, 3, 0)
    assert Settings(size=(4, 7, 1), start=(0, 0, 0)).fixed_start == (0, 0, 0)
    assert Settings(size=(4, 7, 1), start="best").fixed_start is None
