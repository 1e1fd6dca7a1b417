# SPDX-License-Identifier: GPL-3.0-or-later
"""The line below all areas, in which Blender shows what is going on."""

from __future__ import annotations

import bpy

from ..data.context import present


def set_status(context: bpy.types.Context, text: str) -> None:
    """Show a text in the status bar of all workspaces; an empty one gives it back to Blender.

    A plain text would stay in the workspace in which it was set, if the user goes to another one meanwhile.
    """

    def draw(header: bpy.types.Header, context: bpy.types.Context) -> None:
        layout = present(header.layout)
        layout.label(text=text)
        # So that what other operators report meanwhile is seen, too.
        layout.separator_spacer()
        layout.template_reports_banner()
        layout.separator_spacer()

    if context.workspace is not None:
        context.workspace.status_text_set(draw if text else None)
