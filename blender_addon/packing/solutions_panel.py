# SPDX-License-Identifier: GPL-3.0-or-later
"""The panel with the solutions of the active puzzle: what is seen of them, the game, and the search for more."""

from __future__ import annotations

from itertools import islice

import bpy

from ...core.common.errors import InputError
from ...core.packing.files.solutions_text import layers
from ...core.packing.kind.kind import PACKING
from ...core.packing.model.copies import shown_solution
from ...core.packing.model.standing import placements_of_piece
from ...core.polycubes.puzzle import PolycubePuzzle
from ...core.polycubes.terms.piece import letters
from ..data.context import present
from ..scene.parts_apart import assembly_frames
from ..scene.puzzle import active_puzzle
from ..tab.assembly_panel import RemoveAssembly
from ..window.sidebar import Sidebar, split_layout
from ..window.texts import line, message
from .draw_pieces import DrawPieces
from .film import AnimateSolutions
from .play import PlayPieces
from .properties import GAME, LAYERS, PLACES, SOLUTION, PackingProperties

WIDEST = 6
"""Cells of a goal along an axis that the panel has room for."""


class SolutionsPanel(Sidebar, bpy.types.Panel):
    """The solutions of the active puzzle."""

    bl_idname = "PUZZLE_CUBES_PT_solutions"
    bl_label = "Solutions"
    bl_description = "Play the active puzzle, go through its solutions, layers and placements"

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Show it for an active puzzle of the kind only."""
        puzzle = active_puzzle(context)
        return puzzle is not None and puzzle.kind == PACKING

    def draw(self, context: bpy.types.Context) -> None:
        """Draw what is seen, and the number of the solution."""
        puzzle = present(active_puzzle(context))
        layout = split_layout(self.layout)
        own: PackingProperties = puzzle.own
        try:
            content: PolycubePuzzle = puzzle.puzzle
        except InputError as error:
            message(layout, context, str(error))
            return
        row = layout.row(align=True)
        row.scale_y = 1.2
        row.operator(PlayPieces.bl_idname, text="Play", icon="PLAY")
        row.operator(DrawPieces.bl_idname, text="Draw", icon="GREASEPENCIL")
        row = layout.row(align=True)
        row.use_property_split = False
        # While the assembly is animated the keys say where the pieces are.
        row.enabled = assembly_frames(puzzle) is None
        row.prop(own, "view", expand=True)
        if own.view == PLACES:
            _draw_placement(layout, own, content)
        else:
            _draw_solution(layout, own, content)
        if (own.view == SOLUTION and len(content.found.solutions) > 1) or own.view == PLACES:
            column = layout.column(align=True)
            column.prop(own, "seconds_each")
            row = column.row(align=True)
            if own.view == PLACES:
                row.operator(AnimateSolutions.bl_idname, text="Animate", icon="ANIM")
            else:
                row.operator(AnimateSolutions.bl_idname, icon="ANIM")
            row.operator(RemoveAssembly.bl_idname, text="", icon="X")


def _draw_placement(layout: bpy.types.UILayout, own: PackingProperties, puzzle: PolycubePuzzle) -> None:
    """Draw which piece is seen, and at which of its placements."""
    piece = min(own.piece, len(puzzle.pieces))
    count = len(placements_of_piece(puzzle, piece - 1))
    column = layout.column(align=True)
    column.prop(own, "piece")
    column.prop(own, "placement")
    line(layout, "Piece", next(islice(letters(), piece - 1, None)))
    line(layout, "Of", f"{count:,}" if count else "None: it fits nowhere")


def _draw_solution(layout: bpy.types.UILayout, own: PackingProperties, puzzle: PolycubePuzzle) -> None:
    """Draw which solution is seen, or up to which layer, with the layers as letters."""
    known = len(puzzle.found.solutions)
    if known > 1 and own.view != GAME:
        layout.prop(own, "solution")
        line(layout, "Of", f"{known:,}")
    if own.view == LAYERS:
        layout.prop(own, "layers")
        line(layout, "Of", f"{puzzle.goal.size[2]}")
        if known:
            _draw_layers(layout, puzzle, own.solution)


def _draw_layers(layout: bpy.types.UILayout, puzzle: PolycubePuzzle, number: int) -> None:
    """Draw the layers of a solution from below, each seen from above, with the letters of the pieces."""
    if max(puzzle.goal.size) > WIDEST:
        return
    for height, rows in enumerate(layers(puzzle, shown_solution(puzzle, number)), 1):
        box = layout.box()
        box.label(text=f"Layer {height}")
        column = box.column(align=True)
        for names in rows:
            row = column.row(align=True)
            for name in names:
                row.label(text=name)


CLASSES = (SolutionsPanel,)
