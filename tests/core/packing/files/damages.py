# SPDX-License-Identifier: GPL-3.0-or-later
"""Reading what may be damaged: it is read, or refused with a sentence; anything else fails the test."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from hypothesis import strategies as draw

from puzzle_cubes.common.errors import InputError

Read = TypeVar("Read")


def is_sentence(error: InputError) -> bool:
    return re.fullmatch(r"[A-Z].+[.]", str(error), re.DOTALL) is not None


def read_or_refuse(read: Callable[[], Read]) -> Read | None:
    """Return what is read; None where it is refused as a user's input is, with a sentence."""
    try:
        return read()
    except InputError as error:
        refusal = error
    assert is_sentence(refusal)
    return None


@draw.composite
def damaged(pick: draw.DrawFn, good: str, letters: str) -> str:
    """Return a text of which a stretch is replaced."""
    start = pick(draw.integers(0, len(good)))
    end = pick(draw.integers(start, min(len(good), start + 20)))
    return good[:start] + pick(draw.text(draw.sampled_from(letters) | draw.characters(), max_size=8)) + good[end:]
