# SPDX-License-Identifier: GPL-3.0-or-later
"""Styles that grow a tree of positions from a start, and differ in where it grows on."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import permutations
from random import Random
from types import MappingProxyType

from ...common.draws import index_below, pick, take_at
from ...common.options import SHARE, Choice, option
from ..making.changing_faces import GrowingFaces, Growth, Node
from ..making.settings import POSITIONS_BETWEEN_PAUSES, Draft, Drafting, Pause, Settings, Style
from ..making.texture import DRAWS, LAST, GrowthOptions, Texture, begin_growth, weighted_index
from ..maze.space import Position, position_of

_ORDERS = tuple(tuple(permutations(range(count))) for count in range(7))


def classic(settings: Settings, random: Random) -> Drafting:
    """Depth-first growth of a tree over positions, guarded by the three faces.

    This is the generator of the original Oskar's Cube program, equal to it in distribution. From the position on
    top of the stack the growth goes on to every neighbor that no face forbids; a face forbids to enter a visited
    cell except through a passage that is there already.
    """
    growth = GrowingFaces(settings.size)
    leaves = yield from grow(growth, growth.root(settings.root), random)
    return Draft(growth.complete(random), settings.root, leaves, record=growth.record)


def grow(growth: GrowingFaces, start: Node, random: Random) -> Generator[Pause, None, tuple[Position, Position]]:
    """Grow the tree and return its first and its deepest leaf."""
    stack = [(*start, 0)]
    first_leaf = deepest = start.position
    deepest_depth = 0
    # The growth is written out here, and not by its methods: that is three times as fast.
    xy, xz, yz, discovered = growth.xy, growth.xz, growth.yz, growth.discovered
    xy_allowed, xz_allowed, yz_allowed = xy.allowed, xz.allowed, yz.allowed
    xy_visited, xz_visited, yz_visited = xy.visited, xz.visited, yz.visited
    changes_of_mask = growth.changes_of_mask
    add = growth.record.add
    popped = 0
    while stack:
        position, in_xy, in_xz, in_yz, depth = stack.pop()
        popped += 1
        if popped % POSITIONS_BETWEEN_PAUSES == 0:
            yield Pause(popped / len(discovered))
        if depth > deepest_depth:
            deepest, deepest_depth = position, depth
        depth += 1
        mask = xy_allowed[in_xy] & xz_allowed[in_xz] & yz_allowed[in_yz]
        # All new neighbors are found before the first of them is marked.
        neighbors = [
            (direction, position + step, in_xy + xy_step, in_xz + xz_step, in_yz + yz_step, depth)
            for direction, step, xy_step, xz_step, yz_step in changes_of_mask[mask]
            if not discovered[position + step]
        ]
        if not neighbors:
            if first_leaf == start.position:
                first_leaf = position
            continue
        for direction, neighbor, xy_cell, xz_cell, yz_cell, _ in neighbors:
            discovered[neighbor] = 1
            add(neighbor, direction)
            if not xy_visited[xy_cell]:
                xy.visit(xy_cell, direction)
            if not xz_visited[xz_cell]:
                xz.visit(xz_cell, direction)
            if not yz_visited[yz_cell]:
                yz.visit(yz_cell, direction)
        if len(neighbors) == 1:
            stack.append(neighbors[0][1:])
        else:
            orders = _ORDERS[len(neighbors)]
            for place in pick(orders, random):
                stack.append(neighbors[place][1:])
    return position_of(growth.size, first_leaf), position_of(growth.size, deepest)


def backtracker(settings: Settings, random: Random) -> Drafting:
    """Recursive backtracking over positions, begun again until every position is visited.

    From the newest position the growth goes to a random neighbor that is not visited and that all faces allow;
    where there is none it goes back. A plane maze is finished then. Here the faces keep it out of many positions,
    so it is begun again from each of these: there it finds what the faces allow by then, and cuts what is still
    uncut. The trees that this leaves on a face are joined at last.
    """
    options = settings.options_of(GrowthOptions)
    growth, texture, root = begin_growth(settings, options, random)
    stack = [root]
    visited = 1
    while stack:
        place = texture.place(len(stack), len(stack) - 1, lambda number: stack[number].position)
        newest = texture.way_on(growth, stack[place])
        if newest is None:
            take_at(stack, place)
            if not stack and (position := growth.discovered.find(0)) >= 0:
                stack.append(growth.root(position_of(settings.size, position)))
                visited += 1
            continue
        stack.append(newest)
        visited += 1
        if visited % POSITIONS_BETWEEN_PAUSES == 0:
            yield Pause(min(1.0, visited / len(growth.discovered)))
    return Draft(growth.complete(random), settings.root, record=growth.record)


CHOICES = MappingProxyType(
    {
        "newest": Choice("Newest", "Always the newest position: long winding ways"),
        "oldest": Choice("Oldest", "Always the oldest position: straight ways all round, the shortest solutions"),
        "random": Choice("Random", "Any position: many branches"),
        "mix": Choice("Mix", "The newest or any position, as often as Newest Share says"),
        "recent": Choice("One of Newest", "One of as many of the newest positions as Newest Count says"),
    }
)
"""Where the tree grows on."""


@dataclass(frozen=True)
class GrowingTreeOptions(GrowthOptions):
    """The options of this style only."""

    choice: str = option("mix", "Grows From", "The position from which the tree grows on", choices=CHOICES)
    newest_share: float = option(
        0.5, "Newest Share", "How often the mix takes the newest position instead of any one", unit=SHARE
    )
    newest_count: int = option(
        5, "Newest Count", "The number of newest positions from which One of Newest takes one", least=1, most=1000
    )


def growing_tree(settings: Settings, random: Random) -> Drafting:
    """A tree that grows on from the newest, the oldest or any of its positions.

    The choice of the position makes the maze: always the newest is recursive backtracking, always the oldest gives
    straight branches all round, a random one something like the style prim; the mix takes the newest as often as
    its ratio says, and else a random one; one of the newest few lies between the newest and a random one. The tree
    ends where the faces allow no position more.
    """
    options = settings.options_of(GrowingTreeOptions)
    growth, texture, root = begin_growth(settings, options, random)
    active = [root]
    oldest = 0
    visited, passed = 1, 0
    while oldest < len(active):
        choice = options.choice
        if choice == "mix":
            choice = "newest" if random.random() < options.newest_share else "random"
        if choice == "newest":
            place = len(active) - 1
        elif choice == "oldest":
            place = oldest
        elif choice == "recent":
            place = len(active) - 1 - index_below(min(options.newest_count, len(active)), random)
        else:
            place = index_below(len(active), random)
        # What was the oldest has no way on, so the others lie behind it.
        place = texture.place(len(active), place, lambda number: active[number].position, oldest)
        straight = choice == "oldest"
        if passed < DRAWS and choice != "newest" and texture.hesitates(growth, active[place], goes_straight=straight):
            passed += 1
            if choice == "oldest" and place == oldest:
                active.append(active[oldest])
                oldest += 1
            continue
        passed = 0
        newest = texture.way_on(growth, active[place])
        if newest is not None:
            active.append(newest)
            visited += 1
            if visited % POSITIONS_BETWEEN_PAUSES == 0:
                yield Pause(min(1.0, visited / len(growth.discovered)))
        elif place == oldest and options.choice == "oldest":
            oldest += 1
        else:
            take_at(active, place)
    return Draft(growth.complete(random), settings.root, record=growth.record)


@dataclass(frozen=True)
class HuntAndKillOptions(GrowthOptions):
    """The options of this style only."""

    eagerness: float = option(
        0.0,
        "Eagerness",
        "How often a walk ends early for another hunt, which makes more and shorter walks",
        unit=SHARE,
    )


def hunt_and_kill(settings: Settings, random: Random) -> Drafting:
    """A random walk until it is stuck, then a hunt for the first position to walk on from.

    The hunt looks at the visited positions in the order of their index and takes the first from which the faces
    allow a position that is not visited. One that allows none never will again, so the hunt keeps the others on a
    heap. A walk that is eager to hunt is left where it could go on; without eagerness it goes on as long as it can.
    """
    options = settings.options_of(HuntAndKillOptions)
    growth, texture, root = begin_growth(settings, options, random)
    walker: Node | None = root
    visited: list[Node] = []
    count = 0
    while walker is not None or visited:
        if walker is None:
            # The hunt: the one found stays on the heap, for it may have more ways on.
            walker = texture.way_on(growth, visited[0])
            if walker is None:
                heappop(visited)
                continue
        heappush(visited, walker)
        count += 1
        if count % POSITIONS_BETWEEN_PAUSES == 0:
            yield Pause(min(1.0, count / len(growth.discovered)))
        if options.eagerness and random.random() < options.eagerness:
            walker = None
        elif texture.leaves():
            walker = _hunted_anywhere(visited, texture, growth, random)
        else:
            walker = texture.way_on(growth, walker)
    return Draft(growth.complete(random), settings.root, record=growth.record)


def _hunted_anywhere(visited: list[Node], texture: Texture, growth: Growth, random: Random) -> Node | None:
    """Return where a hunt finds a way on that looks anywhere, until it looks in vain."""
    count = len(visited)
    place = texture.place(count, index_below(count, random), lambda number: visited[number].position)
    return texture.way_on(growth, visited[place])


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
        """Yield what is to be tried next, one after another, until one is taken or there are none."""

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
            else:
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
        while moves:
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
        texture, growth = self._texture, self._growth
        while self._positions:
            for _ in range(DRAWS):
                place = index_below(len(self._positions), self._random)
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


def prim(settings: Settings, random: Random) -> Drafting:
    """A tree that takes one of all moves that lead out of it.

    Prim's algorithm, the *true* form, gives every move a random weight and takes the lightest (Prim, "Shortest
    connection networks and some generalizations", 1957). *Simplified*, moves have no weights, and each is equally
    likely. *Modified*, each position beside the tree is equally likely, and then each move that leads from the tree
    to it. A move that the faces have come to forbid since it was noted is dropped when its turn comes: it will
    never be allowed again.
    """
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
    for here, direction, beside in moves.take():
        if growth.way_on(here, direction) is not None and growth.discover(beside, direction):
            texture.grew(here.position)
            return beside
    return None


STYLES = {
    "classic": Style(
        "Classic", "The generator of the original Oskar's Cube program: branches in all directions at once", classic
    ),
    "backtracker": Style(
        "Backtracker",
        "Recursive backtracking: long winding ways with few branches",
        backtracker,
        options=GrowthOptions,
    ),
    "growing_tree": Style(
        "Growing Tree",
        "Grows on from its newest, its oldest or a random position: from long winding ways to short straight ones",
        growing_tree,
        options=GrowingTreeOptions,
    ),
    "hunt_and_kill": Style(
        "Hunt and Kill",
        "Random walks, each begun where another left room: long ways, few dead ends",
        hunt_and_kill,
        options=HuntAndKillOptions,
    ),
    "prim": Style(
        "Prim",
        "Prim's algorithm: grows by one of the moves that lead out of it; many short branches in all directions",
        prim,
        options=PrimOptions,
    ),
}
