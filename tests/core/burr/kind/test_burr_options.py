# SPDX-License-Identifier: GPL-3.0-or-later
from __future__ import annotations

import pytest

from puzzle_cubes.burr.kind.kind import BURR
from puzzle_cubes.burr.kind.options import NUMBERS, WISH, BurrOptions
from puzzle_cubes.common.errors import InputError
from puzzle_cubes.common.options import LONGEST_TYPED
from puzzle_cubes.kind.making import Progress
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


def test_a_wish_that_was_stopped_goes_on_as_the_numbers_of_the_best() -> None:
    wish = BURR.making.values_with({"level": 3})
    stopped = BURR.making.stopped_at(wish, Progress(1, 1, 0.5, made("1024x6")))
    assert (stopped["made_by"], stopped["sticks"]) == (NUMBERS, "1024 1024 1024 1024 1024 1024")
    assert BURR.making.stopped_at(wish, Progress(1, 1, 0.5, None)) == wish
