# SPDX-License-Identifier: GPL-3.0-or-later
"""Bold words in README and the manual stand on the screen: the name of a panel, a button, a field, a choice."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import bpy
import pytest

from tests.blender.tab.registered import all_properties, operators, own_properties, types_named

REPOSITORY = Path(__file__).resolve().parents[3]
FIGURES = {"fair.md", "styles.md", "tables.md", "census.md"}
"""Written by programs, with bold headings of tables."""

PAGES = [REPOSITORY / "README.md", *sorted((REPOSITORY / "docs").glob("*.md"))]
PAGES = [page for page in PAGES if page.name not in FIGURES]

BOLD = re.compile(r"\*\*(.+?)\*\*", re.DOTALL)


def drawn_texts() -> Iterator[str]:
    """Yield the texts that panels give to buttons and fields in place of their own names."""
    for file in (REPOSITORY / "blender_addon").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.keyword) and node.arg == "text" and isinstance(node.value, ast.Constant):
                yield str(node.value.value)


@pytest.fixture(scope="module")
def names() -> set[str]:
    """Return all names on the screen."""
    labels = {kind.bl_label for sort in ("PT", "MT") for kind in types_named(sort).values()}
    labels |= {operator.bl_label for operator in operators().values()} | set(drawn_texts())
    for _, declared in all_properties():
        labels.add(declared.name)
        if declared.type == "ENUM":
            labels |= {item.name for item in declared.enum_items_static_ui}
    return labels


def bold_names(page: Path) -> set[str]:
    """Return what a page prints in bold, outside of its code."""
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    return {" ".join(name.split()) for name in BOLD.findall(text)}


@pytest.mark.once
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_bold_names_stand_on_the_screen(page: Path, names: set[str]) -> None:
    assert sorted(bold_names(page) - names) == []


def test_every_setting_of_a_new_puzzle_and_every_dimension_is_told() -> None:
    told = set().union(*map(bold_names, PAGES))
    settings = {declared.name for declared in own_properties(bpy.ops.puzzle_cubes.generate.get_rna_type())}
    assert sorted(settings - told) == []
