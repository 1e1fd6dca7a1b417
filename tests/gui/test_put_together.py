# SPDX-License-Identifier: GPL-3.0-or-later
"""A kit's steps are read in the sidebar, whole and in their order, and pressed they are an animation."""

from __future__ import annotations

import pytest

from puzzle_cubes.oskar.kind import KIT, OSKAR
from tests.gui.puzzle_by_hand import make_puzzle, puzzle_in
from tests.gui.sidebar import Sidebar
from tests.gui.wait_until import wait_for

pytestmark = pytest.mark.once

PANEL = "PUZZLE_CUBES_PT_assembly"


@pytest.mark.thorough
def test_the_steps_are_closed_at_first_and_shown_and_played(sidebar: Sidebar) -> None:
    window, reader = sidebar.window, sidebar.reader
    made = make_puzzle(sidebar, 3, 3, 3)
    for label in ("Print", "New Puzzle"):
        sidebar.open_panel(label)
    assert PANEL not in {panel["idname"] for panel in window.ask("panels")}
    sidebar.open_alone("Print")
    sidebar.choose_way("Kit", "KIT")
    window.settle()
    assert PANEL not in window.drawn_items()
    sidebar.open_alone("Print")
    window.settle()
    window.drawn_items()
    window.settle()
    drawn = " ".join(text for text, _ in window.drawn_items()[PANEL] if text)
    puzzle = puzzle_in(made)
    parts = OSKAR.parts(puzzle, OSKAR.dimensions(), KIT)
    steps = OSKAR.assembly(puzzle, parts, KIT)
    expected = " ".join(f"{number}. {step.sentence}" for number, step in enumerate(steps, 1))
    assert drawn.startswith(expected), drawn

    frames = window.state()["frames"]
    sidebar.press("puzzle_cubes.animate_assembly")
    wait_for(lambda: window.state()["playing"], "the assembly is played")
    assert window.state()["frames"] != frames
    window.stop_playing()
    window.save_picture("09-assembly")
    labels = ["Put Together", "Frames a Step", "Step Pause", "Animate Assembly"]
    reader.learn(labels)
    picture = window.still_picture()
    assert [label for label in labels if not reader.points(label, picture, sidebar.box())] == []
    window.screen.keys("shift+Right")
    wait_for(lambda: window.state()["frames"][1] == window.state()["frames"][2], "the last frame is shown")
    window.save_picture("09-assembled")
    # The buttons beside the steps are all of one operator: the line says which.
    (line,) = [text for text, _ in window.drawn_items()[PANEL] if text.startswith("8.")]
    reader.learn([line])
    across, _ = sidebar.finder.button("bpy.ops.puzzle_cubes.show_step")
    window.click(across, reader.points(line, window.still_picture(), sidebar.box())[0][1])
    window.leave_buttons()
    done = sum(bool(step.moves) for step in steps[:8])
    shown = window.state()["frames"][0] + done * (24 + 8) - 8
    wait_for(lambda: window.state()["frames"][1] == shown, "the parts are as they are after step 8")
    assert not window.state()["playing"]
    window.save_picture("09-assembly-step")
    sidebar.press("puzzle_cubes.remove_assembly")
    wait_for(lambda: window.puzzle()["explode"] == 1, "the parts lie on the bed again")
    window.save_picture("09-assembly-removed")
