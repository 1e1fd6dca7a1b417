# SPDX-License-Identifier: GPL-3.0-or-later
"""The parts that are cut from sheets, six plates and the cross in layers, and checks whether they work.

The plates are those of the kit, divided at the same edges, but for their fingers, which go through the whole sheet, as
there are no undercuts. So where a neighbor has the finger, nothing of a plate's frame is left there: its frame is wider
by a rim that runs on all round, inside of the fingers, and holds them and the walls together.

An arm of the cross is several sheets thick, and as wide. Two arms are the flat piece, which has a square hole in its
middle. The third is two half arms: the inner layers of the one end in a peg, which goes through the hole into a socket
that the inner layers of the other leave. Three whole bars with halving joints are no way to make it: where they meet
each takes room that the arms of another must pass, and no straight move puts the last one in.

What is engraved is a shallow pit in the outer side, which lies upward on the sheet.

Each check looks at the real solids and says what to do.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, fields, replace

import numpy as np
from numpy.typing import NDArray

from ...common.containers import triple
from ...common.errors import InputError
from ...common.words import in_millimeters
from ...kind.part import Part, on_beds
from ...printing.checks import BAD, DOUBTFUL, GOOD, Check, Report, check_beds, check_bodies, check_meshes
from ...printing.gauge import COLUMNS, LETTERS, ROWS
from ...printing.printer import Printer
from ...printing.sheet import Cutter, cuts_taken, narrowest
from ...solids.solid import Box, Solid
from ..making.puzzle import Puzzle
from ..maze.faces import FACE_AXES
from .checks import FLOATING, RATTLING_SHARE, Lines, about_parts, check_label, check_motion, report_in_steps
from .dimensions import Dimensions
from .joints import (
    FLAT,
    LOWER,
    PEG,
    SOCKET,
    SOCKET_LENGTH,
    SOCKET_SHARE,
    Edge,
    marked_side,
    outward,
    own_fingers,
    split_axis,
    turned_solid,
)
from .kit import APART_INSIDE, PLATE_NAMES, cross_part, divided_box, plate_parts
from .kit_markers import DEEPEST
from .label import Label, Place, label_of_cross

OWN = ("thickness", "kerf", "play", "rim", "engraving", "sheet_x", "sheet_y")
"""The dimensions that only what is cut from sheets has."""

UNUSED = (
    *("plate", "start_marker", "end_marker", "joint", "arm_chamfer", "marker_chamfer", "bed_chamfer"),
    *("outer", "pitch", "arm_width", "hold", "held", "follows"),
)
"""The dimensions that make no difference to it, with the lengths that cannot be held."""

LEAST_LAYERS = 3
"""The layers of an arm: one of them at least is the peg, between two others."""

NUMBER_SHARE = 0.75
"""The height of a number as a share of the thickness, which is how deep the fingers are."""


@dataclass(frozen=True)
class SheetDimensions(Dimensions):
    """The dimensions of what is cut from sheets: those that are a sheet's are as thick, and passages follow."""

    through = True

    @property
    def frame(self) -> float:
        """The width of the frame: the fingers and the rim."""
        return self.plate + self.rim

    @property
    def layers(self) -> int:
        """The number of sheets that an arm is thick and wide."""
        return round(self.arm_width / self.thickness)


def from_sheets(dimensions: Dimensions) -> SheetDimensions:
    """Return the dimensions that parts have that are cut from sheets; those that are so already stay as they are."""
    values = {field.name: getattr(dimensions, field.name) for field in fields(Dimensions)}
    layers = max(
        LEAST_LAYERS, math.floor((dimensions.passage - 2 * dimensions.clearance) / dimensions.thickness + 1e-6)
    )
    engraving = min(dimensions.engraving, DEEPEST * dimensions.thickness)
    followed = {
        "passage": layers * dimensions.thickness + 2 * dimensions.clearance,
        "plate": dimensions.thickness,
        "joint": dimensions.play,
        **dict.fromkeys(("engraving", "start_marker", "end_marker"), engraving),
        **dict.fromkeys(("arm_chamfer", "marker_chamfer", "bed_chamfer"), 0.0),
    }
    return SheetDimensions(**{**values, **followed})


def cutter(dimensions: Dimensions, printer: Printer) -> Cutter:
    """Return what cuts the sheets, in place of a printer."""
    values = {field.name: getattr(printer, field.name) for field in fields(Printer)}
    sheet = {"bed_x": dimensions.sheet_x, "bed_y": dimensions.sheet_y, "round_bed": False}
    sheet["spacing"] = max(dimensions.thickness, 2 * dimensions.kerf)
    return Cutter(**{**values, **sheet}, thickness=dimensions.thickness, kerf=dimensions.kerf)


def sheet_parts(puzzle: Puzzle, dimensions: SheetDimensions) -> tuple[Part, ...]:
    """Return the plates and the layers of the cross; raises InputError where the play is too large.

    In place the box is centered on x = y = 0 and stands on z = 0, the cross is at the start.
    """
    solids = divided_box(_walls(puzzle, dimensions), puzzle, dimensions, _number)
    # The outer side is upward on the sheet.
    return *plate_parts("panel", solids, puzzle, dimensions, turned_over=LOWER), *_cross(puzzle, dimensions)


def _walls(puzzle: Puzzle, dimensions: SheetDimensions) -> Solid:
    """Return the box as ``box`` does, with the rim of each face beside its frame, and without markers."""
    filled = np.zeros([2 * cells + 3 for cells in puzzle.size], dtype=bool)
    for axes, face in zip(FACE_AXES, puzzle.faces, strict=True):
        layers = np.moveaxis(filled, 3 - sum(axes), 0)
        layers[[0, -1]] |= np.pad(face.inflate().astype(bool), 2, constant_values=True)
    lengths = dimensions.outer_size(puzzle.size)
    lines = []
    for cells, length in zip(puzzle.size, lengths, strict=True):
        squares = dimensions.frame + dimensions.pitch * np.arange(cells)
        ends = np.stack((squares, squares + dimensions.passage), axis=1).ravel()
        lines.append(np.concatenate(([0.0, dimensions.plate], ends, [length - dimensions.plate, length])))
    x, y, z = lines
    return Solid((x - lengths[0] / 2, y - lengths[1] / 2, z), filled)


def _number(number: int, edges: Sequence[Edge], dimensions: Dimensions) -> NDArray[np.float64]:
    """Return the pixels of a plate's number, in its finger that is twice as long as others, its head inward."""
    if not dimensions.engraving:
        return np.empty((0, 3, 2))
    plate = axis, side = outward(number)
    across, neighbor = marked_side(plate)
    along = 3 - axis - across
    fingers = own_fingers(edges, plate, (across, neighbor))
    low, high = fingers[np.diff(fingers, axis=1).argmax()].tolist()
    # To the right, up and toward the eye make a right-handed system.
    right = -side * neighbor * (1 if (along + 1) % 3 == across else -1)
    corner = np.empty(3)
    corner[axis] = 0.0 if side == LOWER else edges[axis].length
    corner[along] = low if right > 0 else high
    corner[across] = 0.0 if neighbor == LOWER else edges[across].length
    height = min(NUMBER_SHARE * dimensions.plate, NUMBER_SHARE * (high - low) * ROWS / COLUMNS)
    place = Place(triple(corner.tolist()), (along, right), (across, -neighbor), high - low, dimensions.plate)
    (pixels,) = Label(height, dimensions.engraving, ((str(number), place),), LETTERS).boxes
    pixels[:, axis] += dimensions.engraving * (side == LOWER)
    return pixels


LAYER_LABELS = {FLAT: "Cross flat layer", PEG: "Cross peg layer", SOCKET: "Cross socket layer"}


def _cross(puzzle: Puzzle, dimensions: SheetDimensions) -> Iterator[Part]:
    """Yield the layers of the cross, from the lowest of each piece to the highest."""
    axis = split_axis(puzzle.size)
    apart = APART_INSIDE * dimensions.arm_width
    letters = label_of_cross(puzzle, dimensions, 0.0) if dimensions.engraving else None
    for name, stack, distance in ((FLAT, axis, 0.0), (PEG, (axis + 2) % 3, -apart), (SOCKET, (axis + 2) % 3, apart)):
        for layer in range(dimensions.layers):
            solid = _layer(puzzle, dimensions, name, layer)
            if letters and name == FLAT and layer == dimensions.layers - 1:
                solid = replace(letters, depth=dimensions.engraving).cut_into(solid)
            key, label = f"layer_{name}_{layer + 1}", f"{LAYER_LABELS[name]} {layer + 1}"
            yield cross_part(key, label, solid, puzzle, dimensions, up=stack, apart=distance)


def _layer(puzzle: Puzzle, dimensions: SheetDimensions, name: str, layer: int) -> Solid:
    """Return a layer of a piece of the cross, with the cross's center at the origin, counted from the lowest one."""
    axis, half, play = split_axis(puzzle.size), dimensions.arm_width / 2, dimensions.joint
    ends = [dimensions.half_arms(puzzle.size)[(axis + turn) % 3] for turn in range(3)]
    peg = half - dimensions.thickness
    socket = half + min(2 * SOCKET_LENGTH * half, SOCKET_SHARE * (ends[0] - half))
    low = layer * dimensions.thickness - half
    own = low, low + dimensions.thickness
    inner = 0 < layer < dimensions.layers - 1
    hole = -peg - play, peg + play
    # Boxes from end to end along the split axis, then along the next two.
    filled: list[Box]
    holes: list[Box] = []
    if name == FLAT:
        filled = [(own, (-ends[1], ends[1]), (-half, half)), (own, (-half, half), (-ends[2], ends[2]))]
        holes = [(own, hole, hole)]
    elif name == PEG:
        filled = [((-ends[0], -half - play), (-half, half), own)]
        filled += [((-half - play, socket), (-peg, peg), own)] if inner else []
    else:
        filled = [((half + play, ends[0]), (-half, half), own)]
        holes = [((half + play, socket + play), hole, own)] if inner else []
    return turned_solid(axis, *filled, holes=holes)


GLUE = 0.03
"""What a layer of glue between two sheets adds, in millimeters."""

LEAST_LEFT = 0.1
"""What must be left on each side of an arm, in millimeters: cut edges are not quite upright."""

FRICTION = 0.1
"""The play up to which parts hold by friction, in millimeters."""

LEAST_BRIDGE = 0.4
"""How narrow what is left between two cuts may be, as a share of the thickness: less burns or breaks."""


def check_sheet_in_steps(
    puzzle: Puzzle, dimensions: SheetDimensions, cutter: Cutter, parts: Sequence[Part] | None = None
) -> Generator[float, None, Report]:
    """Look at what is cut from sheets, which is built where it is not given; yield the share that is done."""
    try:
        parts = sheet_parts(puzzle, dimensions) if parts is None else parts
    except InputError as error:
        return Report((Check("Play", BAD, str(error)),))
    return (yield from report_in_steps(_lines(puzzle, dimensions, cutter, parts), parts, about_parts(parts)))


def _lines(puzzle: Puzzle, dimensions: SheetDimensions, cutter: Cutter, parts: Sequence[Part]) -> Lines:
    yield check_meshes({part.label: part.mesh() for part in parts})
    yield check_bodies({part.label: part.solid for part in parts}, FLOATING)
    yield check_motion(puzzle, dimensions, [part.in_place for part in parts[: len(PLATE_NAMES)]])
    yield from check_widths(parts, cutter)
    yield check_clearance(dimensions)
    yield check_play(dimensions)
    if dimensions.engraving:
        yield from check_label(puzzle, dimensions, cutter, as_kit=True)
    elif dimensions.label_height:
        yield Check("Label", DOUBTFUL, "Engraving is 0, so the label is left out: give it a depth.")
    yield check_beds(*on_beds(parts, cutter))
    taken = cuts_taken((part.printed for part in parts), cutter)
    size = in_millimeters(*dimensions.outer_size(puzzle.size))
    yield Check("Cuts", GOOD, f"About {taken.words} at {taken.basis}; the box is {size}.")
    return taken


def check_widths(parts: Sequence[Part], cutter: Cutter) -> Generator[Check, None, None]:
    """Yield a line on what is narrowest between two cuts, beside the thickness, and on the slots, beside the kerf."""
    widths = {part: narrowest(part.printed) for part in parts}
    part = min(parts, key=lambda part: widths[part][0])
    bridge, thickness = widths[part][0], cutter.thickness
    fact = f"The narrowest is {part.label} with {bridge:.3g} mm, in a sheet of {thickness:g} mm"
    if bridge < max(LEAST_BRIDGE * thickness, 2 * cutter.kerf):
        wanted = f"it burns or breaks, and {max(thickness, 2 * cutter.kerf):g} mm would hold"
        yield Check("Bridges", BAD, f"{fact}: {wanted}; give wider walls, a wider rim or thinner sheets.", (part.key,))
    elif bridge < 0.9 * thickness:
        advice = "as wide as the sheet is thick would be sturdier"
        yield Check("Bridges", DOUBTFUL, f"{fact}: {advice}.", (part.key,))
    else:
        yield Check("Bridges", GOOD, f"{fact}.", (part.key,))
    part = min(parts, key=lambda part: widths[part][1])
    slot = widths[part][1]
    fact = f"The narrowest slot is in {part.label}, {slot:.3g} mm"
    if slot <= cutter.kerf:
        advice = f"a kerf of {cutter.kerf:g} mm cannot cut it; give thicker sheets"
        yield Check("Slots", BAD, f"{fact}: {advice}.", (part.key,))
    else:
        yield Check("Slots", GOOD, f"{fact}, with a kerf of {cutter.kerf:g} mm.", (part.key,))


def check_clearance(dimensions: SheetDimensions) -> Check:
    """Report what is left beside an arm: with glue between its layers it is a little thicker."""
    thicker = (dimensions.layers - 1) * GLUE
    left = dimensions.clearance - thicker / 2
    arm = f"{dimensions.layers} sheets and their glue, {dimensions.arm_width + thicker:.4g} mm"
    fact = f"An arm is {arm}; in passages of {dimensions.passage:.4g} mm it has {max(left, 0.0):.2g} mm on each side"
    most = RATTLING_SHARE * dimensions.passage
    if left < LEAST_LEFT - 1e-9:
        level = BAD if left < LEAST_LEFT / 2 else DOUBTFUL
        return Check("Clearance", level, f"{fact}: too thick; give a clearance of {LEAST_LEFT + thicker / 2:.2f} mm.")
    if left > most:
        return Check("Clearance", DOUBTFUL, f"{fact}: it rattles.")
    return Check("Clearance", GOOD, f"{fact}: it slides.")


def check_play(dimensions: SheetDimensions) -> Check:
    """Report how the joints hold."""
    holds = (
        "the parts hold by friction" if dimensions.joint <= FRICTION else "the parts go together freely, so use glue"
    )
    return Check("Play", GOOD, f"Play is {dimensions.joint:g} mm, where the kerf is as given: {holds}.")
