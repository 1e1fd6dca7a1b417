# SPDX-License-Identifier: GPL-3.0-or-later
"""The page that is written with the files to print: what it takes of a screen."""

from __future__ import annotations

from pathlib import Path

import pytest

from puzzle_cubes.library import make
from tests.site.chromium import DESKTOP, PHONE, Browser


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_pictures_of_long_pieces_are_no_higher_than_others(
    browser: Browser, tmp_path: Path, size: tuple[int, int]
) -> None:
    """Sticks stand upright in some pictures, which once grew with them beyond the screen."""
    make("burr", sticks="768 124 959 1008 1933 3972", length=10).write(tmp_path)
    browser.show(size)
    browser.open(tmp_path / "assembly.html")
    heights = "return [...document.querySelectorAll(arguments[0])].map(picture => picture.clientHeight)"
    parts, steps = browser.ask(heights, ".parts img"), browser.ask(heights, ".steps svg")
    assert len(parts) == 6
    assert len(steps) > 6
    assert 100 <= min(parts) <= max(parts) <= 150
    assert 200 <= min(steps) <= max(steps) <= 300
