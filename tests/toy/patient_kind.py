# SPDX-License-Identifier: GPL-3.0-or-later
"""A toy whose search is settled when the test says so: once there is a file "settled" in the user's folder."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import sleep

from ..common.options import declared, option
from ..kind.making import Progress
from ..toy.kind import Toy, ToyOptions


@dataclass(frozen=True)
class PatientOptions(ToyOptions):
    steps: int = option(60_000, "Steps", "How long the search goes on: a hundred a second", least=1, most=60_000)


class PatientToy(Toy):
    name, label, meaning = "patient", "Patient Toy", "A box with a lid that is searched for"
    options = declared(PatientOptions)
    headline = ("seed",)

    def make_in_steps(self, values) -> Iterator[Progress]:
        asked = PatientOptions(**values)
        found = 10
        for step in range(asked.steps):
            sleep(0.01)
            settled = (Path.home() / "settled").exists()
            found = 20 + asked.seed if settled else found
            yield Progress(1, 1, step / asked.steps, found, settled)
        return found

    def stopped_at(self, values, progress):
        return {**values, "steps": max(1, round(progress.share * values["steps"]))}

    def brief(self, puzzle) -> str:
        return f"a height of {puzzle}"


KIND = PatientToy()
