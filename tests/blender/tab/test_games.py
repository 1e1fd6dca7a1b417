# SPDX-License-Identifier: GPL-3.0-or-later
"""Games and drawing need a 3D view: without a window they are refused, however they are called."""

from __future__ import annotations

from itertools import product

import bpy
import pytest

GAMES = {"OSKAR": ("play", "draw_walls"), "PACKING": ("play_pieces", "draw_pieces")}


@pytest.mark.parametrize("call", ["EXEC_DEFAULT", "INVOKE_DEFAULT"])
@pytest.mark.parametrize(("kind", "game"), [each for kind, games in GAMES.items() for each in product([kind], games)])
def test_without_a_window_there_is_nothing_to_play(kind: str, game: str, call: str) -> None:
    bpy.ops.puzzle_cubes.generate(kind=kind)
    what = "Play" if game.startswith("play") else "Drawing"
    with pytest.raises(RuntimeError, match=f"{what} needs a 3D view in a window"):
        getattr(bpy.ops.puzzle_cubes, game)(call)
