# SPDX-License-Identifier: GPL-3.0-or-later
"""The manual and the screen: bold words of README and manual stand on the screen, and every panel opens its heading.

The script for Blender in the manual works there as it stands.
"""

from __future__ import annotations

import ast
import re
import webbrowser
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urlparse
from zipfile import ZipFile

import bpy
import pytest

from tests.blender.puzzles import installed
from tests.blender.tab.registered import all_properties, known_of, operators, own_properties, types_named

REPOSITORY = Path(__file__).resolve().parents[3]
FIGURES = {"fair.md", "styles.md", "tables.md", "census.md"}
"""Written by programs, with bold headings of tables."""

PAGES = [REPOSITORY / "README.md", *sorted((REPOSITORY / "docs").glob("*.md"))]
PAGES = [page for page in PAGES if page.name not in FIGURES]

SCRIPT_PAGE = REPOSITORY / "docs" / "library.md"
"""Has a script for Blender."""

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
    settings = {declared.name for declared in own_properties(known_of("generate"))}
    assert sorted(settings - told) == []


@pytest.fixture
def opened(tmp_path: Path) -> Path:
    """Return the file to which a browser, which is the user's own for now, writes the address that it opens."""
    browser, opened = tmp_path / "browser", tmp_path / "opened"
    browser.write_text(f'#!/bin/sh\nprintf %s "$1" > "{opened}"\n')
    browser.chmod(0o755)
    webbrowser.register("test", None, webbrowser.GenericBrowser([str(browser), "%s"]), preferred=True)
    return opened


@pytest.mark.once
def test_each_panel_has_one_heading_in_the_manual_of_the_zip(built_zip: Path) -> None:
    with ZipFile(built_zip) as contents:
        pages = "".join(contents.read(name).decode() for name in contents.namelist() if name.startswith("manual/"))
    headings = Counter(re.findall(r'<h[23] id="[\w-]+">([^<]+)</h', pages))
    panels = types_named("PT").values()
    assert {panel.bl_label: headings[panel.bl_label] for panel in panels} == dict.fromkeys(
        (panel.bl_label for panel in panels), 1
    )
    assert all(hasattr(panel, "draw_header_preset") for panel in panels)


@pytest.mark.once
def test_the_manual_is_opened_at_the_heading_of_each_panel(opened: Path) -> None:
    topic_of = installed("blender_addon.window.sidebar").topic_of
    for panel in types_named("PT").values():
        topic = topic_of(panel.bl_label)
        assert bpy.ops.puzzle_cubes.help(topic=topic) == {"FINISHED"}
        address = urlparse(opened.read_text())
        assert (address.scheme, address.fragment) == ("file", topic)
        page = Path(unquote(address.path)).read_text(encoding="utf-8")
        assert f'id="{topic}">{panel.bl_label}</h' in page


@pytest.mark.once
def test_what_has_no_heading_opens_the_first_page(opened: Path) -> None:
    assert bpy.ops.puzzle_cubes.help(topic="nothing-of-that-name") == {"FINISHED"}
    assert opened.read_text().endswith("/manual/index.html")


def test_the_script_of_the_manual_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (text,) = re.findall(
        r"^```python\n(import bpy\n.*?)^```$", SCRIPT_PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
    script = tmp_path / "script.py"
    script.write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    bpy.utils.execfile(str(script))
    assert (tmp_path / "cubes" / "blender" / "kit.3mf").is_file()
    assert bpy.context.scene.puzzle_cubes.bed_x == 180
