# SPDX-License-Identifier: GPL-3.0-or-later
"""Colors as screens and files take them."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray


def screen_color(linear: ArrayLike) -> NDArray[np.uint8]:
    """Return linear light from 0 to 1 as bytes of sRGB (IEC 61966-2-1)."""
    light = np.clip(np.asarray(linear, dtype=np.float64), 0, 1)
    curved = np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)
    shown: NDArray[np.uint8] = np.round(255 * curved).astype(np.uint8)
    return shown
