# SPDX-License-Identifier: GPL-3.0-or-later
"""The lines of a check on what gives and breaks: the walls, the arms of the cross, and what stands on the bed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...common.words import counted
from ...kind.part import Part
from ...printing.checks import BAD, DOUBTFUL, GOOD, Check, Place
from ...printing.printer import ACROSS_LAYERS, MATERIALS, Printer
from ..making.puzzle import Puzzle
from ..maze.faces import FACE_AXES, FACE_NAMES, Size
from ..maze.wall_bending import post_places
from ..maze.wall_trees import Post, wall_trees
from .box_and_cross import CROSS, cross
from .cross_parts import FLAT, SOCKET, cross_parts
from .dimensions import Dimensions
from .strength import bar_breaks, wall_strength

PUSH = 2.0
"""In newtons; so hard an arm pushes at a wall where a player takes it for a way."""

STURDY, WEAK = 3.0, 0.5
"""In newtons; what breaks at more than the first bears a push in play and has something left, what breaks at less than
the second, the weight of 50 g, does so while it is taken from the bed. A finger pushes with 10 N, at several walls."""

HIGHEST = 5.0
"""How many times as high as wide something may stand on the bed: what is higher is knocked over by the nozzle."""


def check_strength(puzzle: Puzzle, dimensions: Dimensions, printer: Printer, parts: Sequence[Part]) -> Check:
    """Report how far walls give and when they break, and where the weakest is; ``parts`` are those that are printed."""
    for number, face in enumerate(puzzle.faces):
        if wall_trees(face).floating:
            sentence = f"Face {FACE_NAMES[number]} has a wall that hangs on nothing: it would fall out."
            return Check("Strength", BAD, sentence, tuple(part.key for part in _plates(number, parts)))
    walls = []
    for number, face in enumerate(puzzle.faces):
        material, plates = MATERIALS[printer.material], _plates(number, parts)
        if len(plates) == 1 and 2 in FACE_AXES[number]:
            # In one piece four of the faces stand upright, and their walls lie across the layers.
            material = replace(material, strength=ACROSS_LAYERS * material.strength)
        if (strength := wall_strength(face, dimensions, material)) is not None:
            walls.append((number, strength))
    if not walls:
        return Check("Strength", GOOD, "No face has a wall that could break.")
    aside, inward = max(wall.aside for _, wall in walls), max(wall.inward for _, wall in walls)
    number, weakest = min(walls, key=lambda one: one[1].breaks)
    push = min(PUSH, weakest.breaks)
    gives = f"{_gives(push * aside, dimensions.pitch)} aside and {_gives(push * inward, dimensions.pitch)} inward"
    when = "before they break" if push < PUSH else f"at {push:g} N and break"
    plates, axes = _plates(number, parts), FACE_AXES[number]
    cells = " and ".join(
        f"{counted(cell, 'cell')} along {'XYZ'[axis]}" for cell, axis in zip(weakest.way[-1], axes, strict=True)
    )
    among = " and ".join(part.label for part in plates) if len(plates) > 1 else f"face {FACE_NAMES[number]}"
    fact = (
        f"Walls give {gives} {when} at about {weakest.breaks:.2g} N: the weakest is in {among}, "
        f"pushed at its post behind {cells}"
    )
    level = _level(weakest.breaks)
    if level == GOOD and PUSH * aside > dimensions.passage:
        level = DOUBTFUL
    others = "or fewer cells," if len(plates) > 1 else "fewer cells, or a kit, whose walls lie flat in print,"
    advice = "" if level == GOOD else f"; thicker walls and plates, {others} are stronger"
    where = _place(number, weakest.way, puzzle, dimensions, plates[0])
    return Check("Strength", level, f"{fact}{advice}.", tuple(part.key for part in plates), where)


def check_arms(size: Size, dimensions: Dimensions, printer: Printer, *, as_kit: bool) -> Check:
    """Report at what force an arm of the cross breaks.

    Of a kit these are the flat piece, weakest beside its hole, and the half arm with the socket. The peg is not bent by
    itself: once it gives, the half arms lie against the flat piece.
    """
    solids = {CROSS: cross(size, dimensions)}
    if as_kit:
        pieces = cross_parts(size, dimensions)
        solids = {f"cross_{name}": pieces[name] for name in (FLAT, SOCKET)}
    material = MATERIALS[printer.material]
    key, breaks = min(((key, bar_breaks(solid, material)) for key, solid in solids.items()), key=lambda one: one[1])
    fact = (
        f"Arms are {dimensions.arm_width:g} mm thick and reach {max(dimensions.half_arms(size)):g} mm from the middle: "
        f"the weakest breaks at about {breaks:.2g} N at its end"
    )
    advice = "" if breaks >= STURDY else "; wider passages, or fewer cells, are stronger"
    return Check("Arms", _level(breaks), f"{fact}{advice}.", (key,))


def check_first_layer(size: Size, dimensions: Dimensions) -> Check:
    """Report on how little of the bed a cross stands that is printed in its box: on the end of one arm."""
    foot = dimensions.arm_width - 2 * (dimensions.arm_chamfer or dimensions.bed_chamfer)
    height = 2 * dimensions.half_arms(size)[2]
    fact = f"The cross stands on {max(foot, 0.0) ** 2:.2g} mm2 of the bed and is {height:g} mm high"
    if height <= HIGHEST * foot:
        return Check("First Layer", GOOD, f"{fact}.", (CROSS,))
    return Check("First Layer", DOUBTFUL, f"{fact}: print it with a brim, or as a kit, whose parts lie flat.", (CROSS,))


def _level(breaks: float) -> str:
    """Return how good a force is, in N, that breaks something."""
    return GOOD if breaks >= STURDY else DOUBTFUL if breaks >= WEAK else BAD


def _normal(face: int) -> int:
    """Return the axis across one of the three faces."""
    return 3 - sum(FACE_AXES[face])


def _plates(face: int, parts: Sequence[Part]) -> list[Part]:
    """Return the parts that have the walls of a face: the two plates across it, or the box."""
    walls = [part for part in parts if part.walls]
    normal = _normal(face)
    return walls if len(walls) == 1 else walls[2 * normal : 2 * normal + 2]


def _gives(give: float, cell: float) -> str:
    """Return how far a wall gives, in words: beyond a cell it meets others, and no beam is known to give so far."""
    return f"up to {give:.1f} mm" if give < cell else f"more than {cell:g} mm"


def _place(face: int, way: Sequence[Post], puzzle: Puzzle, dimensions: Dimensions, plate: Part) -> Place:
    """Return a box round the posts on a way of walls, in the lower plate across a face."""
    outer = dimensions.outer_size(puzzle.size)
    low, high = [0.0] * 3, [dimensions.plate] * 3
    for along, axis in enumerate(FACE_AXES[face]):
        posts = post_places(puzzle.size[axis], dimensions.passage, dimensions.wall)
        ends = [dimensions.plate + posts[post[along]] for post in way]
        low[axis], high[axis] = min(ends) - dimensions.wall / 2, max(ends) + dimensions.wall / 2
    # The box stands centered on x = y = 0.
    begin = -outer[0] / 2, -outer[1] / 2, 0.0
    corners = [
        [round(end + zero - middle, 4) for end, zero, middle in zip(ends, begin, plate.assembled, strict=True)]
        for ends in (low, high)
    ]
    (a, b, c), (d, e, f) = corners
    return (a, b, c), (d, e, f)
