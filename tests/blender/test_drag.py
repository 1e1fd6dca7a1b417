# SPDX-License-Identifier: GPL-3.0-or-later
"""The drag that is timed beside an older revision runs."""

from __future__ import annotations

import pytest
from against import DRAG, processor_seconds
from same import ROOT

pytestmark = pytest.mark.once


def test_a_drag_takes_some_time() -> None:
    assert processor_seconds(ROOT, DRAG) > 0
