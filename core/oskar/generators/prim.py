# SPDX-License-Identifier: GPL-3.0-or-later
"""The style prim: a tree that takes one of all moves that lead out of it.

Prim's algorithm, the *true* form, gives every move a random weight and takes the lightest (Prim, "Shortest connection
networks and some generalizations", 1957). *Simplified*, moves have no weights, and each is equally likely.
*Modified*, each position beside the tree is equally likely, and then each move that leads from the tree to it. A move
that the faces have come to forbid since it was noted is dropped when its turn comes: it will never be allowed again.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from heapq import heappop, heappush
from random import Random
from types import MappingProxyType

from ...common.draws import index_below, take_at
from ...common.options import Choice, option
from ..making.growing_faces import Growth, Node
from ..making.settings import POSITIONS_BETWEEN_PAUSES, Draft, Drafting, Pause, Settings, Style
from ..making.texture import DRAWS, LAST, GrowthOptions, Texture, begin_growth, weighted_index

TRUE, SIMPLIFIED, MODIFIED = "true", "simplified", "modified"

FORMS = MappingProxyType(
    {
        TRUE: Choice("True", "Every move has a random weight, and the lightest is taken: some long branches"),
        SIMPLIFIED: Choice("Simplified", "Any of the moves that lead out of the tree: many short branches"),
        MODIFIED: Choice("Modified", "Any of the positions beside the tree: the most and the shortest branches"),
    }
)
"""Which of the moves out of the tree is taken."""

SPARED = 2 / LAST
"""What makes a move heavier than any other."""

_Move = tuple[Node, int, Node]
"""From a position in a direction to another one."""


@dataclass(frozen=True)
class PrimOptions(GrowthOptions):
    """The options of this style only."""

    form: str = option(SIMPLIFIED, "Form", "Which of the moves out of the tree is taken", choices=FORMS)


class _Moves(ABC):
    """The moves out of the tree."""

    def __init__(self, growth: Growth, texture: Texture, random: Random) -> None:
        self._growth, self._texture, self._random = growth, texture, random

    @abstractmethod
    def add(self, move: _Move) -> None:
        """Note a move."""

    @abstractmethod
    def take(self) -> Iterator[_Move]:
        """Yield what is to be tried next, until one is taken; nothing where there is none."""

    def _weight(self, move: _Move) -> float:
        here, direction, _ = move
        return self._texture.welcome(direction, self._growth.came(here))


class _ByWeight(_Moves):
    """The moves of the true form."""

    def __init__(self, growth: Growth, texture: Texture, random: Random) -> None:
        super().__init__(growth, texture, random)
        self._heap: list[tuple[float, int, _Move]] = []
        self._noted = 0

    def add(self, move: _Move) -> None:
        self._noted += 1
        heappush(self._heap, (self._random.random() / self._weight(move), self._noted, move))

    def take(self) -> Iterator[_Move]:
        while self._heap:
            weight, number, move = heappop(self._heap)
            if weight >= SPARED or not self._texture.spares(move[0].position):
                yield move
                break
            # Its turn comes after all that need not be spared.
            heappush(self._heap, (weight + SPARED, number, move))


class _Alike(_Moves):
    """The moves of the simplified form."""

    def __init__(self, growth: Growth, texture: Texture, random: Random) -> None:
        super().__init__(growth, texture, random)
        self._moves: list[_Move] = []

    def add(self, move: _Move) -> None:
        self._moves.append(move)

    def take(self) -> Iterator[_Move]:
        moves, texture = self._moves, self._texture
        if not moves:
            return
        for _ in range(DRAWS):
            place = texture.place(
                len(moves), index_below(len(moves), self._random), lambda number: moves[number][0].position
            )
            here, direction, _ = moves[place]
            if not texture.refuses(direction, self._growth.came(here)):
                break
        yield take_at(moves, place)


class _ByPosition(_Moves):
    """The moves of the modified form, by the position that they lead to."""

    def __init__(self, growth: Growth, texture: Texture, random: Random) -> None:
        super().__init__(growth, texture, random)
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
        texture, growth = self._texture, self._growth
        for _ in range(DRAWS):
            place = index_below(count, self._random)
            moves = self._moves[self._positions[place]]
            chosen = weighted_index([self._weight(move) for move in moves], self._random)
            here, direction, _ = moves[chosen]
            if not texture.refuses(direction, growth.came(here)) and not texture.spares(here.position):
                break
        del self._moves[take_at(self._positions, place)]
        yield moves.pop(chosen)
        while moves:
            yield moves.pop(weighted_index([self._weight(move) for move in moves], self._random))


_FORMS: Mapping[str, type[_Moves]] = MappingProxyType({TRUE: _ByWeight, SIMPLIFIED: _Alike, MODIFIED: _ByPosition})


def make(settings: Settings, random: Random) -> Drafting:
    """Grow one tree from the start."""
    options = settings.options_of(PrimOptions)
    growth, texture, root = begin_growth(settings, options, random)
    moves = _FORMS[options.form](growth, texture, random)
    newest: Node | None = root
    visited = 1
    while newest is not None:
        for way in growth.ways_on(newest):
            moves.add((newest, *way))
        visited += 1
        if visited % POSITIONS_BETWEEN_PAUSES == 0:
            yield Pause(min(1.0, visited / len(growth.discovered)))
        newest = (texture.stays() and texture.way_on(growth, newest)) or _taken(growth, moves, texture)
    return Draft(growth.complete(random), settings.root, record=growth.record)


def _taken(growth: Growth, moves: _Moves, texture: Texture) -> Node | None:
    """Discover a position by the next of the moves that the faces still allow, and return it; None after the last."""
    while True:
        tried = False
        for here, direction, beside in moves.take():
            tried = True
            if growth.way_on(here, direction) is not None and growth.discover(beside, direction):
                texture.grew(here.position)
                return beside
        if not tried:
            return None


STYLE = Style(
    "Prim",
    "Prim's algorithm: grows by one of the moves that lead out of it; many short branches in all directions",
    make,
    options=PrimOptions,
)
