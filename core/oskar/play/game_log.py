# SPDX-License-Identifier: GPL-3.0-or-later
"""The log of a game: what the player did and when, and how it ended; nothing on who played it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

from ...common.playing import Direction
from .game import Game

FORMAT = "oskars-cube-game"
VERSION = 1

HINT, TAKE_BACK, RESTART = "hint", "back", "restart"
"""What a press asks for besides a move."""


class GameLog:
    """The presses of a game since it began, at a time of any time zone."""

    def __init__(self, game: Game, began: datetime) -> None:
        self._game = game
        self._began = began.astimezone(UTC)
        self._first = game.position
        self._presses: list[tuple[float, str, bool]] = []
        self._solved_after: float | None = None

    def note(self, seconds: float, asked: Direction | str, moved: bool) -> None:
        """Note a press after so many seconds: what it asked for, and whether the cross has moved."""
        what = asked if isinstance(asked, str) else direction_text(asked)
        self._presses.append((round(seconds, 3), what, moved))
        if self._game.solved and self._solved_after is None:
            self._solved_after = round(seconds, 3)

    def line(self, seconds: float, ended: str, puzzle: str, facts: Mapping[str, Any]) -> str:
        """Return the line on a game that ended after so many seconds in some way, without a line break.

        ``puzzle`` is the text of its native file, by whose SHA-256 it is known, and ``facts`` are what a log is to say
        of it besides.
        """
        asked = [what for _, what, _ in self._presses]
        return json.dumps(
            {
                "format": FORMAT,
                "version": VERSION,
                "began": self._began.isoformat(timespec="seconds"),
                "puzzle": {"sha256": sha256(puzzle.encode()).hexdigest(), **facts},
                "from": self._first,
                "presses": self._presses,
                "hints": asked.count(HINT),
                "taken_back": sum(moved for _, what, moved in self._presses if what == TAKE_BACK),
                "restarts": asked.count(RESTART),
                "moves": sum(moved for _, what, moved in self._presses if what[0] in "+-"),
                "solved": self._solved_after is not None,
                "solved_after": self._solved_after,
                "ended": ended,
                "moves_to_end": self._game.moves_to_end,
                "seconds": round(seconds, 3),
            }
        )


def direction_text(direction: Direction) -> str:
    """Return a direction as a log names it: "+x", "-z"."""
    axis, step = direction
    return f"{'+' if step > 0 else '-'}{'xyz'[axis]}"
