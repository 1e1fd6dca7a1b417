# SPDX-License-Identifier: GPL-3.0-or-later
"""The help of the command line lists the kinds of puzzles and all that each can be asked for."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from puzzle_cubes.common.options import declared
from puzzle_cubes.kinds import KINDS
from puzzle_cubes.oskar.generators import OPTIONS
from puzzle_cubes.oskar.model.dimensions import Dimensions
from puzzle_cubes.printing.printer import Printer
from tests.core.command_line.command import run_here

DECLARED = (*OPTIONS, *declared(Dimensions), *declared(Printer))

OTHER_FLAGS = {
    "code",
    "from",
    "preset",
    "bed",
    "kit",
    "check",
    "out",
    "overwrite",
    "coupon",
    "goes-in",
    "goes-through",
    "mazecube",
    "json",
}
"""The arguments that are no declared option; the bed takes two of these at once."""


def without_spaces(text: str) -> str:
    """Return a text without its line breaks and spaces: how a help is wrapped depends on the terminal."""
    return "".join(text.split())


def test_the_help_lists_the_kinds() -> None:
    done = run_here("--help")
    assert (done.code, done.errors) == (0, "")
    assert re.findall(r"^    (\w+) ", done.output, re.MULTILINE) == list(KINDS)
    for kind in KINDS.values():
        assert without_spaces(kind.meaning) in without_spaces(done.output)


def test_the_help_of_the_kind_lists_every_option() -> None:
    done = run_here("oskar", "--help")
    assert (done.code, done.errors) == (0, "")
    for option in ("--size", "--seed", "--end", "--min-length", "--clearance", "--start-marker", "--out", "--json"):
        assert option in done.output
    for option in ("--kit", "--bed X Y", "--spacing MM", "--joint MM", "--coupon FILE", "--check"):
        assert option in done.output


def test_the_help_of_the_kind_follows_from_the_declarations() -> None:
    shown = run_here("oskar", "--help").output
    flags = {option.flag.replace("_", "-") for option in DECLARED} - {"bed-x", "bed-y"}
    listed = re.findall(r"^  --([\w-]+)", shown, re.MULTILINE)
    assert sorted(listed) == sorted(flags | OTHER_FLAGS)
    for option in DECLARED:
        if option.name not in {"bed_x", "bed_y"}:
            assert without_spaces(option.meaning) in without_spaces(shown), option.name
        for name in option.choices:
            assert name in shown, option.name


def test_the_help_of_the_kind_shows_the_defaults() -> None:
    shown = without_spaces(run_here("oskar", "--help").output)
    for option in DECLARED:
        if option.choices:
            assert f"({option.default_name})" in shown, option.name
        elif isinstance(option.default, float) and option.name not in {"bed_x", "bed_y"}:
            assert without_spaces(f"{option.meaning} ({option.default:g})") in shown, option.name
    assert "(555)" in shown
    assert f"({Printer.bed_x:g}{Printer.bed_y:g})" in shown


@pytest.mark.parametrize(
    ("arguments", "found"),
    [([], "missing"), (["cube"], "'cube'"), (["--size", "3", "3", "3"], "'--size'"), (["OSKAR"], "'OSKAR'")],
    ids=str,
)
def test_without_a_kind_that_is_known_nothing_is_made(tmp_path: Path, arguments: list[str], found: str) -> None:
    out = ["--out", str(tmp_path / "out")] if arguments else []
    done = run_here(*arguments, *out)
    assert (done.code, done.output) == (2, "")
    kinds = ", ".join(KINDS)
    assert done.errors == (
        f"puzzle-cubes: The first argument is {found}: it must be the kind of puzzle, one of {kinds}.\n"
    )
    assert not list(tmp_path.iterdir())
