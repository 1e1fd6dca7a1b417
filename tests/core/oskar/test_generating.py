# SPDX-License-Identifier: GPL-3.0-or-later
"""Puzzles meet all wishes or say what the best lacks, progress only goes forward, and ends are what was asked for."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from importlib import import_module
from itertools import groupby, pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as run_with
from hypothesis import strategies as draw
from hypothesis.strategies import DrawFn

from puzzle_cubes.kind.facts import Progress
from puzzle_cubes.kind.kind import NotFoundError
from puzzle_cubes.oskar.generating import choose_ends, generate, leaves_of_walk, shortfall, unmet
from puzzle_cubes.oskar.generators import STYLES
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.making.settings import Draft, Settings
from puzzle_cubes.oskar.maze.faces import Face
from puzzle_cubes.oskar.maze.space import ConfigurationSpace
from tests.core.oskar import reference, strategies
from tests.core.oskar.making import attempts

NOT_SEARCHED = [name for name, style in STYLES.items() if not style.searched]
"""The styles that choose the ends in faces that are there already."""

ATTEMPTS = 5
MEASURES = replace(generate(Settings(size=(3, 3, 3))).measures, length=10, corners=6)
"""The measures of a puzzle of 3x3x3, with so many moves and so many corners in reach."""


@draw.composite
def wishes(draw_one: DrawFn, style: str) -> Settings:
    """Draw settings of a style with any wishes, among them such as no puzzle can meet."""
    settings = draw_one(strategies.all_settings(4, [style], 80))
    x, y, z = settings.size
    return replace(
        settings,
        attempts=ATTEMPTS,
        minimum_length=draw_one(draw.just(0) | draw.integers(0, x * y * z - 1)),
        all_corners=draw_one(draw.booleans()),
    )


def sentences_on(settings: Settings, length: int, corners: int) -> list[str]:
    """Return patterns of the sentences on all wishes that a puzzle with these measures does not meet."""
    x, y, z = settings.size
    all_corners = len({(i, j, k) for i in (0, x - 1) for j in (0, y - 1) for k in (0, z - 1)})
    patterns = []
    if length < settings.minimum_length:
        moves = "1 move" if length == 1 else f"{length} moves"
        patterns.append(rf"Minimum length is {settings.minimum_length}: the best puzzle has {moves}\.")
    if settings.all_corners and corners < all_corners:
        patterns.append(rf"All corners should be reachable: in the best puzzle {corners} of {all_corners} are\.")
    return patterns


def lacking(settings: Settings, puzzle: Puzzle) -> list[str]:
    """Return what a puzzle lacks, measured by the plain reference."""
    maze = reference.maze_of(puzzle)
    measures = reference.measures(maze, puzzle.size, puzzle.start, puzzle.solution)
    return sentences_on(settings, int(measures["length"]), int(measures["corners"]))


@pytest.mark.parametrize("style", STYLES)
@given(data=draw.data())
def test_wishes_are_met_or_what_is_missing_is_said(style: str, data: draw.DataObject) -> None:
    settings = data.draw(wishes(style))
    reported, outcome = attempts.run(settings)
    if isinstance(outcome, Puzzle):
        assert lacking(settings, outcome) == []
        assert outcome.settings == settings
        assert outcome.start == (settings.fixed_start or outcome.start)
        return
    if outcome.best is None:
        assert re.fullmatch(r"Start is .*: in .* the mazes never allowed a move from there\. .*\.", str(outcome))
        assert STYLES[settings.style].resolved(settings).start != "best"
        return
    missing = lacking(settings, outcome.best)
    assert missing
    assert re.match(" ".join(missing) + rf" (After {ATTEMPTS} attempts it gave up:|Ask) ", str(outcome))
    assert reported[-1].best is outcome.best
    assert outcome.best is not None
    assert outcome.best.settings == settings
    assert outcome.best.start == (settings.fixed_start or outcome.best.start)


@pytest.mark.parametrize("style", NOT_SEARCHED)
@given(data=draw.data())
@run_with(max_examples=5)
def test_the_first_attempt_that_has_all_is_taken_and_else_the_one_that_lacks_least(
    style: str, data: draw.DataObject
) -> None:
    settings = data.draw(wishes(style))
    reported, outcome = attempts.run(settings)
    made = attempts_of(settings)
    puzzles = [puzzle for puzzle in made if puzzle is not None]
    enough = [puzzle for puzzle in puzzles if not lacking(settings, puzzle)]
    tried = made.index(enough[0]) if enough else ATTEMPTS
    # What is reported after an attempt is the best of all so far.
    after = [progress for progress in reported if progress.share == progress.attempt / ATTEMPTS]
    assert [progress.attempt for progress in after] == list(range(1, tried + 1))
    assert [progress.best for progress in after] == [least_lacking(settings, made[: n + 1]) for n in range(tried)]
    if isinstance(outcome, Puzzle):
        assert outcome == enough[0]
    else:
        assert enough == []
        assert outcome.best == least_lacking(settings, made)


def least_lacking(settings: Settings, made: list[Puzzle | None]) -> Puzzle | None:
    """Return the first of some puzzles that lacks least."""
    puzzles = [puzzle for puzzle in made if puzzle is not None]
    return min(puzzles, key=lambda puzzle: shortfall(settings, puzzle.measures), default=None)


def attempts_of(settings: Settings) -> list[Puzzle | None]:
    """Return the puzzles of all attempts, each made with no wishes from where the one before has left the numbers."""
    random = Random(settings.seed)
    puzzles: list[Puzzle | None] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("puzzle_cubes.oskar.generating.Random", lambda _: random)
        for _ in range(settings.attempts):
            single = replace(settings, attempts=1, minimum_length=0, all_corners=False)
            _, outcome = attempts.run(single)
            puzzles.append(replace(outcome, settings=settings) if isinstance(outcome, Puzzle) else None)
    return puzzles


def test_what_is_just_met_is_not_named() -> None:
    assert unmet(Settings((3, 3, 3), minimum_length=10, all_corners=True), replace(MEASURES, corners=8)) == ""


@pytest.mark.parametrize(
    "better", [{"length": 11}, {"corners": 7}, {"length": 20, "corners": 0}, {"corners": 8, "length": 1}]
)
def test_to_lack_less_is_better_and_to_lack_fewer_things_is_better_still(better: dict[str, Any]) -> None:
    settings = Settings(size=(3, 3, 3), minimum_length=20, all_corners=True)
    assert shortfall(settings, replace(MEASURES, **better)) < shortfall(settings, MEASURES)


PERFECT = replace(MEASURES, length=20, corners=8)


@pytest.mark.parametrize(("less", "more"), [({"length": 10}, {"corners": 3}), ({"corners": 7}, {"length": 10})])
def test_no_wish_counts_for_more_than_another(less: dict[str, Any], more: dict[str, Any]) -> None:
    settings = Settings(size=(3, 3, 3), minimum_length=20, all_corners=True)
    assert shortfall(settings, replace(PERFECT, **less)) < shortfall(settings, replace(PERFECT, **more))


def run_with_many_pauses(settings: Settings) -> tuple[list[Progress[Puzzle]], Puzzle | NotFoundError]:
    """Make a puzzle with a pause after every few positions, as in a box far larger."""
    with pytest.MonkeyPatch.context() as patch:
        module = import_module(STYLES[settings.style].make.__module__)
        # The pauses of others do not depend on how much has grown.
        if hasattr(module, "POSITIONS_BETWEEN_PAUSES"):
            patch.setattr(module, "POSITIONS_BETWEEN_PAUSES", 4)
        return attempts.run(settings)


@pytest.mark.parametrize("style", NOT_SEARCHED)
@given(data=draw.data())
@run_with(max_examples=12)
def test_shares_and_attempts_never_fall_and_the_best_only_gets_longer(style: str, data: draw.DataObject) -> None:
    settings = data.draw(strategies.all_settings(5, [style]))
    x, y, z = settings.size
    settings = replace(settings, attempts=ATTEMPTS, minimum_length=x * y * z - 1)
    reported, outcome = run_with_many_pauses(settings)
    shares = [progress.share for progress in reported]
    assert shares == sorted(shares)
    assert all(0 <= share <= 1 for share in shares)
    for progress in reported:
        assert (progress.attempt - 1) / ATTEMPTS <= progress.share <= progress.attempt / ATTEMPTS
        assert progress.attempts == ATTEMPTS
    # Every attempt that was not enough has been reported.
    tried = [attempt for attempt, _ in groupby(reported, key=lambda progress: progress.attempt)]
    assert tried == list(range(1, len(tried) + 1))
    if isinstance(outcome, NotFoundError):
        assert len(tried) == ATTEMPTS
        assert shares[-1] == 1
        assert reported[-1].best is outcome.best
    else:
        assert outcome.measures.length >= settings.minimum_length
    lengths = [progress.best.measures.length if progress.best else 0 for progress in reported]
    assert lengths == sorted(lengths)
    # Until one is enough.
    assert all(length < settings.minimum_length for length in lengths)


@pytest.mark.parametrize("style", NOT_SEARCHED)
def test_a_large_box_makes_pauses(style: str) -> None:
    reported, _ = run_with_many_pauses(Settings(size=(6, 6, 6), style=style, attempts=1))
    grows = style not in {"division", "independent", "serpentine"}
    assert len(reported) >= (10 if grows else 1)
    assert all(progress.best is None for progress in reported)


def plain_walk(
    maze: reference.Maze, size: reference.Triple, root: reference.Triple, random: Random
) -> tuple[list[list[reference.Triple]], set[reference.Triple]]:
    """Walk depth-first by recursion; return the branches where it had to turn back, and all that it visited."""
    visited = {root}
    dead_ends = []

    def walk(branch: list[reference.Triple]) -> None:
        # The neighbors in the order of their axes, up before down, as the core looks at them.
        x, y, z = branch[-1]
        in_order = ((x + 1, y, z), (x - 1, y, z), (x, y + 1, z), (x, y - 1, z), (x, y, z + 1), (x, y, z - 1))
        legal = set(reference.neighbors(maze, size, branch[-1]))
        stuck = True
        while ways := [neighbor for neighbor in in_order if neighbor in legal - visited]:
            stuck = False
            neighbor = ways[int(random.random() * len(ways))]
            visited.add(neighbor)
            walk([*branch, neighbor])
        if stuck:
            dead_ends.append(branch)

    walk([root])
    return dead_ends, visited


@given(strategies.puzzles(5) | strategies.puzzles_of_any_faces(4), draw.integers(0, 2**31), draw.data())
def test_the_leaves_are_those_of_a_plain_walk(puzzle: Puzzle, seed: int, data: draw.DataObject) -> None:
    root = data.draw(strategies.positions(puzzle.size))
    maze = reference.maze_of(puzzle)
    dead_ends, visited = plain_walk(maze, puzzle.size, root, Random(seed))
    assert visited == set(reference.distances(maze, puzzle.size, root))
    first, deepest = leaves_of_walk(puzzle.space, root, Random(seed))
    assert first == dead_ends[0][-1]
    assert deepest == max(dead_ends, key=len)[-1]
    assert all(
        neighbor in reference.neighbors(maze, puzzle.size, here)
        for way in dead_ends
        for here, neighbor in pairwise(way)
    )


@given(strategies.puzzles_of_any_faces(4), draw.integers(0, 2**31), draw.data())
def test_ends_of_faces_of_any_kind(puzzle: Puzzle, seed: int, data: draw.DataObject) -> None:
    size, maze = puzzle.size, reference.maze_of(puzzle)
    start = data.draw(draw.sampled_from(("center", "best")) | strategies.positions(size))
    end = data.draw(draw.sampled_from(("deepest", "first", "farthest")))
    settings = Settings(size=size, start=start, end=end)
    root = data.draw(draw.none() | strategies.positions(size))
    chosen_start, chosen_end = choose_ends(settings, puzzle.space, Draft(puzzle.faces, root), Random(seed))
    moves = reference.distances(maze, size, chosen_start)
    if settings.fixed_start is not None:
        assert chosen_start == settings.fixed_start
        assert (chosen_end == chosen_start) == (len(moves) == 1)
        assert end != "farthest" or moves[chosen_end] == max(moves.values())
    else:
        # The maze that grew from a root is entered there, any other in its largest part.
        part = reference.distances(maze, size, root) if root else max(reference.components(maze, size), key=len)
        assert len(moves) == len(part)
        assert root is None or set(moves) == set(part)
        assert moves[chosen_end] == max(reference.distances(maze, size, chosen_end).values())
        if end == "farthest":
            assert moves[chosen_end] == max(max(reference.distances(maze, size, begin).values()) for begin in moves)


@given(strategies.puzzles(4), draw.integers(0, 2**31), draw.data())
def test_ends_that_the_growth_or_the_search_has_told(puzzle: Puzzle, seed: int, data: draw.DataObject) -> None:
    size, maze = puzzle.size, reference.maze_of(puzzle)
    start = data.draw(draw.sampled_from(("center", "best")) | strategies.positions(size))
    deepest, first = data.draw(strategies.positions(size)), data.draw(strategies.positions(size))
    for end, leaf in (("deepest", deepest), ("first", first)):
        settings = Settings(size=size, start=start, end=end)
        draft = Draft(puzzle.faces, settings.center, leaves=(first, deepest))
        chosen_start, chosen_end = choose_ends(settings, puzzle.space, draft, Random(seed))
        assert chosen_end == leaf
        moves = reference.distances(maze, size, leaf)
        assert chosen_start == (settings.fixed_start or chosen_start)
        assert settings.fixed_start is not None or moves[chosen_start] == max(moves.values())
    for end in ("deepest", "farthest"):
        settings = Settings(size=size, start=start, end=end)
        draft = Draft(puzzle.faces, ends=(puzzle.start, puzzle.end))
        assert choose_ends(settings, puzzle.space, draft, Random(seed)) == (puzzle.start, puzzle.end)


def test_every_branch_is_walked_first_alike_often() -> None:
    # In a flat star of four arms the first dead end is the end of any arm.
    size = (3, 3, 1)
    cross = Face((3, 3), 0b000011000, 0b000010010)
    corridor = Face((3, 1), 0b011, 0)
    space = ConfigurationSpace.from_faces(size, (cross, corridor, corridor))
    random = Random(5)
    firsts = Counter(leaves_of_walk(space, (1, 1, 0), random)[0] for _ in range(1000))
    assert set(firsts) == {(1, 0, 0), (1, 2, 0), (0, 1, 0), (2, 1, 0)}
    assert all(200 < count < 300 for count in firsts.values())
