# SPDX-License-Identifier: GPL-3.0-or-later
"""The choices of enumerations can be chosen in the window, too."""

from __future__ import annotations

import bpy
import numpy as np


def test_numbers_of_choices_survive_single_precision() -> None:
    # Blender's lists hold the number of an item in single precision; a rounded one would choose nothing.
    properties = bpy.context.scene.oskars_cube.bl_rna.properties
    choices = [item for owned in properties if owned.type == "ENUM" for item in owned.enum_items]
    assert len(choices) >= 20
    for item in choices:
        assert int(np.float32(item.value)) == item.value, item.name
