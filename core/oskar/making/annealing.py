# SPDX-License-Identifier: GPL-3.0-or-later
"""The search of the searched styles: simulated annealing over exchanges of passages.

An exchange that makes the puzzle worse is taken with a probability that falls with the loss and with time
(Kirkpatrick, Gelatt and Vecchi, "Optimization by simulated annealing", 1983). Only operations that
IEEE 754 defines to the last bit are used, so a seed gives the same puzzle on every machine.

Measures how much the walls of a maze give, for searches that wish them stiff.

A maze has no dimensions: passages and walls are five to three here, as they are by default, and walls as thick as wide.
What the worst post gives then has no unit, and says only which of two mazes is stiffer.

A search in parts that need nothing of each other, so that each can be done by another process.

It has some rounds of a few parts each. All parts of a round begin with the best that was found before, and every round
is colder than the one before. There are always as many parts, so the result does not depend on who does them.
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import takewhile
from math import inf, sqrt
from random import Random
from typing import NamedTuple, Protocol

from ...common.draws import index_below, log2
from ...common.sharing import Sharing
from ..maze.faces import FACE_AXES, Face, Faces, Size, Square
from ..maze.look_ahead import SidesOfWay
from ..maze.space import ConfigurationSpace, Layers, Position, index_of, position_of
from ..maze.wall_bending import WallSection, post_gives, post_places, wall_trees
from .exchanging_faces import ExchangeFaces
from .settings import EFFORTS, Draft, Drafting, Pause, with_draft

PASSAGE, WALL = 5.0, 3.0

SECTION = WallSection(WALL, WALL, 1000.0)

STURDINESS = 2.0
"""What it is worth that the walls of a puzzle give half as much, beside the difficulty and the other wishes.

From random mazes on so much makes walls some three times as stiff; more would be taken from the length.
"""


def weakest_give(face: Face) -> float:
    """Return how far the worst post of a face gives, along any axis; 0 where it has no walls."""
    columns, rows = (post_places(cells, PASSAGE, WALL) for cells in face.shape)
    return max((max(gives) for gives in post_gives(wall_trees(face), (columns, rows), SECTION)), default=0.0)


def weakest_gives(faces: Faces) -> list[float]:
    """Return how far the worst post of each face gives."""
    return [weakest_give(face) for face in faces]


def wall_cost(gives: list[float]) -> float:
    """Return what it costs a puzzle that its faces give so far; never less than 0, and 0 for none."""
    return STURDINESS * log2(1 + max(gives)) if gives else 0.0


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
) -> Drafting:
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
) -> Drafting:
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


def search_part(bounds: Bounds, part: Part) -> Drafting:
    """Do a part of a search."""
    random = Random(part.seed)
    if part.best is None or part.best.ends is None:
        return (yield from anneal(bounds.size, bounds.start, part.objective, part.steps, random))
    return (yield from search_from(bounds, part.objective, part.best, part.steps, random))


def search_from(bounds: Bounds, objective: Objective, best: Draft, steps: int, random: Random) -> Drafting:
    """Search on from a draft, and return one that is no worse."""
    size, start, fixed = bounds
    cost = _final_cost(size, objective, best)
    best = replace(best, worth=-cost)
    if cost <= objective.perfect:
        return best
    making = anneal(size, start, objective, steps, random, faces=ExchangeFaces.from_faces(size, best.faces, fixed))
    offered: Draft | None = best
    for pause in with_draft(making):
        # What goes on begins with the same faces, but not always with the same ends.
        if pause.best is not offered and pause.best is not None:
            offered = pause.best
            if (found := _final_cost(size, objective, offered)) < cost:
                best, cost = offered, found
        if pause.share == 1.0:
            break
        yield Pause(pause.share, best)
    return best


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
