# SPDX-License-Identifier: GPL-3.0-or-later
"""Signals that end a program, as Ctrl-C does: raised once, or held back where something must not be cut in two."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from types import FrameType
from typing import Self

SIGNALS = tuple(
    signal.Signals[name] for name in ("SIGHUP", "SIGBREAK", "SIGTERM", "SIGINT") if name in signal.Signals.__members__
)
"""The signals that ask a program to end, those that there are on this system; Ctrl-C, which is usual, comes last."""

SAME_WISH = 1.0
"""Seconds in which a further signal is part of the same wish: what is being put in order is not interrupted by it."""

Handler = Callable[[int, FrameType | None], object] | int


class Interrupts:
    """While it is entered, a signal that ends a program raises KeyboardInterrupt, until it is decided what is done.

    A second one right after the first is only noted. With ``for_good`` signals are ignored after the end, for a program
    that has nothing to do any more.
    """

    def __init__(self, *, for_good: bool = False) -> None:
        self._for_good = for_good
        self._earlier: Mapping[signal.Signals, Handler] = {}
        self._raised: float | None = None
        self._decided = False

    def __enter__(self) -> Self:
        self._earlier = _replaceable()
        _answer(dict.fromkeys(self._earlier, self._come))
        return self

    def __exit__(self, *_: object) -> None:
        self._decided = True
        # What Python itself answers ends with it, and a signal would then end what is done already.
        _answer(dict.fromkeys(self._earlier, signal.SIG_IGN) if self._for_good else self._earlier)

    def decide(self) -> None:
        """Ignore signals from now on; raises KeyboardInterrupt where one has come and was lost on its way.

        Blender prints what is raised while it calls a function of the add-on, and goes on.
        """
        self._decided = True
        if self._raised is not None:
            raise KeyboardInterrupt

    def answered(self) -> None:
        """Go on after a signal that was answered by another end than that of the program."""
        self._raised = None

    def _come(self, *_: object) -> None:
        if self._decided or (self._raised is not None and monotonic() < self._raised + SAME_WISH):
            return
        self._raised = monotonic()
        raise KeyboardInterrupt


@contextmanager
def held_back() -> Iterator[None]:
    """Let signals that end a program wait for the end of what is done."""
    came: list[int] = []
    earlier = _replaceable()
    try:
        _answer(dict.fromkeys(earlier, lambda number, _: came.append(number)))
        yield
    finally:
        _answer(earlier)
        for number in came[:1]:
            signal.raise_signal(number)


@contextmanager
def temporary_folder(place: Path) -> Iterator[Path]:
    """Give a hidden folder in another one, which is gone at the end, whenever a signal comes; raises OSError."""
    with ExitStack() as stack:
        # A signal that comes between making it and knowing of it would leave it there.
        with held_back():
            folder = stack.enter_context(TemporaryDirectory(prefix=".puzzle_cubes.", dir=place))
        try:
            yield Path(folder)
        finally:
            with held_back():
                stack.close()


def _replaceable() -> dict[signal.Signals, Handler]:
    """Return the answers to signals that may be exchanged: not "ignore", as nohup wants it, and not Blender's own."""
    answers = {number: signal.getsignal(number) for number in SIGNALS}
    return {number: answer for number, answer in answers.items() if answer not in {None, signal.SIG_IGN}}


def _answer(answers: Mapping[signal.Signals, Handler]) -> None:
    """Set the answers to signals; nothing can be set but where Python itself began to run."""
    for number, answer in answers.items():
        with suppress(ValueError):
            signal.signal(number, answer)
