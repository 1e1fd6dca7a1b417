# SPDX-License-Identifier: GPL-3.0-or-later
"""Oskar's Cube as a kind of puzzle."""

from __future__ import annotations

from dataclasses import replace

from ...kind.asking import Asking, Example
from ...kind.files import Codes, Files, TextFormat
from ...kind.kind import Kind
from ..files import mazecube
from ..files.output_sequence import output_sequence
from ..files.puzzle_json import FORMAT, LARGEST_TEXT, puzzle_from_json, puzzle_to_json
from ..generators import settings_with
from ..making.puzzle import Puzzle
from ..making.puzzle_code import CODE_LETTER, puzzle_from_number, puzzle_to_number
from ..model.dimensions import Dimensions
from .facts import FACTS, LABEL, SERIES
from .making import MAKING
from .model import OskarModel

MAZECUBE = TextFormat(
    "mazecube",
    "MazeCube Text",
    "a text that the program MazeCubeGenerator and others read",
    ".txt",
    mazecube.puzzle_to_mazecube,
    mazecube.puzzle_from_mazecube,
    # Its first line has two numbers.
    lambda text: text[:1].isdigit() and len(text.partition("\n")[0].split()) <= 2,
    mazecube.LARGEST_TEXT,
)


OSKAR: Kind[Puzzle, Dimensions] = Kind(
    "oskar",
    LABEL,
    "A box whose six faces are mazes that guide a cross inside",
    MAKING,
    OskarModel(),
    FACTS,
    Files(
        FORMAT,
        puzzle_to_json,
        puzzle_from_json,
        LARGEST_TEXT,
        formats=(MAZECUBE,),
        others=lambda puzzle: {"outputSequence.txt": output_sequence(puzzle)},
        codes=Codes(
            CODE_LETTER,
            puzzle_to_number,
            puzzle_from_number,
            lambda puzzle, values: replace(puzzle, settings=settings_with(**values)),
        ),
    ),
    SERIES,
    Asking(
        examples=(
            Example("--difficulty hard --kit --out cube", "a hard cube as a kit of plates, in the folder cube"),
            Example("--size 4x4x6 --style growing-tree --seed 7 --check", "whether one prints, and how long"),
            Example("--from cube/puzzle.json --preset petg --kit --out again", "the same cube for another printer"),
        )
    ),
)
