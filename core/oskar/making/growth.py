# SPDX-License-Identifier: GPL-3.0-or-later
"""The interface between a style and faces in which trees of positions grow."""

from __future__ import annotations

from random import Random
from typing import Protocol

from ..maze.faces import Faces
from ..maze.space import Position
from .growing_faces import Node
from .growth_record import GrowthRecord


class Growth(Protocol):
    """Trees of positions that grow into faces; ``discovered`` holds 0 for each position that is in none."""

    discovered: bytearray
    record: GrowthRecord

    def root(self, position: Position) -> Node:
        """Discover a position from which a tree is to grow."""

    def came(self, node: Node) -> int:
        """Return the direction by which a position was discovered, or ROOT."""

    def ways_on(self, node: Node) -> list[tuple[int, Node]]:
        """Return the positions beside one that may be discovered from it, with the directions."""

    def way_on(self, node: Node, direction: int) -> Node | None:
        """Return the position in a direction, if it is one of the ways on."""

    def random_way_on(self, node: Node, random: Random) -> Node | None:
        """Discover a random one of the ways on, and return it; None where there is none."""

    def discover(self, node: Node, direction: int) -> bool:
        """Discover a position by a move in a direction; report whether that was possible."""

    def complete(self, random: Random) -> Faces:
        """Return the faces with everything joined on that is not part of them yet."""
