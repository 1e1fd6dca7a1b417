# SPDX-License-Identifier: GPL-3.0-or-later
"""The looks of the pieces of a puzzle and of their box, in each theme."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from ...kind.part import Look
from ...kind.themes import CLASSIC, CONTRAST, MONO, OCEAN, SIGNAL, themed_look


@dataclass(frozen=True)
class PackingLooks:
    """The looks of the pieces in turn, which begin anew after the last one, and that of tray and lid."""

    pieces: tuple[Look, ...]
    box: Look

    def of_piece(self, piece: int) -> Look:
        """Return the look of a piece by its number, counted from 0."""
        return self.pieces[piece % len(self.pieces)]


def _looks(theme: str, box: str, **pieces: str) -> PackingLooks:
    """Return looks in filaments; those of pieces are given by their names."""
    return PackingLooks(
        tuple(themed_look(theme, name.replace("_", " "), color) for name, color in pieces.items()),
        themed_look(theme, "Box", box),
    )


LOOKS: Mapping[str, PackingLooks] = MappingProxyType(
    {
        CLASSIC: _looks(
            CLASSIC,
            "#c4aa86",
            Red="#e04038",
            Green="#45b058",
            Blue="#4a80e6",
            Orange="#f58f2c",
            Yellow="#f5da45",
            Purple="#a552c4",
            Sky="#84cbf0",
            Pink="#f0a6c4",
            Brown="#a06c48",
            Lime="#bde55e",
            Teal="#2fa5a8",
            White="#f0ede6",
            Gray="#8f96a3",
        ),
        OCEAN: _looks(
            OCEAN,
            "#bcc8d0",
            Deep="#4a78d8",
            Foam="#e8f5f3",
            Turquoise="#35b0b2",
            Sand="#ead8a4",
            Sky="#8cc4f4",
            Coral="#f08a6a",
            Lagoon="#7adcc8",
            Dusk="#8a8fe8",
        ),
        SIGNAL: _looks(
            SIGNAL,
            "#d0d3d6",
            Light="#f0f0f0",
            Orange="#ff6a13",
            Silver="#b2b6bb",
            Yellow="#ffcc00",
            Steel="#868c94",
            Red="#e8453c",
        ),
        # M. Okabe and K. Ito, "Color Universal Design", 2008, with white and gray in place of black.
        CONTRAST: _looks(
            CONTRAST,
            "#cfcfcf",
            White="#ffffff",
            Orange="#e69f00",
            Sky="#56b4e9",
            Yellow="#f0e442",
            Blue="#0072b2",
            Vermilion="#d55e00",
            Green="#009e73",
            Purple="#cc79a7",
        ),
        MONO: _looks(
            MONO,
            "#b6b6b6",
            White="#f6f6f6",
            Gray="#a8a8a8",
            Light="#dadada",
            Dark="#8f8f8f",
            Silver="#c2c2c2",
        ),
    }
)
"""By the names of themes."""
