# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs in Blender, disables the extension during a search and during a game, and enables it again."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Iterator
from typing import Any

import addon_utils
import bpy

MODULE = "bl_ext.user_default.puzzle_cubes"
SECOND = 1.0
operators: Any = bpy.ops.puzzle_cubes


def steps() -> Iterator[float]:
    """Yield the seconds until the next step."""
    window: Any = bpy.context.window_manager.windows[0]
    (area,) = (area for area in window.screen.areas if area.type == "VIEW_3D")
    (region,) = (region for region in area.regions if region.type == "WINDOW")
    area.spaces.active.show_region_ui = True
    yield SECOND
    bpy.context.preferences.addons[MODULE].preferences.log_games = True
    settings = bpy.context.scene.puzzle_cubes.oskar
    # Extreme puzzles are searched for without an end.
    settings.difficulty, settings.effort_choice, settings.effort = "EXTREME", "OWN", 5_000_000
    for operator in (operators.generate, operators.play):
        with bpy.context.temp_override(window=window, area=area, region=region):
            print(operator("INVOKE_DEFAULT"), flush=True)
        yield SECOND
        addon_utils.disable(MODULE)
        # The sidebar is drawn without the panels, and with them again.
        yield SECOND
        addon_utils.enable(MODULE)
        area.tag_redraw()
        yield SECOND
        view_region("UI", area).active_panel_category = "Puzzle Cubes"
        yield SECOND
        with bpy.context.temp_override(window=window, area=area, region=region):
            print(operators.generate("EXEC_DEFAULT", size=(3, 3, 3)), flush=True)
        yield SECOND
    bpy.ops.wm.quit_blender()


def view_region(region_type: str, area: Any) -> Any:
    """Return a region of the 3D view."""
    (region,) = (region for region in area.regions if region.type == region_type)
    return region


def step() -> float | None:
    """Take the next step; end Blender with an error where one fails."""
    try:
        return next(running, None)
    except Exception:  # noqa: BLE001  (whatever it is, the test must fail with it)
        traceback.print_exc()
        sys.exit(3)


bpy.context.preferences.view.show_splash = False
running = steps()
bpy.app.timers.register(step)
