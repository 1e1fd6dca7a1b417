# SPDX-License-Identifier: GPL-3.0-or-later
"""Signals that end a program end what is done, wait for it, or come too late; later they are answered as before."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

from puzzle_cubes.common import interrupts
from puzzle_cubes.common.interrupts import SIGNALS, Interrupts, held_back

ALL = pytest.mark.parametrize("number", SIGNALS, ids=lambda number: number.name)


class OutsideError(Exception):
    """The error that the answer raises that is there before."""


def answer(*_: object) -> None:
    raise OutsideError


@pytest.fixture(autouse=True)
def answered_outside() -> Iterator[None]:
    """Answer all signals in a way that can be told from all others."""
    earlier = {number: signal.signal(number, answer) for number in SIGNALS}
    yield
    for number, before in earlier.items():
        signal.signal(number, before)


@ALL
def test_a_signal_ends_what_is_done_and_outside_it_is_answered_as_before(number: signal.Signals) -> None:
    with pytest.raises(KeyboardInterrupt), Interrupts():
        signal.raise_signal(number)
    with pytest.raises(OutsideError):
        signal.raise_signal(number)


@ALL
def test_for_good_it_is_ignored_after_the_end(number: signal.Signals) -> None:
    with Interrupts(for_good=True):
        pass
    signal.raise_signal(number)
    # Python takes back its own answers while it ends, and this one stays.
    assert signal.getsignal(number) is signal.SIG_IGN


def test_the_same_wish_again_is_noted_and_a_later_one_ends_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(interrupts, "monotonic", lambda: now[0])
    with Interrupts():
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        now[0] += interrupts.SAME_WISH * 0.99
        signal.raise_signal(signal.SIGINT)
        now[0] = 100.0 + interrupts.SAME_WISH
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)


def test_once_it_is_decided_signals_are_too_late() -> None:
    with Interrupts() as listening:
        listening.decide()
        signal.raise_signal(signal.SIGTERM)


def test_a_signal_that_was_lost_on_its_way_is_raised_when_it_is_decided() -> None:
    with Interrupts() as listening:
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGTERM)
        with pytest.raises(KeyboardInterrupt):
            listening.decide()


def test_a_signal_that_was_answered_is_none_any_more() -> None:
    with Interrupts() as listening:
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        listening.answered()
        listening.decide()


@ALL
def test_held_back_a_signal_waits_for_the_end_and_comes_once(number: signal.Signals) -> None:
    done = []

    def work() -> None:
        with held_back():
            signal.raise_signal(number)
            signal.raise_signal(signal.SIGINT)
            done.append(number)

    with pytest.raises(OutsideError):
        work()
    assert done == [number]


def test_of_several_held_back_the_first_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []
    for number in SIGNALS:
        signal.signal(number, lambda came, _: seen.append(came))
    with held_back():
        signal.raise_signal(signal.SIGTERM)
        signal.raise_signal(signal.SIGINT)
        assert seen == []
    assert seen == [signal.SIGTERM]


@ALL
def test_what_is_ignored_stays_ignored(number: signal.Signals) -> None:
    signal.signal(number, signal.SIG_IGN)
    with Interrupts(), held_back():
        signal.raise_signal(number)
    signal.raise_signal(number)
