# SPDX-License-Identifier: GPL-3.0-or-later
"""A designer's puzzle is drawn by mouse and keys, with what is known of it, exported, opened again and counted."""

from __future__ import annotations

from puzzle_cubes.packing.files.piece_line import line_of_cells
from puzzle_cubes.packing.files.xmpuzzle import puzzle_from_xmpuzzle
from puzzle_cubes.packing.kind.kind import PACKING
from puzzle_cubes.packing.making.by_hand import GOAL, with_box, without_cells
from puzzle_cubes.packing.making.classics import CLASSICS
from puzzle_cubes.packing.play.bench import Hit
from tests.gui.debian import Debian
from tests.gui.packing_by_hand import make_packing
from tests.gui.pieces_by_hand import PiecesByHand, puzzle_in
from tests.gui.sidebar import Sidebar
from tests.gui.wait_until import wait_for


def test_a_classic_is_drawn_by_clicks_exported_and_opened_again(sidebar: Sidebar, debian: Debian) -> None:
    window, screen = sidebar.window, sidebar.window.screen
    make_packing(sidebar, "Your Own")
    by_hand = PiecesByHand(sidebar)
    window.save_picture("31-draw-begun", still=False)
    pieces = CLASSICS["diabolical"].puzzle.pieces
    for number, piece in enumerate(pieces):
        by_hand.draw(by_hand.new_piece() if number else 0, piece.shape)
        if number == 3:
            by_hand.point(Hit(number, by_hand.puzzle.pieces[number].shape.cells[-1], (0, 0, 1)))
            window.save_picture("31-draw-halfway", still=False)
    print("clicks and keys:", by_hand.clicks)
    assert by_hand.clicks == sum(len(piece.shape.cells) for piece in pieces) - 1
    window.leave_buttons()
    window.save_picture("31-draw-done")
    by_hand.leave()
    wait_for(lambda: puzzle_in(window.puzzle()).found.is_complete, "all solutions are known")
    drawn = puzzle_in(window.puzzle())
    assert (drawn.found.counts.up_to_rotation, drawn.found.counts.up_to_reflection) == (26, 13)
    window.save_picture("31-drawn")

    sidebar.open_alone("Print")
    sidebar.reader.learn(["Export BurrTools"])
    sidebar.press("puzzle_cubes.export_xmpuzzle")
    wait_for(lambda: window.ask("windows") == 2, "the file browser is open")
    sidebar.reader.click("Export BurrTools")
    wait_for(lambda: [*debian.folder.rglob("*.xmpuzzle")], "the file is written")
    (file,) = debian.folder.rglob("*.xmpuzzle")
    read = puzzle_from_xmpuzzle(file.read_text(encoding="utf-8"))
    assert PACKING.facts.canonical_form(read) == PACKING.facts.canonical_form(CLASSICS["diabolical"].puzzle)
