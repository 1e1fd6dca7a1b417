# SPDX-License-Identifier: GPL-3.0-or-later
"""The sentences that are said of an Oskar's Cube and in its game, also by the page of a site.

What stands in braces is filled in.
"""

from __future__ import annotations

from typing import Final

LOOKS_AHEAD: Final = "A player who looks one move ahead needs about {moves}."
SOLVED_SHORTEST: Final = "Solved in {moves}, the fewest there are"
SOLVED_LONGER: Final = "Solved in {moves}, the shortest way has {fewest}"
FRAME_IN_WAY: Final = "The frame is in the way."
WALL_IN_WAY: Final = "A wall of the {face} is in the way."
WALLS_IN_WAY: Final = "Walls of the {face} and the {other} are in the way."
TO_THE_END: Final = "{moves} to the end"
MOVED: Final = "Moved {way}."
