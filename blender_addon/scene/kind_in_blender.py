# SPDX-License-Identifier: GPL-3.0-or-later
"""The add-on's interface for one kind of puzzle, which lies in a folder with the kind's name.

A kind may do without. Its ``properties.py`` names the ``PUZZLE_PROPERTIES`` that each of its puzzles has besides the
dimensions, and its ``kind.py`` names what it has ``IN_BLENDER``. They are found by the name, so nothing here knows any
kind.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import bpy

from ..window.texts import Icon
from .last_build import Built
from .properties import module_of_kind
from .puzzle import ScenePuzzle


def _nothing(*_: object) -> None:
    """Do nothing."""


@dataclass(frozen=True)
class KindInBlender:
    """A kind in Blender: its classes in the order of registration, and what it adds to what all kinds do.

    ``entries`` are the operators that the menu of a puzzle shows, each with an icon; ``arrows`` are the dimensions that
    have an arrow in the view, each with its color; ``hooks`` is what its properties call. ``follow`` is called when the
    objects of a puzzle have been built, with what they were built with before, ``replaced`` when a collection holds
    another puzzle than before, ``placed`` when the parts that lie apart were put to their places, and ``remove``
    removes what a puzzle has besides its parts.
    """

    classes: tuple[type, ...] = ()
    entries: tuple[tuple[str, Icon], ...] = ()
    arrows: Mapping[str, tuple[float, float, float]] = field(default_factory=dict)
    hooks: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    follow: Callable[[ScenePuzzle, Built | None], None] = _nothing
    replaced: Callable[[ScenePuzzle, bpy.types.Scene], None] = _nothing
    placed: Callable[[ScenePuzzle], None] = _nothing
    remove: Callable[[ScenePuzzle, bpy.types.Scene], None] = _nothing
    register: Callable[[], None] = _nothing
    unregister: Callable[[], None] = _nothing


@cache
def in_blender(kind: str) -> KindInBlender:
    """Return what a kind has in Blender, by the kind's name; nothing where it has no folder."""
    module = module_of_kind(kind, "kind")
    own: KindInBlender = KindInBlender() if module is None else module.IN_BLENDER
    return own
