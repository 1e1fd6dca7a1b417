# SPDX-License-Identifier: GPL-3.0-or-later
"""Exchanges of passages leave every face a spanning tree, reach all its neighbors, and keep the moves true."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.oskar.making.exchanging_faces import Exchange, ExchangeFace, ExchangeFaces
from puzzle_cubes.oskar.maze.faces import uniform_tree
from puzzle_cubes.oskar.maze.space import ConfigurationSpace
from tests.core.oskar import reference, strategies


def proposed(faces: ExchangeFace | ExchangeFaces, random: Random) -> Exchange:
    """Return what is proposed where nothing is fixed, so that there always is something."""
    exchange = faces.propose(random)
    assert exchange is not None
    return exchange


@given(strategies.sizes(6), draw.integers(0, 2**31), draw.integers(1, 40))
def test_faces_stay_spanning_trees_and_tell_their_moves(size: strategies.Triple, seed: int, count: int) -> None:
    random = Random(seed)
    faces = ExchangeFaces.at_random(size, random)
    for _ in range(count if faces.exchangeable else 0):
        before = reference.maze_of_faces(faces.faces())
        exchange = proposed(faces, random)
        promised = faces.space(exchange)
        # What is only proposed changes nothing.
        assert reference.maze_of_faces(faces.faces()) == before
        assert faces.space() == ConfigurationSpace.from_faces(size, faces.faces())
        if random.random() < 0.3:
            continue
        exchange.face.make(exchange)
        assert faces.space() == promised == ConfigurationSpace.from_faces(size, faces.faces())
        after = reference.maze_of_faces(faces.faces())
        changed = [(after[axes] - before[axes], before[axes] - after[axes]) for axes in before]
        assert sorted((len(added), len(removed)) for added, removed in changed) == [(0, 0), (0, 0), (1, 1)]
        for (first, second), opened in after.items():
            assert reference.is_spanning_tree(opened, size[first], size[second])
    for (first, second), opened in reference.maze_of_faces(faces.faces()).items():
        assert reference.is_spanning_tree(opened, size[first], size[second])
    assert faces.space() == ConfigurationSpace.from_faces(size, faces.faces())


@given(strategies.sizes(6), draw.integers(0, 2**31))
def test_there_is_something_to_exchange_where_a_face_is_no_corridor(size: strategies.Triple, seed: int) -> None:
    assert ExchangeFaces.at_random(size, Random(seed)).exchangeable == (sorted(size)[1] > 1)


@given(draw.integers(0, 2), draw.integers(0, 2**31))
def test_every_exchange_that_leaves_a_tree_is_proposed_and_no_other(number: int, seed: int) -> None:
    size = (3, 4, 2)
    random = Random(seed)
    first, second = tuple(reference.FACES.values())[number]
    columns, rows = size[first], size[second]
    face = ExchangeFace(size, number, uniform_tree((columns, rows), random))
    for _ in range(random.randrange(4)):
        face.make(proposed(face, random))
    opened = reference.maze_of_faces((face.face(),) * 3)[0, 1]
    places = [(i, j) for i, j in product(range(2 * columns - 1), range(2 * rows - 1)) if i % 2 != j % 2]
    possible = {
        (opening, closing)
        for opening, closing in product(places, places)
        if opening not in opened
        and closing in opened
        and reference.is_spanning_tree(opened ^ {opening, closing}, columns, rows)
    }
    exchanges = set()
    for _ in range(60 * len(possible)):
        exchange = proposed(face, random)
        squares = []
        for passage in (exchange.added, exchange.removed):
            cells = divmod(passage.lower, columns)[::-1], divmod(passage.upper, columns)[::-1]
            squares.append((cells[0][0] + cells[1][0], cells[0][1] + cells[1][1]))
        exchanges.add((squares[0], squares[1]))
    assert exchanges == possible


def test_long_chains_of_exchanges_reach_every_tree_alike_often() -> None:
    # In a face of 2 by 2 any of the four trees follows any other with the same probability.
    random = Random(4)
    face = ExchangeFace((2, 2, 1), 0, uniform_tree((2, 2), random))
    counts: Counter[tuple[int, int]] = Counter()
    for _ in range(2000):
        face.make(proposed(face, random))
        counts[face.face().first, face.face().second] += 1
    assert len(counts) == 4
    assert all(400 < count < 600 for count in counts.values())
