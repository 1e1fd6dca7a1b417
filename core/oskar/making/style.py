# SPDX-License-Identifier: GPL-3.0-or-later
"""What a style of puzzle is: one function from settings to a draft, in steps."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from random import Random

from ...common.options import Options, declared
from ..maze.faces import Faces
from ..maze.space import Position
from .settings import Settings

POSITIONS_BETWEEN_PAUSES = 5000
"""After about so many positions a growth makes a pause: a few hundredths of a second."""


@dataclass(frozen=True)
class Draft:
    """Three faces, and what their making shows of a start and an end.

    ``root`` is where they grew from; ``leaves`` the first and the deepest leaf of that growth;
    ``ends`` the start and the end that a search has chosen.
    """

    faces: Faces
    root: Position | None = None
    leaves: tuple[Position, Position] | None = None
    ends: tuple[Position, Position] | None = None


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
    until the wishes are met.
    """

    label: str
    meaning: str
    make: Callable[[Settings, Random], Making]
    searched: bool = False
    options: type[Options] = Options

    @property
    def option_names(self) -> tuple[str, ...]:
        """The names of the options that the style owns."""
        return tuple(one.name for one in declared(self.options))
