# SPDX-License-Identifier: GPL-3.0-or-later
"""The modal operators of the extension that are at work.

Blender's own list of them may hold what is left of one whose add-on was disabled, and to look at that can crash it.
"""

from __future__ import annotations

from typing import Any

import bpy

_running: list[Any] = []


def begin(operator: Any) -> None:
    """Note that a modal operator is at work from now on."""
    _running.append(operator)


def end(operator: Any) -> None:
    """Note that a modal operator is at work no longer."""
    _running.remove(operator)


def is_running(idname: str) -> bool:
    """Tell whether an operator with an idname is at work."""
    return any(operator.bl_idname == idname for operator in _running)


def cancel_all(context: bpy.types.Context) -> None:
    """Have all operators clear up, when the extension is disabled."""
    for operator in tuple(_running):
        operator.cancel(context)
