# SPDX-License-Identifier: GPL-3.0-or-later
"""The thing made last is not made again."""

from __future__ import annotations

import pytest

from puzzle_cubes.common.containers import Recent


def test_what_was_used_last_is_made_once() -> None:
    made: list[str] = []

    def make(key: str) -> str:
        made.append(key)
        return key.upper()

    recent = Recent[str](2)
    for key in "abab":
        assert recent.get(key, lambda key=key: make(key)) == key.upper()  # type: ignore[misc]
    assert made == ["a", "b"]
    recent.get("a", lambda: make("a"))
    recent.get("c", lambda: make("c"))
    # The one that was not used for the longest time went.
    recent.get("a", lambda: make("a"))
    recent.get("b", lambda: make("b"))
    assert made == ["a", "b", "c", "b"]


def test_what_was_made_elsewhere_is_kept_and_what_fails_is_not() -> None:
    recent = Recent[int](2)
    recent.put("one", 1)
    assert recent.get("one", lambda: 7) == 1

    def fail() -> int:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        recent.get("two", fail)
    assert recent.get("two", lambda: 2) == 2
