# SPDX-License-Identifier: GPL-3.0-or-later
"""The user's preferences for all files: Blender shows them where the extension is enabled."""

from __future__ import annotations

from pathlib import Path

import bpy
from bpy.props import BoolProperty, StringProperty

from ...core.common.errors import InputError
from ..data.context import preferences_of, present
from ..data.paths import absolute
from ..data.property_groups import prop, with_properties
from ..window.texts import message

EXTENSION = __package__.rsplit(".", 2)[0]
"""The name by which Blender knows the extension: that of its root package."""

GAMES_FILE = "games.jsonl"
"""The file to which games are logged, a line each."""


@with_properties
class ExtensionPreferences(bpy.types.AddonPreferences):
    """The preferences on the log of games."""

    bl_idname = EXTENSION

    log_games: bool = prop(
        BoolProperty,
        name="Log Games",
        description="When a game ends, append a line on it to games.jsonl: the puzzle, when the game began, each key "
        "with its time, and whether it was solved. The file stays on this computer",
        default=False,
    )
    games_folder: str = prop(
        StringProperty,
        name="Games Folder",
        description="Where games.jsonl is; empty for a folder of the extension among your Blender files",
        subtype="DIR_PATH",
    )

    def draw(self, context: bpy.types.Context) -> None:
        """Draw the switch, the folder, and where that is."""
        layout = present(self.layout)
        layout.prop(self, "log_games")
        column = layout.column()
        column.active = self.log_games
        column.prop(self, "games_folder")
        if self.log_games:
            draw_logging(column, context)


def logs_games(context: bpy.types.Context) -> bool:
    """Report whether the user wants games to be logged."""
    preferences = _preferences(context)
    return preferences is not None and preferences.log_games


def games_file(context: bpy.types.Context) -> Path:
    """Return the file to which games are logged; raises InputError where its folder has no meaning."""
    preferences = _preferences(context)
    if preferences is not None and preferences.games_folder.strip():
        return absolute(preferences.games_folder) / GAMES_FILE
    # The folder is made when a game is written.
    return Path(bpy.utils.extension_path_user(EXTENSION, path="games")) / GAMES_FILE


def draw_logging(layout: bpy.types.UILayout, context: bpy.types.Context) -> None:
    """Draw where games are logged, or why they cannot be."""
    try:
        file = games_file(context)
    except InputError as error:
        message(layout, context, str(error))
        return
    column = layout.column(align=True)
    column.label(text="Games are logged to", icon="INFO")
    # Blender leaves out the middle of a line that is too long.
    column.label(text=shortened_path(file), icon="BLANK1")


def shortened_path(path: Path) -> str:
    """Return a path as people write it, with ~ for their own folder."""
    home = Path.home()
    return f"~/{path.relative_to(home).as_posix()}" if path.is_relative_to(home) else str(path)


def _preferences(context: bpy.types.Context) -> ExtensionPreferences | None:
    """Return the preferences; None where the extension was enabled for this run only, by a script."""
    addon = preferences_of(context).addons.get(EXTENSION)
    own = None if addon is None else addon.preferences
    return own if isinstance(own, ExtensionPreferences) else None


CLASSES = (ExtensionPreferences,)
