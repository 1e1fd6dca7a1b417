# SPDX-License-Identifier: GPL-3.0-or-later
"""Packing Cubes in Blender: their panels, and what the add-on asks of every kind.

A panel shows the solutions of the active puzzle: what is seen of them, and the game. The other one has the goal and the
pieces as lines of text, each of which can be typed, and a box around the goal.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import bpy
from bpy.props import IntProperty, StringProperty

from ...core.common.errors import InputError
from ...core.packing.files.pieces_text import cells_of_line, goal_of_line, layers, line_of_cells, line_of_goal
from ...core.packing.kind import PackingModel
from ...core.packing.making.by_hand import GOAL, with_box, with_goal, with_piece, with_piece_instead
from ...core.packing.model.assembly import placements_of_piece
from ...core.packing.model.dimensions import shown_solution
from ...core.polycubes.goal import LARGEST_GOAL, Piece, letters
from ...core.polycubes.puzzle import MOST_PIECES, PolycubePuzzle
from ...core.polycubes.shape import Shape
from ..data.interface import manager_of, narrowed, prop, with_properties
from ..scene.adding import replace_puzzle
from ..scene.part_objects import assembly_frames
from ..scene.puzzle import KindInBlender, ScenePuzzle, active_puzzle
from ..tab.operator_base import OfPuzzle, PuzzleOperator, button
from ..tab.print_panel import RemoveAssembly
from ..tab.search_on import SEARCH_ON
from ..window.framing import frame_if_out_of_view
from ..window.game import add_shortcut, remove_shortcut
from ..window.running_operator import Result
from ..window.sidebar import ClosedSidebar, labeled, line, split_layout
from . import draw_pieces, from_object, play, view
from .draw_pieces import DrawPieces
from .from_object import PuzzleFromObject, leave_blender, use_blender
from .play import PlayPieces
from .properties import GAME, LAYERS, PLACES, SOLUTION, PackingProperties
from .view import AnimateSolutions, follow_places, forget_view, remove_view

WIDEST = 6
"""Cells of a goal along an axis that the panel has room for."""


class SolutionsPanel(OfPuzzle, bpy.types.Panel):
    """The solutions of the active puzzle."""

    bl_idname = "PUZZLE_CUBES_PT_solutions"
    bl_label = "Solutions"
    bl_description = "Play the active puzzle, go through its solutions, layers and placements"

    model = PackingModel

    def draw_puzzle(self, layout: bpy.types.UILayout, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Draw what is seen, and the number of the solution."""
        own: PackingProperties = puzzle.own
        content: PolycubePuzzle = puzzle.puzzle
        split_layout(layout)
        row = layout.row(align=True)
        row.scale_y = 1.2
        row.operator(PlayPieces.bl_idname, text="Play", icon="PLAY")
        row = layout.row(align=True)
        row.use_property_split = False
        # While the assembly is animated the keys say where the pieces are.
        row.enabled = assembly_frames(puzzle) is None
        row.prop(own, "view", expand=True)
        if own.view == PLACES:
            _draw_placement(layout, own, content)
        else:
            _draw_solution(layout, own, content)
        if not content.found.solutions and not puzzle.kind.is_over(content):
            layout.operator(SEARCH_ON, icon="VIEWZOOM")
        if own.view in {SOLUTION, PLACES}:
            column = layout.column(align=True)
            if own.view == SOLUTION:
                column.prop(own, "film")
            column.prop(own, "seconds_each")
            row = column.row(align=True)
            row.operator(AnimateSolutions.bl_idname, text="Animate", icon="ANIM")
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


MOST_LINES = 40
"""Pieces whose lines the panel has room for."""


def _replace(context: bpy.types.Context, puzzle: ScenePuzzle, now: PolycubePuzzle) -> None:
    """Put a puzzle in the place of another one, and bring its pieces into view: they may lie elsewhere now."""
    replace_puzzle(context, puzzle, now)
    frame_if_out_of_view(context, puzzle.renewed().seen_objects)


@with_properties
class TypePiece(PuzzleOperator, bpy.types.Operator):
    """Type a piece or the goal: x is a cube and . none along X, | begins the next row, and a comma the layer above"""

    bl_idname = "puzzle_cubes.type_piece"
    bl_label = "Type Piece"
    model = PackingModel
    piece: int = prop(
        IntProperty,
        "Piece",
        "The number of the piece, from 0; -1 is the goal, and the next number is a new piece",
        default=0,
        min=GOAL,
        max=MOST_PIECES,
        options={"HIDDEN", "SKIP_SAVE"},
    )
    line: str = prop(
        StringProperty,
        "Line",
        "Its cells, as in xxx|.x. for a T. In the goal a + is a cell that may stay empty",
        options={"SKIP_SAVE"},
    )
    least: int = prop(
        IntProperty,
        "From",
        "How many of it are used at least",
        default=1,
        min=0,
        max=LARGEST_GOAL,
        options={"SKIP_SAVE"},
    )
    most: int = prop(
        IntProperty, "To", "How many of it are used at most", default=1, min=0, max=LARGEST_GOAL, options={"SKIP_SAVE"}
    )

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> Result:
        """Ask for what stands there now."""
        puzzle = active_puzzle(context)
        content: PolycubePuzzle | None = None if puzzle is None else puzzle.puzzle
        if content is not None and self.piece < len(content.pieces):
            self.line = _line(content, self.piece)
            if self.piece != GOAL:
                self.least, self.most = content.pieces[self.piece].least, content.pieces[self.piece].most
        result: Result = manager_of(context).invoke_props_dialog(self, width=480)
        return result

    def draw(self, context: bpy.types.Context) -> None:
        """Draw the line, and how many of a piece there are."""
        layout = split_layout(self.layout)
        layout.prop(self, "line")
        if self.piece != GOAL:
            layout.prop(self, "least")
            layout.prop(self, "most")

    def work_on(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Put the piece, or the goal, in its place."""
        content: PolycubePuzzle = puzzle.puzzle
        number = self.piece
        if number == GOAL:
            change = with_goal(content, goal_of_line(self.line))
        elif number < len(content.pieces):
            before = content.pieces[number]
            shape = Shape.of(cells_of_line(self.line))
            # Cells that stay keep their colors.
            shape = before.shape if shape.cells == before.shape.cells else shape
            change = with_piece_instead(content, number, replace(before, shape=shape, least=self.least, most=self.most))
        else:
            change = with_piece(content, Piece(Shape.of(cells_of_line(self.line)), self.least, self.most))
        _replace(context, puzzle, narrowed(puzzle.kind, PackingModel).as_drawn(change.puzzle))


class BoxAround(PuzzleOperator, bpy.types.Operator):
    """Add a piece of all cells around the goal, to be opened by removing some; the pieces must find a way through"""

    bl_idname = "puzzle_cubes.box_around"
    bl_label = "Box Around"
    model = PackingModel

    def work_on(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Add the box."""
        _replace(context, puzzle, with_box(puzzle.puzzle).puzzle)


class PiecesPanel(ClosedSidebar, OfPuzzle, bpy.types.Panel):
    """The goal and the pieces of the active puzzle, as lines of text."""

    bl_idname = "PUZZLE_CUBES_PT_pieces"
    bl_label = "Pieces"
    bl_description = "Draw the goal and the pieces of the active puzzle, or type them as lines of text"

    model = PackingModel

    def draw_puzzle(self, layout: bpy.types.UILayout, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Draw a line for each, which is a button, and one for a new piece."""
        content: PolycubePuzzle = puzzle.puzzle
        split_layout(layout).operator(DrawPieces.bl_idname, text="Draw", icon="GREASEPENCIL")
        column = layout.column(align=True)
        _draw_line(column, content, GOAL, "Goal")
        for number, name in enumerate(narrowed(puzzle.kind, PackingModel).piece_names(content)[:MOST_LINES]):
            piece = content.pieces[number]
            many = f"{piece.least}" if piece.least == piece.most else f"{piece.least} to {piece.most}"
            _draw_line(column, content, number, name if many == "1" else f"{name} x {many}")
        row = layout.row(align=True)
        button(row, TypePiece.bl_idname, {"piece": len(content.pieces)}, text=TypePiece.bl_label, icon="ADD")
        row.operator(BoxAround.bl_idname, icon="MESH_CUBE")


def _draw_line(layout: bpy.types.UILayout, puzzle: PolycubePuzzle, number: int, label: str) -> None:
    """Draw a piece, or the goal, as a button with its line."""
    button(labeled(layout, label), TypePiece.bl_idname, {"piece": number}, text=_line(puzzle, number) or "Type")


def _line(puzzle: PolycubePuzzle, number: int) -> str:
    """Return the line of a piece, or of the goal; nothing where it would be too long."""
    try:
        return line_of_goal(puzzle.goal) if number == GOAL else line_of_cells(puzzle.pieces[number].shape.cells)
    except InputError:
        return ""


def _register() -> None:
    add_shortcut(PlayPieces.bl_idname)
    use_blender()


def _unregister() -> None:
    leave_blender()
    remove_shortcut(PlayPieces.bl_idname)


IN_BLENDER = KindInBlender(
    classes=(
        *play.CLASSES,
        *draw_pieces.CLASSES,
        *view.CLASSES,
        *from_object.CLASSES,
        TypePiece,
        BoxAround,
        SolutionsPanel,
        PiecesPanel,
    ),
    entries=((PlayPieces.bl_idname, "PLAY"), (DrawPieces.bl_idname, "GREASEPENCIL"), (SEARCH_ON, "VIEWZOOM")),
    makers=((PuzzleFromObject.bl_idname, "MOD_EXPLODE"),),
    arrows={"cube": (1.0, 0.75, 0.1), "inset": (1.0, 0.35, 0.85)},
    replaced=forget_view,
    placed=follow_places,
    remove=remove_view,
    register=_register,
    unregister=_unregister,
)
