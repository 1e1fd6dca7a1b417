# SPDX-License-Identifier: GPL-3.0-or-later
"""A running Blender with its window, that can be asked what it holds and shows."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import sleep
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests.gui.debian import Debian, complaints
from tests.gui.screen import Picture, Screen, save
from tests.gui.wait_until import wait_for

Place = NDArray[np.float64]

ALL_VIEWS = (
    "[screen_area.spaces.active for screen in bpy.data.screens for screen_area in screen.areas"
    " if screen_area.type == 'VIEW_3D']"
)
JAGGED = (
    "system.viewport_aa = 'OFF'; system.use_overlay_smooth_wire = False; "
    f"[setattr(view.shading, 'show_object_outline', False) for view in {ALL_VIEWS}]; "
    f"[setattr(view.overlay, 'show_outline_selected', False) for view in {ALL_VIEWS}]"
)
"""Without a graphics card smooth edges take more than half of the time of a picture, and outlines half of the rest."""

NO_FLOOR = (
    f"[setattr(view.overlay, name, False) for view in {ALL_VIEWS}"
    " for name in ('show_floor', 'show_axis_x', 'show_axis_y')]"
)
QUICK = f"{JAGGED}; system.use_region_overlap = False; {NO_FLOOR}"
"""A view that lies under the sidebar, too, takes a third of that time, so it lies beside it where that is the same.

The floor and its axes take a quarter."""


@dataclass(frozen=True)
class Window:
    """A Blender whose window fills the screen."""

    screen: Screen
    process: subprocess.Popen[bytes]
    folder: Path
    """Where questions and answers go, and the console's output."""
    pictures: Path
    expected: list[str] = field(default_factory=list)
    """Of the complaints on the console those that a test has caused on purpose."""
    printed_before: int = 0
    """Letters that were on the console before the present test."""

    def ask(self, question: str, **arguments: Any) -> Any:
        """Return what ``blender_side.py`` answers to one of its questions."""
        answer = self.folder / "answer.json"
        temporary = self.folder / "question.part"
        temporary.write_text(json.dumps([question, arguments]), encoding="utf-8")
        temporary.rename(self.folder / "question.json")
        wait_for(lambda: answer.exists() or self.process.poll() is not None, f"Blender answers '{question}'")
        assert answer.exists(), f"Blender ended with exit code {self.process.poll()}:\n{self.console()}"
        given = json.loads(answer.read_text(encoding="utf-8"))
        answer.unlink()
        assert "error" not in given, given["error"]
        return given["answer"]

    def settle(self) -> None:
        """Wait until Blender has done what the mouse and the keys have asked of it so far."""
        self.ask("ready")

    def console(self) -> str:
        """Return all that Blender has printed so far in the present test."""
        return (self.folder / "console.txt").read_text(encoding="utf-8")[self.printed_before :]

    def complaints(self) -> list[str]:
        """Return the lines of the console that report something wrong which the test has not caused on purpose."""
        lines = complaints(self.console())
        return [line for line in lines if not any(text in line for text in self.expected)]

    def begun_anew(self) -> Window | None:
        """Return this Blender as it was when it had started, for another test; none where it is not left in order."""
        if self.process.poll() is not None or self.ask("windows") != 1 or self.state()["running"]:
            return None
        # What it complains about while it opens the scene is the next test's.
        window = replace(self, expected=[], printed_before=self.printed_before + len(self.console()))
        window.ask("begin_anew")
        wait_for(lambda: window.ask("ready"), "the scene of the start is there")
        return window

    def still_picture(self) -> Picture:
        """Return what the screen shows once nothing moves any more: panels open and close gradually."""
        pictures = [self.screen.picture()]

        def is_still() -> bool:
            sleep(0.2)
            pictures.append(self.screen.picture())
            return np.array_equal(pictures[-2], pictures[-1])

        wait_for(is_still, "nothing moves on the screen")
        return pictures[-1]

    def save_picture(self, name: str, still: bool = True) -> None:
        """Keep what the screen shows as a file."""
        picture = self.still_picture() if still else self.screen.picture()
        assert picture.std() > 5, "The screen is blank."
        save(picture, self.pictures / f"{name}.png")

    def click(self, x: float, y: float, times: int = 1) -> None:
        """Click at a place, once Blender has noticed the pointer there, as nobody clicks sooner."""
        self.screen.move(x, y)
        self.settle()
        self.screen.click(times)

    def fill_in(self, x: float, y: float, *texts: str | None) -> None:
        """Type texts over what stands in the fields at a place and after it, as Tab leads from one to the next.

        Where it is None the field is left as it is.
        """
        self.click(x, y, times=2)
        for number, text in enumerate(texts, start=1):
            if text is not None:
                self.screen.keys("ctrl+a")
                self.screen.type(text)
            self.screen.keys("Tab" if number < len(texts) else "Return")
        self.settle()

    def fill_in_dialog(self, label: tuple[float, float], *texts: str) -> None:
        """Type texts into the fields from the one beside a label on, and end the dialog.

        Where the pointer is on a field, Return would begin to type once more.
        """
        self.fill_in(label[0] + 120, label[1], *texts)
        self.screen.move(*label)
        self.settle()
        self.screen.keys("Return")

    def middle_of_view(self) -> tuple[float, float]:
        """Return the middle of that part of the 3D view which the sidebar leaves free."""
        left, top, width, height = self.ask("free_view")
        return left + width / 2, top + height / 2

    def leave_buttons(self) -> None:
        """Move the pointer into the 3D view, where it covers nothing and keys mean what they mean there."""
        self.screen.move(*self.middle_of_view())

    def search(self, text: str) -> None:
        """Choose what Blender's search of its menus finds first."""
        self.leave_buttons()
        self.screen.keys("F3")
        self.settle()
        self.screen.type(text)
        self.settle()
        self.save_picture(f"02-search-{text.replace(' ', '-')}", still=False)
        self.screen.keys("Return")

    def drag(self, place: tuple[float, float], way: int) -> None:
        """Press the left button at a place, move the pointer to the right, or to the left, and hold on."""
        self.screen.move(*place)
        self.settle()
        self.screen.press()
        self.settle()
        self.screen.drag_on(way)

    def drag_part(self, part: str, begin: Sequence[float], end: Sequence[float]) -> None:
        """Take a part at a way from its middle, in millimeters, and drag it until that place is at another way."""
        first, last = (np.array(self.ask("seen", part=part, way=list(way))) for way in (begin, end))
        self.hold(first, last - first)
        self.screen.release()

    def hold(self, begin: Place, way: Place) -> None:
        """Take what is at a place and drag it by a way, without letting it go."""
        self.screen.move(*begin)
        self.settle()
        self.screen.press()
        self.settle()
        for share in np.linspace(0, 1, 12):
            self.screen.move(*(begin + share * way))
            sleep(0.03)
        self.settle()

    def runs(self, tool: str) -> bool:
        """Report whether an operator of the extension goes on."""
        return f"PUZZLE_CUBES_OT_{tool}" in self.state()["running"]

    def wait_until_runs(self, tool: str) -> None:
        """Wait until an operator of the extension goes on."""
        wait_for(lambda: self.runs(tool), f"{tool} runs")

    def wait_until_searches(self, tool: str) -> None:
        """Wait until a search has come some way."""
        self.wait_until_runs(tool)
        wait_for(lambda: self.ask("search_share") > 0, "the search has come some way")

    def leave(self, key: str = "Escape") -> None:
        """End all that goes on by a key."""
        self.screen.keys(key)
        wait_for(lambda: not self.state()["running"], f"{key} ends it")

    def stop_playing(self) -> None:
        """Let Escape stop what is played, once it is."""
        wait_for(lambda: self.state()["playing"], "it is played")
        self.screen.keys("Escape")
        wait_for(lambda: not self.state()["playing"], "Escape stops it")

    def drawn_items(self) -> dict[str, list[tuple[str, str]]]:
        """Return by panel the texts that the open ones draw now, with the operators and properties they belong to."""
        self.ask("drawn_items")
        items: dict[str, list[tuple[str, str]]] = self.ask("drawn_items", again=False)
        return items

    def put(self, kind: str, **settings: Any) -> None:
        """Set what the next puzzle of a kind is made with, where it proves nothing to do that by hand."""
        self.ask("put", kind=kind, settings=settings)

    def state(self) -> Any:
        """Return what the scene holds."""
        return self.ask("state")

    def puzzle(self) -> Any:
        """Return the only puzzle of the scene."""
        (puzzle,) = self.state()["puzzles"]
        return puzzle


@contextmanager
def blender_window(
    debian: Debian, screen: Screen, user: Path, pictures: Path, *arguments: str, preferences: str = QUICK
) -> Iterator[Window]:
    """Start Blender with a folder of user files and some preferences, and end it at the end."""
    folder = Path(tempfile.mkdtemp(prefix="window-", dir=debian.folder))
    for script in ("blender_side.py", "noted_texts.py", "scene_side.py"):
        shutil.copy(Path(__file__).with_name(script), folder)
    (folder / "preferences.py").write_text(f"import bpy\nsystem = bpy.context.preferences.system\n{preferences}\n")
    command = debian.blender(
        *("--window-geometry", "0", "0", str(screen.width), str(screen.height), "--python-exit-code", "3", *arguments),
        *("--python", f"{debian.inside(folder)}/blender_side.py", "--", debian.inside(folder)),
        user=user,
        display=screen.display,
    )
    with (folder / "console.txt").open("wb") as console:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=console, stderr=subprocess.STDOUT)
    window = Window(screen, process, folder, pictures)
    try:
        wait_for(lambda: window.ask("ready"), "Blender's window is there")
        yield window
    finally:
        process.kill()
        process.wait()
