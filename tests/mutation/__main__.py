# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds wrong changes to the code that no test notices: ``python -m tests.mutation FILE_OR_FOLDER ...``.

Each file of the core is changed in one place at a time, in a copy of the repository; the tests nearest to it run there,
first those of the file's own name, then those of its folder and what ``known.toml`` names for it. What survives
is printed, unless it is listed there with the reason why it changes nothing. With ``--since REVISION`` only lines count
that are not in that revision.
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
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from time import perf_counter

from tests.mutation.mutations import Mutation, mutations

ROOT = Path(__file__).resolve().parents[2]
LIST = ROOT / "tests" / "mutation" / "known.toml"
COPIED = ("core", "scripts", "tests", "pyproject.toml", "docs", "README.md")
PATIENCE = 3
"""How many times as long as usual tests may take before a change counts as noticed, and how many seconds more."""


@dataclass(frozen=True)
class Listed:
    """A change of which it is known that it makes no difference, and why."""

    file: str
    line: str
    change: str
    reason: str


@dataclass(frozen=True)
class Tests:
    """Tests to run one after another until one fails, and the most seconds that each may take."""

    stages: tuple[tuple[str, ...], ...]
    seconds: tuple[float, ...]


def copied(folder: Path) -> Path:
    """Copy the repository into a folder, as far as tests of the core need it, and return the copy."""
    copy = folder / f"{os.getpid()}"
    if not copy.exists():
        for name in COPIED:
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(source, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(source, copy / name)
        package = copy / "build" / "package"
        package.mkdir(parents=True)
        (package / "puzzle_cubes").symlink_to(copy / "core")
        (package / "puzzle_shelf").symlink_to(copy / "scripts" / "puzzle_shelf")
    return copy


def passes(copy: Path, tests: Sequence[str], seconds: float | None = None) -> bool:
    """Report whether tests pass in a copy, within some seconds."""
    command = [sys.executable, "-m", "pytest", "--exitfirst", "--no-header", "-p", "no:cacheprovider", *tests]
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


def survives(folder: Path, file: Path, mutation: Mutation, tests: Tests) -> bool:
    """Report whether tests pass where a file has one wrong change."""
    path = (copy := copied(folder)) / file
    original = path.read_text(encoding="utf-8")
    try:
        path.write_text(mutation.changed, encoding="utf-8")
        _renew(path)
        return all(passes(copy, stage, seconds) for stage, seconds in zip(tests.stages, tests.seconds, strict=True))
    finally:
        path.write_text(original, encoding="utf-8")
        _renew(path)


@cache
def _clock() -> Iterator[int]:
    return iter(range(1, 10**9))


def _renew(path: Path) -> None:
    """Give a file another time than it ever had: Python compiles again what has another time or size."""
    seconds = next(_clock())
    os.utime(path, (seconds, seconds))


def nearest(file: Path, named: Sequence[str]) -> list[tuple[str, ...]]:
    """Return the tests of a file: those of its own name, the others of its folder with the ones that are named.

    What takes long comes last.
    """
    folder = Path("tests") / file.parent
    own = folder / f"test_{file.name}"
    others = sorted(str(path.relative_to(ROOT)) for path in (ROOT / folder).glob("test_*.py"))
    first = [str(own)] if str(own) in others else []
    rest = [test for test in (*others, *named) if test not in first]
    quick = [("-m", "not thorough", *stage) for stage in (first, rest) if stage]
    return [*quick, ("-m", "thorough", *first, *rest)]


def timed(copy: Path, stages: Sequence[tuple[str, ...]]) -> Tests:
    """Return tests with the time that each may take; raises SystemExit where they fail without any change."""
    seconds = []
    for stage in stages:
        begin = perf_counter()
        if not passes(copy, stage):
            raise SystemExit(f"They fail as they are: {' '.join(stage)}")
        seconds.append(PATIENCE * (perf_counter() - begin) + PATIENCE)
    return Tests(tuple(stages), tuple(seconds))


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
    parser.add_argument("paths", nargs="*", default=["core"], help="files and folders of the core (core)")
    parser.add_argument("--since", metavar="REVISION", help="change only lines that this revision has not")
    parser.add_argument("--most", type=int, metavar="N", help="draw so many changes of each file")
    parser.add_argument("--seed", type=int, default=0, help="what they are drawn with (0)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N", help="run so many at once (all cores)")
    return parser.parse_args(given)


def main(given: Sequence[str] | None = None) -> int:
    """Make the changes, print what survives, and return 1 where anything does."""
    asked = arguments(given)
    known = tomllib.loads(LIST.read_text(encoding="utf-8"))
    equivalent = {(entry.file, entry.line, entry.change) for entry in (Listed(**one) for one in known["equivalent"])}
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
            for entry in sorted(listed - {(str(file), one.text, one.change) for one in mutations(source)}):
                survived += 1
                print(f"{file}: the list names a change that cannot be made: {entry[1]}  # {entry[2]}")
            drawn = made if asked.most is None else Random(asked.seed).sample(made, min(asked.most, len(made)))
            if not drawn:
                continue
            tests = timed(copied(folder), nearest(file, known["tests"].get(str(file), ())))
            jobs = [pool.submit(survives, folder, file, mutation, tests) for mutation in drawn]
            survivors = [mutation for mutation, job in zip(drawn, jobs, strict=True) if job.result()]
            lasting = [one for one in survivors if (str(file), one.text, one.change) not in listed]
            survived += len(lasting)
            counts = f"{len(drawn)} changes, {len(lasting)} survive and {len(survivors) - len(lasting)} that are listed"
            print(f"{file}: {counts}", flush=True)
            for mutation in lasting:
                print(f"  {mutation.line}: {mutation.text}  # {mutation.change}", flush=True)
    return int(survived > 0)


if __name__ == "__main__":
    sys.exit(main())
