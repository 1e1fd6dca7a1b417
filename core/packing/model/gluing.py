# SPDX-License-Identifier: GPL-3.0-or-later
"""The parts of cut pieces that are put together to whole pieces, before anything else is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ...common.words import counted
from ...kind.part import Part
from ...kind.step import Move, Step
from ...polycubes.terms.cells import Cells
from ...solids.putting_together import Body, Joining, distances, order_of_joining
from ...solids.solid import Solid
from .parts import PegPart, PiecePart

FROM = {
    (0, 1): "from the left",
    (0, -1): "from the right",
    (1, 1): "from the front",
    (1, -1): "from the back",
    (2, 1): "from below",
    (2, -1): "from above",
}
"""Whence something comes that goes a way along an axis."""

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

    def joinings(self) -> tuple[Joining, ...]:
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
            lengths = distances(solids, joinings, ROOM * whole.sections[0].cube)
            steps += [_step(whole, *one) for one in zip(joinings, lengths, strict=True)]
    return steps


def _step(whole: Whole, joining: Joining, length: float) -> Step:
    labels = {part.key: part.label for part in whole.sections}
    key = joining.keys[0]
    if joining.way is None:
        return Step(joining.keys, (), f"Take p{labels[key][1:]}.")
    axis, sign = joining.way
    move = (Move(axis, sign * length),)
    if key in labels:
        holes = "its hole" if len(_pegs_of(whole, key)) == 1 else "each of its holes"
        end = f", as far as it goes: {whole.label[0].lower()}{whole.label[1:]}" if key == whole.sections[-1].key else ""
        return Step(joining.keys, move, f"{labels[key]} {FROM[axis, sign]}, with a drop of glue in {holes}{end}.")
    section = next(peg.section for peg in whole.pegs if peg.key == key)
    label = next(part.label for part in whole.sections if part.section == section)
    count = len(joining.keys)
    what, where = ("The peg", "its hole") if count == 1 else (f"The {counted(count, 'peg')}", "their holes")
    return Step(joining.keys, move, f"{what} for p{label[1:]} {FROM[axis, sign]}, with a drop of glue in {where}.")


def _pegs_of(whole: Whole, key: str) -> list[PegPart]:
    """Return the pegs on which a part comes."""
    section = next(part.section for part in whole.sections if part.key == key)
    return [peg for peg in whole.pegs if peg.section == section]
