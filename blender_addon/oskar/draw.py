# SPDX-License-Identifier: GPL-3.0-or-later
"""Drawing on the faces of a puzzle: walls and solid cells by clicks, letters, and what is dark in a picture.

What must change for a wall does so, so that all stays a puzzle. What was drawn by hand is kept with it, and put into
the scene; shown are the wall under the mouse, those that change for it, and what was drawn.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from os import SEEK_CUR
from pathlib import Path
from struct import unpack
from types import MappingProxyType
from typing import IO, TYPE_CHECKING, Any

import bpy
import numpy as np
from bpy.props import BoolProperty, EnumProperty, StringProperty
from mathutils import Matrix, Vector
from numpy.typing import NDArray

from ...core.common.errors import InputError
from ...core.common.options import Choice
from ...core.common.words import counted, quoted
from ...core.kind.kind import Search
from ...core.oskar.game import square_at
from ...core.oskar.generating import DESIGNED_BY_DIFFICULTY, completed_in_steps
from ...core.oskar.generators import settings_with
from ...core.oskar.kind import OSKAR, OskarModel
from ...core.oskar.making.by_hand import Change, Drawn, changed, is_wall, lettered, pictured, still_drawn, takes_letters
from ...core.oskar.making.puzzle import Puzzle
from ...core.oskar.making.settings import EFFORTS, Settings
from ...core.oskar.maze.faces import FACE_LABELS, FACE_NAMES, Square
from ...core.oskar.model.box_and_cross import BOX
from ..data.interface import absolute, manager_of, prop, scene_of, with_properties
from ..scene.adding import replace_puzzle
from ..scene.by_hand import check_rebuildable
from ..scene.option_properties import items, values_in
from ..scene.properties import next_group
from ..scene.puzzle import ScenePuzzle
from ..scene.startup import activate
from ..tab.operator_base import let_choose
from ..tab.puzzle_game import DrawingOperator, ray_at
from ..window.drawing import Color, Overlay, Point, Row, box_edges, paint_box, paint_lines
from ..window.framing import pointer_in, window_region
from ..window.game import GamePicture
from ..window.game_drawing import GRAY, WHITE, GameDrawing, legend
from ..window.running_operator import Result
from .puzzle import OskarOperator, dimensions_of, square_corners


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


def _put_drawn(operator: OskarOperator, before: ScenePuzzle, puzzle: Puzzle, drawn: Drawn, title: str) -> None:
    """Put a puzzle on which something was drawn in the place of another one, and say what that is and takes away."""
    earlier = drawn_on(before)
    kept_squares = still_drawn(puzzle, earlier)
    made = replace_drawn(bpy.context, before, puzzle, {**kept_squares, **drawn})
    lost = len(earlier) - len(kept_squares)
    loss = f", and took away {counted(lost, 'square')} drawn before" if lost else ""
    sentence = f"Drew {title}{loss}: {made.kind.brief(puzzle)}. Press Walls, then C, to search for the rest"
    operator.report({"INFO"}, sentence)


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
        _put_drawn(self, puzzle, now, drawn, f"'{self.letters}'")


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
        _put_drawn(self, puzzle, now, drawn, quoted(file.name))


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


MEANINGS = MappingProxyType(
    {
        "Click": "Green Comes, Red Goes",
        "C": "Make the Rest {}",
        "F": "Forget Drawn",
    }
)
"""What mouse and keys do; a difficulty is filled in."""

GONE: Color = (1.0, 0.1, 0.05, 0.55)
COMES: Color = (0.2, 0.9, 0.3, 0.55)
"""Of a wall that a click would take out, and of one that it would put in."""

DRAWN: Color = (1.0, 1.0, 1.0, 0.9)
"""Of the edges of what was drawn."""


def asked(scene: bpy.types.Scene) -> tuple[Settings | None, str]:
    """Return what New Puzzle asks of a search for a difficulty, and its name; where it asks for none, Hard."""
    values = values_in(next_group(scene, OSKAR), OSKAR.options)
    if values["style"] == DESIGNED_BY_DIFFICULTY:
        with suppress(InputError):
            difficulty = next(option for option in OSKAR.options if option.name == "difficulty")
            return settings_with(**values), difficulty.choices[str(values["difficulty"])].label
    return None, "Hard"


class WallsDrawing(GameDrawing):
    """The drawing over one 3D view; ``share`` is how far a search is that completes, None while there is none."""

    def __init__(self, area: int) -> None:
        super().__init__(area)
        self.share: float | None = None
        self._pointed: Change | str = ""
        self._state = ""
        self._boxes: Callable[[Square], list[list[Vector]]] = lambda _: []
        self._drawn: list[Square] = []

    def take(self, puzzle: ScenePuzzle, drawn: Drawn) -> None:
        """Show a puzzle from now on, and what was drawn on it."""
        built, box, content = puzzle.needed_built, puzzle.needed_part(BOX), puzzle.puzzle
        self._boxes = partial(square_corners, size=content.size, built=built, place=box.matrix_world.copy())
        self._drawn, self._pointed = [*drawn], ""
        reachable = content.measures.reachable
        self._state = f"{puzzle.kind.brief(content)}, {reachable} of {content.measures.positions} reachable"

    def point(self, change: Change | str) -> None:
        """Show what a click would do."""
        self._pointed = change

    def draw_inside(self) -> None:
        """Draw the walls."""
        for square in self._drawn:
            for corners in self._boxes(square):
                paint_lines(box_edges(corners), DRAWN, 1.0)
        change = self._pointed
        if isinstance(change, Change):
            for square in (change.square, *change.instead):
                color = COMES if is_wall(change.puzzle, square) else GONE
                width = 2.5 if square == change.square else 1.0
                for corners in self._boxes(square):
                    paint_box(corners, color)
                    paint_lines(box_edges(corners), (*color[:3], 1.0), width, through=True)

    def draw_over(self, overlay: Overlay) -> None:
        """Draw the board."""
        state: Row = [(self._state, WHITE), (f"    {counted(len(self._drawn), 'square')} drawn", GRAY)]
        if self.share is not None:
            state = [("Completing: ", GRAY), (f"{self.share:.0%}", WHITE)]
        _, difficulty = asked(scene_of(bpy.context))
        self.board(overlay, state, [legend({key: text.format(difficulty) for key, text in MEANINGS.items()})])


COMPLETE, FORGET = "C", "F"


class DrawWalls(DrawingOperator, bpy.types.Operator):
    """Take walls out and in and fill cells by clicks; what you draw stays, and C makes the rest as hard as is asked"""

    bl_idname = "puzzle_cubes.draw_walls"
    bl_label = "Draw Walls"
    model = OskarModel
    needs = ((lambda puzzle: not puzzle.puzzle.flaws, "Its mazes have loops, or parts that are not connected"),)

    if TYPE_CHECKING:
        _drawing: WallsDrawing
        task: Search[Puzzle] | None

    def set_up(self, context: bpy.types.Context, puzzle: ScenePuzzle, area: int) -> None:
        """Begin to draw."""
        check_rebuildable(puzzle)
        box = puzzle.needed_part(BOX)
        if not box.visible_get():
            raise InputError("The box is hidden, as it is while something is watched: show it to draw on it.")
        self._known: tuple[object, Square, Change | str] | None = None
        self._drawing = WallsDrawing(area)
        self._drawing.take(puzzle, drawn_on(puzzle))
        self.begin_steps(puzzle, (puzzle.puzzle, drawn_on(puzzle)))
        self._picture = GamePicture(context, [box], 1)
        activate(context, box)

    def let_go(self) -> None:
        """End the search that completes."""
        if self.task is not None:
            self.task.stop()
            self.task = None

    def point(self, event: bpy.types.Event, area: bpy.types.Area) -> bool:
        """Light up what is under the mouse, and draw it where it clicks."""
        puzzle = self.needed
        change = self._change_at(puzzle, pointer_in(window_region(area), event), area)
        self._drawing.point(change)
        area.tag_redraw()
        if event.type != "LEFTMOUSE":
            return False
        if event.value == "PRESS" and self.task is None:
            if isinstance(change, Change):
                drawn = drawn_on(puzzle) | {change.square: not change.was_wall}
                # A solid cell takes what was drawn beside it, and gives up with the passage that opens it.
                self._put(puzzle, change.puzzle, still_drawn(change.puzzle, drawn))
            elif change:
                self.say(change)
        return True

    def press(self, event: bpy.types.Event, area: bpy.types.Area) -> None:
        """Do what a key asks for."""
        puzzle = self.needed
        if event.type == COMPLETE and self.task is None:
            wished, _ = asked(scene_of(bpy.context))
            self.task = Search(completed_in_steps(puzzle.puzzle, drawn_on(puzzle), EFFORTS["quick"], wished=wished))
        elif event.type == FORGET and drawn_on(puzzle):
            self._put(puzzle, puzzle.puzzle, {})

    def advance(self, seconds: float, area: bpy.types.Area) -> None:
        """Show how far a search is that completes."""
        share = None if self.task is None else self.task.share
        if self._drawing.fading or share != self._drawing.share:
            area.tag_redraw()
        self._drawing.share = share

    def take(self, context: bpy.types.Context, best: Any, why: str) -> None:
        """Take what a search that completes has found."""
        if best is not None:
            puzzle = self.needed
            self._put(puzzle, best, drawn_on(puzzle))
            if why:
                self.report({"WARNING"}, f"{why}; kept the best so far, with {puzzle.kind.brief(best)}")

    def keep(self, context: bpy.types.Context) -> Result:
        """Leave it as it is, with the best of a search that completes."""
        self.end_task(context)
        return super().keep(context)

    def bring_back(self, step: tuple[Puzzle, dict[Square, bool]]) -> None:
        """Bring back a puzzle with what was drawn on it."""
        self._show(self.needed, *step)

    def _put(self, puzzle: ScenePuzzle, now: Puzzle, drawn: dict[Square, bool]) -> None:
        """Put a puzzle in the place of what was drawn on; that is a step."""
        try:
            self._show(puzzle, now, drawn)
        except InputError as error:
            self.say(str(error))
            return
        self.add_step((now, drawn))

    def _show(self, puzzle: ScenePuzzle, now: Puzzle, drawn: dict[Square, bool]) -> None:
        self._drawing.take(replace_drawn(bpy.context, puzzle, now, drawn), drawn)

    def _change_at(self, puzzle: ScenePuzzle, pointer: Point, area: bpy.types.Area) -> Change | str:
        """Return what a click would do, or a sentence on why it does nothing; empty beside the box."""
        built, box, content = puzzle.needed_built, puzzle.needed_part(BOX), puzzle.puzzle
        ray = ray_at(area, pointer, Matrix.Scale(1 / built.units, 4) @ box.matrix_world.inverted_safe())
        square = None if ray is None else square_at(content, dimensions_of(built), *ray)
        if square is None:
            return ""
        state = puzzle.text, puzzle.own.drawn
        if self._known is None or self._known[:2] != (state, square):
            change: Change | str
            try:
                change = changed(content, square, drawn_on(puzzle))
            except InputError as error:
                change = str(error)
            self._known = state, square, change
        return self._known[2]


CLASSES = (DrawWalls, DrawLetters, DrawPicture)
