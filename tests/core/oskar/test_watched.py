# SPDX-License-Identifier: GPL-3.0-or-later
"""Watching shows at each step the right growth, distances, dead ends and walks, at the right frame and place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from random import Random

import networkx
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as draw

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.oskar.courses import CHOICES, GROWTH, MOST_VISITS, mouse_walk, watch
from puzzle_cubes.oskar.generating import growth_of
from puzzle_cubes.oskar.generators import STYLES, settings_with
from puzzle_cubes.oskar.making.loop_free_faces import Passage
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.making.settings import Settings
from puzzle_cubes.oskar.maze.space import Position, index_of, position_of
from puzzle_cubes.oskar.watched import (
    CELL,
    CRUMB,
    GOAL,
    LOOKS,
    MOST_POSITIONS,
    MOVE,
    PASSAGE,
    POSITION,
    STEPS,
    THREAD,
    Block,
    Pace,
    Tint,
    Watched,
    boxes_of,
    edges_of,
    run_look,
)
from tests.core.oskar.strategies import all_settings, generate_from_anywhere, marked_puzzles, puzzles

SEEDS = draw.integers(0, 2**32)
GROWING = [name for name, style in STYLES.items() if not style.searched and name not in {"independent", "serpentine"}]


def graph_of(puzzle: Puzzle) -> networkx.Graph:
    """Return the positions that are connected with the end, and their moves, as the faces allow them."""
    room = networkx.grid_graph(puzzle.size[::-1])
    graph = networkx.subgraph_view(room, filter_edge=puzzle.space.is_legal)
    return graph.subgraph(networkx.node_connected_component(graph, puzzle.end)).copy()


def connected(puzzle: Puzzle) -> networkx.Graph:
    """Return the graph of a puzzle that can be solved."""
    graph = graph_of(puzzle)
    assume(puzzle.start in graph)
    return graph


def cells(watched: Watched, step: int, *shapes: str) -> set[tuple[int, ...]]:
    """Return where blocks of some shapes are at a step."""
    return {block.at for block in watched.seen(step) if block.shape in shapes}


def edge(at: tuple[int, ...]) -> tuple[Position, Position]:
    """Return both ends of a bar."""
    x, y, z, axis = at
    return (x, y, z), (x + (axis == 0), y + (axis == 1), z + (axis == 2))


def passages_of(puzzle: Puzzle) -> set[Passage]:
    """Return all passages of a puzzle's faces."""
    passages: set[Passage] = set()
    for (first, second), face in zip(((0, 1), (0, 2), (1, 2)), puzzle.faces, strict=True):
        along_first, along_second = face.arrays()
        passages |= {(first, second, int(i), int(j)) for j, i in zip(*np.nonzero(along_first), strict=True)}
        passages |= {(second, first, int(j), int(i)) for j, i in zip(*np.nonzero(along_second), strict=True)}
    return passages


def cells_beside(passage: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield both cells of a passage, as blocks have them."""
    along, across, cell, beside = passage
    for block in (cell, cell + 1):
        yield (along, across, block, beside) if along < across else (across, along, beside, block)


@given(all_settings(5, GROWING).map(generate_from_anywhere))
def test_growth_ends_with_the_faces_and_all_positions_of_the_record(puzzle: Puzzle) -> None:
    record = growth_of(puzzle)
    assert record is not None
    watched = watch(GROWTH, puzzle, 0, from_end=False)
    grown = list(record.grown(puzzle.size))
    assert cells(watched, watched.last, PASSAGE) == passages_of(puzzle)
    # Cells are there with the first passage that comes to them.
    for step in {0, watched.last // 2, watched.last}:
        touched = {cell for passage in cells(watched, step, PASSAGE) for cell in cells_beside(passage)}
        assert cells(watched, step, CELL) == touched
    ends = {end for bar in cells(watched, watched.last, MOVE) for end in edge(bar)}
    assert cells(watched, watched.last, POSITION) == {node.position for node in grown} | ends
    # Each step shows something new; nothing goes away but what is shown in another color.
    before: set[tuple[str, tuple[int, ...]]] = set()
    for step in range(watched.last + 1):
        now = {(block.shape, block.at) for block in watched.seen(step)}
        assert before < now or step == 0
        before = now
    assert all(puzzle.space.is_legal(*edge(bar)) for bar in cells(watched, watched.last, MOVE))


def test_growth_is_refused_where_nothing_is_known_of_it() -> None:
    of_growth = generate_from_anywhere(settings_of("prim"))
    others = [generate_from_anywhere(settings_of(style)) for style in STYLES if style not in GROWING]
    for puzzle in (replace(of_growth, settings=None), *others):
        with pytest.raises(InputError, match=r"It is not known how this puzzle grew.*\.$"):
            watch(GROWTH, puzzle, 0, from_end=False)


@given(puzzles(5) | marked_puzzles(4), draw.booleans())
def test_distances_are_those_of_a_search_in_breadth(puzzle: Puzzle, from_end: bool) -> None:
    graph = graph_of(puzzle if from_end else replace(puzzle, start=puzzle.end, end=puzzle.start))
    begin = puzzle.end if from_end else puzzle.start
    expected = networkx.single_source_shortest_path_length(graph, begin)
    watched = watch("distances", puzzle, 0, from_end=from_end)
    assert watched.last == max(expected.values())
    for step in range(watched.last + 1):
        colored = {at for at, distance in expected.items() if distance <= step}
        assert cells(watched, step, POSITION) | {puzzle.start, puzzle.end} == colored | {puzzle.start, puzzle.end}
        moves = {frozenset(edge(bar)) for bar in cells(watched, step, MOVE)}
        assert moves == {frozenset(pair) for pair in graph.subgraph(colored).edges}
    # Each has one color, which runs with the distance.
    labels = sorted((expected[block.at], block.look) for block in watched.seen(watched.last) if block.shape == POSITION)
    assert [look for _, look in labels] == sorted(look for _, look in labels)


@given(puzzles(5) | marked_puzzles(4))
def test_filled_dead_ends_leave_exactly_the_way(puzzle: Puzzle) -> None:
    graph = connected(puzzle)
    watched = watch("filling", puzzle, 0, from_end=False)
    ends = {puzzle.start, puzzle.end}
    assert cells(watched, 0, POSITION, GOAL) == set(graph)
    for step in range(watched.last):
        before, after = (cells(watched, moment, POSITION, GOAL) for moment in (step, step + 1))
        dead = {at for at in before - ends if graph.subgraph(before).degree[at] == 1}
        assert before - after == dead != set()
        assert cells(watched, step + 1, CRUMB) == set(graph) - after
        assert {frozenset(edge(bar)) for bar in cells(watched, step + 1, MOVE)} == {
            frozenset(pair) for pair in graph.subgraph(after).edges
        }
    left = cells(watched, watched.last, POSITION, GOAL)
    assert not {at for at in left - ends if graph.subgraph(left).degree[at] == 1}
    assert set(puzzle.solution) <= left
    if networkx.is_tree(graph):
        assert left == set(puzzle.solution)
    assert ("on loops" in watched.sentence(watched.last)) == (left != set(puzzle.solution))


@given(puzzles(5) | marked_puzzles(4), SEEDS, draw.booleans())
def test_the_walker_of_tremaux_arrives_and_never_takes_a_passage_thrice(
    puzzle: Puzzle, seed: int, from_end: bool
) -> None:
    graph = connected(puzzle)
    watched = watch("tremaux", puzzle, seed, from_end=from_end)
    begin, goal = (puzzle.end, puzzle.start) if from_end else (puzzle.start, puzzle.end)
    walk = walk_of(watched)
    assert (walk[0], walk[-1]) == (begin, goal)
    assert goal not in walk[:-1]
    times = Counter(frozenset(pair) for pair in pairwise(walk))
    assert max(times.values()) <= 2
    assert all(graph.has_edge(*pair) for pair in pairwise(walk))
    # What is marked is what was gone through, and single marks are a way.
    for step in {0, watched.last // 2, watched.last}:
        gone = Counter(frozenset(pair) for pair in pairwise(walk[: step + 1]))
        for look, number in ((Tint.ONCE, 1), (Tint.TWICE, 2)):
            marked = {
                frozenset(edge(block.at)) for block in watched.seen(step) if block.shape == MOVE and block.look == look
            }
            assert marked == {pair for pair, count in gone.items() if count == number}
    once = networkx.Graph(tuple(pair) for pair, count in times.items() if count == 1)
    assert networkx.is_connected(once)
    assert sorted(degree for _, degree in once.degree)[:3] in ([1, 1], [1, 1, 2])
    assert {at for at in once if once.degree[at] == 1} == {begin, goal}


@given(puzzles(4) | marked_puzzles(3), SEEDS, draw.booleans())
def test_the_mouse_runs_as_the_faces_allow_and_arrives(puzzle: Puzzle, seed: int, from_end: bool) -> None:
    graph = connected(puzzle)
    watched = watch("mouse", puzzle, seed, from_end=from_end)
    begin, goal = (puzzle.end, puzzle.start) if from_end else (puzzle.start, puzzle.end)
    walk = walk_of(watched)
    assert (walk[0], walk[-1]) == (begin, goal)
    assert goal not in walk[:-1]
    assert all(graph.has_edge(*pair) for pair in pairwise(walk))
    for before, here, after in zip(walk, walk[1:], walk[2:], strict=False):
        assert before != after or graph.degree[here] == 1
    # The colors at the end say how often each position was visited.
    visits = Counter(walk)
    for block in watched.seen(watched.last):
        if block.shape == POSITION:
            count = visits[block.at]  # type: ignore[index]  # a position has three numbers
            assert block.look == run_look(min(count, MOST_VISITS).bit_length() - 1, MOST_VISITS.bit_length())
    assert cells(watched, watched.last, POSITION) == set(visits) - {puzzle.start, puzzle.end}
    assert {frozenset(edge(bar)) for bar in cells(watched, 0, THREAD)} == {frozenset(pair) for pair in graph.edges}


def test_a_mouse_gives_up_after_a_number_of_moves() -> None:
    puzzle = generate_from_anywhere(settings_of("backtracker"))
    start, end = (index_of(puzzle.size, position) for position in (puzzle.start, puzzle.end))
    assert len(mouse_walk(puzzle.space, start, end, Random(1), most_moves=5)) == 6


@given(puzzles(4), SEEDS, draw.sampled_from(list(CHOICES)), draw.booleans())
def test_every_step_has_a_sentence_and_the_last_says_that_it_is(
    puzzle: Puzzle, seed: int, name: str, from_end: bool
) -> None:
    connected(puzzle)
    try:
        watched = watch(name, puzzle, seed, from_end=from_end)
    except InputError:
        assert name == "growth"
        return
    sentences = [watched.sentence(step) for step in range(watched.last + 1)]
    assert all(sentence[0].isupper() and sentence.endswith(".") and "{" not in sentence for sentence in sentences)
    assert sentences[-1].startswith(("Done", "Found after", "After"))
    assert not any(sentence.startswith("Done") for sentence in sentences[:-1])
    # What a block has of steps can be seen.
    assert all(0 <= block.first <= watched.last for block in watched.blocks)
    assert all(block.until is None or block.first < block.until <= watched.last for block in watched.blocks)
    assert all(0 <= block.look < len(LOOKS) for block in watched.blocks)


def test_a_puzzle_that_is_too_large_is_refused() -> None:
    puzzle = generate_from_anywhere(replace(settings_of("serpentine"), size=(41, 40, 40)))
    assert puzzle.space.position_count > MOST_POSITIONS
    for name in CHOICES:
        with pytest.raises(InputError, match="41x40x40 cells, 65,600 in all"):
            watch(name, puzzle, 0, from_end=False)


def settings_of(style: str) -> Settings:
    """Return the settings of a small puzzle of a style."""
    return settings_with(size=(4, 4, 4), seed=1, style=style, effort=10)


def walk_of(watched: Watched) -> list[Position]:
    """Return the positions of a walk, one for each step."""
    assert watched.walk is not None
    assert len(watched.walk) == watched.last + 1
    return [position_of(watched.size, int(index)) for index in watched.walk]


@given(draw.integers(-50, 500), draw.floats(0.01, 20), draw.sampled_from((24, 23.976, 60)), draw.integers(0, 5000))
def test_a_step_begins_at_the_first_frame_that_shows_it(first: int, seconds: float, rate: float, last: int) -> None:
    pace = Pace.of(first, seconds, rate, last)
    assert pace.frames == max(1, round(seconds * rate))
    assert (pace.step_at(pace.first - 1), pace.step_at(pace.first), pace.step_at(pace.end)) == (0, 0, last)
    begins = pace.frames_of(np.arange(last + 1))
    assert begins[0] == first
    for frame in range(first, pace.end + 1):
        assert (begins <= frame).sum() - 1 == pace.step_at(frame)


@pytest.mark.parametrize("seconds", [0.0, -1.0, 3601.0, float("nan")])
def test_times_that_cannot_be_are_refused(seconds: float) -> None:
    with pytest.raises(InputError, match="Seconds is"):
        Pace.of(1, seconds, 24, 10)


def test_blocks_stand_round_their_positions_and_passages_behind_them() -> None:
    blocks = [
        Block(POSITION, (1, 2, 3), 0, 0),
        Block(MOVE, (1, 2, 3, 1), 0, 0),
        Block(PASSAGE, (0, 1, 2, 3), 0, 0),
        Block(PASSAGE, (2, 0, 2, 3), 0, 0),
        Block(PASSAGE, (1, 2, 0, 0), 0, 0),
        Block(CELL, (0, 2, 4, 3), 0, 0),
        Block(THREAD, (1, 2, 3, 2), 0, 0),
    ]
    centers, halves = boxes_of((5, 6, 7), blocks)
    assert centers.tolist() == [[1, 2, 3], [1, 2.5, 3], [2.5, 3, -1], [3, 6, 2.5], [-1, 0.5, 0], [4, 6, 3], [1, 2, 3.5]]
    assert (halves > 0).all()
    # Between two cubes, and between two cells, nothing is left open.
    assert halves[1, 1] == 0.5 - halves[0, 1]
    assert halves[2, 0] == 0.5 - halves[5, 0]
    assert halves[6].argmax() == 2


@given(puzzles(4), draw.sampled_from(list(CHOICES)))
def test_no_two_sides_lie_in_each_other(puzzle: Puzzle, name: str) -> None:
    try:
        watched = watch(name, puzzle, 1, from_end=False)
    except InputError:
        return
    both = boxes_of(puzzle.size, watched.seen(watched.last)), edges_of(puzzle.size)
    centers, halves = (np.concatenate(parts) for parts in zip(*both, strict=True))
    low, high = centers - halves, centers + halves
    for axis in range(3):
        across = [second_axis for second_axis in range(3) if second_axis != axis]
        meet = (low[:, None, across] < high[None, :, across] - 1e-6).all(axis=2)
        for sides in (low, high):
            alike = np.abs(sides[:, None, axis] - sides[None, :, axis]) < 1e-6
            assert not np.triu(alike & meet & meet.T, 1).any()


def test_the_edges_go_round_all_cells() -> None:
    centers, halves = edges_of((2, 3, 4))
    assert len(centers) == 12
    assert (centers - halves).min(axis=0) == pytest.approx([-0.5, -0.5, -0.5], abs=0.05)
    assert (centers + halves).max(axis=0) == pytest.approx([1.5, 2.5, 3.5], abs=0.05)


def test_each_color_of_the_run_is_another_one() -> None:
    assert len({look.color for look in LOOKS[:STEPS]}) == STEPS
    assert len({look.label for look in LOOKS}) == len(LOOKS)
