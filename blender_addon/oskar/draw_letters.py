# SPDX-License-Identifier: GPL-3.0-or-later
"""Letters and pictures on a face: of walls for a gift that carries initials, or of solid cells for a strong spot.

What was drawn by hand on the faces of a puzzle is kept with it, and put into the scene.
"""

from __future__ import annotations

import json
from contextlib import suppress
from os import SEEK_CUR
from pathlib import Path
from struct import unpack
from typing import IO, Any

import bpy
import numpy as np
from bpy.props import BoolProperty, EnumProperty, StringProperty
from numpy.typing import NDArray

from ...core.common.errors import InputError
from ...core.common.options import Choice
from ...core.common.words import quoted
from ...core.oskar.making.by_hand import Drawn, lettered, pictured, takes_letters
from ...core.oskar.making.puzzle import Puzzle
from ...core.oskar.maze.faces import FACE_LABELS, FACE_NAMES, Square
from ..data.context import absolute, manager_of
from ..data.property_groups import prop, with_properties
from ..scene.adding import replace_puzzle
from ..scene.option_properties import items
from ..scene.puzzle import ScenePuzzle
from ..tab.operator_base import let_choose
from ..window.running_operator import Result
from .puzzle import OskarOperator


def drawn_on(puzzle: ScenePuzzle) -> dict[Square, bool]:
    """Return the squares of a puzzle's faces that were drawn: whether each is a wall; none where that is damaged."""
    try:
        squares = json.loads(puzzle.own.drawn or "[]")
        return {Square(face, (along, across)): bool(wall) for face, along, across, wall in squares}
    except (ValueError, TypeError, RecursionError):
        return {}


def replace_drawn(context: bpy.types.Context, before: ScenePuzzle, puzzle: Puzzle, drawn: Drawn) -> ScenePuzzle:
    """Put a puzzle on which something was drawn in the place of another one; raises InputError as that does."""
    replace_puzzle(context, before, puzzle)
    now = before.renewed()
    squares = [[square.face, *square.place, int(wall)] for square, wall in drawn.items()]
    now.own.drawn = json.dumps(squares) if squares else ""
    return now


FACES = {
    "xy": Choice(FACE_LABELS[0], "The top, and the bottom, where they are seen mirrored"),
    "xz": Choice(FACE_LABELS[1], "The front, and the back, where they are seen mirrored"),
    "yz": Choice(FACE_LABELS[2], "The right side, and the left one, where they are seen mirrored"),
}


def _has_room(puzzle: ScenePuzzle) -> bool:
    """Report whether a puzzle has room for a letter; one that is damaged says so where it is used."""
    with suppress(InputError):
        return takes_letters(puzzle.puzzle)
    return True


@with_properties
class DrawLetters(OskarOperator, bpy.types.Operator):
    """Draw letters into a face: its walls follow them as far as they can, and stay when the rest is made hard"""

    bl_idname = "puzzle_cubes.draw_letters"
    bl_label = "Draw Letters"
    needs = ((_has_room, "A letter needs a face of 4 by 6 cells: set a larger Size under New Puzzle, and Generate"),)
    letters: str = prop(
        StringProperty,
        "Letters",
        "Letters and digits; each needs three cells and one between two, and six rows of cells",
        default="A",
        maxlen=32,
    )
    face: str = prop(EnumProperty, "Face", "Where they are", items=items(FACES), default="XZ")

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> Result:
        """Let the user type them."""
        result: Result = manager_of(context).invoke_props_dialog(self)
        return result

    def work_on(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Draw the letters."""
        now, drawn = lettered(puzzle.puzzle, FACE_NAMES.index(self.face), self.letters)
        made = replace_drawn(context, puzzle, now, drawn_on(puzzle) | drawn)
        self.report(
            {"INFO"}, f"Drew '{self.letters}': {made.kind.brief(now)}. Press Walls, then C, to search for the rest"
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
    filepath: str = prop(StringProperty, "File", "The picture to draw", subtype="FILE_PATH")
    filter_image: bool = prop(BoolProperty, "Images", "Show pictures", default=True, options={"HIDDEN"})
    filter_folder: bool = prop(BoolProperty, "Folders", "Show folders", default=True, options={"HIDDEN"})
    face: str = prop(EnumProperty, "Face", "Where it is", items=items(FACES), default="XZ")
    form: str = prop(EnumProperty, "Form", "What is drawn of it", items=items(FORMS), default=SOLID)

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
            f"Drew {quoted(file.name)}: {made.kind.brief(now)}. Press Walls, then C, to search for the rest",
        )


MOST_PIXELS = 8192**2
"""Of a picture that is opened: a small file can hold a huge one, which would take all memory."""

LARGEST_SIDE = 2048
"""In pixels; a larger picture is made smaller first. A face has 100 cells at most."""


def _grays(file: Path) -> NDArray[np.float64]:
    """Return the brightness of a picture, shape (width, height), from the lower left; what is clear is white.

    Raises InputError for a file that Blender cannot read as a picture, and for one with too many pixels.
    """
    try:
        with file.open("rb") as stream:
            _check_pixels(file, *size_in_header(stream))
        image = bpy.data.images.load(str(file))
    except (OSError, RuntimeError) as error:
        raise InputError(f"{quoted(file)} cannot be read as a picture.") from error
    try:
        if not image.size[0] * image.size[1]:
            raise InputError(f"{quoted(file)} cannot be read as a picture.")
        _check_pixels(file, *image.size)
        shrink = max(1.0, max(image.size) / LARGEST_SIDE)
        if shrink > 1:
            image.scale(*(max(1, int(side / shrink)) for side in image.size))
        width, height = image.size
        values = np.empty(width * height * image.channels, dtype=np.float32)
        # The stubs know it as a number.
        stored: Any = image.pixels
        stored.foreach_get(values)
        pixels = values.reshape(height, width, image.channels).astype(float)
    finally:
        bpy.data.images.remove(image)
    has_clear = pixels.shape[2] in {2, 4}
    clear = 1 - pixels[..., -1] if has_clear else np.zeros(())
    colors = pixels[..., :-1] if has_clear else pixels
    grays: NDArray[np.float64] = (colors.mean(axis=2) * (1 - clear) + clear).T
    return grays


def _check_pixels(file: Path, width: int, height: int) -> None:
    """Raise InputError for a picture that is too large to be opened."""
    if width * height > MOST_PIXELS:
        raise InputError(f"{quoted(file)} has {width:,} x {height:,} pixels: make it smaller, at most 8,192 x 8,192.")


def size_in_header(stream: IO[bytes]) -> tuple[int, int]:
    """Return the width and the height that a PNG or JPEG file states, before it is unpacked; zeros for other files."""
    head = stream.read(24)
    if head.startswith(b"\x89PNG"):
        width, height = unpack(">II", head[16:24].ljust(8, b"\0"))
        return width, height
    if not head.startswith(b"\xff\xd8"):
        return 0, 0
    stream.seek(2)
    while len(segment := stream.read(4)) == 4 and segment[0] == 0xFF:
        marker, length = segment[1], unpack(">H", segment[2:])[0]
        # The frame's own segments, and not those of tables between them.
        if 0xC0 <= marker <= 0xCF and marker not in {0xC4, 0xC8, 0xCC}:
            _, height, width = unpack(">BHH", stream.read(5).ljust(5, b"\0"))
            return width, height
        stream.seek(length - 2, SEEK_CUR)
    return 0, 0


CLASSES = (DrawLetters, DrawPicture)
