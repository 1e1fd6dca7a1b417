# SPDX-License-Identifier: GPL-3.0-or-later
"""A search keeps the best, can be stopped at any time, finds what it is for, stiff walls too, and can be shared out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice, pairwise
from math import inf
from statistics import mean

import psutil
import pytest
from hypothesis import given
from hypothesis import settings as run_with
from hypothesis import strategies as draw

from puzzle_cubes.common.task import Task, finish
from puzzle_cubes.kind.kind import NotFoundError
from puzzle_cubes.oskar.generating import generate, generate_in_steps
from puzzle_cubes.oskar.generators import STYLES, hard, settings_with
from puzzle_cubes.oskar.kind import OSKAR
from puzzle_cubes.oskar.making import annealing
from puzzle_cubes.oskar.making.annealing import Judgement, wall_cost, weakest_gives
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.making.settings import Settings
from puzzle_cubes.oskar.maze.faces import Face
from puzzle_cubes.oskar.maze.space import index_of
from tests.core.oskar import reference, strategies
from tests.core.oskar.making import attempts
from tests.core.oskar.model.frame_of_beams import Bar, solved

SEARCHED = ("hard", "longest")
NO_LIMIT = Judgement(inf, inf, inf)


def cost_function(settings: Settings) -> Callable[[Puzzle], float]:
    """Return the function by which a search chooses its best."""
    if settings.style == "longest":
        return lambda puzzle: 4.0 * (8 - puzzle.measures.corners) * settings.all_corners - puzzle.measures.length
    objective = hard.objective_of(settings)

    def cost(puzzle: Puzzle) -> float:
        layers = puzzle.space.layers(1 << index_of(puzzle.size, puzzle.start))
        judged = objective.judge(puzzle.space, layers, 1.0, NO_LIMIT)
        assert judged is not None
        return judged.final + wall_cost(weakest_gives(puzzle.faces) if objective.sturdy else [])

    return cost


def test_all_searches_are_looked_at() -> None:
    assert set(SEARCHED) == {name for name, style in STYLES.items() if style.searched}


@pytest.mark.parametrize("style", SEARCHED)
@given(data=draw.data(), end=draw.sampled_from(("deepest", "farthest")))
def test_the_best_never_gets_worse_and_is_what_comes_out(style: str, end: str, data: draw.DataObject) -> None:
    settings = replace(data.draw(strategies.all_settings(4, [style], 600)), end=end)
    reported, outcome = attempts.run(settings)
    shares = [progress.share for progress in reported]
    assert shares[0] == 0
    assert shares == sorted(shares)
    assert shares[-1] <= 1
    bests = [progress.best for progress in reported if progress.best is not None]
    # Once there is a best, there always is one.
    assert [progress.best for progress in reported][len(reported) - len(bests) :] == bests
    if isinstance(outcome, NotFoundError):
        assert bests == []
        return
    cost = cost_function(settings)
    for worse, better in pairwise([*bests, outcome]):
        # Of two longest ways the one that is composed of fewer copies is better.
        assert worse == better or cost(better) < cost(worse) or (style == "longest" and cost(better) == cost(worse))


@pytest.mark.parametrize("style", SEARCHED)
@given(data=draw.data())
@run_with(max_examples=15)
def test_what_is_kept_of_a_stopped_search_is_a_whole_puzzle(style: str, data: draw.DataObject) -> None:
    settings = settings_with(
        **(data.draw(strategies.all_settings(4, [style])).values | {"effort": 100_000, "start": "best"})
    )
    steps = generate_in_steps(settings)
    best = None
    for progress in islice(steps, data.draw(draw.integers(2, 9))):
        best = progress.best
    steps.close()
    if best is None:
        # The search came to its end before.
        best = generate(settings)
    assert best.settings == settings
    maze = reference.maze_of(best)
    for first, second in reference.FACES.values():
        assert reference.is_spanning_tree(maze[first, second], best.size[first], best.size[second])
    moves = reference.distances(maze, best.size, best.start)
    assert best.measures.length == len(best.solution) - 1 == moves[best.end]


@pytest.mark.parametrize(("style", "size"), [("hard", (5, 5, 5)), ("longest", (12, 12, 12))])
def test_the_best_is_shown_while_the_search_goes_on(style: str, size: reference.Triple) -> None:
    reported, puzzle = attempts.run(settings_with(size=size, style=style, effort=5000))
    assert reported[0].best is None
    assert all(progress.best is not None for progress in reported[1:])
    assert len({progress.best.faces for progress in reported if progress.best}) > 1
    assert isinstance(puzzle, Puzzle)


@pytest.mark.parametrize("style", SEARCHED)
def test_with_the_best_start_even_the_shortest_search_finds_a_puzzle(style: str) -> None:
    settings = settings_with(size=(3, 3, 3), style=style, start="best", effort=1)
    for seed in range(200):
        assert generate(replace(settings, seed=seed)).measures.length > 0


@given(strategies.puzzles(4) | strategies.puzzles_of_any_faces(4))
def test_no_structure_costs_less_than_is_told_before_the_search(puzzle: Puzzle) -> None:
    objective = hard.objective_of(Settings(size=puzzle.size, style="hard"))
    layers = puzzle.space.layers(1 << index_of(puzzle.size, puzzle.start))
    judged = objective.judge(puzzle.space, layers, 0.5, NO_LIMIT)
    assert judged is not None
    assert objective.structure(puzzle.space) <= judged.structure


def give(puzzle: Puzzle) -> float:
    """Return how far the weakest wall of a puzzle gives, by finite elements."""
    bar = Bar(3.0, 3.0, 2300.0)
    return max(max(map(max, solved(face, 5.0, 3.0, bar)[0].values())) for face in puzzle.faces)


def pairs(
    style: str, side: int, effort: int, seeds: int, start: str | tuple[int, int, int] = "auto"
) -> list[tuple[Puzzle, Puzzle]]:
    """Return what a search finds without the wish, and with it, for several seeds."""
    settings = [
        [
            settings_with(size=(side, side, side), seed=seed, style=style, effort=effort, start=start, sturdy=sturdy)
            for sturdy in (False, True)
        ]
        for seed in range(seeds)
    ]
    return [(generate(plain), generate(sturdy)) for plain, sturdy in settings]


def test_hard_puzzles_become_stiffer_and_stay_hard() -> None:
    plain, sturdy = zip(*pairs("hard", 4, 1000, 6), strict=True)
    assert mean(map(give, sturdy)) < 0.7 * mean(map(give, plain))
    assert mean(map(Puzzle.times_original, sturdy)) > 0.8 * mean(map(Puzzle.times_original, plain))


@pytest.mark.parametrize(("side", "start"), [(4, "best"), (3, (0, 0, 0))])
def test_of_longest_ways_the_stiffest_is_kept(side: int, start: str | tuple[int, int, int]) -> None:
    stiffer = 0
    for plain, sturdy in pairs("longest", side, 300, 4, start):
        assert sturdy.measures.length >= plain.measures.length
        if sturdy.measures.length == plain.measures.length:
            assert give(sturdy) < 1.001 * give(plain)
            stiffer += give(sturdy) < 0.95 * give(plain)
    assert stiffer


def test_where_no_wall_stands_nothing_is_asked_of_walls() -> None:
    flat = generate(settings_with(size=(6, 1, 1), style="hard", effort=50, sturdy=True))
    assert flat.faces[0] == Face((6, 1), 0b11111, 0)


@pytest.fixture
def always_shared(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Share out a short search, too, and hold that no process is left."""
    monkeypatch.setattr(annealing, "SHORT", 0)
    monkeypatch.setattr(annealing, "LEAST", 640)
    yield
    assert not psutil.Process().children(recursive=True)


@pytest.mark.usefixtures("always_shared")
def test_what_goes_on_is_the_same_and_no_worse() -> None:
    puzzle = generate(settings_with(size=(4, 4, 4), style="hard", seed=3, effort=1280))
    first, second = (finish(OSKAR.search_on(puzzle, jobs)) for jobs in (1, 2))
    assert first == second


@pytest.mark.usefixtures("always_shared")
def test_a_killed_process_changes_nothing() -> None:
    settings = settings_with(size=(4, 4, 4), style="hard", effort=3200)
    making, killed = Task(generate_in_steps(settings, 2)), 0
    for _ in making:
        if killed < 2 and (children := psutil.Process().children()):
            children[0].kill()
            killed += 1
    assert killed == 2
    assert making.result == generate(settings)


@pytest.mark.usefixtures("always_shared")
@pytest.mark.parametrize("steps", [1, 40])
def test_who_stops_it_leaves_no_process(steps: int) -> None:
    making = generate_in_steps(settings_with(size=(6, 6, 6), style="hard", effort=100_000), 2)
    shown = list(islice(making, steps))
    assert len(psutil.Process().children()) == 2
    making.close()
    assert shown[-1].share < 1
