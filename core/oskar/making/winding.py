# SPDX-License-Identifier: GPL-3.0-or-later
"""Faces that are exchanged until all positions lie on one way.

The positions are all on one way when each has at most two moves and there is one move less than there are positions;
without loops among the positions nothing else is needed, and these are rare. So a maze is judged by its faults: a gap
for every move that is missing, a branch for every move of a position beyond its second. Both are counted where passages
change, and no walk through the maze is needed: a thousand times cheaper than to look for its longest way. An
exchange of passages that makes more faults is taken with a probability that falls with their number and with time
(Kirkpatrick, Gelatt and Vecchi, "Optimization by simulated annealing", 1983), and then once more by the
same rule, with a much smaller weight, for the positions where the way goes straight on. Half of the exchanges are drawn
to go on from a loose end, a position with less than two moves: at last all others are in order.

Lines of positions are Python integers with a bit for each. A passage of one face allows a move at those positions of
the line behind it whose own passage the other face has that sees the move. A tree is kept as the set of passages
between each cell and a root: two of these sets differ by the way from one cell to the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from ..maze.faces import FACE_AXES, Face, Faces, Size

STRAIGHT_ON = 0.1
"""What a position costs where the way goes straight on, in faults."""

CHANCES = 48
"""More faults than this are not taken at once."""

TRIES_AT_A_TEMPERATURE = 4096
"""So many tries take about a hundredth of a second."""

TEMPERATURES = 100
"""So many temperatures a search has at least."""


class Board:
    """The fixed part of a search: the places for passages, and the cells, of all three faces by number."""

    def __init__(self, size: Size) -> None:
        """List the places."""
        self.size = size
        x, y, z = size
        self.positions = x * y * z
        self.first_cells = (0, x * y, x * y + x * z, x * y + x * z + y * z)
        self.lower: list[int] = []
        self.upper: list[int] = []
        self.along: list[int] = []
        self.row: list[int] = []
        self.bit: list[int] = []
        self.partner: list[int] = []
        self.before: list[int] = []
        self.after: list[int] = []
        self.face: list[int] = []
        self.around: list[list[int]] = [[] for _ in range(self.first_cells[3])]
        first_rows = self._first_rows()
        self.rows = first_rows[2, 2] + max(0, z - 1)
        self.first_places = [0]
        for number in range(3):
            self._add_face(number, first_rows)
            self.first_places.append(len(self.lower))

    def _first_rows(self) -> dict[tuple[int, int], int]:
        """Return where the rows of passages begin, by face and axis."""
        first_rows, count = {}, 0
        for number, axes in enumerate(FACE_AXES):
            for axis in axes:
                first_rows[number, axis] = count
                count += self.size[axis] - 1
        return first_rows

    def _add_face(self, number: int, first_rows: dict[tuple[int, int], int]) -> None:
        axes = FACE_AXES[number]
        columns, rows = (self.size[axis] for axis in axes)
        found: dict[tuple[int, int, int], int] = {}
        for cell in range(columns * rows):
            at = cell % columns, cell // columns
            for along, (axis, step) in enumerate(zip(axes, (1, columns), strict=True)):
                if at[along] + 1 == self.size[axis]:
                    continue
                place = found[along, *at] = len(self.lower)
                other = next(face for face, both in enumerate(FACE_AXES) if face != number and axis in both)
                self.lower.append(self.first_cells[number] + cell)
                self.upper.append(self.first_cells[number] + cell + step)
                self.along.append(along)
                self.row.append(first_rows[number, axis] + at[along])
                self.bit.append(1 << at[1 - along])
                self.partner.append(first_rows[other, axis] + at[along])
                self.face.append(number)
                for end in (self.lower[-1], self.upper[-1]):
                    self.around[end].append(place)
        for along, column, row in found:
            first, second = (1, 0) if along == 0 else (0, 1)
            self.before.append(found.get((along, column - first, row - second), -1))
            self.after.append(found.get((along, column + first, row + second), -1))


class Winding:
    """Three tree faces that are exchanged to have few faults."""

    def __init__(self, board: Board, trees: Iterable[list[int]], ends: Iterable[int] = ()) -> None:
        """Start from three trees, each given as the parent of every cell and -1 for the root.

        The way is to end at the positions with the given indices, so each of them may have one move only.
        """
        self.board = board
        self.faults = board.positions - 1
        self._rows = [0] * board.rows
        self._present = [False] * len(board.lower)
        self._paths: list[int] = []
        self._open: list[int] = []
        self._two = [0] * board.first_cells[3]
        self._three = [0] * board.first_cells[3]
        self._moves = [0] * board.positions
        self._loose = list(range(board.positions))
        self._places = [0] * len(board.lower)
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
                for cell in (board.lower[place], board.upper[place]):
                    self._change_line(cell, line, 1)
        self.faults += sum(max(0, moves - 2) for moves in self._moves)
        self._open = [place for place, present in enumerate(self._present) if not present]
        for number, place in enumerate(self._open):
            self._places[place] = number

    def _plant(self, number: int, parents: list[int]) -> None:
        board = self.board
        first_cell, first_place = board.first_cells[number], board.first_places[number]
        paths: list[int] = [-1] * len(parents)
        for place in range(first_place, board.first_places[number + 1]):
            lower, upper = board.lower[place] - first_cell, board.upper[place] - first_cell
            if parents[lower] == upper or parents[upper] == lower:
                self._present[place] = True
                self._rows[board.row[place]] |= board.bit[place]
        root = parents.index(-1)
        paths[root] = 0
        reached = [root]
        for cell in reached:
            for place in board.around[first_cell + cell]:
                other = board.lower[place] + board.upper[place] - 2 * first_cell - cell
                if self._present[place] and paths[other] < 0:
                    paths[other] = paths[cell] | 1 << place - first_place
                    reached.append(other)
        self._paths += paths

    def _change_line(self, cell: int, line: int, by: int) -> None:
        x, y, _ = self.board.size
        plane = x * y
        _, second, third, _ = self.board.first_cells
        if cell < second:
            start, step = cell, plane
        elif cell < third:
            layer, column = divmod(cell - second, x)
            start, step = column + plane * layer, x
        else:
            start, step = x * (cell - third), 1
        while line:
            lowest = line & -line
            line ^= lowest
            self._change(start + step * (lowest.bit_length() - 1), by)

    def _change(self, position: int, by: int) -> None:
        """Note that a position has a move more or less."""
        before = self._moves[position]
        after = self._moves[position] = before + by
        more = max(before, after)
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
        columns, rows, _ = self.board.size
        rest, x = divmod(position, columns)
        z, y = divmod(rest, rows)
        _, second, third, _ = self.board.first_cells
        lines[x + columns * y] ^= 1 << z
        lines[second + x + columns * z] ^= 1 << y
        lines[third + rest] ^= 1 << x

    def loose_ends(self) -> list[int]:
        """Return the positions with less than two moves: without faults, and ends that were given, those of the way."""
        return sorted(self._loose)

    def faces(self) -> Faces:
        """Return the faces as they are now."""
        board = self.board
        faces = []
        for number, (first, second) in enumerate(FACE_AXES):
            bits = [0, 0]
            for place in range(board.first_places[number], board.first_places[number + 1]):
                if self._present[place]:
                    bits[board.along[place]] |= 1 << board.lower[place] - board.first_cells[number]
            faces.append(Face((board.size[first], board.size[second]), *bits))
        xy, xz, yz = faces
        return xy, xz, yz

    def anneal(self, tries: int, hottest: float, coldest: float, random: Random) -> Iterator[int]:
        """Try exchanges while the temperature falls; yields the number of tries now and then."""
        tried = 0
        stride = max(1, min(TRIES_AT_A_TEMPERATURE, tries // TEMPERATURES))
        while tried < tries and self.faults:
            left = 1 - tried / tries
            self.exchange(stride, coldest + (hottest - coldest) * left * left * left, 1 << 60, random)
            tried += stride
            yield tried

    def exchange(self, tries: int, temperature: float, most: int, random: Random) -> None:
        """Try so many exchanges at a temperature; never take one that leads to more faults than the most."""
        chances = [_chance(faults / temperature) for faults in range(CHANCES)]
        chances_straight = [_chance(STRAIGHT_ON * count) for count in range(CHANCES)]
        # Names of this function's own are found faster than a list's methods and an object's values.
        draw = random.random
        board = self.board
        lower, upper, row, bit, partner = board.lower, board.upper, board.row, board.bit, board.partner
        face_of, first_places, before, after = board.face, board.first_places, board.before, board.after
        rows, present, paths, opened = self._rows, self._present, self._paths, self._open
        two, three, loose, places = self._two, self._three, self._loose, self._places
        widths = [first_places[number + 1] - first_places[number] for number in range(3)]
        columns, level, _ = board.size
        plane = columns * level
        _, second_cell, third_cell, _ = board.first_cells
        count = len(opened)
        if not count:
            return
        for _ in range(tries):
            chance = draw()
            if chance < 0.5 and loose:
                position = loose[int(2 * chance * len(loose))]
                face = int(draw() * 3)
                if face == 0:
                    deep, cell = divmod(position, plane)
                elif face == 1:
                    cell = second_cell + position % columns + columns * (position // plane)
                    deep = position // columns % level
                else:
                    cell, deep = divmod(position, columns)
                    cell += third_cell
                choices = board.around[cell]
                if not choices:
                    continue
                added = choices[int(draw() * len(choices))]
                if present[added] or not rows[partner[added]] >> deep & 1:
                    continue
                place = places[added]
            else:
                place = int(draw() * count)
                added = opened[place]
                face = face_of[added]
            a, b = lower[added], upper[added]
            loop = paths[a] ^ paths[b]
            turn = int(draw() * widths[face])
            mark = loop >> turn << turn or loop
            mark &= -mark
            removed = first_places[face] + mark.bit_length() - 1
            c, d = lower[removed], upper[removed]
            more_a = more_b = more = rows[partner[added]]
            less_c = less_d = less = rows[partner[removed]]
            # Where both passages meet, a position that gains a move and loses one stays as it is.
            if a == c:
                more_a, less_c = more & ~less, less & ~more
            elif b == d:
                more_b, less_d = more & ~less, less & ~more
            elif a == d:
                more_a, less_d = more & ~less, less & ~more
            elif b == c:
                more_b, less_c = more & ~less, less & ~more
            change = (
                less.bit_count()
                - more.bit_count()
                + (more_a & two[a]).bit_count()
                + (more_b & two[b]).bit_count()
                - (less_c & three[c]).bit_count()
                - (less_d & three[d]).bit_count()
            )
            if change > 0 and (change >= CHANCES or self.faults + change > most or draw() >= chances[change]):
                continue
            straight = 0
            for passage, line, sign in ((added, more, 1), (removed, less, -1)):
                for beside in (before[passage], after[passage]):
                    if beside >= 0 and beside != removed and present[beside]:
                        straight += sign * (line & rows[partner[beside]]).bit_count()
            if straight > 0 and (straight >= CHANCES or draw() >= chances_straight[straight]):
                continue
            self.faults += change
            rows[row[added]] ^= bit[added]
            rows[row[removed]] ^= bit[removed]
            present[added], present[removed] = True, False
            opened[place] = removed
            places[removed] = place
            loop |= 1 << added - first_places[face]
            first, last = board.first_cells[face : face + 2]
            paths[first:last] = [path ^ loop if path & mark else path for path in paths[first:last]]
            self._change_line(a, more_a, 1)
            self._change_line(b, more_b, 1)
            self._change_line(c, less_c, -1)
            self._change_line(d, less_d, -1)
            if not self.faults:
                return


def _chance(loss: float) -> float:
    """Return the chance of a loss by Metropolis' rule, with (1 + x/8)^8 for the exponential of x."""
    root = 1 / (1 + loss / 8)
    root *= root
    root *= root
    return root * root
