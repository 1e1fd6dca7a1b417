# SPDX-License-Identifier: GPL-3.0-or-later
"""The kinds of puzzles: the one list of them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from .burr.kind.kind import BURR
from .kind.kind import AnyKind
from .oskar.kind.kind import OSKAR
from .packing.kind.kind import PACKING

KINDS: Mapping[str, AnyKind] = MappingProxyType({kind.name: kind for kind in (OSKAR, BURR, PACKING)})
"""All kinds, by their names. One that builds on another comes before it: it says first which texts are its own."""
