# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds texts of the panels that have no room in the sidebar, and buttons with another name than what they do."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from tests.gui.sidebar import Sidebar
from tests.gui.window import Window

IN_FIELDS = ("Collection.name", "PuzzleProperties.folder", "PuzzleProperties.code")
"""Texts in fields that can be scrolled are no labels: the user's own, and codes as long as their puzzles are large."""


def labels_cut_off(sidebar: Sidebar, pictures: str, *labels: str) -> list[str]:
    """Open every panel, or some, by itself, keep a picture, and return the texts that do not stand whole in it.

    Each text that a panel draws is looked for in the picture as often as it is drawn.
    """
    window, reader, cut_off = sidebar.window, sidebar.reader, []
    panels = window.ask("panels")
    for panel in panels:
        if panel["parent"] or (labels and panel["label"] not in labels):
            continue
        family = sidebar.open_alone(panel["label"])
        texts = [member["label"] for member in family]
        for items in window.drawn_items().values():
            texts += [text for text, name in items if text and name not in IN_FIELDS]
        reader.learn(texts)
        window.save_picture(f"{pictures}-{panel['label'].lower().replace(' ', '-')}")
        picture = window.still_picture()
        for text, times in Counter(texts).items():
            if len(reader.points(text, picture, sidebar.box())) < times:
                cut_off.append(f"{panel['label']}: {text}")
    return cut_off


def misnamed_buttons(window: Window) -> list[tuple[str, str]]:
    """Return the buttons, open or closed, that say more than what their operator is called, or other than that."""
    return misnamed((text, label) for text, label in window.ask("button_names") if not is_value(text))


def is_value(text: str) -> bool:
    """Report whether a button shows a value and no name: a line that stands for a piece, or a step of a solution."""
    return {*text} <= {*"x.+|,"} or text == "Start" or re.match(r"\d+\. ", text) is not None


def misnamed(names: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return those of some texts of buttons that have a word which is not in the label that goes with each."""
    return [(text, label) for text, label in names if not {*text.removesuffix(" ...").split()} <= {*label.split()}]
