# SPDX-License-Identifier: GPL-3.0-or-later
"""A game is logged where the user wants that, a line each; else nothing is written, and no game fails with its log."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

import bpy
import pytest
from installed_extension import MODULE

from tests.blender.puzzles import installed, only_puzzle, scene_puzzle
from tests.blender.tab.registered import preferences
from tests.core.export.written import folder_state

pytestmark = pytest.mark.once


@pytest.fixture(autouse=True)
def as_installed() -> Iterator[None]:
    """Make a puzzle, and take back what a test has changed in the user's preferences."""
    bpy.ops.puzzle_cubes.generate(size=(3, 3, 3), seed=1)
    yield
    for name in ("log_games", "games_folder"):
        preferences().property_unset(name)


def play(ended: str = "kept") -> str:
    """Play a puzzle of the scene to its end, with a hint for each move; return what is wrong with the log."""
    puzzle = scene_puzzle().puzzle
    game = installed("core.oskar.game").Game(puzzle, puzzle.start)
    log = installed("core.oskar.game").GameLog(game, datetime.now(UTC))
    seconds = 0.0
    while (hint := game.hint) is not None:
        seconds += 0.5
        log.note(seconds, "hint", False)
        log.note(seconds + 0.25, hint, game.move(hint))
    wrong: str = installed("blender_addon.oskar.play").write_game(bpy.context, log, puzzle, seconds + 1, ended)
    return wrong


def user_folder() -> Path:
    """Return the folder of the extension's own among Blender's user files."""
    return Path(bpy.utils.extension_path_user(MODULE))


def lines(file: Path) -> list[dict[str, Any]]:
    """Return the games of a file."""
    text = file.read_text(encoding="utf-8")
    assert text.endswith("\n")
    return [json.loads(line) for line in text.splitlines()]


def test_nothing_is_logged_unless_it_is_switched_on(tmp_path: Path) -> None:
    assert not preferences().log_games
    before = folder_state(user_folder())
    preferences().games_folder = str(tmp_path / "games")
    assert play() == ""
    preferences().games_folder = ""
    assert play() == ""
    assert folder_state(user_folder()) == before
    assert not (user_folder() / "games").exists()
    assert not list(tmp_path.iterdir())


def test_each_game_is_a_line(tmp_path: Path) -> None:
    bpy.ops.puzzle_cubes.export(directory=str(tmp_path / "cube"))
    preferences().log_games = True
    preferences().games_folder = str(tmp_path / "my" / "games")
    begin = datetime.now(UTC).replace(microsecond=0)
    assert play() == play("put back") == ""
    kept, put_back = games = lines(tmp_path / "my" / "games" / "games.jsonl")
    assert [game["ended"] for game in games] == ["kept", "put back"]
    assert begin <= datetime.fromisoformat(kept["began"]) <= datetime.fromisoformat(put_back["began"])
    written = (tmp_path / "cube" / "puzzle.json").read_text(encoding="utf-8")
    length = json.loads(written)["measures"]["length"]
    # The same puzzle is known whatever it is printed with, which stands at the end.
    puzzle = written.partition(',\n  "print":')[0] + "\n}\n"
    for game in games:
        assert game["puzzle"]["sha256"] == sha256(puzzle.encode()).hexdigest()
        assert (game["puzzle"]["kind"], game["puzzle"]["size"], game["puzzle"]["seed"]) == ("oskar", [3, 3, 3], 1)
        assert (game["puzzle"]["style"], game["puzzle"]["length"]) == ("classic", length)
        assert (game["solved"], game["moves"], game["hints"]) == (True, length, length)
        assert game["seconds"] == 0.5 * length + 1
    # The file knows the user's name no more than the puzzle's.
    text = (tmp_path / "my" / "games" / "games.jsonl").read_text(encoding="utf-8")
    assert only_puzzle().name not in text
    assert str(Path.home()) not in text


def test_without_a_folder_they_go_to_the_users_files() -> None:
    preferences().log_games = True
    assert play() == ""
    file = user_folder() / "games" / "games.jsonl"
    assert len(lines(file)) == 1
    shown: str = installed("blender_addon.tab.preferences").shortened_path(file)
    assert Path(shown).expanduser() == file
    file.unlink()
    file.parent.rmdir()


@pytest.mark.parametrize("below", ["", "games"])
def test_a_folder_that_cannot_be_written_is_a_sentence(tmp_path: Path, below: str) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("mine")
    preferences().log_games = True
    preferences().games_folder = str(in_the_way / below)
    wrong = play()
    assert wrong.startswith(f"The game was not logged: '{in_the_way}")
    assert wrong.endswith((": File exists.", ": Not a directory."))
    assert folder_state(tmp_path) == {"file": b"mine"}


@pytest.mark.filterwarnings("ignore:.*does not support blend relative")
def test_a_folder_beside_a_file_that_is_not_saved_is_a_sentence() -> None:
    preferences().log_games = True
    preferences().games_folder = "//games"
    assert play().startswith("The game was not logged. Folder is '//games', which is relative to the .blend file")
