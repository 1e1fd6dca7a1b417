# SPDX-License-Identifier: GPL-3.0-or-later
"""Fixtures and options for all tests."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

# What tests start in processes of its own finds the package and the scripts as the tests do.
os.environ["PYTHONPATH"] = os.pathsep.join(map(str, (ROOT / "build" / "package", ROOT / "scripts")))


@pytest.fixture(scope="session", autouse=True)
def answered_interrupts() -> None:
    """Answer Ctrl-C as in a terminal: what a shell starts in the background ignores it, and so would all it starts."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
