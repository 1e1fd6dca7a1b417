# SPDX-License-Identifier: GPL-3.0-or-later
"""The properties with which a puzzle's pieces are seen and played with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import bpy
from bpy.props import EnumProperty, FloatProperty, IntProperty, PointerProperty, StringProperty

from ...core.common.options import Choice, declared
from ...core.packing.model.dimensions import MOST_SHOWN, Dimensions
from ...core.polycubes.goal import LARGEST_GOAL
from ...core.polycubes.puzzle import MOST_PIECES
from ..data.interface import all_properties, prop, with_properties
from ..scene import hooks
from ..scene.option_properties import items, properties_of

SOLUTION, LAYERS, PLACES, GAME = "SOLUTION", "LAYERS", "PLACES", "GAME"
"""What can be seen of a puzzle."""

SOLUTIONS, SEARCH = "SOLUTIONS", "SEARCH"
"""What a film can show of one, besides the places of a piece."""


def _number(label: str, description: str, most: int) -> Any:
    return prop(
        IntProperty,
        label,
        description,
        default=1,
        min=1,
        max=most,
        options=set(),
        update=hooks.changed("packing.view:view_changed"),
    )


@with_properties
class FilmProperties:
    """What a film shows, and its time; shared with the operator."""

    film: str = prop(
        EnumProperty,
        "Film",
        "What is animated of the puzzle",
        items=items(
            {
                SOLUTIONS.lower(): Choice("Solutions", "All solutions, one after another"),
                SEARCH.lower(): Choice("Search", "The search at work: pieces go in and out until the first solution"),
            }
        ),
        default=SOLUTIONS,
        options=set(),
    )
    seconds_each: float = prop(
        FloatProperty,
        "Seconds Each",
        "How long each solution is seen, each place of the piece, or each step of the search",
        default=2.0,
        min=0.05,
        soft_max=10.0,
        max=600.0,
        options=set(),
    )


@with_properties
class ViewProperties:
    """The properties of what is seen of the puzzle, and of where a game has left its pieces."""

    view: str = prop(
        EnumProperty,
        "View",
        "What the view shows of the puzzle; the exported files stay the same",
        items=items(
            {
                SOLUTION.lower(): Choice("Solution", "The pieces as in the solution, put together or apart"),
                LAYERS.lower(): Choice("Layers", "The solution from below up to a layer"),
                PLACES.lower(): Choice("Places", "The placements of one piece in the box, one after another"),
                GAME.lower(): Choice("Game", "The pieces where the last game has left them"),
            }
        ),
        default=SOLUTION,
        options=set(),
        update=hooks.changed("packing.view:view_changed"),
    )
    layers: int = _number("Layers", "How many layers are seen, from below", LARGEST_GOAL)
    piece: int = _number("Piece", "The number of the piece whose placements are seen", MOST_PIECES)
    placement: int = _number("Placement", "The number of the placement; beyond the last one it is the last", MOST_SHOWN)
    viewed_explode: float = prop(FloatProperty, "Viewed Explode", "What Explode was when another view was chosen")
    lying: str = prop(StringProperty, "Lying", "Where a game has left the pieces; empty until it is played")
    layered: bpy.types.Collection | None = prop(
        PointerProperty, "Layered", "The collection of the shown layers", type=bpy.types.Collection
    )
    outline: bpy.types.Object | None = prop(
        PointerProperty, "Outline", "The outline of what is to be filled", type=bpy.types.Object
    )


class PackingProperties(ViewProperties, FilmProperties):
    """The group that Blender makes from these properties, as the type checker knows it."""

    solution: int


PUZZLE_PROPERTIES: Mapping[str, Any] = {
    **all_properties(PackingProperties),
    **properties_of(
        [option for option in declared(Dimensions) if option.name == "solution"],
        hooks.changed("packing.view:solution_changed"),
    ),
}
"""All of them, for the puzzles of the kind."""
