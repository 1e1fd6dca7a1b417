# SPDX-License-Identifier: GPL-3.0-or-later
"""Cube puzzles for 3D printers: made, checked and written, without Blender. See ``make`` to begin."""

from .common.errors import ExportError, InputError
from .kinds import KINDS
from .library import Puzzle, ShelfRow, from_code, make, read, shelf_rows

__all__ = ["KINDS", "ExportError", "InputError", "Puzzle", "ShelfRow", "from_code", "make", "read", "shelf_rows"]
