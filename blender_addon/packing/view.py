# SPDX-License-Identifier: GPL-3.0-or-later
"""The views of a puzzle: a solution, its layers, the placements of a piece, or a game.

Pieces are only moved and hidden: their meshes, and so the files, stay as they are. Of layers there are objects of
their own, as long as these are seen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import bpy
from mathutils import Vector

from ...core.common.errors import InputError
from ...core.packing.game import Game, Token, lying_from_text
from ...core.packing.kind import PackingModel
from ...core.packing.model.assembly import goal_solid, placement, up_to_layer
from ...core.packing.model.parts import PiecePart
from ...core.polycubes.puzzle import PolycubePuzzle
from ..data.context import mesh_of
from ..data.meshes import fill_mesh, materials_of
from ..scene.adding import remove_object
from ..scene.built import Built
from ..scene.part_objects import is_film, place_parts, remove_assembly
from ..scene.puzzle import ScenePuzzle, is_puzzle
from ..scene.startup import put_end_back
from .film import Place, built_pieces, chosen_piece, dimensions_of, follow_film, place_of
from .properties import GAME, LAYERS, PLACES, SOLUTION, PackingProperties


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
            put(puzzle.kept_object(key), place)
    for item in group.parts:
        if item.part is not None:
            item.part.hide_viewport = item.part.hide_render = item.name not in seen
    _show_layers(puzzle, pieces, built)
    _show_outline(puzzle, content, built)
    follow_film(puzzle)


def _view_changed(group: Any, scene: bpy.types.Scene) -> None:
    """Show what was chosen; scripts can choose that of whatever a collection holds."""
    puzzle = ScenePuzzle(group.id_data)
    if is_puzzle(puzzle.collection) and isinstance(puzzle.kind, PackingModel):
        show(puzzle)


HOOKS: Mapping[str, Callable[..., Any]] = MappingProxyType({"view_changed": _view_changed})
"""The functions by the names under which properties call them."""


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
        put_end_back(scene)
    own.lying, own.layers, own.piece, own.placement = "", 1, 1, 1
    own.view = SOLUTION


def remove_view(puzzle: ScenePuzzle, scene: bpy.types.Scene) -> None:
    """Remove the objects that are there only to be seen."""
    own: PackingProperties = puzzle.own
    _remove_layers(own)
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
    put(puzzle.kept_object(key), place_of(content, pieces[key], built, cells))
    return {key}


def _show_layers(puzzle: ScenePuzzle, pieces: Mapping[str, PiecePart], built: Built) -> None:
    """Show the layers of the solution where they are wanted, and remove those that were shown."""
    own: PackingProperties = puzzle.own
    _remove_layers(own)
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


def _remove_layers(own: PackingProperties) -> None:
    if own.layered is None:
        return
    for shown in [layer for layer in own.layered.objects.values() if layer is not None]:
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
