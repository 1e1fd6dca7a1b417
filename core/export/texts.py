# SPDX-License-Identifier: GPL-3.0-or-later
"""The texts that are exported with a puzzle, in the way in which it is printed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..common.errors import InputError
from ..kind.kind import AnyKind
from ..kind.model import Way
from ..kind.part import Part
from ..kind.step import Step

ASSEMBLY_FILE = "assembly.txt"
"""How the parts are put together, step by step."""


def texts_of(kind: AnyKind, puzzle: Any, way: Way, steps: Sequence[Step], problem: str = "") -> dict[str, str]:
    """Return the texts of a puzzle by the names of their files.

    ``steps`` are those in which its parts are put together; ``problem`` is a sentence on why there are none.
    """
    texts = dict(kind.files.texts(puzzle))
    lines = [f"{number}. {step.sentence}" for number, step in enumerate(steps, 1)] or [problem] * bool(problem)
    if way.apart and lines:
        texts[ASSEMBLY_FILE] = "\n".join([f"{kind.facts.name(puzzle)}: how its parts are put together", "", *lines, ""])
    return texts


def steps_or_problem(kind: AnyKind, puzzle: Any, parts: Sequence[Part], way: Way) -> tuple[tuple[Step, ...], str]:
    """Return how the parts of a puzzle are put together, or a sentence on why they cannot be."""
    if not (kind.model.has_assembly and way.apart):
        return (), ""
    try:
        return kind.model.assembly(puzzle, parts, way.name), ""
    except InputError as error:
        return (), str(error)
