# SPDX-License-Identifier: GPL-3.0-or-later
"""What the add-on has for one kind of puzzle only: its half of the kind, in a folder with the kind's name.

A kind may do without one. Its ``properties.py`` names the ``PUZZLE_PROPERTIES`` that each of its puzzles has besides
the dimensions, and its ``half.py`` names the ``HALF``. They are found by the name, so nothing here knows any kind.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any, Protocol

import bpy

from ..window.icons import Icon
from .built import Built

_ADD_ON = __package__.rpartition(".")[0]


class Follow(Protocol):
    """What a kind does when the objects of a puzzle have been built."""

    def __call__(self, collection: bpy.types.Collection, puzzle: Any, earlier: Built | None, now: Built) -> None:
        """Follow the new dimensions; ``earlier`` is what the objects were built with before."""


def _nothing(collection: bpy.types.Collection, puzzle: Any, earlier: Built | None, now: Built) -> None:
    """Do nothing."""


def _nothing_registered() -> None:
    """Do nothing."""


def _nothing_in(collection: bpy.types.Collection, scene: bpy.types.Scene) -> None:
    """Do nothing."""


def _nothing_with(collection: bpy.types.Collection) -> None:
    """Do nothing."""


@dataclass(frozen=True)
class Half:
    """The half of a kind: its classes in the order of registration, and what it adds to what all kinds do.

    ``entries`` are the operators that the menu of a puzzle shows, each with an icon; ``replaced`` is
    called when a collection holds another puzzle than before, ``placed`` when its parts that lie apart were put to
    their places, and ``remove`` removes what a puzzle has besides its parts.
    """

    classes: tuple[type, ...] = ()
    follow: Follow = _nothing
    entries: tuple[tuple[str, Icon], ...] = ()
    replaced: Callable[[bpy.types.Collection, bpy.types.Scene], None] = _nothing_in
    placed: Callable[[bpy.types.Collection], None] = _nothing_with
    remove: Callable[[bpy.types.Collection, bpy.types.Scene], None] = _nothing_in
    register: Callable[[], None] = _nothing_registered
    unregister: Callable[[], None] = _nothing_registered


@cache
def half_of(kind: str) -> Half:
    """Return the half of a kind, by the kind's name; an empty one where it has none."""
    module = _module(kind, "half")
    half: Half = Half() if module is None else module.HALF
    return half


def own_properties(kind: str) -> Mapping[str, Any]:
    """Return the properties that the puzzles of a kind have besides their dimensions."""
    module = _module(kind, "properties")
    found: Mapping[str, Any] = {} if module is None else module.PUZZLE_PROPERTIES
    return found


def _module(kind: str, name: str) -> ModuleType | None:
    folder = f"{_ADD_ON}.{kind}"
    if find_spec(folder) is None or find_spec(f"{folder}.{name}") is None:
        return None
    return import_module(f"{folder}.{name}")
