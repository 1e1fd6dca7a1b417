# SPDX-License-Identifier: GPL-3.0-or-later
"""Writing a game to the user's log of games, if there is to be one."""

from __future__ import annotations

import bpy

from ...core.common.errors import InputError
from ...core.oskar.kind.kind import OSKAR
from ...core.oskar.making.puzzle import Puzzle
from ...core.oskar.play.game_log import GameLog
from ..tab.preferences import games_file, logs_games


def write_game(context: bpy.types.Context, log: GameLog, puzzle: Puzzle, seconds: float, ended: str) -> str:
    """Append the line on a game that ended in some way, if games are logged.

    Return a sentence on what is in the way of that; a game must not fail with its log, so nothing is raised.
    """
    if not logs_games(context):
        return ""
    facts = {"kind": OSKAR.name, **OSKAR.facts.numbers(puzzle)}
    line = log.line(seconds, ended, OSKAR.files.to_json(puzzle), facts)
    try:
        file = games_file(context)
        file.parent.mkdir(parents=True, exist_ok=True)
        # In one piece: another Blender may write to the same file.
        with file.open("a", encoding="utf-8", newline="\n") as games:
            games.write(f"{line}\n")
    except InputError as error:
        return f"The game was not logged. {error}"
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        return f"The game was not logged: '{file}' cannot be written: {reason}."
    return ""
