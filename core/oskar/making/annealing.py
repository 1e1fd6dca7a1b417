# SPDX-License-Identifier: GPL-3.0-or-later
"""The search of the searched styles: simulated annealing over exchanges of passages.

An exchange that makes the puzzle worse is taken with a probability that falls with the loss and with time
(Kirkpatrick, Gelatt and Vecchi, "Optimization by simulated annealing", 1983). ``anneal`` does that with faces of any
kind: those of ``Search``, which are judged by the puzzle that they are, and those of ``winding``, which are judged by
their moves. Only operations that IEEE 754 defines to the last bit are used, so a seed gives the same puzzle on every
machine.

A longer search is made in rounds of a few parts each, which need nothing of each other, so that each can be done by
another process. All parts of a round begin with the best that was found before, and every round is colder than the one
before. There are always as many parts, so the result does not depend on who does them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import takewhile
from math import inf, sqrt
from random import Random
from typing import NamedTuple, Protocol

from ...common.draws import index_below, log2
from ...common.sharing import Sharing
from ..maze.faces import FACE_AXES, Face, Faces, Size, Square
from ..maze.measures import SidesOfWay
from ..maze.space import ConfigurationSpace, Layers, Position, index_of, position_of
from ..maze.wall_bending import WallSection, post_gives, post_places, wall_trees
from .changing_faces import Exchange, ExchangeFaces
from .settings import EFFORTS, Draft, Drafting, Pause, with_draft


class Heat(NamedTuple):
    """The temperatures at which a search begins and ends, in the unit of its cost."""

    hottest: float
    coldest: float

    def at(self, share: float) -> float:
        """Return the temperature when a share of the tries is done."""
        # Written as a product: a power comes from the machine's own library.
        left = 1 - share
        return self.coldest + (self.hottest - self.coldest) * left * left * left


class Exchanging(Protocol):
    """Faces whose passages are exchanged."""

    @property
    def is_perfect(self) -> bool:
        """Whether nothing better can be found."""

    def exchange(self, tries: range, temperature: float, random: Random) -> None:
        """Try exchanges, with these numbers, at a temperature; stop where nothing better can be found."""


def anneal(faces: Exchanging, tries: int, stride: int, heat: Heat, random: Random) -> Iterator[int]:
    """Try exchanges while it cools, so many in a stride; yields how many were tried, after each stride.

    The last stride may go on beyond the tries.
    """
    for begin in range(0, tries, stride):
        if faces.is_perfect:
            return
        faces.exchange(range(begin, begin + stride), heat.at(begin / tries), random)
        yield begin + stride


def chance_of(loss: float) -> float:
    """Return the chance to take a loss, as a share of the temperature.

    It is Metropolis' rule, with (1 + x/8)^8 for the exponential of x.
    """
    root = 1 / (1 + loss / 8)
    root *= root
    root *= root
    return root * root


def loss_with(chance: float) -> float:
    """Return the loss that has a chance to be taken; the inverse of ``chance_of``."""
    return 8 * (1 / sqrt(sqrt(sqrt(chance))) - 1)


PASSAGE, WALL = 5.0, 3.0
"""A maze has no dimensions: they are five to three here, as they are by default, and walls as thick as wide.

What the worst post gives then has no unit, and says only which of two mazes is stiffer.
"""

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


class Judgement(NamedTuple):
    """The cost of a puzzle: now, at the end of the search (there the best is chosen), and by its structure alone.

    ``sides`` is what was found on the way, if anything was, so that the next judgement need not find it again. ``aim``
    is a number that stands for another one, which takes longer to find and was last higher by ``shift``. ``missed`` is
    what is missing to what was asked for, as far as that is known.
    """

    cost: float
    final: float
    structure: float = 0.0
    sides: SidesOfWay | None = None
    aim: float | None = None
    shift: float = 0.0
    missed: float | None = None

    def with_more(self, cost: float) -> Judgement:
        """Return what a puzzle costs that costs so much more, now and at the end."""
        return self._replace(cost=self.cost + cost, final=self.final + cost)

    def with_allowance(self, allowance: float) -> Judgement:
        """Return what a puzzle may cost that is allowed to cost so much more."""
        structure = self.structure + allowance + STRUCTURE_SLACK
        return Judgement(self.cost + allowance, inf, structure, self.sides, None, self.shift, self.missed)


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

    def asked(self, space: ConfigurationSpace, layers: Layers, judged: Judgement) -> Judgement:
        """Judge a puzzle more closely that may be the best, once more where it was judged before."""


class Search:
    """Faces that are exchanged to be a cheap puzzle, whose end is a position farthest from its start."""

    def __init__(
        self,
        size: Size,
        start: Position | None,
        objective: Objective,
        steps: int,
        random: Random,
        *,
        faces: ExchangeFaces | None = None,
    ) -> None:
        """Begin with the faces that are given, and change them, or with random ones.

        Without a start both ends are chosen: the far end is the next start, where that costs no more than chance
        allows. Given faces are among what the best is chosen of.
        """
        self._size, self._objective = size, objective
        self._turns = start is None
        self._faces = faces or ExchangeFaces.at_random(size, random)
        # Where nothing can be exchanged, only the ends are left to be chosen, and that takes two looks.
        self._steps = steps if self._faces.exchangeable else min(steps, 2)
        self._space = self._faces.space()
        self._source = 1 << (index_of(size, start) if start else index_below(self._space.position_count, random))
        self._layers = self._space.layers(self._source)
        self._gives = weakest_gives(self._faces.faces()) if objective.sturdy else []
        self._judgement = _UNLIMITED
        self._best_cost = inf
        self.best: Draft | None = None
        if faces is not None:
            judged = objective.judge(self._space, self._layers, 0.0, _UNLIMITED) or _UNLIMITED
            self._judgement = judged.with_more(wall_cost(self._gives))
            self._keep_best()

    @property
    def is_perfect(self) -> bool:
        """Whether nothing can be cheaper than the best."""
        return self._best_cost <= self._objective.perfect

    def drafting(self, random: Random) -> Drafting:
        """Do all steps, and return the best, or any faces where there is none."""
        heat = Heat(self._objective.hottest, self._objective.coldest)
        yield Pause(0.0, self.best)
        for step in anneal(self, self._steps, STEPS_BETWEEN_PAUSES, heat, random):
            if step < self._steps:
                yield Pause(step / self._steps, self.best)
        return self.best or Draft(self._faces.faces())

    def exchange(self, tries: range, temperature: float, random: Random) -> None:
        """Try the exchanges with these numbers, as far as there are so many steps, at a temperature."""
        # By and by what stands for a number that takes longer to find tells less of it.
        self._judgement = self._objective.asked(self._space, self._layers, self._judgement)
        for number in tries[: self._steps - tries.start]:
            share = number / self._steps
            limit = _UNLIMITED
            if self._faces.exchangeable:
                exchange = self._faces.propose(random)
                if exchange is None:
                    continue
                allowance = temperature * loss_with(1 - random.random())
                limit = self._judgement.with_allowance(allowance)
                if not self._take(exchange, share, limit):
                    continue
            if self._turns:
                self._turn(share, limit)
            if self._keep_best() and self.is_perfect:
                return

    def _take(self, exchange: Exchange, share: float, limit: Judgement) -> bool:
        """Do an exchange where it costs no more than a limit; report whether it does."""
        space = self._faces.space(exchange)
        if self._objective.structure(space) > limit.structure:
            return False
        layers = space.layers(self._source, (self._space, self._layers))
        judged = self._objective.judge(space, layers, share, limit)
        if judged is None:
            return False
        if self._gives:
            # They take as long as all the rest, so only what is good otherwise is asked for them.
            gives = self._gives.copy()
            gives[FACE_AXES.index(exchange.face.axes)] = weakest_give(exchange.face.face(exchange))
            judged = judged.with_more(wall_cost(gives))
            if judged.cost > limit.cost:
                return False
            self._gives = gives
        exchange.face.make(exchange)
        self._space, self._layers, self._judgement = space, layers, judged
        return True

    def _turn(self, share: float, limit: Judgement) -> None:
        """Make the far end the start, where that costs no more than a limit."""
        source = self._layers.sets[-1] & -self._layers.sets[-1]
        layers = self._space.layers(source)
        judged = self._objective.judge(self._space, layers, share, limit)
        if judged is not None:
            judged = judged.with_more(wall_cost(self._gives))
            if judged.cost <= limit.cost:
                self._source, self._layers, self._judgement = source, layers, judged

    def _keep_best(self) -> bool:
        """Keep the puzzle where it is cheaper than the best at the end of the search; report whether it is."""
        if self._judgement.final >= self._best_cost or self._layers.depth == 0:
            return False
        self._judgement = self._objective.asked(self._space, self._layers, self._judgement)
        if self._judgement.final >= self._best_cost:
            return False
        farthest = self._layers.sets[-1] & -self._layers.sets[-1]
        start, end = (
            position_of(self._size, position.bit_length() - 1) for position in (self._layers.sets[0], farthest)
        )
        self._best_cost = self._judgement.final
        self.best = Draft(self._faces.faces(), ends=(start, end), worth=-self._best_cost)
        return True


_UNLIMITED = Judgement(inf, inf, inf)

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
            at_heat = steps // (parts * len(heats))
            tasks = [Part(asked, at_heat, int(random.random() * SEEDS), best) for _ in range(parts)]
            shares = [0.0] * parts
            drafts: dict[int, Draft] = {}
            offered = best
            for sign in sharing.signs(tasks):
                if sign is not None:
                    if sign.is_done:
                        shares[sign.number], drafts[sign.number] = 1.0, sign.value
                    else:
                        shares[sign.number] = sign.value.share
                    seen = sign.value if sign.is_done else sign.value.best
                    offered = offered if seen is None or _worth(seen) <= _worth(offered) else seen
                # In turn: which of them comes to its end first is not always the same.
                ended = takewhile(drafts.__contains__, range(parts))
                perfect = next((drafts[place] for place in ended if -_worth(drafts[place]) <= objective.perfect), None)
                if perfect is not None:
                    return perfect
                yield Pause((number + sum(shares) / parts) / len(heats), offered)
            best = max((*([] if best is None else [best]), *(drafts[place] for place in range(parts))), key=_worth)
    if best is None:
        raise ValueError("a search has at least one step")
    return best


def search_part(bounds: Bounds, part: Part) -> Drafting:
    """Do a part of a search."""
    random = Random(part.seed)
    if part.best is None or part.best.ends is None:
        search = Search(bounds.size, bounds.start, part.objective, part.steps, random)
        return (yield from search.drafting(random))
    return (yield from search_from(bounds, part.objective, part.best, part.steps, random))


def search_from(bounds: Bounds, objective: Objective, best: Draft, steps: int, random: Random) -> Drafting:
    """Search on from a draft, and return one that is no worse."""
    size, start, fixed = bounds
    cost = _final_cost(size, objective, best)
    best = replace(best, worth=-cost)
    if cost <= objective.perfect:
        return best
    faces = ExchangeFaces.from_faces(size, best.faces, fixed)
    making = Search(size, start, objective, steps, random, faces=faces).drafting(random)
    offered: Draft | None = best
    for pause in with_draft(making):
        # What goes on begins with the same faces, but not always with the same ends.
        if pause.best is not offered and pause.best is not None:
            offered = pause.best
            if (lower := _final_cost(size, objective, offered)) < cost:
                best, cost = offered, lower
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
