# SPDX-License-Identifier: GPL-3.0-or-later
"""Faces that are exchanged until all positions lie on one way.

The positions are all on one way when each has at most two moves and there is one move less than there are positions;
without loops among the positions nothing else is needed, and these are rare. So a maze is judged by its faults: a gap
for every move that is missing, a branch for every move of a position beyond its second. Both are counted where passages
change, and no walk through the maze is needed: a thousand times cheaper than to look for its longest way. An
exchange that makes more faults is taken by Metropolis' rule, and then once more by the same rule, with a much smaller
weight, for the positions where the way goes straight on. Half of the exchanges are drawn to go on from a loose end, a
position with less than two moves: at last all others are in order.

Lines of positions are Python integers with a bit for each. A passage of one face allows a move at those positions of
the line behind it whose own passage the other face has that sees the move. A tree is kept as the set of passages
between each cell and a root: two of these sets differ by the way from one cell to the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import prod
from random import Random

from ...common.containers import triple
from ..maze.faces import FACE_AXES, Face, Faces, Size, all_passages, face_shape
from ..maze.space import position_of
from .annealing import Heat, anneal, chance_of

STRAIGHT_ON = 0.1
"""What a position costs where the way goes straight on, in faults."""

CHANCES = 48
"""More faults than this are not taken at once."""

CHANCES_STRAIGHT = [chance_of(STRAIGHT_ON * count) for count in range(CHANCES)]
"""Of so many positions more where the way goes straight on, to be taken."""

TRIES_AT_A_TEMPERATURE = 4096
"""So many tries take about a hundredth of a second."""

TEMPERATURES = 100
"""So many temperatures a search has at least."""


class Board:
    """The fixed part of a search: the places for passages, the cells, and the positions behind these, by number.

    The cells and the places of the three faces are numbered one face after another. Of each place are known its two
    cells, the axis of its face along which it leads, its face, its row of places across that axis with its bit there,
    the row of the other face that sees the same moves, and the places beside it along the same axis. Of
    each position, its cell on each face, with its bit in the line behind that.
    """

    def __init__(self, size: Size) -> None:
        """List the places, the cells and the positions."""
        self.size = size
        self.positions = prod(size)
        shapes = [face_shape(size, number) for number in range(3)]
        self.first_cells = [sum(map(prod, shapes[:number])) for number in range(4)]
        self.first_places = [0]
        self.ends: list[tuple[int, int]] = []
        self.along: list[int] = []
        self.row: list[int] = []
        self.bit: list[int] = []
        self.partner: list[int] = []
        self.beside: list[list[int]] = []
        self.face: list[int] = []
        self.around: list[list[int]] = [[] for _ in range(self.first_cells[3])]
        self.lines: list[range] = [range(0)] * self.first_cells[3]
        self.seen: list[list[tuple[int, int]]] = [[] for _ in range(self.positions)]
        rows = [(number, axis) for number, axes in enumerate(FACE_AXES) for axis in axes]
        lengths = [size[axis] - 1 for _, axis in rows]
        self.rows = sum(lengths)
        first_rows = {row: sum(lengths[:number]) for number, row in enumerate(rows)}
        for number in range(3):
            self._add_places(number, first_rows)
            self._add_positions(number)

    def _add_places(self, number: int, first_rows: dict[tuple[int, int], int]) -> None:
        """List the places of a face; ``first_rows`` says where the rows begin, by face and axis."""
        axes = FACE_AXES[number]
        columns, rows = face_shape(self.size, number)
        places: dict[tuple[int, int, int], int] = {}
        first_cell = self.first_cells[number]
        for lower, upper, along in all_passages((columns, rows)):
            at = lower % columns, lower // columns
            axis = axes[along]
            partner = next(face for face, both in enumerate(FACE_AXES) if face != number and axis in both)
            place = places[along, *at] = len(self.ends)
            self.ends.append((first_cell + lower, first_cell + upper))
            self.along.append(along)
            self.row.append(first_rows[number, axis] + at[along])
            self.bit.append(1 << at[1 - along])
            self.partner.append(first_rows[partner, axis] + at[along])
            self.face.append(number)
            for end in self.ends[-1]:
                self.around[end].append(place)
        for along, column, row in places:
            right, down = (1, 0) if along == 0 else (0, 1)
            near = ((along, column - right, row - down), (along, column + right, row + down))
            self.beside.append([places[place] for place in near if place in places])
        self.first_places.append(len(self.ends))

    def _add_positions(self, number: int) -> None:
        """List the cells of the positions on a face, and the lines behind the cells."""
        first, second = FACE_AXES[number]
        across = 3 - first - second
        step = prod(self.size[:across])
        for index in range(self.positions):
            position = position_of(self.size, index)
            cell = self.first_cells[number] + position[first] + self.size[first] * position[second]
            self.seen[index].append((cell, 1 << position[across]))
            if position[across] == 0:
                self.lines[cell] = range(index, index + step * self.size[across], step)


class Winding:
    """Three tree faces that are exchanged to have few faults."""

    def __init__(self, board: Board, trees: Iterable[list[int]], ends: Iterable[int] = ()) -> None:
        """Start from three trees, each given as the parent of every cell and -1 for the root.

        The way is to end at the positions with the given indices, so each of them may have one move only.
        """
        self.board = board
        self.faults = board.positions - 1
        self._rows = [0] * board.rows
        self._present = [False] * len(board.ends)
        self._paths: list[int] = []
        self._two = [0] * board.first_cells[3]
        self._three = [0] * board.first_cells[3]
        self._moves = [0] * board.positions
        self._loose = list(range(board.positions))
        self._place_of_loose = list(range(board.positions))
        for number, parents in enumerate(trees):
            self._plant(number, parents)
        for position in ends:
            self._change(position, 1)
        for place, present in enumerate(self._present):
            # Every move is seen by two faces: it is counted at the first.
            axis = FACE_AXES[board.face[place]][board.along[place]]
            if present and board.face[place] == (1 if axis == 2 else 0):
                line = self._rows[board.partner[place]]
                self.faults -= line.bit_count()
                for cell in board.ends[place]:
                    self._change_line(cell, line, 1)
        self.faults += sum(max(0, moves - 2) for moves in self._moves)
        self._open = [place for place, present in enumerate(self._present) if not present]
        self._places = [0] * len(board.ends)
        for number, place in enumerate(self._open):
            self._places[place] = number

    def _plant(self, number: int, parents: list[int]) -> None:
        """Take the passages of a tree for a face."""
        board = self.board
        first_cell, first_place = board.first_cells[number], board.first_places[number]
        paths: list[int] = [-1] * len(parents)
        for place in range(first_place, board.first_places[number + 1]):
            lower, upper = (cell - first_cell for cell in board.ends[place])
            if parents[lower] == upper or parents[upper] == lower:
                self._present[place] = True
                self._rows[board.row[place]] |= board.bit[place]
        root = parents.index(-1)
        paths[root] = 0
        reached = [root]
        for cell in reached:
            for place in board.around[first_cell + cell]:
                beside = sum(board.ends[place]) - 2 * first_cell - cell
                if self._present[place] and paths[beside] < 0:
                    paths[beside] = paths[cell] | 1 << place - first_place
                    reached.append(beside)
        self._paths += paths

    def _change_line(self, cell: int, line: int, by: int) -> None:
        """Note that some positions of the line behind a cell have a move more or less."""
        positions = self.board.lines[cell]
        while line:
            lowest = line & -line
            line ^= lowest
            self._change(positions[lowest.bit_length() - 1], by)

    def _change(self, position: int, by: int) -> None:
        """Note that a position has a move more or less."""
        before = self._moves[position]
        after = self._moves[position] = before + by
        more = after if by > 0 else before
        if more == 2:
            lines = self._two
            if by > 0:
                place, last = self._place_of_loose[position], self._loose.pop()
                if last != position:
                    self._loose[place] = last
                    self._place_of_loose[last] = place
            else:
                self._place_of_loose[position] = len(self._loose)
                self._loose.append(position)
        elif more == 3:
            lines = self._three
        else:
            return
        for cell, bit in self.board.seen[position]:
            lines[cell] ^= bit

    def loose_ends(self) -> list[int]:
        """Return the positions with less than two moves: without faults, and ends that were given, those of the way."""
        return sorted(self._loose)

    def faces(self) -> Faces:
        """Return the faces as they are now."""
        board = self.board
        faces = []
        for number in range(3):
            bits = [0, 0]
            for place in range(board.first_places[number], board.first_places[number + 1]):
                if self._present[place]:
                    bits[board.along[place]] |= 1 << board.ends[place][0] - board.first_cells[number]
            faces.append(Face(face_shape(board.size, number), *bits))
        return triple(faces)

    @property
    def is_perfect(self) -> bool:
        """Whether there are no faults."""
        return not self.faults

    def annealed(self, tries: int, heat: Heat, random: Random) -> Iterator[int]:
        """Try exchanges while it cools; yields the number of tries now and then."""
        return anneal(self, tries, max(1, min(TRIES_AT_A_TEMPERATURE, tries // TEMPERATURES)), heat, random)

    def exchange(self, tries: range, temperature: float, random: Random) -> None:
        """Try so many exchanges at a temperature, until there are no faults."""
        chances = [chance_of(faults / temperature) for faults in range(CHANCES)]
        # Names of this function's own are found faster than an object's values.
        draw, board, around, seen = random.random, self.board, self.board.around, self.board.seen
        ends, face_of, partner, first_places = board.ends, board.face, board.partner, board.first_places
        rows, present, paths, opened, loose = self._rows, self._present, self._paths, self._open, self._loose
        two, three = self._two, self._three
        widths = [first_places[number + 1] - first_places[number] for number in range(3)]
        for _ in tries if opened else ():
            chance = draw()
            if chance < 0.5 and loose:
                cell, bit = seen[loose[int(2 * chance * len(loose))]][int(draw() * 3)]
                places = around[cell]
                if not places:
                    continue
                added = places[int(draw() * len(places))]
                # It is to give the loose end a move.
                if present[added] or not rows[partner[added]] & bit:
                    continue
            else:
                added = opened[int(draw() * len(opened))]
            gaining = a, b = ends[added]
            face, loop = face_of[added], paths[a] ^ paths[b]
            turn = int(draw() * widths[face])
            mark = loop >> turn << turn or loop
            mark &= -mark
            removed = first_places[face] + mark.bit_length() - 1
            losing = c, d = ends[removed]
            more_a = more_b = more = rows[partner[added]]
            less_c = less_d = less = rows[partner[removed]]
            if a in losing or b in losing:
                more_a, more_b, less_c, less_d = _apart(gaining, losing, more, less)
            branches = (more_a & two[a]).bit_count() + (more_b & two[b]).bit_count()
            branches -= (less_c & three[c]).bit_count() + (less_d & three[d]).bit_count()
            change = less.bit_count() - more.bit_count() + branches
            if change > 0 and (change >= CHANCES or draw() >= chances[change]):
                continue
            straight = self._straight(added, more, removed) - self._straight(removed, less, removed)
            if straight > 0 and (straight >= CHANCES or draw() >= CHANCES_STRAIGHT[straight]):
                continue
            self.faults += change
            self._make(added, removed, mark, loop)
            for cell, line, by in (a, more_a, 1), (b, more_b, 1), (c, less_c, -1), (d, less_d, -1):
                self._change_line(cell, line, by)
            if not self.faults:
                return

    def _straight(self, place: int, line: int, removed: int) -> int:
        """Count where the way goes straight on through a passage that allows a line of moves, to no removed one."""
        board = self.board
        straight = 0
        for beside in board.beside[place]:
            if beside != removed and self._present[beside]:
                straight += (line & self._rows[board.partner[beside]]).bit_count()
        return straight

    def _make(self, added: int, removed: int, mark: int, loop: int) -> None:
        """Exchange two passages: ``mark`` is the bit of the removed one on the loop that the added one closes."""
        board = self.board
        for place in (added, removed):
            self._rows[board.row[place]] ^= board.bit[place]
        self._present[added], self._present[removed] = True, False
        number = self._places[removed] = self._places[added]
        self._open[number] = removed
        face = board.face[added]
        loop |= 1 << added - board.first_places[face]
        first, last = board.first_cells[face : face + 2]
        self._paths[first:last] = [path ^ loop if path & mark else path for path in self._paths[first:last]]


def _apart(gaining: tuple[int, int], losing: tuple[int, int], more: int, less: int) -> tuple[int, int, int, int]:
    """Return the lines of moves that the cells of an added passage gain, and those of a removed one beside it lose.

    Where both passages meet, a position that gains a move and loses one stays as it is.
    """
    (a, b), (c, d) = gaining, losing
    gained, lost = more & ~less, less & ~more
    if a == c:
        return gained, more, lost, less
    if b == d:
        return more, gained, less, lost
    return (gained, more, less, lost) if a == d else (more, gained, lost, less)
