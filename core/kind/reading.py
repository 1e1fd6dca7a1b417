# SPDX-License-Identifier: GPL-3.0-or-later
"""Reading a puzzle from a text of which only its first lines say what it is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..common.errors import InputError
from .kind import Kind


def read_puzzle(text: str, kinds: Iterable[Kind[Any, Any]]) -> tuple[Kind[Any, Any], Any]:
    """Return the kind of a puzzle and the puzzle, from a native file of a kind or a text of another program.

    Raises InputError where no kind knows the text, or it is damaged.
    """
    kinds = tuple(kinds)
    for kind in kinds:
        for other in kind.formats:
            if other.recognizes(text):
                return kind, other.read(text)
    native = [kind for kind in kinds if kind.recognizes(text)]
    if not native and len(kinds) > 1 and not text.lstrip().startswith("{"):
        raise InputError("The file is no puzzle file: none of the kinds of puzzles knows it.")
    # A file that is cut off or is none at all is refused with the words of the first kind.
    kind = native[0] if native else kinds[0]
    return kind, kind.from_json(text)


def longest_text(kinds: Iterable[Kind[Any, Any]]) -> int:
    """Return the most characters that a file of any of the kinds can have."""
    return max(limit for kind in kinds for limit in (kind.largest_text, *(other.largest for other in kind.formats)))
