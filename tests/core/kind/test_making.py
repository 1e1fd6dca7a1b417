# SPDX-License-Identifier: GPL-3.0-or-later
"""Making in steps reports each step until the puzzle is there."""

from __future__ import annotations

from collections.abc import Generator

from puzzle_cubes.kind.kind import Progress, finish


def test_every_step_is_reported_once_and_the_last_gives_the_puzzle() -> None:
    taken = [Progress(1, 2, 0.25, None), Progress(2, 2, 0.75, "better")]

    def steps() -> Generator[Progress[str], None, str]:
        yield from taken
        return "best"

    reported: list[Progress[str]] = []
    assert finish(steps(), reported.append) == "best"
    assert reported == taken
