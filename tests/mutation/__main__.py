# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds wrong changes to the code that no test notices: ``python -m tests.mutation FILE_OR_FOLDER ...``.

Each file of the core, the add-on or the scripts is changed in one place at a time, in a copy of the repository. There
the tests nearest to it run, each stage for what the one before has not noticed: those of the file's own name, and those
that ``known.toml`` names for it or its folder; the others of its room; those of other rooms; what takes long in its
own; those named that need a window.
What survives is printed, unless it is listed there with the reason why it changes nothing. With ``--since REVISION``
only lines count that are not in that revision.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from time import perf_counter

from tests.mutation.mutations import Mutation, mutations

ROOT = Path(__file__).resolve().parents[2]
LIST = ROOT / "tests" / "mutation" / "known.toml"
LEFT_OUT = (".git", ".venv*", ".*_cache", "__pycache__", "build", "dist", "out")
"""What no copy needs of its own: the history, environments, and what was made here."""
WINDOWS = "tests/gui/"
"""Tests here open Blender in a window, which takes a quarter of a minute for each."""
PATIENCE = 3
"""How many times as long as usual tests may take before a change counts as noticed, and how many seconds more."""


@dataclass(frozen=True)
class Listed:
    """A change of which it is known that it makes no difference, and why."""

    file: str
    line: str
    change: str
    reason: str


def copied(folder: Path) -> Path:
    """Copy the repository into a folder, for this process, and return the copy."""
    copy = folder / f"{os.getpid()}"
    if not copy.exists():
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*LEFT_OUT))
        (copy / ".git").symlink_to(ROOT / ".git")
        package = copy / "build" / "package"
        package.mkdir(parents=True)
        (package / "puzzle_cubes").symlink_to(copy / "core")
        (package / "puzzle_shelf").symlink_to(copy / "scripts" / "puzzle_shelf")
    return copy


def passes(copy: Path, tests: Sequence[str], seconds: float | None = None) -> bool:
    """Report whether tests pass in a copy, within some seconds."""
    command = [sys.executable, "-m", "pytest", "--exitfirst", "--no-header", "-p", "no:cacheprovider", *tests]
    if any(test.startswith(WINDOWS) for test in tests):
        command += ["--debian", _debian()]
    environment = os.environ | {
        "HYPOTHESIS_PROFILE": "few",
        "PYTHONPATH": os.pathsep.join(map(str, (copy / "build" / "package", copy / "scripts"))),
    }
    with subprocess.Popen(
        command, cwd=copy, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    ) as process:
        try:
            # 5 says that there was none.
            return process.wait(seconds) in {0, 5}
        except subprocess.TimeoutExpired:
            return False
        finally:
            # What they started goes with them.
            if process.poll() is None:
                os.killpg(process.pid, 9)


@cache
def _debian() -> str:
    """Return the folder of the Debian whose Blender opens windows; it is set up at first use."""
    command = ["sh", str(ROOT / "scripts" / "real_blender.sh"), "trixie"]
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()


def survives(folder: Path, file: Path, mutation: Mutation, tests: Sequence[str], seconds: float) -> bool:
    """Report whether tests pass, within some seconds, where a file has one wrong change."""
    path = (copy := copied(folder)) / file
    original = path.read_text(encoding="utf-8")
    try:
        path.write_text(mutation.changed, encoding="utf-8")
        _renew(path)
        return passes(copy, tests, seconds)
    finally:
        path.write_text(original, encoding="utf-8")
        _renew(path)


@cache
def _clock() -> Iterator[int]:
    # Zip files have no times before 1980.
    return iter(range(10**9, 2 * 10**9))


def _renew(path: Path) -> None:
    """Give a file another time than it ever had: Python compiles again what has another time or size."""
    seconds = next(_clock())
    os.utime(path, (seconds, seconds))


def nearest(file: Path, named: Mapping[str, Sequence[str]]) -> list[tuple[str, ...]]:
    """Return the tests of a file in stages: its own and named ones, those of its room, of others, long ones, windows.

    ``named`` has tests, or folders of them, by the file or folder that they judge.
    """
    room = Path("tests", *("blender" if part == "blender_addon" else part for part in file.parent.parts))
    tests = sorted(str(path.relative_to(ROOT)) for path in (ROOT / room).glob("test_*.py"))
    judges = [test for place in (file, *file.parents) for test in named.get(str(place), ())]
    windows = [test for test in judges if test.startswith(WINDOWS)]
    own = str(room / f"test_{file.name}")
    first = [*([own] if own in tests else ()), *(test for test in judges if test not in windows)]
    rest = [test for test in tests if test not in first]
    stages = [("-m", "not thorough", *stage) for stage in (first, rest) if stage]
    if (ROOT / (top := Path(*room.parts[:2]))).is_dir():
        stages.append(("-m", "not thorough", *(("--ignore", str(room)) if top != room else ()), str(top)))
    if stages:
        stages.append(("-m", "thorough", *first, *rest))
    if windows:
        stages.append(tuple(windows))
    return stages


@cache
def usual_seconds(folder: Path, stage: tuple[str, ...]) -> float:
    """Return how long tests take without any change; raises SystemExit where they fail."""
    begin = perf_counter()
    if not passes(copied(folder), stage):
        raise SystemExit(f"They fail as they are: {' '.join(stage)}")
    return perf_counter() - begin


def surviving(
    pool: ProcessPoolExecutor, folder: Path, file: Path, made: Sequence[Mutation], stages: Sequence[tuple[str, ...]]
) -> list[Mutation]:
    """Return the changes that pass tests, stage by stage; raises SystemExit where tests fail without any change."""
    for stage in stages:
        if not made:
            break
        seconds = PATIENCE * usual_seconds(folder, stage) + PATIENCE
        jobs = [pool.submit(survives, folder, file, mutation, stage, seconds) for mutation in made]
        made = [mutation for mutation, job in zip(made, jobs, strict=True) if job.result()]
    return list(made)


def changed_lines(file: Path, revision: str) -> set[int]:
    """Return the numbers of the lines of a file that a revision has not."""
    command = ["git", "diff", "--unified=0", revision, "--", str(file)]
    shown = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    lines: set[int] = set()
    for begin, count in re.findall(r"^@@ .* \+(\d+)(?:,(\d+))? @@", shown, re.MULTILINE):
        lines.update(range(int(begin), int(begin) + int(count or 1)))
    return lines


def arguments(given: Sequence[str] | None) -> argparse.Namespace:
    """Read the arguments."""
    parser = argparse.ArgumentParser(description="Print the wrong changes to the code that no test notices.")
    parser.add_argument("paths", nargs="*", default=["core"], help="files and folders to change (core)")
    parser.add_argument("--since", metavar="REVISION", help="change only lines that this revision has not")
    parser.add_argument("--most", type=int, metavar="N", help="draw so many changes of each file")
    parser.add_argument("--seed", type=int, default=0, help="what they are drawn with (0)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N", help="run so many at once (all cores)")
    return parser.parse_args(given)


def main(given: Sequence[str] | None = None) -> int:
    """Make the changes, print what survives, and return 1 where anything does."""
    asked = arguments(given)
    known = tomllib.loads(LIST.read_text(encoding="utf-8"))
    equivalent = {
        (entry.file, entry.line, entry.change) for entry in (Listed(**fields) for fields in known["equivalent"])
    }
    paths = [ROOT / path for path in asked.paths]
    files = sorted(file for path in paths for file in ([path] if path.is_file() else path.rglob("*.py")))
    survived = 0
    with tempfile.TemporaryDirectory() as name, ProcessPoolExecutor(asked.jobs) as pool:
        folder = Path(name)
        for file in (path.relative_to(ROOT) for path in files):
            source = (ROOT / file).read_text(encoding="utf-8")
            made = list(mutations(source))
            if asked.since is not None:
                lines = changed_lines(file, asked.since)
                made = [mutation for mutation in made if mutation.line in lines]
            listed = {key for key in equivalent if key[0] == str(file)}
            for entry in sorted(
                listed - {(str(file), known_change.text, known_change.change) for known_change in mutations(source)}
            ):
                survived += 1
                print(f"{file}: the list names a change that cannot be made: {entry[1]}  # {entry[2]}")
            drawn = made if asked.most is None else Random(asked.seed).sample(made, min(asked.most, len(made)))
            if not drawn:
                continue
            if not (stages := nearest(file, known["tests"])):
                survived += len(drawn)
                print(f"{file}: {len(drawn)} changes, and {LIST.name} names no tests for it", flush=True)
                continue
            survivors = surviving(pool, folder, file, drawn, stages)
            lasting = [survivor for survivor in survivors if (str(file), survivor.text, survivor.change) not in listed]
            survived += len(lasting)
            counts = f"{len(drawn)} changes, {len(lasting)} survive and {len(survivors) - len(lasting)} that are listed"
            print(f"{file}: {counts}", flush=True)
            for mutation in lasting:
                print(f"  {mutation.line}: {mutation.text}  # {mutation.change}", flush=True)
    return int(survived > 0)


if __name__ == "__main__":
    sys.exit(main())
