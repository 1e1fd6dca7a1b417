# SPDX-License-Identifier: GPL-3.0-or-later
"""What is clicked in a list is chosen."""

from __future__ import annotations

from functools import partial

import pytest

from tests.gui.sidebar import Sidebar
from tests.gui.wait_until import wait_for

CHOICES = {
    "style": ("Hard", "HARD"),
    "effort_choice": ("Thorough", "THOROUGH"),
    "start_choice": ("Best", "BEST"),
    "end": ("Farthest", "FARTHEST"),
}


@pytest.mark.thorough
@pytest.mark.once
def test_lists(sidebar: Sidebar) -> None:
    for name, (label, value) in CHOICES.items():
        sidebar.choose(f"Scene.{name}", label)
        wait_for(partial(is_set, sidebar, name, value), f"'{label}' is chosen")


def is_set(sidebar: Sidebar, name: str, value: str) -> bool:
    """Report whether a setting of the next puzzle has a value."""
    return bool(sidebar.window.state()["settings"]["oskar"][name] == value)
