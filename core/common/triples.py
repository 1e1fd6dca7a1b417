# SPDX-License-Identifier: GPL-3.0-or-later
"""Tuples of three: one item for each axis or each face."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

Item = TypeVar("Item")


def triple(items: Iterable[Item]) -> tuple[Item, Item, Item]:
    """Return three items as a tuple; raises ValueError where there are more or less."""
    first, second, third = items
    return first, second, third
