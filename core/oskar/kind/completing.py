# SPDX-License-Identifier: GPL-3.0-or-later
"""Making a puzzle hard that was drawn on by hand, without a change of what was drawn."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from random import Random

from ...common.errors import InputError
from ...kind.making import Progress
from ..generators import hard, settings_with
from ..making.by_hand import Drawn
from ..making.puzzle import Puzzle
from ..making.style import Draft, Pause

Completing = Generator[Progress[Puzzle], None, Puzzle]
"""A search that yields how far it is, and returns the puzzle that it has found."""


def completed_in_steps(puzzle: Puzzle, drawn: Drawn, effort: int, jobs: int = 1) -> Completing:
    """Search for walls that make a puzzle as hard as they can, in so many steps and by so many processes.

    Its start stays; its end is a position farthest from that. What is drawn stays, and what is returned is no worse
    than the puzzle. Raises InputError where a face has flaws.
    """
    if puzzle.flaws:
        raise InputError(f"{puzzle.flaws[0]} Take another puzzle to draw on.")
    settings = settings_with(size=puzzle.size, style="hard", difficulty="extreme", effort=effort, start=puzzle.start)
    draft = Draft(puzzle.faces, ends=(puzzle.start, puzzle.end))
    making, best = hard.go_on(settings, Random(effort), draft, jobs, frozenset(drawn)), puzzle
    while True:
        try:
            pause = next(making)
        except StopIteration as done:
            pause = Pause(1.0, done.value)
        if pause.best is not None and pause.best.ends is not None:
            start, end = pause.best.ends
            best = replace(puzzle, faces=pause.best.faces, start=start, end=end, settings=None)
        if pause.share == 1.0:
            return best
        yield Progress(1, 1, pause.share, best)
