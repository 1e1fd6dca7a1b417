# SPDX-License-Identifier: GPL-3.0-or-later
from __future__ import annotations

import pytest

from puzzle_cubes.burr.kind import BURR
from puzzle_cubes.burr.options import NUMBERS, WISH, BurrOptions
from puzzle_cubes.common.errors import InputError
from puzzle_cubes.common.options import LONGEST_TYPED, Value
from puzzle_cubes.kind.facts import Progress
from tests.core.burr.test_burr_facts import BOARDS, SOLID, made


@pytest.mark.parametrize("text", [SOLID, "52,615, 792 960 975 992", " 52\n615\t792 960 975 992x1 "])
def test_numbers_are_typed_in_any_way(text: str) -> None:
    assert BurrOptions(sticks=text).numbers == [52, 615, 792, 960, 975, 992]


def test_a_number_may_stand_several_times() -> None:
    assert BurrOptions(sticks="1024 1x2 1024X2").numbers == [1024, 1024, 1024, 1, 1]
    assert BurrOptions(owned="1024 1x2 1024X5").owned_pieces == ((1024, 6), (1, 2))


@pytest.mark.parametrize("word", ["a", "1.5", "52x", "x2", "52x0", "52xx2", "52x1001", "²", "-"])
def test_other_words_are_refused(word: str) -> None:
    with pytest.raises(
        InputError,
        match=r"^Sticks has .*: it must be numbers of sticks, as in 52 615 .*two of the same, 1,000 at most\.$",
    ):
        _ = BurrOptions(sticks=f"615 {word}").numbers


def test_a_text_may_not_be_of_any_length() -> None:
    with pytest.raises(InputError, match=f"at most {LONGEST_TYPED} characters"):
        BurrOptions(sticks="1 " * LONGEST_TYPED)


def test_what_only_a_wish_uses_asks_for_one() -> None:
    assert BURR.values_with({"level": 3})["made_by"] == WISH
    assert BURR.values_with({"stick_length": "8"})["made_by"] == NUMBERS
    with pytest.raises(InputError, match="Sticks makes no difference here: the burr is a wish"):
        BURR.values_with({"level": 3, "sticks": SOLID})
    with pytest.raises(
        InputError, match="Owned makes no difference here: the burr is one of sticks by numbers, and only"
    ):
        BURR.values_with({"made_by": NUMBERS, "owned": SOLID})


def test_numbers_of_boards_ask_for_boards() -> None:
    values = BURR.values_with({"boards": "1024x2 1"})
    assert (values["made_by"], values["pieces"]) == (NUMBERS, "boards")
    assert BurrOptions(pieces="boards", boards="1024x2 1").numbers == [1024, 1024, 1]
    with pytest.raises(
        InputError, match=r"^Boards has 'x': it must be numbers of boards, as in 384 508 .* or 384x2 for"
    ):
        _ = BurrOptions(pieces="boards", boards="x").numbers
    shown = [name for name, _ in BURR.shown(values)]
    assert shown == ["made_by", "pieces", "boards"]


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"notchable": True}, "Notchable makes no difference here: the burr is a wish of boards, and only a wish of"),
        (
            {"stick_length": "8"},
            "Length makes no difference here: the burr is one of boards by numbers, and only sticks use",
        ),
        (
            {"sticks": SOLID},
            "Sticks makes no difference here: the burr is one of boards by numbers, and only sticks by",
        ),
    ],
)
def test_what_only_sticks_use_is_refused_for_boards(given: dict[str, Value], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        BURR.values_with({"pieces": "boards", **given})


def test_a_wish_for_boards_that_was_stopped_goes_on_as_their_numbers() -> None:
    wish = BURR.values_with({"pieces": "boards", "level": 3})
    stopped = BURR.stopped_at(wish, Progress(1, 1, 0.5, made(BOARDS, "boards")))
    assert (stopped["made_by"], stopped["pieces"], stopped["boards"]) == (NUMBERS, "boards", BOARDS)


def test_a_wish_that_was_stopped_goes_on_as_the_numbers_of_the_best() -> None:
    wish = BURR.values_with({"level": 3})
    stopped = BURR.stopped_at(wish, Progress(1, 1, 0.5, made("1024x6")))
    assert (stopped["made_by"], stopped["sticks"]) == (NUMBERS, "1024 1024 1024 1024 1024 1024")
    assert BURR.stopped_at(wish, Progress(1, 1, 0.5, None)) == wish
