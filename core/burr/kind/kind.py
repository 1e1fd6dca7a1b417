# SPDX-License-Identifier: GPL-3.0-or-later
"""Burrs as a kind of puzzle, which has what packing puzzles have."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from ...common.errors import InputError
from ...kind.asking import Asking, Example
from ...kind.files import Codes, TextFormat
from ...kind.kind import Kind
from ...packing.files.packing_json import puzzle_from_json, puzzle_to_json
from ...packing.kind.asking import REQUESTS, answer_in_steps
from ...packing.kind.kind import PACKING
from ...packing.model.dimensions import Dimensions
from ...polycubes.puzzle import PolycubePuzzle
from ..crossed import cut_of
from ..files.burr_code import puzzle_from_number, puzzle_to_number
from ..making.easiest import easiest_first
from .facts import FACTS, LABEL, SERIES
from .making import MAKING, solved_in_steps
from .model import BurrModel

FORMAT = "burr-puzzle"


def _that_cross(other: TextFormat[PolycubePuzzle]) -> TextFormat[PolycubePuzzle]:
    """Return the format of packing puzzles as one that holds burrs: texts of other pieces are none."""

    def is_burr(text: str) -> bool:
        try:
            return other.recognizes(text) and cut_of(other.read(text)) is not None
        except InputError:
            return False

    return replace(other, recognizes=is_burr)


BURR: Kind[PolycubePuzzle, Dimensions] = Kind(
    "burr",
    LABEL,
    "Six sticks or boards that cross, and hold each other",
    MAKING,
    BurrModel(),
    FACTS,
    replace(
        PACKING.files,
        format_name=FORMAT,
        to_json=partial(puzzle_to_json, format_name=FORMAT),
        from_json=partial(puzzle_from_json, format_name=FORMAT),
        formats=tuple(map(_that_cross, PACKING.files.formats)),
        codes=Codes("B", puzzle_to_number, puzzle_from_number, completed=solved_in_steps),
    ),
    SERIES,
    Asking(
        REQUESTS,
        partial(answer_in_steps, ordered=easiest_first),
        needs_folder=False,
        examples=(
            Example("--sticks 52 615 792 960 975 992 --count --assemble", "how these six sticks go together"),
            Example("--level 5 --unique --notchable --seed 3 --out burr", "a burr as you wish, to print"),
            Example("--of boards --level 3 --seed 1", "a burr of boards"),
            Example("--owned 1 52x2 256 888 824 928 975 1024x2 615", "a burr of sticks that you have"),
        ),
    ),
)
