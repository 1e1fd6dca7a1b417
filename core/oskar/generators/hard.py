# SPDX-License-Identifier: GPL-3.0-or-later
"""The style hard: a search for a way of a given length with many decisions, or else with long false paths.

What lies beside the way is what the length leaves, so decisions and the length of false paths trade
against each other: their product hardly changes. A weighted sum of both is best at one of its ends, so
the deceptiveness is no weight but the share of the way's positions that are to ask for a decision. As far as these
are there, false paths are made long.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from math import inf
from operator import or_
from random import Random

from ...common.options import SHARE, option
from ..making.annealing import Judgement, anneal
from ..making.settings import SearchOptions, Settings
from ..making.style import Making, Style
from ..maze.space import ConfigurationSpace, Layers

# Costs in decisions, of a position out of reach or a loop, and of a move that the length is off. At first
# the search may go through puzzles that are not whole; at the end that is what counts most.
FLAW_AT_FIRST, FLAW_AT_LAST = 1.0, 3.0
MOVE_AT_FIRST, MOVE_AT_LAST = 0.1, 2.0

FALSE_PATH = 1.0
"""The worth in decisions of one more move to the way, in the mean over all positions beside it."""


@dataclass
class Difficulty:
    """The objective: all positions reachable, no loop, so many moves, and decisions before false paths."""

    positions: int
    length: int
    decisions: int
    hottest: float = 3.0
    coldest: float = 0.5
    perfect: float = -inf

    def structure(self, space: ConfigurationSpace) -> float:
        """Return what is missing to, or exceeds, the moves of a tree: so many flaws there are at least."""
        return FLAW_AT_FIRST * abs(space.move_count - self.positions + 1)

    def judge(self, space: ConfigurationSpace, layers: Layers, share: float, limit: Judgement) -> Judgement | None:
        """Count flaws and moves off, then decisions and the length of false paths."""
        reachable = layers.reachable
        flaws = self.positions - reachable.bit_count() + space.loops(reachable)
        structure = FLAW_AT_FIRST * flaws
        if structure > limit.structure:
            return None
        off = abs(layers.depth - self.length)
        flaw = FLAW_AT_FIRST + (FLAW_AT_LAST - FLAW_AT_FIRST) * share
        move = MOVE_AT_FIRST + (MOVE_AT_LAST - MOVE_AT_FIRST) * share
        cost = flaw * flaws + move * off
        decisions, false_path = look_at_way(space, layers)
        difficulty = max(0, self.decisions - decisions) - FALSE_PATH * false_path
        if cost + difficulty > limit.cost:
            return None
        return Judgement(cost + difficulty, FLAW_AT_LAST * flaws + MOVE_AT_LAST * off + difficulty, structure)


def look_at_way(space: ConfigurationSpace, layers: Layers) -> tuple[int, float]:
    """Return the decisions on the way to the end, and the mean number of moves from positions beside it to it."""
    start, end = layers.sets[0], layers.sets[-1] & -layers.sets[-1]
    way = reduce(or_, space.way(layers, end))
    ones, twos, fours = space.degrees()
    crossings = fours | twos & ones
    decisions = (way & ~start & ~end & crossings).bit_count() + (start & (twos | fours) != 0)
    beside = space.layers(way).sets[1:]
    positions = sum(layer.bit_count() for layer in beside)
    moves = sum(moves * layer.bit_count() for moves, layer in enumerate(beside, 1))
    return decisions, moves / positions if positions else 0.0


@dataclass(frozen=True)
class HardOptions(SearchOptions):
    """What the style asks for."""

    length_share: float = option(
        0.5,
        "Solution Length",
        "Moves of the solution that the search aims at, as a share of all positions",
        unit=SHARE,
        flag="length",
    )
    deceptiveness: float = option(
        0.9,
        "Deceptiveness",
        "Share of the solution's positions where the way goes on in more than one direction. "
        "The fewer these are, the longer are the false paths",
        unit=SHARE,
    )


def make(settings: Settings, random: Random) -> Making:
    """Search in so many steps as the effort says."""
    options = settings.options_of(HardOptions)
    x, y, z = settings.size
    length = max(settings.minimum_length, round(options.length_share * (x * y * z - 1)), 1)
    objective = Difficulty(x * y * z, length, round(options.deceptiveness * length))
    return anneal(settings.size, settings.fixed_start, objective, options.effort, random)


STYLE = Style(
    "Hard",
    "Searches for many decisions and long false paths, with every position reachable and a length of your choice",
    make,
    searched=True,
    options=HardOptions,
)
