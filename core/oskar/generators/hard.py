# SPDX-License-Identifier: GPL-3.0-or-later
"""The style hard: a search for a puzzle of a difficulty, all of whose positions can be reached.

It raises the moves wasted by players who look some moves ahead, or brings them to what was asked.
Decisions would be a poor aim: the cheapest one is a side path of one move, which fools nobody who looks.
A search begins with what a quick one does, and goes on from there: stopped early it is as good as that.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from math import inf
from random import Random

from ...common.draws import log2
from ...common.options import SHARE, Choice, option
from ...common.words import counted
from ...kind.facts import Wish
from ..making.annealing import Bounds, Judgement, search_in_parts
from ..making.puzzle import Puzzle
from ..making.settings import Draft, Drafting, SearchOptions, Settings, Style
from ..maze.difficulty import (
    FORGETFUL_ORIGINAL,
    LEVELS,
    PLAYERS,
    level_of,
    likely_moves,
    log_times_original,
    nearly_wasted,
)
from ..maze.faces import Square
from ..maze.measures import SidesOfWay, wasted_moves
from ..maze.space import ConfigurationSpace, Layers, position_of

FLAW_AT_FIRST, FLAW_AT_LAST = 1.0, 3.0
"""What a position out of reach, or a loop, costs. At first the search may go through puzzles that are not whole."""

MOVE_AT_FIRST, MOVE_AT_LAST = 0.1, 2.0
"""What a move costs by which the length is off, where one was asked for."""

DIFFICULTY = 9.0
"""What twice as hard is worth."""

LENGTH = 1.0
"""What twice as long is worth, where as much as possible was asked for: just as hard, the longer puzzle is better."""

SHARPEST = 3
SHARPEST_WEIGHT = 0.5 / 9
"""How far the players look, and how much they count, whom the search for the hardest has in mind besides those that the
word is for. Without them all false paths would be of just three moves."""

CLOSE = 1 / 50
"""By how much of it the length may be off without a cost."""

TOLD_FROM = 1 / 20
"""By how much of it the length must be off for the user to hear of it."""

INSIDE = 1.05
"""What was asked for is met this much inside of its level, so that nothing stands on the edge."""

EVERYBODY = "any"

LOOK_AHEADS: Mapping[str, Choice] = {
    EVERYBODY: Choice("Most People", "Mostly players who look one move ahead, then those who look two"),
    "0": Choice("Nothing", "A player who enters every way, also a dead end of one move"),
    "1": Choice("One Move", "A player who sees a side path that ends after one move"),
    "2": Choice("Two Moves", "A player who sees a side path that ends within two moves"),
    "3": Choice("Three Moves", "A player who sees a side path that ends within three moves"),
}


def _phrase(name: str) -> str:
    """Return what a level means."""
    level = LEVELS[name]
    if level.end == inf:
        return f"At least {level.begin:g} times as hard as the original cube, and as hard as the search can make it"
    if level.begin == 0:
        return f"Less than {level.end:g} times as hard as the original cube"
    return f"{level.begin:g} to {level.end:g} times as hard as the original cube"


@dataclass
class Hardness:
    """The objective: all positions reachable, no loop, and so hard for some players.

    ``least`` and ``most`` are logarithms of times the original cube to the base 2; with infinitely much as most the
    hardest and longest is best. ``length`` is wanted where it is not 0, and ``minimum_length`` at least.
    What hangs on the way tells at once about how many moves are wasted, and exactly how many by a player who remembers
    nothing. As hard as can be is made for that one, who ranks the hard ones as others do. Another word is aimed at by
    the first; it is reached when those say so whom it is for, who are asked now and then, and of what may be the best
    so far: that takes as long as several steps. What they say moves the aim.
    """

    positions: int
    least: float
    most: float
    players: Mapping[int, float]
    length: int = 0
    minimum_length: int = 0
    hottest: float = 3.0
    coldest: float = 0.15
    sturdy: bool = False
    perfect: float = field(init=False)

    def __post_init__(self) -> None:
        """Nothing is perfect where the hardest is wanted."""
        self.perfect = 0.0 if self.most < inf else -inf
        nothing = log_times_original(dict.fromkeys(self.players, 0.0), self.players)
        self._easiest = self._missed(nothing) if self.most < inf else 0.0
        self._look_aheads = sorted({*self.players, *([] if self.most < inf else [SHARPEST])})

    def structure(self, space: ConfigurationSpace) -> float:
        """Return what is missing to, or exceeds, the moves of a tree: so many flaws there are at least."""
        return FLAW_AT_FIRST * abs(space.move_count - self.positions + 1)

    def judge(self, space: ConfigurationSpace, layers: Layers, share: float, limit: Judgement) -> Judgement | None:
        """Count flaws and moves off, and then how hard it is."""
        reachable = layers.reachable
        loops = space.loops(reachable)
        flaws = self.positions - reachable.bit_count() + loops
        structure = FLAW_AT_FIRST * flaws
        if structure > limit.structure:
            return None
        off = self._moves_off(layers.depth)
        flaw = FLAW_AT_FIRST + (FLAW_AT_LAST - FLAW_AT_FIRST) * share
        move = MOVE_AT_FIRST + (MOVE_AT_LAST - MOVE_AT_FIRST) * share
        # With loops, which are on the way out, nobody knows: it is taken for as hard as the puzzle before.
        missed, bonus, sides, hard = self._easiest if limit.missed is None else limit.missed, 0.0, limit.sides, None
        if not loops and layers.depth > 0:
            sides = SidesOfWay(space, layers, self._look_aheads, sides)
            missed, bonus, hard = self._difficulty(sides, layers.depth, limit.shift)
        cost = flaw * flaws + move * off + missed - bonus
        if cost > limit.cost:
            return None
        final = FLAW_AT_LAST * flaws + MOVE_AT_LAST * off + missed
        known = missed if self.most < inf else None
        return Judgement(cost, final, structure, sides, hard, limit.shift, known)

    def asked(self, space: ConfigurationSpace, layers: Layers, judged: Judgement) -> Judgement:
        """Judge a puzzle by those whom the word is for; where the hardest is wanted it stays as it was judged."""
        if judged.aim is None:
            return judged
        start, end = layers.sets[0], layers.sets[-1] & -layers.sets[-1]
        ways = space.ways_to(position_of(space.size, end.bit_length() - 1))
        moves = likely_moves(ways, start.bit_length() - 1, self._look_aheads)
        wasted = {player: expected - layers.depth for player, expected in zip(self._look_aheads, moves, strict=True)}
        hard = log_times_original(wasted, self.players)
        more = self._missed(hard) - self._missed(judged.aim + judged.shift)
        return judged.with_more(more)._replace(shift=hard - judged.aim)

    def _moves_off(self, length: int) -> float:
        """Return by how many moves a length is off what was asked for."""
        off = max(0.0, self.minimum_length - length)
        return off + max(0.0, abs(length - self.length) - CLOSE * self.length) if self.length else off

    def _difficulty(self, sides: SidesOfWay, length: int, shift: float) -> tuple[float, float, float | None]:
        """Return what is missing to the difficulty, what else is worth something on the way, and the aim.

        Where the hardest is wanted the first is below 0, and there is no aim.
        """
        if self.most < inf:
            nearly = dict(zip(self._look_aheads, map(nearly_wasted, sides.seen), strict=True))
            hard = log_times_original(nearly, self.players)
            return self._missed(hard + shift), 0.0, hard
        wasted = dict(zip(self._look_aheads, map(wasted_moves, sides.seen), strict=True))
        bonus = DIFFICULTY * SHARPEST_WEIGHT * log_times_original(wasted, {SHARPEST: 1.0}, FORGETFUL_ORIGINAL)
        if not self.length:
            bonus += LENGTH * log2(1 + length)
        return -DIFFICULTY * log_times_original(wasted, self.players, FORGETFUL_ORIGINAL), bonus, None

    def _missed(self, hard: float) -> float:
        """Return what is missing to the difficulty, of a puzzle with this logarithm of times the original cube."""
        return DIFFICULTY * max(0.0, self.least - hard, hard - self.most)


@dataclass(frozen=True)
class HardOptions(SearchOptions):
    """The options of this style only."""

    difficulty: str = option(
        "extreme",
        "Difficulty",
        "How hard the puzzle should be: the original Oskar's Cube is Medium, and Extreme is as hard as the search "
        "can make it",
        choices={name: Choice(level.label, _phrase(name)) for name, level in LEVELS.items()},
    )
    length_share: float = option(
        0.0,
        "Solution Length",
        "Moves of the solution that the search aims at, as a share of all positions; 0 leaves it open",
        unit=SHARE,
        flag="length",
    )
    look_ahead: str = option(
        EVERYBODY,
        "Look-Ahead",
        "The player that the puzzle should be hard for, by how many moves ahead they see a side path end",
        choices=LOOK_AHEADS,
    )


def make(settings: Settings, random: Random, jobs: int = 1) -> Drafting:
    """Search in so many steps as the effort says."""
    effort = settings.options_of(HardOptions).effort
    return search_in_parts(
        Bounds(settings.size, settings.fixed_start), objective_of(settings), effort, random, jobs=jobs
    )


def go_on(
    settings: Settings, random: Random, draft: Draft, jobs: int = 1, fixed: Collection[Square] = frozenset()
) -> Drafting:
    """Search on from a draft in so many steps as the effort says; ``fixed`` squares stay as they are."""
    objective = objective_of(settings)
    effort = settings.options_of(HardOptions).effort
    bounds = Bounds(settings.size, settings.fixed_start, fixed)
    return search_in_parts(
        bounds, replace(objective, hottest=objective.hottest / 2), effort, random, jobs=jobs, best=draft
    )


def objective_of(settings: Settings) -> Hardness:
    """Return what is searched for."""
    options = settings.options_of(HardOptions)
    x, y, z = settings.size
    level = LEVELS[options.difficulty]
    hardest = level.end == inf
    # Very easy is not to be trivial: its range is as wide as that of the others.
    begin = max(level.begin, LEVELS["easy"].begin ** 2 / LEVELS["easy"].end)
    return Hardness(
        x * y * z,
        log2(begin * INSIDE),
        inf if hardest else log2(level.end / INSIDE),
        _players(options.look_ahead),
        round(options.length_share * (x * y * z - 1)),
        settings.minimum_length,
        sturdy=options.sturdy,
    )


def _players(look_ahead: str) -> Mapping[int, float]:
    return dict(PLAYERS) if look_ahead == EVERYBODY else {int(look_ahead): 1.0}


def wishes(settings: Settings, puzzle: Puzzle) -> tuple[Wish, ...]:
    """Return how far a puzzle is from the difficulty and the length that were asked, and from being whole.

    Where as hard as can be is asked, the difficulty is the nearer the harder it is.
    """
    # Asked of all that is the best for a while: all measures would take as long as some ten steps.
    options = settings.options_of(HardOptions)
    wished = [_whole(puzzle), _difficulty(options, puzzle.times_original(_players(options.look_ahead)))]
    length = round(options.length_share * (puzzle.space.position_count - 1))
    if length:
        has = len(puzzle.solution) - 1
        off = abs(has - length)
        sentence = (
            f"The solution should have about {counted(length, 'move')}, but has {has}. "
            "Give more effort, or ask for another length."
        )
        words = f"{counted(off, 'move')} too {'long' if has > length else 'short'}"
        wished.append(Wish("length", off / length - TOLD_FROM, sentence, words))
    return tuple(wished)


def _whole(puzzle: Puzzle) -> Wish:
    """Return the wish that all positions can be reached."""
    positions = puzzle.space.position_count
    out = positions - len(puzzle.ways_to_end)
    sentence = f"All {positions} positions should be in reach: {out} are not. Give more effort."
    return Wish("whole", out, sentence, f"{counted(out, 'position')} out of reach")


def _difficulty(options: HardOptions, times: float) -> Wish:
    """Return the wish for a difficulty, for a puzzle that is so many times as hard as the original cube."""
    asked, reached = LEVELS[options.difficulty], level_of(times)
    too_hard = times >= asked.end
    # What wastes no move is none times as hard as anything.
    least = max(times, 1e-9)
    below = log2(asked.begin / least) if asked.begin else -inf
    off = max(below, -inf if asked.end == inf else log2(times / asked.end) if too_hard else 0.0)
    # Just at its end a level is the next one.
    off = max(off, 1e-9) if reached != asked else off
    by = times / asked.end if too_hard else asked.begin / least
    whom = "" if options.look_ahead == EVERYBODY else f" for a player who looks {_ahead(options.look_ahead)} ahead"
    words = f"{_times(by)} too {'hard' if too_hard else 'easy'}"
    sentence = (
        f"Difficulty should be {asked.label}{whom}, but is {reached.label}, {_how_hard(times)} the original "
        f"cube: {words}. Give more effort, or take another seed or size."
    )
    return Wish("difficulty", off, sentence, words)


def _times(by: float) -> str:
    """Return how many times, as finely as one can tell it from another: a little may not look like none."""
    return f"{by:.1f} times" if by < 10 else f"{by:.0f} times" if by < 1000 else "far"


def _how_hard(times: float) -> str:
    return f"{times:.2g} times" if times >= 0.1 else "less than 0.1 times"


def _ahead(look_ahead: str) -> str:
    return "nothing" if look_ahead == "0" else counted(int(look_ahead), "move")


STYLES = {
    "hard": Style(
        "Hard",
        "Searches for long false paths that do not look false; as hard as you ask, and every position can be reached",
        make,
        searched=True,
        options=HardOptions,
        start="best",
        wishes=wishes,
        go_on=go_on,
        shared=True,
    ),
}
