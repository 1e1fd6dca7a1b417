# SPDX-License-Identifier: GPL-3.0-or-later
"""Pictures of a puzzle as a product, in the studio in which the extension takes its own."""

from __future__ import annotations

import importlib
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

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
    shown: Sequence[Any],
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
    # What is quiet needs no Blender, and Blender finds the extension only where it was told of it before.
    import bpy

    room: Any = importlib.import_module(f"{MODULE}.blender_addon.data.studio")
    models = [room.Model(original, color) for original in shown]
    made = room.Studio(models, room.Camera(direction, resolution, samples), (None,))
    try:
        made.scene.render.filepath = str(path.absolute())
        made.follow()
        with quiet():
            bpy.ops.render.render(write_still=True, scene=made.scene.name)
    finally:
        made.remove()
