# SPDX-License-Identifier: GPL-3.0-or-later
"""What holds for all tests."""

from __future__ import annotations

import signal

import pytest


@pytest.fixture(scope="session", autouse=True)
def answered_interrupts() -> None:
    """Answer Ctrl-C as in a terminal: what a shell starts in the background ignores it, and so would all it starts."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
