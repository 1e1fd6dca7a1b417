# SPDX-License-Identifier: GPL-3.0-or-later
"""Small pictures for panels: made one after the other beside Blender's own work, those that were drawn last first."""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable
from dataclasses import dataclass
from itertools import count
from time import monotonic
from typing import Any

import bpy
import bpy.utils.previews
import numpy as np
from numpy.typing import NDArray

from ...core.common.task import Task
from .framing import redraw_sidebars

MOST = 400
"""So many pictures are kept: more than what is in sight at once."""

BUSY, REST, TOGETHER = 0.01, 0.02, 0.2
"""Seconds for pictures before Blender may do other things, for these, and until a sidebar shows what was made."""

Made = tuple[NDArray[np.uint8] | None, Any]
"""Pixels of shape (side, side, 4) from the top left, or None, and what is to be told beside."""

Making = Generator[None, None, Made]
"""Yields now and then; returns what was made."""


@dataclass
class Picture:
    """A picture: its number for layouts, empty until it is made, and what was told beside it then."""

    name: str
    icon: int
    beside: Any = None


_previews: list[Any] = []
"""Blender's collection of previews, while the extension is registered."""

_kept: dict[Hashable, Picture] = {}
_waiting: dict[Hashable, Task[None, Made]] = {}
_numbers = count()
_unseen: list[float] = []  # when pictures were made that no sidebar shows yet


def picture(key: Hashable, make: Callable[[], Making]) -> Picture:
    """Return the picture with a key, which is made as soon as Blender has time; without a window, at once."""
    kept = _kept.pop(key, None)
    if kept is None:
        name = str(next(_numbers))
        kept = Picture(name, _previews[0].new(name).icon_id)
        _waiting[key] = Task(make())
    _kept[key] = kept
    if key in _waiting:
        _waiting[key] = _waiting.pop(key)
        if bpy.app.background:
            while not _advance(key):
                pass
        elif not bpy.app.timers.is_registered(_work):
            bpy.app.timers.register(_work, first_interval=REST, persistent=True)
    while len(_kept) > MOST:
        oldest = next(iter(_kept))
        _waiting.pop(oldest, None)
        del _previews[0][_kept.pop(oldest).name]
    return kept


def _work() -> float | None:
    """Make pictures for a moment; return when to go on, None where none is waited for."""
    end = monotonic() + BUSY
    while _waiting and monotonic() < end:
        if _advance(next(reversed(_waiting))):
            _unseen.append(end)
    if _unseen and (not _waiting or end - _unseen[0] > TOGETHER):
        _unseen.clear()
        redraw_sidebars(bpy.context)
    return REST if _waiting else None


def _advance(key: Hashable) -> bool:
    """Do a step of making a picture; report whether it is done."""
    if not _waiting[key].advance(0.0):
        return False
    pixels, _kept[key].beside = _waiting.pop(key).result
    if pixels is not None:
        preview = preview_of(_kept[key])
        preview.image_size = pixels.shape[:2]
        # Blender has the lowest row first, colors multiplied by alpha, and four bytes as one number.
        rows = pixels[::-1].copy()
        rows[..., :3] = np.round(rows[..., :3] * (rows[..., 3:] / 255))
        preview.image_pixels.foreach_set(rows.view(np.int32).ravel())
    return True


def preview_of(shown: Picture) -> Any:
    """Return the pixels that Blender has of a picture."""
    return _previews[0][shown.name]


def register() -> None:
    """Begin without pictures."""
    _previews.append(bpy.utils.previews.new())


def unregister() -> None:
    """Free all pictures."""
    if bpy.app.timers.is_registered(_work):
        bpy.app.timers.unregister(_work)
    _waiting.clear()
    _kept.clear()
    bpy.utils.previews.remove(_previews.pop())
