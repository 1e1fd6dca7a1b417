# SPDX-License-Identifier: GPL-3.0-or-later
"""A puzzle as solids: its dimensions, its parts, the ways to print them, how they are put together and checked."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Generator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from types import MappingProxyType
from typing import Any, ClassVar, Generic, TypeVar

import numpy as np

from ..common.errors import InputError
from ..common.options import Option, Options, Value, declared, label_of
from ..common.words import listed
from ..printing.checks import Report, boxes_of
from ..printing.estimate import Estimate, estimate
from ..printing.gauge import CouponBody
from ..printing.picture import Sides
from ..printing.printed_object import Floats
from ..printing.printer import Printer
from ..printing.sheet import OF_PRINTERS, Cutter, cuts_taken
from ..solids.solid import together
from .holding import HoldingDimensions, holdable_options, settled
from .part import Instructions, Part, Point, Step, check_parts, estimate_of

P = TypeVar("P")
D = TypeVar("D", bound=Options)


@dataclass(frozen=True)
class Preset(Generic[D]):
    """Dimensions and a printer that go together, for a material and a nozzle; the size of the bed is the user's own."""

    label: str
    dimensions: D
    printer: Printer


PRINTERS = {
    "pla": ("PLA 0.4 mm Nozzle", Printer()),
    "petg": ("PETG 0.4 mm Nozzle", Printer(material="petg", widening=0.075)),
    "resin": ("Resin", Printer(nozzle=0.1, layer=0.05, material="resin")),
    "large": ("Large 0.6 mm Nozzle", Printer(nozzle=0.6, layer=0.3, widening=0.075)),
    "pocket": ("Pocket Size", Printer()),
    "small": ("Small Cubes", Printer()),
}
"""The labels and the printers of presets, by their names."""


def presets_of(dimensions: Mapping[str, D], gaps: Callable[[Printer], Mapping[str, Any]]) -> Mapping[str, Preset[D]]:
    """Return presets by their names, in which gaps follow from the printer."""
    printed = {name: (*PRINTERS[name], own) for name, own in dimensions.items()}
    return MappingProxyType(
        {name: Preset(label, replace(own, **gaps(printer)), printer) for name, (label, printer, own) in printed.items()}
    )


@dataclass(frozen=True)
class Way:
    """A way to print: in one piece, as the parts stand in the puzzle, or with all parts apart on the printer's bed.

    ``unused`` are the dimensions that make no difference then, ``own`` those that make one in no other way. What is
    ``cut`` is cut from sheets instead.
    """

    name: str
    label: str
    meaning: str
    apart: bool
    unused: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    cut: bool = False


@dataclass(frozen=True)
class Assembled:
    """The places of parts in a file, in millimeters, by their keys; it is to be printed, or only to be looked at."""

    places: Mapping[str, Point]
    printed: bool


class Model(ABC, Generic[P, D]):
    """The model of a kind: puzzles ``P`` become parts by dimensions ``D``. Only what has no default must be given."""

    dimensions: type[D]
    """The lengths of a puzzle, which can be changed at any time."""

    presets: Mapping[str, Preset[D]] = MappingProxyType({})
    """Dimensions and printers that come with the program; the first one is the defaults."""

    ways: ClassVar[tuple[Way, ...]] = (Way("parts", "Parts", "All parts lie apart on the bed", apart=True),)
    """How a puzzle can be printed; the parts of the first way are always in the scene."""

    printed_first: ClassVar[str] = ""
    """The way in which command and library print where none is asked for, if that is not the first one."""

    has_coupon: ClassVar[bool] = False
    """Whether there is a print that shows which gaps suit a printer."""

    has_assembly: ClassVar[bool] = False
    """Whether it is known how its parts are put together, in some way to print."""

    first_explode: ClassVar[float] = 1.0
    """Where parts that lie apart are at first: put together (0), taken apart (0.5), or lying on the bed (1)."""

    sizes: tuple[str, ...] = ()
    """The dimensions by which a puzzle grows as a whole."""

    @abstractmethod
    def parts(self, puzzle: P, dimensions: D, way: str) -> tuple[Part, ...]:
        """Return the parts of a puzzle that is printed in a way; raises InputError where they cannot be built."""

    def cells(self, puzzle: P | None, values: Mapping[str, Value]) -> tuple[int, int, int] | None:
        """Return how many cells a puzzle has along each axis, or one of some values; None where that is not known."""
        return None

    def settled(self, dimensions: D, puzzle: P | None, values: Mapping[str, Value] = MappingProxyType({})) -> D:
        """Return dimensions of which one follows a length that is held, for a puzzle or the values of the next one.

        Raises InputError, with the limit, where it cannot be. They stay as they are where the cells are not known yet.
        """
        cells = self.cells(puzzle, values)
        if cells is None or not isinstance(dimensions, HoldingDimensions):
            return dimensions
        return settled(dimensions, cells)

    def sides(self, puzzle: P, dimensions: D) -> Sides | None:
        """Return what a small picture of a puzzle shows; None where the kind has none."""
        return None

    @property
    def first_way(self) -> Way:
        """The way in which a puzzle is printed where none is asked for."""
        return self.way(self.printed_first) if self.printed_first else self.ways[0]

    def fills_box(self, puzzle: P) -> bool:
        """Return whether a puzzle is a box once it is put together, so that ``sides`` show all of it."""
        return True

    def way(self, name: str) -> Way:
        """Return the way with a name."""
        return next(way for way in self.ways if way.name == name)

    def of_others(self, way: Way) -> set[str]:
        """Return the dimensions that only other ways have."""
        return {name for sibling in self.ways if sibling.name != way.name for name in sibling.own}

    def unused(self, way: Way) -> set[str]:
        """Return the dimensions that make no difference in a way, and what is asked of a printer alone."""
        return {*way.unused, *self.of_others(way), *(OF_PRINTERS if way.cut else ())}

    def in_way(self, dimensions: D, way: str) -> D:
        """Return the dimensions as the parts of a way have them."""
        return dimensions

    def machine(self, dimensions: D, printer: Printer, way: str) -> Printer:
        """Return what makes the parts of a way."""
        return printer

    @property
    def first_preset(self) -> Preset[D]:
        """The preset to begin with: the defaults where a kind has none."""
        return next(iter(self.presets.values()), Preset("", self.dimensions(), Printer()))

    def idle(self, dimensions: D) -> Mapping[str, str]:
        """Return the dimensions that make no difference beside others, by name, with a sentence on who uses them."""
        return {}

    def check_used(
        self,
        way: Way,
        names: Collection[str],
        called: Callable[[Option], str] = label_of,
        dimensions: D | None = None,
    ) -> None:
        """Raise InputError for one of some dimensions, or of a printer's values, that makes no difference.

        That is in a way to print, or beside others, where these are given.
        """
        idle = {} if dimensions is None else self.idle(dimensions)
        for option in (*declared(self.dimensions), *holdable_options(self.dimensions), *declared(Printer)):
            if option.name in names and option.name in idle:
                raise InputError(f"{called(option)} makes no difference here: {idle[option.name]}.")
            if option.name in names and option.name in self.unused(way):
                users = listed([user.label for user in self.ways if option.name not in self.unused(user)], "or")
                raise InputError(f"{called(option)} makes no difference here: only the way {users} uses it.")

    def check_in_steps(
        self, puzzle: P, dimensions: D, printer: Printer, way: str, parts: Sequence[Part] | None = None
    ) -> Generator[float, None, Report]:
        """Report whether a puzzle will print and work; yield now and then the share that is done.

        ``parts`` are those of the way, where they are built already.
        """
        yield 0.0
        return check_parts(self.parts(puzzle, dimensions, way) if parts is None else parts, printer)

    def estimate(self, puzzle: P, dimensions: D, printer: Printer, way: str, parts: Sequence[Part]) -> Estimate:
        """Return what making it takes; ``parts`` are those of the way."""
        printed = [part for part in parts if not part.beside]
        machine = self.machine(dimensions, printer, way)
        if isinstance(machine, Cutter):
            return cuts_taken((part.printed for part in printed), machine)
        if self.way(way).apart:
            return estimate_of(printed, printer)
        return estimate([[together(part.in_place for part in printed)]], printer)

    def reach(self, puzzle: P, dimensions: D) -> float:
        """Return how far the puzzle may come from its middle along x, wherever its parts are, in millimeters."""
        parts = self.parts(puzzle, dimensions, self.ways[0].name)
        return max(abs(float(end)) for part in parts for end in part.in_place.lines[0][[0, -1]])

    def room_of_others(self, puzzle: P, dimensions: D, way: str, parts: Sequence[Part], key: str) -> Floats:
        """Return boxes that a part must not meet when all parts of a way are put together, as those of ``boxes_of``.

        ``key`` is that of the part.
        """
        boxes = [boxes_of(part.in_place) for part in parts if part.key != key and not part.beside]
        return np.concatenate(boxes) if boxes else np.empty((0, 3, 2))

    def gaps(self, printer: Printer) -> Mapping[str, float]:
        """Return the dimensions that follow from a printer, by their names: those of gaps and chamfers."""
        return {}

    def following(self, puzzle: P) -> Mapping[str, float]:
        """Return the dimensions that follow from a puzzle where none were given, by their names."""
        return {}

    def followed(self, before: P, puzzle: P, dimensions: D) -> D:
        """Return the dimensions for a puzzle in another one's place: what followed from that follows from this one."""
        kept, usual = asdict(dimensions), asdict(self.dimensions())
        old, new = ({**usual, **self.following(made)} for made in (before, puzzle))
        return replace(dimensions, **{name: new[name] for name in usual if kept[name] == old[name] != new[name]})

    def scaled(self, dimensions: D, factor: float) -> D:
        """Return the dimensions of a puzzle that is larger by a factor: gaps and bevels stay as they are.

        Raises InputError where these cannot be built.
        """
        return replace(dimensions, **{name: round(factor * getattr(dimensions, name), 4) for name in self.sizes})

    def wire_width(self, dimensions: D) -> float:
        """Return the width of the wires that can stand for walls, in millimeters."""
        return 0.375

    def coupon(self, dimensions: D) -> Mapping[str, CouponBody]:
        """Return the bodies of a print that shows which gaps suit a printer; none where the kind has no such print."""
        return {}

    def assembly(self, puzzle: P, parts: Sequence[Part], way: str) -> tuple[Step, ...]:
        """Return the steps in which the parts of a way to print are put together; none where that is not known.

        Raises InputError where it cannot be done.
        """
        return ()

    def instructions(self, puzzle: P, parts: Sequence[Part], way: str) -> Instructions:
        """Return what is said with the steps of ``assembly``."""
        return Instructions()

    def assembled_files(self, puzzle: P, dimensions: D) -> Mapping[str, Assembled]:
        """Return the files in which parts of the first way stand together, by their names without a suffix."""
        return {}

    def derived_lengths(self, dimensions: D, puzzle: P) -> dict[str, float | Point]:
        """Return the lengths that follow from the dimensions, for a report that programs read."""
        return {}

    def derived_lines(
        self, dimensions: D, puzzle: P | None, values: Mapping[str, Value], way: str
    ) -> tuple[tuple[str, str], ...]:
        """Return labels and texts of what follows from the dimensions, for a puzzle or the values of the next one."""
        return ()

    def print_lines(self, puzzle: P, way: str) -> tuple[tuple[str, str], ...]:
        """Return labels and texts on how a puzzle is printed."""
        return ()
