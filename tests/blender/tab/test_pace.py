# SPDX-License-Identifier: GPL-3.0-or-later
"""An effort's time on this computer is known from the search before."""

from __future__ import annotations

from tests.blender.puzzles import installed, make_puzzle


def test_a_search_shows_how_long_others_take_at_most() -> None:
    search, kind = installed("blender_addon.tab.search_on"), installed("core.kinds").KINDS["oskar"]
    search.PACES.clear()
    values = kind.defaults | {"style": "hard", "effort": 20_000}
    assert search.time_for(kind, values) == ""
    half = installed("core.kind.kind").Progress(1, 1, 0.5, None)
    # What is over at once shows nothing.
    search.keep_pace(kind, values, half, 0.09)
    assert search.time_for(kind, values) == ""
    search.keep_pace(kind, values, half, 2.0)
    assert search.time_for(kind, values) == "up to 4 s"
    assert search.time_for(kind, values | {"effort": 80_000}) == "up to 15 s"
    assert search.time_for(kind, values | {"style": "prim"}) == ""


def test_it_is_known_from_the_first_puzzle_that_was_made() -> None:
    search, kind = installed("blender_addon.tab.search_on"), installed("core.kinds").KINDS["oskar"]
    search.PACES.clear()
    make_puzzle(size=(4, 4, 4), style="HARD", difficulty="EXTREME", effort=4000)
    assert search.time_for(kind, kind.defaults | {"style": "hard", "effort": 80_000}).startswith("up to ")
