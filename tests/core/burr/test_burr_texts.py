# SPDX-License-Identifier: GPL-3.0-or-later
"""The texts of burrs: their own file, and those of other programs, which say themselves whether they hold sticks."""

from __future__ import annotations

import pytest

from puzzle_cubes.burr.crossed import boards_of, sticks_of
from puzzle_cubes.burr.kind import BURR
from puzzle_cubes.common.errors import InputError
from puzzle_cubes.kind.kind import read_puzzle
from puzzle_cubes.kinds import KINDS
from puzzle_cubes.packing.kind import PACKING
from tests.core.burr.test_burr_facts import BOARDS, SOLID, made


@pytest.mark.parametrize("sticks", [SOLID, "256 928 960 992 1024x2"])
def test_a_burr_comes_back_from_its_own_file_with_its_solutions(sticks: str) -> None:
    burr = made(sticks)
    assert read_puzzle(BURR.to_json(burr), KINDS.values()) == (BURR, burr)


@pytest.mark.parametrize("sticks", [SOLID, "256 928 960 992 1024x2"])
@pytest.mark.parametrize("number", range(2))
def test_a_text_of_another_program_that_holds_sticks_is_a_burr(sticks: str, number: int) -> None:
    burr = made(sticks)
    kind, read = read_puzzle(BURR.formats[number].write(burr), KINDS.values())
    assert kind is BURR
    assert sticks_of(read) == sticks_of(burr)
    assert read.goal == burr.goal


@pytest.mark.parametrize("number", range(2))
def test_a_text_of_another_program_that_holds_boards_is_a_burr(number: int) -> None:
    burr = made(BOARDS, "boards")
    assert read_puzzle(BURR.to_json(burr), KINDS.values()) == (BURR, burr)
    kind, read = read_puzzle(BURR.formats[number].write(burr), KINDS.values())
    assert kind is BURR
    assert (boards_of(read), read.goal) == (boards_of(burr), burr.goal)


@pytest.mark.parametrize("number", range(2))
def test_other_pieces_are_none(number: int) -> None:
    megaron = PACKING.make(PACKING.values_with({}))
    text = PACKING.formats[number].write(megaron)
    assert read_puzzle(text, KINDS.values())[0] is PACKING
    # Who asks for a burr has these pieces as one.
    assert not BURR.formats[number].recognizes("<damaged")
    assert not BURR.formats[number].recognizes("2 xx|x.\n1 0 0 a")


def test_the_file_of_other_pieces_is_refused() -> None:
    megaron = PACKING.make(PACKING.values_with({}))
    with pytest.raises(InputError, match='its "format" must be "burr-puzzle"'):
        BURR.from_json(PACKING.to_json(megaron))
