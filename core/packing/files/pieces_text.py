# SPDX-License-Identifier: GPL-3.0-or-later
"""Pieces as plain text: a line for each, how many of it and then its cells, as numbers along x, y and z in turn.

A number of times may be a range, as in "0-6". What follows a # is passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from ...common.errors import InputError
from ...common.words import shortened
from ..puzzle import MOST_PIECES
from ..terms.piece import Piece
from ..terms.shape import Shape

LARGEST_TEXT = 1_000_000
"""Characters; 512 pieces of a cell each have about 5,000."""

_MANY = re.compile(r"(\d{1,4})(?:-(\d{1,4}))?", re.ASCII)
_NUMBER = re.compile(r"-?\d{1,4}", re.ASCII)


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
        words = line.partition("#")[0].split()
        if words:
            if len(pieces) == MOST_PIECES:
                raise InputError(f"The text of the pieces, line {number}: at most {MOST_PIECES} pieces are read.")
            pieces.append(_piece(words, f"The text of the pieces, line {number}"))
    if not pieces:
        raise InputError("The text has no pieces: each is a line with how many of it, and its cells.")
    return tuple(pieces)


def _piece(words: list[str], place: str) -> Piece:
    many = _MANY.fullmatch(words[0])
    if not many:
        raise InputError(
            f"{place}: {shortened(words[0])} is how many of a piece there are; it must be a whole number or a range."
        )
    wrong = [word for word in words[1:] if not _NUMBER.fullmatch(word)]
    if wrong:
        raise InputError(f"{place}: {shortened(wrong[0])} must be a whole number of at most four digits.")
    if len(words) == 1 or len(words) % 3 != 1:
        raise InputError(f"{place}: {len(words) - 1} numbers follow; the cells must have three numbers each.")
    numbers = [int(word) for word in words[1:]]
    cells = list(zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True))
    if len(set(cells)) < len(cells):
        raise InputError(f"{place}: a cell of the piece stands twice.")
    try:
        return Piece(Shape.of(cells), int(many[1]), int(many[2] or many[1]))
    except InputError as error:
        raise InputError(f"{place}: {error}") from error
