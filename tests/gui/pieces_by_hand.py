# SPDX-License-Identifier: GPL-3.0-or-later
"""Drawing pieces as a person does: clicks on the sides of cubes that the view shows, and keys."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzle_cubes.kinds import KINDS
from puzzle_cubes.packing.kind import PackingModel
from puzzle_cubes.packing.making.by_hand import (
    Change,
    Hit,
    Places,
    body_cells,
    empty_puzzle,
    followed,
    hit,
    places_of,
    with_cells,
    with_other_need,
    with_piece,
    without_cells,
)
from puzzle_cubes.packing.model.dimensions import Dimensions
from puzzle_cubes.polycubes.puzzle import PolycubePuzzle
from puzzle_cubes.polycubes.shape import Cell, Shape, moved, normalized
from tests.gui.sidebar import Sidebar
from tests.gui.wait_until import wait_for
from tests.gui.window import Window

SEEN: tuple[Cell, ...] = ((0, 0, 1), (1, 0, 0), (0, -1, 0))
"""The sides of cubes that Blender's first view shows."""

SMALL = 0.3
"""How far from the middle of a side it is clicked at most, in cells."""


def puzzle_in(made: Any) -> PolycubePuzzle:
    """Return the puzzle that is in the state of one."""
    puzzle: PolycubePuzzle = KINDS[made["kind"]].from_json(made["puzzle"])
    return puzzle


class PiecesByHand:
    """A drawing in a window, and beside it what must come of it."""

    def __init__(self, sidebar: Sidebar) -> None:
        """Press Draw."""
        self.window: Window = sidebar.window
        made = self.window.puzzle()
        self.puzzle, self.model = puzzle_in(made), KINDS[made["kind"]]
        sidebar.begin("draw_pieces")
        self.window.settle()
        self.places: Places = places_of(self.puzzle)
        self.clicks = 0

    def point(self, side: Hit) -> None:
        """Move the pointer to the middle of a side of a cube."""
        self.window.screen.move(*self._seen(side))
        self.window.settle()

    def add(self, side: Hit) -> None:
        """Click on the side of a cube, and wait for the cube before it."""
        self.point(side)
        self.window.screen.click()
        self.expect(with_cells(self.puzzle, side.body, [side.beside]), side.body)

    def remove(self, side: Hit) -> None:
        """Click on a cube with Ctrl, and wait until it is gone."""
        self.point(side)
        self.window.screen.hold("ctrl")
        self.window.screen.click()
        self.window.screen.let_go("ctrl")
        self.expect(without_cells(self.puzzle, side.body, [side.cell]), side.body)

    def need(self, side: Hit) -> None:
        """Press O on a cell of the goal, and wait until it may stay empty, or not any more."""
        self.point(side)
        self.window.screen.keys("o")
        self.expect(with_other_need(self.puzzle, side.cell), side.body)

    def add_row(self, side: Hit, more: int) -> None:
        """Pull a row of cubes out of the side of a cube: the first one, and so many more."""
        row = [moved([side.beside], tuple(count * step for step in side.way))[0] for count in range(more + 1)]  # type: ignore[arg-type]
        ends = [self._seen(replace(side, cell=cell)) for cell in (side.cell, row[more - 1])]
        self.window.screen.move(*ends[0])
        self.window.settle()
        self.window.screen.press()
        self.window.settle()
        for share in np.linspace(0, 1, 8):
            self.window.screen.move(*(np.array(ends[0]) + share * np.subtract(ends[1], ends[0])))
        self.window.settle()
        self.window.screen.release()
        self.expect(with_cells(self.puzzle, side.body, row), side.body)

    def new_piece(self) -> int:
        """Press N, and return the number of the new piece."""
        self.window.screen.keys("n")
        body = len(self.puzzle.pieces)
        self.expect(with_piece(self.puzzle, empty_puzzle((1, 1, 1)).pieces[0]), body)
        return body

    def expect(self, change: Change, body: int) -> None:
        """Wait for a change, and follow it."""
        self.clicks += 1
        assert isinstance(self.model, PackingModel)
        self.puzzle, self.places = self.model.as_drawn(change.puzzle), followed(self.places, change, body)
        wait_for(lambda: puzzle_in(self.window.puzzle()) == self.puzzle, f"change {self.clicks} is drawn")
        self.window.settle()

    def draw(self, body: int, shape: Shape) -> None:
        """Draw a piece of one cube as a shape, turned so that the sides that are clicked are seen."""
        eye = self._eye()
        for turned_shape in shape.lying:
            for begin in turned_shape.cells:
                if steps := self._steps(body, {*turned_shape.cells}, begin, eye):
                    for side in steps:
                        # What is added at a side where nothing was before moves the others' numbers.
                        self.add(side)
                    assert self.puzzle.pieces[body].shape.upright == shape.upright
                    return
        raise AssertionError("No way was found to draw the piece by clicks that are seen.")

    def leave(self, key: str = "Return") -> None:
        """Leave by a key."""
        self.window.leave_buttons()
        self.window.screen.keys(key)
        wait_for(lambda: not self.window.runs("draw_pieces"), "it is left")
        self.window.settle()

    def _seen(self, side: Hit) -> tuple[float, float]:
        """Return where on the screen the middle of a side of a cube is."""
        (cell,) = moved([side.cell], self.places[side.body])
        middle = np.array(cell) + 0.5 + 0.5 * np.array(side.way)
        x, y = self.window.ask("seen_on_carrier", way=(middle * Dimensions().cube).tolist())
        return x, y

    def _steps(self, body: int, wanted: Collection[Cell], begin: Cell, eye: NDArray[np.float64]) -> list[Hit]:
        """Return the clicks that make a shape of a cube, each on a side that is seen then; none where none do."""
        puzzle, places = self.puzzle, self.places
        drawn = [begin]
        steps: list[Hit] = []
        while len(drawn) < len(wanted):
            # The first cube of the piece lies on the bench where its own was.
            low = np.array(drawn).min(axis=0)
            for cell in drawn:
                own: Cell = tuple((np.array(cell) - low).tolist())
                way = next(
                    (
                        way
                        for way in SEEN
                        if (beside := moved([cell], way)[0]) in wanted
                        and beside not in drawn
                        and _sees(puzzle, places, Hit(body, own, way), eye)
                    ),
                    None,
                )
                if way is not None:
                    break
            else:
                return []
            side = Hit(body, own, way)
            steps.append(side)
            drawn.append(moved([cell], way)[0])
            change = with_cells(puzzle, body, [side.beside])
            puzzle, places = change.puzzle, followed(places, change, body)
        assert normalized(drawn) == body_cells(puzzle, body)
        return steps

    def _eye(self) -> NDArray[np.float64]:
        """Return where the eye is, in cells of the bench."""
        view = self.window.ask("view")
        back = -view["distance"] * np.array(self.window.ask("view_directions")[2])
        millimeters = 1000 * self.window.state()["units"][1]
        eye: NDArray[np.float64] = (np.array(view["location"]) + back) * millimeters / Dimensions().cube
        return eye


def _sees(puzzle: PolycubePuzzle, places: Places, side: Hit, eye: NDArray[np.float64]) -> bool:
    """Report whether the middle of a side is seen, and what is around it."""
    (cell,) = moved([side.cell], places[side.body])
    middle = np.array(cell) + 0.5 + 0.5 * np.array(side.way)
    across = [axis for axis in range(3) if not side.way[axis]]
    for shift in ((0.0, 0.0), (SMALL, SMALL), (-SMALL, -SMALL), (SMALL, -SMALL), (-SMALL, SMALL)):
        target = middle.copy()
        target[across] += shift
        if hit(puzzle, places, eye.tolist(), (target - eye).tolist()) != side:
            return False
    return True
