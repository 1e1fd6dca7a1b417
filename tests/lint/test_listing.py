# SPDX-License-Identifier: GPL-3.0-or-later
"""Kinds and styles: the listing and the manual say of them what the program has."""

from __future__ import annotations

from pathlib import Path

import pytest

from puzzle_cubes.kinds import KINDS
from puzzle_cubes.oskar.generators import STYLES
from puzzle_cubes.oskar.maze.difficulty import LEVELS
from tests.lint.styles import PAGE, renewed_page

DOCS = Path(__file__).resolve().parent.parent.parent / "docs"


def listing() -> str:
    """Return the listing as one line."""
    return " ".join((DOCS / "listing" / "description.md").read_text(encoding="utf-8").split())


def test_the_listing_has_all_kinds_and_the_numbers_of_the_program() -> None:
    text = listing()
    assert [kind.label for kind in KINDS.values() if f"**{kind.label.removesuffix('s')}" not in text] == []
    largest = KINDS["oskar"].options[[option.name for option in KINDS["oskar"].options].index("size")].most
    assert f"up to {largest:g} cells on a side" in text
    first, *_, last = LEVELS.values()
    assert f"*{first.label}* to *{last.label}*" in text


@pytest.mark.parametrize(
    ("page", "listed"), {"index": "- **{label}** is ", "making": "*{label}*", "command-line": "| `{name}` | "}.items()
)
def test_the_manual_has_all_kinds_wherever_it_lists_them(page: str, listed: str) -> None:
    text = " ".join((DOCS / f"{page}.md").read_text(encoding="utf-8").split())
    assert [kind.name for kind in KINDS.values() if listed.format(label=kind.label, name=kind.name) not in text] == []


def test_the_page_of_the_styles_tells_how_each_works() -> None:
    assert PAGE.read_text(encoding="utf-8") == renewed_page(), "write it anew: make written"
    assert [style.label for style in STYLES.values() if f"\n**{style.label}**: " not in renewed_page()] == []
