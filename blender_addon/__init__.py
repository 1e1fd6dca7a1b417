# SPDX-License-Identifier: GPL-3.0-or-later
"""The Blender side: properties, operators, panels, objects, export and the command line."""

from __future__ import annotations

import bpy

from . import (
    animation,
    command_line,
    generate_operator,
    keymap,
    menus,
    operators,
    panels,
    play,
    presets_menu,
    print_panel,
    print_scene,
    properties,
    running,
    search_progress,
    show_solution,
    solution_panel,
)

_CLASSES = (
    *properties.CLASSES,
    *search_progress.CLASSES,
    *generate_operator.CLASSES,
    *operators.CLASSES,
    *show_solution.CLASSES,
    *animation.CLASSES,
    *play.CLASSES,
    *print_scene.CLASSES,
    *presets_menu.CLASSES,
    *panels.CLASSES,
    *solution_panel.CLASSES,
    *print_panel.CLASSES,
    *menus.CLASSES,
)
_commands: list[object] = []
"""What Blender wants back to forget the command line; it has no other place to keep it."""


def register() -> None:
    """Register all classes, the properties, the menu's entry, the shortcut and the command line."""
    for registered in _CLASSES:
        bpy.utils.register_class(registered)
    bpy.types.Scene.oskars_cube = bpy.props.PointerProperty(
        type=properties.SceneSettings, name="Oskar's Cube", description="The settings of the next puzzle"
    )
    bpy.types.Collection.oskars_cube = bpy.props.PointerProperty(
        type=properties.PuzzleProperties, name="Oskar's Cube", description="The puzzle that the collection holds"
    )
    bpy.types.WindowManager.oskars_cube_search = bpy.props.PointerProperty(
        type=search_progress.SearchProgress, name="Oskar's Cube", description="How far a running search is"
    )
    bpy.utils.register_preset_path(presets_menu.FOLDER)
    menus.register()
    keymap.register()
    _commands.append(bpy.utils.register_cli_command(command_line.COMMAND, command_line.run_in_blender))


def unregister() -> None:
    """Undo ``register``, last things first."""
    running.cancel_all(bpy.context)
    while _commands:
        bpy.utils.unregister_cli_command(_commands.pop())
    keymap.unregister()
    menus.unregister()
    bpy.utils.unregister_preset_path(presets_menu.FOLDER)
    del bpy.types.WindowManager.oskars_cube_search
    del bpy.types.Collection.oskars_cube
    del bpy.types.Scene.oskars_cube
    for registered in reversed(_CLASSES):
        bpy.utils.unregister_class(registered)
