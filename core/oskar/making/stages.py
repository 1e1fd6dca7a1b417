# SPDX-License-Identifier: GPL-3.0-or-later
"""A search that begins with what a quick one does, and goes on from there: stopped early it is as good as that."""

from __future__ import annotations

from math import inf
from random import Random

from ..maze.faces import Size
from ..maze.space import ConfigurationSpace, Position, index_of
from .annealing import Judgement, Objective, anneal
from .exchanging_faces import ExchangeFaces
from .settings import EFFORTS
from .style import Draft, Making, Pause


def search_in_stages(
    size: Size, start: Position | None, objectives: tuple[Objective, Objective], steps: int, random: Random
) -> Making:
    """Search as ``anneal`` does: quickly for the first objective, and on from there for the second.

    Both must judge the same at the end; the second should be colder, so that what is good already is not lost.
    The quick part is not settled.
    """
    first, second = objectives
    quick = min(steps, EFFORTS["quick"])
    making = anneal(size, start, first, quick, random)
    while True:
        try:
            pause = next(making)
        except StopIteration as done:
            best: Draft = done.value
            break
        yield Pause(pause.share * quick / steps, pause.best, settled=False)
    cost = _final_cost(size, first, best)
    if quick == steps or cost <= first.perfect:
        return best
    faces = ExchangeFaces.from_faces(size, best.faces)
    going_on = anneal(size, start, second, steps - quick, random, faces=faces)
    offered: Draft | None = best
    while True:
        try:
            pause = next(going_on)
        except StopIteration as done:
            pause = Pause(1.0, done.value)
        # What goes on begins with the same faces, but not always with the same ends.
        if pause.best is not offered and pause.best is not None:
            offered = pause.best
            if (found := _final_cost(size, second, offered)) < cost:
                best, cost = offered, found
        if pause.share == 1.0:
            return best
        yield Pause((quick + pause.share * (steps - quick)) / steps, best)


def _final_cost(size: Size, objective: Objective, draft: Draft) -> float:
    """Return what a draft costs at the end of a search; infinitely much where its start allows no move."""
    if draft.ends is None:
        return inf
    space = ConfigurationSpace.from_faces(size, draft.faces)
    judged = objective.judge(space, space.layers(1 << index_of(size, draft.ends[0])), 1.0, Judgement(inf, inf, inf))
    return inf if judged is None else judged.final
