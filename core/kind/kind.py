# SPDX-License-Identifier: GPL-3.0-or-later
"""The interface of a kind of puzzle: all that the rest of the program asks of a kind, sorted by subject."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from ..common.options import Options
from .asking import Asking
from .facts import Facts, Series
from .files import Files
from .making import Making
from .model import Model

P = TypeVar("P")
D = TypeVar("D", bound=Options)


@dataclass(frozen=True, eq=False)
class Kind(Generic[P, D]):
    """A kind of puzzle ``P`` with dimensions ``D``.

    ``name`` is what files, the command line and properties call it, ``label`` what users read, and ``meaning`` a phrase
    on what such a puzzle is.
    """

    name: str
    label: str
    meaning: str
    making: Making[P]
    model: Model[P, D]
    facts: Facts[P]
    files: Files[P]
    series: Series[P] = Series()
    asking: Asking[P] = Asking()


AnyKind = Kind[Any, Any]
"""A kind of which it is not known which one it is."""
