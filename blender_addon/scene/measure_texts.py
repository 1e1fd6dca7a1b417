# SPDX-License-Identifier: GPL-3.0-or-later
"""The texts of a puzzle's measures, and its code, which properties show with their tooltips.

Like an update function, Blender 4.2 never lets go of a function that reads a property; so this module holds no bpy
(see ``updates``).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def text_of(kind: str, measure: str) -> Callable[[Any], str]:
    """Return the function that reads the text of a measure from a kind's group of a puzzle."""

    def read(group: Any) -> str:
        from .model import measure_text  # noqa: PLC0415

        return measure_text(group.id_data, kind, measure)

    return read


def code(group: Any) -> str:
    """Return the code of the puzzle of a group."""
    from .model import code_text  # noqa: PLC0415

    return code_text(group.id_data)


def ignore(group: Any, text: str) -> None:
    """Ignore what is typed over a text that only says something."""
