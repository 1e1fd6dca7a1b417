# SPDX-License-Identifier: GPL-3.0-or-later
"""The kinds of puzzles: the one list of them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from .kind.kind import Kind
from .oskar.kind import OSKAR
from .packing.kind import PACKING

KINDS: Mapping[str, Kind[Any, Any]] = MappingProxyType({kind.name: kind for kind in (OSKAR, PACKING)})
"""All kinds, by their names."""
