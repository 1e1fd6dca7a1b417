# SPDX-License-Identifier: GPL-3.0-or-later
"""Lengths that follow from the dimensions, as the outer size of a box, and are held at a value that is typed.

One of them at a time: then a dimension follows, whatever the others become, and which one that is can be chosen.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, TypeGuard, TypeVar

from ..common.errors import InputError
from ..common.options import MILLIMETERS, Choice, Option, Options, declared, label_of, lengths, option
from ..common.words import listed

NOTHING = "nothing"
"""That no such length is held: all dimensions are as they are given."""

HOLD, HELD, FOLLOWS = "hold", "held", "follows"
"""The names of the three options by which dimensions hold a length."""

HOLDING = (HOLD, HELD, FOLLOWS)

LARGEST_HELD = 10_000.0
"""In millimeters; a slip of the unit is then noticed at once."""

HAIR = 1e-6
"""Millimeters that a length may be off by rounding."""


def hold_option(choices: Mapping[str, Choice]) -> Any:
    """Declare which length is held, by the labels and meanings of those that can be."""
    free = {NOTHING: Choice("Nothing", "All dimensions are as they are typed")}
    return option(NOTHING, "Held", "The length that is held, and which a dimension follows", choices=free | {**choices})


def held_option() -> Any:
    """Declare the value that is held."""
    meaning = "The value of the length that is held; 0 where none is"
    return option(0.0, "Held Length", meaning, least=0.01, most=LARGEST_HELD, zero=True, unit=MILLIMETERS)


def follows_option(choices: Mapping[str, Choice]) -> Any:
    """Declare the dimension that follows what is held; the first one does where nothing else is chosen."""
    return option(next(iter(choices)), "Follows", "The dimension that follows the length that is held", choices=choices)


class HoldingDimensions(Options):
    """Dimensions that can hold a length which follows from them; the class declares the three options.

    What they must be together is checked where nothing is held, or by ``settled`` once the last one has followed.
    """

    hold: str
    held: float
    follows: str

    wishes: ClassVar[Collection[str]] = frozenset()
    """The lengths that are a maker's own, whatever the printer and the size: presets leave them as they are."""

    def __post_init__(self) -> None:
        """Check each by itself, and all together where none is to follow."""
        super().__post_init__()
        if self.hold == NOTHING:
            self.check_together()

    def check_together(self) -> None:
        """Raise InputError, with a sentence for the user, for dimensions that cannot be together."""

    @property
    def held_label(self) -> str:
        """What the length that is held is called; that of nothing where none is."""
        return _known(type(self))[HOLD].choices[self.hold].label

    def free_to_follow(self, given: Collection[str]) -> list[str]:
        """Return the names of the dimensions that can follow and are not given."""
        return [name for name in _known(type(self))[FOLLOWS].choices if name not in given]

    def least(self, name: str) -> float:
        """Return the least that a dimension which follows may be beside the others."""
        return _known(type(self))[name].least

    def lengths_of(self, cells: tuple[int, int, int]) -> Mapping[str, Sequence[float]]:
        """Return the lengths that can be held, by their names, for a puzzle of so many cells.

        Of several sides the longest counts. Each follows in steps of whole numbers, or not at all, from each dimension.
        """
        return {}


def _known(dimensions: type[Options]) -> dict[str, Option]:
    return {known.name: known for known in declared(dimensions)}


def holds(dimensions: Options) -> TypeGuard[HoldingDimensions]:
    """Report whether dimensions hold a length, which one of them follows."""
    return isinstance(dimensions, HoldingDimensions) and dimensions.hold != NOTHING


H = TypeVar("H", bound=HoldingDimensions)


def settled(dimensions: H, cells: tuple[int, int, int]) -> H:
    """Return dimensions of which that follows which is to; raises InputError, with the limit, where it cannot be."""
    if dimensions.hold == NOTHING:
        return dimensions
    follower = follower_of(dimensions, cells)
    known = _known(type(dimensions))[follower]
    least, (before, slopes) = dimensions.least(follower), _slopes(dimensions, follower, cells)
    sides = [(side - slope * float(known.default), slope) for side, slope in zip(before, slopes, strict=True)]  # type: ignore[arg-type]
    low = max(rest + slope * least for rest, slope in sides)
    high = min(rest + slope * known.most for rest, slope in sides if slope)
    if not low - HAIR <= dimensions.held <= high + HAIR:
        if dimensions.held > high:
            limit = f"at most {math.floor(1e4 * high + 0.01) / 1e4:.10g} mm"
        else:
            over = [rest + slope * least - dimensions.held for rest, slope in sides]
            limit = f"at least {math.ceil(1e4 * low - 0.01) / 1e4:.10g} mm{_smaller(dimensions, follower, cells, over)}"
        raise InputError(
            f"{dimensions.held_label} is {dimensions.held:g} mm: "
            f"with {_beside(dimensions, follower, cells)} it must be {limit}."
        )
    value = round(min((dimensions.held - rest) / slope for rest, slope in sides if slope), 9)
    values: Any = {follower: max(least, value)}
    followed: H = replace(dimensions, **values)
    followed.check_together()
    return followed


def follower_of(dimensions: HoldingDimensions, cells: tuple[int, int, int] = (2, 2, 2)) -> str:
    """Return the name of the dimension that follows: the chosen one, or the first by which what is held changes."""
    names = followers_of(dimensions, cells)
    return dimensions.follows if dimensions.follows in names else names[0]


def followers_of(dimensions: HoldingDimensions, cells: tuple[int, int, int] = (2, 2, 2)) -> list[str]:
    """Return the names of the dimensions by which what is held changes: one of them follows."""
    return [name for name in dimensions.free_to_follow(()) if any(_slopes(dimensions, name, cells)[1])]


def _slopes(dimensions: HoldingDimensions, name: str, cells: tuple[int, int, int]) -> tuple[list[float], list[int]]:
    """Return the sides of what is held with the default of a dimension, and by how much they grow with it."""
    usual: Any = _known(type(dimensions))[name].default
    sides = [replace(dimensions, **{name: value}).lengths_of(cells)[dimensions.hold] for value in (usual, usual + 1)]
    return list(sides[0]), [round(after - before) for before, after in zip(*sides, strict=True)]


def _beside(dimensions: HoldingDimensions, follower: str, cells: tuple[int, int, int]) -> str:
    """Return the dimensions that the limit of what is held depends on, and their values; what is 0 is not there."""
    least = dimensions.least(follower)

    def matters(known: Option) -> bool:
        shorter: Any = {known.name: known.least}
        return any(_slopes(dimensions, known.name, cells)[1]) or replace(dimensions, **shorter).least(follower) < least

    beside = [
        f"{known.label} {getattr(dimensions, known.name):g} mm"
        for known in lengths(type(dimensions))
        if known.name not in {follower, HELD} and getattr(dimensions, known.name) and matters(known)
    ]
    return listed(beside) if beside else "any other dimension"


def _smaller(dimensions: HoldingDimensions, follower: str, cells: tuple[int, int, int], over: Sequence[float]) -> str:
    """Return what else would do where sides are over what is held: the dimension that takes most of it, smaller."""
    advice: dict[float, str] = {}
    for known in lengths(type(dimensions)):
        slopes = _slopes(dimensions, known.name, cells)[1]
        too_long = [(side, slope) for side, slope in zip(over, slopes, strict=True) if side > 0]
        if too_long and known.name not in {follower, HELD} and all(slope > 0 for _, slope in too_long):
            value = getattr(dimensions, known.name)
            most = math.floor(1e4 * (value - max(side / slope for side, slope in too_long)) + 0.001) / 1e4
            if most >= dimensions.least(known.name):
                advice[value * max(slopes)] = f", or {known.label} at most {most:.10g} mm"
    return advice[max(advice)] if advice else ""


def preset_names(dimensions: type[Options]) -> list[str]:
    """Return the names of the options that a preset has: lengths but for a maker's wishes, and what is held."""
    wishes = dimensions.wishes if issubclass(dimensions, HoldingDimensions) else ()
    names = [known.name for known in declared(dimensions) if known.unit == MILLIMETERS or known.name in HOLDING]
    return [name for name in names if name not in wishes]


def holding_values(
    dimensions: Options, given: Mapping[str, Any], called: Callable[[Option], str] = label_of
) -> dict[str, Any]:
    """Return values that change dimensions, in which a length that is to be held stands as these say it, as ``outer``.

    What follows is another dimension where that is given, or chosen; where none is left nothing is held any more.
    ``called`` is what sentences call options; raises InputError for what cannot be held, or follow.
    """
    known, can_hold = _known(type(dimensions)), holdable_options(type(dimensions))
    typed = {option.name: given[option.name] for option in can_hold if option.name in given}
    values = {name: value for name, value in given.items() if name not in typed}
    chosen = [name for name in HOLDING if name in values]
    names = [called(option) for option in can_hold if option.name in typed]
    names += [called(known[name]) for name in chosen if typed and name != FOLLOWS]
    if len(names) > 1:
        raise InputError(f"{listed(names)} are given: only one of them can be held, so leave the others out.")
    let_go = {name: known[name].default for name in HOLDING if name in known}
    # All of it is given, too, by what a puzzle has of its own.
    if values.get(HOLD) == NOTHING or len(chosen) == len(HOLDING):
        return let_go | values
    if typed:
        return _held_values(type(dimensions), typed, values, called, "given") | values
    if not holds(held := replace(dimensions, **{name: values[name] for name in chosen})):
        if chosen:
            holdable = listed([called(option) for option in can_hold], "or")
            raise InputError(f"{called(known[chosen[0]])} makes no difference here: give {holdable}, too.")
        return values
    if HELD not in values and held.hold != getattr(dimensions, HOLD):
        raise InputError(f"{called(known[HELD])} is missing: {called(known[HOLD])} needs it.")
    if not chosen and values.keys() >= {*followers_of(held)}:
        return let_go | values
    if {HOLD, FOLLOWS} & values.keys() or follower_of(held) in values:
        return _held_values(type(held), {held.hold: held.held}, values, called, "held") | values
    return values


def _held_values(
    dimensions: type[Options],
    length: Mapping[str, float],
    given: Mapping[str, Any],
    called: Callable[[Option], str],
    verb: str,
) -> dict[str, Any]:
    """Return the values of the options that hold a length, which a sentence says is so by a ``verb``.

    What follows is the first dimension that was not ``given`` beside it; raises InputError where nothing is free to.
    """
    known = _known(dimensions)
    ((hold, value),) = length.items()
    label = next(called(option) for option in holdable_options(dimensions) if option.name == hold)
    example: Any = dimensions
    followers = followers_of(example(hold=hold))
    chosen = known[FOLLOWS].chosen(given[FOLLOWS]) if FOLLOWS in given else None
    if chosen is not None and chosen not in followers:
        raise InputError(f"{called(known[FOLLOWS])} is {chosen}: {label} does not depend on that.")
    followers = followers if chosen is None else [chosen]
    free = [name for name in followers if name not in given]
    if not free:
        beside = listed([called(known[name]) for name in followers])
        which_one = "it" if len(followers) == 1 else "one of them"
        raise InputError(f"{label} is {verb} beside {beside}: leave {which_one} out, and it follows.")
    return {HOLD: hold, HELD: value, FOLLOWS: free[0]}


def holdable_options(dimensions: type[Options]) -> tuple[Option, ...]:
    """Return the lengths that can be held as options of which each is typed; none where the kind has none."""
    if not issubclass(dimensions, HoldingDimensions):
        return ()
    return tuple(
        Option(choice.label, choice.meaning, 0.0, name, 0.01, LARGEST_HELD, unit=MILLIMETERS, flag=name)
        for name, choice in _known(dimensions)[HOLD].choices.items()
        if name != NOTHING
    )
