# SPDX-License-Identifier: GPL-3.0-or-later
"""The line below all areas, in which Blender tells what is going on."""

from __future__ import annotations

from typing import Any

import bpy


def set_status(context: bpy.types.Context, text: str) -> None:
    """Show a text in the status bar of all workspaces; an empty one gives it back to Blender.

    A plain text would stay in the workspace in which it was set, if the user goes to another one meanwhile.
    """

    def draw(header: Any, context: bpy.types.Context) -> None:  # noqa: ARG001
        header.layout.label(text=text)
        # What other operators report meanwhile shall be seen, too.
        header.layout.separator_spacer()
        header.layout.template_reports_banner()
        header.layout.separator_spacer()

    context.workspace.status_text_set(draw if text else None)
