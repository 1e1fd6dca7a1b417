# SPDX-License-Identifier: GPL-3.0-or-later
"""A game: somebody moves the cross through a puzzle, by the rules of its faces; its log, and its places in space.

These are the squares of faces, what stands in the way of a move, and the keyframes of a cross that goes its way.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import cached_property
from hashlib import sha256
from itertools import pairwise, product
from typing import Any, Final

import numpy as np

from ..common.errors import InputError
from ..common.playing import Direction
from ..common.words import counted
from ..printing.printed_object import Floats
from .making.by_hand import is_drawable
from .making.puzzle import Puzzle
from .maze.faces import FACE_AXES, Size, Square
from .maze.space import Position, distances, follow, index_of, is_inside, position_of, stepped
from .model.box_and_cross import box_line
from .model.dimensions import Dimensions

LOOKS_AHEAD: Final = "A player who looks one move ahead needs about {moves}."
SOLVED_SHORTEST: Final = "Solved in {moves}, the fewest there are"
SOLVED_LONGER: Final = "Solved in {moves}, the shortest way has {fewest}"
FRAME_IN_WAY: Final = "The frame is in the way."
WALL_IN_WAY: Final = "A wall of the {face} face is in the way."
WALLS_IN_WAY: Final = "Walls of the {face} and the {other} face are in the way."
TO_THE_END: Final = "{moves} to the end"
MOVED: Final = "Moved {way}."
"""The sentences that are said in a game, also by the page of a site; what stands in braces is filled in."""


class Game:
    """The moves made so far in a puzzle, from the position where the game began.

    That must be one from which the end can be reached; a game that would begin at the end begins at the start.
    """

    def __init__(self, puzzle: Puzzle, position: Position) -> None:
        self.puzzle = puzzle
        self._way = [puzzle.start if position == puzzle.end else position]

    @property
    def position(self) -> Position:
        """The position of the cross."""
        return self._way[-1]

    @property
    def move_count(self) -> int:
        """The moves made, less those that were taken back."""
        return len(self._way) - 1

    @property
    def moves_to_end(self) -> int:
        """The fewest moves from here to the end."""
        return self._moves_from(self.position)

    @property
    def shortest(self) -> int:
        """The fewest moves from where the game began to the end."""
        return self._moves_from(self._way[0])

    @property
    def solved(self) -> bool:
        """Whether the cross is at the end."""
        return self.position == self.puzzle.end

    @property
    def praise(self) -> str:
        """What is said once it is solved."""
        sentence = SOLVED_SHORTEST if self.move_count == self.shortest else SOLVED_LONGER
        return sentence.format(moves=counted(self.move_count, "move"), fewest=self.shortest)

    @property
    def hint(self) -> Direction | None:
        """The next move of a shortest way to the end; None at the end."""
        if self.solved:
            return None
        following = position_of(self.puzzle.size, self.puzzle.ways_to_end[self._index(self.position)])
        axis = next(axis for axis in range(3) if following[axis] != self.position[axis])
        return axis, following[axis] - self.position[axis]

    def move(self, direction: Direction) -> bool:
        """Move the cross by one cell, and report whether the faces allow it; if not, it stays."""
        beside = moved(self.position, direction)
        if not is_inside(self.puzzle.size, beside) or not self.puzzle.space.is_legal(self.position, beside):
            return False
        self._way.append(beside)
        return True

    def take_back(self) -> bool:
        """Take the last move back, and report whether there was one."""
        if self.move_count == 0:
            return False
        self._way.pop()
        return True

    def restart(self) -> None:
        """Put the cross at the puzzle's start, with no moves made."""
        self._way = [self.puzzle.start]

    @cached_property
    def _distances(self) -> dict[int, int]:
        return distances(self.puzzle.ways_to_end)

    def _moves_from(self, position: Position) -> int:
        return self._distances[self._index(position)]

    def _index(self, position: Position) -> int:
        return index_of(self.puzzle.size, position)


def moved(position: Position, direction: Direction) -> Position:
    """Return the cell beside a position, whether the faces allow the move or not."""
    axis, cells = direction
    return stepped(position, 2 * axis + (cells < 0))


def kept_position(puzzle: Puzzle, kept: Position) -> Position:
    """Return where the cross stands that was left at a position: there, or at the start if it cannot be there."""
    is_there = is_inside(puzzle.size, kept) and index_of(puzzle.size, kept) in puzzle.ways_to_end
    return kept if is_there else puzzle.start


def check_place(puzzle: Puzzle, position: Position) -> None:
    """Raise InputError for a position outside of the box."""
    for axis, cell, cells in zip("XYZ", position, puzzle.size, strict=True):
        if not 0 <= cell < cells:
            raise InputError(f"{axis} is {cell}: the cells along {axis} are counted from 0 to {cells - 1}.")


def place_sentence(puzzle: Puzzle, position: Position) -> str:
    """Return a sentence on where the cross stands, or would stand, at a position."""
    try:
        check_place(puzzle, position)
    except InputError as error:
        return str(error)
    if position == puzzle.end:
        return "That is the end."
    name = "That is the start" if position == puzzle.start else "A way leads from there to the end"
    way = follow(puzzle.size, puzzle.ways_to_end, position)
    if way is None:
        return "Walls stand round it: no way leads from there to the end, and a game begins at the start."
    return f"{name}, {counted(len(way) - 1, 'move')} away."


def standing_position(puzzle: Puzzle, kept: Position) -> Position:
    """Return where the cross stands that was left at a position: there, or at the start if it is not in the box."""
    return kept if is_inside(puzzle.size, kept) else puzzle.start


FORMAT = "oskars-cube-game"
VERSION = 1

HINT, TAKE_BACK, RESTART = "hint", "back", "restart"
"""What a press asks for besides a move."""


class GameLog:
    """The presses of a game since it began, at a time of any time zone."""

    def __init__(self, game: Game, began: datetime) -> None:
        self._game = game
        self._began = began.astimezone(UTC)
        self._first = game.position
        self._presses: list[tuple[float, str, bool]] = []
        self._solved_after: float | None = None

    def note(self, seconds: float, asked: Direction | str, moved: bool) -> None:
        """Note a press after so many seconds: what it asked for, and whether the cross has moved."""
        what = asked if isinstance(asked, str) else direction_text(asked)
        self._presses.append((round(seconds, 3), what, moved))
        if self._game.solved and self._solved_after is None:
            self._solved_after = round(seconds, 3)

    def line(self, seconds: float, ended: str, puzzle: str, facts: Mapping[str, Any]) -> str:
        """Return the line on a game that ended after so many seconds in some way, without a line break.

        ``puzzle`` is the text of its native file, by whose SHA-256 it is known, and ``facts`` are what a log is to say
        of it besides.
        """
        asked = [what for _, what, _ in self._presses]
        return json.dumps(
            {
                "format": FORMAT,
                "version": VERSION,
                "began": self._began.isoformat(timespec="seconds"),
                "puzzle": {"sha256": sha256(puzzle.encode()).hexdigest(), **facts},
                "from": self._first,
                "presses": self._presses,
                "hints": asked.count(HINT),
                "taken_back": sum(moved for _, what, moved in self._presses if what == TAKE_BACK),
                "restarts": asked.count(RESTART),
                "moves": sum(moved for _, what, moved in self._presses if what[0] in "+-"),
                "solved": self._solved_after is not None,
                "solved_after": self._solved_after,
                "ended": ended,
                "moves_to_end": self._game.moves_to_end,
                "seconds": round(seconds, 3),
            }
        )


def direction_text(direction: Direction) -> str:
    """Return a direction as a log names it: "+x", "-z"."""
    axis, cells = direction
    return f"{'+' if cells > 0 else '-'}{'xyz'[axis]}"


def obstacles(puzzle: Puzzle, position: Position, direction: Direction) -> tuple[Square, ...]:
    """Return what keeps the cross from moving one cell on from a position; nothing where the move is legal."""
    axis, step = direction
    squares = []
    for number, (axes, face) in enumerate(zip(FACE_AXES, puzzle.faces, strict=True)):
        if axis in axes:
            first, second = (2 * position[along] + step * (along == axis) for along in axes)
            grid = face.inflate()
            inside = 0 <= first < grid.shape[0] and 0 <= second < grid.shape[1]
            if not inside or grid[first, second]:
                squares.append(Square(number, (first, second)))
    return tuple(squares)


def square_boxes(square: Square, size: Size, dimensions: Dimensions) -> Floats:
    """Return where a square stands in both plates of its face, in millimeters as ``Dimensions.center`` has them.

    Shape (2 plates, 3 axes, 2 ends).
    """
    axes = FACE_AXES[square.face]
    across = 3 - sum(axes)
    outer = dimensions.outer_size(size)
    boxes = np.empty((2, 3, 2))
    for axis, place in zip(axes, square.place, strict=True):
        boxes[:, axis] = box_line(size[axis], dimensions)[place + 1 : place + 3]
    boxes[0, across] = 0.0, dimensions.plate
    boxes[1, across] = outer[across] - dimensions.plate, outer[across]
    boxes -= np.array([outer[0] / 2, outer[1] / 2, 0.0])[:, None]
    return boxes


def square_at(puzzle: Puzzle, dimensions: Dimensions, origin: Sequence[float], way: Sequence[float]) -> Square | None:
    """Return the square that can be a wall or none and that a ray meets on the box, or the nearest one to that place.

    The ray begins at an origin and goes in a way, in millimeters as ``Dimensions.center`` has them. None where it
    passes the box by, and for a face of one row of cells in which nothing can be drawn there.
    """
    outer = np.array(dimensions.outer_size(puzzle.size))
    begin = np.array(origin) + np.array([outer[0] / 2, outer[1] / 2, 0.0])
    with np.errstate(divide="ignore", invalid="ignore"):
        meets = np.sort([-begin / np.array(way), (outer - begin) / np.array(way)], axis=0)
    # What is alongside an axis never meets the sides across it.
    meets = np.where(np.isnan(meets), [[-np.inf], [np.inf]], meets)
    across = int(meets[0].argmax())
    if not 0 <= meets[0, across] <= meets[1].min():
        return None
    place = begin + meets[0, across] * np.array(way)
    face = next(number for number, axes in enumerate(FACE_AXES) if across not in axes)
    return _nearest(puzzle, dimensions, face, [float(place[axis]) for axis in FACE_AXES[face]])


def _nearest(puzzle: Puzzle, dimensions: Dimensions, face: int, place: Sequence[float]) -> Square | None:
    """Return the square nearest to a place of a face, from the box's outer sides, of those that can be drawn."""
    cells = [
        min(max(int((at - dimensions.plate) // dimensions.pitch), 0), puzzle.size[axis] - 1)
        for at, axis in zip(place, FACE_AXES[face], strict=True)
    ]
    columns, rows = (range(2 * cell - 1, 2 * cell + 3) for cell in cells)
    squares = [square for place in product(columns, rows) if is_drawable(puzzle, square := Square(face, place))]

    def distance(square: Square) -> float:
        far = 0.0
        for at, axis, number in zip(place, FACE_AXES[face], square.place, strict=True):
            low, high = box_line(puzzle.size[axis], dimensions)[number + 1 : number + 3].tolist()
            far += max(low - at, 0.0, at - high) ** 2
        return far

    return min(squares, key=distance, default=None)


def keyframes(
    path: list[Position], first_frame: int, frames_per_move: int, turn_pause: int
) -> list[tuple[int, Position]]:
    """Return the frames at which the cross is at the positions of a path, in order; between them it moves evenly.

    Where the path turns, the cross waits for ``turn_pause`` frames: then two frames have the same position.
    Raises InputError for a move of no frames and for a negative pause.
    """
    if frames_per_move < 1:
        raise InputError(f"Frames per move is {frames_per_move}: it must be at least 1.")
    if turn_pause < 0:
        raise InputError(f"Pause at turns is {turn_pause}: it must be 0 or more frames.")
    frame = first_frame
    keys = [(frame, path[0])]
    earlier = None
    for here, following in pairwise(path):
        direction = tuple(after - before for before, after in zip(here, following, strict=True))
        if turn_pause and earlier not in (None, direction):
            frame += turn_pause
            keys.append((frame, here))
        frame += frames_per_move
        keys.append((frame, following))
        earlier = direction
    return keys
