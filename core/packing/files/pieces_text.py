# SPDX-License-Identifier: GPL-3.0-or-later
"""Pieces as plain text: a line for each, how many of it and then its cells, as numbers along x, y and z in turn.

A number of times may be a range, as in "0-6". In place of the cells may stand a line as puzzlecad has it, as in
"2 xxx|.x."; before it the number may be left away. What follows a # is passed over, but for a line "# Size 4 4 4" that
says which box is to be filled. Without one it is the box nearest to a cube that has as many cells as the pieces.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from ...common.errors import InputError
from ...common.words import shortened
from ...polycubes.puzzle import MOST_PIECES, PolycubePuzzle
from ...polycubes.terms.cells import Cell
from ...polycubes.terms.goal import LARGEST_GOAL, Goal
from ...polycubes.terms.piece import Piece
from ...polycubes.terms.shape import Shape
from .piece_line import cells_of_line

LARGEST_TEXT = 1_000_000
"""Characters; 512 pieces of a cell each have about 5,000."""

_MANY = re.compile(r"(\d{1,4})(?:-(\d{1,4}))?", re.ASCII)
_NUMBER = re.compile(r"-?\d{1,4}", re.ASCII)
_SIZE = re.compile(r"#\s*Size\s+(\d{1,4})\s+(\d{1,4})\s+(\d{1,4})\s*", re.ASCII | re.IGNORECASE)
_DRAWN = re.compile(r"(?:(\d{1,4}(?:-\d{1,4})?)\s+)?([x.|,\s\"'\[\]]*x[x.|,\s\"'\[\]]*)", re.ASCII | re.IGNORECASE)
_BEGINNING = re.compile(r"\d{1,4}(?:-\d{1,4})?(?:\s+-?\d{1,4}){3,}", re.ASCII)

RECOGNIZED_LINES = 50
"""Lines in which the first piece is looked for."""


def puzzle_to_text(puzzle: PolycubePuzzle) -> str:
    """Return the text of a puzzle; raises InputError for a goal that is no box, and for colors: it knows of neither."""
    if puzzle.has_colors:
        raise InputError("The puzzle has colors: plain text holds none, so choose another format.")
    if not puzzle.goal.is_box:
        raise InputError("The goal is not a box: plain text holds pieces for a box only, so choose another format.")
    return f"# Size {' '.join(map(str, puzzle.goal.size))}\n{pieces_to_text(puzzle.pieces)}"


def puzzle_from_text(text: str) -> PolycubePuzzle:
    """Read a puzzle; raises InputError, naming the line, for anything that is damaged."""
    pieces = pieces_from_text(text)
    for line in text.splitlines():
        if size := _SIZE.fullmatch(line.strip()):
            return PolycubePuzzle(pieces, Goal.box((int(size[1]), int(size[2]), int(size[3]))))
    # A piece that may be left out counts as often as it can be used.
    return PolycubePuzzle(pieces, Goal.box(_nearest_to_cube(sum(one.most * len(one.shape.cells) for one in pieces))))


def is_pieces_text(text: str) -> bool:
    """Report whether a text begins as one of pieces."""
    for line in text[:100_000].splitlines()[:RECOGNIZED_LINES]:
        if _SIZE.fullmatch(line.strip()):
            return True
        if words := line.partition("#")[0].strip():
            return any(known.match(words) for known in (_BEGINNING, _DRAWN))
    return False


def _nearest_to_cube(cells: int) -> Cell:
    """Return the box of so many cells whose sides differ least; raises InputError for more than a goal can have."""
    sizes = [
        (x, y, cells // x // y)
        for x in range(1, min(cells, LARGEST_GOAL) + 1)
        if not cells % x
        for y in range(1, x + 1)
        if not cells // x % y and cells // x // y <= y
    ]
    return min(sizes, key=lambda size: max(size) - min(size), default=(cells, 1, 1))


def pieces_to_text(pieces: Iterable[Piece]) -> str:
    """Return the lines of pieces."""
    lines = []
    for piece in pieces:
        many = f"{piece.least}" if piece.least == piece.most else f"{piece.least}-{piece.most}"
        lines.append(" ".join([many, *(str(number) for cell in piece.shape.cells for number in cell)]))
    return "\n".join(lines) + "\n"


def pieces_from_text(text: str) -> tuple[Piece, ...]:
    """Read pieces; raises InputError, naming the line, for anything that is no piece."""
    if len(text) > LARGEST_TEXT:
        raise InputError(f"The text of the pieces has {len(text):,} characters: at most {LARGEST_TEXT:,} are read.")
    pieces: list[Piece] = []
    for number, line in enumerate(text.splitlines(), 1):
        if words := line.partition("#")[0].strip():
            if len(pieces) == MOST_PIECES:
                raise InputError(f"The text of the pieces, line {number}: at most {MOST_PIECES} pieces are read.")
            pieces.append(_piece(words, f"The text of the pieces, line {number}"))
    if not pieces:
        raise InputError("The text has no pieces: each is a line with how many of it, and its cells.")
    return tuple(pieces)


def _piece(text: str, place: str) -> Piece:
    drawn = _DRAWN.fullmatch(text)
    words = [drawn[1] or "1"] if drawn else text.split()
    many = _MANY.fullmatch(words[0])
    if not many:
        raise InputError(
            f"{place}: {shortened(words[0])} is how many of a piece there are; it must be a whole number or a range."
        )
    cells = cells_of_line(drawn[2]) if drawn else _cells(words, place)
    try:
        return Piece(Shape.of(cells), int(many[1]), int(many[2] or many[1]))
    except InputError as error:
        raise InputError(f"{place}: {error}") from error


def _cells(words: list[str], place: str) -> list[Cell]:
    """Return the cells that stand as numbers after that of the pieces."""
    wrong = [word for word in words[1:] if not _NUMBER.fullmatch(word)]
    if wrong:
        raise InputError(f"{place}: {shortened(wrong[0])} must be a whole number of at most four digits.")
    if len(words) == 1 or len(words) % 3 != 1:
        raise InputError(f"{place}: {len(words) - 1} numbers follow; the cells must have three numbers each.")
    numbers = [int(word) for word in words[1:]]
    cells = list(zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True))
    if len(set(cells)) < len(cells):
        raise InputError(f"{place}: a cell of the piece stands twice.")
    return cells
