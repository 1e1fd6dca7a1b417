# SPDX-License-Identifier: GPL-3.0-or-later
"""The code of a puzzle of any kind that has codes, and the puzzle of a code."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..codes.text import code_number, code_text
from ..common.errors import InputError
from ..common.words import shortened
from .kind import Kind


def code_of(kind: Kind[Any, Any], puzzle: Any) -> str | None:
    """Return the code of a puzzle; None where its kind has none, or no code has room for it."""
    if not kind.code_letter:
        return None
    try:
        return code_text(kind.code_letter, kind.to_number(puzzle))
    except InputError:
        return None


def puzzle_of_code(code: str, kinds: Iterable[Kind[Any, Any]]) -> tuple[Kind[Any, Any], Any]:
    """Return the kind and the puzzle of a code; raises InputError for one that is damaged or of none of the kinds."""
    letter, number = code_number(code)
    kind = next((kind for kind in kinds if kind.code_letter == letter), None)
    if kind is None:
        raise InputError(f"Code is {shortened(code)}: this version knows no kind of puzzle whose codes begin so.")
    return kind, kind.from_number(number)
