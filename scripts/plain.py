# SPDX-License-Identifier: GPL-3.0-or-later
"""The same work on dictionaries, sets and queues, with no thought of speed: what the benchmark compares with."""

from __future__ import annotations

from collections import deque
from random import Random

from puzzle_cubes.oskar.maze.faces import Size
from puzzle_cubes.oskar.maze.space import Position

UNIT_MOVES = ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1))
FACES = ((0, 1), (0, 2), (1, 2))

Openings = dict[tuple[int, int], set[tuple[int, int]]]
"""The open squares of the inflated grid of each face, by the axes that the face spans."""


def plain_growth(size: Size, random: Random) -> Position:
    """Grow a classic puzzle on dictionaries and sets, with no thought of speed; return its deepest leaf."""
    start = (size[0] // 2, size[1] // 2, size[2] - 1)
    discovered = {start}
    visited = {face: {(start[face[0]], start[face[1]])} for face in FACES}
    passages: dict[tuple[int, int], set[frozenset[tuple[int, int]]]] = {face: set() for face in FACES}
    parent: dict[Position, Position] = {}
    deepest, deepest_depth = start, 0
    stack = [(start, 0)]
    while stack:
        position, depth = stack.pop()
        if depth > deepest_depth:
            deepest, deepest_depth = position, depth
        found = []
        for move in UNIT_MOVES:
            neighbor = (position[0] + move[0], position[1] + move[1], position[2] + move[2])
            if neighbor in discovered or not all(0 <= neighbor[axis] < size[axis] for axis in range(3)):
                continue
            for first, second in FACES:
                here, there = (position[first], position[second]), (neighbor[first], neighbor[second])
                known = passages[first, second]
                if here != there and there in visited[first, second] and frozenset((here, there)) not in known:
                    break
            else:
                found.append(neighbor)
        for neighbor in found:
            discovered.add(neighbor)
            parent[neighbor] = position
            for first, second in FACES:
                here, there = (position[first], position[second]), (neighbor[first], neighbor[second])
                if here != there:
                    visited[first, second].add(there)
                    passages[first, second].add(frozenset((here, there)))
        random.shuffle(found)
        stack += [(neighbor, depth + 1) for neighbor in found]
    return deepest


def plain_neighbors(size: Size, openings: Openings, position: Position) -> list[Position]:
    """Return the positions that one legal move leads to."""
    found = []
    for move in UNIT_MOVES:
        neighbor = (position[0] + move[0], position[1] + move[1], position[2] + move[2])
        if not all(0 <= neighbor[axis] < size[axis] for axis in range(3)):
            continue
        if all(
            (position[first] + neighbor[first], position[second] + neighbor[second]) in openings[first, second]
            for first, second in FACES
            if move[first] or move[second]
        ):
            found.append(neighbor)
    return found


def plain_evaluation(size: Size, openings: Openings, start: Position) -> tuple[int, int, int, int]:
    """Return the length to a farthest position, and the reachable positions, loops and decisions on the way."""
    before: dict[Position, Position] = {start: start}
    queue = deque([start])
    degrees = {}
    end = start
    while queue:
        end = queue.popleft()
        neighbors = plain_neighbors(size, openings, end)
        degrees[end] = len(neighbors)
        for neighbor in neighbors:
            if neighbor not in before:
                before[neighbor] = end
                queue.append(neighbor)
    loops = sum(degrees.values()) // 2 - len(degrees) + 1
    length, decisions, position = 0, 0, end
    while position != start:
        position = before[position]
        length += 1
        decisions += degrees[position] > (1 if position == start else 2)
    return length, len(degrees), loops, decisions
