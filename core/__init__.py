# SPDX-License-Identifier: GPL-3.0-or-later
"""Cube puzzles for 3D printers: made, checked and written, without Blender. See ``make`` to begin."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .common import VERSION

if TYPE_CHECKING:
    from .library import KINDS, ExportError, InputError, Puzzle, ShelfRow, from_code, from_text, make, read, shelf_rows

__version__ = VERSION

__all__ = [
    "KINDS",
    "ExportError",
    "InputError",
    "Puzzle",
    "ShelfRow",
    "from_code",
    "from_text",
    "make",
    "read",
    "shelf_rows",
]


def __getattr__(name: str) -> Any:
    """Return what is asked for, from the library: who needs one of its modules alone does not wait for it."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.library"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
