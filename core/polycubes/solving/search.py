# SPDX-License-Identifier: GPL-3.0-or-later
"""A search through all ways to cover all items, which can stop at any node and continue later."""

from __future__ import annotations

from collections.abc import Sequence

from ...common.errors import InputError
from ..terms.placements import bits
from .cover import Cover, Node


class Search:
    """Goes through the nodes of a cover in depth, always in the same order."""

    def __init__(self, cover: Cover, path: Sequence[int] = (), *, only_below: bool = False) -> None:
        """Go on at the end of a path, which are the placements that were chosen to come there.

        With ``only_below`` the search ends where all is done that begins with the path. Raises InputError for a path
        that leads nowhere.
        """
        self._cover = cover
        self._node = cover.root
        self._chosen: list[int] = []
        # For each turn-off: the node, the choices that are left, and how many pieces had been chosen.
        self._waiting: list[tuple[Node, int, int]] = []
        self.is_done = False
        self.nodes = 0
        """Nodes that this search has gone through."""
        self.deepest: tuple[int, ...] = ()
        """The most placements that this search has chosen together."""
        self.share = 0.0
        """How much of the search lay before the path."""
        weight = 1.0
        for number in path:
            possible, open_items, used, last = self._node
            choices = self._choices(self._node)
            if not 0 <= number < len(cover) or not choices >> number & 1:
                raise InputError("The place where the search stopped does not belong to this puzzle.")
            before = choices & (1 << number) - 1
            weight /= choices.bit_count()
            self.share += weight * before.bit_count()
            self._choose((possible ^ before, open_items, used, last), choices ^ before)
        if only_below:
            self._waiting.clear()

    @property
    def path(self) -> tuple[int, ...]:
        """The choices that lead to the node that is next."""
        return tuple(self._chosen)

    @property
    def waiting(self) -> list[tuple[int, ...]]:
        """The paths that come after the node that is next and all below it, in their order."""
        return [
            (*self._chosen[:depth], number) for _, choices, depth in reversed(self._waiting) for number in bits(choices)
        ]

    @property
    def following(self) -> list[tuple[int, ...]]:
        """The paths that are one choice longer: together they find all that is below the node that is next.

        There are none where everything is covered, as the node itself is found then, or where nothing can be chosen.
        """
        return [(*self._chosen, number) for number in bits(self._choices(self._node))] if self._node[1] else []

    def go_on(self, nodes: int, most: int) -> list[tuple[int, ...]]:
        """Return the ways to cover everything that are found in so many nodes, or until there are so many of them."""
        # Most of all time is spent in this loop: it calls what it must, and nothing else.
        cover_choices, place = self._cover.choices, self._cover.place
        chosen, waiting, node = self._chosen, self._waiting, self._node
        found: list[tuple[int, ...]] = []
        gone = 0
        while not self.is_done and gone < nodes and len(found) < most:
            gone += 1
            possible, open_items, used, last = node
            if open_items:
                choices = cover_choices(possible, open_items, last)
            else:
                found.append(tuple(chosen))
                # Optional cells may have room for further pieces.
                choices = possible
            if not choices:
                if len(chosen) > len(self.deepest):
                    self.deepest = tuple(chosen)
                if not waiting:
                    self.is_done = True
                    break
                node, choices, depth = waiting.pop()
                del chosen[depth:]
                possible, open_items, used, last = node
            # The lowest is gone on with; the others wait, and need not look at this one any more.
            low = choices & -choices
            if choices != low:
                waiting.append(((possible ^ low, open_items, used, last), choices ^ low, len(chosen)))
            number = low.bit_length() - 1
            node = place(node, number)
            chosen.append(number)
        self._node = node
        self.nodes += gone
        return found

    def _choices(self, node: Node) -> int:
        possible, open_items, _, last = node
        # Where all is covered, optional cells may have room for further pieces.
        return self._cover.choices(possible, open_items, last) if open_items else possible

    def _choose(self, node: Node, choices: int) -> None:
        """Go on with the lowest of some choices; the others wait, and need not look at this one any more."""
        low = choices & -choices
        if choices != low:
            possible, open_items, used, last = node
            self._waiting.append(((possible ^ low, open_items, used, last), choices ^ low, len(self._chosen)))
        number = low.bit_length() - 1
        self._node = self._cover.place(node, number)
        self._chosen.append(number)
