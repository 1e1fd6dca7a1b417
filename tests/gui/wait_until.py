# SPDX-License-Identifier: GPL-3.0-or-later
"""Waiting for something to come about, with a limit that even a slow machine keeps."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic, sleep
from typing import TypeVar

Value = TypeVar("Value")

LIMIT = 120.0
"""Seconds."""

PAUSE = 0.005
"""Seconds between two looks; looking is cheap."""


def wait_for(value: Callable[[], Value], what: str) -> Value:
    """Ask for a value until it is true, and return it; fail after the limit and say what did not come about."""
    end = monotonic() + LIMIT
    while True:
        found = value()
        if found:
            return found
        assert monotonic() < end, f"Waited {LIMIT:g} seconds in vain until {what}."
        sleep(PAUSE)
