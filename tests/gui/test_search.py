# SPDX-License-Identifier: GPL-3.0-or-later
"""A style that searches tells its progress, and Escape keeps the best puzzle so far."""

from __future__ import annotations

from tests.gui.sidebar import Sidebar
from tests.gui.waiting import wait_for

RUNNING = "OSKARS_CUBE_OT_generate"


def test_escape_keeps_the_best(sidebar: Sidebar) -> None:
    window = sidebar.window
    sidebar.choose("Scene.style", "Hard")
    sidebar.choose("Scene.effort_preset", "Own")
    sidebar.type_into("Scene.effort", "5000000")
    left, top, width, height = window.ask("status_bar")
    sidebar.reader.learn(["Esc"])
    sidebar.press("oskars_cube.generate")
    wait_for(lambda: RUNNING in window.state()["running"], "the search runs")
    seen: set[bytes] = set()

    def has_moved() -> bool:
        seen.add(window.screen.picture()[top : top + height].tobytes())
        return len(seen) >= 4

    wait_for(has_moved, "the status bar has told of the progress three times")
    picture = window.screen.picture()
    window.save_picture("04-search", still=False)
    assert sidebar.reader.points("Esc", picture, (left, top, width, height))
    assert not window.state()["puzzles"]
    window.expected.append("kept the best so far")
    window.screen.keys("Escape")
    wait_for(lambda: RUNNING not in window.state()["running"], "the search has stopped")
    window.save_picture("04-search-stopped", still=False)
    puzzle = window.puzzle()
    assert puzzle["origin"] == "Hard"
    assert puzzle["parts"]["box"]["visible"]
    assert puzzle["length"] > 0
