# SPDX-License-Identifier: GPL-3.0-or-later
"""Waiting for something to come about, with a limit that a slow machine keeps, and one on which much else runs."""

from __future__ import annotations

import os
from collections.abc import Callable
from time import monotonic, sleep
from typing import TypeVar

Value = TypeVar("Value")

LIMIT = 120.0
"""Seconds on a machine whose processors nobody else waits for."""

LONGEST = 10
"""How many times as long it is waited at most where others do."""

PAUSE = 0.005
"""Seconds between two looks; looking is cheap."""


def wait_for(value: Callable[[], Value], what: str) -> Value:
    """Ask for a value until it is true, and return it; fail after the limit and say what did not come about."""
    begin = monotonic()
    while True:
        answer = value()
        if answer:
            return answer
        waited = monotonic() - begin
        assert waited < LIMIT or waited < longest_wait(), f"Waited {waited:.0f} seconds in vain until {what}."
        sleep(PAUSE)


def longest_wait() -> float:
    """Return how many seconds it is waited: as many times the limit as programs wait for a processor, on average."""
    return LIMIT * min(max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1)), LONGEST)
