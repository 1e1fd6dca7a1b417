# SPDX-License-Identifier: GPL-3.0-or-later
"""The assembly of the pieces in the solution that is shown, step by step, and then of the box round them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from ...common.errors import InputError
from ...common.words import counted, listed
from ...kind.instructions import Instructions
from ...kind.part import Part
from ...kind.step import Move, Step, offsets
from ...polycubes.assembling.hints import Hints
from ...polycubes.assembling.joining import Joining, joinings
from ...polycubes.assembling.parting import TooManyArrangementsError
from ...polycubes.assembling.taking_apart import TakenApart, take_apart
from ...polycubes.puzzle import PolycubePuzzle
from ...polycubes.terms.cells import Cells
from .gluing import FROM, Whole, gluing, wholes

MOST_ARRANGEMENTS = 30_000
"""That are looked at for one solution, some seconds; so the window does not stand still for longer."""

TO = {
    (0, 1): "to the right",
    (0, -1): "to the left",
    (1, 1): "to the back",
    (1, -1): "to the front",
    (2, 1): "up",
    (2, -1): "down",
}

MOST_NAMED = 4
"""Pieces that a sentence names."""


def taken_apart(puzzle: PolycubePuzzle, pieces: Sequence[Whole]) -> TakenApart:
    """Return how pieces come apart; raises InputError where they do not, or where that is not known."""
    try:
        taken = _taken_apart(
            tuple(piece.cells for piece in pieces),
            Hints.of(puzzle, [piece.sections[0].piece for piece in pieces]),
        )
    except TooManyArrangementsError as error:
        raise InputError(
            f"Whether the pieces can be put together is not known: straight moves reach more than "
            f"{MOST_ARRANGEMENTS:,} arrangements."
        ) from error
    if taken is None:
        raise InputError(
            "The pieces cannot be put together in this solution by straight moves: they lock each other. "
            "Turns were not looked for."
        )
    return taken


@lru_cache(maxsize=16)
def _taken_apart(pieces: tuple[Cells, ...], hints: Hints) -> TakenApart | None:
    return take_apart(pieces, hints, MOST_ARRANGEMENTS)


def used(parts: Iterable[Part]) -> tuple[Whole, ...]:
    """Return the pieces among parts that the shown solution uses."""
    return tuple(whole for whole in wholes(parts) if whole.sections[0].is_used)


def assembly(puzzle: PolycubePuzzle, parts: Sequence[Part]) -> tuple[Step, ...]:
    """Return the steps that put the pieces of the shown solution together, and tray and lid round them.

    Before that all cut pieces become whole. Raises InputError where straight moves cannot do it, or where that is not
    known.
    """
    pieces = used(parts)
    if not pieces:
        raise InputError("No solution is known yet in which the pieces could be put together.")
    taken = taken_apart(puzzle, pieces)
    steps = gluing(parts)
    if len(pieces) == 1:
        steps.append(Step(pieces[0].keys, (), f"{pieces[0].label} is all there is."))
    for joining in joinings([piece.cells for piece in pieces], taken):
        steps += _steps(joining, pieces, taken.groups)
    return (*steps, *_box_steps(parts, pieces, steps))


def instructions(parts: Sequence[Part]) -> Instructions:
    """Return what is said with the steps of ``assembly``."""
    pieces = wholes(parts)
    lettered = any(piece.sections[0].depth for piece in pieces)
    told_by = "the letter in a side of each" if lettered else "their shapes: look at the pictures"
    before = [
        "This is one solution: to find one yourself, read no further than the parts.",
        "Left, right, front and back are as in the pictures: you sit in front.",
    ]
    marks = [f"Tell the pieces apart by {told_by}."]
    cut = [piece for piece in pieces if piece.is_cut]
    if cut:
        names = listed([part.label[5:] for part in cut[0].sections])
        marks.append(
            f"Parts of a piece that is cut have its letter and their number beside a hole: {names} become piece "
            f"{cut[0].name}. All pegs are alike."
        )
        before.append("Make whole pieces of the parts first, and let the glue dry. Push the pegs in as far as they go.")
    if any(part.walls for part in parts):
        before.append(
            "The pieces are put together in the open, so that all is seen; the tray goes round them at the end."
        )
    return Instructions(marks=tuple(marks), before=tuple(before))


def _steps(joining: Joining, pieces: Sequence[Whole], groups: Sequence[tuple[int, ...]]) -> list[Step]:
    """Return the steps of a joining, one for each of its moves; before it, what is taken first."""
    steps = []
    if len(joining.onto) == 1 or joining.onto in groups:
        first = [pieces[block] for block in joining.onto]
        name = _named(first)
        steps.append(
            Step(tuple(key for piece in first for key in piece.keys), (), f"Take {name[0].lower()}{name[1:]}.")
        )
    for number, move in enumerate(joining.moves):
        keys = tuple(key for block in move.blocks for key in pieces[block].keys)
        distance = move.distance or 0
        name = _named([pieces[block] for block in move.blocks])
        if number:
            sentence = f"Then {name[0].lower()}{name[1:]} {counted(distance, 'cell')} {TO[move.axis, move.sign]}."
        else:
            sentence = f"{name} {FROM[move.axis, move.sign]}."
        steps.append(Step(keys, (Move(move.axis, move.sign * distance * pieces[0].sections[0].cube),), sentence))
    return steps


def _named(pieces: Sequence[Whole]) -> str:
    """Return pieces as the beginning of a sentence."""
    if len(pieces) == 1:
        return pieces[0].label
    names = [piece.name for piece in pieces]
    if len(names) > MOST_NAMED:
        names = [*names[: MOST_NAMED - 1], f"{len(names) - MOST_NAMED + 1} more"]
    return f"Pieces {listed(names)} as one"


def _box_steps(parts: Sequence[Part], pieces: Sequence[Whole], steps: Sequence[Step]) -> list[Step]:
    """Return the steps of tray and lid, which wait below and above all that is done before."""
    box = [part for part in parts if part.walls]
    if not box:
        return []
    lows, highs = [], []
    ways = offsets(steps)
    for part in (part for piece in pieces for part in piece.parts):
        line = part.in_place.lines[2]
        heights = [place[2] for place in ways.get(part.key, ((0.0, 0.0, 0.0),))]
        lows.append(float(line[0]) + min(heights))
        highs.append(float(line[-1]) + max(heights))
    tray, lid = box
    room = pieces[0].sections[0].cube
    up = round(float(tray.in_place.lines[2][-1]) - min(lows) + room, 6)
    down = round(max(highs) - float(lid.in_place.lines[2][0]) + room, 6)
    return [
        Step((tray.key,), (Move(2, up),), "Put the tray over them upside down, hold both, and turn them over."),
        Step((lid.key,), (Move(2, -down),), "The lid onto the tray, here from above."),
    ]
