# SPDX-License-Identifier: GPL-3.0-or-later
"""A task in steps goes on as long as it is asked to, and keeps what it has reached whatever ends it."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager

import pytest

from puzzle_cubes.common.task import Task, finish
from puzzle_cubes.kind.facts import Progress
from puzzle_cubes.kind.kind import Search

TAKEN = [Progress(1, 2, 0.25, None), Progress(2, 2, 0.75, "better")]


def steps() -> Generator[Progress[str], None, str]:
    """Take two steps, and return what is best."""
    yield from TAKEN
    return "best"


@contextmanager
def at_work(noted: list[str]) -> Iterator[None]:
    """Note when the work ends."""
    try:
        yield
    finally:
        noted.append("over")


def test_every_step_is_reported_once_and_the_last_gives_the_puzzle() -> None:
    reported: list[Progress[str]] = []
    assert finish(steps(), reported.append) == "best"
    assert reported == TAKEN


def test_without_time_it_takes_one_step_and_in_the_end_has_the_result() -> None:
    search = Search(steps())
    reached = [(search.share, search.best)]
    while not search.advance(0.0):
        reached.append((search.share, search.best))
    assert reached == [(0.0, None), (0.25, None), (0.75, "better")]
    assert (search.share, search.best, search.result) == (1.0, "best", "best")
    # Who asks again gets the same.
    assert search.advance(0.0)
    assert search.result == "best"


def test_with_time_it_goes_on_until_it_is_done_or_must_stop() -> None:
    assert Task(steps()).advance(3600.0)
    search = Search(steps())
    assert not search.advance(3600.0, lambda: search.best is not None)
    assert search.latest == TAKEN[1]


def test_who_stops_it_keeps_the_best_and_ends_the_work() -> None:
    noted: list[str] = []

    def working() -> Generator[Progress[str], None, str]:
        with at_work(noted):
            return (yield from steps())

    search = Search(working())
    search.advance(0.0)
    search.advance(0.0)
    search.stop()
    assert noted == ["over"]
    assert not search.advance(3600.0)
    assert (search.share, search.best) == (0.75, "better")


def test_what_a_step_raises_is_raised_once_and_is_no_result() -> None:
    def failing() -> Generator[Progress[str], None, str]:
        yield from TAKEN
        raise KeyboardInterrupt

    search = Search(failing())
    with pytest.raises(KeyboardInterrupt):
        search.advance(3600.0)
    assert not search.advance(3600.0)
    assert (search.is_done, search.best) == (False, "better")
