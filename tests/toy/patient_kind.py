# SPDX-License-Identifier: GPL-3.0-or-later
"""A toy whose search is settled when the test says so: once there is a file "settled" in the user's folder."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from time import sleep

from ..common.options import declared, option
from ..kind.making import Making, Progress
from ..toy.kind import KIND as TOY
from ..toy.kind import ToyOptions


@dataclass(frozen=True)
class PatientOptions(ToyOptions):
    steps: int = option(60_000, "Steps", "How long the search goes on: a hundred a second", least=1, most=60_000)


def make(values) -> Iterator[Progress]:
    asked = PatientOptions(**values)
    found = 10
    for step in range(asked.steps):
        sleep(0.01)
        settled = (Path.home() / "settled").exists()
        found = 20 + asked.seed if settled else found
        yield Progress(1, 1, step / asked.steps, found, settled)
    return found


def stopped_at(values, progress):
    return {**values, "steps": max(1, round(progress.share * values["steps"]))}


KIND = replace(
    TOY,
    name="patient",
    label="Patient Toy",
    meaning="A box with a lid that is searched for",
    making=Making(declared(PatientOptions), make, stopped_at, headline=("seed",)),
    facts=replace(TOY.facts, brief=lambda height: f"a height of {height}"),
    files=replace(TOY.files, format_name="patient"),
)
