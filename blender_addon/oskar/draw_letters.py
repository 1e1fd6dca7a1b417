# SPDX-License-Identifier: GPL-3.0-or-later
"""Letters of walls on a face, for a gift that carries initials."""

from __future__ import annotations

from typing import TYPE_CHECKING

import bpy
from bpy.props import EnumProperty, StringProperty

from ...core.common.options import Choice
from ...core.oskar.making.pictures import lettered
from ...core.oskar.maze.faces import FACE_NAMES
from ..data.context import manager_of
from ..data.property_groups import prop
from ..scene.option_properties import items
from ..scene.puzzle import ScenePuzzle
from ..window.results import Result
from .drawn import drawn_on, replace_drawn
from .puzzle import OskarOperator

FACES = {
    "xy": Choice("XY", "The top, and the bottom, where they are seen mirrored"),
    "xz": Choice("XZ", "The front, and the back, where they are seen mirrored"),
    "yz": Choice("YZ", "The right side, and the left one, where they are seen mirrored"),
}


class DrawLetters(OskarOperator, bpy.types.Operator):
    """Draw letters into a face: its walls follow them as far as they can, and stay when the rest is made hard"""

    bl_idname = "puzzle_cubes.draw_letters"
    bl_label = "Draw Letters"
    __annotations__ = {
        "letters": prop(
            StringProperty,
            name="Letters",
            description="Letters and digits; each needs three cells and one between two, and six rows of cells",
            default="A",
            maxlen=32,
        ),
        "face": prop(EnumProperty, name="Face", description="Where they are", items=items(FACES), default="XZ"),
    }
    if TYPE_CHECKING:
        letters: str
        face: str

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> Result:
        """Let the user type them."""
        result: Result = manager_of(context).invoke_props_dialog(self)
        return result

    def work_on(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Draw the letters."""
        now, drawn = lettered(puzzle.puzzle, FACE_NAMES.index(self.face), self.letters)
        made = replace_drawn(context, puzzle, now, drawn_on(puzzle) | drawn)
        self.report(
            {"INFO"}, f"Drew '{self.letters}': {made.kind.facts.brief(now)}. Press Walls, then C, to make the rest hard"
        )


CLASSES = (DrawLetters,)
