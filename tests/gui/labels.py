# SPDX-License-Identifier: GPL-3.0-or-later
"""Which texts of the panels the sidebar has no room for."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.gui.sidebar import Sidebar
from tests.gui.waiting import wait_for

TYPED = ("Collection.name", "PuzzleProperties.folder")
"""Texts of the user's own, in fields that can be scrolled, are no labels."""


def labels_cut_off(sidebar: Sidebar, pictures: str) -> list[str]:
    """Open every panel by itself, keep a picture, and return the texts that do not stand whole in it.

    Each text that a panel draws is looked for in the picture as often as it is drawn.
    """
    window, reader, cut_off = sidebar.window, sidebar.reader, []
    panels = window.ask("panels")
    for panel in panels:
        if panel["parent"]:
            continue
        family = [panel, *(child for child in panels if child["parent"] == panel["idname"])]
        _open_alone(sidebar, family)
        texts = [member["label"] for member in family]
        for items in window.drawn_items().values():
            texts += [text for text, name in items if text and name not in TYPED]
        reader.learn(texts)
        window.save_picture(f"{pictures}-{panel['label'].lower().replace(' ', '-')}")
        picture = window.still_picture()
        for text, times in Counter(texts).items():
            if len(reader.points(text, picture, sidebar.box())) < times:
                cut_off.append(f"{panel['label']}: {text}")
    return cut_off


def _open_alone(sidebar: Sidebar, family: list[Any]) -> None:
    """Open a panel and those inside it, and close all others."""
    main, *children = family
    names = {member["idname"] for member in family}

    def drawn() -> set[str]:
        return set(sidebar.window.drawn_items())

    if main["idname"] not in drawn() or drawn() - names:
        sidebar.click_title_with_ctrl(main["label"])
        wait_for(lambda: main["idname"] in drawn() and not drawn() - names, f"'{main['label']}' is open by itself")
    for child in children:
        sidebar.open_panel(child["label"])
