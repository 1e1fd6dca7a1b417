# SPDX-License-Identifier: GPL-3.0-or-later
"""The style longest: one way through all positions, with as few mirrored copies as the effort allows.

A way through all positions, the longest there can be, is composed at once from lines. From there the search goes to
fewer and larger copies, at last to a single one: what is lost on the way is only the regular look, and never a move. A
start of the user's own is seldom an end of such a way, so from there the longest that turns up is kept.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace
from math import prod
from random import Random
from typing import NamedTuple

from ...common.draws import pick, toss
from ...common.options import option
from ..making.annealing import Heat, weakest_gives
from ..making.composing import Plan, is_composed, mirrored_axes, plans
from ..making.settings import Draft, Drafting, Pause, SearchOptions, Settings, Style
from ..making.winding import Board, Winding
from ..maze.faces import FACE_AXES, Size, face_shape, uniform_tree
from ..maze.measures import corner_positions, straight_moves
from ..maze.space import ConfigurationSpace, Position, distances, follow, index_of, position_of

TRIES_IN_A_STEP = 100
"""Exchanges are that much cheaper here than where a maze is searched for its solution at each."""

TRIES_FOR_A_POSITION = 250
"""So many tries, for each position, bring a box of up to some 2,000 positions in order every other time."""

WIDE = 300
"""A try in faces of so many cells costs twice as much as in very small ones."""

HOTTEST = 0.17
"""The temperature at first, in faults per cell of a mean side."""

COLDEST = 0.1
"""The temperature at last, in faults."""

LONG = 2.0
"""So many times as long for their width as the box are blocks at most: in longer ones few ways are complete."""

RUNS = 8
"""Blocks are wound for which the effort is enough so many times."""

MOST_RUNS = 32
"""More runs are not given to blocks of one size."""

SMALL = 512
"""Blocks of so many positions are wound in a moment: with them the search begins."""

MISSED_CORNER = 4
"""What a corner out of reach costs in moves where the user wishes otherwise."""


@dataclass(frozen=True)
class LongestOptions(SearchOptions):
    """The options of this style only."""

    irregular: bool = option(
        True,
        "Irregular",
        "Search until the way has few mirrored copies in it, or none, as far as the effort goes; off, it is made of "
        "small copies at once. Both are equally long",
    )


@dataclass
class _Budget:
    """The tries that an effort allows, weighed by how wide the faces are."""

    tries: float
    spent: float = 0.0

    @property
    def left(self) -> float:
        """The tries that are not spent."""
        return self.tries - self.spent

    @property
    def share(self) -> float:
        """The share of the effort that is spent."""
        return min(1.0, self.spent / self.tries)


def make(settings: Settings, random: Random) -> Drafting:
    """Compose a way, and search for a less regular one; with a start of the user's own, for the longest from there."""
    options = settings.options_of(LongestOptions)
    budget = _Budget(options.effort * TRIES_IN_A_STEP)
    yield Pause(0.0)
    all_plans = plans(settings.size)
    lines = next(plan for plan in all_plans if max(plan.base) == plan.positions)
    best = _composed(_drawn(lines.base, random), lines, random)
    if best is None:
        raise RuntimeError("Lines could not be joined to a way.")
    if settings.fixed_start is not None:
        return (yield from _from_start(settings, settings.fixed_start, best, budget, random))
    order = _in_order(all_plans, budget, irregular=options.irregular)
    faults = _Faults(lines.copies, give=_give(best, sturdy=options.sturdy))
    return (yield from _less_regular(order, faults, best, budget, random, sturdy=options.sturdy))


def go_on(settings: Settings, random: Random, draft: Draft) -> Drafting:
    """Search on, from a way through all positions for a less regular one, from a start of the user's for a longer."""
    options = settings.options_of(LongestOptions)
    budget = _Budget(options.effort * TRIES_IN_A_STEP)
    yield Pause(0.0, draft)
    if settings.fixed_start is not None:
        return (yield from _from_start(settings, settings.fixed_start, draft, budget, random))
    all_plans = plans(settings.size)
    plan = next(plan for plan in reversed(all_plans) if is_composed(draft.faces, settings.size, plan.base))
    order = _in_order(all_plans, budget, irregular=options.irregular)
    faults = _faults(draft, plan, sturdy=options.sturdy)
    return (yield from _less_regular(order, faults, draft, budget, random, sturdy=options.sturdy))


def _in_order(all_plans: list[Plan], budget: _Budget, *, irregular: bool) -> list[Plan]:
    """Return the plans that an effort is enough for: first such as are soon found, then such as are few copies."""
    longest = LONG * all_plans[0].length_for_width
    possible = [
        plan for plan in all_plans if _cost(plan.base) <= budget.tries / RUNS and plan.length_for_width <= longest
    ]
    small = [plan for plan in possible if plan.positions <= SMALL]
    return sorted(small, key=lambda plan: plan.length_for_width)[:1] + (possible if irregular else [])


class _Faults(NamedTuple):
    """The faults of a way through all positions, the worst first.

    These are the copies in it, whether it mostly goes straight on, along how many axes it is mirrored, and how far its
    walls give where they are to be sturdy. What is several copies is not looked at any further.
    """

    copies: int
    straight: bool = False
    mirrored: int = 0
    give: float = 0.0

    @property
    def worth(self) -> float:
        """The worth of the way, as a number: a copy less is worth more than all the rest."""
        return -self.copies - self.straight / 2 - self.mirrored / 8 - min(self.give, 1.0) / 16


def _less_regular(
    order: list[Plan], faults: _Faults, best: Draft, budget: _Budget, random: Random, *, sturdy: bool
) -> Drafting:
    """Search for ways of fewer copies by some plans in turns, each for half of what is left at most.

    Most ways through all positions of a box with an even number of cells along some axis were seen to be mirror images
    of themselves along one such axis, and others wind less. So of several ways that are a single copy the best is kept.
    """
    best = replace(best, worth=faults.worth)
    for number, plan in enumerate(order):
        if _Faults(plan.copies) >= faults:
            continue
        until = budget.spent + budget.left / (2 if number else 4)
        for _ in range(MOST_RUNS):
            if budget.spent >= until:
                break
            winding = yield from _wind(plan.base, budget, best, random)
            composed = _composed(winding, plan, random)
            if composed is None:
                continue
            if (faults_of_composed := _faults(composed, plan, sturdy=sturdy)) < faults:
                best, faults = replace(composed, worth=faults_of_composed.worth), faults_of_composed
            if plan.copies > 1 or faults == _Faults(1):
                break
        yield Pause(budget.share, best)
    return best


def _faults(draft: Draft, plan: Plan, *, sturdy: bool) -> _Faults:
    """Return the faults of a way that a plan has composed."""
    give = _give(draft, sturdy=sturdy)
    if plan.copies > 1 or draft.ends is None:
        return _Faults(plan.copies, give=give)
    start, end = draft.ends
    way = follow(plan.base, ConfigurationSpace.from_faces(plan.base, draft.faces).ways_to(end), start)
    straight = way is not None and 2 * len(straight_moves(way)) < len(way)
    return _Faults(1, straight, mirrored_axes(draft.faces), give)


def _give(draft: Draft, *, sturdy: bool) -> float:
    """Return how far walls give, where they are to be sturdy; else nothing is asked of them."""
    return max(weakest_gives(draft.faces)) if sturdy else 0.0


def _from_start(settings: Settings, start: Position, best: Draft, budget: _Budget, random: Random) -> Drafting:
    """Search for the longest way from a start."""
    size = settings.size
    most = prod(size) - 1
    if most % 2 == 0 and sum(start) % 2:
        # Colored like a chess board there is one more position of the other color, and a way goes to them in turns.
        most -= 1
    corners = corner_positions(size) if settings.all_corners else []
    sturdy = settings.options_of(LongestOptions).sturdy
    best, missed = _judged(best, size, start, most, corners)
    least = missed, _give(best, sturdy=sturdy)
    if _cost(size) > budget.tries:
        return best
    while least > (0, 0.0) and budget.left > 0:
        winding = yield from _wind(size, budget, best, random, (start,))
        judged, missed = _judged(Draft(winding.faces()), size, start, most, corners)
        if (cost := (missed, _give(judged, sturdy=sturdy))) < least:
            best, least = judged, cost
        yield Pause(budget.share, best)
    return best


def _judged(draft: Draft, size: Size, start: Position, most: int, corners: list[Position]) -> tuple[Draft, int]:
    """Return a draft with the position farthest from the start as its end, and what is missing to the most moves."""
    ways = ConfigurationSpace.from_faces(size, draft.faces).ways_to(start)
    end = next(reversed(ways))
    missed = sum(index_of(size, corner) not in ways for corner in corners)
    cost = most - distances(ways)[end] + MISSED_CORNER * missed
    return Draft(draft.faces, ends=(start, position_of(size, end)), worth=-cost), cost


def _wind(
    size: Size, budget: _Budget, best: Draft, random: Random, ends: tuple[Position, ...] = ()
) -> Generator[Pause, None, Winding]:
    """Wind faces of a size once, from trees drawn at random."""
    winding = _drawn(size, random, ends)
    weight = _weight(size)
    spent = budget.spent
    for tries in winding.annealed(_tries(size), Heat(HOTTEST * sum(size) / 3, COLDEST), random):
        budget.spent = spent + weight * tries
        yield Pause(budget.share, best)
    return winding


def _drawn(size: Size, random: Random, ends: tuple[Position, ...] = ()) -> Winding:
    trees = [uniform_tree(face_shape(size, number), random) for number in range(len(FACE_AXES))]
    return Winding(Board(size), trees, [index_of(size, end) for end in ends])


def _composed(winding: Winding, plan: Plan, random: Random) -> Draft | None:
    """Return the composition of a way; None where it is none through all positions, or its ends do not fit."""
    if winding.faults:
        return None
    first, second = (position_of(winding.board.size, end) for end in winding.loose_ends())
    joinings = list(plan.joinings((first, second)))
    if not joinings:
        return None
    faces, ends = plan.compose(winding.faces(), pick(joinings, random))
    return Draft(faces, ends=ends if toss(random) else (ends[1], ends[0]))


def _tries(size: Size) -> int:
    return TRIES_FOR_A_POSITION * prod(size)


def _weight(size: Size) -> float:
    """Return what a try costs."""
    return 1 + max(size[first] * size[second] for first, second in FACE_AXES) / WIDE


def _cost(size: Size) -> float:
    """Return what to wind faces of a size costs."""
    return _tries(size) * _weight(size)


STYLES = {
    "longest": Style(
        "Longest",
        "One way through every position, the longest there can be; it winds so much that there are no false paths",
        make,
        searched=True,
        start="best",
        options=LongestOptions,
        go_on=go_on,
    ),
}
