# SPDX-License-Identifier: GPL-3.0-or-later
"""The mazes growing: position after position is discovered, and for each move passages are cut on the three faces."""

from __future__ import annotations

from collections.abc import Iterator

from ...common.errors import InputError
from ...common.words import counted
from ..kind.generate import growth_of
from ..making.growth_record import ROOT, Grown, GrowthRecord, Passage
from ..making.puzzle import Puzzle
from ..maze.faces import Size
from ..maze.space import Position
from . import looks
from .watched import CELL, MOVE, NUMBER, PASSAGE, POSITION, Block, Phase, Watched, check_watchable, phases_from

NEW_SHARE = 60
"""A position is shown as new for one step of so many."""


def watch_growth(puzzle: Puzzle) -> Watched:
    """Return the growth of a puzzle's mazes, a passage or a position at each step.

    Raises InputError for a puzzle whose style grows nothing, or that was not made here.
    """
    check_watchable(puzzle)
    record = growth_of(puzzle)
    if record is None:
        raise InputError(
            "It is not known how this puzzle grew: its style does not grow mazes, or it was not made here. "
            "Generate one of another style to watch it grow."
        )
    return grown_steps(puzzle.size, record)


def grown_steps(size: Size, record: GrowthRecord) -> Watched:
    """Return the steps of a record: what is cut at first, what grows, and what joins the rest."""
    grown = list(record.grown(size))
    news: list[Grown] = []
    known: set[Position] = set()
    for one in grown:
        # What the record has without anything new to be seen, as the end of a walk, is no step.
        if one.cut or one.position not in known:
            news.append(one)
        known.update(_joined_by(one))
    at_first = list(dict.fromkeys(record.cut))
    begin, end = len(at_first), len(at_first) + len(news)
    last = end + len(record.joined)
    cut = [(passage, looks.PASSAGE, step) for step, passage in enumerate(at_first, start=1)]
    cut += [(passage, looks.PASSAGE, step) for step, one in enumerate(news, begin + 1) for passage in one.cut]
    cut += [(passage, looks.JOINED, step) for step, passage in enumerate(record.joined, end + 1)]
    blocks = [*_growing(news, begin, last), *_cut(cut)]
    done = f"Done: {counted(len(known), 'position')} discovered, and all passages cut on the three faces."
    phases = phases_from(
        (
            Phase(0, "The faces are closed: no passage is cut yet."),
            Phase(1, f"Passage {NUMBER} of {begin} is cut on a face."),
            Phase(begin + 1, f"Step {NUMBER} of {len(news)}: a move discovers a position, and its passages are cut."),
            Phase(end + 1, f"Passage {NUMBER} of {len(record.joined)} that only joins what was left apart on a face."),
            Phase(last, done),
        )
    )
    return Watched(size, last, tuple(blocks), phases)


def _growing(news: list[Grown], before: int, last: int) -> Iterator[Block]:
    """Yield the blocks of what grows, each position as new at first, and then in the color of its turn."""
    discovered: set[Position] = set()
    new_steps = max(1, last // NEW_SHARE)
    for number, one in enumerate(news):
        step = before + number + 1
        look = looks.run_look(number, len(news))
        positions = _joined_by(one)
        for position in positions:
            if position in discovered:
                continue
            discovered.add(position)
            settled = min(step + new_steps, last)
            if step < settled:
                yield Block(POSITION, position, looks.NEW, step, settled)
            yield Block(POSITION, position, look, settled)
        if len(positions) > 1:
            yield Block(MOVE, (*min(positions), one.direction // 2), look, step)


def _cut(passages: list[tuple[Passage, int, int]]) -> Iterator[Block]:
    """Yield the blocks of passages, each given with its look and its step, and of the cells that they come to."""
    cells: set[Passage] = set()
    for (along, across, cell, beside), look, step in passages:
        yield Block(PASSAGE, (along, across, cell, beside), look, step)
        for one in (cell, cell + 1):
            place = (along, across, one, beside) if along < across else (across, along, beside, one)
            if place not in cells:
                cells.add(place)
                yield Block(CELL, place, look, step)


def _joined_by(one: Grown) -> tuple[Position, ...]:
    """Return what is discovered by a move, both its ends: some styles open moves anywhere. A root is alone."""
    if one.direction == ROOT:
        return (one.position,)
    axis, down = divmod(one.direction, 2)
    x, y, z = (cell + (along == axis) * (1 if down else -1) for along, cell in enumerate(one.position))
    return (x, y, z), one.position
