# SPDX-License-Identifier: GPL-3.0-or-later
"""The six directions of a grid."""

from __future__ import annotations

Direction = tuple[int, int]
"""An axis, 0 to 2 for x to z, and a step along it, 1 or -1."""
