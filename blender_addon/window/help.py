# SPDX-License-Identifier: GPL-3.0-or-later
"""The manual that comes with the extension, opened at what a panel is about."""

from __future__ import annotations

import webbrowser
from pathlib import Path

import bpy
from bpy.props import StringProperty

from ..data.property_groups import prop, with_properties
from .results import Result, refuse

MANUAL = Path(__file__).parents[2] / "manual"


def topic_of(label: str) -> str:
    """Return what a heading is called in addresses: that on a panel is the panel's label."""
    return label.lower().replace(" ", "-")


def help_address(topic: str) -> str:
    """Return the address of a heading of the manual, on whichever page it is; of the first page where there is none."""
    for page in sorted(MANUAL.glob("*.html")):
        if f'id="{topic}"' in page.read_text(encoding="utf-8"):
            return f"{page.as_uri()}#{topic}"
    return (MANUAL / "index.html").as_uri()


@with_properties
class OpenHelp(bpy.types.Operator):
    """Show in the web browser what this panel is about; the manual came with the extension"""

    bl_idname = "puzzle_cubes.help"
    bl_label = "Help"
    topic: str = prop(StringProperty, name="Topic", description="The heading that is shown")

    def execute(self, context: bpy.types.Context) -> Result:
        """Open the manual."""
        address = help_address(self.topic)
        if not webbrowser.open(address):
            return refuse(self, f"No web browser was found. The manual is in the folder {MANUAL}.")
        return {"FINISHED"}


CLASSES = (OpenHelp,)
