# SPDX-License-Identifier: GPL-3.0-or-later
"""Files that an older version has saved: brought into the present form when they are opened."""

from __future__ import annotations

from typing import Any

import bpy
from bpy.app.handlers import persistent

from ...core.kinds import KINDS
from .half import half_of


def upgrade(_file: Any = None) -> None:
    """Let each kind bring what it knows from older versions into the present form."""
    for kind in KINDS:
        half_of(kind).upgrade()


def register() -> None:
    """Bring the puzzles of a file into the present form whenever one is opened."""
    # Marked, so that it stays when another file is opened.
    bpy.app.handlers.load_post.append(persistent(upgrade))


def unregister() -> None:
    """Do so no longer."""
    bpy.app.handlers.load_post.remove(upgrade)
