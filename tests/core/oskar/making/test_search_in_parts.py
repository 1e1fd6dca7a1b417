# SPDX-License-Identifier: GPL-3.0-or-later
"""A search that is shared out finds what one process does, and leaves none behind wherever it is stopped."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import psutil
import pytest

from puzzle_cubes.common.task import Task, finish
from puzzle_cubes.oskar.generators import settings_with
from puzzle_cubes.oskar.kind.making import generate, generate_in_steps, search_on_in_steps
from puzzle_cubes.oskar.making import annealing


@pytest.fixture(autouse=True)
def always_shared(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Share out a short search, too, and hold that no process is left."""
    monkeypatch.setattr(annealing, "SHORT", 0)
    monkeypatch.setattr(annealing, "LEAST", 640)
    yield
    assert not psutil.Process().children(recursive=True)


def test_what_goes_on_is_the_same_and_no_worse() -> None:
    puzzle = generate(settings_with(size=(4, 4, 4), style="hard", seed=3, effort=1280))
    first, second = (finish(search_on_in_steps(puzzle, jobs)) for jobs in (1, 2))
    assert first == second


def test_a_killed_process_changes_nothing() -> None:
    settings = settings_with(size=(5, 5, 5), style="hard", effort=6400)
    making, killed = Task(generate_in_steps(settings, 2)), 0
    for _ in making:
        if killed < 2 and (children := psutil.Process().children()):
            children[0].kill()
            killed += 1
    assert killed == 2
    assert making.result == generate(settings)


@pytest.mark.parametrize("steps", [1, 40])
def test_who_stops_it_leaves_no_process(steps: int) -> None:
    making = generate_in_steps(settings_with(size=(6, 6, 6), style="hard", effort=100_000), 2)
    shown = list(islice(making, steps))
    assert len(psutil.Process().children()) == 2
    making.close()
    assert shown[-1].share < 1
