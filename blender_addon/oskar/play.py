# SPDX-License-Identifier: GPL-3.0-or-later
"""Playing: keys, or the mouse at an arm, move the cross through the puzzle, by the rules of its faces."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from time import monotonic
from typing import TYPE_CHECKING

import bpy
from mathutils import Vector

from ...core.common.errors import InputError
from ...core.common.playing import Direction, SmoothMotion
from ...core.common.words import counted
from ...core.oskar import game as games
from ...core.oskar.game import Game, kept_position
from ...core.oskar.kind import OSKAR, OskarModel
from ...core.oskar.making.puzzle import Puzzle
from ...core.oskar.maze.space import Position
from ...core.oskar.model.box_and_cross import BOX, CROSS
from ..data.interface import preferences_of, present
from ..data.meshes import materials_of
from ..scene.properties import GLASS, SOLID
from ..scene.puzzle import ScenePuzzle, puzzle_named
from ..tab.preferences import games_file, logs_games
from ..tab.puzzle_game import PuzzleGame
from ..window.drawing import Point
from ..window.framing import distance_to, pointer_in, view_in, window_region
from ..window.game import KEYS, GamePicture, PointerDrag, grid_of, moves_in_view
from ..window.running_operator import Result
from .play_drawing import HINT, MAPS_SHARE, RESTART, TAKE_BACK, PlayDrawing, face_colors
from .properties import OskarProperties
from .puzzle import built_place
from .solution import hide_cross, show_cross
from .watch_objects import hide_walls, is_watched, show_walls

ARM_PIXELS = 14.0
"""How near to an arm's middle line the mouse takes it, at a scale of 1."""


@dataclass
class DraggedArm:
    """An arm in the mouse's hand, by its axis; ``stopped`` is where a wall has stopped it."""

    axis: int
    drag: PointerDrag
    stopped: Direction | None = None


def arm_at(
    puzzle: ScenePuzzle, region: bpy.types.Region, view: bpy.types.RegionView3D, pointer: Point
) -> DraggedArm | None:
    """Return the arm that is nearest to the pointer, and near enough to be meant, of those that can move at all."""
    cross = puzzle.needed_part(CROSS)
    middle, turn = cross.matrix_world.translation, cross.matrix_world.to_3x3()
    first, second = (Vector(built_place(puzzle, (cell, cell, cell))) for cell in (0.0, 1.0))
    near = ARM_PIXELS * preferences_of(bpy.context).system.ui_scale
    arm = None
    for axis in range(3):
        half, cell = Vector(), Vector()
        half[axis] = max(corner[axis] for corner in cross.bound_box)
        cell[axis] = second[axis] - first[axis]
        distance = distance_to(region, view, pointer, middle - turn @ half, middle + turn @ half)
        if distance < near and puzzle.puzzle.size[axis] > 1:
            arm, near = DraggedArm(axis, PointerDrag(region, view, pointer, middle, [turn @ cell])), distance
    return arm


MOVE_SECONDS = 0.12
BUMP_SECONDS = 0.06
"""There, and the same back."""

BUMP = 0.2
"""Cells by which the cross comes nearer to a wall that stops it."""


class Play(PuzzleGame, bpy.types.Operator):
    """Move the cross with W A S D and E Q, or the arrows, PageUp and PageDown, in the directions that you see"""

    bl_idname = "puzzle_cubes.play"
    bl_label = "Play Oskar's Cube"
    model = OskarModel

    if TYPE_CHECKING:
        _drawing: PlayDrawing

    def set_up(self, context: bpy.types.Context, puzzle: ScenePuzzle, area: int) -> None:
        """Begin where the cross stands."""
        own: OskarProperties = puzzle.own
        box, cross = puzzle.needed_part(BOX), puzzle.needed_part(CROSS)
        hidden = [(part, part.hide_viewport, part.hide_render) for part in (box, cross)]
        kept_flags = own.watch_hidden, own.hides_cross
        self._hid_cross = show_cross(puzzle)
        show_walls(puzzle)
        if not cross.visible_get():
            for part, in_viewport, in_render in hidden:
                part.hide_viewport, part.hide_render = in_viewport, in_render
            own.watch_hidden, own.hides_cross = kept_flags
            raise InputError("The cross is hidden: show it to play.")
        content: Puzzle = puzzle.puzzle
        self._location = cross.location.copy()
        self._position: Position = tuple(own.cross_position)
        self._game = Game(content, kept_position(content, self._position))
        self._motion = SmoothMotion(self._game.position)
        self._dragged: DraggedArm | None = None
        own.cross_position = self._game.position
        self._log = games.GameLog(self._game, datetime.now(UTC))
        colors = face_colors(materials_of(box))
        self._drawing = PlayDrawing(self._name, area, self._game, colors, lambda: self._motion.place)
        self._display: str = puzzle.group.display
        if self._display == SOLID:
            puzzle.group.display = GLASS
        self._picture = GamePicture(context, [box, cross], 1, MAPS_SHARE)

    def press(self, event: bpy.types.Event, area: bpy.types.Area) -> None:
        """Do what a key asks for."""
        puzzle = self.needed
        self._play(event.type, event.is_repeat, self._moves(puzzle, area))
        puzzle.own.cross_position = self._game.position

    def point(self, event: bpy.types.Event, area: bpy.types.Area) -> bool:
        """Drag the cross along the arm that the mouse takes."""
        region = window_region(area)
        pointer = pointer_in(region, event)
        if event.type == "LEFTMOUSE":
            view = view_in(area)
            puzzle = self.needed
            self._dragged = arm_at(puzzle, region, view, pointer) if event.value == "PRESS" else None
        elif self._dragged is not None:
            puzzle = self.needed
            self._drag(self._dragged, pointer)
            puzzle.own.cross_position = self._game.position
        return self._dragged is not None

    def _drag(self, arm: DraggedArm, pointer: Point) -> None:
        """Let the cross follow the pointer, as far as the faces allow it."""
        while (asked := arm.drag.next_step(pointer)) is not None:
            direction = arm.axis, asked[1]
            # A wall that the arm is held against is knocked at once.
            moved = self._go(direction, is_repeat=direction == arm.stopped)
            arm.stopped = None if moved else direction
            if not moved:
                return
            arm.drag.done[0] += asked[1]
        arm.stopped = None

    def _moves(self, puzzle: ScenePuzzle, area: bpy.types.Area) -> dict[str, Direction]:
        """Return where each key moves the cross, as it is seen now."""
        view = view_in(area)
        cross = present(puzzle.part_object(CROSS))
        return moves_in_view(view, grid_of(cross))

    def _play(self, key: str, is_repeat: bool, moves: Mapping[str, Direction]) -> None:
        """Do what a key asks for in the game, and note it; ``moves`` are the directions of keys."""
        game, drawing = self._game, self._drawing
        if key == HINT:
            drawing.hint = game.hint
            self._note(games.HINT, False)
        elif key in KEYS:
            self._go(moves[key], is_repeat)
        elif key == TAKE_BACK:
            self._take_back()
        elif key == RESTART:
            before = game.position
            game.restart()
            drawing.hint = None
            self._motion = SmoothMotion(game.position)
            self._note(games.RESTART, game.position != before)

    def undo(self, area: bpy.types.Area, *, again: bool) -> None:
        """Take the last move back."""
        puzzle = self.needed
        if not again:
            self._take_back()
        puzzle.own.cross_position = self._game.position

    def _take_back(self) -> None:
        moved = self._game.take_back()
        if moved:
            self._drawing.hint = None
            self._motion.go(self._game.position, MOVE_SECONDS)
        self._note(games.TAKE_BACK, moved)

    def _go(self, direction: Direction, is_repeat: bool) -> bool:
        """Move the cross, or let it knock at what is in the way; report whether it moved."""
        moved = self._game.move(direction)
        if moved:
            self._drawing.hint = None
            self._motion.go(self._game.position, MOVE_SECONDS)
        elif not is_repeat or not self._dragged:
            self._drawing.knock(direction)
            # A key that is held down knocks again and again, but no faster than it is seen.
            if not (is_repeat and self._motion.moving):
                self._bump(direction)
        # With these knocks nobody has tried anything.
        if moved or not is_repeat:
            self._note(direction, moved)
        return moved

    def _note(self, asked: Direction | str, moved: bool) -> None:
        self._log.note(monotonic() - self._began, asked, moved)

    def _bump(self, direction: Direction) -> None:
        """Let the cross knock at a wall."""
        axis, step = direction
        position = self._game.position
        x, y, z = (cell + BUMP * step * (along == axis) for along, cell in enumerate(position))
        self._motion.go((x, y, z), BUMP_SECONDS)
        self._motion.go(position, BUMP_SECONDS)

    def advance(self, seconds: float, area: bpy.types.Area) -> None:
        """Let the cross move on. Where it is animated, that makes no difference."""
        puzzle = self.needed
        self._motion.advance(seconds)
        place = built_place(puzzle, self._motion.place)
        cross = present(puzzle.part_object(CROSS))
        present_place = cross.location.to_tuple()
        if any(abs(new - now) > 1e-6 * abs(new) for new, now in zip(place, present_place, strict=True)):
            cross.location = place
            area.tag_redraw()
        elif self._drawing.fading:
            area.tag_redraw()

    @property
    def praise(self) -> str:
        """How the cross came to the end; nothing before."""
        return self._game.praise if self._game.solved else ""

    def keep(self, context: bpy.types.Context) -> Result:
        """Leave the cross where it is."""
        puzzle = self.needed
        game, cross = self._game, present(puzzle.part_object(CROSS))
        cross.location = built_place(puzzle, game.position)
        if game.solved:
            self.report({"INFO"}, game.praise)
        else:
            left = counted(game.moves_to_end, "move")
            self.report({"INFO"}, f"Left the cross at {game.position}, {left} from the end")
        kept: Position = tuple(puzzle.own.cross_position)
        # What changes nothing needs no undo step.
        return {"CANCELLED"} if (cross.location, kept) == (self._location, self._position) else {"FINISHED"}

    def put_back(self) -> None:
        """Put the cross where it was before the game."""
        puzzle = self.puzzle()
        if puzzle is not None:
            present(puzzle.part_object(CROSS)).location = self._location
            puzzle.own.cross_position = self._position
            if self._hid_cross:
                hide_cross(puzzle)

    def puzzle(self) -> ScenePuzzle | None:
        """Return the puzzle; None when it was deleted, or undone to another position."""
        puzzle = puzzle_named(self._name)
        if puzzle is None or puzzle.part_object(CROSS) is None:
            return None
        own: OskarProperties = puzzle.own
        return puzzle if tuple(own.cross_position) == self._game.position else None

    def clear_up(self, context: bpy.types.Context) -> None:
        """Take away what the game has put into the window, and log it."""
        puzzle = puzzle_named(self._name)
        if puzzle is not None and puzzle.group.display != self._display:
            puzzle.group.display = self._display
        super().clear_up(context)
        if puzzle is not None and is_watched(puzzle):
            hide_walls(puzzle)
        seconds = monotonic() - self._began
        if wrong := write_game(context, self._log, self._game.puzzle, seconds, self._ended):
            self.report({"WARNING"}, wrong)


def write_game(context: bpy.types.Context, log: games.GameLog, puzzle: Puzzle, seconds: float, ended: str) -> str:
    """Append the line on a game that ended in some way, if games are logged.

    Return a sentence on what is in the way of that; a game must not fail with its log, so nothing is raised.
    """
    if not logs_games(context):
        return ""
    facts = {"kind": OSKAR.name, **OSKAR.numbers(puzzle)}
    line = log.line(seconds, ended, OSKAR.to_json(puzzle), facts)
    try:
        file = games_file(context)
        file.parent.mkdir(parents=True, exist_ok=True)
        # In one piece: another Blender may write to the same file.
        with file.open("a", encoding="utf-8", newline="\n") as games:
            games.write(f"{line}\n")
    except InputError as error:
        return f"The game was not logged. {error}"
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        return f"The game was not logged: '{file}' cannot be written: {reason}."
    return ""


CLASSES = (Play,)
