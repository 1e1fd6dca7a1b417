# SPDX-License-Identifier: GPL-3.0-or-later
"""The choices of enumerations can be chosen in the window, too."""

from __future__ import annotations

import numpy as np

from tests.blender.tab.registered import all_properties


def test_numbers_of_choices_survive_single_precision() -> None:
    # Blender's lists hold the number of an item in single precision; a rounded one would choose nothing.
    lists = {where: owned.enum_items for where, owned in all_properties() if owned.type == "ENUM"}
    assert {"SceneProperties.material", "PUZZLE_CUBES_PG_oskar_scene.style", "generate.style"} <= set(lists)
    for where, items in lists.items():
        numbers = [item.value for item in items]
        assert [int(np.float32(number)) for number in numbers] == numbers, where
        # Equal ones would choose each other.
        assert len(set(numbers)) == len(numbers), where
