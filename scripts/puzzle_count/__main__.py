# SPDX-License-Identifier: GPL-3.0-or-later
"""Counts of solutions and of burrs beside the published numbers: ``make count``, ``make census``.

``python -m puzzle_count --help`` tells what can be counted. The census is written as JSON and as docs/census.md.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from functools import partial, reduce
from operator import add
from pathlib import Path
from time import perf_counter
from typing import TextIO

from renewal import markdown_table, renewed

from puzzle_cubes.burr.options import WISH, BurrOptions
from puzzle_cubes.command_line.output import FAILED, Speaker, exit_code
from puzzle_cubes.command_line.parser import ArgumentsError, Parser
from puzzle_cubes.common.interrupts import Interrupts
from puzzle_cubes.common.words import counted, quoted, shortened
from puzzle_cubes.export.paths import check_no_input, check_parent, write_text
from puzzle_cubes.packing.making.options import CLASSICS
from puzzle_shelf.arguments import add_cluster, given_number
from puzzle_shelf.team import Team, progress, team_of

from .census import (
    BURRS,
    COUNTED,
    LABELS,
    LENGTHS,
    LONG,
    NOTCHABLE,
    SOLID,
    SOLID_NOTCHABLE,
    Census,
    Found,
    Kept,
    LongCount,
    all_burrs,
    burrs_of,
    solutions,
)

COMMAND = "puzzle_count"

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

LARGE = (SOLID_NOTCHABLE, SOLID, "bedlam", "tetris")
"""What is counted where nothing else is said: the tests count the others."""

Fact = tuple[str, Callable[[Census], int], int]
"""What is known of burrs: its name, how it is read, and the published number."""

BURR_FACTS: dict[str, tuple[Fact, ...]] = {
    SOLID_NOTCHABLE: (
        ("come apart", lambda census: census.levels.total(), 314),
        ("sticks in these", lambda census: len(census.sticks), 25),
    ),
    SOLID: (
        ("come apart", lambda census: census.levels.total(), 119_979),
        ("sticks in these", lambda census: len(census.sticks), 369),
    ),
    NOTCHABLE: (
        ("assemblies up to reflection", lambda census: census.up_to_reflection, 13_354_991),
        ("highest level of one solution", lambda census: max(census.only), 5),
    ),
    LONG: (
        ("assemblies up to reflection", lambda census: census.up_to_reflection, 13_354_991),
        ("highest level", lambda census: max(census.levels), 10),
        # None of them is its own mirror image.
        ("of that level, up to reflection", lambda census: census.levels[max(census.levels)] // 2, 2),
    ),
}
"""Counts of William Cutler's."""

PAGE = Path(__file__).resolve().parents[2] / "docs" / "census.md"

KINDS_OF_BURRS = {"levels": "any", "only": "one solution", "alone": "no other assembly"}


def text_of(censuses: Mapping[str, Census]) -> str:
    """Return censuses as JSON, with a line for each name."""
    figures = {name: censuses[name].as_json() for name in BURRS}
    shown = ",\n".join(
        f"{json.dumps(name)}: {{\n"
        + ",\n".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in values.items())
        + "\n}"
        for name, values in figures.items()
    )
    return f"{{\n{shown}\n}}\n"


def page_of(censuses: Mapping[str, Census]) -> str:
    """Return the page with the tables of all burrs, as Markdown."""
    return renewed(
        PAGE.read_text(encoding="utf-8"),
        burrs=markdown_table(
            ("", "come apart", "sticks in these", "one solution", "no other assembly"),
            [
                (
                    LABELS[name],
                    f"{censuses[name].levels.total():,}",
                    f"{len(censuses[name].sticks):,}",
                    f"{censuses[name].only.total():,}",
                    f"{censuses[name].alone.total():,}",
                )
                for name in BURRS
            ],
        ),
        levels=_levels(censuses[NOTCHABLE]),
        levels_of_long=_levels(censuses[LONG]),
        highest=markdown_table(
            ("", "cubes", "level", "sticks"),
            [
                (KINDS_OF_BURRS[kind], f"{LENGTHS.get(name, 6)}", f"{level}", f"`{' '.join(map(str, numbers))}`")
                for name in (NOTCHABLE, LONG)
                for kind, (level, numbers) in ((kind, censuses[name].highest[kind]) for kind in COUNTED)
            ],
        ),
    )


def _levels(census: Census) -> str:
    counts = [getattr(census, kind) for kind in COUNTED]
    return markdown_table(
        ("level", *(KINDS_OF_BURRS[kind] for kind in COUNTED)),
        [
            (f"{level}", *(f"{count[level]:,}" if count[level] else "" for count in counts))
            for level in sorted(census.levels)
        ],
    )


def run(arguments: Sequence[str], output: TextIO | None) -> int:
    """Run the command and return the exit code: 0, 2 for wrong arguments, and 1 for what failed or was stopped."""
    stopped = "Stopped. With --keep the same command goes on."
    speaker = Speaker(COMMAND, output)
    with Interrupts():
        return exit_code(speaker, partial(_run, arguments, speaker), stopped)


def _run(arguments: Sequence[str], speaker: Speaker) -> int:
    options = parser_of(speaker.output).parsed(arguments)
    for name in options.names:
        if name not in {*BURRS, *CLASSICS}:
            raise ArgumentsError(f"Puzzle is {shortened(name)}: it must be one of {', '.join((*BURRS, *CLASSICS))}.")
    if options.owned is not None and not options.owned.strip():
        raise ArgumentsError("Argument --owned has no sticks: name those that you have, as '1 52x2 256 888 824 928'.")
    names = dict.fromkeys(options.names or (() if options.owned else LARGE))
    if options.census and (missing := [name for name in BURRS if name not in names]):
        raise ArgumentsError(f"Argument --census needs all burrs: count {', '.join(missing)} as well.")
    if options.census:
        census = Path(options.census)
        _check_census(census)
        check_no_input((census, census.with_suffix(PAGE.suffix)), map(Path, filter(None, [options.keep])))
    wish = BurrOptions(made_by=WISH, owned=options.owned or "")
    wish.check_wish()
    owned = wish.available if options.owned else {}
    workers = given_number("workers", options.workers)
    censuses: dict[str, Census] = {}
    right = []
    with ExitStack() as stack:
        kept = stack.enter_context(Kept(Path(options.keep))) if options.keep else None
        team = stack.enter_context(team_of(options.scheduler, workers, speaker.note))
        if owned:
            _say_burrs(speaker, result_of(team, burrs_of(owned), kept))
        for name in names:
            begin = perf_counter()
            if name in BURRS:
                censuses[name] = result_of(team, all_burrs(name), kept)
                seconds = perf_counter() - begin
                for what, read, published in BURR_FACTS[name]:
                    right += [_line(speaker, f"{LABELS[name]}, {what}", read(censuses[name]), published, seconds)]
            else:
                count = result_of(team, solutions(name), kept).up_to_rotation
                what = f"{CLASSICS[name].label}, solutions up to rotation"
                right += [_line(speaker, what, count, PUBLISHED[name], perf_counter() - begin)]
    if options.census:
        _write_census(Path(options.census), censuses, speaker)
    return 0 if all(right) else FAILED


def result_of(team: Team, what: LongCount[Found], kept: Kept | None = None) -> Found:
    """Return what is counted in all parts; what was kept is not counted again."""
    known = {} if kept is None else kept.found(what)
    missing = [part for part in what.parts if part not in known]
    total = reduce(add, known.values(), what.nothing)
    with progress(len(what.parts), len(known), desc=what.label, unit=" parts") as note:
        for part, result in team.results(what.work, what.common, missing, lambda part: f"the part {part.path}"):
            if kept is not None:
                kept.add(what.digest, part, what.as_json(result))
            total = add(total, result)
            note(1)
    return total


def _say_burrs(speaker: Speaker, census: Census) -> None:
    """Print what burrs owned sticks make, those of the highest level first."""
    if not census.levels:
        speaker.tell("These sticks make no burr that comes apart.")
        return
    total = counted(census.assemblies, "assembly", "assemblies", grouped=True)
    speaker.tell(f"{total}; a part comes off {census.levels.total():,} of them:")
    for level, count in sorted(census.levels.items(), reverse=True):
        speaker.tell(
            f"level {level}: {count:,}, of sticks with one solution {census.only[level]:,}, "
            f"with no other assembly {census.alone[level]:,}"
        )
    for name, what in (("levels", "of all"), ("only", "with one solution"), ("alone", "with no other assembly")):
        if name in census.highest:
            level, numbers = census.highest[name]
            speaker.tell(f"Highest level {what}, {level}: {' '.join(map(str, numbers))}")


def _check_census(path: Path) -> None:
    """Raise InputError, before anything is counted, where the census cannot be written."""
    if path.suffix == PAGE.suffix:
        raise ArgumentsError(f"Argument --census is {quoted(path)}: name the JSON file, the page is written beside it.")
    check_parent(path)


def _write_census(path: Path, censuses: dict[str, Census], speaker: Speaker) -> None:
    page = path.with_suffix(PAGE.suffix)
    # What was counted is there whatever becomes of the page.
    for file, shown in ((path, text_of), (page, page_of)):
        write_text(shown(censuses), file)
        speaker.tell(f"Wrote {file}")


def _line(speaker: Speaker, what: str, number: int, expected: int, seconds: float) -> bool:
    """Print a line of the table, and report whether the number is the expected one."""
    verdict = "as published" if number == expected else f"WRONG: {expected:,} are published"
    speaker.tell(f"{what:72}{number:>11,}  {verdict:36}{seconds:8.1f} s")
    speaker.end()
    return number == expected


def parser_of(help_output: TextIO) -> Parser:
    """Return what reads the arguments; the help goes to an output."""
    parser = Parser(
        help_output,
        prog=COMMAND,
        description="Count the solutions of packing puzzles, and all burrs of sticks, beside the published numbers.",
    )
    parser.add_argument(
        "names", nargs="*", metavar="PUZZLE", help=f"{', '.join((*BURRS, *CLASSICS))} ({', '.join(LARGE)})"
    )
    parser.add_argument(
        "--owned", metavar="STICKS", help="count the burrs of the sticks that you have, as '1 52x2 256 888 824 928'"
    )
    parser.add_argument(
        "--census", metavar="FILE", help="write the tables of all burrs there, as JSON, and beside it as a page"
    )
    parser.add_argument("--keep", metavar="FILE", help="keep what is counted there, and go on with it")
    add_cluster(parser)
    parser.add_about(parser.add_argument_group("about"))
    return parser


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:], sys.stdout))
