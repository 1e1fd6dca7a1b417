# SPDX-License-Identifier: GPL-3.0-or-later
"""Texts in panels: values that cannot be changed, and sentences as wide as the sidebar."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, TypeAlias

import bpy

from ..data.context import preferences_of, present

if TYPE_CHECKING:
    from bpy.stub_internal.rna_enums import IconItems

    # Of the names of Blender's icons the type checker knows all.
    Icon: TypeAlias = IconItems
else:
    Icon = str


def labeled(layout: bpy.types.UILayout, label: str) -> bpy.types.UILayout:
    """Draw a label, aligned as the properties are, and return where its value goes."""
    split = layout.split(factor=0.4)
    name = split.row()
    name.alignment = "RIGHT"
    name.label(text=label)
    return split


def line(layout: bpy.types.UILayout, label: str, value: str) -> None:
    """Draw a value that cannot be changed."""
    labeled(layout, label).label(text=value)


def message(layout: bpy.types.UILayout, context: bpy.types.Context, text: str) -> None:
    """Draw a sentence on what is wrong."""
    box = layout.box().column(align=True)
    box.alert = True
    sentence(box, context, text, "ERROR")


BUTTON = 28
"""The width of a small button with the space before it, in pixels at a scale of 1."""


def sentence(layout: bpy.types.UILayout, context: bpy.types.Context, text: str, icon: Icon, buttons: int = 0) -> None:
    """Draw a sentence in as many lines as the sidebar's width asks for, the first with an icon.

    So many small buttons stand beside it.
    """
    room = present(context.region).width / preferences_of(context).system.ui_scale - BUTTON * buttons
    for number, line in enumerate(textwrap.wrap(text, max(20, int(room / 7) - 4))):
        layout.label(text=line, icon=icon if number == 0 else "BLANK1")
