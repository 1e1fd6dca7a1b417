# SPDX-License-Identifier: GPL-3.0-or-later
"""Picture files as a user has them, written by Blender."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import bpy
import numpy as np
from numpy.typing import NDArray


def write_picture(file: Path, shades: NDArray[np.float64], *, clear: bool = False) -> None:
    """Write a PNG of shades between 0 and 1, shape (height, width), upper row first; white is clear, if asked for."""
    file.parent.mkdir(parents=True, exist_ok=True)
    height, width = shades.shape
    colors = np.repeat(shades[::-1, :, None], 4, axis=2)
    colors[..., 3] = (shades[::-1] < 1) if clear else 1.0
    image: Any = bpy.data.images.new("Picture", width, height, alpha=clear)
    image.pixels.foreach_set(colors.ravel().astype(np.float32))
    image.filepath_raw, image.file_format = str(file), "PNG"
    image.save()
    bpy.data.images.remove(image)
