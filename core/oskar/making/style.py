# SPDX-License-Identifier: GPL-3.0-or-later
"""The definition of a style of puzzle: one function from settings to a draft, in steps."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, field, replace
from random import Random

from ...common.options import Options, declared
from ..maze.faces import Faces
from ..maze.measures import Measures
from ..maze.space import Position
from .growth_record import GrowthRecord
from .settings import Settings

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


Making = Generator[Pause, None, Draft]
"""Yields now and then, and returns the draft. Its shares never fall, and its best never gets worse."""


@dataclass(frozen=True)
class Style:
    """A style: its function, its words for the user, and the options that it owns.

    The function draws nothing but ``random.random()``: that is the one method whose sequence Python
    promises to keep. A searched style does its best in one attempt, however long the effort; any other is tried again
    until the wishes are met. ``go_on`` goes on with its search from the draft of a puzzle. Where the style is
    ``shared``, both take the number of processes that share the work as well. ``start`` is what suits the
    style where the user leaves the start to it: "center" where the maze grows from there, else "best", or the puzzle
    may begin in a region of a few positions. ``missed`` returns sentences on what the options asked of a puzzle with
    some measures and what it has instead. ``special`` is what differs so much from other mazes that it is for those who
    look for it.
    """

    label: str
    meaning: str
    make: Callable[..., Making]
    searched: bool = False
    options: type[Options] = Options
    start: str = "center"
    missed: Callable[[Settings, Measures], tuple[str, ...]] = lambda _settings, _measures: ()
    special: bool = False
    go_on: Callable[..., Making] | None = None
    shared: bool = False

    @property
    def group(self) -> str:
        """The heading under which the style stands in a list."""
        return SPECIAL if self.special else DESIGNED if self.searched else RANDOM

    @property
    def option_names(self) -> tuple[str, ...]:
        """The names of the options that the style owns, those that it shares with others last."""
        shared = {one.name for one in declared(self.options) if one.name not in self.options.__annotations__}
        return tuple(sorted((one.name for one in declared(self.options)), key=shared.__contains__))

    def begun(self, settings: Settings, random: Random, jobs: int) -> Making:
        """Begin to make a puzzle, by so many processes where the style is shared; it comes out the same."""
        return self.make(settings, random, jobs) if self.shared else self.make(settings, random)

    def continued(self, settings: Settings, random: Random, draft: Draft, jobs: int) -> Making:
        """Go on with a search from a draft, as ``begun``; raises ValueError where the style does not search."""
        if self.go_on is None:
            raise ValueError(f"the style {self.label} does not search")
        return self.go_on(settings, random, draft, jobs) if self.shared else self.go_on(settings, random, draft)

    def resolved(self, settings: Settings) -> Settings:
        """Return settings to make a puzzle from: with the style's own start where the user leaves it to the style."""
        return replace(settings, start=self.start) if settings.start == "auto" else settings
