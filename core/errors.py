# SPDX-License-Identifier: GPL-3.0-or-later
"""What is raised for input that a user can mend."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .puzzle import Puzzle


class InputError(ValueError):
    """A value that a user gave cannot be used.

    The message is one sentence for the user: the field, the value, and what is allowed.
    """


class NotFoundError(InputError):
    """The settings are valid, but no puzzle was found that fulfils them; ``best`` comes nearest, if any was found."""

    def __init__(self, message: str, best: Puzzle | None = None) -> None:
        super().__init__(message)
        self.best = best
