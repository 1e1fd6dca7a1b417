# SPDX-License-Identifier: GPL-3.0-or-later
"""The help page that comes with the extension, opened at what a panel is about."""

from __future__ import annotations

import webbrowser
from pathlib import Path

import bpy
from bpy.props import StringProperty

from ..data.property_groups import prop, with_properties
from .results import Result, refuse

PAGE = Path(__file__).parents[2] / "help.html"


def topic_of(panel: str) -> str:
    """Return the heading on a panel, given by its idname."""
    return panel.partition("_PT_")[2]


def help_address(topic: str) -> str:
    """Return the address of a heading of the page."""
    return f"{PAGE.as_uri()}#{topic}"


@with_properties
class OpenHelp(bpy.types.Operator):
    """Show in the web browser what this panel is about; the page came with the extension"""

    bl_idname = "puzzle_cubes.help"
    bl_label = "Help"
    topic: str = prop(StringProperty, name="Topic", description="The heading that is shown")

    def execute(self, context: bpy.types.Context) -> Result:
        """Open the page."""
        address = help_address(self.topic)
        if not webbrowser.open(address):
            return refuse(self, f"No web browser was found. The help is the file {PAGE}.")
        return {"FINISHED"}


CLASSES = (OpenHelp,)
