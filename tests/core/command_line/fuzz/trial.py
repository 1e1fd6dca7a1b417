# SPDX-License-Identifier: GPL-3.0-or-later
"""A trial, and a run of very many.

``make fuzz`` looks for as long as one likes. FUZZ_SECONDS is how long, FUZZ_SEED the seed that an earlier run has
printed, and FUZZ_CASE the number of the one trial of it to repeat.
"""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import chdir
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random, SystemRandom
from time import monotonic
from traceback import format_exception

import pytest

from tests.core.command_line.fuzz.judged import answered


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

MOST = 20
"""Faults after which there is enough to mend."""


def run_one(makes: Sequence[Make], seed: int, number: int, folder: Path) -> Found | None:
    """Run the trial with a number, which follows from it and the seed alone; return what was found, if anything."""
    random = Random(f"{seed} {number}")
    shutil.rmtree(folder, ignore_errors=True)
    here = folder / "here" / "there"
    here.mkdir(parents=True)
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


def find_no_fault(
    makes: Sequence[Make], folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Run trials for as long as the environment says, ten seconds if it does not, and check that all are answered."""
    seed = int(os.environ.get("FUZZ_SEED") or SystemRandom().randrange(2**32))
    seconds = float(os.environ.get("FUZZ_SECONDS") or 5)
    case = os.environ.get("FUZZ_CASE")
    trials = folder / "fuzz"
    # Nothing is to be written elsewhere.
    monkeypatch.setenv("HOME", str(trials))
    with capsys.disabled():
        print(f"\nFUZZ_SEED={seed}", flush=True)
    found: list[Found] = []
    counts: Counter[str] = Counter()
    one = [(int(case), run_one(makes, seed, int(case), trials))] if case else ()
    for number, fault in one or run_many(makes, seed, seconds, trials):
        counts[makes[number % len(makes)].__name__] += 1
        # Where Blender itself crashes, this says in which trial.
        (folder / "number").write_text(f"FUZZ_SEED={seed} FUZZ_CASE={number + 1}\n")
        if fault:
            found.append(fault)
            with capsys.disabled():
                print(f"FUZZ_SEED={seed} FUZZ_CASE={fault.number}: {fault.what}\n{fault.error}", flush=True)
        if len(found) >= MOST:
            break
    with capsys.disabled():
        print(f"{sum(counts.values()):,} trials: {dict(counts)}", flush=True)
    assert not found, f"FUZZ_SEED={seed}: {[fault.number for fault in found]}\n" + "\n".join(
        f"{fault.what}\n{fault.error}" for fault in found
    )
