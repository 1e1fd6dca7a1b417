# SPDX-License-Identifier: GPL-3.0-or-later
"""The settings of a puzzle before it is made, and what a style is: one function from settings to a draft, in steps."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field, replace
from random import Random
from types import MappingProxyType
from typing import Any, TypeVar

from ...common.errors import InputError
from ...common.options import (
    CELLS,
    STEPS,
    Choice,
    Option,
    Options,
    Triple,
    Value,
    declared,
    option,
    seed_option,
    values_of,
)
from ...kind.facts import Wish
from ..maze.faces import Faces, Size
from ..maze.space import Position
from .loop_free_faces import GrowthRecord

SMALLEST_SIDE = 1
LARGEST_SIDE = 100
LARGEST_ATTEMPTS = 1_000_000
LARGEST_EFFORT = 100_000_000

STARTS = MappingProxyType(
    {
        "auto": Choice(
            "Automatic",
            "The center of the top layer if the maze grows from there, otherwise the position that makes the "
            "solution longest",
        ),
        "center": Choice("Center", "The center of the top layer"),
        "best": Choice("Best", "The position that makes the solution longest"),
    }
)
"""The choices of the start besides a position."""

ENDS = MappingProxyType(
    {
        "deepest": Choice(
            "Deep Dead End", "The dead end that lies deepest in the maze as it grew: the longer solutions"
        ),
        "first": Choice("First Dead End", "The first dead end that the maze ran into: the shorter solutions"),
        "farthest": Choice(
            "Farthest",
            "The position with the most moves on the shortest way there: the longest solution of the maze",
        ),
    }
)
"""The choices of the end."""

EFFORTS = MappingProxyType({"quick": 20_000, "normal": 80_000, "thorough": 250_000})
"""Steps of a search by the name of the effort; a step tries one change."""

StyleOptions = TypeVar("StyleOptions", bound=Options)


@dataclass(frozen=True)
class SearchOptions(Options):
    """The options of every style that searches."""

    effort: int = option(
        EFFORTS["normal"],
        "Effort",
        "How long the search goes on, in steps that each try one change of the mazes; you can stop it at any time and "
        "keep the best so far",
        least=1,
        most=LARGEST_EFFORT,
        unit=STEPS,
        choices={name: Choice(name.capitalize(), f"{steps:,} steps", steps) for name, steps in EFFORTS.items()},
        own=EFFORTS["normal"],
        own_label="Steps",
        own_meaning="Steps of the search; each tries one change of the mazes",
    )
    sturdy: bool = option(
        False,
        "Sturdy",
        "The search prefers mazes whose weakest wall bends less when you push it. It takes a little longer, and "
        "everything else becomes a little worse",
    )


@dataclass(frozen=True)
class Settings(Options):
    """A request for a puzzle; the same settings give the same puzzle on every machine.

    ``start`` is a position or one of ``STARTS``, of which "auto" leaves it to the style; ``end`` is one of ``ENDS``.
    ``minimum_length`` counts moves; ``attempts`` is how many puzzles are tried to meet the wishes. ``of_styles`` holds
    the options that styles own, by name, as far as they are not the defaults; ``generators.settings_with`` takes them
    all by name.

    Raises InputError, with a sentence for the user, for a setting that cannot be used.
    """

    size: Size = option(
        (5, 5, 5),
        "Size",
        "Cells of the mazes along X, Y and Z; at least two in all",
        least=SMALLEST_SIDE,
        most=LARGEST_SIDE,
        unit=CELLS,
    )
    seed: int = seed_option()
    style: str = "classic"
    start: Position | str = option(
        "auto",
        "Start",
        "Where the cross is at the start",
        choices=STARTS,
        own=(0, 0, 0),
        own_label="Start Position",
        own_meaning="Cell of the cross's center at the start, counted from 0 along X, Y and Z",
        least=0,
        most=LARGEST_SIDE - 1,
    )
    end: str = option("deepest", "End", "The position that becomes the end of the puzzle", choices=ENDS)
    minimum_length: int = option(
        0,
        "Min Length",
        "The fewest moves that the solution may have; puzzles are tried until one has them. 0 takes the first",
        most=LARGEST_SIDE**3,
        flag="min_length",
    )
    attempts: int = option(
        1000,
        "Attempts",
        "How many puzzles are tried to meet your wishes; a style that searches makes one",
        least=1,
        most=LARGEST_ATTEMPTS,
    )
    all_corners: bool = option(
        False, "All Corners", "The cross can reach all eight corners of the box", heading="Only With"
    )
    of_styles: tuple[tuple[str, Value], ...] = ()

    def __post_init__(self) -> None:
        """Check every setting by itself, and what the size leaves of the others."""
        check_size(self.size)
        for setting in declared(Settings):
            if setting.name not in {"start", "minimum_length"}:
                setting.check(getattr(self, setting.name))
        if isinstance(self.start, str):
            _option("start").check(self.start)
        else:
            check_position("Start", self.start, self.size)
        longest = self.size[0] * self.size[1] * self.size[2] - 1
        if not 0 <= self.minimum_length <= longest:
            raise InputError(
                f"Minimum length is {self.minimum_length}: with {longest + 1} cells it must be from 0 to {longest}."
            )

    @property
    def center(self) -> Position:
        """The center of the top layer."""
        x, y, z = self.size
        return x // 2, y // 2, z - 1

    @property
    def root(self) -> Position:
        """The position that mazes grow from."""
        return self.fixed_start or self.center

    @property
    def fixed_start(self) -> Position | None:
        """The position to start from, or None where it is to be chosen."""
        if isinstance(self.start, str):
            return self.center if self.start == "center" else None
        return self.start

    def options_of(self, owned: type[StyleOptions]) -> StyleOptions:
        """Return the values of the options that a style owns."""
        names = {setting.name for setting in declared(owned)}
        return owned(**{name: value for name, value in self.of_styles if name in names})

    @property
    def values(self) -> dict[str, Value]:
        """All settings by name, those of styles as far as they are not the defaults."""
        values = values_of(self)
        del values["of_styles"]
        return values | dict(self.of_styles)


def check_size(size: Size) -> None:
    """Raise InputError when a side is out of range or the box has a single cell."""
    _option("size").check(size)
    if size == (1, 1, 1):
        raise InputError("Size is 1 x 1 x 1: there must be at least two cells, so that the cross can move.")


def _option(name: str) -> Option:
    return next(setting for setting in declared(Settings) if setting.name == name)


def check_position(name: str, position: Triple, size: Size) -> None:
    """Raise InputError, naming the position, when it lies outside the box."""
    for axis, cell, cells in zip("XYZ", position, size, strict=True):
        if not 0 <= cell < cells:
            raise InputError(f"{name} {axis} is {cell}: with {cells} cells it must be from 0 to {cells - 1}.")


POSITIONS_BETWEEN_PAUSES = 5000
"""After about so many positions a growth makes a pause: a few hundredths of a second."""


DESIGNED, RANDOM, SPECIAL = GROUPS = ("Designed", "Random", "Special")
"""The headings under which styles stand in a list, in this order."""


@dataclass(frozen=True)
class Draft:
    """Three faces, and what their making shows of a start and an end.

    ``worth`` is how good they are to the search that has found them, in any unit: more is better.
    ``root`` is where they grew from; ``leaves`` the first and the deepest leaf of that growth;
    ``ends`` the start and the end that a search has chosen. ``record`` says how the mazes grew, where they did.
    """

    faces: Faces
    root: Position | None = None
    leaves: tuple[Position, Position] | None = None
    ends: tuple[Position, Position] | None = None
    record: GrowthRecord | None = field(default=None, compare=False)
    worth: float | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Pause:
    """A point where the making can be stopped: the share that is done, and the best so far, if there is any."""

    share: float
    best: Draft | None = None


Drafting = Generator[Pause, None, Draft]
"""Yields now and then, and returns the draft. Its shares never fall, and its best never gets worse."""


def with_draft(making: Drafting) -> Iterator[Pause]:
    """Yield the pauses of a making, and one at the end with the draft."""
    yield Pause(1.0, (yield from making))


@dataclass(frozen=True)
class Style:
    """A style: its function, its words for the user, and the options that it owns.

    The function draws nothing but ``random.random()``: that is the one method whose sequence Python
    promises to keep. A searched style does its best in one attempt, however long the effort; any other is tried again
    until the wishes are met. ``go_on`` goes on with its search from the draft of a puzzle. Where the style is
    ``shared``, both take the number of processes that share the work as well. ``start`` is what suits the
    style where the user leaves the start to it: "center" where the maze grows from there, else "best", or the puzzle
    may begin in a region of a few positions. ``wishes`` returns what the options ask of a puzzle, and how far one is
    off. ``special`` is what differs so much from other mazes that it is for those who look for it.
    """

    label: str
    meaning: str
    make: Callable[..., Drafting]
    searched: bool = False
    options: type[Options] = Options
    start: str = "center"
    wishes: Callable[[Settings, Any], tuple[Wish, ...]] = lambda _settings, _puzzle: ()
    special: bool = False
    go_on: Callable[..., Drafting] | None = None
    shared: bool = False

    @property
    def group(self) -> str:
        """The heading under which the style stands in a list."""
        return SPECIAL if self.special else DESIGNED if self.searched else RANDOM

    @property
    def option_names(self) -> tuple[str, ...]:
        """The names of the options that the style owns, those that it shares with others last."""
        shared = {own.name for own in declared(self.options) if own.name not in self.options.__annotations__}
        return tuple(sorted((own.name for own in declared(self.options)), key=shared.__contains__))

    def begun(self, settings: Settings, random: Random, jobs: int) -> Drafting:
        """Begin to make a puzzle, by so many processes where the style is shared; it comes out the same."""
        return self.make(settings, random, jobs) if self.shared else self.make(settings, random)

    def continued(self, settings: Settings, random: Random, draft: Draft, jobs: int) -> Drafting:
        """Go on with a search from a draft, as ``begun``; raises ValueError where the style does not search."""
        if self.go_on is None:
            raise ValueError(f"the style {self.label} does not search")
        return self.go_on(settings, random, draft, jobs) if self.shared else self.go_on(settings, random, draft)

    def resolved(self, settings: Settings) -> Settings:
        """Return settings to make a puzzle from: with the style's own start where the user leaves it to the style."""
        return replace(settings, start=self.start) if settings.start == "auto" else settings
