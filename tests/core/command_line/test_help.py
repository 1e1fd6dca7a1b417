# SPDX-License-Identifier: GPL-3.0-or-later
"""The help of the command line lists the commands and all that each can be asked for, what everybody uses first."""

from __future__ import annotations

import re
import shlex
from io import StringIO
from pathlib import Path

import pytest

from puzzle_cubes.command_line.arguments import EXIT_CODES, whole_parser
from puzzle_cubes.command_line.run import run
from puzzle_cubes.common.options import declared
from puzzle_cubes.kind.holding import HELD, HOLD
from puzzle_cubes.kinds import KINDS
from puzzle_cubes.oskar.generators import OPTIONS, STYLES
from puzzle_cubes.oskar.model.dimensions import Dimensions
from puzzle_cubes.packing.files.xmpuzzle import puzzle_to_xmpuzzle
from puzzle_cubes.packing.making.options import CLASSICS
from puzzle_cubes.printing.printer import Printer
from puzzle_shelf.arguments import ABOUT
from tests.core.command_line.command import run_here

DIMENSIONS = tuple(option for option in declared(Dimensions) if option.name not in {HOLD, HELD})
DECLARED = (*OPTIONS, *DIMENSIONS, *declared(Printer))

OF_PRINTING = {"preset", "printer", "bed", "kit", "sheet", "sheet-size", "one-piece", "outer", "pitch", "arm-width"}
OF_FILES = {"from", "out", "overwrite", "assembled", "coupon", "goes-in", "goes-through", "mazecube", "code"}
OF_ANSWERS = {"help-all", "solution", "check", "json", "quiet", "version", "jobs", "make-rest-hard"}
DRAWINGS = {drawing.name.replace("_", "-") for drawing in KINDS["oskar"].drawings}
OTHER_FLAGS = OF_PRINTING | OF_FILES | OF_ANSWERS | DRAWINGS
"""The arguments that are no declared option; the bed and the sheet take two of these at once."""

SIDES = {"bed_x", "bed_y", "sheet_x", "sheet_y"}

EVERYDAY = ["size", "difficulty", "seed", "style", "one-piece", "sheet", "letters", "preset"]
EVERYDAY += ["check", "out", "from", "code"]

ONE_SCREEN = 46
"""Lines of a help that people read at once."""


@pytest.fixture(autouse=True)
def _columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


def without_spaces(text: str) -> str:
    """Return a text without its line breaks and spaces: how a help is wrapped depends on the terminal."""
    return "".join(text.split())


def flags_in(text: str) -> list[str]:
    return re.findall(r"^  (?:-h, )?--([\w-]+)", text, re.MULTILINE)


@pytest.mark.parametrize("asked", ["--help", "-h"])
def test_the_first_help_has_a_line_for_each_command(asked: str) -> None:
    done = run_here(asked)
    assert (done.code, done.errors) == (0, "")
    for kind in KINDS.values():
        assert re.search(rf"^  {kind.name} +{re.escape(kind.meaning)}$", done.output, re.MULTILINE)
    assert without_spaces(done.output).endswith(without_spaces(EXIT_CODES))


def test_the_first_help_of_what_is_installed_has_all_commands_in_a_few_lines() -> None:
    output = StringIO()
    assert run(["--help"], output, others=[ABOUT]) == 0
    lines = output.getvalue().splitlines()
    # Two for each command: what it does, and an example.
    assert len(lines) <= 16 + 2 * len([*KINDS, ABOUT])
    assert max(map(len, lines)) <= 80
    assert [line.split()[0] for line in lines if re.match(r"  [a-z]+ +[A-Z]", line)] == [*KINDS, "shelf"]
    examples = [line.split()[1] for line in lines if line.startswith("  puzzle-cubes ")]
    assert examples == [*KINDS, "shelf"]


def test_the_help_of_a_kind_begins_with_what_everybody_uses() -> None:
    first, *groups = re.split(r"^(?=\S[^\n]*:\n)", run_here("oskar", "--help-all").output, flags=re.MULTILINE)[1:]
    assert first.startswith("options that people use:\n")
    assert flags_in(first) == [*EVERYDAY, "help", "help-all", "version"]
    titles = [group.partition(":\n")[0] for group in groups]
    assert titles[-1] == "examples"
    assert "dimensions in millimeters" in titles
    growing = next(group for group in groups if group.startswith("what only the style Growing Tree uses:"))
    assert flags_in(growing) == ["choice", "newest-share", "newest-count"]
    assert "only the style Growing Tree uses it" not in growing


@pytest.mark.parametrize("kind", KINDS)
def test_the_help_is_one_screen_of_what_people_use(kind: str) -> None:
    shown = run_here(kind, "--help").output
    assert len(shown.splitlines()) <= ONE_SCREEN
    assert (
        {"out", "check", "code", "help-all"} < set(flags_in(shown)) < set(flags_in(run_here(kind, "--help-all").output))
    )
    # Others say it so.
    assert {run_here(*words).output for words in (("help", kind), ("--help", kind), ("Help", kind))} == {shown, ""}
    assert run_here("--help-all", kind).output == run_here(kind, "--help-all").output


def test_the_help_of_the_kind_follows_from_the_declarations() -> None:
    shown = run_here("oskar", "--help-all").output
    flags = {option.flag.replace("_", "-") for option in DECLARED if option.name not in SIDES}
    assert sorted(flags_in(shown)) == sorted({*flags, *OTHER_FLAGS, "help"})
    for option in DECLARED:
        if option.name not in SIDES:
            assert without_spaces(option.meaning) in without_spaces(shown), option.name
        for name in option.choices:
            assert name in shown, option.name
        if option.users:
            assert option.users in shown, option.name


def test_the_help_of_the_kind_shows_the_defaults() -> None:
    shown = without_spaces(run_here("oskar", "--help-all").output)
    for option in DECLARED:
        if option.choices:
            assert f"({option.default_name})" in shown or option.name == "difficulty", option.name
        elif isinstance(option.default, float) and option.name not in SIDES:
            assert without_spaces(f"{option.meaning} ({option.default:g})") in shown, option.name
    assert "(5x5x5)" in shown
    assert f"({Printer.bed_x:g}x{Printer.bed_y:g})" in shown


@pytest.mark.parametrize("kind", KINDS)
def test_the_help_of_a_kind_ends_with_examples_and_exit_codes(kind: str) -> None:
    end = run_here(kind, "--help-all").output.partition("examples:\n")[2]
    examples = re.findall(rf"^  puzzle-cubes {kind} (.+)$", end, re.MULTILINE)
    assert [call.arguments for call in KINDS[kind].examples] == examples
    parser = whole_parser("puzzle-cubes", None)[1][kind]  # type: ignore[arg-type]
    for example in examples:
        assert parser.parsed(shlex.split(example))
    assert without_spaces(end).endswith(without_spaces(EXIT_CODES))


def test_every_option_of_a_style_stands_under_its_name() -> None:
    shown = run_here("oskar", "--help-all").output
    for style in STYLES.values():
        if style.option_names:
            assert re.search(rf"^what only .*{re.escape(style.label)}.* uses?:$", shown, re.MULTILINE), style.label


@pytest.mark.parametrize(
    "kind", [pytest.param(name, marks=pytest.mark.thorough if name == "oskar" else ()) for name in KINDS]
)
def test_the_examples_do_what_they_say_one_after_another(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pieces.xmpuzzle").write_text(puzzle_to_xmpuzzle(CLASSICS["megaron"].puzzle), encoding="utf-8")
    for example in KINDS[kind].examples:
        done = run_here(kind, *shlex.split(example.arguments))
        assert (example.arguments, done.code) == (example.arguments, 0), done.errors
