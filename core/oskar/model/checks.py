# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks whether a puzzle will print and work: each looks at the real solids and says what to do."""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from ...common.containers import triple
from ...common.errors import InputError
from ...common.task import Task, finish
from ...common.words import listed
from ...kind.part import Part, estimate_of_in_steps, on_beds
from ...printing.checks import (
    BAD,
    DOUBTFUL,
    GOOD,
    SUPPORTS,
    Check,
    Report,
    check_bed,
    check_beds,
    check_bodies,
    check_footing,
    check_gap,
    check_material,
    check_meshes,
    check_resin,
    check_supports,
)
from ...printing.estimate import Estimate, estimate
from ...printing.gauge import ROWS
from ...printing.printer import LEAST_PRESS, LOOSEST_JOINT, MATERIALS, PRESS, Printer, laid_aside
from ...solids.solid import Solid, together
from ..making.puzzle import Puzzle, filled_at
from ..maze.faces import FACE_NAMES, Size
from ..maze.space import ConfigurationSpace, Position
from .as_printed import (
    NO_CHEEKS,
    ROUNDING,
    Cheeks,
    clearance_left,
    joint_left,
    leave_room_for_chamfers,
    width_on_arms,
    width_on_plates,
)
from .assembly import cross_pieces
from .box_and_cross import BOX, CROSS, box, collisions, printed_in_one_piece, printing_position
from .dimensions import CODE, LARGEST_JOINT, Dimensions, largest_joint
from .joints import finger_length
from .kit import PLATE_NAMES, cheeks_of, kit, notch_size
from .kit_markers import lies_on_frame, mark_size
from .label import MOST_CHARACTERS, is_too_long, label_of_box, label_of_cross, label_words
from .strength import NEARLY, check_arms, check_first_layer, check_strength, check_strips, check_thin, thin_things

LEAST_LINES, LEAST_LAYERS = 2, 2
"""How many lines of the nozzle a recess is wide, and how many layers deep, at least, that no slicer fills."""


def check_marks(puzzle: Puzzle, dimensions: Dimensions, printer: Printer) -> Check:
    """Return a line of the check on the notches that number the plates, and on the pits and grooves."""
    width, depth = LEAST_LINES * printer.nozzle, LEAST_LAYERS * printer.layer

    def lost(dimensions: Dimensions) -> list[str]:
        return [
            f"{name} ({own_width:.2g} and {own_depth:.2g} mm)"
            for name, own_width, own_depth in _marks(puzzle, dimensions)
            if own_width < width - 1e-9 or own_depth < depth - 1e-9
        ]

    least = f"{width:g} mm wide and {depth:g} mm deep"
    if lost_marks := lost(dimensions):
        start, end = (dimensions.plate if depth else 0.0 for depth in (dimensions.start_marker, dimensions.end_marker))
        still_lost = lost(replace(dimensions, start_marker=start, end_marker=end))
        remedies = ["give a larger Start or End Marker"] if still_lost != lost_marks else []
        remedies += ["thicken walls and plates"] if still_lost else []
        advice = f"what is at least {least} is printed, so {listed(remedies)}"
        return Check("Marks", DOUBTFUL, f"{_in_words(lost_marks)} may be lost: {advice}.")
    names = _in_words([name for name, _, _ in _marks(puzzle, dimensions)])
    return Check("Marks", GOOD, f"{names} are at least {least}, so they are printed.")


def _marks(puzzle: Puzzle, dimensions: Dimensions) -> Iterator[tuple[str, float, float]]:
    """Yield each kind of mark as it is called, and how wide and deep it is where it has least room."""
    finger = min(finger_length(length, dimensions) for length in dimensions.outer_size(puzzle.size))
    yield ("the notches that number the plates", *notch_size(finger, dimensions))
    for name, depth, position in (
        ("the pits at the start", dimensions.start_marker, puzzle.start),
        ("the grooves at the end", dimensions.end_marker, puzzle.end),
    ):
        on_frame = lies_on_frame(puzzle, position)
        width, deep = mark_size(depth, dimensions, on_frame=on_frame)
        if deep and on_frame:
            # It is open to the joint, so both are seen as one.
            yield f"{name} on the frame", width + dimensions.joint, deep
        elif deep:
            yield name, width, deep


def _in_words(names: list[str]) -> str:
    """Return a list as the beginning of a sentence."""
    words = listed(names)
    return words[0].upper() + words[1:]


RATTLING_SHARE = 0.1
"""The share of a passage that may be left on each side of an arm: with more, the cross is felt to rattle."""

FRICTION = 0.1
"""In millimeters; up to that much is taken up by the lines of the layers, so that parts hold."""

FLOATING = "a face has a wall that hangs on nothing"
"""Why a body falls apart."""


def check_puzzle(puzzle: Puzzle, dimensions: Dimensions, printer: Printer, *, as_kit: bool = False) -> Report:
    """Look at a puzzle that is printed in one piece, or as a kit."""
    return finish(check_in_steps(puzzle, dimensions, printer, as_kit=as_kit))


def check_in_steps(
    puzzle: Puzzle,
    dimensions: Dimensions,
    printer: Printer,
    *,
    as_kit: bool = False,
    parts: Sequence[Part] | None = None,
) -> Generator[float, None, Report]:
    """Do what ``check_puzzle`` does; yield after each line the share that is done.

    Its ``parts`` are built where they are not given.
    """
    try:
        build = kit if as_kit else printed_in_one_piece
        parts = build(puzzle, dimensions) if parts is None else parts
    except InputError as error:
        if not as_kit:
            raise
        return Report((Check("Joint", BAD, str(error)),))
    about = about_parts(parts) if as_kit else _ABOUT_ONE_PIECE
    lines = (_check_kit if as_kit else _check_one_piece)(puzzle, dimensions, printer, parts)
    return (yield from report_in_steps(lines, parts, about))


def report_in_steps(
    lines: Lines, parts: Sequence[Part], about: Mapping[str, tuple[str, ...]]
) -> Generator[float, None, Report]:
    """Return the report of the lines of a check, which speak of parts by their names; yield as ``check_in_steps``."""
    task = Task(lines)
    checks: list[Check] = []
    for number, check in enumerate(task, 1):
        if check is not None:
            checks.append(replace(check, parts=check.parts or about.get(check.name, ())))
        yield number / (number + ROOM_FOR_MORE)
    taken = task.result
    volume = sum(part.volume for part in parts if not part.beside)
    return Report(tuple(checks), volume, taken)


ROOM_FOR_MORE = 8
"""How many lines are taken to be left of a check: their number is known when they are made."""

Lines = Generator[Check | None, None, Estimate]
"""The lines of a check in turn, None where it goes on to be looked, and at the end what the print takes."""


def _skins(parts: Sequence[Part]) -> Iterator[None]:
    """Make the surfaces of parts one after the other, which all that follows uses."""
    for part in parts:
        part.mesh()
        yield None


_ABOUT_ONE_PIECE: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "Motion": (CROSS,),
        "Clearance": (CROSS,),
        SUPPORTS: (BOX, CROSS),
        "Label": (BOX,),
    }
)
"""The keys of the parts that a check of a puzzle in one piece speaks of, by its name."""


def about_parts(parts: Sequence[Part]) -> dict[str, tuple[str, ...]]:
    """Return the keys of the parts that a check of plates and a cross speaks of, by its name."""
    keys = tuple(part.key for part in parts)
    plates, cross = keys[: len(PLATE_NAMES)], keys[len(PLATE_NAMES) :]
    about = {"Motion": cross, "Clearance": cross}
    label = {"Label": cross_pieces(parts)[0]}
    return about | label | dict.fromkeys(("Joint Strips", "Bed Chamfer", "Joint", "Play", "Marks"), plates)


def _check_one_piece(puzzle: Puzzle, dimensions: Dimensions, printer: Printer, all_parts: Sequence[Part]) -> Lines:
    parts = {part.key: part for part in all_parts if not part.beside}
    solids = {key: part.solid for key, part in parts.items()}
    place = printing_position(puzzle)
    width, depth, _ = printed_size(puzzle, solids[BOX], dimensions)
    yield from _skins([*parts.values()])
    yield check_meshes({key: part.mesh() for key, part in parts.items()})
    yield check_bodies(solids, FLOATING)
    yield check_motion(puzzle, dimensions, [solids[BOX]])
    yield check_thin(thin_things(puzzle.size, dimensions, all_parts, as_kit=False), printer)
    yield _clearance(dimensions, printer)
    yield check_strength(puzzle, dimensions, printer, all_parts)
    yield check_arms(puzzle, dimensions, printer, as_kit=False)
    yield from check_label(puzzle, dimensions, printer)
    yield check_bed(width, depth, printer)
    yield _supports(puzzle, place, dimensions)
    yield check_first_layer(puzzle.size, dimensions)
    taken = estimate_in_one_piece(puzzle, dimensions, printer, all_parts)
    yield check_material(taken, dimensions.outer_size(puzzle.size), printer)
    return taken


def estimate_in_one_piece(puzzle: Puzzle, dimensions: Dimensions, printer: Printer, parts: Sequence[Part]) -> Estimate:
    """Return what box and cross take that are printed in place, with supports."""
    solids = {part.key: part.solid for part in parts}
    cross = solids[CROSS].moved(dimensions.center(puzzle.size, printing_position(puzzle)))
    return estimate([[together([solids[BOX], cross])]], printer)


def _check_kit(puzzle: Puzzle, dimensions: Dimensions, printer: Printer, parts: Sequence[Part]) -> Lines:
    solids = {part.label: part.solid for part in parts}
    # The plates come first.
    plates = parts[: len(PLATE_NAMES)]
    yield from _skins(parts)
    yield check_meshes({part.label: part.mesh() for part in parts})
    yield check_bodies(solids, FLOATING)
    yield check_motion(puzzle, dimensions, [part.in_place for part in plates])
    yield check_thin(thin_things(puzzle.size, dimensions, parts, as_kit=True), printer)
    yield check_strips(dimensions, printer)
    yield from _bed_chamfer(dimensions, plates)
    yield _clearance(dimensions, printer, cheeks=cheeks_of(puzzle.size, dimensions), as_kit=True)
    yield _joint(puzzle.size, dimensions, printer)
    yield check_marks(puzzle, dimensions, printer)
    yield check_strength(puzzle, dimensions, printer, parts)
    yield check_arms(puzzle, dimensions, printer, as_kit=True)
    yield from check_label(puzzle, dimensions, printer, as_kit=True)
    yield check_beds(*on_beds(parts, printer))
    yield from check_resin({part.label: part.printed for part in parts}, printer)
    yield check_footing({part.label: part.printed for part in parts}, printer, "a wider passage")
    yield _beside_chamfers(check_supports({part.label: part.printed for part in parts}), plates, printer)
    taken = yield from estimate_of_in_steps(parts, printer)
    yield check_material(taken, dimensions.outer_size(puzzle.size), printer)
    return taken


def check_motion(puzzle: Puzzle, dimensions: Dimensions, solids: list[Solid]) -> Check:
    """Report whether the cross can make all moves that the mazes allow, and no others, past solids in their places."""
    for name, position in (("start", puzzle.start), ("end", puzzle.end)):
        if filled_at(puzzle.faces, position):
            fact = f"The cross has no room at the {name}, where a face is solid"
            return Check("Motion", BAD, f"{fact}: open its cell, or take another puzzle.")
    hits = collisions(solids, puzzle.size, dimensions)
    for name, (at_rest, _), face in zip(FACE_NAMES, hits, puzzle.faces, strict=True):
        # Elsewhere no arm comes to a cell that is solid.
        if (at_rest & (face.inflate()[::2, ::2] == 0)).any():
            return Check("Motion", BAD, f"An arm sticks in face {name}: give more clearance.")
    # Arrays of a face are indexed [row, column].
    arrays = triple((~on_the_way[0].T, ~on_the_way[1].T) for _, on_the_way in hits)
    for first, second in arrays:
        first[:, -1] = False
        second[-1, :] = False
    if ConfigurationSpace.from_arrays(puzzle.size, *arrays).moves != puzzle.space.moves:
        return Check("Motion", BAD, "The cross cannot make all the moves that the mazes allow, or makes others.")
    fact = f"All {puzzle.space.move_count:,} legal moves are free"
    return Check("Motion", GOOD, f"{fact}, and every wall stops the cross.")


def _bed_chamfer(dimensions: Dimensions, plates: Sequence[Part]) -> tuple[Check, ...]:
    """Return a line on how wide the chamfers of plates are, where any is narrower than asked."""
    asked, wished = dimensions.bed_chamfer, width_on_plates(dimensions)
    if not asked:
        return ()
    widths = sorted(round(width, 2) for plate in plates for width in plate.chamfer_widths)
    least = widths[0] if widths else 0.0
    fact = f"Bed Chamfer is {least:g}{'' if not widths or least == widths[-1] else f' to {widths[-1]:g}'} mm"
    if least < round(asked, 2):
        fact += f" instead of {asked:g} mm"
        fact += (
            ", as walls and plates are too thin for more"
            if least < round(wished, 2)
            else ", the widest without supports"
        )
    if not leave_room_for_chamfers(dimensions):
        fact += "; none beside marks, whose rims are too thin"
    elif least >= round(asked, 2):
        return ()
    return (Check("Bed Chamfer", DOUBTFUL if least < wished / 2 else GOOD, f"{fact}."),)


NEVER_SUPPORTED = 0.3
"""In millimeters: the widest chamfer on the bed that no slicer supports, whatever the heights of its layers."""

THIN_LAYER, COMMON_NOZZLE = 0.12, 0.4
"""In millimeters: in thinner layers slicers support wider chamfers on the bed, if the nozzle is wider than common."""


def _beside_chamfers(supports: Check, plates: Sequence[Part], printer: Printer) -> Check:
    """Return the line on supports, which says when a slicer takes wide chamfers on the bed for overhangs."""
    widest = max((width for plate in plates for width in plate.chamfer_widths), default=0.0)
    if supports.level != GOOD or widest <= NEVER_SUPPORTED + ROUNDING or printer.material == "resin":
        return supports
    chamfers = f"Bed Chamfers of {round(widest, 2):g} mm"
    if printer.layer < THIN_LAYER - ROUNDING and printer.nozzle > COMMON_NOZZLE:
        fact = f"In layers of {printer.layer:g} mm a slicer may support {chamfers}, which need none"
        return replace(supports, level=DOUBTFUL, sentence=f"{fact}: give {NEVER_SUPPORTED:g} mm.")
    fact = f"{supports.sentence[:-1]}, if the first layer is no lower than the others"
    return replace(
        supports, sentence=f"{fact}: else a slicer may support {chamfers}, but none of {NEVER_SUPPORTED:g} mm."
    )


def _joint(size: Size, dimensions: Dimensions, printer: Printer) -> Check:
    def left_of(joint: float) -> tuple[float, float]:
        wider = replace(dimensions, joint=joint)
        return joint_left(wider, printer, cheeks_of(size, wider))

    left = left_of(dimensions.joint)
    # In a wider gap the cheeks of notches are thinner, so that more than what is missing is needed.
    begin = math.ceil(100 * (dimensions.joint + max(0.0, LEAST_PRESS - left[0])) - 1e-6)
    wider = (number / 100 for number in range(begin, begin + MOST_STEPS_OF_JOINT))
    advised = next((joint for joint in wider if left_of(joint)[0] >= LEAST_PRESS - ROUNDING), begin / 100)
    advice = f"give {advised:g} mm"
    if advised > LARGEST_JOINT:
        advice = "print in one piece"
    elif advised > largest_joint(dimensions) + 1e-9:
        advice += ", for which walls, plates and passages must be larger"
    holds = "the parts hold by friction" if left[0] <= FRICTION else "the parts go together freely, so use glue"
    words = "the parts will not go together", "the parts go together by force", holds, "loose, so use glue"
    # Where only lines that are laid aside meet, force moves them.
    suited = -laid_aside(printer), LEAST_PRESS, LOOSEST_JOINT
    return check_gap("Joint", "Joint gap", dimensions.joint, left, suited=suited, words=words, advice=advice)


MOST_STEPS_OF_JOINT = 50
"""In hundredths of a millimeter: by how much more than what is missing a joint gap is advised at most."""


def _clearance(
    dimensions: Dimensions, printer: Printer, *, cheeks: tuple[Cheeks, Cheeks] = NO_CHEEKS, as_kit: bool = False
) -> Check:
    left = clearance_left(dimensions, printer, as_kit=as_kit, cheeks=cheeks)
    most = RATTLING_SHARE * dimensions.passage
    if as_kit:
        suited = PRESS, 2 * PRESS, most
        words = "the cross will stick in the box", "tight", "the cross slides", "it rattles"
    else:
        slide = MATERIALS[printer.material].slide
        suited = slide / 3, 2 * slide / 3, most
        words = (
            "the cross will fuse with the box",
            "tight, as box and cross are printed together and may fuse",
            "the cross comes free and slides",
            "it rattles",
        )
    return check_gap("Clearance", "Clearance", dimensions.clearance, (left, left), suited=suited, words=words)


def check_label(puzzle: Puzzle, dimensions: Dimensions, printer: Printer, *, as_kit: bool = False) -> tuple[Check, ...]:
    """Return a line on the letters of size and seed, or of the code, where they are wished."""
    if not dimensions.label_height:
        return ()
    if as_kit:
        label = label_of_cross(puzzle, dimensions, width_on_arms(dimensions))
        where, advice = "on the flat piece of the cross", "wider passages, or more cells, give it more"
    else:
        label = label_of_box(box(puzzle, dimensions), puzzle, dimensions)
        where, advice = "on the frame of the upper face", "thicker plates, or more cells, give it more"
    text = " ".join(label_words(puzzle, dimensions))
    if dimensions.label_text == CODE:
        if is_too_long(puzzle, dimensions):
            many = f"The code has {len(text):,} characters, and a label at most {MOST_CHARACTERS}"
            return (Check("Label", DOUBTFUL, f"{many}, so it is left out: choose size and seed."),)
        text = f"The code, {len(text)} characters,"
        lines = 0 if label is None else len(label.lines)
        where += f" in {lines} lines, each but the last with a hyphen at its end" if lines > 1 else ""
    if label is None:
        return (Check("Label", DOUBTFUL, f"{text} has no room {where}, so it is left out: {advice}."),)
    fact = f"{text} stands {where}, {label.height:.3g} mm high"
    if label.height < dimensions.label_height - 1e-9:
        fact += f" instead of {dimensions.label_height:g} mm: {advice}"
    # What is engraved has no nozzle.
    if not dimensions.through and label.pixel < NEARLY * printer.nozzle - 1e-9:
        needed = f"a nozzle of {printer.nozzle:g} mm needs letters of {round(ROWS * printer.nozzle, 4):g} mm"
        return (Check("Label", DOUBTFUL, f"{fact}. Its lines are {label.pixel:.2g} mm wide: {needed}."),)
    return (Check("Label", GOOD, f"{fact}."),)


def _supports(puzzle: Puzzle, place: Position, dimensions: Dimensions) -> Check:
    where = "at the start" if place == puzzle.start else f"at {place}"
    below = place[2] < puzzle.size[2] - 1 or dimensions.overhang > 0
    lower = " The lower arm stands out below the box." if below else " The lower arm ends flush with the bed."
    return Check(SUPPORTS, DOUBTFUL, f"Printed with the cross {where}: arms and upper face need supports.{lower}")


def printed_size(puzzle: Puzzle, walls: Solid, dimensions: Dimensions) -> tuple[float, float, float]:
    """Return the size of box and cross together, as they are printed in place, along x, y and z."""
    sides = []
    middles, halves = dimensions.center(puzzle.size, printing_position(puzzle)), dimensions.half_arms(puzzle.size)
    for line, middle, half in zip(walls.lines, middles, halves, strict=True):
        sides.append(round(max(float(line[-1]), middle + half) - min(float(line[0]), middle - half), 4))
    return triple(sides)
