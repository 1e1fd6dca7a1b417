# SPDX-License-Identifier: GPL-3.0-or-later
"""The panel of shelves has room for its labels; what it does is tested in tests/blender/tab/test_shelf.py."""

from __future__ import annotations

import pytest

from tests.gui.labels import labels_cut_off
from tests.gui.sidebar import Sidebar

pytestmark = pytest.mark.once


@pytest.mark.thorough
def test_no_label_of_the_panel_is_cut_off(sidebar: Sidebar) -> None:
    sidebar.open_alone("Shelf")
    assert not labels_cut_off(sidebar, "19-shelf")
