# SPDX-License-Identifier: GPL-3.0-or-later
"""The search of the searched styles: simulated annealing over exchanges of passages.

An exchange that makes the puzzle worse is taken with a probability that falls with the loss and with time
(Kirkpatrick, Gelatt and Vecchi, "Optimization by simulated annealing", 1983). Only operations that
IEEE 754 defines to the last bit are used, so a seed gives the same puzzle on every machine.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf, sqrt
from random import Random
from typing import Protocol

from ...common.draws import index_below
from ..maze.faces import FACE_AXES, Size
from ..maze.sides_of_way import SidesOfWay
from ..maze.space import ConfigurationSpace, Layers, Position, index_of, position_of
from .exchanging_faces import ExchangeFaces
from .sturdiness import wall_cost, weakest_give, weakest_gives
from .style import Draft, Making, Pause

STEPS_BETWEEN_PAUSES = 64

STRUCTURE_SLACK = 2.0
"""How much a change may cost by its structure, beyond what chance allows: other changes are not looked at."""


@dataclass(frozen=True)
class Judgement:
    """The cost of a puzzle: now, at the end of the search (there the best is chosen), and by its structure alone.

    ``sides`` is what was found on the way, if anything was, so that the next judgement need not find it again.
    """

    cost: float
    final: float
    structure: float = 0.0
    sides: SidesOfWay | None = None

    def with_more(self, cost: float) -> Judgement:
        """Return what a puzzle costs that costs so much more, now and at the end."""
        return replace(self, cost=self.cost + cost, final=self.final + cost)


class Objective(Protocol):
    """The cost that a search makes small; ``perfect`` is a final cost that nothing can be below.

    Where it is ``sturdy`` walls that give cost something, too.
    """

    hottest: float
    coldest: float
    perfect: float
    sturdy: bool

    def structure(self, space: ConfigurationSpace) -> float:
        """Return what a space costs by its structure at least, read from its moves without a search."""

    def judge(self, space: ConfigurationSpace, layers: Layers, share: float, limit: Judgement) -> Judgement | None:
        """Judge a puzzle from its start to a farthest position; None when it costs more than the limit."""


def anneal(
    size: Size,
    start: Position | None,
    objective: Objective,
    steps: int,
    random: Random,
    *,
    faces: ExchangeFaces | None = None,
) -> Making:
    """Search for a cheap puzzle in so many exchanges; its end is a position farthest from the start.

    Without a start both ends are chosen: the far end is the next start, where that costs no more
    than chance allows. It goes on from the faces that are given, and changes them, or from random ones; given
    faces are among what the best is chosen of.
    """
    given = faces is not None
    faces = faces or ExchangeFaces.at_random(size, random)
    space = faces.space()
    source = 1 << (index_of(size, start) if start else index_below(space.position_count, random))
    layers = space.layers(source)
    gives = weakest_gives(faces.faces()) if objective.sturdy else []
    judgement = _UNLIMITED
    best_cost, best = inf, None
    if given:
        judgement = (objective.judge(space, layers, 0.0, _UNLIMITED) or _UNLIMITED).with_more(wall_cost(gives))
        if layers.depth > 0:
            best_cost, best = judgement.final, _draft(size, faces, layers, judgement)
    temperature = objective.hottest
    # Where nothing can be exchanged, only the ends are left to be chosen, and that takes two looks.
    steps = steps if faces.exchangeable else min(steps, 2)
    for step in range(steps):
        share = step / steps
        if step % STEPS_BETWEEN_PAUSES == 0:
            yield Pause(share, best)
            # Written as a product: a power comes from the machine's own library.
            left = 1 - share
            temperature = objective.coldest + (objective.hottest - objective.coldest) * left * left * left
        limit = _UNLIMITED
        if faces.exchangeable:
            exchange = faces.propose(random)
            if exchange is None:
                continue
            candidate = faces.space(exchange)
            # Metropolis' rule, with (1 + x/8)^8 for the exponential of x.
            allowance = temperature * 8 * (1 / sqrt(sqrt(sqrt(1 - random.random()))) - 1)
            limit = Judgement(
                judgement.cost + allowance, inf, judgement.structure + allowance + STRUCTURE_SLACK, judgement.sides
            )
            if objective.structure(candidate) > limit.structure:
                continue
            seen = candidate.layers(source, (space, layers))
            judged = objective.judge(candidate, seen, share, limit)
            if judged is None:
                continue
            if gives:
                # They take as long as all the rest, so only what is good otherwise is asked for them.
                number = FACE_AXES.index(exchange.face.axes)
                after = [*gives[:number], weakest_give(exchange.face.face(exchange)), *gives[number + 1 :]]
                judged = judged.with_more(wall_cost(after))
                if judged.cost > limit.cost:
                    continue
                gives = after
            exchange.face.make(exchange)
            space, layers, judgement = candidate, seen, judged
        if start is None:
            turned_source = layers.sets[-1] & -layers.sets[-1]
            turned = space.layers(turned_source)
            judged = objective.judge(space, turned, share, limit)
            if judged is not None and gives:
                judged = judged.with_more(wall_cost(gives))
            if judged is not None and judged.cost <= limit.cost:
                source, layers, judgement = turned_source, turned, judged
        if judgement.final < best_cost and layers.depth > 0:
            best_cost, best = judgement.final, _draft(size, faces, layers, judgement)
            if best_cost <= objective.perfect:
                break
    if best is None:
        best = Draft(faces.faces())
    return best


_UNLIMITED = Judgement(inf, inf, inf)


def _draft(size: Size, faces: ExchangeFaces, layers: Layers, judgement: Judgement) -> Draft:
    farthest = layers.sets[-1] & -layers.sets[-1]
    start, end = (position_of(size, position.bit_length() - 1) for position in (layers.sets[0], farthest))
    return Draft(faces.faces(), ends=(start, end), worth=-judgement.final)
