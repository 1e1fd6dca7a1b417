# SPDX-License-Identifier: GPL-3.0-or-later
"""Paths as users type them."""

from __future__ import annotations

from pathlib import Path

import bpy

from ...core.common.errors import InputError


def absolute(folder: str) -> Path:
    """Return a path as an absolute one; raises InputError when there is none."""
    if not folder.strip():
        raise InputError("Folder is empty: choose where the files are to go.")
    if folder.startswith("//") and not bpy.data.filepath:
        raise InputError(
            f"Folder is '{folder}', which is relative to the .blend file, and that has not been saved yet: "
            "save it, or choose another folder."
        )
    try:
        return Path(bpy.path.abspath(folder)).expanduser().absolute()
    except RuntimeError as error:
        raise InputError(f"Folder '{folder}' cannot be found: {error}") from error
