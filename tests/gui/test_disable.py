# SPDX-License-Identifier: GPL-3.0-or-later
"""The extension is disabled while a search and while a game is running, and works on once it is enabled again."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from time import sleep

import pytest

from tests.gui.debian import Debian, complaints
from tests.gui.screen import Screen
from tests.gui.wait_until import wait_for


@pytest.mark.thorough
@pytest.mark.once
def test_disabled_while_it_works(debian: Debian, user: Path, screen: Screen) -> None:
    script = Path(shutil.copy(Path(__file__).with_name("disabling.py"), debian.folder))
    command = debian.blender("--python", debian.inside(script), user=user, display=screen.display)
    output = user / "console.txt"
    with output.open("wb") as console:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=console, stderr=subprocess.STDOUT)

    def has_ended() -> bool:
        # Blender does not forget a disabled operator before something happens, and a hand is never quite still.
        for place in (300, 310):
            screen.move(place, place)
            sleep(0.1)
        return process.poll() is not None

    wait_for(has_ended, "Blender has ended")
    printed = output.read_text(encoding="utf-8")
    assert process.returncode == 0, printed
    assert printed.count("{'RUNNING_MODAL'}") == 2, printed
    assert printed.count("{'FINISHED'}") == 2, printed
    assert not complaints(printed)
    # The game was logged, although it was cut short.
    (games,) = user.rglob("games.jsonl")
    (game,) = games.read_text(encoding="utf-8").splitlines()
    assert json.loads(game)["ended"] == "cut short"
