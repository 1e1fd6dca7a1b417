# SPDX-License-Identifier: GPL-3.0-or-later
from __future__ import annotations

from dataclasses import replace

import pytest

from puzzle_cubes.burr.crossed import holes, sticks_of
from puzzle_cubes.burr.kind.facts import level_of
from puzzle_cubes.burr.kind.kind import BURR
from puzzle_cubes.burr.kind.options import NUMBERS, WISH, BurrOptions
from puzzle_cubes.burr.making.numbers import standard_number
from puzzle_cubes.common.errors import InputError
from puzzle_cubes.common.options import LONGEST_TYPED, Value
from puzzle_cubes.kind.making import Progress
from puzzle_cubes.kind.reading import code_of, puzzle_of_code
from puzzle_cubes.polycubes.terms.found import Found
from tests.core.burr.kind.test_burr_facts import SOLID, made


@pytest.mark.parametrize("text", [SOLID, "52,615, 792 960 975 992", " 52\n615\t792 960 975 992x1 "])
def test_numbers_are_typed_in_any_way(text: str) -> None:
    assert BurrOptions(sticks=text).numbers == [52, 615, 792, 960, 975, 992]


def test_a_number_may_stand_several_times() -> None:
    assert BurrOptions(sticks="1024 1x2 1024X2").numbers == [1024, 1024, 1024, 1, 1]
    assert BurrOptions(owned="1024 1x2 1024X5").wish.owned == ((1024, 6), (1, 2))


@pytest.mark.parametrize("word", ["a", "1.5", "52x", "x2", "52x0", "52xx2", "52x1001", "²", "-"])
def test_other_words_are_refused(word: str) -> None:
    with pytest.raises(InputError, match=r"^Sticks has .*: it must be numbers of sticks, as in 52 615 .*two of one\.$"):
        _ = BurrOptions(sticks=f"615 {word}").numbers


def test_a_text_may_not_be_of_any_length() -> None:
    with pytest.raises(InputError, match=f"at most {LONGEST_TYPED} characters"):
        BurrOptions(sticks="1 " * LONGEST_TYPED)


def test_what_only_a_wish_uses_asks_for_one() -> None:
    assert BURR.making.values_with({"level": 3})["made_by"] == WISH
    assert BURR.making.values_with({"stick_length": "8"})["made_by"] == NUMBERS
    with pytest.raises(InputError, match="Sticks makes no difference here: the burr is a wish"):
        BURR.making.values_with({"level": 3, "sticks": SOLID})
    with pytest.raises(InputError, match="Owned makes no difference here: the burr is one by numbers"):
        BURR.making.values_with({"made_by": NUMBERS, "owned": SOLID})


def test_a_wish_is_met_and_is_the_burr_of_its_numbers() -> None:
    wish: dict[str, Value] = {
        "level": 3,
        "one_solution": True,
        "notchable": True,
        "different": True,
        "inside": "holey",
        "seed": 2,
    }
    found = BURR.making.make(BURR.making.values_with(wish))
    assert level_of(found)[0] >= 3
    assert found.found.counts.up_to_rotation == 1
    assert len(set(sticks_of(found))) == 6
    assert holes(found)
    assert made(" ".join(map(str, sticks_of(found)))) == found
    assert puzzle_of_code(code_of(BURR, found) or "", [BURR])[1] == replace(found, found=Found())


def test_a_burr_of_sticks_that_one_has_takes_no_others() -> None:
    wish: dict[str, Value] = {"owned": "52x2 615 792 960 975 992 1024", "inside": "solid"}
    found = sticks_of(BURR.making.make(BURR.making.values_with(wish)))
    assert {standard_number(number) for number in found} <= {
        standard_number(number) for number in (52, 615, 792, 960, 975, 992, 1024)
    }


def test_a_wish_that_was_stopped_goes_on_as_the_numbers_of_the_best() -> None:
    wish = BURR.making.values_with({"level": 3})
    stopped = BURR.making.stopped_at(wish, Progress(1, 1, 0.5, made("1024x6")))
    assert (stopped["made_by"], stopped["sticks"]) == (NUMBERS, "1024 1024 1024 1024 1024 1024")
    assert BURR.making.stopped_at(wish, Progress(1, 1, 0.5, None)) == wish
