# SPDX-License-Identifier: GPL-3.0-or-later
"""Every panel has a question mark that opens its heading of the manual in the zip."""

from __future__ import annotations

import re
import webbrowser
from collections import Counter
from pathlib import Path
from urllib.parse import unquote, urlparse
from zipfile import ZipFile

import bpy
import pytest

from tests.blender.puzzles import installed
from tests.blender.tab.registered import types_named

pytestmark = pytest.mark.once


@pytest.fixture
def opened(tmp_path: Path) -> Path:
    """Return the file to which a browser, which is the user's own for now, writes the address that it opens."""
    browser, opened = tmp_path / "browser", tmp_path / "opened"
    browser.write_text(f'#!/bin/sh\nprintf %s "$1" > "{opened}"\n')
    browser.chmod(0o755)
    webbrowser.register("test", None, webbrowser.GenericBrowser([str(browser), "%s"]), preferred=True)
    return opened


def test_each_panel_has_one_heading_in_the_manual_of_the_zip(built_zip: Path) -> None:
    with ZipFile(built_zip) as contents:
        pages = "".join(contents.read(name).decode() for name in contents.namelist() if name.startswith("manual/"))
    headings = Counter(re.findall(r'<h[23] id="[\w-]+">([^<]+)</h', pages))
    panels = types_named("PT").values()
    assert {panel.bl_label: headings[panel.bl_label] for panel in panels} == dict.fromkeys(
        (panel.bl_label for panel in panels), 1
    )
    assert all(hasattr(panel, "draw_header_preset") for panel in panels)


def test_the_manual_is_opened_at_the_heading_of_each_panel(opened: Path) -> None:
    topic_of = installed("blender_addon.window.sidebar").topic_of
    for panel in types_named("PT").values():
        topic = topic_of(panel.bl_label)
        assert bpy.ops.puzzle_cubes.help(topic=topic) == {"FINISHED"}
        address = urlparse(opened.read_text())
        assert (address.scheme, address.fragment) == ("file", topic)
        page = Path(unquote(address.path)).read_text(encoding="utf-8")
        assert f'id="{topic}">{panel.bl_label}</h' in page


def test_what_has_no_heading_opens_the_first_page(opened: Path) -> None:
    assert bpy.ops.puzzle_cubes.help(topic="nothing-of-that-name") == {"FINISHED"}
    assert opened.read_text().endswith("/manual/index.html")


def test_the_address_is_one_also_where_the_folder_has_spaces() -> None:
    module = installed("blender_addon.window.sidebar")
    assert " " not in module.help_address("print")
