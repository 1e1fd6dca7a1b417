# SPDX-License-Identifier: GPL-3.0-or-later
"""Paths as users type them in Blender, where they may be relative to the .blend file."""

from __future__ import annotations

from pathlib import Path

import bpy

from ...core.export import paths


def absolute(path: str, what: str = "Folder") -> Path:
    """Return a path as an absolute one; raises InputError, with a word for ``what`` it is, when there is none."""
    return paths.absolute(path, what, bpy.data.filepath)


def file_to_write(path: str, suffix: str = "") -> Path:
    """Return the absolute path of a file that is to be written, with a suffix where it has none.

    Raises InputError where there is none, where it is a folder's, or where nothing can be written there.
    """
    return paths.file_to_write(path, suffix, bpy.data.filepath)
