# SPDX-License-Identifier: GPL-3.0-or-later
"""The courses that can be watched of a puzzle, step by step: its mazes growing, and ways to solve them.

Distances run through the mazes as a flood. Dead ends fill, all at once, position by position: one from which only one
move leads on is filled, if it is neither the start nor the end, and so may make the next one; without loops only the
way is left. A mouse runs straight on through a passage, a random way where it forks, and back only from a dead end.

Trémaux' walker (in Lucas, "Récréations mathématiques", volume 1, 1882) marks each passage, and goes through none more
than twice. Who comes through a new passage to a place that was visited before turns back. Elsewhere a new passage is
taken if there is one, and else one that has a single mark. In the end the passages with one mark are a way.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise
from random import Random
from types import MappingProxyType

import numpy as np

from ..common.draws import pick
from ..common.errors import InputError
from ..common.options import Choice
from ..common.words import counted
from .generating import growth_of
from .making.loop_free_faces import ROOT, Grown, Passage
from .making.puzzle import Puzzle
from .maze.measures import filled_in
from .maze.space import ConfigurationSpace, Position, distances, index_of, opposite, position_of, stepped
from .watched import (
    CELL,
    CRUMB,
    MOVE,
    NUMBER,
    PASSAGE,
    POSITION,
    Block,
    Tint,
    Watched,
    bar_between,
    check_watchable,
    ends_of,
    maze_blocks,
    moves_among,
    run_look,
    watched,
)


def _distances(puzzle: Puzzle, begin: Position, goal: Position, _random: Random) -> Watched:
    """Return the distances from a position: step d colors what is d moves away."""
    name = "start" if begin == puzzle.start else "end"
    ways = puzzle.space.ways_to(begin)
    lengths = distances(ways)
    last = max(lengths.values())
    blocks = ends_of(puzzle)
    for index, distance in lengths.items():
        look = run_look(distance, last + 1)
        position = position_of(puzzle.size, index)
        if position not in (begin, goal):
            blocks.append(Block(POSITION, position, look, distance))
        # A move that closes a loop is there as well, once both its ends are.
        for beside in puzzle.space.neighbors(index):
            if (lengths[beside], beside) < (distance, index):
                blocks.append(Block(MOVE, bar_between(puzzle.size, index, beside), look, distance))
    reached = counted(len(lengths), "position")
    return watched(
        puzzle.size,
        blocks,
        (0, f"It begins at the {name}. Colors run with the distance, from blue to red."),
        (1, f"Colored now: all positions that are {NUMBER} of {counted(last, 'move')} from the {name}."),
        (last, f"Done: {reached} can be reached, the farthest in {counted(last, 'move')} from the {name}."),
    )


def _filling(puzzle: Puzzle, _begin: Position, _goal: Position, _random: Random) -> Watched:
    """Return the dead ends filling; each step fills all that are dead ends then."""
    way, reached = puzzle.solution, list(puzzle.ways_to_end)
    rounds = filled_in(puzzle.space, reached, puzzle.start, puzzle.end)
    last = max(rounds.values(), default=0)
    blocks = ends_of(puzzle)
    for index in reached:
        position, filled = position_of(puzzle.size, index), rounds.get(index)
        if position not in (puzzle.start, puzzle.end):
            blocks.append(Block(POSITION, position, Tint.OPEN, 0, filled))
        if filled is not None:
            blocks.append(Block(CRUMB, position, Tint.FILLED, filled))
    never = last + 1
    for lower, upper in moves_among(puzzle.space, reached):
        until = min(rounds.get(lower, never), rounds.get(upper, never))
        blocks.append(
            Block(MOVE, bar_between(puzzle.size, lower, upper), Tint.OPEN, 0, until if until < never else None)
        )
    left = len(reached) - len(rounds)
    done = f"Done: what is left is the way from the start to the end, {counted(len(way) - 1, 'move')}"
    if left > len(way):
        done += f", and {counted(left - len(way), 'position')} on loops, which have no dead end"
    return watched(
        puzzle.size,
        blocks,
        (0, f"All {counted(len(reached), 'position')} that can be reached. One with a single move is a dead end."),
        (1, f"Round {NUMBER} of {last}: each dead end is filled by one position, which makes new dead ends."),
        (last, f"{done}."),
    )


NEW_SHARE = 60
"""A position is shown as new for one step of so many."""


def _growth(puzzle: Puzzle, _begin: Position, _goal: Position, _random: Random) -> Watched:
    """Return the growth of a puzzle's mazes, a passage or a position at each step.

    Raises InputError for a puzzle whose style grows nothing, or that was not made here.
    """
    record = growth_of(puzzle)
    if record is None:
        raise InputError(
            "It is not known how this puzzle grew: its style does not grow mazes, or it was not made here. "
            "Generate one of another style to watch it grow."
        )
    # What is cut at first, what grows, and what joins the rest.
    news: list[Grown] = []
    known: set[Position] = set()
    for grown in record.grown(puzzle.size):
        # What the record has without anything new to be seen, as the end of a walk, is no step.
        if grown.cut or grown.position not in known:
            news.append(grown)
        known.update(_joined_by(grown))
    at_first = list(dict.fromkeys(record.cut))
    begin, end = len(at_first), len(at_first) + len(news)
    last = end + len(record.joined)
    cut = [(passage, Tint.PASSAGE, step) for step, passage in enumerate(at_first, start=1)]
    cut += [(passage, Tint.PASSAGE, step) for step, grown in enumerate(news, begin + 1) for passage in grown.cut]
    cut += [(passage, Tint.JOINED, step) for step, passage in enumerate(record.joined, end + 1)]
    blocks = [*_growing(news, begin, last), *_cut(cut)]
    done = f"Done: {counted(len(known), 'position')} discovered, and all passages cut on the three faces."
    return watched(
        puzzle.size,
        blocks,
        (0, "The faces are closed: no passage is cut yet."),
        (1, f"Passage {NUMBER} of {begin} is cut on a face."),
        (begin + 1, f"Step {NUMBER} of {len(news)}: a move discovers a position, and its passages are cut."),
        (end + 1, f"Passage {NUMBER} of {len(record.joined)} that only joins what was left apart on a face."),
        (last, done),
    )


def _growing(news: list[Grown], before: int, last: int) -> Iterator[Block]:
    """Yield the blocks of what grows, each position as new at first, and then in the color of its turn."""
    discovered: set[Position] = set()
    new_steps = max(1, last // NEW_SHARE)
    for number, grown in enumerate(news):
        step = before + number + 1
        look = run_look(number, len(news))
        positions = _joined_by(grown)
        for position in positions:
            if position in discovered:
                continue
            discovered.add(position)
            settled = min(step + new_steps, last)
            if step < settled:
                yield Block(POSITION, position, Tint.NEW, step, settled)
            yield Block(POSITION, position, look, settled)
        if len(positions) > 1:
            yield Block(MOVE, (*min(positions), grown.direction // 2), look, step)


def _cut(passages: Iterable[tuple[Passage, int, int]]) -> Iterator[Block]:
    """Yield the blocks of passages, each given with its look and its step, and of the cells that they come to."""
    cells: set[Passage] = set()
    for (along, across, cell, beside), look, step in passages:
        yield Block(PASSAGE, (along, across, cell, beside), look, step)
        for end in (cell, cell + 1):
            place = (along, across, end, beside) if along < across else (across, along, beside, end)
            if place not in cells:
                cells.add(place)
                yield Block(CELL, place, look, step)


def _joined_by(grown: Grown) -> tuple[Position, ...]:
    """Return what is discovered by a move, both its ends: some styles open moves anywhere. A root is alone."""
    if grown.direction == ROOT:
        return (grown.position,)
    return stepped(grown.position, opposite(grown.direction)), grown.position


MOST_MOVES = 2_000_000
"""A mouse that is not there by then has given up; in a large maze it can take ever so long."""

MOST_VISITS = 64
"""So many visits, or more, have the last color."""


def _mouse(puzzle: Puzzle, begin: Position, goal: Position, random: Random) -> Watched:
    """Return a mouse's walk from a position to another one; a move a step, and colors by visits."""
    way, size = puzzle.solution, puzzle.size
    walk = mouse_walk(puzzle.space, index_of(size, begin), index_of(size, goal), random)
    last = len(walk) - 1
    blocks = maze_blocks(puzzle)
    ends = {index_of(size, puzzle.start), index_of(size, puzzle.end)}
    for index, steps in _steps_of_colors(walk).items():
        if index not in ends:
            position = position_of(size, index)
            for number, step in enumerate(steps):
                until = steps[number + 1] if number + 1 < len(steps) else None
                blocks.append(Block(POSITION, position, run_look(number, MOST_VISITS.bit_length()), step, until))
    visited = len(set(walk))
    done = (
        f"Found after {counted(last, 'move')}, in {counted(visited, 'position')}; the shortest way has {len(way) - 1}."
    )
    if walk[-1] != index_of(size, goal):
        done = f"After {counted(last, 'move')}, in {counted(visited, 'position')}, the mouse gives up: not found."
    return watched(
        size,
        blocks,
        (0, "A mouse runs where its nose points, and at a fork anywhere. It remembers nothing."),
        (1, f"Move {NUMBER} of {last}. From blue to red: visited once, twice, 4, 8 times, and so on."),
        (last, done),
        walk=np.frombuffer(walk, dtype=np.int32),
    )


def mouse_walk(
    space: ConfigurationSpace, start: int, goal: int, random: Random, most_moves: int = MOST_MOVES
) -> array[int]:
    """Return the positions of a walk toward a goal, by indices, the start included.

    It ends at the goal, or after so many moves. The start must be connected with something.
    """
    beside: dict[int, list[int]] = {}
    walk = array("i", [start])
    came, here = -1, start
    while here != goal and len(walk) <= most_moves:
        ways = beside.get(here)
        if ways is None:
            ways = beside[here] = list(space.neighbors(here))
        onward = [neighbor for neighbor in ways if neighbor != came]
        came, here = here, (pick(onward, random) if len(onward) > 1 else onward[0] if onward else came)
        walk.append(here)
    return walk


def _steps_of_colors(walk: array[int]) -> dict[int, list[int]]:
    """Return, for each position of a walk, the steps of its first visit, its second, its 4th, its 8th and so on."""
    visits: Counter[int] = Counter()
    steps: dict[int, list[int]] = {}
    for step, index in enumerate(walk):
        visits[index] += 1
        count = visits[index]
        if count & (count - 1) == 0 and count <= MOST_VISITS:
            steps.setdefault(index, []).append(step)
    return steps


_Passage = tuple[int, int]
"""Two neighbors, by their indices, the lower one first."""


def _tremaux(puzzle: Puzzle, begin: Position, goal: Position, random: Random) -> Watched:
    """Return the walk from a position to another one, with the marks of the passages; a move a step.

    ``random`` chooses among new passages.
    """
    way, size = puzzle.solution, puzzle.size
    walk = tremaux_walk(puzzle.space, index_of(size, begin), index_of(size, goal), random)
    last = len(walk) - 1
    blocks = maze_blocks(puzzle)
    marks: dict[_Passage, list[int]] = {}
    visited = {walk[0]: 0}
    for step, (here, following) in enumerate(pairwise(walk), start=1):
        marks.setdefault((min(here, following), max(here, following)), []).append(step)
        visited.setdefault(following, step)
    for move, steps in marks.items():
        bar = bar_between(size, *move)
        blocks.append(Block(MOVE, bar, Tint.ONCE, steps[0], steps[1] if len(steps) > 1 else None))
        blocks += [Block(MOVE, bar, Tint.TWICE, step) for step in steps[1:]]
    for index, step in visited.items():
        position = position_of(size, index)
        if position not in (puzzle.start, puzzle.end):
            blocks.append(Block(POSITION, position, Tint.OPEN, step))
    return watched(
        size,
        blocks,
        (0, "The walker marks each passage: yellow once, red twice, and never takes a red one."),
        (1, f"Move {NUMBER} of {last}. Yellow passages have one mark; red ones have two, and are closed."),
        (last, f"Done in {counted(last, 'move')}. The yellow passages are a way; the shortest has {len(way) - 1}."),
        walk=np.array(walk, dtype=np.int32),
    )


def tremaux_walk(space: ConfigurationSpace, start: int, goal: int, random: Random) -> list[int]:
    """Return the positions of a walk to a goal that is connected with the start, by indices, both included."""
    marks: dict[_Passage, int] = {}
    visited = {start}
    walk = [start]
    came = -1
    while walk[-1] != goal:
        here = walk[-1]
        counts = {beside: marks.get((min(here, beside), max(here, beside)), 0) for beside in space.neighbors(here)}
        new = [beside for beside, count in counts.items() if count == 0]
        if came >= 0 and here in visited and counts[came] == 1:
            # Come upon a place that is known, through a new passage.
            beside = came
        elif new:
            beside = pick(new, random)
        else:
            beside = next(beside for beside, count in counts.items() if count == 1)
        visited.add(here)
        passage = min(here, beside), max(here, beside)
        marks[passage] = marks.get(passage, 0) + 1
        came = here
        walk.append(beside)
    return walk


GROWTH, DISTANCES, FILLING, TREMAUX, MOUSE = "growth", "distances", "filling", "tremaux", "mouse"

CHOICES: Mapping[str, Choice] = MappingProxyType(
    {
        DISTANCES: Choice("Distances", "Positions colored by their distance, layer after layer"),
        FILLING: Choice("Dead Ends", "Dead ends filling until the way is left"),
        TREMAUX: Choice("Tremaux", "A walker who marks each passage, and never goes through one more than twice"),
        MOUSE: Choice("Mouse", "A mouse that runs at random, and remembers nothing"),
        # The last one: of a puzzle that was searched for, as most are, there is nothing to watch growing.
        GROWTH: Choice("Growth", "The mazes growing: positions discovered, and passages cut on the three faces"),
    }
)

_COURSES: Mapping[str, Callable[[Puzzle, Position, Position, Random], Watched]] = MappingProxyType(
    {DISTANCES: _distances, FILLING: _filling, TREMAUX: _tremaux, MOUSE: _mouse, GROWTH: _growth}
)

WITH_BEGINNING = frozenset({DISTANCES, TREMAUX, MOUSE})
"""Those that begin at the start or at the end."""

WITH_DRAWS = frozenset({TREMAUX, MOUSE})
"""Those that go another way with another seed."""


def watch(name: str, puzzle: Puzzle, seed: int, *, from_end: bool) -> Watched:
    """Return what is seen of a puzzle, by the name of a choice, from the start to the end or the other way.

    A walk that is taken at random is always the same for the same seed. Raises InputError for what cannot be watched,
    and where the end cannot be reached from the start.
    """
    check_watchable(puzzle)
    begin, goal = (puzzle.end, puzzle.start) if from_end else (puzzle.start, puzzle.end)
    return _COURSES[name](puzzle, begin, goal, Random(seed))
