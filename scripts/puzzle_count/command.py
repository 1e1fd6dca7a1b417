# SPDX-License-Identifier: GPL-3.0-or-later
"""The command: the solutions of packing puzzles are counted, and stand beside the published numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TextIO

from tqdm import tqdm

from puzzle_cubes.command_line.parser import ArgumentsError, Parser
from puzzle_cubes.command_line.saying import FAILED, Speaker, exit_code
from puzzle_cubes.common.words import shortened
from puzzle_cubes.packing.files.xmpuzzle import problems_from_xmpuzzle
from puzzle_cubes.packing.making.classics import CLASSICS
from puzzle_cubes.polycubes.assembling.taking_apart import solutions_apart
from puzzle_cubes.polycubes.solving.solver import solve
from puzzle_cubes.polycubes.terms.found import Counts
from puzzle_shelf.arguments import add_cluster, given_number
from puzzle_shelf.team import Team, team_of

from .branches import count, digest_of, parts_of
from .kept import Kept

COMMAND = "puzzle_count"

BURRS = "burrs"
BURRS_FILE = Path(__file__).resolve().parents[2] / "tests/core/packing/files/solid_six_piece_burrs.xmpuzzle"

PUBLISHED = {
    "megaron": 1,
    "soma": 480,
    "diabolical": 26,
    "slothouber_graatsma": 1,
    "conway": 1_144,
    "bedlam": 19_186,
    "tetris": 9_839,
}
"""Solutions up to rotation."""

LARGE = (BURRS, "bedlam", "tetris")
"""What is counted where nothing else is said: the tests count the others."""

ASSEMBLIES, COME_APART = 1_063, 314
"""Of the solid six-piece burrs in BurrTools' example, up to rotation."""

AT_ONCE = 8
"""Assemblies that are one task."""


def run(arguments: Sequence[str], output: TextIO) -> int:
    """Run the command and return the exit code: 0, 2 for wrong arguments, and 1 for what failed or was stopped."""
    stopped = "Stopped. With --keep the same command goes on."
    speaker = Speaker(COMMAND, output)
    return exit_code(speaker, partial(_run, arguments, speaker), stopped)


def _run(arguments: Sequence[str], speaker: Speaker) -> int:
    output = speaker.output
    options = _parser(output).parsed(arguments)
    for name in options.names:
        if name not in {BURRS, *CLASSICS}:
            raise ArgumentsError(f"Puzzle is {shortened(name)}: it must be one of {', '.join((BURRS, *CLASSICS))}.")
    workers = given_number("workers", options.workers)
    with ExitStack() as stack:
        kept = stack.enter_context(Kept(Path(options.keep))) if options.keep else None
        team = stack.enter_context(team_of(options.scheduler, workers, speaker.note))
        right = []
        for name in dict.fromkeys(options.names or LARGE):
            if name == BURRS:
                right += [_count_burrs(team, output)]
                continue
            begin = perf_counter()
            found = counted(team, name, kept).up_to_rotation
            what = f"{CLASSICS[name].label}, solutions up to rotation"
            right += [_line(output, what, found, PUBLISHED[name], perf_counter() - begin)]
    return 0 if all(right) else FAILED


def counted(team: Team, name: str, kept: Kept | None = None) -> Counts:
    """Return how many solutions a classic has; what was kept is not counted again."""
    parts = parts_of(name)
    digest = digest_of(parts)
    known = {} if kept is None else kept.found(digest)
    missing = [part for part in parts if part not in known]
    total = sum(known.values(), Counts())
    with _progress(CLASSICS[name].label, len(parts), len(known)) as note:
        for part, counts in team.results(count, None, missing, lambda part: f"the branch {part.path}"):
            if kept is not None:
                kept.add(digest, part, counts)
            total += counts
            note()
    return total


def _count_burrs(team: Team, output: TextIO) -> bool:
    burrs = problems_from_xmpuzzle(BURRS_FILE.read_text(encoding="utf-8"))[0].puzzle
    begin = perf_counter()
    # Thousands of short parts: to share them out would take longer than to search.
    found = solve(burrs)
    seconds = perf_counter() - begin
    is_right = _line(output, "Six-piece burrs, assemblies", found.counts.up_to_rotation, ASSEMBLIES, seconds)
    begin = perf_counter()
    tasks = [found.solutions[place : place + AT_ONCE] for place in range(0, len(found.solutions), AT_ONCE)]
    apart = 0
    with _progress("Six-piece burrs", len(tasks), 0) as note:
        for _, part in team.results(solutions_apart, burrs, tasks, lambda _: "some of the burrs"):
            apart += part.apart
            note()
    return _line(output, "Six-piece burrs, which come apart", apart, COME_APART, perf_counter() - begin) and is_right


@contextmanager
def _progress(label: str, total: int, done: int) -> Iterator[Callable[[], object]]:
    """Give a function to be called when another part is done; a terminal shows the parts and the time left."""
    with tqdm(total=total, initial=done, desc=label, unit=" parts", disable=None, dynamic_ncols=True) as bar:
        yield bar.update


def _line(output: TextIO, what: str, found: int, expected: int, seconds: float) -> bool:
    """Print a line of the table, and report whether the number is the expected one."""
    verdict = "as published" if found == expected else f"WRONG: {expected:,} are published"
    print(f"{what:45}{found:>9,}  {verdict:36}{seconds:8.1f} s", file=output, flush=True)
    return found == expected


def _parser(help_output: TextIO) -> Parser:
    parser = Parser(
        help_output,
        prog=COMMAND,
        description="Count the solutions of packing puzzles, beside the published numbers.",
    )
    parser.add_argument(
        "names", nargs="*", metavar="PUZZLE", help=f"{', '.join((BURRS, *CLASSICS))} ({', '.join(LARGE)})"
    )
    parser.add_argument("--keep", metavar="FILE", help="keep what is counted there, and go on with it")
    add_cluster(parser)
    parser.add_about(parser.add_argument_group("about"))
    return parser
