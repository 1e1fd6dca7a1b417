# SPDX-License-Identifier: GPL-3.0-or-later
"""A transaction on small files, interrupted on purpose: at the steps that it announces, and at its lines."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from traceback import format_exception
from types import FrameType
from typing import Any, TypeVar

from puzzle_cubes.common import interrupts
from puzzle_cubes.export import transaction
from puzzle_cubes.export.transaction import HIDDEN, Transaction

Result = TypeVar("Result")

OLD = {"a.txt": b"old a", "b.txt": b"old b", "bed_1.txt": b"old bed 1", "bed_2.txt": b"old bed 2", "notes.txt": b"mine"}
NEW = {"a.txt": b"new a", "b.txt": b"new b", "bed_1.txt": b"new bed 1", "c.txt": b"new c", "notes.txt": b"mine"}
"""What stands in a folder before and after: a file comes, one goes, and the user's own stays as it is."""

OTHER_OLD, OTHER_NEW = {"coupon.txt": b"old"}, {"coupon.txt": b"new"}
"""What stands in another folder, of the same transaction."""


def put(folder: Path, files: dict[str, bytes]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in files.items():
        (folder / name).write_bytes(data)


def seen(folder: Path) -> dict[str, bytes]:
    """Return what the user sees in a folder: all but the hidden one, which is a transaction's."""
    if not folder.is_dir():
        return {}
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.name != HIDDEN}


def hidden(folder: Path) -> list[str]:
    """Return what lies in the hidden folder, and that folder itself."""
    hidden_folder = folder / HIDDEN
    return [str(file.relative_to(folder)) for file in (hidden_folder, *hidden_folder.rglob("*")) if file.exists()]


def prepare(begun: Transaction, folder: Path, second_folder: Path) -> None:
    new = {name: data for name, data in NEW.items() if name != "notes.txt"}
    begun.write(folder, {name: partial(_write, data) for name, data in new.items()}, r"bed_\d\.txt")
    begun.write(second_folder, {name: partial(_write, data) for name, data in OTHER_NEW.items()})


def write_new(folder: Path, second_folder: Path) -> None:
    with Transaction() as begun:
        prepare(begun, folder, second_folder)
        begun.commit()


def next_export(folder: Path) -> None:
    """Begin an export to a folder that writes nothing, as one does that is refused."""
    with Transaction() as begun:
        begun.begin(folder)


def _write(data: bytes, path: Path) -> None:
    path.write_bytes(data)


@contextmanager
def at_steps(do: Callable[[int], None]) -> Iterator[None]:
    """Call a function before and after every step of transactions, with the moment: even before a step, odd after."""
    step = transaction.step
    count = iter(range(1_000_000))

    def interrupted(change: Callable[..., Result], *arguments: Any) -> Result:
        number = next(count)
        do(2 * number)
        try:
            return step(change, *arguments)
        finally:
            do(2 * number + 1)

    transaction.step = interrupted
    try:
        yield
    finally:
        transaction.step = step


def moments(run: Callable[[], object]) -> int:
    """Return the number of moments before and after the steps of what is run."""
    reached: list[int] = []
    with at_steps(reached.append):
        run()
    return max(reached) + 1


def killed_at(moment: int, run: Callable[[], object]) -> bool:
    """Run something in a process of its own, which is killed at a moment; return whether it came to that."""

    def kill(number: int) -> None:
        if number == moment:
            os.kill(os.getpid(), signal.SIGKILL)

    child = os.fork()
    if not child:
        with at_steps(kill):
            run()
        os._exit(0)
    _, status = os.waitpid(child, 0)
    assert status in {0, signal.SIGKILL}
    return status != 0


def in_child(run: Callable[[], object]) -> str:
    """Run something in a process of its own; return the assertion that failed there, or nothing.

    What is raised between any two lines can leave Python itself in disorder, and signals are a process's own.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        said = ""
        try:
            run()
        except BaseException as error:  # noqa: BLE001  (whatever it is, it is said)
            said = "".join(format_exception(error, chain=False))
        os.write(writing, said.encode()[-4000:])
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as file:
        said = file.read()
    assert os.waitpid(child, 0)[1] == 0
    return said


@contextmanager
def signals_at_lines(line: int, further: int | None) -> Iterator[list[int]]:
    """Send Ctrl-C at the line with a number, of the transaction's files and of this, and again at a further call.

    Gives a list that gets the number of that line when it is reached.
    """
    files = {transaction.__file__, interrupts.__file__, transaction.__file__, __file__}
    lines, calls, reached = iter(range(1_000_000)), iter(range(1_000_000)), []

    def trace(frame: FrameType, event: str, argument: object) -> Any:
        if frame.f_code.co_filename not in files:
            return None
        if event == "line" and next(lines) == line:
            reached.append(line)
            signal.raise_signal(signal.SIGINT)
        return trace

    def profile(frame: FrameType, event: str, argument: object) -> None:
        if reached and next(calls) == further:
            signal.raise_signal(signal.SIGINT)

    profiled, traced = sys.getprofile(), sys.gettrace()
    sys.setprofile(profile)
    sys.settrace(trace)
    try:
        yield reached
    finally:
        sys.settrace(traced)
        sys.setprofile(profiled)
