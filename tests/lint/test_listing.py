# SPDX-License-Identifier: GPL-3.0-or-later
"""Kinds, styles and classics: the listing and the first page of the manual say of them what the program has."""

from __future__ import annotations

from pathlib import Path

from puzzle_cubes.kinds import KINDS
from puzzle_cubes.oskar.generators import STYLES
from puzzle_cubes.oskar.maze.difficulty import LEVELS
from puzzle_cubes.packing.making.options import CLASSICS

DOCS = Path(__file__).resolve().parent.parent.parent / "docs"
WORDS = {3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", 10: "ten"}
WORDS |= {17: "seventeen", 18: "eighteen", 19: "nineteen", 20: "twenty"}
"""Numbers as the listing writes them."""


def listing() -> str:
    """Return the listing as one line."""
    return " ".join((DOCS / "listing" / "description.md").read_text(encoding="utf-8").split())


def test_the_listing_has_all_kinds_and_the_numbers_of_the_program() -> None:
    text = listing()
    assert f"## {WORDS[len(KINDS)].capitalize()} kinds" in text
    assert [kind.label for kind in KINDS.values() if f"**{kind.label.removesuffix('s')}" not in text] == []
    assert f"one of {WORDS[len(STYLES)]} styles" in text
    assert f"{WORDS[len(CLASSICS)]} classics" in text
    largest = KINDS["oskar"].options[[option.name for option in KINDS["oskar"].options].index("size")].most
    assert f"up to {largest:g} cells on a side" in text
    first, *_, last = LEVELS.values()
    assert f"*{first.label}* to *{last.label}*" in text


def test_the_first_page_of_the_manual_has_all_kinds() -> None:
    text = " ".join((DOCS / "index.md").read_text(encoding="utf-8").split())
    assert f"There are {WORDS[len(KINDS)]} kinds of puzzle" in text
    assert [kind.label for kind in KINDS.values() if f"- **{kind.label}** is " not in text] == []
