# SPDX-License-Identifier: GPL-3.0-or-later
"""The style aldous_broder: a random walk that cuts a move whenever it comes to a new position.

In the plane the walk goes on until all cells are visited, and every maze is equally likely (Broder, "Generating random
spanning trees", 1989; Aldous, "The random walk construction of uniform spanning trees and uniform labelled trees",
1990). Here the walker goes through walls between visited positions, but enters a new one only where all faces allow it.
It stops when no cell of any face is left to be cut, or when there is no position that it may still enter, or after some
steps for each position; the completion joins the cells that are left then. In a flat box it is the algorithm as it
stands.
"""

from __future__ import annotations

from random import Random

from ...common.containers import triple
from ...common.draws import index_below
from ..making.growing_faces import GrowingFaces
from ..making.settings import POSITIONS_BETWEEN_PAUSES, Draft, Drafting, Pause, Settings, Style
from ..maze.space import DIRECTIONS, index_of

PATIENCE = 4
"""After so many steps in vain, per cell of the three faces, the walker looks whether it may still enter a position."""

STEPS_PER_POSITION = 16
"""Steps after which the walker no longer looks for the last positions that it may enter, where the box is not flat."""

STEPS_BETWEEN_LOOKS = 500
"""So often the walker looks whether anything is left to be cut."""


def make(settings: Settings, random: Random) -> Drafting:
    """Walk from the start."""
    size = settings.size
    growth = GrowingFaces(size)
    growth.root(settings.root)
    here, index = list(settings.root), index_of(size, settings.root)
    columns, rows, levels = size
    index_steps = (1, columns, columns * rows)
    patience = PATIENCE * (columns * rows + columns * levels + rows * levels)
    discovered = growth.discovered
    in_vain = steps = 0
    flat, most_steps = 1 in size, STEPS_PER_POSITION * len(discovered)
    while in_vain < patience or ((flat or steps < most_steps) and not growth.stuck):
        in_vain = in_vain + 1 if in_vain < patience else 0
        steps += 1
        if steps % STEPS_BETWEEN_LOOKS == 0 and growth.whole:
            break
        if steps % POSITIONS_BETWEEN_PAUSES == 0:
            yield Pause(1 - POSITIONS_BETWEEN_PAUSES / (POSITIONS_BETWEEN_PAUSES + steps))
        direction = index_below(len(DIRECTIONS), random)
        axis, sign = direction // 2, 1 - 2 * (direction % 2)
        if not 0 <= here[axis] + sign < size[axis]:
            continue
        if not discovered[index + sign * index_steps[axis]]:
            way_on = growth.way_on(growth.node(triple(here)), direction)
            if way_on is None:
                continue
            growth.discover(way_on, direction)
            in_vain = 0
        here[axis] += sign
        index += sign * index_steps[axis]
    return Draft(growth.complete(random), settings.root, record=growth.record)


STYLE = Style(
    "Aldous-Broder",
    "A random walk that opens new positions wherever the faces allow: no direction is favored",
    make,
)
