# SPDX-License-Identifier: GPL-3.0-or-later
"""The keys of a game with pieces, and what it shows: keys round the chosen one, and a board with how it stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

import bpy
from mathutils import Vector

from ...core.common.playing import AWAY, RIGHT, UP, Direction
from ...core.common.words import counted
from ...core.packing import sentences
from ...core.packing.game import Game
from ..window.drawing import Overlay, Row
from ..window.game import grid_of, letters_in_view
from ..window.game_drawing import GRAY, GREEN, WHITE, GameDrawing, KeyMark, legend

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
    """The drawing over one 3D view; ``find`` returns the object of the chosen piece, if it is there."""

    def __init__(self, area: int, game: Game, find: Callable[[], bpy.types.Object | None]) -> None:
        super().__init__(area)
        self._game, self._find = game, find

    def draw_over(self, overlay: Overlay) -> None:
        """Draw the board, and the keys round the chosen piece."""
        piece = self._find()
        if piece is not None:
            self.keys(self.board(overlay, self._state(), LEGENDS), _marks(piece, overlay.view))

    def _state(self) -> Row:
        """Return how the game stands."""
        game = self._game
        if game.is_solved:
            return [(solved_text(game), GREEN)]
        return [
            ("Piece ", GRAY),
            (game.tokens[game.chosen].name, WHITE),
            (f"    {len(game.placed)} of {len(game.tokens)}", WHITE),
            (" in place    ", GRAY),
            (counted(game.move_count, "move"), GRAY),
        ]


def solved_text(game: Game) -> str:
    """Return in how many moves a game was solved."""
    return sentences.SOLVED.format(moves=counted(game.move_count, "move"))


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
