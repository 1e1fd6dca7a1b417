# SPDX-License-Identifier: GPL-3.0-or-later
"""The texts that are exported with a puzzle, in the way in which it is printed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..common.errors import InputError
from ..kind.kind import Kind
from ..kind.part import Part
from ..kind.step import Step
from ..kind.way import Way

ASSEMBLY_FILE = "assembly.txt"
"""How the parts are put together, step by step."""


def texts_of(kind: Kind[Any, Any], puzzle: Any, way: Way, steps: Sequence[Step], problem: str = "") -> dict[str, str]:
    """Return the texts of a puzzle by the names of their files.

    ``steps`` are those in which its parts are put together; ``problem`` is a sentence on why there are none.
    """
    texts = dict(kind.texts(puzzle))
    lines = [f"{number}. {step.sentence}" for number, step in enumerate(steps, 1)] or [problem] * bool(problem)
    if way.apart and lines:
        texts[ASSEMBLY_FILE] = "\n".join(
            [f"{kind.puzzle_name(puzzle)}: how its parts are put together", "", *lines, ""]
        )
    return texts


def steps_or_problem(
    kind: Kind[Any, Any], puzzle: Any, parts: Sequence[Part], way: Way
) -> tuple[tuple[Step, ...], str]:
    """Return how the parts of a puzzle are put together, or a sentence on why they cannot be."""
    if not (kind.has_assembly and way.apart):
        return (), ""
    try:
        return kind.assembly(puzzle, parts, way.name), ""
    except InputError as error:
        return (), str(error)
