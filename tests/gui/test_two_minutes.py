# SPDX-License-Identifier: GPL-3.0-or-later
"""The first two minutes: from Blender's start to sliced files, by clicks on nothing but what is read on the screen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

import numpy as np
import pytest

from tests.gui.reader import Reader
from tests.gui.screen import FULL_HD, Screen, running_screen
from tests.gui.test_export import are_written
from tests.gui.wait_until import wait_for
from tests.gui.window import Window
from tests.slicer.judges import slicing_complaints

pytestmark = pytest.mark.once

NAME = "Oskar_s_Cube_5x5x5_seed_0"
"""The folder that names the first puzzle."""

TAB = "Puzzle Cubes"
FILE_BROWSER = "Print to Folder"
MOST_CLICKS = 6
BED = (220.0, 220.0)


@pytest.fixture
def screen() -> Iterator[Screen]:
    """Give a screen as most people have one."""
    with running_screen(*FULL_HD) as screen:
        yield screen


@dataclass
class Stranger:
    """Somebody who reads the screen, clicks, and knows nothing else."""

    window: Window
    reader: Reader
    clicks: list[str] = field(default_factory=list)

    def click(self, text: str, *, lowest: bool = False) -> None:
        """Click on a text, once it is read; where it stands in several places, on that nearest to the upper left.

        A button that bears the title of its panel is the ``lowest``.
        """
        everywhere = (0, 0, self.window.screen.width, self.window.screen.height)
        found = wait_for(lambda: self.reader.points(text, self.window.still_picture(), everywhere), f"'{text}' is seen")
        self.window.click(*(max(found, key=lambda point: point[1]) if lowest else min(found, key=sum)))
        self.clicks.append(text)


@pytest.mark.wide
def test_from_the_start_to_the_slicer(window: Window, user: Path) -> None:
    begin = monotonic()
    stranger = Stranger(window, Reader(window))
    stranger.reader.learn(["View", "Sidebar", TAB, "Generate", "Another", "Print", FILE_BROWSER])
    looks = stranger.reader.looks
    # The names of tabs are written from above to below.
    stranger.reader.looks = looks | {TAB: np.rot90(looks[TAB], -1)}
    if not window.ask("sidebar_is_open"):
        stranger.click("View")
        stranger.click("Sidebar")
    stranger.click(TAB)
    stranger.click("Generate")
    wait_for(lambda: window.state()["puzzles"], "there is a puzzle")
    window.leave_buttons()
    window.save_picture("16-two-minutes-generated")
    stranger.click("Print", lowest=True)
    wait_for(lambda: window.ask("windows") == 2, "the file browser is open")
    stranger.click(FILE_BROWSER)
    wait_for(lambda: are_written(user / NAME), "the files are there")
    seconds = monotonic() - begin
    assert len(stranger.clicks) <= MOST_CLICKS
    assert not [*slicing_complaints(user / NAME / "printableMaze.stl", BED)]
    counted = f"{len(stranger.clicks)} clicks ({', '.join(stranger.clicks)}), {seconds:.0f} s\n"
    (window.pictures / "16-two-minutes.txt").write_text(counted)
