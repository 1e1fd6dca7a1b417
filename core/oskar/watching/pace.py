# SPDX-License-Identifier: GPL-3.0-or-later
"""The pace at which steps are shown, in whole numbers: so a block is there at the very frame that shows its step."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...common.errors import InputError

LONGEST = 3600.0
"""Seconds."""


@dataclass(frozen=True)
class Pace:
    """Step 0 is seen at the first frame, the last step ``frames`` later."""

    first: int
    frames: int
    last_step: int

    @classmethod
    def of(cls, first: int, seconds: float, frames_a_second: float, last_step: int) -> Pace:
        """Return the pace at which all steps take so many seconds; raises InputError for a time that cannot be."""
        if not 0 < seconds <= LONGEST:
            raise InputError(f"Seconds is {seconds:g}: it must be more than 0, and {LONGEST:g} at most.")
        return cls(first, max(1, round(seconds * frames_a_second)), last_step)

    @property
    def end(self) -> int:
        """The frame at which the last step is seen."""
        return self.first + self.frames

    def step_at(self, frame: int) -> int:
        """Return the step that is seen at a frame."""
        return max(0, min(self.last_step, (frame - self.first) * self.last_step // self.frames))

    def frames_of(self, steps: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the first frame at which each step, or a later one, is seen."""
        if self.last_step == 0:
            return np.full(len(steps), self.first, dtype=np.int64)
        frames: NDArray[np.int64] = self.first - (-steps * self.frames // self.last_step)
        return frames
