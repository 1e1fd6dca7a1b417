# SPDX-License-Identifier: GPL-3.0-or-later
"""A search through all ways to cover all items, which can stop at any node and continue later."""

from __future__ import annotations

from collections.abc import Sequence

from ...common.errors import InputError
from ..terms.placements import bits
from .cover import Cover


class Search:
    """Goes through the nodes of a cover in depth, always in the same order."""

    def __init__(self, cover: Cover, path: Sequence[int] = (), *, only_below: bool = False) -> None:
        """Go on at the end of a path, which are the placements that were chosen to come there.

        With ``only_below`` the search ends where all is done that begins with the path. Raises InputError for a path
        that leads nowhere.
        """
        self.cover = cover
        """The tables at the node that is next."""
        self._node = cover.root
        self._chosen: list[int] = []
        # For each turn-off: its tables, what is possible, open and used there, the choices that are left, and how many
        # pieces had been chosen.
        self._waiting: list[tuple[Cover, int, int, tuple[int, ...], int, int]] = []
        self.is_done = False
        self.nodes = 0
        """Nodes that this search has gone through."""
        self.deepest: tuple[int, ...] = ()
        """The most placements that this search has chosen together."""
        self.share = 0.0
        """How much of the search lay before the path."""
        weight = 1.0
        for number in path:
            possible, open_items, used, near = self._node
            choices = self._choices
            if not 0 <= number < len(cover) or not choices >> number & 1:
                raise InputError("The place where the search stopped does not belong to this puzzle.")
            before = choices & (1 << number) - 1
            weight /= choices.bit_count()
            self.share += weight * before.bit_count()
            choices ^= before | 1 << number
            possible ^= before
            if choices and not only_below:
                self._waiting.append((cover, possible ^ 1 << number, open_items, used, choices, len(self._chosen)))
            self._node = cover.place((possible, open_items, used, near), number)
            self._chosen.append(number)

    @property
    def path(self) -> tuple[int, ...]:
        """The choices that lead to the node that is next."""
        return tuple(self._chosen)

    @property
    def waiting(self) -> list[tuple[int, ...]]:
        """The paths that come after the node that is next and all below it, in their order."""
        return [
            (*self._chosen[:depth], cover.name(number))
            for cover, *_, choices, depth in reversed(self._waiting)
            for number in bits(choices)
        ]

    @property
    def following(self) -> list[tuple[int, ...]]:
        """The paths that are one choice longer: together they find all that is below the node that is next.

        There are none where everything is covered, as the node itself is found then, or where nothing can be chosen.
        """
        return [(*self._chosen, self.cover.name(number)) for number in bits(self._choices)] if self._node[1] else []

    def go_on(self, nodes: int, most: int) -> list[tuple[int, ...]]:
        """Return the ways to cover everything that are found in so many nodes, or until there are so many of them."""
        if self.is_done:
            return []
        # Most of all time is spent in this loop: it calls what it must, and nothing else.
        chosen, waiting, cover = self._chosen, self._waiting, self.cover
        possible, open_items, used, near = self._node
        choices_at, leaves, apart, lying, worth_shortening = cover.at_hand
        # The turn-off above, and its choices that are left: it waits with the others only while one goes on below it.
        left = above = above_open = 0
        above_used = used
        found: list[tuple[int, ...]] = []
        gone, most_placed = 0, len(self.deepest)
        while gone < nodes:
            gone += 1
            if open_items:
                choices = choices_at(possible, open_items, near)
            else:
                found.append(tuple(chosen))
                if len(found) == most:
                    nodes = gone
                # Optional cells may have room for further pieces.
                choices = possible
            if choices:
                if left:
                    waiting.append((cover, above, above_open, above_used, left, len(chosen) - 1))
                if worth_shortening and possible.bit_count() in worth_shortening:
                    cover, possible, choices = cover.shortened(possible, choices)
                    choices_at, leaves, apart, lying, worth_shortening = cover.at_hand
                above, above_open, above_used, left = possible, open_items, used, choices
                chosen.append(-1)
            else:
                if len(chosen) > most_placed:
                    self.deepest, most_placed = tuple(chosen), len(chosen)
                if not left:
                    if not waiting:
                        self.is_done = True
                        break
                    there, above, above_open, above_used, left, depth = waiting.pop()
                    del chosen[depth + 1 :]
                    if there is not cover:
                        cover = there
                        choices_at, leaves, apart, lying, worth_shortening = cover.at_hand
            # The lowest is gone on with; the others wait, and need not look at this one any more.
            low = left & -left
            left ^= low
            above ^= low
            number = low.bit_length() - 1
            name, left_open, beside, several = lying[number]
            possible = above & (apart[number] or leaves(number))
            open_items = above_open & left_open
            used = above_used
            if several is not None:
                possible, open_items, used = cover.counted(possible, open_items, used, several)
            near = beside & open_items
            chosen[-1] = name
        if left:
            waiting.append((cover, above, above_open, above_used, left, len(chosen) - 1))
        self._node, self.cover = (possible, open_items, used, near), cover
        self.nodes += gone
        return found

    @property
    def _choices(self) -> int:
        possible, open_items, _, near = self._node
        # Where all is covered, optional cells may have room for further pieces.
        return self.cover.choices(possible, open_items, near) if open_items else possible
