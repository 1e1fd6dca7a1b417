# SPDX-License-Identifier: GPL-3.0-or-later
"""Pictures of a puzzle as a product, in the studio in which the extension takes its own."""

from __future__ import annotations

import importlib
import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

import bpy
from installed_extension import MODULE


@contextmanager
def quiet() -> Iterator[TextIO]:
    """Keep all back that the process prints, and give a stream that is shown; where an error comes, all is shown."""
    sys.stdout.flush()
    sys.stderr.flush()
    outputs = [os.dup(number) for number in (1, 2)]
    with tempfile.TemporaryFile() as kept, os.fdopen(os.dup(1), "w", encoding="utf-8") as shown:
        for number in (1, 2):
            os.dup2(kept.fileno(), number)
        try:
            yield shown
        except BaseException:
            kept.seek(0)
            os.write(outputs[1], kept.read())
            raise
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            for number, output in enumerate(outputs, 1):
                os.dup2(output, number)
                os.close(output)


CAMERA_DIRECTION = (1.0, -0.80, 0.74)
"""From the box to the camera: the faces with the marks are the right, the front and the upper one."""

Color = tuple[float, float, float]


def render_preview(
    shown: Sequence[bpy.types.Object],
    path: Path,
    resolution: tuple[int, int] = (1280, 960),
    samples: int = 16,
    direction: tuple[float, float, float] = CAMERA_DIRECTION,
    *,
    color: Color | None = None,
) -> None:
    """Render objects, as they stand, to a PNG file; their own scene is not touched.

    Without a color they are rendered in their own materials. Raises RuntimeError if the file cannot be written.
    """
    with studio(shown, resolution, samples, direction, color=color) as shoot:
        shoot(path)


@contextmanager
def studio(
    shown: Sequence[bpy.types.Object],
    resolution: tuple[int, int],
    samples: int,
    direction: tuple[float, float, float] = CAMERA_DIRECTION,
    moments: Iterable[object] = (None,),
    *,
    color: Color | None = None,
) -> Iterator[Callable[[Path], None]]:
    """Set up a studio with objects, and give a function that renders them, as they now stand, to a PNG file.

    The camera has in its picture all that the objects occupy while ``moments`` is gone through.
    """
    room: Any = importlib.import_module(f"{MODULE}.blender_addon.data.studio")
    models = [room.Model(original, color) for original in shown]
    made = room.Studio(models, room.Camera(direction, resolution, samples), moments)

    def shoot(path: Path) -> None:
        made.scene.render.filepath = str(path.absolute())
        made.follow()
        with quiet():
            bpy.ops.render.render(write_still=True, scene=made.scene.name)

    try:
        yield shoot
    finally:
        made.remove()
