# SPDX-License-Identifier: GPL-3.0-or-later
"""Every panel has a question mark that opens its heading of the help page in the zip."""

from __future__ import annotations

import importlib
import re
import webbrowser
from pathlib import Path
from urllib.parse import unquote, urlparse
from zipfile import ZipFile

import bpy
from installed_extension import MODULE

from tests.blender.tab.registered import types_named


def test_each_panel_has_its_heading_and_each_heading_its_panel(built_zip: Path) -> None:
    with ZipFile(built_zip) as contents:
        page = contents.read("help.html").decode()
    headings = dict(re.findall(r'<h2 id="(\w+)">([^<]+)</h2>', page))
    panels = {name.partition("_PT_")[2]: panel for name, panel in types_named("PT").items()}
    assert headings == {topic: panel.bl_label for topic, panel in panels.items()}
    assert all(hasattr(panel, "draw_header_preset") for panel in panels.values())


def test_the_page_is_opened_at_the_heading(tmp_path: Path) -> None:
    browser, opened = tmp_path / "browser", tmp_path / "opened"
    browser.write_text(f'#!/bin/sh\nprintf %s "$1" > "{opened}"\n')
    browser.chmod(0o755)
    webbrowser.register("test", None, webbrowser.GenericBrowser([str(browser), "%s"]), preferred=True)
    assert bpy.ops.puzzle_cubes.help(topic="print") == {"FINISHED"}
    address = urlparse(opened.read_text())
    assert (address.scheme, address.fragment) == ("file", "print")
    assert 'id="print"' in Path(unquote(address.path)).read_text(encoding="utf-8")


def test_the_address_is_one_also_where_the_folder_has_spaces() -> None:
    module = importlib.import_module(f"{MODULE}.blender_addon.window.help")
    assert " " not in module.help_address("puzzle")
