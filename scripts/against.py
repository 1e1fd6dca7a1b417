# SPDX-License-Identifier: GPL-3.0-or-later
"""Times ten jobs of users beside an older revision, turn by turn in one run: ``make against REVISION=...``.

Seconds of the processors count, of a process with its children, and the least of several rounds: other work on the
machine disturbs them least. A job that takes too much longer is timed again, and fails where it does so then, too.
Without a revision it is the last release.
"""

from __future__ import annotations

import json
import shlex
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Iterable
from pathlib import Path

from budgets import read_budgets
from goals import called
from same import ROOT, NoRevisionError, environment_of, last_tag, unpacked

MOST = 1.5
"""How many times as long a job may take as before."""

ROUNDS = 3
DRAG = "60", "10"
"""The changes, and the cells along each side of the cube whose wall is dragged."""

IN_ONE_PIECE = "import puzzle_cubes; puzzle_cubes.make('oskar', size=({0}, {0}, {0}), way='one_piece').write('out')"
"""A program, as older commands know no argument for what was their default."""

JOBS: dict[str, str | tuple[str, str]] = {
    **{f"settings to STL {side}x{side}x{side}": IN_ONE_PIECE.format(side) for side in (5, 30, 60)},
    "kit 10x10x10": "oskar --size 10 --kit --bed 300x300 --out out",
    "kit 40x40x40": "oskar --size 40 --kit --bed 1100x1100 --out out",
    "hard 5x5x5": "oskar --size 5 --style hard --effort 3000 --jobs 1 --json",
    "Soma": "packing --puzzle soma --count --jobs 1 --out out",
    "Conway": "packing --puzzle conway --first --jobs 1 --out out",
    "a burr as wished": "burr --level 3 --seed 1 --jobs 1 --json",
    "a shelf of 500": "shelf rows.shelf --seeds 0 499 --workers 1",
    "a drag of a wall, 10x10x10": DRAG,
}
"""Calls of the command, programs, and what is dragged in Blender."""

LONG = {"settings to STL 60x60x60", "kit 40x40x40", "Conway"}
"""What is left out where little time is."""


def processor_seconds(sources: Path, job: str | tuple[str, str]) -> float:
    """Return the seconds that processors work for a job that is done by the sources in a folder.

    Raises CalledProcessError where it cannot be done.
    """
    scripts = ROOT / "scripts"
    if not isinstance(job, str):
        scripts, arguments = sources / "scripts", [str(ROOT / "scripts" / "drag.py"), *job]
    elif job.startswith("import "):
        arguments = ["-c", job]
    else:
        arguments = ["-m", "puzzle_shelf", *shlex.split(job)]
    with tempfile.TemporaryDirectory() as folder:
        call = called(["-P", *arguments], environment_of(sources, scripts), Path(folder))
    return call.processor if isinstance(job, str) else float(json.loads(call.text.splitlines()[-1])[job[1]])


def ratios(old: Path, new: Path, names: Iterable[str], rounds: int) -> dict[str, float]:
    """Time jobs by the sources in two folders, print a line for each, and return how many times as long they take."""
    made = {}
    for name in names:
        pairs = [[processor_seconds(sources, JOBS[name]) for sources in (old, new)] for _ in range(rounds)]
        before, now = map(min, zip(*pairs, strict=True))
        made[name] = now / before
        print(f"{name:30}{before:9.4f} s before {now:9.4f} s now {made[name]:7.2f} times", flush=True)
    return made


def slower(old: Path, new: Path, names: Iterable[str], most: float, rounds: int) -> list[str]:
    """Return the jobs that take too much longer, in a second run, too."""
    over = [name for name, ratio in ratios(old, new, names, rounds).items() if ratio > most]
    if over:
        print(f"Over {most:g} times as long, so once more: {', '.join(over)}")
    return [name for name, ratio in ratios(old, new, over, ROUNDS).items() if ratio > most]


def main() -> int:
    """Time all jobs, and return the exit code."""
    parser = ArgumentParser(description="Time jobs of users beside an older revision.")
    parser.add_argument("revision", nargs="?", help="the last release, if none is given")
    parser.add_argument("--quick", action="store_true", help="leave out what takes long")
    parser.add_argument("--only", metavar="WORDS", default="", help="only jobs with these words in their names")
    parser.add_argument("--most", type=float, default=MOST, help="how many times as long they may take (%(default)s)")
    options = parser.parse_args()
    revision = options.revision or last_tag() or read_budgets()["release"]["revision"]
    try:
        old = unpacked(revision)
    except NoRevisionError as error:
        print(f"against: {error} Nothing was timed.")
        # A clone without history cannot know what was released; what was asked for by name must be there.
        return 1 if options.revision else 0
    names = [name for name in JOBS if options.only in name and not (options.quick and name in LONG)]
    over = slower(old, ROOT, names, options.most, 1 if options.quick else ROUNDS)
    print(f"Slower than {revision}: {', '.join(over) or 'nothing'}.")
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
