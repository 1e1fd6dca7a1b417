# SPDX-License-Identifier: GPL-3.0-or-later
"""The style sidewinder: runs along each row, each with one move to a row before.

In the plane a run goes on along its row with every toss; where it ends, one of its cells opens the way to the row
before. So the first row is one straight corridor, and all ways lead there (Jamis Buck, "Mazes for Programmers",
2015). Here rows lie side by side in layers: a run ends at a toss or where a face forbids it to go on, and then
one of its positions opens the move to the row before in the layer, or to the same row of the layer before, drawn among
those that the faces allow. What no run has cut is joined at last. In a flat box it is the algorithm as it stands.
"""

from __future__ import annotations

from random import Random

from ...common.draws import shuffle_in_steps, toss
from ..making.loop_free_faces import LoopFreeFaces
from ..making.settings import POSITIONS_BETWEEN_PAUSES, Draft, Drafting, Pause, Settings, Style
from ..making.texture import Rows


def make(settings: Settings, random: Random) -> Drafting:
    """Make runs, row by row."""
    rows = Rows(settings.size)
    carving = LoopFreeFaces(settings.size)
    count = paused = 0
    for layer in range(rows.layers):
        for row in range(rows.rows):
            run: list[int] = []
            for place in range(rows.length):
                run.append(place)
                goes_on = place + 1 < rows.length and (not (row or layer) or toss(random))
                if not (goes_on and carving.open_move(rows.axes[0], rows.position(place, row, layer))):
                    _close(carving, rows, (run, row, layer), random)
                    run = []
            count += rows.length
            if count - paused >= POSITIONS_BETWEEN_PAUSES:
                paused = count
                yield Pause(count / (rows.length * rows.rows * rows.layers))
    return Draft(carving.complete(random), record=carving.record)


def _close(carving: LoopFreeFaces, rows: Rows, run: tuple[list[int], int, int], random: Random) -> None:
    """Open a move from one place of a run, in its row and layer, to a row before, if the faces allow any."""
    places, row, layer = run
    moves = [(place, 1) for place in places if row] + [(place, 2) for place in places if layer]
    for place, axis in shuffle_in_steps(moves, random):
        before = rows.position(place, row - (axis == 1), layer - (axis == 2))
        if carving.open_move(rows.axes[axis], before):
            return


STYLE = Style(
    "Sidewinder",
    "Runs along rows, each with one move to a row before: one straight corridor, and ways that all lead there",
    make,
    start="best",
)
