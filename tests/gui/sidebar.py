# SPDX-License-Identifier: GPL-3.0-or-later
"""Using the sidebar as a person does: with the mouse and the keyboard."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.gui.button_finder import Finder
from tests.gui.reader import Box, Point, Reader, changed_box
from tests.gui.wait_until import wait_for
from tests.gui.window import Window


@dataclass
class Sidebar:
    """The sidebar of the 3D view with the extension's tab."""

    window: Window
    reader: Reader
    finder: Finder

    def box(self) -> Box:
        """Return where the sidebar is."""
        return self.finder.box()

    def press(self, operator: str) -> None:
        """Press the button of an operator, given by its idname."""
        self.window.click(*self.finder.button(f"bpy.ops.{operator}"))
        self.window.leave_buttons()

    def begin(self, tool: str) -> None:
        """Press the button of an operator of the extension that goes on, and wait until it does."""
        self.press(f"puzzle_cubes.{tool}")
        self.window.wait_until_runs(tool)

    def generate(self, number: int = 1) -> Any:
        """Press Generate, wait until there are so many puzzles, and return the last of them."""
        self.press("puzzle_cubes.generate")
        wait_for(lambda: len(self.window.state()["puzzles"]) == number, f"there are {number} puzzles")
        self.window.settle()
        return self.window.state()["puzzles"][-1]

    def check(self) -> None:
        """Press Check, and wait until the only puzzle is checked."""
        self.press("puzzle_cubes.check")
        wait_for(lambda: self.window.puzzle()["checks"], "the puzzle is checked")

    def out_of_sight(self, *operators: str) -> list[str]:
        """Return which operators, given by their idnames, have no button that can be seen now, without scrolling."""
        return self.finder.out_of_sight([f"bpy.ops.{operator}" for operator in operators])

    def type_into(self, name: str, text: str) -> None:
        """Type a value into the field of a property: "Scene.seed", "Scene.size[0]", "Object.wall"."""
        self.window.fill_in(*self.finder.button(name), text)
        self.window.leave_buttons()

    def choose(self, name: str, label: str) -> None:
        """Choose an item of an enumeration by its label, in the list that a click opens."""
        window, screen = self.window, self.window.screen
        self.reader.learn([label])
        place = self.finder.button(name)
        closed = screen.picture()
        window.click(*place)

        def items() -> list[Point]:
            opened = screen.picture()
            return self.reader.points(label, opened, changed_box(closed, opened))

        window.click(*wait_for(items, f"the list shows '{label}'")[0])
        self.window.leave_buttons()

    def choose_way(self, label: str, way: str) -> None:
        """Choose a way to print by its button, and wait until the puzzle is shown in it."""
        self.reader.learn([label])
        places = wait_for(
            lambda: self.reader.points(label, self.window.still_picture(), self.box()), f"'{label}' is seen"
        )
        self.window.click(*places[0])
        wait_for(lambda: self.way() == way, f"'{label}' is chosen")
        self.window.leave_buttons()

    def way(self) -> str:
        """Return the way in which the only puzzle is printed."""
        puzzle = self.window.puzzle()
        return str(puzzle[puzzle["kind"]]["way"])

    def ask(self, operator: str, label: str) -> Point:
        """Press the button of an operator that opens a dialog, and return where the lowest such label in it stands."""
        place = self.finder.button(f"bpy.ops.{operator}")
        return self.reader.dialog_label(label, lambda: self.window.click(*place))

    def open_panel(self, label: str) -> None:
        """Open a panel, if it is closed, by a click on its title."""
        (panel,) = (panel for panel in self.window.ask("panels") if panel["label"] == label)
        if panel["idname"] not in self.window.drawn_items():
            self.click_title(label)
            wait_for(lambda: panel["idname"] in self.window.drawn_items(), f"the panel '{label}' is open")

    def open_alone(self, label: str) -> list[dict[str, str]]:
        """Open a panel and those inside it, close all others, and return the ones that are open."""
        panels = self.window.ask("panels")
        (main,) = (panel for panel in panels if panel["label"] == label)
        children: list[dict[str, str]] = []
        names = {main["idname"]}
        # What is inside of another panel comes after that one.
        for panel in panels:
            if panel["parent"] in names:
                children.append(panel)
                names.add(panel["idname"])

        def drawn() -> set[str]:
            return set(self.window.drawn_items())

        for open_panel in panels:
            if not open_panel["parent"] and open_panel["idname"] not in names and open_panel["idname"] in drawn():
                self.click_title(open_panel["label"])
        self.open_panel(label)
        wait_for(lambda: main["idname"] in drawn() and not drawn() - names, f"'{label}' is open by itself")
        for child in children:
            self.open_panel(child["label"])
        return [main, *children]

    def click_title(self, label: str) -> None:
        """Click on the title of a panel, which opens or closes it."""
        self.window.click(*self.finder.title(label))
        self.window.leave_buttons()


def open_sidebar(window: Window) -> Sidebar:
    """Open the sidebar, if it is not, with N in the 3D view, and click on the tabs from above until it is ours."""
    reader = Reader(window)
    sidebar = Sidebar(window, reader, Finder(window, reader))
    window.leave_buttons()
    if sidebar.box()[2] < 100:
        window.screen.keys("n")
    wait_for(lambda: sidebar.box()[2] > 100, "the sidebar opens")
    assert sidebar.finder.open_tab(), "The sidebar has no tab of the extension."
    window.leave_buttons()
    window.ask("listen")
    return sidebar
