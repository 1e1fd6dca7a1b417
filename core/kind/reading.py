# SPDX-License-Identifier: GPL-3.0-or-later
"""A puzzle of any kind from a text of which only its first lines say what it is, or from a code, and its code."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..common.codes import code_number, code_text
from ..common.errors import InputError
from ..common.words import shortened
from .kind import AnyKind


def read_puzzle(text: str, kinds: Iterable[AnyKind], problem: int | None = None) -> tuple[AnyKind, Any]:
    """Return the kind of a puzzle and the puzzle, from a native file of a kind or a text of another program.

    Of a text that can hold several puzzles it is the one with the number ``problem``, from 1. Raises InputError where
    no kind knows the text, or it is damaged.
    """
    kinds = tuple(kinds)
    for kind in kinds:
        for text_format in kind.formats:
            if text_format.recognizes(text):
                if problem is None:
                    return kind, text_format.read(text)
                if text_format.read_problem is not None:
                    return kind, text_format.read_problem(text, problem)
    if problem is not None:
        raise InputError("The file holds a single puzzle: of such a file no problem can be chosen.")
    native = [kind for kind in kinds if kind.recognizes(text)]
    if not native and len(kinds) > 1 and not text.lstrip().startswith("{"):
        raise InputError("The file is not a puzzle file: none of the kinds of puzzles knows it.")
    # A file that is cut off or is none at all is refused with the words of the first kind.
    kind = native[0] if native else kinds[0]
    return kind, kind.from_json(text)


def problems_in(text: str, kinds: Iterable[AnyKind]) -> tuple[str, ...]:
    """Return what the puzzles of a text are called that can hold several; raises InputError for a damaged one."""
    for kind in kinds:
        for text_format in kind.formats:
            if text_format.problems is not None and text_format.recognizes(text):
                return text_format.problems(text)
    return ()


def longest_text(kinds: Iterable[AnyKind]) -> int:
    """Return the most characters that a file of any of the kinds can have."""
    return max(
        limit for kind in kinds for limit in (kind.largest_text, *(text_format.largest for text_format in kind.formats))
    )


def code_of(kind: AnyKind, puzzle: Any) -> str | None:
    """Return the code of a puzzle; None where its kind has none, or no code has room for it."""
    codes = kind.codes
    try:
        return None if codes is None else code_text(codes.letter, codes.to_number(puzzle))
    except InputError:
        return None


def puzzle_of_code(code: str, kinds: Iterable[AnyKind]) -> tuple[AnyKind, Any]:
    """Return the kind and the puzzle of a code; raises InputError for one that is damaged or of none of the kinds."""
    letter, number = code_number(code)
    for kind in kinds:
        if kind.codes is not None and kind.codes.letter == letter:
            return kind, kind.codes.from_number(number)
    raise InputError(f"Code is {shortened(code)}: this version knows no kind of puzzle whose codes begin so.")
