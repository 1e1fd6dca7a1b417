# SPDX-License-Identifier: GPL-3.0-or-later
"""However far a value is dragged in its field, it is one that can be: what lies beyond is typed, and refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import bpy
import pytest

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.common.options import MILLIMETERS, Option, declared, merged
from puzzle_cubes.kinds import KINDS
from puzzle_cubes.printing.printer import Printer
from tests.blender.puzzles import make_puzzle


def dragged() -> Iterator[tuple[Any, Option]]:
    """Yield all options with numbers, with the groups in which they are dragged."""
    settings = bpy.context.scene.puzzle_cubes
    puzzle = make_puzzle()
    for kind in KINDS.values():
        dimensions = declared(kind.dimensions)
        yield from ((getattr(settings, kind.name), option) for option in merged((kind.options, dimensions)))
        yield from ((getattr(puzzle, kind.name), option) for option in dimensions)
    yield from ((settings, option) for option in declared(Printer))


def test_both_ends_can_be() -> None:
    tried = set()
    for group, option in dragged():
        if not isinstance(option.typed, (bool, str)):
            known = group.bl_rna.properties[option.name]
            for end in (known.soft_min, known.soft_max):
                # Blender keeps single precision.
                number = int(end) if known.type == "INT" else round(end, 6)
                option.check((number,) * 3 if isinstance(option.typed, tuple) else number)
            tried.add(option.name)
    assert {"size", "seed", "passage", "overhang", "inset", "nozzle", "bed_x", "widening", "bias"} <= tried


def test_a_length_is_dragged_no_farther_than_anybody_would() -> None:
    lengths = [
        (group.bl_rna.properties[option.name], option) for group, option in dragged() if option.unit == MILLIMETERS
    ]
    ends = {option.name: round(known.soft_max, 3) for known, option in lengths}
    # A tenth of the most that can be, or ten times what it is at first.
    assert {"wall": 100, "cube": 150, "bed_x": 2200, "nozzle": 4, "layer": 2}.items() <= ends.items()
    # A pixel is a tenth of a millimeter, as Blender counts by hundredths; four digits of one are shown.
    assert {(known.step, known.precision) for known, _ in lengths} == {(10, 4)}


def test_a_passage_of_nothing_cannot_be() -> None:
    passage = next(option for _, option in dragged() if option.name == "passage")
    with pytest.raises(InputError, match="Passage is 0 mm"):
        passage.check(0.0)
