# SPDX-License-Identifier: GPL-3.0-or-later
"""A trial, and a run of very many."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import chdir
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random
from time import monotonic
from traceback import format_exception

import bpy

from tests.blender.fuzz.judged import answered


@dataclass(frozen=True)
class Trial:
    """Something odd: what it is, and the doing, which raises AssertionError where the answer is not as it must be."""

    what: str
    do: Callable[[], None]


@dataclass(frozen=True)
class Found:
    """A trial whose answer was not as it must be."""

    number: int
    what: str
    error: str


Make = Callable[[Random, Path], Trial]


def run_one(makes: Sequence[Make], seed: int, number: int, folder: Path) -> Found | None:
    """Run the trial with a number, which follows from it and the seed alone; return what was found, if anything."""
    random = Random(f"{seed} {number}")
    shutil.rmtree(folder, ignore_errors=True)
    here = folder / "here" / "there"
    here.mkdir(parents=True)
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    what = "its making"
    try:
        with answered(), chdir(here):
            trial = makes[number % len(makes)](random, folder)
            what = trial.what
            trial.do()
    except Exception as error:  # noqa: BLE001  (whatever it is, it is what was looked for)
        return Found(number, ascii(what)[:3000], "".join(format_exception(error))[-4000:])
    return None


def run_many(makes: Sequence[Make], seed: int, seconds: float, folder: Path) -> Iterator[tuple[int, Found | None]]:
    """Run trials for some seconds; yield the number of each and what was found."""
    end = monotonic() + seconds
    for number in count():
        if monotonic() > end:
            return
        yield number, run_one(makes, seed, number, folder)
