# SPDX-License-Identifier: GPL-3.0-or-later
"""A search in parts that need nothing of each other, so that each can be done by another process.

It has some rounds of a few parts each. All parts of a round begin with the best that was found before, and every round
is colder than the one before. There are always as many parts, so the result does not depend on who does them.
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import takewhile
from math import inf
from random import Random
from typing import NamedTuple

from ...common.sharing import Sharing
from ..maze.faces import Size, Square
from ..maze.space import ConfigurationSpace, Position, index_of
from .annealing import Judgement, Objective, anneal
from .exchanging_faces import ExchangeFaces
from .settings import EFFORTS
from .sturdiness import wall_cost, weakest_gives
from .style import Draft, Making, Pause

HEATS = (1.0, 1 / 2, 1 / 4, 1 / 8)
"""How hot the rounds of a search begin, as shares of what its objective says."""

PARTS = 4
"""The parts of a round."""

LEAST = EFFORTS["quick"]
"""A search of fewer steps has one part and one round: with less it would not get far."""

SHORT = 2_500_000
"""What is no more work than that is done here: a second or so of steps, each times the cells and what is done beside.

So is what can be perfect, as it soon is."""

SEEDS = 2**53
"""The seeds of parts are less than that: what a random number from 0 to 1 has room for."""

BESIDE_CELLS = 75
"""A step takes a time that is about in proportion to the cells and this many more."""


class Bounds(NamedTuple):
    """What all parts of a search have in common: the size, a start that is asked for, and squares that stay."""

    size: Size
    start: Position | None
    fixed: Collection[Square] = ()


@dataclass(frozen=True)
class Part:
    """A part of a search: what it makes small, by how many steps, what seeds its draws, and what it begins with."""

    objective: Objective
    steps: int
    seed: int
    best: Draft | None


def search_in_parts(
    bounds: Bounds, objective: Objective, steps: int, random: Random, *, jobs: int, best: Draft | None = None
) -> Making:
    """Search in so many steps in all, by so many processes, and return a draft that is no worse than the best before.

    It ends as soon as nothing can be better.
    """
    x, y, z = bounds.size
    is_short = objective.perfect > -inf or steps * (x * y * z + BESIDE_CELLS) <= SHORT
    heats, parts = (HEATS, PARTS) if steps >= LEAST else (HEATS[:1], 1)
    with closing(Sharing(search_part, bounds, 1 if is_short else jobs, alone=0.0)) as sharing:
        for number, heat in enumerate(heats):
            asked = replace(objective, hottest=objective.hottest * heat)  # type: ignore[type-var]
            each = steps // (parts * len(heats))
            tasks = [Part(asked, each, int(random.random() * SEEDS), best) for _ in range(parts)]
            shares = [0.0] * parts
            found: dict[int, Draft] = {}
            offered = best
            for sign in sharing.signs(tasks):
                if sign is not None:
                    if sign.is_done:
                        shares[sign.number], found[sign.number] = 1.0, sign.value
                    else:
                        shares[sign.number] = sign.value.share
                    seen = sign.value if sign.is_done else sign.value.best
                    offered = offered if seen is None or _worth(seen) <= _worth(offered) else seen
                # In turn: which of them comes to its end first is not always the same.
                ended = takewhile(found.__contains__, range(parts))
                perfect = next((found[place] for place in ended if -_worth(found[place]) <= objective.perfect), None)
                if perfect is not None:
                    return perfect
                yield Pause((number + sum(shares) / parts) / len(heats), offered)
            best = max((*([] if best is None else [best]), *(found[place] for place in range(parts))), key=_worth)
    if best is None:
        raise ValueError("a search has at least one step")
    return best


def search_part(bounds: Bounds, part: Part) -> Making:
    """Do a part of a search."""
    random = Random(part.seed)
    if part.best is None or part.best.ends is None:
        return (yield from anneal(bounds.size, bounds.start, part.objective, part.steps, random))
    return (yield from search_from(bounds, part.objective, part.best, part.steps, random))


def search_from(bounds: Bounds, objective: Objective, best: Draft, steps: int, random: Random) -> Making:
    """Search on from a draft, and return one that is no worse."""
    size, start, fixed = bounds
    cost = _final_cost(size, objective, best)
    best = replace(best, worth=-cost)
    if cost <= objective.perfect:
        return best
    making = anneal(size, start, objective, steps, random, faces=ExchangeFaces.from_faces(size, best.faces, fixed))
    offered: Draft | None = best
    while True:
        try:
            pause = next(making)
        except StopIteration as done:
            pause = Pause(1.0, done.value)
        # What goes on begins with the same faces, but not always with the same ends.
        if pause.best is not offered and pause.best is not None:
            offered = pause.best
            if (found := _final_cost(size, objective, offered)) < cost:
                best, cost = offered, found
        if pause.share == 1.0:
            return best
        yield Pause(pause.share, best)


def _worth(draft: Draft | None) -> float:
    return -inf if draft is None or draft.worth is None else draft.worth


def _final_cost(size: Size, objective: Objective, draft: Draft) -> float:
    """Return what a draft costs at the end of a search; infinitely much where its start allows no move."""
    if draft.ends is None:
        return inf
    space = ConfigurationSpace.from_faces(size, draft.faces)
    judged = objective.judge(space, space.layers(1 << index_of(size, draft.ends[0])), 1.0, Judgement(inf, inf, inf))
    if judged is None:
        return inf
    return judged.final + wall_cost(weakest_gives(draft.faces) if objective.sturdy else [])
