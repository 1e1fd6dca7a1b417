# SPDX-License-Identifier: GPL-3.0-or-later
"""Playing: keys turn and move the pieces, until they fill what they have to fill.

The game shows its keys round the chosen piece, and a board with how it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import bpy
import gpu
from mathutils import Matrix, Vector

from ...core.common.errors import InputError
from ...core.common.playing import AWAY, RIGHT, UP, Direction
from ...core.common.words import counted
from ...core.packing.game import GOES_THERE, NONE_KNOWN, Game, Hint, Lying, lying_to_text
from ...core.packing.kind import PackingModel
from ..data.interface import mesh_of, present, scene_of, view_layer_of
from ..scene.part_objects import assembly_frames
from ..scene.puzzle import ScenePuzzle, puzzle_named
from ..scene.startup import activate
from ..tab.puzzle_game import PuzzleGame, ray_at
from ..window.drawing import Overlay, Point, Row, mesh_batch, paint_ghost
from ..window.framing import pointer_in, view_in, window_region
from ..window.game import KEYS, GamePicture, PointerDrag, directions_in_view, grid_of, letters_in_view, moves_in_view
from ..window.game_drawing import GRAY, WHITE, GameDrawing, KeyMark, legend, solved_row
from ..window.running_operator import Result
from .properties import GAME, PackingProperties
from .view import Place, built_pieces, game_of, game_places, place_of, put

NEXT, HOP, HINT, TAKE_BACK, RESTART = "TAB", "SPACE", "H", "BACK_SPACE", "R"

TURNS: Mapping[str, tuple[tuple[int, int], tuple[int, int]]] = MappingProxyType(
    {
        "I": ((UP, 1), (AWAY, 1)),
        "K": ((UP, 1), (AWAY, -1)),
        "L": ((AWAY, -1), (RIGHT, 1)),
        "J": ((AWAY, -1), (RIGHT, -1)),
        "O": ((UP, 1), (RIGHT, 1)),
        "U": ((UP, 1), (RIGHT, -1)),
    }
)
"""How each key turns a piece: what points into one direction of the view points into the other one then.

So I and K tip it away and nearer, L and J turn its front to the right and to the left, O and U roll it.
"""

MOVE_MEANINGS = MappingProxyType(
    {"W S A D Q E": "Move", "I K J L U O": "Turn", "Space": "In or Out", "Tab or Click": "Choose", "Drag": "Move"}
)
OTHER_MEANINGS = MappingProxyType({"H": "Hint, again: Do It", "R": "Restart"})
"""What the keys do, by their names on the keyboard, in two rows."""

LEGENDS = (legend(MOVE_MEANINGS), legend(OTHER_MEANINGS))
"""The rows of the board."""


class PlayDrawing(GameDrawing):
    """The drawing over one 3D view.

    ``find`` returns the object of the chosen piece, if it is there, and ``hinted`` that of a hint and where it goes.
    """

    def __init__(
        self,
        area: int,
        game: Game,
        find: Callable[[], bpy.types.Object | None],
        hinted: Callable[[], tuple[bpy.types.Object, Matrix] | None],
    ) -> None:
        super().__init__(area)
        self._game, self._find, self._hinted = game, find, hinted
        self._ghost: tuple[str, gpu.types.GPUBatch] | None = None

    def draw_inside(self) -> None:
        """Draw a ghost of the piece of a hint where it goes."""
        if (hinted := self._hinted()) is None:
            return
        mesh, place = mesh_of(hinted[0]), hinted[1]
        if self._ghost is None or self._ghost[0] != mesh.name:
            self._ghost = mesh.name, mesh_batch(mesh)
        paint_ghost(self._ghost[1], place, HINT_COLOR, HINT_THROUGH)

    def draw_over(self, overlay: Overlay) -> None:
        """Draw the board, and the keys round the chosen piece."""
        piece = self._find()
        if piece is not None:
            self.keys(self.board(overlay, self._state(), LEGENDS), _marks(piece, overlay.view))

    def _state(self) -> Row:
        """Return how the game stands."""
        game = self._game
        if game.is_solved:
            return solved_row(game.praise)
        return [
            ("Piece ", GRAY),
            (game.tokens[game.chosen].name, WHITE),
            (f"    {len(game.placed)} of {len(game.tokens)}", WHITE),
            (" in place    ", GRAY),
            (counted(game.move_count, "move"), GRAY),
        ]


def _marks(piece: bpy.types.Object, view: bpy.types.RegionView3D) -> list[KeyMark]:
    """Return each key beside the side of a piece to which it moves the piece."""
    parent = grid_of(piece)
    turned = piece.matrix_basis
    corners = [turned @ Vector(corner) for corner in piece.bound_box]
    middle = sum(corners, Vector()) / len(corners)
    reaches = [max(corner[axis] for corner in corners) - middle[axis] for axis in range(3)]
    beyond = 0.3 * min(reaches)
    marks = []
    for (axis, step), letter in letters_in_view(view, parent).items():
        end = middle.copy()
        end[axis] += step * (reaches[axis] + beyond)
        marks.append(KeyMark(parent @ end, (axis, step), letter))
    return marks


def turn_in_view(key: str, axes: tuple[Direction, Direction, Direction]) -> tuple[Direction, Direction]:
    """Return between which directions a key turns a piece; ``axes`` go to the right, up and away in the view."""
    (begin, begin_sign), (end, end_sign) = TURNS[key]
    return (axes[begin][0], begin_sign * axes[begin][1]), (axes[end][0], end_sign * axes[end][1])


MOVE_SECONDS = 0.12

HINT_COLOR = (1.0, 0.78, 0.12, 1.0)

HINT_THROUGH = 0.2
"""How dense the place of a hint is behind other pieces."""


@dataclass
class _OnTheWay:
    """A piece that is on its way to a place, in so many seconds."""

    place: Place
    seconds: float


@dataclass
class _DraggedPiece:
    """A piece in the mouse's hand, and where it can go; ``stopped`` is where something has stopped it."""

    directions: Sequence[Direction]
    drag: PointerDrag
    stopped: Direction | None = None


class PlayPieces(PuzzleGame, bpy.types.Operator):
    """Turn and move the pieces with keys until they are put together; W A S D and E Q go the way that you see"""

    bl_idname = "puzzle_cubes.play_pieces"
    bl_label = "Play with Pieces"
    model = PackingModel

    def set_up(self, context: bpy.types.Context, puzzle: ScenePuzzle, area: int) -> None:
        """Begin with the pieces where the last game has left them."""
        own: PackingProperties = puzzle.own
        self._built = puzzle.needed_built
        if assembly_frames(puzzle) is not None:
            raise InputError("The pieces are animated: remove the animation to play.")
        self._pieces = built_pieces(puzzle)
        parts = [puzzle.needed_part(key) for key in self._pieces]
        self._game = game_of(puzzle, self._pieces)
        if not parts:
            raise InputError("The puzzle has no pieces to play with.")
        if self._game.is_solved:
            self._game.restart()
        self._earlier = own.view, own.lying
        self._dragged: _DraggedPiece | None = None
        self._hint: Hint | None = None
        self._ways: dict[str, _OnTheWay] = {}
        self._kept = own.lying = lying_to_text(self._game.lying)
        own.view = GAME
        if not all(part.visible_get() for part in parts):
            self.put_back()
            raise InputError("Pieces of the puzzle are hidden: show them, and their collection, to play.")
        self._picture = GamePicture(context, [*parts, present(own.outline)], len(LEGENDS))
        self._drawing = PlayDrawing(area, self._game, self._chosen_object, self._hinted)
        self._mark_chosen(context)

    def advance(self, seconds: float, area: bpy.types.Area) -> None:
        """Let pieces go on to their places."""
        puzzle = self.needed
        if self._ways or self._drawing.fading:
            area.tag_redraw()
        for key, way in list(self._ways.items()):
            piece = present(puzzle.part_object(key))
            share = 1.0 if way.seconds <= seconds else seconds / way.seconds
            (place, turn), way.seconds = way.place, way.seconds - seconds
            put(piece, (piece.location.lerp(place, share), piece.rotation_quaternion.slerp(turn, share)))
            if share == 1.0:
                put(piece, way.place)
                del self._ways[key]

    def point(self, event: bpy.types.Event, area: bpy.types.Area) -> bool:
        """Choose the piece that the mouse takes, and let it follow the mouse, to the sides, up and down."""
        region = window_region(area)
        pointer = pointer_in(region, event)
        if event.type == "LEFTMOUSE":
            self._dragged = self._take(region, pointer, area) if event.value == "PRESS" else None
        elif self._dragged is not None:
            self._drag(self._dragged, pointer, area)
        return event.type == "LEFTMOUSE" or self._dragged is not None

    def press(self, event: bpy.types.Event, area: bpy.types.Area) -> None:
        """Do what a key asks for."""
        sentence, before = "", list(self._game.lying)
        if event.type == NEXT:
            self._game.choose(-1 if event.shift else 1)
        elif event.type == HINT:
            sentence = self._give_hint()
        elif event.type == TAKE_BACK:
            self.undo(area, again=False)
            return
        elif event.type == RESTART:
            self._game.restart()
        else:
            sentence = self._play(event.type, area)
        self._follow(before, sentence, area)

    def undo(self, area: bpy.types.Area, *, again: bool) -> None:
        """Take the last move back."""
        before = list(self._game.lying)
        if not again:
            self._game.take_back()
        self._follow(before, "", area)

    def _follow(self, before: list[Lying], sentence: str, area: bpy.types.Area) -> None:
        """Let the scene follow the game, and say what was refused."""
        if self._game.lying != before:
            self._hint = None
            places = game_places(self._game, self._pieces, self._built)
            for key, old, new in zip(self._pieces, before, self._game.lying, strict=True):
                if old != new:
                    self._ways[key] = _OnTheWay(places[key], MOVE_SECONDS)
            puzzle = self.needed
            self._kept = puzzle.own.lying = lying_to_text(self._game.lying)
        self._drawing.say(sentence)
        self._mark_chosen(bpy.context)

    @property
    def praise(self) -> str:
        """How the pieces were put together; nothing before."""
        return self._game.praise if self._game.is_solved else ""

    def keep(self, context: bpy.types.Context) -> Result:
        """Leave the pieces where they are."""
        puzzle = self.needed
        for key, place in game_places(self._game, self._pieces, self._built).items():
            put(puzzle.part_object(key), place)
        game = self._game
        if game.is_solved:
            self.report({"INFO"}, game.praise)
        else:
            count = counted(len(game.tokens), "piece")
            self.report({"INFO"}, f"Left the game with {len(game.placed)} of {count} in place")
        own: PackingProperties = puzzle.own
        # What changes nothing needs no undo step.
        return {"CANCELLED"} if (own.view, own.lying) == self._earlier else {"FINISHED"}

    def put_back(self) -> None:
        """Put the pieces where they were before the game."""
        puzzle = puzzle_named(self._name)
        if puzzle is None:
            return
        own: PackingProperties = puzzle.own
        own.lying = self._earlier[1]
        # This moves and shows them, too.
        own.view = self._earlier[0]

    def _play(self, key: str, area: bpy.types.Area) -> str:
        """Do what a key of the game asks for; return a sentence where it is refused."""
        piece = present(self._chosen_object())
        view = view_in(area)
        grid = grid_of(piece)
        if key in KEYS:
            direction = moves_in_view(view, grid)[key]
            sentence = self._game.move(direction)
            if sentence:
                self._drawing.knock(direction)
            return sentence
        if key in TURNS:
            return self._game.turn(*turn_in_view(key, directions_in_view(view, grid)))
        return self._game.hop() if key == HOP else ""

    def _give_hint(self) -> str:
        """Show where a piece goes, and put it there when that is shown; return a sentence on it."""
        game = self._game
        if self._hint is not None:
            return game.put(self._hint)
        if game.is_solved:
            return ""
        if not game.puzzle.found.solutions:
            return "No solution of the puzzle is known yet: press Search On under Solutions."
        self._hint = game.hint()
        if self._hint is None:
            return NONE_KNOWN
        game.chosen = self._hint.token
        return GOES_THERE.format(piece=game.tokens[game.chosen].name)

    def _take(self, region: bpy.types.Region, pointer: Point, area: bpy.types.Area) -> _DraggedPiece | None:
        """Choose the piece that is under the pointer, if one is, to be dragged."""
        ray = ray_at(area, pointer, Matrix())
        if ray is None:
            return None
        view = view_in(area)
        depsgraph = present(view_layer_of(bpy.context).depsgraph)
        is_hit, place, _, _, hit, _ = scene_of(bpy.context).ray_cast(depsgraph, *ray)
        puzzle = self.needed
        for token, key in enumerate(self._pieces):
            piece = puzzle.part_object(key)
            if is_hit and hit is not None and piece is not None and piece == hit.original:
                self._game.chosen = token
                self._follow(list(self._game.lying), "", area)
                grid = grid_of(piece)
                directions = directions_in_view(view, grid)[:2]
                lengths = [self._built.units * side for side in self._pieces[key].pitch]
                # What goes along an axis of the grid is a column of its matrix.
                cells = [step * lengths[axis] * grid.to_3x3().col[axis] for axis, step in directions]
                return _DraggedPiece(directions, PointerDrag(region, view, pointer, place, cells))
        return None

    def _drag(self, piece: _DraggedPiece, pointer: Point, area: bpy.types.Area) -> None:
        """Let the chosen piece follow the pointer, from cell to cell, as far as there is room."""
        while (asked := piece.drag.next_step(pointer)) is not None:
            number, step = asked
            axis, sign = piece.directions[number]
            direction = axis, sign * step
            before = list(self._game.lying)
            sentence = self._game.move(direction)
            if sentence and direction != piece.stopped:
                self._drawing.knock(direction)
            if not sentence or direction != piece.stopped:
                self._follow(before, sentence, area)
            piece.stopped = direction if sentence else None
            if sentence:
                return
            piece.drag.done[number] += step

    def _hinted(self) -> tuple[bpy.types.Object, Matrix] | None:
        """Return the object of the hinted piece, and where in the world it goes; None without a hint."""
        puzzle = puzzle_named(self._name)
        if self._hint is None or puzzle is None:
            return None
        key = list(self._pieces)[self._hint.token]
        piece = puzzle.part_object(key)
        if piece is None:
            return None
        place, turn = place_of(self._game.puzzle, self._pieces[key], self._built, self._hint.cells)
        parent = grid_of(piece)
        matrix = turn.to_matrix().to_4x4()
        matrix.translation = place
        return piece, parent @ matrix

    def _mark_chosen(self, context: bpy.types.Context) -> None:
        """Let Blender outline the chosen piece alone."""
        chosen = self._chosen_object()
        if chosen is not None:
            activate(context, chosen)
            chosen.select_set(True)

    def _chosen_object(self) -> bpy.types.Object | None:
        puzzle = puzzle_named(self._name)
        return None if puzzle is None else puzzle.part_object(list(self._pieces)[self._game.chosen])

    def puzzle(self) -> ScenePuzzle | None:
        """Return the puzzle; None when it was deleted, or undone to another state of the game."""
        puzzle = puzzle_named(self._name)
        if puzzle is None or any(puzzle.part_object(key) is None for key in self._pieces):
            return None
        own: PackingProperties = puzzle.own
        return puzzle if (own.view, own.lying) == (GAME, self._kept) else None


CLASSES = (PlayPieces,)
