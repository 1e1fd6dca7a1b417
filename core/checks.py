# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether a puzzle will print and work: each check looks at the real solids and says what to do."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .bed_layout import lay_out
from .configuration import ConfigurationSpace
from .dimensions import Dimensions
from .errors import InputError
from .faces import FACE_NAMES, Face
from .kit import PLATE_NAMES, KitPart, kit
from .parts import box, cross
from .pose import printing_position
from .printer import MATERIALS, Material, Printer
from .puzzle import Puzzle
from .solid_motion import collisions
from .solids import Mesh, Solid

GOOD, DOUBTFUL, BAD = "good", "doubtful", "bad"
"""The levels of a check: shown as green, yellow and red."""

LEAST_LINES = 2
ADVISED_LINES = 3
"""Lines of the nozzle side by side in a wall: fewer than the least will not hold, from the advised on it is sturdy."""

APART_SHARE = 2 / 3
"""The share of the least clearance that is enough where box and cross are printed apart, and so cannot fuse."""

STURDY_REACH = 60
"""How far a wall may reach from the frame, along all its turns and in its own thicknesses, before it bends easily."""


@dataclass(frozen=True)
class Check:
    """One line: what was looked at, how it is, and a sentence with what to do about it."""

    name: str
    level: str
    told: str


@dataclass(frozen=True)
class Report:
    """All checks of a puzzle, the volume of its plastic in mm3 and its mass in grams."""

    checks: tuple[Check, ...]
    volume: float
    mass: float


def check_puzzle(puzzle: Puzzle, dimensions: Dimensions, printer: Printer, *, as_kit: bool = False) -> Report:
    """Look at a puzzle that is printed in one piece, or as a kit."""
    return _check_kit(puzzle, dimensions, printer) if as_kit else _check_one_piece(puzzle, dimensions, printer)


def _check_one_piece(puzzle: Puzzle, dimensions: Dimensions, printer: Printer) -> Report:
    solids = {"box": box(puzzle, dimensions), "cross": cross(puzzle.size, dimensions)}
    volume = sum(solid.volume for solid in solids.values())
    mass = mass_of(volume, printer)
    checks = (
        _meshes(solids),
        _bodies(solids),
        _motion(puzzle, dimensions, [solids["box"]]),
        _walls(dimensions, printer),
        _clearance(dimensions, printer),
        _reach(puzzle, dimensions),
        _bed(puzzle, dimensions, printer),
        _supports(puzzle, dimensions),
        _material(puzzle, dimensions, printer, volume, mass),
    )
    return Report(checks, volume, mass)


def _check_kit(puzzle: Puzzle, dimensions: Dimensions, printer: Printer) -> Report:
    try:
        parts = kit(puzzle, dimensions)
    except InputError as error:
        return Report((Check("Joint", BAD, str(error)),), 0.0, 0.0)
    solids = {part.label: part.solid for part in parts}
    volume = sum(solid.volume for solid in solids.values())
    mass = mass_of(volume, printer)
    checks = (
        _meshes(solids),
        _bodies(solids),
        # The plates come first.
        _motion(puzzle, dimensions, list(solids.values())[: len(PLATE_NAMES)]),
        _walls(dimensions, printer),
        _strips(dimensions, printer),
        _clearance(dimensions, printer, as_kit=True),
        _joint(dimensions, printer),
        _reach(puzzle, dimensions),
        _beds(parts, printer),
        Check("Supports", GOOD, "All parts lie flat and need no supports."),
        _material(puzzle, dimensions, printer, volume, mass),
    )
    return Report(checks, volume, mass)


def mass_of(volume: float, printer: Printer) -> float:
    """Return the mass, in grams, of a volume in mm3 of the printer's material."""
    return volume / 1000 * MATERIALS[printer.material].density


def _meshes(solids: dict[str, Solid]) -> Check:
    broken = [name for name, solid in solids.items() if not is_two_manifold(solid.mesh())]
    if broken:
        return Check("Meshes", BAD, f"Not closed: {', '.join(broken)}. Please report this.")
    return Check("Meshes", GOOD, f"All {len(solids)} meshes are closed.")


def is_two_manifold(mesh: Mesh) -> bool:
    """Tell whether every edge of a mesh is used by exactly two quads, in opposite directions."""
    ends = np.stack((mesh.quads, np.roll(mesh.quads, -1, axis=1)), axis=2).reshape(-1, 2).astype(np.int64)
    forward = np.sort(ends[:, 0] * len(mesh.vertices) + ends[:, 1])
    backward = np.sort(ends[:, 1] * len(mesh.vertices) + ends[:, 0])
    return bool((np.diff(forward) > 0).all() and np.array_equal(forward, backward))


def _bodies(solids: dict[str, Solid]) -> Check:
    counts = {name: body_count(solid) for name, solid in solids.items()}
    for name, count in counts.items():
        if count != 1:
            return Check(
                "Bodies",
                BAD,
                f"{name.capitalize()}: falls into {count} bodies, as a face has a wall that hangs on nothing.",
            )
    return Check("Bodies", GOOD, f"{len(solids)} bodies, each in one piece.")


def body_count(solid: Solid) -> int:
    """Count the bodies of a solid: parts whose boxes touch along whole sides."""
    left = solid.filled.copy()
    count = 0
    while left.any():
        count += 1
        seed = np.zeros_like(left)
        seed[np.unravel_index(int(np.argmax(left)), left.shape)] = True
        left &= ~_flooded(seed, left)
    return count


def _flooded(seed: NDArray[np.bool_], allowed: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return all that a seed is connected with, inside of what is allowed."""
    reached = seed
    while True:
        grown = _grown(reached) & allowed
        if np.array_equal(grown, reached):
            return reached
        reached = grown


def _grown(array: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return a set of boxes with all that touch them along a side."""
    grown = array.copy()
    for axis in range(array.ndim):
        upper = [slice(None)] * array.ndim
        lower = [slice(None)] * array.ndim
        upper[axis], lower[axis] = slice(1, None), slice(None, -1)
        grown[tuple(upper)] |= array[tuple(lower)]
        grown[tuple(lower)] |= array[tuple(upper)]
    return grown


def _motion(puzzle: Puzzle, dimensions: Dimensions, solids: list[Solid]) -> Check:
    hits = collisions(solids, puzzle.size, dimensions)
    for name, (at_rest, _) in zip(FACE_NAMES, hits, strict=True):
        if at_rest.any():
            return Check("Motion", BAD, f"An arm sticks in face {name}: give more clearance.")
    # Arrays of a face are indexed [row, column].
    xy, xz, yz = ((~on_the_way[0].T, ~on_the_way[1].T) for _, on_the_way in hits)
    for arrays in (xy, xz, yz):
        arrays[0][:, -1] = False
        arrays[1][-1, :] = False
    if ConfigurationSpace.from_arrays(puzzle.size, xy, xz, yz).moves != puzzle.space.moves:
        return Check("Motion", BAD, "The cross cannot make all the moves that the mazes allow, or makes others.")
    return Check(
        "Motion", GOOD, f"All {puzzle.space.move_count:,} legal moves are free, and every wall stops the cross."
    )


def _walls(dimensions: Dimensions, printer: Printer) -> Check:
    thinnest = min(dimensions.wall, dimensions.plate)
    least, advised = (round(lines * printer.nozzle, 4) for lines in (LEAST_LINES, ADVISED_LINES))
    told = f"The thinnest wall is {thinnest:g} mm"
    if thinnest < least:
        return Check("Walls", BAD, f"{told}: a nozzle of {printer.nozzle:g} mm needs at least {least:g} mm.")
    if thinnest < advised:
        return Check("Walls", DOUBTFUL, f"{told}: {advised:g} mm would be sturdier.")
    return Check("Walls", GOOD, f"{told}.")


def _strips(dimensions: Dimensions, printer: Printer) -> Check:
    least = round(LEAST_LINES * printer.nozzle, 4)
    told = f"In the joints a plate is {dimensions.plate / 2:g} mm thick"
    if dimensions.plate / 2 < least:
        advice = f"a nozzle of {printer.nozzle:g} mm needs plates of at least {2 * least:g} mm"
        return Check("Joint Strips", BAD, f"{told}, half its thickness: {advice}.")
    return Check("Joint Strips", GOOD, f"{told}.")


def _joint(dimensions: Dimensions, printer: Printer) -> Check:
    material = MATERIALS[printer.material]
    words = "the parts will not go together", "loose, so use glue"
    suited = material.least_joint, material.most_joint
    return _gap("Joint", "Joint gap", dimensions.joint, suited=suited, words=words, material=material)


def _beds(parts: tuple[KitPart, ...], printer: Printer) -> Check:
    try:
        places = lay_out({part.label: part.printed_size[:2] for part in parts}, printer)
    except InputError as error:
        return Check("Bed", BAD, str(error))
    beds = 1 + max(place.bed for place in places.values())
    return Check("Bed", GOOD, f"All {len(parts)} parts fit on {beds} {'bed' if beds == 1 else 'beds'}.")


def _clearance(dimensions: Dimensions, printer: Printer, *, as_kit: bool = False) -> Check:
    material = MATERIALS[printer.material]
    least = round(APART_SHARE * material.least_clearance, 2) if as_kit else material.least_clearance
    words = "the cross will stick in the box" if as_kit else "the cross will fuse with the box", "loose"
    suited = least, material.most_clearance
    return _gap("Clearance", "Clearance", dimensions.clearance, suited=suited, words=words, material=material)


def _gap(
    name: str, label: str, gap: float, *, suited: tuple[float, float], words: tuple[str, str], material: Material
) -> Check:
    """Judge a gap by the range that suits the material; ``words`` tell what half of the least, and too much, does."""
    least, most = suited
    told, advice = f"{label} is {gap:g} mm", f"{least:g} to {most:g} mm suit {material.label}"
    if gap < least / 2:
        return Check(name, BAD, f"{told}: {words[0]}; {advice}.")
    if gap < least:
        return Check(name, DOUBTFUL, f"{told}: tight; {advice}.")
    if gap > most:
        return Check(name, DOUBTFUL, f"{told}: {words[1]}; {advice}.")
    return Check(name, GOOD, f"{told}.")


def _reach(puzzle: Puzzle, dimensions: Dimensions) -> Check:
    longest = 0.0
    for name, face in zip(FACE_NAMES, puzzle.faces, strict=True):
        squares, floating = wall_reach(face)
        if floating:
            return Check("Wall reach", BAD, f"Face {name} has a wall that hangs on nothing: it would fall out.")
        longest = max(longest, squares // 2 * dimensions.pitch + squares % 2 * dimensions.passage)
    thinnest = min(dimensions.wall, dimensions.plate)
    told = f"The longest wall reaches {longest:g} mm from the frame"
    if longest > STURDY_REACH * thinnest:
        return Check(
            "Wall reach",
            DOUBTFUL,
            f"{told}, more than {STURDY_REACH} times its thickness: it bends easily, so thicken walls and plates.",
        )
    return Check("Wall reach", GOOD, f"{told}.")


def wall_reach(face: Face) -> tuple[int, bool]:
    """Return how many squares the longest wall of a face reaches from the frame, and whether any wall floats."""
    walls = np.pad(face.inflate() == 1, 1, constant_values=True)
    reached = np.ones_like(walls)
    reached[1:-1, 1:-1] = False
    squares = 0
    while True:
        grown = _grown(reached) & walls
        if np.array_equal(grown, reached):
            return squares, bool((walls & ~reached).any())
        reached = grown
        squares += 1


def _bed(puzzle: Puzzle, dimensions: Dimensions, printer: Printer) -> Check:
    width, depth, _ = printed_size(puzzle, dimensions)
    bed = sorted((printer.bed_x, printer.bed_y))
    told = f"The print covers {width:g} x {depth:g} mm"
    if min(width, depth) > bed[0] or max(width, depth) > bed[1]:
        return Check("Bed", BAD, f"{told}: the bed of {printer.bed_x:g} x {printer.bed_y:g} mm is too small.")
    return Check("Bed", GOOD, f"{told} of the bed.")


def printed_size(puzzle: Puzzle, dimensions: Dimensions) -> tuple[float, float, float]:
    """Return the size of box and cross together, as they are printed in place, along x, y and z."""
    solid = box(puzzle, dimensions)
    center = dimensions.center(puzzle.size, printing_position(puzzle))
    sides = []
    for line, middle, half in zip(solid.lines, center, dimensions.half_arms(puzzle.size), strict=True):
        sides.append(round(max(float(line[-1]), middle + half) - min(float(line[0]), middle - half), 4))
    return sides[0], sides[1], sides[2]


def _supports(puzzle: Puzzle, dimensions: Dimensions) -> Check:
    place = "at the start" if printing_position(puzzle) == puzzle.start else f"at {printing_position(puzzle)}"
    below = printing_position(puzzle)[2] < puzzle.size[2] - 1 or dimensions.overhang > 0
    lower = " The lower arm stands out below the box." if below else " The lower arm ends flush with the bed."
    return Check("Supports", DOUBTFUL, f"Printed with the cross {place}: arms and upper face need supports.{lower}")


def _material(puzzle: Puzzle, dimensions: Dimensions, printer: Printer, volume: float, mass: float) -> Check:
    outer = " x ".join(f"{side:g}" for side in dimensions.outer_size(puzzle.size))
    label = MATERIALS[printer.material].label
    return Check("Material", GOOD, f"{volume / 1000:.1f} cm3, {mass:.0f} g of {label}; the box is {outer} mm.")
