# SPDX-License-Identifier: GPL-3.0-or-later
"""Dimensions and a printer that go together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from ..common.options import Options
from ..printing.printer import Printer

D = TypeVar("D", bound=Options)


@dataclass(frozen=True)
class Preset(Generic[D]):
    """Dimensions for a material and a nozzle; the size of the bed is the user's own."""

    label: str
    dimensions: D
    printer: Printer
