# SPDX-License-Identifier: GPL-3.0-or-later
"""What follows when a property was changed or is read: where Blender comes in, and the puzzle is looked at."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import bpy

from ...core.common.errors import InputError
from ...core.kinds import KINDS
from .build import follow_dimensions, lay_out_anew, show_as_printed
from .display import follow_display
from .kind_in_blender import in_blender
from .option_properties import follow_option
from .parts_apart import place_parts
from .puzzle import ScenePuzzle, is_puzzle


def _dimension_changed(group: Any, scene: bpy.types.Scene) -> None:
    """Let the puzzle that a group belongs to follow its dimensions; those of the next puzzle have none."""
    if isinstance(group.id_data, bpy.types.Collection):
        follow_dimensions(ScenePuzzle(group.id_data), scene)


def _way_changed(group: Any, scene: bpy.types.Scene) -> None:
    """Show the puzzle in the way it is printed."""
    show_as_printed(ScenePuzzle(group.id_data), scene)


def _explode_changed(group: Any, scene: bpy.types.Scene) -> None:
    """Move the parts that lie apart."""
    puzzle = ScenePuzzle(group.id_data)
    place_parts(puzzle)
    if is_puzzle(puzzle.collection):
        in_blender(group.kind).placed(puzzle)


def _display_changed(group: Any, scene: bpy.types.Scene) -> None:
    """Show the walls of the puzzle in the way that was chosen."""
    follow_display(ScenePuzzle(group.id_data))


def _printer_changed(group: Any, scene: bpy.types.Scene) -> None:
    """Lay all parts of the printer's scene out anew."""
    lay_out_anew(group.id_data)


def _option_chosen(group: Any, scene: bpy.types.Scene, kind: str, option: str) -> None:
    """Let other options of the next puzzle follow when one was chosen."""
    follow_option(group, kind, option)


def _measure_read(group: Any, kind: str, measure: str) -> str:
    """Return the text of a measure of a puzzle; nothing where it is of another kind or damaged."""
    puzzle = ScenePuzzle(group.id_data)
    if puzzle.group.kind != kind:
        return ""
    try:
        return next(known.text(puzzle.puzzle) for known in KINDS[kind].measures if known.name == measure)
    except InputError:
        return ""


def _code_read(group: Any) -> str:
    """Return the code of a puzzle; nothing where it has none or is damaged."""
    try:
        return ScenePuzzle(group.id_data).code
    except InputError:
        return ""


HOOKS: Mapping[str, Callable[..., Any]] = MappingProxyType(
    {
        "dimension_changed": _dimension_changed,
        "way_changed": _way_changed,
        "explode_changed": _explode_changed,
        "display_changed": _display_changed,
        "printer_changed": _printer_changed,
        "option_chosen": _option_chosen,
        "measure_read": _measure_read,
        "code_read": _code_read,
    }
)
"""The functions by the names under which properties call them."""
