# SPDX-License-Identifier: GPL-3.0-or-later
"""The Blender side: properties, operators, panels, objects, export and the command line."""

from __future__ import annotations

import bpy

from . import animation, command_line, keymap, operators, panels, play, presets_menu, properties, show_solution

_CLASSES = (
    *properties.CLASSES,
    *operators.CLASSES,
    *show_solution.CLASSES,
    *animation.CLASSES,
    *play.CLASSES,
    *presets_menu.CLASSES,
    *panels.CLASSES,
)
_commands: list[object] = []
"""What Blender wants back to forget the command line; it has no other place to keep it."""


def register() -> None:
    """Register all classes, the properties of scenes and collections, the shortcut and the command line."""
    for registered in _CLASSES:
        bpy.utils.register_class(registered)
    bpy.types.Scene.oskars_cube = bpy.props.PointerProperty(
        type=properties.SceneSettings, name="Oskar's Cube", description="The settings of the next puzzle"
    )
    bpy.types.Collection.oskars_cube = bpy.props.PointerProperty(
        type=properties.PuzzleProperties, name="Oskar's Cube", description="The puzzle that the collection holds"
    )
    bpy.utils.register_preset_path(presets_menu.FOLDER)
    keymap.register()
    _commands.append(bpy.utils.register_cli_command(command_line.COMMAND, command_line.run_in_blender))


def unregister() -> None:
    """Undo ``register``, last things first."""
    play.end_games(bpy.context)
    while _commands:
        bpy.utils.unregister_cli_command(_commands.pop())
    keymap.unregister()
    bpy.utils.unregister_preset_path(presets_menu.FOLDER)
    del bpy.types.Collection.oskars_cube
    del bpy.types.Scene.oskars_cube
    for registered in reversed(_CLASSES):
        bpy.utils.unregister_class(registered)
