# SPDX-License-Identifier: GPL-3.0-or-later
"""Packing Cubes as a kind of puzzle."""

from __future__ import annotations

from ...kind.files import Codes, Files, TextFormat
from ...kind.kind import Kind
from ...polycubes.puzzle import PolycubePuzzle
from ..files import packing_json, pieces_text, xmpuzzle
from ..files.packing_json import puzzle_from_json, puzzle_to_json
from ..files.puzzle_code import puzzle_from_number, puzzle_to_number
from ..files.solutions_text import solutions_text
from ..model.dimensions import Dimensions
from .asking import ASKING
from .facts import FACTS, LABEL, SERIES
from .making import MAKING, solved_in_steps
from .model import PackingModel

PIECES_TEXT = TextFormat(
    "text",
    "Pieces Text",
    "a plain text with a line for each piece",
    ".txt",
    pieces_text.puzzle_to_text,
    pieces_text.puzzle_from_text,
    pieces_text.is_pieces_text,
    pieces_text.LARGEST_TEXT,
)
XMPUZZLE = TextFormat(
    "xmpuzzle",
    "BurrTools",
    "a file that the program BurrTools reads",
    ".xmpuzzle",
    xmpuzzle.puzzle_to_xmpuzzle,
    xmpuzzle.puzzle_from_xmpuzzle,
    lambda text: text[:1000].lstrip().startswith("<"),
    xmpuzzle.LARGEST_TEXT,
    xmpuzzle.problem_names,
    xmpuzzle.puzzle_from_xmpuzzle,
)

PACKING: Kind[PolycubePuzzle, Dimensions] = Kind(
    "packing",
    LABEL,
    "A few pieces, each made of cubes, that fill a box",
    MAKING,
    PackingModel(),
    FACTS,
    Files(
        packing_json.FORMAT,
        puzzle_to_json,
        puzzle_from_json,
        packing_json.LARGEST_TEXT,
        formats=(PIECES_TEXT, XMPUZZLE),
        others=lambda puzzle: {"solutions.txt": solutions_text(puzzle)} if puzzle.found.solutions else {},
        # As in packing.
        codes=Codes("P", puzzle_to_number, puzzle_from_number, completed=solved_in_steps),
    ),
    SERIES,
    ASKING,
)
