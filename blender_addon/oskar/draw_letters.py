# SPDX-License-Identifier: GPL-3.0-or-later
"""Letters of walls on a face, for a gift that carries initials.

The drawings by hand on the faces of a puzzle: kept with it, and put into the scene.

A small picture on a face, as outline of walls or of solid cells, for a logo or a strong spot.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import bpy
import numpy as np
from bpy.props import BoolProperty, EnumProperty, StringProperty
from numpy.typing import NDArray

from ...core.common.errors import InputError
from ...core.common.options import Choice
from ...core.common.words import quoted
from ...core.oskar.making.by_hand import Drawn
from ...core.oskar.making.pictures import lettered, pictured
from ...core.oskar.making.puzzle import Puzzle
from ...core.oskar.maze.faces import FACE_NAMES, Square
from ..data.context import absolute, manager_of
from ..data.property_groups import prop, with_properties
from ..scene.adding import replace_puzzle
from ..scene.option_properties import items
from ..scene.puzzle import ScenePuzzle
from ..tab.operator_base import let_choose
from ..window.running_operator import Result
from .puzzle import OskarOperator


def drawn_on(puzzle: ScenePuzzle) -> dict[Square, bool]:
    """Return the squares of a puzzle's faces that were drawn: whether each is a wall."""
    text: str = puzzle.own.drawn
    return {Square(face, (along, across)): bool(wall) for face, along, across, wall in json.loads(text or "[]")}


def replace_drawn(context: bpy.types.Context, before: ScenePuzzle, puzzle: Puzzle, drawn: Drawn) -> ScenePuzzle:
    """Put a puzzle on which something was drawn in the place of another one; raises InputError as that does."""
    replace_puzzle(context, before, puzzle)
    now = before.renewed()
    now.own.drawn = json.dumps([[square.face, *square.place, int(wall)] for square, wall in drawn.items()])
    return now


FACES = {
    "xy": Choice("XY", "The top, and the bottom, where they are seen mirrored"),
    "xz": Choice("XZ", "The front, and the back, where they are seen mirrored"),
    "yz": Choice("YZ", "The right side, and the left one, where they are seen mirrored"),
}


@with_properties
class DrawLetters(OskarOperator, bpy.types.Operator):
    """Draw letters into a face: its walls follow them as far as they can, and stay when the rest is made hard"""

    bl_idname = "puzzle_cubes.draw_letters"
    bl_label = "Draw Letters"
    letters: str = prop(
        StringProperty,
        name="Letters",
        description="Letters and digits; each needs three cells and one between two, and six rows of cells",
        default="A",
        maxlen=32,
    )
    face: str = prop(EnumProperty, name="Face", description="Where they are", items=items(FACES), default="XZ")

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> Result:
        """Let the user type them."""
        result: Result = manager_of(context).invoke_props_dialog(self)
        return result

    def work_on(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Draw the letters."""
        now, drawn = lettered(puzzle.puzzle, FACE_NAMES.index(self.face), self.letters)
        made = replace_drawn(context, puzzle, now, drawn_on(puzzle) | drawn)
        self.report(
            {"INFO"}, f"Drew '{self.letters}': {made.kind.brief(now)}. Press Walls, then C, to make the rest hard"
        )


SOLID = "SOLID"

FORMS = {
    "outline": Choice("Outline", "Walls follow the edge between dark and bright, as far as they can"),
    SOLID.lower(): Choice(
        "Solid", "Dark cells are filled, but for those that lead to the start, the end and what they enclose"
    ),
}


@with_properties
class DrawPicture(OskarOperator, bpy.types.Operator):
    """Draw what is dark in a small picture into a face, cell by cell; it stays when the rest is made hard"""

    bl_idname = "puzzle_cubes.draw_picture"
    bl_label = "Draw Picture"
    filepath: str = prop(StringProperty, name="File", description="The picture to draw", subtype="FILE_PATH")
    filter_image: bool = prop(
        BoolProperty, name="Images", description="Show pictures", default=True, options={"HIDDEN"}
    )
    filter_folder: bool = prop(
        BoolProperty, name="Folders", description="Show folders", default=True, options={"HIDDEN"}
    )
    face: str = prop(EnumProperty, name="Face", description="Where it is", items=items(FACES), default="XZ")
    form: str = prop(EnumProperty, name="Form", description="What is drawn of it", items=items(FORMS), default=SOLID)

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> Result:
        """Let the user choose the file."""
        return let_choose(self, context)

    def work_on(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Draw the picture."""
        file = absolute(self.filepath, "File")
        now, drawn = pictured(puzzle.puzzle, FACE_NAMES.index(self.face), _grays(file), solid=self.form == SOLID)
        made = replace_drawn(context, puzzle, now, drawn_on(puzzle) | dict(drawn))
        self.report(
            {"INFO"},
            f"Drew {quoted(file.name)}: {made.kind.brief(now)}. Press Walls, then C, to make the rest hard",
        )


def _grays(file: Path) -> NDArray[np.float64]:
    """Return the brightness of a picture, shape (width, height), from the lower left; what is clear is white.

    Raises InputError for a file that Blender cannot read as a picture.
    """
    try:
        image = bpy.data.images.load(str(file))
    except RuntimeError as error:
        raise InputError(f"{quoted(file)} cannot be read as a picture.") from error
    try:
        width, height = image.size
        if not width * height:
            raise InputError(f"{quoted(file)} cannot be read as a picture.")
        values = np.empty(width * height * image.channels, dtype=np.float32)
        # The stubs know it as a number.
        stored: Any = image.pixels
        stored.foreach_get(values)
        pixels = values.reshape(height, width, image.channels).astype(float)
    finally:
        bpy.data.images.remove(image)
    colors, clear = (pixels[..., :3], 1 - pixels[..., 3]) if pixels.shape[2] == 4 else (pixels, np.zeros(()))
    grays: NDArray[np.float64] = (colors.mean(axis=2) * (1 - clear) + clear).T
    return grays


CLASSES = (DrawLetters, DrawPicture)
