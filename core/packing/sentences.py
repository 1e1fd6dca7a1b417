# SPDX-License-Identifier: GPL-3.0-or-later
"""The sentences that are said in a game with pieces, also by the page of a site.

What stands in braces is filled in.
"""

from __future__ import annotations

from typing import Final

SOLVED: Final = "Solved in {moves}"
NO_FURTHER: Final = "Piece {piece} can go no further."
FITS_NOWHERE: Final = "Piece {piece} fits nowhere as it is turned."
PIECE_IN_WAY: Final = "Piece {names} is in the way of piece {piece}."
PIECES_IN_WAY: Final = "Pieces {names} are in the way of piece {piece}."
GOES_THERE: Final = "Piece {piece} goes where its shadow is."
NONE_KNOWN: Final = "No known solution has the pieces placed like this: take one out."
NONE_LIKE_THIS: Final = "No solution has the pieces placed like this: take one out."
IN_PLACE: Final = "{placed} of {all} pieces in place"
PIECE: Final = "Piece {piece}"
PIECE_CHOSEN: Final = "Piece {piece} chosen"
PIECE_MOVED: Final = "Piece {piece} {way}."
HINT_AGAIN: Final = "{hint} Ask again to put it there."
LOOKING: Final = "Looking for a solution…"
NO_HINT: Final = "No hint was found in {seconds} seconds: take a piece out."
