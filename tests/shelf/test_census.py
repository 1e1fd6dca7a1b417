# SPDX-License-Identifier: GPL-3.0-or-later
"""The census of all burrs: the page is that of what was counted, and what is counted again is the same."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest
from puzzle_count.__main__ import BURR_FACTS, result_of, run
from puzzle_count.census import BURRS, LENGTHS, LONG, NOTCHABLE, SOLID, SOLID_NOTCHABLE, Census, all_burrs
from puzzle_count.kept import PAGE, Kept, page_of, text_of

from puzzle_cubes.burr.assemblies import assemblies_of
from puzzle_cubes.burr.levels import Levels
from puzzle_cubes.burr.places import cross_of
from puzzle_cubes.common.task import finish
from puzzle_shelf.team import Processes
from tests.core.burr.plain import level as plain_level

TEXT = PAGE.with_suffix(".json").read_text(encoding="utf-8")
CENSUSES = {name: Census.from_json(value) for name, value in json.loads(TEXT).items()}


def test_the_page_is_that_of_the_census() -> None:
    assert text_of(CENSUSES) == TEXT
    assert page_of(CENSUSES) == PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", BURRS)
def test_the_counts_are_the_published_ones(name: str) -> None:
    for what, read, published in BURR_FACTS[name]:
        assert read(CENSUSES[name]) == published, what


@pytest.mark.parametrize("name", [SOLID_NOTCHABLE, NOTCHABLE, LONG])
def test_the_examples_have_the_level(name: str) -> None:
    cross = cross_of(length=LENGTHS.get(name, 6))
    for kind, (level, numbers) in CENSUSES[name].highest.items():
        every = assemblies_of(cross, (number - 1 for number in numbers))
        levels = [moves for moves in Levels(cross).of(every) if moves]
        assert max(levels) == level
        assert kind == "levels" or len(levels) == 1
        assert kind != "alone" or len(every) == 1


@pytest.mark.parametrize("name", [NOTCHABLE, LONG])
def test_the_highest_level_is_that_of_a_plain_search(name: str) -> None:
    cross = cross_of(length=LENGTHS.get(name, 6))
    level, numbers = CENSUSES[name].highest["levels"]
    every = assemblies_of(cross, (number - 1 for number in numbers))
    best = max(zip(Levels(cross).of(every), every, strict=True))
    assert plain_level(cross.blocks(best[1])) == best[0] == level


def test_solid_count_burrsed_again_are_the_same_and_kept(tmp_path: Path) -> None:
    count = all_burrs(SOLID_NOTCHABLE)
    with Kept(tmp_path / "counts") as kept:
        assert result_of(Processes(2), count, kept) == CENSUSES[SOLID_NOTCHABLE]
    with Kept(tmp_path / "counts") as kept:
        assert len(kept.found(count)) == len(count.parts)
        assert result_of(Processes(1), count, kept) == CENSUSES[SOLID_NOTCHABLE]


def test_a_part_counted_again_has_no_more_than_all() -> None:
    count = all_burrs(NOTCHABLE)
    part = finish(count.work(count.common, count.parts[1]))
    assert 0 < part.assemblies < CENSUSES[NOTCHABLE].assemblies
    assert all(CENSUSES[NOTCHABLE].levels[level] >= assemblies for level, assemblies in part.levels.items())


@pytest.mark.thorough
def test_all_solid_count_burrsed_again_are_the_same() -> None:
    assert result_of(Processes(2), all_burrs(SOLID)) == CENSUSES[SOLID]


def test_what_owned_sticks_make_is_said() -> None:
    output = StringIO()
    assert run(["--owned", "1 52x2 256 888 824 928 975 1024x2", "--workers", "1"], output) == 0
    lines = output.getvalue().splitlines()
    assert lines[0] == "1,275 assemblies; a part comes off 1,214 of them:"
    assert lines[1] == "level 4: 1, of sticks with one solution 0, with no other assembly 0"
    assert "Highest level of all, 4: 256 824 888 928 1024 1024" in lines


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--owned", "1 52"], "A burr has 6 sticks, and there are only 2 to choose from: name more."),
        (["--owned", "one"], "Owned has 'one'"),
        (["burrs", "--census", "census.json"], "count solid_burrs, notchable_burrs, long_notchable_burrs as well."),
        (["--owned", " "], "Argument --owned has no sticks"),
        ([*BURRS, "--census", "census.md"], "name the JSON file, the page is written beside it."),
        ([*BURRS, "--census", "no/where.json"], "there is no folder 'no'."),
        ([*BURRS, "--keep", "kept.md", "--census", "kept.json"], "File 'kept.md' is read, so it cannot be written"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*arguments, "--workers", "1"], StringIO()) == 2
    assert sentence in capsys.readouterr().err
