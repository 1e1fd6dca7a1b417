# SPDX-License-Identifier: GPL-3.0-or-later
"""A toy style with an option of its own: copied into core/oskar/generators of a tree of sources, it is all of it."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from ...common.options import Options, option
from ...common.task import finish
from ..making.settings import Drafting, Pause, Settings, Style
from .growing import prim


@dataclass(frozen=True)
class ToyStyleOptions(Options):
    """The options of this style only."""

    tries: int = option(3, "Tries", "How many mazes are grown, of which the last is taken", least=1, most=9)


def make(settings: Settings, random: Random) -> Drafting:
    """Grow mazes one after another."""
    tries = settings.options_of(ToyStyleOptions).tries
    for number in range(tries):
        yield Pause(number / tries)
        draft = finish(prim(settings, random))
    return draft


STYLES = {"toy_style": Style("Toy Style", "Grows a few mazes and takes the last one", make, options=ToyStyleOptions)}
