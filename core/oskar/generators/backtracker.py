# SPDX-License-Identifier: GPL-3.0-or-later
"""The style backtracker: recursive backtracking over positions, begun again until every position is visited.

From the newest position the growth goes to a random neighbor that is not visited and that all faces allow; where there
is none it goes back. A plane maze is finished then. Here the faces keep it out of many positions, so it is begun
again from each of these: there it finds what the faces allow by then, and cuts what is still uncut. The trees that
this leaves on a face are joined at last.
"""

from __future__ import annotations

from random import Random

from ...common.draws import take_at
from ..making.settings import POSITIONS_BETWEEN_PAUSES, Draft, Drafting, Pause, Settings, Style
from ..making.texture import GrowthOptions, begin_growth
from ..maze.space import position_of


def make(settings: Settings, random: Random) -> Drafting:
    """Visit all positions, the first tree from the start and the others from the lowest positions that are left."""
    options = settings.options_of(GrowthOptions)
    growth, texture, root = begin_growth(settings, options, random)
    stack = [root]
    visited = 1
    while stack:
        place = texture.place(len(stack), len(stack) - 1, lambda number: stack[number].position)
        newest = texture.way_on(growth, stack[place])
        if newest is None:
            take_at(stack, place)
            if not stack and (position := growth.discovered.find(0)) >= 0:
                stack.append(growth.root(position_of(settings.size, position)))
                visited += 1
            continue
        stack.append(newest)
        visited += 1
        if visited % POSITIONS_BETWEEN_PAUSES == 0:
            yield Pause(min(1.0, visited / len(growth.discovered)))
    return Draft(growth.complete(random), settings.root, record=growth.record)


STYLE = Style(
    "Backtracker",
    "Recursive backtracking: long winding ways with few branches",
    make,
    options=GrowthOptions,
)
