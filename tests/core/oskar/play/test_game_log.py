# SPDX-License-Identifier: GPL-3.0-or-later
"""The line on a game holds enough to play it again, and nothing that it should not."""

from __future__ import annotations

import json
from datetime import datetime, timedelta, timezone
from hashlib import sha256
from typing import Any

from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.common.playing import Direction
from puzzle_cubes.oskar.kind.kind import OSKAR
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.play.game import HINT, RESTART, TAKE_BACK, Game, GameLog, direction_text
from tests.core.oskar.play.test_game import DIRECTIONS, games

BEGAN = datetime(2026, 3, 1, 1, 30, 5, tzinfo=timezone(timedelta(hours=2)))
BY_TEXT = {direction_text(direction): direction for direction in DIRECTIONS}

Press = Direction | str
PRESSES = draw.lists(draw.sampled_from([*DIRECTIONS, *DIRECTIONS, HINT, TAKE_BACK, RESTART]), max_size=40)


def press(game: Game, asked: Press) -> bool:
    """Do in a game what a press asks for, and report whether the cross has moved."""
    if isinstance(asked, tuple):
        return game.move(asked)
    before = game.position
    if asked == TAKE_BACK:
        return game.take_back()
    if asked == RESTART:
        game.restart()
    return game.position != before


def line_of(puzzle: Puzzle, log: GameLog, seconds: float) -> dict[str, Any]:
    """Return what the line of a log holds."""
    line = log.line(seconds, "kept", OSKAR.to_json(puzzle), {"kind": OSKAR.name, **OSKAR.numbers(puzzle)})
    assert "\n" not in line
    found: dict[str, Any] = json.loads(line)
    return found


@given(games(), PRESSES)
def test_a_game_can_be_played_again_from_its_line(game: Game, presses: list[Press]) -> None:
    log = GameLog(game, BEGAN)
    reached = False
    for number, asked in enumerate(presses):
        log.note(number / 2, asked, press(game, asked))
        reached = reached or game.solved
    found = line_of(game.puzzle, log, 100.25)

    again = Game(game.puzzle, tuple(found["from"]))
    moves = 0
    for number, (seconds, what, moved) in enumerate(found["presses"]):
        assert seconds == number / 2
        assert press(again, BY_TEXT.get(what, what)) == moved
        moves += moved and what in BY_TEXT
    assert again.position == game.position
    assert found["moves_to_end"] == game.moves_to_end
    assert (found["solved"], found["moves"], found["seconds"]) == (reached, moves, 100.25)
    assert (found["hints"], found["restarts"]) == (presses.count(HINT), presses.count(RESTART))
    assert found["taken_back"] == [(what, moved) for _, what, moved in found["presses"]].count((TAKE_BACK, True))


@given(games())
def test_the_puzzle_is_known_by_its_file_and_by_its_numbers(game: Game) -> None:
    puzzle = game.puzzle
    found = line_of(puzzle, GameLog(game, BEGAN), 3.0)
    assert found["puzzle"].pop("sha256") == sha256(OSKAR.texts(puzzle)["puzzle.json"].encode()).hexdigest()
    assert found["puzzle"] == json.loads(json.dumps({"kind": "oskar", **OSKAR.numbers(puzzle)}))
    assert found["puzzle"]["size"] == list(puzzle.size)


@given(games())
def test_the_first_time_at_the_end_counts(game: Game) -> None:
    log = GameLog(game, BEGAN)
    seconds = 0.0
    while (hint := game.hint) is not None:
        seconds += 0.1234
        log.note(seconds, hint, game.move(hint))
    log.note(1000.0, RESTART, press(game, RESTART))
    found = line_of(game.puzzle, log, 2000.0)
    assert (found["solved"], found["solved_after"]) == (True, round(seconds, 3))
    assert found["moves"] == len(found["presses"]) - 1


@given(games())
def test_nothing_else_is_held(game: Game) -> None:
    found = line_of(game.puzzle, GameLog(game, BEGAN), 3.0)
    # In UTC: where somebody plays is not to be seen.
    assert found["began"] == "2026-02-28T23:30:05+00:00"
    assert (found["solved"], found["solved_after"], found["presses"], found["ended"]) == (False, None, [], "kept")
    assert set(found) == {
        *("format", "version", "began", "puzzle", "from", "presses", "hints", "taken_back", "restarts", "moves"),
        *("solved", "solved_after", "ended", "moves_to_end", "seconds"),
    }
