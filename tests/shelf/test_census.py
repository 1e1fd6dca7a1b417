# SPDX-License-Identifier: GPL-3.0-or-later
"""All burrs of sticks: as many as are known, each once, as they stand on the page, and the same counted again."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from io import StringIO
from itertools import combinations_with_replacement, product
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from puzzle_count.__main__ import BURR_FACTS, PAGE, page_of, result_of, run, text_of
from puzzle_count.census import (
    BURRS,
    LENGTHS,
    LONG,
    NOTCHABLE,
    SOLID,
    SOLID_NOTCHABLE,
    Census,
    Kept,
    all_burrs,
    census_of,
    census_of_solid,
    solid_parts,
)

from puzzle_cubes.burr.assemblies import EveryAssembly, SolidAssemblies, assemblies_of, partings
from puzzle_cubes.burr.crossed import BOARDS, CUTS, STICKS, Cut, cross
from puzzle_cubes.burr.crossed import LENGTHS as STICK_LENGTHS
from puzzle_cubes.burr.levels import Levels, comes_apart
from puzzle_cubes.burr.places import ALL_CELLS, Assembly, Cross, cross_of, least_turned, notchable_sticks, usable_pieces
from puzzle_cubes.common.task import finish
from puzzle_shelf.team import Processes
from tests.core.burr.plain import STEPS
from tests.core.burr.plain import level as plain_level

SIX = 6
CROSS = cross_of()
CROSSES = {**{f"sticks_{length}": cross_of(STICKS, length) for length in STICK_LENGTHS}, "boards": cross_of(BOARDS)}


def some_pieces(cross: Cross, seed: int) -> list[int]:
    """Return the numbers of seven pieces."""
    pieces = notchable_sticks() if cross.cut is STICKS else usable_pieces(cross.cut)
    return sorted(Random(seed).sample(pieces, 7))


def every_one(sticks: dict[int, int], cross: Cross = CROSS) -> list[Assembly]:
    batches = EveryAssembly(cross, sticks).batches()
    return [tuple(row) for _, batch in batches for row in least_turned(cross, batch).tolist()]


def solid_ones(sticks: dict[int, int], cross: Cross, random: Random | None = None) -> list[Assembly]:
    """Return the solid assemblies of pieces that the first move parts."""
    batches = SolidAssemblies(cross, sticks, random).batches()
    return [tuple(row) for _, batch in batches for row in least_turned(cross, batch).tolist()]


def is_solid(assembly: Assembly, cross: Cross = CROSS) -> bool:
    """Report whether the pieces fill each cell that they share."""
    full = 0
    for place, missing in enumerate(assembly):
        full |= cross.kept[place][missing]
    return full == ALL_CELLS


def census(sticks: dict[int, int], *, solid: bool = False) -> Census:
    """Return the census of sticks, part by part as it is kept."""
    parts: Iterator[Census]
    if solid:
        parts = (finish(census_of_solid(part)) for part in finish(solid_parts(sticks)))
    else:
        parts = (finish(census_of(sticks, first)) for first in EveryAssembly(CROSS, sticks).parts)
    total = Census()
    for part in parts:
        total += Census.from_json(json.loads(json.dumps(part.as_json())))
    return total


def test_the_solid_burrs_of_notchable_sticks_are_as_many_as_are_known() -> None:
    total = census(dict.fromkeys(notchable_sticks(), SIX), solid=True)
    assert total.levels == {1: 314}
    assert len(total.sticks) == 25


@settings(max_examples=8, deadline=None)
@given(st.sampled_from(CUTS), st.integers(0, 2**20), st.sampled_from([1, 2, SIX]))
def test_the_assemblies_of_a_set_are_those_of_all_its_sixes(cut: Cut, seed: int, most: int) -> None:
    cross = cross_of(cut)
    pieces = some_pieces(cross, seed)
    counted = Counter(every_one(dict.fromkeys(pieces, most), cross))
    expected: set[Assembly] = set()
    for six in combinations_with_replacement(pieces, SIX):
        if max(Counter(six).values()) <= most:
            expected |= {*assemblies_of(cross, (number - 1 for number in six))}
    assert counted == Counter(expected)


@settings(max_examples=7, deadline=None)
@given(st.sampled_from([*CROSSES]), st.integers(0, 2**20), st.sampled_from([1, 2, SIX]))
def test_the_solid_ones_that_are_parted_are_those_of_all_that_have_a_level(name: str, seed: int, most: int) -> None:
    cross = CROSSES[name]
    own = dict.fromkeys([1, 1024, *some_pieces(cross, seed)], most)
    solid = [assembly for assembly in every_one(own, cross) if is_solid(assembly, cross)]
    levels = Levels(cross).of(solid) if solid else []
    assert {*levels} <= {0, 1}
    expected = Counter(assembly for assembly, level in zip(solid, levels, strict=True) if level)
    assert Counter(solid_ones(own, cross)) == expected
    assert Counter(solid_ones(own, cross, Random(most))) == expected


@pytest.mark.parametrize("length", STICK_LENGTHS)
def test_no_row_of_a_cross_has_a_gap(length: int) -> None:
    cells = {*cross(length).cells}
    for cell, (x, y, z) in product(cells, STEPS):
        row = [(cell[0] + far * x, cell[1] + far * y, cell[2] + far * z) for far in range(length + 1)]
        filled = [cell in cells for cell in row]
        assert filled == sorted(filled, reverse=True)


def test_each_set_of_places_and_each_way_is_a_turn_of_a_parting() -> None:
    for of_cross in map(partings, CROSSES.values()):
        assert len(of_cross) == 19
        assert {len(parting.going) for parting in of_cross} == {1, 2, 3}


def test_a_census_is_that_of_each_six_of_the_sticks() -> None:
    sticks = {1: 1, 52: 2, 256: 1, 888: 1, 824: 1, 928: 1, 975: 1, 1024: 2}
    counted = census(sticks)
    levels = Levels(CROSS)
    expected = Census()
    for six in combinations_with_replacement(sorted(sticks), SIX):
        if all(count <= sticks[number] for number, count in Counter(six).items()):
            assemblies = assemblies_of(CROSS, (number - 1 for number in six))
            expected.assemblies += len(assemblies)
            rows = np.array(assemblies, np.int64).reshape(-1, SIX)
            mirrored = least_turned(CROSS, CROSS.mirrored_turns[0].of(rows))
            expected.mirrored += int((mirrored == least_turned(CROSS, rows)).all(axis=1).sum())
            apart = [level for level in levels.of(assemblies) if level] if assemblies else []
            if apart:
                expected.note(six, apart, is_alone=len(assemblies) == 1)
    assert counted == expected
    assert counted.assemblies > counted.levels.total() > counted.only.total() > 0
    assert counted.up_to_reflection > counted.assemblies / 2
    for level, numbers in counted.highest.values():
        assert level in levels.of(assemblies_of(CROSS, (number - 1 for number in numbers)))


def test_a_solid_census_is_that_of_taking_all_apart() -> None:
    sticks = {1: 1, 52: 2, 188: 1, 256: 1, 615: 1, 792: 1, 960: 1, 975: 1, 992: 1, 1024: 3}
    solid = [assembly for assembly in every_one(sticks) if is_solid(assembly)]
    apart = [assembly for assembly in solid if comes_apart(CROSS, assembly)]
    counted = census(sticks, solid=True)
    assert counted.levels == {1: len(apart)}
    ways = Counter(tuple(sorted(CROSS.lying(missing)[0] + 1 for missing in assembly)) for assembly in apart)
    assert counted.only.total() == sum(count == 1 for count in ways.values())
    assert counted.alone.total() == sum(len(assemblies_of(CROSS, (number - 1 for number in six))) == 1 for six in ways)


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
        assemblies = assemblies_of(cross, (number - 1 for number in numbers))
        levels = [moves for moves in Levels(cross).of(assemblies) if moves]
        assert max(levels) == level
        assert kind == "levels" or len(levels) == 1
        assert kind != "alone" or len(assemblies) == 1


@pytest.mark.parametrize("name", [NOTCHABLE, LONG])
def test_the_highest_level_is_that_of_a_plain_search(name: str) -> None:
    cross = cross_of(length=LENGTHS.get(name, 6))
    level, numbers = CENSUSES[name].highest["levels"]
    assemblies = assemblies_of(cross, (number - 1 for number in numbers))
    best = max(zip(Levels(cross).of(assemblies), assemblies, strict=True))
    assert plain_level(cross.blocks(best[1])) == best[0] == level


def test_solid_burrs_counted_again_are_the_same_and_kept(tmp_path: Path) -> None:
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
def test_all_solid_burrs_counted_again_are_the_same() -> None:
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
