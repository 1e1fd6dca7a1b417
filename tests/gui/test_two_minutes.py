# SPDX-License-Identifier: GPL-3.0-or-later
"""The first two minutes: from the start to sliced files, by clicks on what is read on screen, also with initials."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from time import monotonic

import numpy as np
import pytest

from tests.gui.reader import Point, Reader
from tests.gui.screen import FULL_HD
from tests.gui.test_print import are_written
from tests.gui.wait_until import wait_for
from tests.gui.window import Window
from tests.slicer.judges import slicing_complaints

pytestmark = pytest.mark.once

NAME = "Oskar_s_Cube_5x5x5_seed_0"
"""The folder that names the first puzzle."""

TAB = "Puzzle Cubes"
FILE_BROWSER = "Print to Folder"
MOST_CLICKS = 6
MOST_CLICKS_WITH_INITIALS = 20
BESIDE, NEXT = 40, 44
"""Pixels from the middle of a label to the first of three fields beside it, and from there to the next one."""

BED = (220.0, 220.0)


@dataclass
class Stranger:
    """Somebody who reads the screen, clicks, and knows nothing else."""

    window: Window
    reader: Reader
    clicks: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Read the names of tabs, which are written from above to below, and find the tab."""
        texts = ("View", "Sidebar", TAB, "Generate", "Another", "Print", FILE_BROWSER)
        self.reader.learn([*texts, "Size", "Dimensions", "Outer Size", "Draw", "Letters", "Kit"])
        looks = self.reader.looks
        self.reader.looks = looks | {TAB: np.rot90(looks[TAB], -1)}
        if not self.window.ask("sidebar_is_open"):
            self.click("View")
            self.click("Sidebar")
        self.click(TAB)

    def print_to_folder(self) -> None:
        """Print into the folder that is offered."""
        self.click("Print", lowest=True)
        wait_for(lambda: self.window.ask("windows") == 2, "the file browser is open")
        self.reader.click_away(FILE_BROWSER)
        self.clicks.append(FILE_BROWSER)

    def turn_wheel(self, clicks: int) -> None:
        """Turn the wheel over the sidebar, where what is looked for is farther down, or up."""
        left, top, width, height = self.window.ask("place", region_type="UI")
        self.window.screen.scroll(left + width / 2, top + height / 2, clicks)
        self.window.leave_buttons()

    def type_beside(self, label: str, text: str, place: int = 1) -> None:
        """Type a text into a field beside a label, of three the one at a place, by two quick clicks."""
        x, y = self.find(label, lowest=False)
        self.window.fill_in(x + BESIDE + NEXT * place, y, text)
        self.clicks += [f"{label}: {text}"] * 2
        self.window.leave_buttons()

    def click(self, text: str, *, lowest: bool = False) -> None:
        """Click on a text, once it is read; where it stands in several places, on that nearest to the upper left.

        A button that bears the title of its panel is the ``lowest``.
        """
        self.window.click(*self.find(text, lowest=lowest))
        self.clicks.append(text)

    def find(self, text: str, *, lowest: bool) -> Point:
        """Return where a text stands, once it is read."""
        everywhere = (0, 0, self.window.screen.width, self.window.screen.height)
        points = wait_for(
            lambda: self.reader.points(text, self.window.still_picture(), everywhere), f"'{text}' is seen"
        )
        return max(points, key=lambda point: point[1]) if lowest else min(points, key=sum)

    def count(self, name: str, seconds: float) -> None:
        """Keep how many clicks and seconds it took."""
        counted = f"{len(self.clicks)} clicks ({'; '.join(self.clicks)}), {seconds:.0f} s\n"
        print(counted)
        (self.window.pictures / f"{name}.txt").write_text(counted)


@pytest.mark.wide(*FULL_HD)
def test_from_the_start_to_the_slicer(window: Window, user: Path) -> None:
    begin = monotonic()
    stranger = Stranger(window, Reader(window))
    stranger.click("Generate")
    wait_for(lambda: window.state()["puzzles"], "there is a puzzle")
    window.leave_buttons()
    window.save_picture("16-two-minutes-generated")
    stranger.print_to_folder()
    wait_for(lambda: are_written(user / NAME), "the files are there")
    seconds = monotonic() - begin
    assert len(stranger.clicks) <= MOST_CLICKS
    assert not [*slicing_complaints(user / NAME / "printableMaze.stl", BED)]
    stranger.count("16-two-minutes", seconds)


@pytest.mark.wide
def test_a_cube_of_60_mm_with_initials_for_the_slicer(window: Window, user: Path) -> None:
    begin = monotonic()
    # How long it is searched for is nothing that a stranger is asked.
    window.put("oskar", effort_choice="OWN", effort=4000)
    stranger = Stranger(window, Reader(window))
    for place in range(3):
        stranger.type_beside("Size", "8", place)
    stranger.click("Generate")
    wait_for(lambda: window.state()["puzzles"], "there is a puzzle")
    wait_for(lambda: not window.state()["running"], "it is searched for to the end")
    stranger.click("Draw")
    window.fill_in_dialog(stranger.reader.dialog_label("Letters", partial(stranger.click, "Letters")), "AB")
    stranger.clicks += ["Letters: AB"] * 2
    wait_for(lambda: window.puzzle()["oskar"]["drawn"], "the initials are drawn")
    window.leave_buttons()
    stranger.click("Dimensions")
    stranger.turn_wheel(20)
    stranger.type_beside("Outer Size", "60")
    assert window.puzzle()["oskar"]["held"] == 60
    stranger.turn_wheel(-20)
    stranger.click("Kit", lowest=True)
    wait_for(lambda: window.puzzle()["oskar"]["way"] == "KIT", "it is a kit")
    window.leave_buttons()
    stranger.print_to_folder()
    wait_for(lambda: [*user.glob("Oskar*/kit.3mf")], "the files are there")
    seconds = monotonic() - begin
    assert len(stranger.clicks) <= MOST_CLICKS_WITH_INITIALS
    (folder,) = user.glob("Oskar*")
    printed = json.loads((folder / "puzzle.json").read_text(encoding="utf-8"))
    assert printed["print"]["dimensions"]["held"] == 60
    for bed in folder.glob("bed_*.stl"):
        assert not [*slicing_complaints(bed, BED)]
    stranger.count("16-initials", seconds)


@pytest.mark.wide
def test_suzanne_in_pieces_for_the_slicer(window: Window, user: Path) -> None:
    stranger = Stranger(window, Reader(window))
    window.search("monkey")
    wait_for(lambda: window.ask("active") == "Suzanne", "there is a model")
    # Where she is angular, her eyes cross her head: older Blenders cannot cut that.
    window.leave_buttons()
    window.screen.keys("ctrl+1")
    window.search("puzzle from object")
    wait_for(lambda: window.state()["puzzles"], "it is divided")
    wait_for(lambda: not window.state()["running"], "it is searched for to the end")
    window.leave_buttons()
    window.save_picture("16-suzanne-in-cubes")
    made = window.puzzle()
    assert made["name"] == "Packing Cube Suzanne seed 0"
    # What has the form of a model lies in no box.
    assert len(made["parts"]) == 8
    # The panel of the last operation has what can be adjusted.
    reader = stranger.reader
    asked = ("Cells Across", "Skin", "Shape Pieces", "Lock", "Seed", "Smallest Piece", "Largest Piece")
    reader.learn(["Puzzle from Object", "As the Model", "Cubes", *asked])

    def in_panel(text: str) -> list[Point]:
        return reader.points(text, window.still_picture(), window.ask("place", region_type="HUD"))

    window.click(*wait_for(lambda: in_panel("Puzzle from Object"), "the panel of the last operation is there")[0])
    window.leave_buttons()
    for text in asked:
        wait_for(partial(in_panel, text), f"'{text}' can be adjusted")
    window.save_picture("16-suzanne-adjusted")
    # Round her eyes she is open.
    window.expected.append("The model was open: 4 holes had to be closed.")
    window.click(*in_panel("Cubes")[0])
    reader.click("As the Model")
    wait_for(lambda: window.puzzle()["content"]["model"], "the pieces have the model's surface")
    window.leave_buttons()
    window.save_picture("16-suzanne-in-pieces")
    stranger.print_to_folder()
    wait_for(lambda: [*user.glob("Packing*/parts.3mf")], "the files are there")
    (folder,) = user.glob("Packing*")
    pieces = [*folder.glob("piece_*.stl")]
    assert len(pieces) == 8
    for bed in folder.glob("bed_*.stl"):
        assert not [*slicing_complaints(bed, BED)]
