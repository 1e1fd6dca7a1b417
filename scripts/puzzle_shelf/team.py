# SPDX-License-Identifier: GPL-3.0-or-later
"""The team that does the work: processes of this machine, or a Dask cluster that runs already."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from puzzle_cubes.common.errors import ExportError
from puzzle_cubes.common.sharing import processors, shared_out
from puzzle_cubes.common.task import LostError, Work

Task = TypeVar("Task")


class Team(Protocol):
    """Those who do tasks side by side."""

    @property
    def threads(self) -> int:
        """How many tasks are done at the same time."""

    def results(
        self, work: Work, common: Any, tasks: Iterable[Task], named: Callable[[Task], str]
    ) -> Iterator[tuple[Task, Any]]:
        """Have tasks done, which are taken when there is somebody to do them, and yield what comes out, in any order.

        Raises what is wrong with a task's values, and ExportError, which names the task, where one is lost again and
        again with who did it.
        """


@dataclass(frozen=True)
class Processes:
    """Processes of this machine, which are there at once and end with this one."""

    threads: int

    def results(
        self, work: Work, common: Any, tasks: Iterable[Task], named: Callable[[Task], str]
    ) -> Iterator[tuple[Task, Any]]:
        """Do as a team does."""
        with closing(shared_out(work, common, tasks, self.threads)) as signs:
            try:
                yield from ((sign.task, sign.value) for sign in signs if sign is not None and sign.is_done)
            except LostError as error:
                raise ExportError(f"{str(error)[:-1]}, {named(error.task)}.") from error


@contextmanager
def progress(total: int, done: int = 0, *, quiet: bool = False, **shown: Any) -> Iterator[Callable[[int], object]]:
    """Give a function to be called with how many more are done; a terminal shows them, the rate and the time left.

    ``shown`` are words of tqdm's, as the ``unit``.
    """
    from tqdm import tqdm

    # Without a word it is disabled where there is no terminal.
    disable = True if quiet or sys.stderr is None else None
    with tqdm(total=total, initial=done, disable=disable, dynamic_ncols=True, **shown) as bar:
        yield bar.update


def team_of(scheduler: str | None, workers: int | None, note: Callable[[str], object]) -> AbstractContextManager[Team]:
    """Give a team: so many processes, or one for each core, or the cluster of a scheduler with that address.

    ``note`` is called with where the cluster listens. Raises ExportError where there is none.
    """
    if scheduler is None:
        return nullcontext(Processes(workers or processors()))
    # Only who uses it needs Dask.
    from .cluster import connected

    return connected(scheduler, note)
