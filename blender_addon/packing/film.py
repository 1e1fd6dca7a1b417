# SPDX-License-Identifier: GPL-3.0-or-later
"""Films: all solutions one after another, the search, or all placements of a piece, as keyframes to scrub and render.

A film has keys of the same kind as an animation of the assembly, so the parts keep their own places, and what removes
one of them removes both. What is seen in it follows from the view. The places of pieces that lie in other cells than
those in which they were built are here, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import bpy
import numpy as np
from mathutils import Matrix, Quaternion, Vector

from ...core.common.errors import InputError
from ...core.packing.game import flat, waiting_places
from ...core.packing.kind import PackingModel
from ...core.packing.model.assembly import matrix_of, middle_of, placements_of_piece
from ...core.packing.model.dimensions import Dimensions, copies_in_all, placed
from ...core.packing.model.parts import PiecePart
from ...core.polycubes.goal import cells_of
from ...core.polycubes.puzzle import PolycubePuzzle
from ...core.polycubes.shape import Cells, Turn, moved, turn_between
from ...core.polycubes.solver import steps_of_search
from ..data.animation_keys import check_last_frame, key_curves, set_keys
from ..data.context import narrowed, scene_of
from ..data.property_groups import remembered
from ..scene.built import Built
from ..scene.by_hand import check_in_place
from ..scene.part_objects import PATH, TURN_PATH, assembly_frames, is_film, remove_assembly
from ..scene.puzzle import ScenePuzzle
from ..tab.operator_base import PuzzleOperator
from ..tab.print_panel import end_and_play
from .properties import PLACES, SEARCH, SOLUTION, SOLUTIONS, FilmProperties, PackingProperties

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


def set_film(puzzle: ScenePuzzle, pieces: Mapping[str, PiecePart], shown: Shown, first: int, each: int) -> int:
    """Let pieces jump from place to place from a frame on, so many frames for each, and return the last frame.

    What was animated of the parts before is replaced. Raises InputError, before anything is changed, for too many
    frames.
    """
    frames = [first + each * number for number in range(len(shown))]
    frames.append(frames[-1] + each - 1)
    check_last_frame(frames[-1])
    remove_assembly(puzzle)
    content, built = puzzle.puzzle, puzzle.needed_built
    for key in shown[0]:
        animated = puzzle.kept_object(key)
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
        set_film(puzzle, pieces, shown, frames[0], (frames[1] - frames[0] + 1) // (keys - 1))
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
            each = max(FEWEST_FRAMES, round(self.seconds_each * scene.render.fps / scene.render.fps_base))
            last = scene.frame_start + each * len(shown) - 1
            check_last_frame(last)
        if is_first:
            group.earlier_explode = group.explode
        if own.view != PLACES:
            own.view = SOLUTION
            group.explode = 0.0
        set_film(puzzle, pieces, shown, scene.frame_start, each)
        follow_film(puzzle)
        end_and_play(context, parts)
        what = "places" if own.view == PLACES else "solutions" if own.film == SOLUTIONS else "steps of the search"
        self.report({"INFO"}, f"{len(shown):,} {what} take the frames {scene.frame_start} to {last}")


CLASSES = (AnimateSolutions,)
