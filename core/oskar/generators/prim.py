# SPDX-License-Identifier: GPL-3.0-or-later
"""The style prim: a tree that takes one of all moves that lead out of it.

Prim's algorithm, the *true* form, gives every move a random weight and takes the lightest (Prim, "Shortest connection
networks and some generalizations", 1957). *Simplified*, moves have no weights, and each is equally likely.
*Modified*, each position beside the tree is equally likely, and then each move that leads from the tree to it. A move
that the faces have come to forbid since it was noted is dropped when its turn comes: it will never be allowed again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from random import Random
from types import MappingProxyType
from typing import Protocol

from ...common.draws import index_below, take_at
from ...common.options import Choice, option
from ..making.growing_faces import Node
from ..making.growth import Growth
from ..making.settings import Settings
from ..making.style import POSITIONS_BETWEEN_PAUSES, Draft, Making, Pause, Style
from ..making.symmetric_growth import growth_with
from ..making.texture import DRAWS, GrowthOptions, Texture, weighted_index

TRUE, SIMPLIFIED, MODIFIED = "true", "simplified", "modified"

FORMS = MappingProxyType(
    {
        TRUE: Choice("True", "Every move has a random weight, and the lightest is taken: some long branches"),
        SIMPLIFIED: Choice("Simplified", "Any of the moves that lead out of the tree: many short branches"),
        MODIFIED: Choice("Modified", "Any of the positions beside the tree: the most and the shortest branches"),
    }
)
"""Which of the moves out of the tree is taken."""

_Move = tuple[Node, int, Node]
"""From a position in a direction to another one."""


@dataclass(frozen=True)
class PrimOptions(GrowthOptions):
    """What the style asks for."""

    form: str = option(SIMPLIFIED, "Form", "Which of the moves out of the tree is taken", choices=FORMS)


class _Moves(Protocol):
    """The moves out of the tree."""

    def add(self, move: _Move) -> None:
        """Note a move."""

    def take(self) -> Iterator[_Move]:
        """Yield what is to be tried next, until one is taken; nothing where there is none."""


class _ByWeight:
    """The moves of the true form."""

    def __init__(self, growth: Growth, texture: Texture, random: Random) -> None:
        self._growth, self._texture, self._random = growth, texture, random
        self._heap: list[tuple[float, int, _Move]] = []
        self._noted = 0

    def add(self, move: _Move) -> None:
        self._noted += 1
        age = self._noted / (3 * len(self._growth.discovered))
        weight = self._texture.welcome(move[1], self._growth.came(move[0]))
        heappush(self._heap, (self._texture.aged(self._random.random(), age) / weight, self._noted, move))

    def take(self) -> Iterator[_Move]:
        if self._heap:
            yield heappop(self._heap)[2]


class _Alike:
    """The moves of the simplified form."""

    def __init__(self, growth: Growth, texture: Texture, random: Random) -> None:
        self._growth, self._texture, self._random = growth, texture, random
        self._moves: list[_Move] = []

    def add(self, move: _Move) -> None:
        self._moves.append(move)

    def take(self) -> Iterator[_Move]:
        moves, texture = self._moves, self._texture
        if not moves:
            return
        for _ in range(DRAWS):
            place = texture.place(len(moves), index_below(len(moves), self._random))
            here, direction, _ = moves[place]
            if not texture.refuses(direction, self._growth.came(here)):
                break
        yield take_at(moves, place)


class _ByPosition:
    """The moves of the modified form, by the position that they lead to."""

    def __init__(self, growth: Growth, texture: Texture, random: Random) -> None:
        self._growth, self._texture, self._random = growth, texture, random
        self._positions: list[int] = []
        self._moves: dict[int, list[_Move]] = {}

    def add(self, move: _Move) -> None:
        position = move[2].position
        if position not in self._moves:
            self._positions.append(position)
            self._moves[position] = []
        self._moves[position].append(move)

    def take(self) -> Iterator[_Move]:
        count = len(self._positions)
        if not count:
            return
        place = self._texture.place(count, index_below(count, self._random))
        moves = self._moves.pop(take_at(self._positions, place))
        while moves:
            weights = [self._texture.welcome(direction, self._growth.came(here)) for here, direction, _ in moves]
            yield moves.pop(weighted_index(weights, self._random))


_FORMS: MappingProxyType[str, type[_ByWeight | _Alike | _ByPosition]] = MappingProxyType(
    {TRUE: _ByWeight, SIMPLIFIED: _Alike, MODIFIED: _ByPosition}
)


def make(settings: Settings, random: Random) -> Making:
    """Grow one tree from the start."""
    options = settings.options_of(PrimOptions)
    texture = Texture(options, random)
    root = settings.fixed_start or settings.center
    growth = growth_with(options, settings.size, root)
    moves: _Moves = _FORMS[options.form](growth, texture, random)
    newest: Node | None = growth.root(root)
    visited = 1
    while newest is not None:
        for way in growth.ways_on(newest):
            moves.add((newest, *way))
        visited += 1
        if visited % POSITIONS_BETWEEN_PAUSES == 0:
            yield Pause(min(1.0, visited / len(growth.discovered)))
        newest = (texture.stays() and texture.way_on(growth, newest)) or _taken(growth, moves)
    return Draft(growth.complete(random), root, record=growth.record)


def _taken(growth: Growth, moves: _Moves) -> Node | None:
    """Discover a position by the next of the moves that the faces still allow, and return it; None after the last."""
    while True:
        tried = False
        for here, direction, there in moves.take():
            tried = True
            if growth.way_on(here, direction) is not None and growth.discover(there, direction):
                return there
        if not tried:
            return None


STYLE = Style(
    "Prim",
    "Prim's algorithm: grows by one of the moves that lead out of it; many short branches in all directions",
    make,
    options=PrimOptions,
)
