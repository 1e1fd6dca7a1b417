# SPDX-License-Identifier: GPL-3.0-or-later
"""The assembly of the pieces in the solution that is shown, step by step, and then of the box round them.

Before anything else the parts of cut pieces are put together to whole pieces. Pieces can also be placed outside of a
solution: at any cells, turned as these ask for, and up to a layer.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from ...common.containers import Recent, triple
from ...common.errors import InputError
from ...common.words import counted, listed
from ...kind.part import AS_SEEN, FROM, TO, Instructions, Move, Part, Point, Step, reach, stand_steps, to_buy
from ...polycubes.goal import cells_of, placements
from ...polycubes.parting import TooManyArrangementsError
from ...polycubes.puzzle import PolycubePuzzle
from ...polycubes.shape import Cell, Cells, Turn, extent, lowest_corner
from ...polycubes.standing import AIR, BELOW, Held, held, steadied
from ...polycubes.taking_apart import Hints, Joining, TakenApart, joinings, take_apart
from ...solids import straight_moves
from ...solids.chamfer import Chamfer
from ...solids.solid import Solid
from ...solids.straight_moves import Body, distances, order_of_joining
from .dimensions import SMALLEST_INSET, Dimensions
from .parts import PegPart, PiecePart, corner_of
from .piece_solid import piece_solid

_placements: Recent[tuple[int, ...]] = Recent(32)


def placements_of_piece(puzzle: PolycubePuzzle, piece: int) -> tuple[int, ...]:
    """Return the placements of a piece, by its number from 0, in the goal."""
    shape, goal, colors = puzzle.pieces[piece].shape, puzzle.goal, puzzle.colors
    return _placements.get((shape.upright, goal, colors), lambda: placements(shape, goal, colors))


def placement(puzzle: PolycubePuzzle, piece: int, number: int) -> Cells | None:
    """Return the cells of a placement of a piece, the last one for larger numbers; None where it fits nowhere.

    The piece is given by its number from 0, the placement by one from 1.
    """
    placements = placements_of_piece(puzzle, piece)
    if not placements:
        return None
    return cells_of(placements[min(number, len(placements)) - 1], puzzle.goal)


def matrix_of(turn: Turn) -> tuple[Point, Point, Point]:
    """Return the rows of a turn's matrix."""
    ways = zip(turn.axes, turn.signs, strict=True)
    return triple(triple(float(sign * (axis == column)) for column in range(3)) for axis, sign in ways)


def middle_of(cells: Cells, size: Cell, dimensions: Dimensions) -> Point:
    """Return the middle of what cells are in, in millimeters, for a goal of a size that begins at the cell 0."""
    return triple(
        round(corner + side * (low + long / 2), 6)
        for corner, side, low, long in zip(
            corner_of(size, dimensions), dimensions.pitch, lowest_corner(cells), extent(cells), strict=True
        )
    )


def up_to_layer(pieces: Iterable[PiecePart], layers: int) -> tuple[PiecePart, ...]:
    """Return what of pieces is in the lowest layers of the goal, so many of them."""
    steps = []
    for piece in (part.as_cubes for part in pieces):
        cells = tuple(cell for cell in piece.cells if cell[2] < layers)
        if not cells or not piece.is_used:
            continue
        solid, middle = piece_solid(cells, piece.pitch, piece.inset).centered()
        _, whole = piece_solid(piece.cells, piece.pitch, piece.inset).centered()
        assembled = triple(
            round(place + now - then, 6) for place, now, then in zip(piece.assembled, middle, whole, strict=True)
        )
        steps.append(
            replace(
                piece, cells=cells, solid=solid, assembled=assembled, chamfer=Chamfer(piece.chamfer.width), letter=None
            )
        )
    return tuple(steps)


def goal_solid(puzzle: PolycubePuzzle, dimensions: Dimensions) -> tuple[Solid, Point]:
    """Return the goal as a solid about its middle, and where that is, in millimeters."""
    cells = puzzle.goal.cells
    solid, _ = piece_solid(cells, dimensions.pitch, SMALLEST_INSET).centered()
    return solid, middle_of(cells, puzzle.goal.size, dimensions)


ROOM = 0.5
"""How far parts that wait for their turn are apart, in cells."""


@dataclass(frozen=True)
class Whole:
    """A piece by its parts and pegs: all that moves as one once it is put together."""

    sections: tuple[PiecePart, ...]
    pegs: tuple[PegPart, ...]

    @property
    def parts(self) -> tuple[Part, ...]:
        """All parts of it."""
        return (*self.sections, *self.pegs)

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of all parts of it."""
        return tuple(part.key for part in self.parts)

    @property
    def name(self) -> str:
        """What the piece is called."""
        return self.sections[0].name

    @property
    def label(self) -> str:
        """What the piece is called in a sentence."""
        return self.sections[0].piece_label

    @property
    def cells(self) -> Cells:
        """All cells of the piece where it lies in the goal."""
        return tuple(sorted(cell for part in self.sections for cell in part.cells))

    @property
    def is_cut(self) -> bool:
        """Whether it is made of several parts."""
        return len(self.sections) > 1

    def joinings(self) -> tuple[straight_moves.Joining, ...]:
        """Return how its parts are put together; raises InputError where straight moves cannot do it."""
        bodies = [Body((self.sections[0].key,))]
        for part in self.sections[1:]:
            pegs = tuple(peg.key for peg in self.pegs if peg.section == part.section)
            bodies += [Body(pegs, part.leaves), Body((part.key,), part.leaves)]
        return order_of_joining(self.solids, bodies)

    @property
    def solids(self) -> dict[str, Solid]:
        """The parts in their places, by their keys, pegs with their slopes."""
        pegs = {peg.key: (peg.sloped or peg.solid).moved(peg.assembled) for peg in self.pegs}
        return {part.key: part.in_place for part in self.sections} | pegs


def wholes(parts: Iterable[Part]) -> tuple[Whole, ...]:
    """Return the pieces among parts, also those that the solution does not use."""
    sections: dict[str, list[PiecePart]] = {}
    pegs: dict[str, list[PegPart]] = {}
    for part in parts:
        if isinstance(part, PiecePart):
            sections.setdefault(part.name, []).append(part)
        elif isinstance(part, PegPart):
            pegs.setdefault(part.name, []).append(part)
    return tuple(Whole(tuple(some), tuple(pegs.get(name, ()))) for name, some in sections.items())


def gluing(parts: Sequence[Part]) -> list[Step]:
    """Return the steps that make whole pieces of all that are cut; raises InputError where that cannot be done."""
    steps = []
    for whole in wholes(parts):
        if whole.is_cut:
            joinings = whole.joinings()
            solids = {part.key: part.in_place for part in whole.parts}
            lengths = distances(solids, joinings, ROOM * whole.sections[0].pitch[0])
            steps += [_step(whole, *joined) for joined in zip(joinings, lengths, strict=True)]
    return steps


def _step(whole: Whole, joining: straight_moves.Joining, length: float) -> Step:
    labels = {part.key: part.label for part in whole.sections}
    key = joining.keys[0]
    if joining.way is None:
        return Step(joining.keys, (), f"Take p{labels[key][1:]}.")
    axis, sign = joining.way
    move = (Move(axis, sign * length),)
    if key in labels:
        holes = "its hole" if len(_pegs_of(whole, key)) == 1 else "each of its holes"
        end = f", as far as it goes: {whole.label[0].lower()}{whole.label[1:]}" if key == whole.sections[-1].key else ""
        return Step(
            joining.keys, move, f"{labels[key]} {FROM[AS_SEEN[axis, -sign]]}, with a drop of glue in {holes}{end}."
        )
    section = next(peg.section for peg in whole.pegs if peg.key == key)
    label = next(part.label for part in whole.sections if part.section == section)
    count, noun = len(joining.keys), whole.pegs[0].noun
    what, where = (f"The {noun}", "its hole") if count == 1 else (f"The {counted(count, noun)}", "their holes")
    return Step(
        joining.keys, move, f"{what} for p{label[1:]} {FROM[AS_SEEN[axis, -sign]]}, with a drop of glue in {where}."
    )


def _pegs_of(whole: Whole, key: str) -> list[PegPart]:
    section = next(part.section for part in whole.sections if part.key == key)
    return [peg for peg in whole.pegs if peg.section == section]


MOST_ARRANGEMENTS = 30_000
"""That are looked at for one solution, some seconds; so the window does not stand still for longer."""

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
            "Turns were not tried."
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
    if not puzzle.found.solutions:
        raise InputError("No solution is known yet in which the pieces could be put together.")
    pieces = used(parts)
    taken = standing(puzzle, pieces)
    steps = gluing(parts)
    if len(pieces) == 1:
        steps.append(Step(pieces[0].keys, (), f"{pieces[0].label} is all there is."))
    blocks = [piece.cells for piece in pieces]
    all_joinings, hands = joinings(blocks, taken), held(blocks, taken)
    for joining in all_joinings:
        steps += _steps(joining, pieces, taken.groups, [_hand(hand, pieces, all_joinings) for hand in hands])
    steps += _box_steps(parts, pieces, steps)
    waiting = [part for part in parts if part.walls or isinstance(part, PiecePart | PegPart)]
    return (*steps, *stand_steps(parts, waiting, steps, ROOM))


def standing(puzzle: PolycubePuzzle, pieces: Sequence[Whole]) -> TakenApart:
    """Return how pieces come apart so that, put together, few must be held; raises what ``taken_apart`` does."""
    return _standing(
        tuple(piece.cells for piece in pieces),
        taken_apart(puzzle, pieces),
        Hints.of(puzzle, [piece.sections[0].piece for piece in pieces]),
    )


@lru_cache(maxsize=16)
def _standing(pieces: tuple[Cells, ...], taken: TakenApart, hints: Hints) -> TakenApart:
    return steadied(pieces, taken, hints)


def hands_text(puzzle: PolycubePuzzle, pieces: Sequence[Whole]) -> str:
    """Return a sentence on what must be held by hand while pieces are put together; raises as ``taken_apart``."""
    hands = held([piece.cells for piece in pieces], standing(puzzle, pieces))
    if not hands:
        return "In this order every piece stands by itself: none must be held by hand."
    # What is lifted for may have to be held, too.
    names = listed(list(dict.fromkeys("-".join(pieces[block].name for block in hand.blocks) for hand in hands)))
    return f"Only {names} must be held by hand: the steps say until when."


def instructions(puzzle: PolycubePuzzle, parts: Sequence[Part]) -> Instructions:
    """Return what is said with the steps of ``assembly``; raises what that does."""
    pieces = wholes(parts)
    lettered = any(piece.sections[0].depth for piece in pieces)
    told_by = "the letter in a side of each" if lettered else "their shapes: look at the pictures"
    lettering = {piece.name: part.letter.text for piece in pieces for part in piece.sections if part.letter is not None}
    if any(text != name.replace(" ", "") for name, text in lettering.items()):
        names = listed([f"{text} is {name}" for name, text in lettering.items()])
        told_by = f"what is written on a side of each: {names}"
    before = [
        "This is one solution: to find one yourself, read no further than the parts.",
        "Left, right, front and back are as in the pictures: you sit in front.",
    ]
    marks = [f"Tell the pieces apart by {told_by}."]
    cut = [piece for piece in pieces if piece.is_cut]
    if cut:
        names, noun = listed([part.label[5:] for part in cut[0].sections]), cut[0].pegs[0].noun
        marks.append(
            f"Parts of a piece that is cut have its letter and their number beside a hole: {names} become piece "
            f"{cut[0].name}. All {noun}s are alike."
        )
        before.append(
            f"Make whole pieces of the parts first, and let the glue dry. Push the {noun}s in as far as they go."
        )
    bought = [f"You need {words} besides what is printed." for words in [to_buy(parts)] if words]
    if any(part.walls and part.bought is not None for part in parts):
        bought.append(
            "Glue a magnet into each hole of tray and lid. Let them find each other first, and mark the sides that "
            "look out of the holes: those of the lid must attract those of the tray."
        )
    before += bought
    if any(part.walls for part in parts):
        before.append(
            "The pieces are put together in the open, so that all is seen; the tray goes round them at the end."
        )
    before.append(hands_text(puzzle, used(parts)))
    return Instructions(marks=tuple(marks), before=tuple(before), bought=tuple(bought))


def _hand(held: Held, pieces: Sequence[Whole], all_joinings: Sequence[Joining]) -> tuple[tuple[int, ...], str]:
    """Return some blocks, and what a hand has to do once they are put on."""
    pronoun = "it" if len(held.blocks) == 1 else "them"
    if held.why == BELOW:
        return held.blocks, f" Lift what stands for {pronoun}."
    why = f"{'nothing' if held.why == AIR else 'too little'} is below {pronoun} yet"
    joining = all_joinings[-1 if held.until is None else held.until]
    if joining == all_joinings[-1] or set(joining.blocks) & set(held.blocks):
        until = "all are together"
    else:
        last = _named([pieces[block] for block in joining.blocks])
        until = f"{last[0].lower()}{last[1:]} {'is' if len(joining.blocks) == 1 else 'are'} there"
    return held.blocks, f" Hold {pronoun} until {until}: {why}."


def _steps(
    joining: Joining,
    pieces: Sequence[Whole],
    groups: Sequence[tuple[int, ...]],
    hands: Sequence[tuple[tuple[int, ...], str]],
) -> list[Step]:
    """Return the steps of a joining, one for each of its moves; before it, what is taken first.

    ``hands`` say what is to be done with some blocks by hand: it is said where these have come to their place, though
    others may move after that.
    """
    steps = []
    by_hand: defaultdict[frozenset[int], str] = defaultdict(str)
    for blocks, sentence in hands:
        by_hand[frozenset(blocks)] += sentence
    if len(joining.onto) == 1 or joining.onto in groups:
        first = [pieces[block] for block in joining.onto]
        name = _named(first)
        steps.append(
            Step(
                tuple(key for piece in first for key in piece.keys),
                (),
                f"Take {name[0].lower()}{name[1:]}.{by_hand[frozenset(joining.onto)]}",
            )
        )
    last = max(number for number, move in enumerate(joining.moves) if set(joining.blocks) <= set(move.blocks))
    for number, move in enumerate(joining.moves):
        keys = tuple(key for block in move.blocks for key in pieces[block].keys)
        distance = move.distance or 0
        name = _named([pieces[block] for block in move.blocks])
        if number:
            sentence = (
                f"Then {name[0].lower()}{name[1:]} {counted(distance, 'cell')} {TO[AS_SEEN[move.axis, move.sign]]}."
            )
        else:
            sentence = f"{name} {FROM[AS_SEEN[move.axis, -move.sign]]}."
        if number == last:
            sentence += by_hand[frozenset(joining.blocks)]
        length = move.sign * distance * pieces[0].sections[0].pitch[move.axis]
        steps.append(Step(keys, (Move(move.axis, length),), sentence))
    return steps


def _named(pieces: Sequence[Whole]) -> str:
    """Return pieces as the beginning of a sentence."""
    if len(pieces) == 1:
        return pieces[0].label
    nouns, names = zip(*(piece.label.split(" ", 1) for piece in pieces), strict=True)
    # What is called by different nouns are pieces all the same.
    noun = nouns[0] if len(set(nouns)) == 1 else "Piece"
    if len(names) > MOST_NAMED:
        names = (*names[: MOST_NAMED - 1], f"{len(names) - MOST_NAMED + 1} more")
    return f"{noun}s {listed(names)} as one"


def _box_steps(parts: Sequence[Part], pieces: Sequence[Whole], steps: Sequence[Step]) -> list[Step]:
    """Return the steps of tray and lid, which wait below and above all that is done before."""
    box = [part for part in parts if part.walls]
    if not box:
        return []
    low, high = reach([part for piece in pieces for part in piece.parts], steps)
    tray, lid = box
    room = pieces[0].sections[0].pitch[2]
    up = round(float(tray.in_place.lines[2][-1]) - low + room, 6)
    down = round(high - float(lid.in_place.lines[2][0]) + room, 6)
    return [
        Step((tray.key,), (Move(2, up),), "Put the tray over them upside down, hold both, and turn them over."),
        Step((lid.key,), (Move(2, -down),), "The lid onto the tray, here from above."),
    ]
