# SPDX-License-Identifier: GPL-3.0-or-later
"""Making a puzzle as a person does, and the size that its box must have."""

from __future__ import annotations

from typing import Any

from tests.gui.sidebar import Sidebar
from tests.gui.waiting import wait_for


def make_puzzle(sidebar: Sidebar, *size: int, seed: int = 7) -> Any:
    """Type a size and a seed, press Generate, and return the puzzle."""
    for axis, cells in enumerate(size):
        sidebar.type_into(f"Scene.size[{axis}]", str(cells))
    sidebar.type_into("Scene.seed", str(seed))
    sidebar.press("oskars_cube.generate")
    wait_for(lambda: sidebar.window.state()["puzzles"], "there is a puzzle")
    return sidebar.window.puzzle()


def box_extent(size: list[int], wall: float = 3.0) -> list[float]:
    """Return the size of a box in millimeters: passages of 5, walls, plates and start markers of 3."""
    return [round(5 * cells + wall * (cells - 1) + 2 * 3 + 3, 3) for cells in size]
