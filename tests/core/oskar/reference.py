# SPDX-License-Identifier: GPL-3.0-or-later
"""The rules of the puzzle in their plainest form: sets of open squares, queues and dictionaries.

A maze is known here by the open squares of its three inflated grids: cell ``i`` is square ``2 * i``,
and a move crosses the square between, whose number is the sum of the two cells.
"""

from __future__ import annotations

from collections import deque
from functools import cache
from itertools import pairwise, product
from math import log2
from statistics import fmean

from puzzle_cubes.oskar.making.changing_faces import GrowingFaces
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.maze.faces import Faces

Triple = tuple[int, int, int]
Square = tuple[int, int]
Maze = dict[tuple[int, int], set[Square]]
"""The open squares of each face, by the two axes that the face spans."""

FACES = {"XY": (0, 1), "XZ": (0, 2), "YZ": (1, 2)}


def maze_of(puzzle: Puzzle) -> Maze:
    """Return the open squares of a puzzle."""
    return maze_of_faces(puzzle.faces)


def maze_of_faces(faces: Faces) -> Maze:
    """Return the open squares of three faces, as their inflated grids show them."""
    maze: Maze = {}
    for axes, face in zip(FACES.values(), faces, strict=True):
        rows = face.inflate().tolist()
        maze[axes] = {(i, j) for i, row in enumerate(rows) for j, square in enumerate(row) if square == 0}
    return maze


def maze_of_growth(growth: GrowingFaces) -> Maze:
    """Return the open squares of faces that are still growing: visited cells and passages."""
    maze: Maze = {}
    for axes, face in zip(FACES.values(), (growth.xy, growth.xz, growth.yz), strict=True):
        first, second = (array.T.tolist() for array in face.arrays())
        columns, rows = face.shape
        cells = list(product(range(columns), range(rows)))
        maze[axes] = {(2 * i, 2 * j) for i, j in cells if face.visited[i + columns * j]}
        maze[axes] |= {(2 * i + 1, 2 * j) for i, j in cells if first[i][j]}
        maze[axes] |= {(2 * i, 2 * j + 1) for i, j in cells if second[i][j]}
    return maze


def is_spanning_tree(opened: set[Square], columns: int, rows: int) -> bool:
    """Report whether all cells are open and connected, no post is open, and no passage closes a loop."""
    cells = {(2 * i, 2 * j) for i in range(columns) for j in range(rows)}
    return cells == {(i, j) for i, j in opened if i % 2 == j % 2} and is_tree_beside_solid(opened)


def is_tree_beside_solid(opened: set[Square]) -> bool:
    """Report whether the cells that are open are connected, and no passage closes a loop."""
    if not opened:
        return False
    cells = [(i, j) for i, j in opened if i % 2 == j % 2]
    # A tree of n cells has n - 1 passages, hence 2n - 1 open squares.
    return reached_from(min(opened), opened) == opened and len(opened) == 2 * len(cells) - 1


def reached_from(square: Square, opened: set[Square]) -> set[Square]:
    """Return the open squares that a way leads to from a square."""
    reached, queue = {square}, [square]
    for i, j in queue:
        for beside in ((i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1)):
            if beside in opened and beside not in reached:
                reached.add(beside)
                queue.append(beside)
    return reached


def positions(size: Triple) -> list[Triple]:
    """Return all positions."""
    x, y, z = size
    return list(product(range(x), range(y), range(z)))


@cache
def adjacent(size: Triple, position: Triple) -> tuple[Triple, ...]:
    """Return the up to six positions beside a position, whatever the faces say."""
    x, y, z = position
    beside = [(x - 1, y, z), (x + 1, y, z), (x, y - 1, z), (x, y + 1, z), (x, y, z - 1), (x, y, z + 1)]
    return tuple(
        neighbor for neighbor in beside if all(0 <= cell < cells for cell, cells in zip(neighbor, size, strict=True))
    )


@cache
def squares_crossed(here: Triple, neighbor: Triple) -> tuple[tuple[tuple[int, int], Square], ...]:
    """Return the squares that a move crosses: (axes of the face, square) for the two faces that see it."""
    moved = next(axis for axis in range(3) if here[axis] != neighbor[axis])
    return tuple(
        (axes, (here[axes[0]] + neighbor[axes[0]], here[axes[1]] + neighbor[axes[1]]))
        for axes in FACES.values()
        if moved in axes
    )


def neighbors(maze: Maze, size: Triple, position: Triple) -> list[Triple]:
    """Return the positions that one legal move leads to."""
    return [
        neighbor
        for neighbor in adjacent(size, position)
        if all(square in maze[axes] for axes, square in squares_crossed(position, neighbor))
    ]


def distances(maze: Maze, size: Triple, start: Triple) -> dict[Triple, int]:
    """Return the fewest moves from a start to every position that can be reached."""
    moves, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        for neighbor in neighbors(maze, size, here):
            if neighbor not in moves:
                moves[neighbor] = moves[here] + 1
                queue.append(neighbor)
    return moves


def components(maze: Maze, size: Triple) -> list[set[Triple]]:
    """Return the connected parts of the configuration space."""
    parts: list[set[Triple]] = []
    left = set(positions(size))
    while left:
        part = set(distances(maze, size, next(iter(left))))
        parts.append(part)
        left -= part
    return parts


def loops(maze: Maze, size: Triple, part: set[Triple]) -> int:
    """Count the loops of a connected part: moves - positions + 1."""
    moves = sum(len(neighbors(maze, size, position)) for position in part) // 2
    return moves - len(part) + 1


def all_loops(maze: Maze, size: Triple) -> int:
    """Count the loops of the whole configuration space, also where the start does not reach."""
    return sum(loops(maze, size, part) for part in components(maze, size))


def count_straight_moves(path: list[Triple]) -> int:
    """Count the moves of a path, consecutive ones in one direction once."""
    directions = [tuple(b - a for a, b in zip(here, neighbor, strict=True)) for here, neighbor in pairwise(path)]
    return len(directions) - sum(before == after for before, after in pairwise(directions))


def measures(maze: Maze, size: Triple, start: Triple, path: list[Triple]) -> dict[str, float]:
    """Return all measures by name but the expected moves, which ``players`` finds.

    The path shows which of several shortest ways is meant.
    """
    moves = distances(maze, size, start)
    odds = 1
    decisions = 0
    for step, position in enumerate(path[:-1]):
        ways_on = set(neighbors(maze, size, position)) - set(path[max(step - 1, 0) : step])
        if len(ways_on) >= 2:
            decisions += 1
            odds *= len(ways_on)
    parts = components(maze, size)
    corners = {(x, y, z) for x in (0, size[0] - 1) for y in (0, size[1] - 1) for z in (0, size[2] - 1)}
    return {
        "length": moves[path[-1]],
        "straight_moves": count_straight_moves(path),
        "turns": count_straight_moves(path) - 1,
        "shortest_ways": shortest_ways(maze, size, moves, path[-1]),
        "decisions": decisions,
        "bits": round(log2(odds), 6),
        "dead_ends": sum(
            len(list(neighbors(maze, size, position))) == 1 for position in set(moves) - {path[0], path[-1]}
        ),
        **dead_ends(maze, size, set(moves), path),
        "reachable": len(moves),
        "positions": size[0] * size[1] * size[2],
        "loops": loops(maze, size, set(moves)),
        "corners": len(corners & set(moves)),
        "components": len(parts),
        "largest_component": max(map(len, parts)),
    }


def shortest_ways(maze: Maze, size: Triple, moves: dict[Triple, int], end: Triple) -> int:
    """Count the shortest ways to an end, from the moves to every position."""

    @cache
    def ways(position: Triple) -> int:
        if moves[position] == 0:
            return 1
        return sum(ways(near) for near in neighbors(maze, size, position) if moves[near] < moves[position])

    return ways(end)


def dead_ends(maze: Maze, size: Triple, reachable: set[Triple], path: list[Triple]) -> dict[str, float]:
    """Count alcoves, forward and backward dead ends, and return the mean of the moves since they forked."""
    ends = {path[0], path[-1]}
    lengths: dict[str, list[int]] = {"alcove": [], "forward": [], "backward": []}
    for position in reachable - ends:
        if len(neighbors(maze, size, position)) > 1:
            continue
        stretch = [position, *neighbors(maze, size, position)]
        while len(neighbors(maze, size, stretch[-1])) == 2 and stretch[-1] not in ends:
            stretch += set(neighbors(maze, size, stretch[-1])) - set(stretch)
        apart = [sum(abs(a - b) for a, b in zip(end, path[-1], strict=True)) for end in (stretch[0], stretch[-1])]
        kind = "forward" if apart[0] < apart[1] else "backward"
        lengths["alcove" if count_straight_moves(stretch) == 1 else kind].append(len(stretch) - 1)
    return {
        "alcoves": len(lengths["alcove"]),
        "forward_dead_ends": len(lengths["forward"]),
        "backward_dead_ends": len(lengths["backward"]),
        **{f"{kind}_length": round(fmean(counts), 3) if counts else 0.0 for kind, counts in lengths.items()},
    }


def may_enter(maze: Maze, here: Triple, neighbor: Triple) -> bool:
    """Report whether both faces either never visited the new cell or have the passage to it."""
    return all(
        square in maze[axes] or (2 * neighbor[axes[0]], 2 * neighbor[axes[1]]) not in maze[axes]
        for axes, square in squares_crossed(here, neighbor)
    )
