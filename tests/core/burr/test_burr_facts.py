# SPDX-License-Identifier: GPL-3.0-or-later
from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from puzzle_cubes.burr.kind import BURR, level_of
from puzzle_cubes.common.task import finish
from puzzle_cubes.packing.kind import PACKING
from puzzle_cubes.polycubes.puzzle import Found, PolycubePuzzle

SOLID = "52 615 792 960 975 992"
OF_LEVEL_8 = "160 512x2 893 924 999"
BOARDS = "384 508 988 1021 1024 1596"


@cache
def made(sticks: str = SOLID, of: str = "sticks") -> PolycubePuzzle:
    """Return the burr of some sticks or boards, with all its solutions."""
    return BURR.make(BURR.values_with({of: sticks}))


def lines(puzzle: PolycubePuzzle) -> dict[str, str]:
    """Return the measures of a burr by their labels."""
    return {measure.label: measure.text(puzzle) for measure in BURR.measures}


def test_a_burr_is_called_by_its_sticks() -> None:
    assert BURR.name_of(made()) == f"Burr {SOLID}"
    assert BURR.name_of(replace(made(), name="Knot")) == "Burr Knot"
    assert BURR.summary(made()).startswith(f"Burr {SOLID}: 6 different pieces, 12 solutions, 1 up to rotation")


@pytest.mark.parametrize(
    ("sticks", "holes", "level", "solutions"),
    [(SOLID, "0", "1", "12"), ("1024x6", "20", "1", "64"), ("256 928 960 992 1024x2", "14", "1.2", "7,344")],
)
def test_the_measures_tell_sticks_holes_and_level(sticks: str, holes: str, level: str, solutions: str) -> None:
    burr = made(sticks)
    told = lines(burr)
    assert told.keys().isdisjoint({"Box", "Pieces", "Sizes"})
    assert (told["Holes"], told["Level"], told["Solutions"]) == (holes, level, solutions)
    numbers = BURR.numbers(burr)
    assert " ".join(map(str, numbers["sticks"])) == told["Sticks"]
    assert (numbers["length"], numbers["holes"], numbers["level"]) == (6, int(holes), int(level[0]))
    figures = BURR.figures_of(burr)
    assert tuple(figures) == BURR.figures
    assert (figures["level"], figures["holes"]) == (int(level[0]), int(holes))


def test_boards_are_told_as_boards() -> None:
    burr = made(BOARDS, "boards")
    assert BURR.name_of(burr) == f"Board Burr {BOARDS}"
    told = lines(burr)
    boards = f"{BOARDS} (Känel: 864 895 1015 256 1024 1935)"
    assert (told["Boards"], told["Sticks"], told["Holes"], told["Level"]) == (boards, "", "9", "3.5.3.2.3")
    assert (told["Up to Rotation"], told["And Reflection"]) == ("2", "1")
    numbers = BURR.numbers(burr)
    assert (" ".join(map(str, numbers["boards"])), numbers["sticks"], numbers["length"]) == (BOARDS, [], 6)


def test_the_difficulty_goes_by_the_level_where_that_is_known() -> None:
    ratings = [BURR.rating(burr) for burr in (made(), made(BOARDS, "boards"), made(OF_LEVEL_8))]
    easy, medium, very_hard = (rating for rating in ratings if rating is not None)
    assert (easy.word, easy.sentence) == ("Easy", "It takes one move until the first part comes off.")
    assert (medium.word, medium.sentence) == ("Medium", "It takes 3 moves until the first part comes off.")
    assert (very_hard.word, very_hard.share) == ("Very Hard", 0.8)
    assert BURR.brief(made()) == "1 solution, Easy, level 1"
    assert BURR.rating(replace(made(), found=Found())) is None
    # As long as others may be found, none is known to be the easiest.
    unfinished = replace(made(), found=replace(made().found, path=(1,)))
    assert level_of(unfinished)[0] == 1
    assert (BURR.rating(unfinished), BURR.figures_of(unfinished)["level"]) == (None, None)


@pytest.mark.parametrize(
    ("sticks", "level", "word"),
    [
        ("154 947 1008 1021 1023 1024", 2, "Medium"),
        ("156 888 896 956 1024 1422", 4, "Hard"),
        ("160 376 640 912 956 1024", 5, "Hard"),
        ("480 512 631 824 896 956", 6, "Very Hard"),
    ],
)
def test_up_to_some_level_a_burr_is_called_so(sticks: str, level: int, word: str) -> None:
    rating = BURR.rating(made(sticks))
    assert (level_of(made(sticks))[0], rating and rating.word) == (level, word)


@pytest.mark.parametrize(
    ("sticks", "least", "highest"), [("888 911x2 960 992 1007", 1, 3), ("615 751 888 928 960x2", 1, 4)]
)
def test_the_level_is_that_of_the_easiest_assembly(sticks: str, least: int, highest: int) -> None:
    burr = made(sticks)
    assert level_of(burr)[0] == least
    # Taking all apart says the same, with the hardest beside.
    answer = finish(BURR.answer_in_steps(burr, {"assemble"}, 1))
    assert (answer.numbers["levels"][0], answer.numbers["highest_level"]) == (least, highest)
    assert f"the easiest at level {least}" in answer.lines[0]
    assert f"the hardest at level {highest}." in answer.lines[0]
    assert level_of(answer.puzzle)[0] == least


def test_what_does_not_come_apart_has_neither_level_nor_difficulty() -> None:
    burr = BURR.make(BURR.values_with({"sticks": "154 344 463 960 1024x2", "stick_length": "8"}))
    assert burr.found.counts.total
    assert BURR.numbers(burr)["level"] is None
    assert BURR.rating(burr) is None


def test_sticks_that_are_the_same_are_one_by_whatever_number() -> None:
    assert BURR.name_of(made("52 205 792 960 975 1024")) == "Burr 52 52 792 960 975 1024"
    assert made("52 205 792 960 975 1024") == made("52x2 792 960 975 1024")


def test_no_level_is_told_as_long_as_there_is_no_solution() -> None:
    unknown = replace(made(), found=Found())
    assert lines(unknown)["Level"] == ""
    assert BURR.numbers(unknown)["level"] is None
    assert BURR.figures_of(unknown)["level"] is None
    assert "level" not in BURR.brief(unknown)


def test_what_is_no_burr_has_no_sticks() -> None:
    cube = PACKING.make(PACKING.values_with({}))
    assert BURR.name_of(cube) == "Burr Megaron"
    assert lines(cube)["Sticks"] == ""
    assert BURR.numbers(cube)["length"] is None
