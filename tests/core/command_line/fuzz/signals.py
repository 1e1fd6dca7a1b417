# SPDX-License-Identifier: GPL-3.0-or-later
"""Signals that end a program, at random moments of every command."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from random import Random
from time import monotonic, sleep

import psutil
from puzzle_count.census import Kept

from puzzle_cubes.common.draws import pick
from puzzle_cubes.export.paths import puzzle_of_text, text_in
from puzzle_cubes.shelf.shelf import Shelf
from tests.core.command_line.fuzz.trial import Trial
from tests.core.export.transactions import hidden

SENT = (
    (signal.SIGINT,),
    (signal.SIGTERM,),
    (signal.SIGHUP,),
    (signal.SIGINT, signal.SIGINT),
    (signal.SIGHUP, signal.SIGTERM),
)

MARK = "PUZZLE_CUBES_TRIAL"
"""A variable of the environment, by which all processes of a trial are known."""

PATIENCE = 60
"""Seconds after which something that should have happened never will."""


@dataclass(frozen=True)
class Interrupted:
    """A command to be interrupted: within so many seconds of processors, and what judges what it left in a folder."""

    arguments: tuple[str, ...]
    seconds: float
    judge: Callable[[Path], object]


def _whole_puzzle(folder: Path) -> None:
    """Check that there is nothing, or all files of a puzzle that can be opened, and no half ones."""
    out = folder / "out"
    assert not hidden(out)
    if out.exists():
        names = {file.name for file in out.iterdir()}
        assert {"puzzle.json", "assembly.txt", "printableMaze.stl"} & names
        puzzle_of_text(text_in(str(out / "puzzle.json")))


def _whole_shelf(folder: Path) -> None:
    if (folder / "a.shelf").exists() and (folder / "a.shelf").stat().st_size:
        with Shelf(folder / "a.shelf") as shelf:
            assert "oskar" not in shelf.kinds or shelf.digest("oskar")
    assert {file.name for file in folder.iterdir()} <= {"a.shelf", "here"}


def _whole_site(folder: Path) -> None:
    """Check that the site is the earlier one, or has all."""
    names = {file.name for file in (folder / "out").iterdir()} - {".puzzle_cubes_files.json"}
    assert names == {"mine.txt"} or names > {"mine.txt", "index.html", "manual", "extensions"}, names


def _whole_tables(folder: Path) -> None:
    assert not hidden(folder)
    names = {file.name for file in folder.iterdir()} - {"here"}
    assert names in (set(), {"tables.json", "tables.md"}), names


def _whole_counts(folder: Path) -> None:
    if (folder / "counts").exists():
        Kept(folder / "counts").__exit__()


def _nothing(folder: Path) -> None:
    assert [file.name for file in folder.iterdir()] == ["here"]


CUBES = ("-m", "puzzle_shelf")
OUT = ("--out", "{}/out", "--json", "--jobs", "2")

COMMANDS = {
    "search": Interrupted((*CUBES, "oskar", "--size", "5", "--style", "hard", *OUT), 8, _whole_puzzle),
    "count": Interrupted((*CUBES, "packing", "--puzzle", "bedlam", "--count", *OUT), 6, _whole_puzzle),
    "wish": Interrupted((*CUBES, "burr", "--level", "7", "--unique", "--seed", "3", *OUT), 6, _whole_puzzle),
    "shelf": Interrupted(
        (*CUBES, "shelf", "{}/a.shelf", "--size", "4", "4", "4", "--seeds", "0", "9999", "--workers", "2"),
        5,
        _whole_shelf,
    ),
    "export": Interrupted((*CUBES, "oskar", "--size", "6", "--kit", *OUT), 3, _whole_puzzle),
    "site": Interrupted(
        ("-m", "puzzle_site", "{}/out", "--shelf", "{}/../a.shelf", "--no-prints", "--no-library"), 8, _whole_site
    ),
    "tables": Interrupted(
        ("-m", "puzzle_tables", "{}/tables.json", "--size", "2", "2", "2", "--workers", "2"), 4, _whole_tables
    ),
    "census": Interrupted(
        ("-m", "puzzle_count", "notchable_burrs", "--keep", "{}/counts", "--workers", "2"), 6, _whole_counts
    ),
    "check": Interrupted((*CUBES, "oskar", "--size", "6", "--kit", "--check", "--json", "--jobs", "2"), 3, _nothing),
}


def odd_signal(name: str, random: Random, folder: Path) -> Trial:
    """Return a trial of a command of that name, which is interrupted at a random moment."""
    # Who started this may have said so, as nohup does, and then the command does not end by it either.
    ignored = [
        known_signal.name for known_signal in {*chain(*SENT)} if signal.getsignal(known_signal) is signal.SIG_IGN
    ]
    assert not ignored, f"{ignored} are ignored here"
    sent, moment = pick(SENT, random), random.random() * COMMANDS[name].seconds
    return Trial(
        f"{name}: {[known_signal.name for known_signal in sent]} after {moment:.2f} s",
        partial(_interrupt, name, sent, moment, folder),
    )


def _interrupt(name: str, sent: tuple[signal.Signals, ...], moment: float, folder: Path) -> float:
    """Run a command and interrupt it; return the seconds until it ended, without those of waiting for a processor."""
    command = COMMANDS[name]
    if name == "site":
        (folder / "out").mkdir()
        (folder / "out" / "mine.txt").write_text("mine")
        _small_shelf(folder.parent / "a.shelf")
    words = [word.replace("{}", str(folder)) for word in command.arguments]
    mark = f"{os.getpid()} {monotonic()}"
    environment = {**os.environ, MARK: mark}
    piped = subprocess.PIPE
    with subprocess.Popen([sys.executable, *words], stdout=piped, stderr=piped, text=True, env=environment) as process:
        while process.poll() is None and _used(process.pid) < moment:
            sleep(0.005)
        is_early = process.poll() is None and _used(process.pid) < EARLY
        begin, waited = monotonic(), _waited(process.pid)
        for number in sent:
            process.send_signal(number)
        seconds = 0.0
        # Standard output and standard error are short: nobody waits until they are read.
        while process.poll() is None and seconds < PATIENCE:
            seconds = monotonic() - begin - (_waited(process.pid) - waited)
            sleep(0.002)
        if process.poll() is None:
            process.kill()
            raise AssertionError(f"it goes on after {PATIENCE} s")
        output, errors = process.communicate()
    # Before Python has asked for signals they end it.
    assert process.returncode in ({0, 1, *(-number for number in sent)} if is_early else {0, 1}), (
        f"{process.returncode}: {output[-500:]} {errors[-3000:]}"
    )
    assert is_early or "Traceback" not in errors, errors[-3000:]
    assert process.returncode or "topped" not in errors, errors
    until = monotonic() + PATIENCE
    while left := [candidate for candidate in psutil.process_iter() if _is_of(candidate, mark)]:
        assert monotonic() < until, f"{left} outlive it"
        sleep(0.05)
    command.judge(folder)
    return seconds


EARLY = 1.5
"""Seconds of processors within which Python may still be importing."""


def _small_shelf(path: Path) -> None:
    if not path.exists():
        words = ["shelf", str(path), "--size", "2", "2", "2", "--seeds", "0", "3"]
        subprocess.run([sys.executable, *CUBES, *words], check=True, capture_output=True)


def _used(process: int) -> float:
    """Return the seconds of processors that a process and its children have used."""
    try:
        own = psutil.Process(process)
        times = [member.cpu_times() for member in (own, *own.children(recursive=True))]
    except psutil.Error:
        return 0.0
    return float(sum(times_of_member.user + times_of_member.system for times_of_member in times))


def _waited(process: int) -> float:
    """Return the seconds that a process has waited for a processor."""
    try:
        return int(Path(f"/proc/{process}/schedstat").read_text().split()[1]) / 1e9
    except (OSError, IndexError):
        return 0.0


def _is_of(process: psutil.Process, mark: str) -> bool:
    try:
        return bool(process.status() != psutil.STATUS_ZOMBIE and process.environ().get(MARK) == mark)
    except psutil.Error:
        return False
