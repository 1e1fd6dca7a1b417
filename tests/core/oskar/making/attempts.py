# SPDX-License-Identifier: GPL-3.0-or-later
"""The making of a puzzle to its end, with all that is reported on the way."""

from __future__ import annotations

from random import Random

from puzzle_cubes.common.task import finish
from puzzle_cubes.kind.facts import Progress
from puzzle_cubes.kind.kind import NotFoundError
from puzzle_cubes.oskar.generating import generate_in_steps
from puzzle_cubes.oskar.generators import STYLES
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.making.settings import Draft, Settings


def draft_of(settings: Settings, random: Random | None = None) -> Draft:
    """Return what one attempt of a style makes, from its own random numbers or from given ones."""
    style = STYLES[settings.style]
    return finish(style.make(style.resolved(settings), random or Random(settings.seed)))


def run(settings: Settings) -> tuple[list[Progress[Puzzle]], Puzzle | NotFoundError]:
    """Return the progress that is reported, and the puzzle or the error that says why there is none."""
    reported: list[Progress[Puzzle]] = []
    try:
        return reported, finish(generate_in_steps(settings), reported.append)
    except NotFoundError as error:
        return reported, error
