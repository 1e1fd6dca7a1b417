# SPDX-License-Identifier: GPL-3.0-or-later
"""A trial, and a run of very many.

``make fuzz`` looks for as long as one likes. FUZZ_SECONDS is how long, FUZZ_TRIALS how many trials there are of each
kind, FUZZ_SEED the seed that an earlier run has printed, and FUZZ_CASE the number of the one trial of it to repeat;
FUZZ_ONLY is a word in the names of kinds of trials that alone are run. What took most time of the processors and most
memory is printed for each kind of trial, and how many took over two seconds.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import chdir, suppress
from dataclasses import dataclass, field
from itertools import count
from math import inf
from pathlib import Path
from random import Random, SystemRandom
from time import monotonic
from traceback import format_exception

import pytest

from tests.core.command_line.fuzz.judged import answered


@dataclass(frozen=True)
class Trial:
    """Something odd: what it is, and the doing, which raises AssertionError where the answer is not as it must be.

    The doing returns the seconds that it took itself where those of the processors would say little.
    """

    what: str
    do: Callable[[], float | None]


@dataclass(frozen=True)
class Found:
    """A trial whose answer was not as it must be."""

    number: int
    what: str
    error: str


Make = Callable[[Random, Path], Trial]

MOST = 20
"""Faults after which there is enough to mend."""

MOST_MEMORY = 300.0
"""Megabytes more than before that a trial may take: it is given small files, or such as must be refused."""


SLOW = 2.0
"""Seconds that no trial should take."""


@dataclass
class Costs:
    """What the trials of one kind took: how many there were and were slow, and the largest, each with its number."""

    trials: int = 0
    slow: int = 0
    seconds: tuple[float, int] = (0.0, 0)
    megabytes: tuple[float, int] = (0.0, 0)
    _begin: tuple[float, float] = field(default=(0.0, 0.0), repr=False)

    def begin(self) -> None:
        with suppress(OSError):
            # The most memory so far is measured anew from here.
            Path("/proc/self/clear_refs").write_text("5")
        self._begin = sum(os.times()[:4]), _megabytes("VmRSS")

    def end(self, number: int, seconds: float | None) -> float:
        """Note what the trial took that has begun, seconds where it has measured them itself; return the megabytes."""
        used, megabytes = sum(os.times()[:4]) - self._begin[0], _megabytes("VmHWM") - self._begin[1]
        seconds = used if seconds is None else seconds
        self.trials += 1
        self.slow += seconds > SLOW
        self.seconds = max(self.seconds, (seconds, number))
        self.megabytes = max(self.megabytes, (megabytes, number))
        return megabytes

    def __str__(self) -> str:
        return (
            f"{self.trials:,} trials, at most {self.seconds[0]:.1f} s of processors (FUZZ_CASE={self.seconds[1]}), "
            f"{self.megabytes[0]:.0f} MB (FUZZ_CASE={self.megabytes[1]}), {self.slow} over {SLOW:.0f} s"
        )


def _megabytes(name: str) -> float:
    """Return what the system says of this process's memory; nothing where it says nothing."""
    try:
        lines = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    except OSError:
        return 0.0
    return next(int(line.split()[1]) for line in lines if line.startswith(name)) / 1024


def run_one(make: Make, seed: int, number: int, folder: Path, costs: Costs) -> Found | None:
    """Run the trial with a number, which follows from it and the seed alone; return what was found, if anything."""
    random = Random(f"{seed} {number}")
    shutil.rmtree(folder, ignore_errors=True)
    here = folder / "here" / "there"
    here.mkdir(parents=True)
    what = "its making"
    try:
        with answered(), chdir(here):
            trial = make(random, folder)
            what = trial.what
            costs.begin()
            megabytes = costs.end(number, trial.do())
            assert megabytes < MOST_MEMORY, f"it took {megabytes:.0f} MB"
    except Exception as error:  # noqa: BLE001  (whatever it is, it is what was looked for)
        return Found(number, ascii(what)[:3000], "".join(format_exception(error))[-4000:])
    return None


def _numbers(seconds: float, most: int | None, case: str | None) -> Iterator[int]:
    """Yield the numbers of trials, for some seconds, up to so many or the one that is to be repeated."""
    end = monotonic() + seconds
    for number in (int(case),) if case else range(most) if most else count():
        if monotonic() > end:
            return
        yield number


def find_no_fault(
    makes: Mapping[str, Make], folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Run trials for as long as the environment says, ten seconds if it does not, and check that all are answered."""
    seed = int(os.environ.get("FUZZ_SEED") or SystemRandom().randrange(2**32))
    each, case = os.environ.get("FUZZ_TRIALS"), os.environ.get("FUZZ_CASE")
    seconds = float(os.environ.get("FUZZ_SECONDS") or (inf if each else 5))
    trials = folder / "fuzz"
    # Nothing is to be written elsewhere.
    monkeypatch.setenv("HOME", str(trials))
    with capsys.disabled():
        print(f"\nFUZZ_SEED={seed}", flush=True)
    faults: list[Found] = []
    names = list(makes)
    only = os.environ.get("FUZZ_ONLY", "")
    costs = {name: Costs() for name in names if only in name}
    if not costs:
        return
    for number in _numbers(seconds, int(each) * len(names) if each else None, case):
        name = names[number % len(names)]
        if name not in costs:
            continue
        # Where Blender itself crashes, this says in which trial.
        (folder / "number").write_text(f"FUZZ_SEED={seed} FUZZ_CASE={number}\n")
        fault = run_one(makes[name], seed, number, trials, costs[name])
        if fault:
            faults.append(fault)
            with capsys.disabled():
                print(f"FUZZ_SEED={seed} FUZZ_CASE={fault.number}: {fault.what}\n{fault.error}", flush=True)
        if len(faults) >= MOST:
            break
    with capsys.disabled():
        print("\n".join(f"{name}: {cost}" for name, cost in costs.items()), flush=True)
    assert not faults, f"FUZZ_SEED={seed}: {[fault.number for fault in faults]}\n" + "\n".join(
        f"{fault.what}\n{fault.error}" for fault in faults
    )
