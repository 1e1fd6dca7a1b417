# SPDX-License-Identifier: GPL-3.0-or-later
"""The views of a puzzle: a solution, its layers, the placements of a piece, or a game; and films of these.

Pieces are only moved and hidden: their meshes, and so the files, stay as they are. Of layers there are objects of
their own, as long as these are seen. A film has keys of the same kind as an animation of the assembly, to scrub and
render, so what removes one of them removes both.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

import bpy
import numpy as np
from mathutils import Matrix, Quaternion, Vector

from ...core.common.errors import InputError
from ...core.packing.game import Game, Token, flat, lying_from_text, waiting_places
from ...core.packing.kind import PackingModel
from ...core.packing.model.assembly import goal_solid, matrix_of, middle_of, placement, placements_of_piece, up_to_layer
from ...core.packing.model.dimensions import Dimensions, copies_in_all, placed
from ...core.packing.model.parts import PiecePart
from ...core.polycubes.goal import cells_of
from ...core.polycubes.puzzle import PolycubePuzzle
from ...core.polycubes.shape import Cells, Turn, moved, turn_between
from ...core.polycubes.solver import steps_of_search
from ..data.animation_keys import check_last_frame, key_curves, set_keys
from ..data.interface import mesh_of, narrowed, remembered, scene_of
from ..data.meshes import fill_mesh, materials_of
from ..scene import hooks
from ..scene.adding import keep_others, remove_object
from ..scene.built import Built
from ..scene.by_hand import check_in_place
from ..scene.part_objects import PATH, TURN_PATH, assembly_frames, is_film, place_parts, remove_assembly
from ..scene.puzzle import ScenePuzzle, is_puzzle
from ..scene.startup import following_end
from ..tab.operator_base import PuzzleOperator
from ..tab.print_panel import end_and_play
from .properties import GAME, LAYERS, PLACES, SEARCH, SOLUTION, SOLUTIONS, FilmProperties, PackingProperties

Place = tuple[Vector, Quaternion]
"""Where an object stands on its carrier, in Blender units, and how it is turned."""


def built_pieces(puzzle: ScenePuzzle) -> dict[str, PiecePart]:
    """Return the pieces of a puzzle as they were built, by their keys; raises InputError where they cannot be."""
    parts = puzzle.parts(puzzle.first_way, puzzle.needed_built.dimensions)
    return {part.key: part for part in parts if isinstance(part, PiecePart)}


def dimensions_of(built: Built) -> Dimensions:
    """Return the dimensions that a puzzle of this kind was built with."""
    return narrowed(built.dimensions, Dimensions)


def chosen_piece(
    own: PackingProperties, puzzle: PolycubePuzzle, pieces: Mapping[str, PiecePart]
) -> tuple[int, str | None]:
    """Return the number of the piece whose places are seen, and the key of its first object, if it has one."""
    chosen = min(own.piece, len(puzzle.pieces)) - 1
    return chosen, next((key for key, piece in pieces.items() if piece.piece == chosen), None)


def place_of(puzzle: PolycubePuzzle, piece: PiecePart, built: Built, cells: Cells, turn: Turn | None = None) -> Place:
    """Return where the object of a piece stands that fills cells; ``turn`` is that of the puzzle's own piece.

    Where it looks the same after several turns, it is that one.
    """
    dimensions = dimensions_of(built)
    if turn is None:
        matrix = Matrix(matrix_of(turn_between(piece.cells, cells)))
    else:
        own = Matrix(matrix_of(turn_between(puzzle.pieces[piece.piece].shape.cells, piece.cells)))
        matrix = Matrix(matrix_of(turn)) @ own.transposed()
    units = built.units
    # The middle of what is carved is not that of its cells.
    beside = matrix @ (Vector(piece.assembled) - Vector(piece.as_cubes.assembled))
    return units * (Vector(middle_of(cells, puzzle.goal.size, dimensions)) + beside), matrix.to_quaternion()


FEWEST_FRAMES = 2
"""Of each solution or placement: a key where it begins, and after the last one a key where it ends."""

Shown = Sequence[Mapping[str, Cells]]
"""What a film shows, one after another: the cells in which pieces lie, by their keys."""


def film_of(puzzle: ScenePuzzle, pieces: Mapping[str, PiecePart], film: str) -> Shown:
    """Return what a film of a puzzle, one of those to choose, shows in its view; raises InputError for nothing."""
    own: PackingProperties = puzzle.own
    content: PolycubePuzzle = puzzle.puzzle
    if own.view == PLACES:
        chosen, key = chosen_piece(own, content, pieces)
        placements = placements_of_piece(content, chosen) if key is not None else ()
        if key is None or not placements:
            raise InputError("The piece fits nowhere, so there is nothing to animate.")
        return [{key: cells_of(placed_at, content.goal)} for placed_at in placements]
    if film == SEARCH:
        return _search_of(content, pieces)
    solutions = content.found.solutions
    if not solutions:
        raise InputError("No solution is known that could be animated: search on for one.")
    return [
        {copy.key: cells for copy, cells in placed(content, copies)} for copies in copies_in_all(content, solutions)
    ]


MOST_STEPS, MOST_CELLS = 600, 512
"""How many steps of a search are shown at most, and for goals of how many cells."""


def _search_of(puzzle: PolycubePuzzle, pieces: Mapping[str, PiecePart]) -> Shown:
    """Return what lies in the box at each step of the search; the other pieces wait before it, as in a game."""
    if len(puzzle.goal.cells) > MOST_CELLS:
        raise InputError(f"The goal has {len(puzzle.goal.cells):,} cells: a search is shown with {MOST_CELLS} at most.")
    lying = [flat(puzzle.pieces[piece.piece].shape) for piece in pieces.values()]
    places = waiting_places(lying, puzzle.goal.size)
    waiting = {key: moved(cells, place) for key, cells, place in zip(pieces, lying, places, strict=True)}
    steps = copies_in_all(puzzle, steps_of_search(puzzle, MOST_STEPS))
    return [waiting | {copy.key: copy.cells for copy in step if copy.cells is not None} for step in steps]


def set_film(puzzle: ScenePuzzle, pieces: Mapping[str, PiecePart], shown: Shown, first: int, span: int) -> int:
    """Let pieces jump from place to place from a frame on, so many frames for each, and return the last frame.

    What was animated of the parts before is replaced. Raises InputError, before anything is changed, for too many
    frames.
    """
    frames = [first + span * number for number in range(len(shown))]
    frames.append(frames[-1] + span - 1)
    check_last_frame(frames[-1])
    remove_assembly(puzzle)
    content, built = puzzle.puzzle, puzzle.needed_built
    for key in shown[0]:
        animated = puzzle.carried_object(key)
        if animated is not None and key in pieces:
            own = animated.location.copy(), animated.rotation_quaternion.copy()
            keys = np.array(list(_keys(content, pieces[key], built, [moment[key] for moment in shown], own)))
            keys = np.concatenate((keys, keys[-1:]))
            set_keys(animated, PATH, frames, keys[:, :3], "CONSTANT")
            set_keys(animated, TURN_PATH, frames, keys[:, 3:], "CONSTANT")
    return frames[-1]


def _keys(
    puzzle: PolycubePuzzle, piece: PiecePart, built: Built, cells: Sequence[Cells], own: Place
) -> Iterator[tuple[float, ...]]:
    """Yield what is added to a piece's own place and turn so that it lies in cells: three and four numbers."""
    known: dict[Cells, tuple[float, ...]] = {}
    for lying in cells:
        if lying not in known:
            place, turn = place_of(puzzle, piece, built, lying)
            by, turned = place - own[0], turn @ own[1].inverted()
            known[lying] = by.x, by.y, by.z, turned.w, turned.x, turned.y, turned.z
        yield known[lying]


def follow_film(puzzle: ScenePuzzle) -> None:
    """Let a film follow what is built and chosen now, in as many frames for each as before; hide all else."""
    frames = assembly_frames(puzzle)
    if frames is None or not is_film(puzzle):
        return
    own: PackingProperties = puzzle.own
    try:
        pieces = built_pieces(puzzle)
        if own.view not in {SOLUTION, PLACES}:
            remove_assembly(puzzle)
            return
        shown = film_of(puzzle, pieces, own.film)
        keys = max(len(curve.keyframe_points) for piece in puzzle.objects.values() for curve in key_curves(piece, PATH))
        # Where the user has left a single key, nothing says how many frames each had.
        span = max(FEWEST_FRAMES, (frames[1] - frames[0] + 1) // max(keys - 1, 1))
        set_film(puzzle, pieces, shown, frames[0], span)
    except InputError:
        # The panel says why.
        remove_assembly(puzzle)
        return
    for item in puzzle.group.parts:
        if item.part is not None:
            item.part.hide_viewport = item.part.hide_render = item.name not in shown[0]


class AnimateSolutions(FilmProperties, PuzzleOperator, bpy.types.Operator):
    """Animate all solutions, the search, or in Places all places of the piece, with keyframes; the scene ends there"""

    bl_idname = "puzzle_cubes.animate_solutions"
    bl_label = "Animate Solutions"
    model = PackingModel

    def work_on(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Set the keys, in place of earlier ones, and show the first frame."""
        scene, group = scene_of(context), puzzle.group
        own: PackingProperties = puzzle.own
        check_in_place(puzzle)
        with remembered(self, FilmProperties, own):
            pieces, is_first = built_pieces(puzzle), assembly_frames(puzzle) is None
            parts = [puzzle.needed_part(key) for key in pieces]
            shown = film_of(puzzle, pieces, self.film)
            span = max(FEWEST_FRAMES, round(self.seconds_each * scene.render.fps / scene.render.fps_base))
            last = scene.frame_start + span * len(shown) - 1
            check_last_frame(last)
        if is_first:
            group.earlier_explode = group.explode
        if own.view != PLACES:
            own.view = SOLUTION
            group.explode = 0.0
        set_film(puzzle, pieces, shown, scene.frame_start, span)
        follow_film(puzzle)
        end_and_play(context, parts)
        what = "places" if own.view == PLACES else "solutions" if own.film == SOLUTIONS else "steps of the search"
        self.report({"INFO"}, f"{len(shown):,} {what} take the frames {scene.frame_start} to {last}")


def show(puzzle: ScenePuzzle) -> None:
    """Show what was chosen of a puzzle; where it was never built, or is linked, it stays as it is."""
    own: PackingProperties = puzzle.own
    built, group = puzzle.built, puzzle.group
    if built is None or puzzle.is_linked:
        return
    try:
        content, pieces = puzzle.puzzle, built_pieces(puzzle)
    except InputError:
        # The panel says why.
        return
    if own.view != SOLUTION:
        own.viewed_explode = group.explode
    place_parts(puzzle)
    # Pieces that are printed in parts are seen whole, but for where these lie.
    seen = set(built.laid) if own.view == SOLUTION else set()
    if own.view == PLACES:
        seen = _show_placement(puzzle, pieces, built)
    elif own.view == GAME:
        seen = set(pieces)
        for key, place in game_places(game_of(puzzle, pieces), pieces, built).items():
            put(puzzle.carried_object(key), place)
    for item in group.parts:
        if item.part is not None:
            item.part.hide_viewport = item.part.hide_render = item.name not in seen
    _show_layers(puzzle, pieces, built)
    _show_outline(puzzle, content, built)
    follow_film(puzzle)


def view_changed(group: Any, scene: bpy.types.Scene) -> None:
    """Show what was chosen; scripts can choose that of whatever a collection holds."""
    puzzle = ScenePuzzle(group.id_data)
    if is_puzzle(puzzle.collection) and isinstance(puzzle.kind, PackingModel):
        with following_end(scene):
            show(puzzle)


def solution_changed(group: Any, scene: bpy.types.Scene) -> None:
    """Show the solution, or the last one for a larger number: from there an arrow leads back."""
    puzzle = ScenePuzzle(group.id_data)
    with suppress(InputError):
        last = len(puzzle.puzzle.found.solutions) if is_puzzle(puzzle.collection) else 0
        if 0 < last < group.solution:
            # By that this is called again.
            group.solution = last
            return
    hooks.changed("scene.build:dimension_changed")(group, bpy.context)


def follow_places(puzzle: ScenePuzzle) -> None:
    """Show what was chosen once the parts were put to their places; who has moved the slider wants to see these."""
    own: PackingProperties = puzzle.own
    if own.view == SOLUTION:
        follow_film(puzzle)
        return
    if abs(puzzle.group.explode - own.viewed_explode) > 1e-6:
        own.view = SOLUTION
    else:
        show(puzzle)


def forget_view(puzzle: ScenePuzzle, scene: bpy.types.Scene) -> None:
    """Show the solution of a puzzle that is another one now, of which nothing was played."""
    own: PackingProperties = puzzle.own
    if is_film(puzzle):
        remove_assembly(puzzle)
    own.lying, own.layers, own.piece, own.placement = "", 1, 1, 1
    own.view = SOLUTION


def remove_view(puzzle: ScenePuzzle, scene: bpy.types.Scene) -> None:
    """Remove the objects that are there only to be seen."""
    own: PackingProperties = puzzle.own
    _remove_layers(puzzle)
    if own.outline is not None:
        remove_object(own.outline)


def game_of(puzzle: ScenePuzzle, pieces: Mapping[str, PiecePart]) -> Game:
    """Return a game with the pieces where they were left, or where they wait."""
    tokens = [Token(piece.name, piece.piece) for piece in pieces.values()]
    try:
        return Game(puzzle.puzzle, tokens, lying_from_text(puzzle.own.lying))
    except ValueError:
        return Game(puzzle.puzzle, tokens)


def game_places(game: Game, pieces: Mapping[str, PiecePart], built: Built) -> dict[str, Place]:
    """Return where the objects of pieces stand in a game, by their keys."""
    return {
        key: place_of(game.puzzle, piece, built, game.cells(token), game.lying[token].turn)
        for token, (key, piece) in enumerate(pieces.items())
    }


def put(piece: bpy.types.Object | None, place: Place) -> None:
    """Put an object to a place."""
    if piece is not None:
        piece.location, piece.rotation_mode, piece.rotation_quaternion = place[0], "QUATERNION", place[1]


def _show_placement(puzzle: ScenePuzzle, pieces: Mapping[str, PiecePart], built: Built) -> set[str]:
    """Put the chosen piece to its chosen placement; return what is seen."""
    own: PackingProperties = puzzle.own
    content: PolycubePuzzle = puzzle.puzzle
    chosen, key = chosen_piece(own, content, pieces)
    cells = placement(content, chosen, own.placement)
    if key is None or cells is None:
        return set()
    put(puzzle.carried_object(key), place_of(content, pieces[key], built, cells))
    return {key}


def _show_layers(puzzle: ScenePuzzle, pieces: Mapping[str, PiecePart], built: Built) -> None:
    """Show the layers of the solution where they are wanted, and remove those that were shown."""
    own: PackingProperties = puzzle.own
    _remove_layers(puzzle)
    if own.view != LAYERS:
        return
    own.layered = bpy.data.collections.new(f"{puzzle.name} Layers")
    puzzle.collection.children.link(own.layered)
    units = built.units
    for piece in up_to_layer(pieces.values(), own.layers):
        mesh = bpy.data.meshes.new(f"{puzzle.name} Layers {piece.label}")
        pattern = puzzle.kept_object(piece.key)
        if pattern is not None:
            for material in materials_of(pattern):
                mesh.materials.append(material)
        fill_mesh(mesh, piece.mesh(), units, mapped=True)
        shown = bpy.data.objects.new(mesh.name, mesh)
        shown.color = piece.object_color
        shown.parent = puzzle.group.carrier
        shown.location = units * Vector(piece.assembled)
        own.layered.objects.link(shown)


def _remove_layers(puzzle: ScenePuzzle) -> None:
    own: PackingProperties = puzzle.own
    if own.layered is None:
        return
    # What the user has put beside them hangs on nothing of the puzzle.
    carried = puzzle.group.carrier
    layers = [layer for layer in own.layered.objects.values() if layer is not None and layer.parent == carried]
    keep_others([own.layered], layers, puzzle.collection)
    for shown in layers:
        remove_object(shown)
    bpy.data.collections.remove(own.layered)


def _show_outline(puzzle: ScenePuzzle, content: PolycubePuzzle, built: Built) -> None:
    """Show the outline of what is to be filled, where pieces are seen that need not be in it."""
    own: PackingProperties = puzzle.own
    if own.view not in {PLACES, GAME}:
        if own.outline is not None:
            remove_object(own.outline)
        return
    if own.outline is None:
        name = f"{puzzle.name} Outline"
        own.outline = bpy.data.objects.new(name, bpy.data.meshes.new(name))
        own.outline.display_type = "WIRE"
        own.outline.hide_render = own.outline.hide_select = True
    if not own.outline.users_scene:
        puzzle.collection.objects.link(own.outline)
        own.outline.parent = puzzle.group.carrier
    units = built.units
    solid, middle = goal_solid(content, dimensions_of(built))
    fill_mesh(mesh_of(own.outline), solid.mesh(), units)
    own.outline.location = units * Vector(middle)


CLASSES = (AnimateSolutions,)
