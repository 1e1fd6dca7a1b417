# SPDX-License-Identifier: GPL-3.0-or-later
"""The Blender side: properties, operators, panels, objects, export and the command line.

The command line, for ``blender --command puzzle_cubes``, is the core's, which needs nothing of Blender.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import ExitStack
from typing import Any

import bpy

from ..core.command_line.run import run
from ..core.kinds import KINDS
from .data.interface import prop
from .scene import lengths, properties
from .scene.puzzle import in_blender
from .tab import (
    arrow_gizmos,
    checking,
    export_operators,
    generate,
    menus,
    my_printer,
    picture,
    preferences,
    print_panel,
    puzzle_list,
    puzzle_operators,
    puzzle_panels,
    search_on,
    shelf_panel,
)
from .window import running_operator, sidebar

COMMAND = "puzzle_cubes"
"""What Blender calls it."""


def run_in_blender(arguments: list[str]) -> int:
    """Run as ``blender --command``: what Blender prints by itself goes to standard error from now on."""
    sys.stdout.flush()
    # Blender's own answer to Ctrl-C is a wish to stop that no Python hears, and to a second one its sudden end.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as output:
        os.dup2(2, 1)
        return run(arguments, output, command=COMMAND, for_good=True)


_KINDS = tuple(dict.fromkeys(map(in_blender, KINDS)))

_CLASSES = (
    *sidebar.CLASSES,
    *preferences.CLASSES,
    *properties.CLASSES,
    *lengths.CLASSES,
    *generate.CLASSES,
    *search_on.CLASSES,
    *puzzle_list.OPERATORS,
    *puzzle_operators.CLASSES,
    *my_printer.CLASSES,
    *shelf_panel.OPERATORS,
    *checking.CLASSES,
    *picture.CLASSES,
    *export_operators.CLASSES,
    *arrow_gizmos.CLASSES,
    *puzzle_panels.FIRST,
    *(registered for kind in _KINDS for registered in kind.classes),
    *print_panel.CLASSES,
    *puzzle_panels.CLASSES,
    *puzzle_list.CLASSES,
    *shelf_panel.CLASSES,
    *menus.CLASSES,
)

_POINTERS: tuple[tuple[type[bpy.types.ID], str, type[bpy.types.PropertyGroup], str], ...] = (
    (bpy.types.Scene, properties.NAME, properties.SceneProperties, "The settings of the next puzzle"),
    (bpy.types.Collection, properties.NAME, properties.PuzzleProperties, "The puzzle that the collection holds"),
    (bpy.types.Scene, lengths.NAME, lengths.Lengths, "The lengths of the next puzzle, in the units of the scene"),
    (bpy.types.Object, lengths.NAME, lengths.Lengths, "The lengths of the puzzle that the object carries"),
    (bpy.types.WindowManager, shelf_panel.NAME, shelf_panel.ShelfProperties, "Which rows of which shelf are shown"),
)
"""What Blender's own data gets: the owner, the name, the group, and what it is for."""

_registered: list[ExitStack] = []
"""What takes back all that is registered; nothing where that is nothing."""


def register(folder: str) -> None:
    """Register all classes, the properties, the menus' entries, the presets and the command line.

    Nothing is done where that is done already; where it fails on the way, nothing stays registered. ``folder`` is that
    of the extension, in which Blender finds the presets that come along.
    """
    if _registered:
        return
    with ExitStack() as undo:
        _register(folder, undo)
        _registered.append(undo.pop_all())


def unregister() -> None:
    """Undo ``register``, last things first; where one of them fails, the others are undone nevertheless."""
    while _registered:
        _registered.pop().close()


def _register(folder: str, undo: ExitStack) -> None:
    """Register everything, each with what takes it back."""
    sidebar.register()
    undo.callback(sidebar.unregister)
    for registered in _CLASSES:
        bpy.utils.register_class(registered)
        undo.callback(bpy.utils.unregister_class, registered)
    for owner, name, group, description in _POINTERS:
        pointer = prop(bpy.props.PointerProperty, "Puzzle Cubes", description, type=group)
        setattr(owner, name, pointer)
        undo.callback(delattr, owner, name)
    bpy.utils.register_preset_path(folder)
    undo.callback(bpy.utils.unregister_preset_path, folder)
    parts: tuple[Any, ...] = (lengths, preferences, print_panel, checking, menus, *_KINDS)
    for part in parts:
        part.register()
        undo.callback(part.unregister)
    # The stubs claim that it returns None; what it returns is wanted back to forget the command line.
    register_command: Any = bpy.utils.register_cli_command
    undo.callback(bpy.utils.unregister_cli_command, register_command(COMMAND, run_in_blender))
    # The context is restricted while extensions are registered: it is asked for when it is needed.
    undo.callback(lambda: running_operator.cancel_all(bpy.context))
