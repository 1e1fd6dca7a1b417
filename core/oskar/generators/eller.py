# SPDX-License-Identifier: GPL-3.0-or-later
"""The style eller: row by row and layer by layer, with a look at no more than the last layer.

In the plane neighbors in a row that are not connected yet are joined by a toss, and every set of connected cells
goes on to the next row by one cell at least; in the last row all that is apart is joined. So a maze of any length
can be made that never is in memory as a whole (Marlin Eller, 1982). Here the rows of a layer are made like this, and
then every set of connected positions of the layer goes on to the next layer by one position at least, where the faces
allow that. What they keep apart is joined at last. A passage of a face is one for all positions behind it, so the first
layer becomes a whole plane maze, and most lines across the layers become straight shafts: nearly all can be reached. In
a flat box, which is one layer, it is the algorithm as it stands.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from random import Random

from ...common.draws import shuffle_in_steps, toss
from ..making.loop_free_faces import LoopFreeFaces
from ..making.settings import POSITIONS_BETWEEN_PAUSES, Draft, Drafting, Pause, Settings, Style
from ..making.texture import Rows
from ..maze.space import Position, index_of


def make(settings: Settings, random: Random) -> Drafting:
    """Make rows, and from layer to layer the moves between them."""
    size = settings.size
    rows = Rows(size)
    carving = LoopFreeFaces(size)
    count = paused = 0
    for layer in range(rows.layers):
        for row in range(rows.rows):
            last = row + 1 == rows.rows and layer + 1 == rows.layers
            places = [rows.position(place, row, layer) for place in range(rows.length)]
            for here, beside in pairwise(places):
                if not carving.are_connected(index_of(size, here), index_of(size, beside)) and (last or toss(random)):
                    carving.open_move(rows.axes[0], here)
            if row + 1 < rows.rows:
                _go_on(carving, settings, places, rows.axes[1], random)
            count += rows.length
            if count - paused >= POSITIONS_BETWEEN_PAUSES:
                paused = count
                yield Pause(count / (rows.length * rows.rows * rows.layers))
        if layer + 1 < rows.layers:
            positions = [rows.position(place, row, layer) for row in range(rows.rows) for place in range(rows.length)]
            _go_on(carving, settings, positions, rows.axes[2], random)
    return Draft(carving.complete(random), record=carving.record)


def _go_on(
    carving: LoopFreeFaces, settings: Settings, positions: Iterable[Position], axis: int, random: Random
) -> None:
    """Open moves up an axis from each set of connected positions: one at least, and others by a toss."""
    sets: dict[int, list[Position]] = {}
    for position in positions:
        sets.setdefault(carving.region(index_of(settings.size, position)), []).append(position)
    for connected in sets.values():
        gone_on = False
        for position in shuffle_in_steps(connected, random):
            if not gone_on or toss(random):
                gone_on |= carving.open_move(axis, position)


STYLE = Style(
    "Eller",
    "Layer by layer: a plane maze, and straight shafts through the layers; nearly everything can be reached",
    make,
    start="best",
)
