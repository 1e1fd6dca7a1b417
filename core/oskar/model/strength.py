# SPDX-License-Identifier: GPL-3.0-or-later
"""The sturdiness of a printed puzzle: what is thin in it, the strength of walls and arms, and the checks of these.

A wall is a tree of beams on the frame, and each beam a rectangle of the wall's width and the plate's thickness. How far
it gives is told in ``maze/wall_bending``. It breaks where the stress is largest: of bending 6 m / (t w^2), of tension
n / A and of torsion as Roark's table 10.1 has it for a rectangle, taken together by von Mises' rule
sqrt(s^2 + 3 t^2). A push at a post, along either axis of the face or across it, meets every beam between the post and
the frame; so a beam is judged by the posts that hang on it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf

import numpy as np
from numpy.typing import NDArray

from ...common.options import LARGEST_LENGTH
from ...common.words import about, counted, in_millimeters, listed
from ...kind.holding import holds
from ...kind.part import STAND, Part
from ...printing.checks import ADVISED_LINES, BAD, DOUBTFUL, GOOD, LEAST_LINES, Check, Place
from ...printing.printer import ACROSS_LAYERS, MATERIALS, Material, Printer
from ...solids.chamfer_plan import SHARE
from ...solids.solid import Solid, least_thickness
from ..making.puzzle import Puzzle
from ..maze.faces import FACE_AXES, FACE_NAMES, Face, Size
from ..maze.wall_bending import Post, WallSection, WallTrees, post_gives, post_places, wall_trees
from .box_and_cross import CROSS, cross
from .dimensions import Dimensions
from .joints import FLAT, PEG, SOCKET, cross_parts

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class WallStrength:
    """The walls of a face where they are weakest.

    ``aside`` and ``inward`` are how far a post moves at most, in mm per N, in the plane of the face and across it;
    ``breaks`` is the least force, in N, at which a wall breaks, and ``way`` has the posts from the frame to the one at
    which that force pushes.
    """

    aside: float
    inward: float
    breaks: float
    way: tuple[Post, ...]


def wall_strength(face: Face, dimensions: Dimensions, material: Material) -> WallStrength | None:
    """Return the strength of the weakest wall of a face; None where it has no wall that hangs on the frame."""
    trees = wall_trees(face)
    if not trees.posts:
        return None
    columns, rows = (post_places(cells, dimensions.passage, dimensions.wall) for cells in face.shape)
    section = WallSection(dimensions.wall, dimensions.plate, material.stiffness)
    first, second, across = (max(gives) for gives in zip(*post_gives(trees, (columns, rows), section), strict=True))
    stress, number = _largest_stress(trees, (columns, rows), section)
    return WallStrength(max(first, second), across, material.strength / stress, trees.way(number))


def bar_breaks(solid: Solid, material: Material) -> float:
    """Return the least force, in N, that breaks a bar at one of its ends, across any of its axes but its own.

    The bar is held in its middle, as an arm of the cross is, or by a plate that is as far from its end. A section bears
    the moment strength * I / c of the filled boxes there, I about their middle and c to the farthest of them.
    """
    least = inf
    for axis in range(3):
        line = solid.lines[axis]
        sections = np.moveaxis(solid.filled, axis, 0)
        for begin, end, filled in zip(line[:-1], line[1:], sections, strict=True):
            levers = [tip - inner for tip, inner in ((line[-1], max(begin, 0.0)), (-line[0], max(-end, 0.0)))]
            across = [line_across for number, line_across in enumerate(solid.lines) if number != axis]
            moment = material.strength * _section_modulus(filled, across)
            for lever, beyond in zip(levers, (end > 0, begin < 0), strict=True):
                least = min(least, moment / lever) if beyond else least
    return float(least)


def _section_modulus(filled: NDArray[np.bool_], lines: Sequence[Floats]) -> float:
    """Return the lesser section modulus of some boxes, in mm3: about the axes through their middle."""
    moduli = []
    widths = [np.diff(line) for line in lines]
    area = float(widths[0] @ filled @ widths[1])
    for axis in range(2):
        line = lines[axis]
        # How much of the boxes lies at each interval of this axis, in mm.
        depth = filled @ widths[1] if axis == 0 else widths[0] @ filled
        low, high = line[:-1], line[1:]
        middle = float((depth * (high**2 - low**2)).sum()) / 2 / area
        inertia = float((depth * ((high - middle) ** 3 - (low - middle) ** 3)).sum()) / 3
        inside = np.flatnonzero(depth)
        moduli.append(inertia / max(high[inside[-1]] - middle, middle - low[inside[0]]))
    return float(min(moduli))


def _torsion_modulus(section: WallSection) -> float:
    """Return the torque by the largest shear stress that it makes, in mm3."""
    longer, shorter = max(section.width, section.thickness), min(section.width, section.thickness)
    ratio = shorter / longer
    factor = 1 + ratio * (0.6095 + ratio * (0.8865 + ratio * (-1.8023 + ratio * 0.91)))
    return longer * shorter * shorter / 3 / factor


def _largest_stress(
    trees: WallTrees, places: tuple[list[float], list[float]], section: WallSection
) -> tuple[float, int]:
    """Return the largest stress in N/mm2 that a force of 1 N makes at any post, and the number of that post."""
    posts, parents = np.array(trees.posts), np.array(trees.parents)
    begins = np.where(parents[:, None] < 0, trees.roots, posts[parents])
    # Every beam is looked at where it begins and where it ends.
    sections = [
        np.stack([np.array(line)[ends[:, axis]] for axis, line in enumerate(places)]) for ends in (begins, posts)
    ]
    along_first = begins[:, 1] == posts[:, 1]
    best, weakest = -inf, 0
    pushed = beams = np.arange(len(posts))
    # From each post beam by beam to the frame, all posts at once.
    while len(beams):
        for here in sections:
            stresses = _stress(np.abs(sections[1][:, pushed] - here[:, beams]), along_first[beams], section)
            place = int(stresses.argmax())
            if stresses[place] > best:
                best, weakest = float(stresses[place]), int(pushed[place])
        onward = parents[beams] >= 0
        pushed, beams = pushed[onward], parents[beams[onward]]
    return best, weakest


def _stress(levers: Floats, along_first: NDArray[np.bool_], section: WallSection) -> Floats:
    """Return the largest stress of beams by the levers of a push along both axes of the face, shape (2, number)."""
    width, thickness = section.width, section.thickness
    along, beside = np.where(along_first, levers, levers[::-1])
    in_plane = 6 / (thickness * width**2)
    bent = 6 / (width * thickness**2) * along
    twisted = beside / _torsion_modulus(section)
    pulled = 1 / section.area + in_plane * beside
    most: Floats = np.maximum(np.maximum(pulled, in_plane * along), np.sqrt(bent**2 + 3 * twisted**2))
    return most


PUSH = 2.0
"""In newtons; so hard an arm pushes at a wall where a player takes it for a way."""

STURDY, WEAK = 3.0, 0.5
"""In newtons; what breaks at more than the first bears a push in play and has something left, what breaks at less than
the second, the weight of 50 g, does so while it is taken from the bed. A finger pushes with 10 N, at several walls."""

HOLDS, MOST_CELLS = 8.0, 10
"""In newtons: what walls and arms should hold that hands push at, who give 10 N to several at once. Lengths that would
do are looked for in boxes of so many cells a side at most."""

GROWTH, LARGEST_GROWTH = 1.03, 6.0
"""By how much lengths grow while such are looked for, and at most altogether."""

HIGHEST = 5.0
"""How many times as high as wide something may stand on the bed: what is higher is knocked over by the nozzle."""


def check_strength(puzzle: Puzzle, dimensions: Dimensions, printer: Printer, parts: Sequence[Part]) -> Check:
    """Report how far walls give and when they break, and where the weakest is; ``parts`` are those that are printed."""
    for number, face in enumerate(puzzle.faces):
        if wall_trees(face).floating:
            sentence = f"Face {FACE_NAMES[number]} has a wall that hangs on nothing: it would fall out."
            return Check("Strength", BAD, sentence, tuple(part.key for part in _plates(number, parts)))
    walls = _walls(puzzle, dimensions, printer, as_kit=len(_plates(0, parts)) > 1)
    if not walls:
        return Check("Strength", GOOD, "No face has a wall that could break.")
    aside, inward = max(wall.aside for _, wall in walls), max(wall.inward for _, wall in walls)
    number, weakest = min(walls, key=lambda wall: wall[1].breaks)
    push = min(PUSH, weakest.breaks)
    gives = f"{_gives(push * aside, dimensions.pitch)} aside and {_gives(push * inward, dimensions.pitch)} inward"
    when = "before they break" if push < PUSH else f"at {push:g} N and break"
    plates, axes = _plates(number, parts), FACE_AXES[number]
    cells = " and ".join(
        f"{counted(cell, 'cell')} along {'XYZ'[axis]}" for cell, axis in zip(weakest.way[-1], axes, strict=True)
    )
    among = " and ".join(part.label for part in plates) if len(plates) > 1 else f"face {FACE_NAMES[number]}"
    fact = (
        f"Walls bend {gives} {when} at about {about(weakest.breaks)} N: the weakest is in {among}, "
        f"pushed at its post behind {cells}"
    )
    level = _level(weakest.breaks)
    if level == GOOD and PUSH * aside > dimensions.passage:
        level = DOUBTFUL
    smaller = "or fewer cells," if len(plates) > 1 else "fewer cells, or a kit, whose walls lie flat in print,"
    advice = "" if level == GOOD else f"; thicker walls and plates, {smaller} are stronger"
    if weakest.breaks < HOLDS:
        advice = _lengths_that_hold(puzzle, dimensions, printer, as_kit=len(plates) > 1) or advice
    where = _place(number, weakest.way, puzzle, dimensions, plates[0])
    return Check("Strength", level, f"{fact}{advice}.", tuple(part.key for part in plates), where)


def _walls(puzzle: Puzzle, dimensions: Dimensions, printer: Printer, *, as_kit: bool) -> list[tuple[int, WallStrength]]:
    """Return the strength of the faces that have walls, with the numbers of these faces."""
    walls = []
    for number, face in enumerate(puzzle.faces):
        material = MATERIALS[printer.material]
        if not as_kit and 2 in FACE_AXES[number]:
            # In one piece four of the faces stand upright, and their walls lie across the layers.
            material = replace(material, strength=ACROSS_LAYERS * material.strength)
        if (strength := wall_strength(face, dimensions, material)) is not None:
            walls.append((number, strength))
    return walls


def dimensions_that_hold(
    puzzle: Puzzle, dimensions: Dimensions, printer: Printer, *, as_kit: bool
) -> Dimensions | None:
    """Return dimensions by which walls and arms hold what hands push; None where none are known.

    Walls and plates grow by the same share, plates in whole pairs of layers, and passages as far as the arms need it.
    """
    wall, plate, passage = dimensions.wall, dimensions.plate, dimensions.passage
    while max(wall / dimensions.wall, passage / dimensions.passage) <= LARGEST_GROWTH:
        pairs = math.ceil(plate / (2 * printer.layer) - 1e-6)
        lengths = (
            max(dimensions.wall, round(wall, 1)),
            max(dimensions.plate, round(2 * printer.layer * pairs, 4)) if plate > dimensions.plate else plate,
            max(dimensions.passage, round(passage, 1)),
        )
        if max(lengths) > LARGEST_LENGTH:
            break
        stronger = replace(dimensions, wall=lengths[0], plate=lengths[1], passage=lengths[2])
        walls_hold = all(
            strength.breaks >= HOLDS and PUSH * strength.aside <= stronger.passage
            for _, strength in _walls(puzzle, stronger, printer, as_kit=as_kit)
        )
        if not walls_hold:
            wall, plate = wall * GROWTH, plate * GROWTH
        elif _weakest_arm(puzzle.size, stronger, printer, as_kit=as_kit)[1] < HOLDS:
            passage *= GROWTH
        else:
            return stronger
    return None


def _lengths_that_hold(puzzle: Puzzle, dimensions: Dimensions, printer: Printer, *, as_kit: bool) -> str:
    """Return which lengths would hold what hands push, to follow a fact; nothing where none are known."""
    if max(puzzle.size) > MOST_CELLS:
        return ""
    stronger = dimensions_that_hold(puzzle, dimensions, printer, as_kit=as_kit)
    if stronger is None:
        return ""
    lengths = [
        f"a {name} of {in_millimeters(getattr(stronger, name))}"
        for name in ("passage", "wall", "plate")
        if getattr(stronger, name) != getattr(dimensions, name)
    ]
    longest = max(stronger.outer_size(puzzle.size))
    in_the_way = f"; {dimensions.held_label} must be let go for that" if holds(dimensions) else ""
    return f"; {listed(lengths)} would hold {HOLDS:g} N, in a box of {in_millimeters(longest)}{in_the_way}"


def check_arms(puzzle: Puzzle, dimensions: Dimensions, printer: Printer, *, as_kit: bool) -> Check:
    """Report at what force an arm of the cross breaks.

    Of a kit these are the flat piece, weakest beside its hole, and the half arm with the socket. The peg is not bent by
    itself: once it gives, the half arms lie against the flat piece.
    """
    key, breaks = _weakest_arm(puzzle.size, dimensions, printer, as_kit=as_kit)
    fact = (
        f"Arms are {in_millimeters(dimensions.arm_width)} thick and reach "
        f"{in_millimeters(max(dimensions.half_arms(puzzle.size)))} from the middle: "
        f"the weakest breaks at about {about(breaks)} N at its end"
    )
    advice = "" if breaks >= STURDY else "; wider passages, or fewer cells, are stronger"
    if breaks < HOLDS:
        advice = _lengths_that_hold(puzzle, dimensions, printer, as_kit=as_kit) or advice
    return Check("Arms", _level(breaks), f"{fact}{advice}.", (key,))


def _weakest_arm(size: Size, dimensions: Dimensions, printer: Printer, *, as_kit: bool) -> tuple[str, float]:
    """Return the part of the cross whose arm breaks first, by its key, and at what force, in N."""
    solids = {CROSS: cross(size, dimensions)}
    if as_kit:
        pieces = cross_parts(size, dimensions)
        solids = {f"cross_{name}": pieces[name] for name in (FLAT, SOCKET)}
    material = MATERIALS[printer.material]
    return min(((key, bar_breaks(solid, material)) for key, solid in solids.items()), key=lambda arm: arm[1])


def check_first_layer(size: Size, dimensions: Dimensions) -> Check:
    """Report on how little of the bed a cross stands that is printed in its box: on the end of one arm."""
    chamfer = min(dimensions.arm_chamfer or dimensions.bed_chamfer, SHARE * dimensions.arm_width)
    foot = dimensions.arm_width - 2 * chamfer
    height = 2 * dimensions.half_arms(size)[2]
    fact = f"The cross stands on {about(foot**2)} mm2 of the bed and is {in_millimeters(height)} high"
    if height <= HIGHEST * foot:
        return Check("First Layer", GOOD, f"{fact}.", (CROSS,))
    return Check("First Layer", DOUBTFUL, f"{fact}: print it with a brim, or as a kit, whose parts lie flat.", (CROSS,))


def _level(breaks: float) -> str:
    """Return how good a force is, in N, that breaks something."""
    return GOOD if breaks >= STURDY else DOUBTFUL if breaks >= WEAK else BAD


def _plates(face: int, parts: Sequence[Part]) -> list[Part]:
    """Return the parts that have the walls of a face: the two plates across it, or the box."""
    walls = [part for part in parts if part.walls]
    normal = 3 - sum(FACE_AXES[face])
    return walls if len(walls) == 1 else walls[2 * normal : 2 * normal + 2]


def _gives(give: float, cell: float) -> str:
    """Return how far a wall gives, in words: beyond a cell it meets others, and no beam is known to give so far."""
    return f"up to {give:.1f} mm" if give < cell else f"more than {in_millimeters(cell)}"


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


LEAST_LAYERS = 3
"""Fewer layers on each other bend like paper."""

NEARLY = 0.95
"""A slicer lays lines so much narrower or wider than the nozzle without a word."""

PLACES_IN_CROSS = {FLAT: "the cross beside its hole", PEG: "the peg of the cross", SOCKET: "the wall of the socket"}
"""Where each part of the cross is thinnest."""


@dataclass(frozen=True)
class Thin:
    """Something thin: what users call it, its thickness beside the nozzle in millimeters, and the keys of its parts.

    What is ``short`` is held at both ends, so it needs not to be sturdy by itself. It is thicker with more of a
    dimension, its ``remedy``.
    """

    label: str
    thickness: float
    parts: tuple[str, ...]
    short: bool = False
    remedy: str = ""

    def level(self, printer: Printer) -> str:
        """Return whether a printer can print it."""
        lines = self.thickness / printer.nozzle / NEARLY if self.short else self.thickness / printer.nozzle
        least = 1 if self.short else LEAST_LINES
        if lines < least - 1e-9:
            return BAD
        return GOOD if lines >= (LEAST_LINES if self.short else ADVISED_LINES) - 1e-9 else DOUBTFUL


def thin_things(size: Size, dimensions: Dimensions, parts: Sequence[Part], *, as_kit: bool) -> list[Thin]:
    """Return all that is thin in the parts of a puzzle, where it is thinnest, seen along the layers."""
    walls = tuple(part.key for part in parts if part.walls)
    cross = tuple(part.key for part in parts if not (part.walls or part.beside or part.key.endswith(STAND)))
    things = [
        Thin("the wall between two passages", dimensions.wall, walls),
        Thin("the plate", dimensions.plate, walls),
        Thin("the arm of the cross", dimensions.arm_width, cross),
    ]
    if not as_kit:
        return things
    # Where the neighbor has the corner of the frame, a plate has a strip of half its thickness, less the gap.
    bar = dimensions.plate / 2 - dimensions.joint
    things.append(Thin("the bar of the frame in the joints", bar, walls, short=True, remedy="plate"))
    ups = {part.key: part.up for part in parts}
    for name, solid in cross_parts(size, dimensions).items():
        key = f"cross_{name}"
        beside = [axis for axis in range(3) if axis != ups[key] % 3]
        thickness = min(least_thickness(solid, axis) for axis in beside)
        if thickness < dimensions.arm_width - 1e-6:
            things.append(Thin(PLACES_IN_CROSS[name], thickness, (key,), short=True, remedy="passage"))
    return things


def check_thin(things: Sequence[Thin], printer: Printer) -> Check:
    """Report on what is most in need of being thicker, or else on what is thinnest."""
    order = (BAD, DOUBTFUL, GOOD)
    worst = min(things, key=lambda thing: (order.index(thing.level(printer)), thing.thickness))
    level = worst.level(printer)
    fact = f"The thinnest is {worst.label}, {in_millimeters(worst.thickness)}"
    least, advised = (round(lines * printer.nozzle, 4) for lines in (LEAST_LINES, ADVISED_LINES))
    if level == GOOD:
        sentence = f"{fact}."
    elif level == DOUBTFUL and not worst.short:
        sentence = f"{fact}: {in_millimeters(advised)} would be sturdier."
    else:
        sentence = f"{fact}: a nozzle of {printer.nozzle:g} mm needs at least {least:g} mm."
        if worst.remedy:
            sentence += f" A larger {worst.remedy} makes it thicker."
    return Check("Walls", level, sentence, worst.parts)


def check_strips(dimensions: Dimensions, printer: Printer) -> Check:
    """Report whether what a plate has of the frame in its joints, half of its thickness, is enough layers."""
    height = dimensions.plate / 2
    least = round(LEAST_LAYERS * printer.layer, 4)
    fact = f"In the joints a plate is {in_millimeters(height)} thick"
    if height < least - 1e-9:
        advice = f"layers of {printer.layer:g} mm need plates of at least {2 * least:g} mm"
        return Check("Joint Strips", BAD, f"{fact}, half its thickness: {advice}.")
    return Check("Joint Strips", GOOD, f"{fact}, {height / printer.layer:.3g} layers.")
