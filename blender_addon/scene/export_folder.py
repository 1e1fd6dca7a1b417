# SPDX-License-Identifier: GPL-3.0-or-later
"""Where the files of a puzzle lie: a folder that bears its name."""

from __future__ import annotations

from pathlib import Path

import bpy

from ..data.paths import absolute
from .model import kind_of, puzzle_of
from .properties import puzzle_group


def named_folder(collection: bpy.types.Collection, chosen: str) -> Path:
    """Return the folder that names a puzzle, in a chosen one, or that itself where it bears the name.

    A puzzle is named by the file that it was opened from, or else by what it is. Raises InputError where no folder is
    chosen.
    """
    group, folder = puzzle_group(collection), absolute(chosen)
    name = bpy.path.clean_name(group.opened_from or kind_of(group).facts.name(puzzle_of(collection)))
    return folder if folder.name == name else folder / name
