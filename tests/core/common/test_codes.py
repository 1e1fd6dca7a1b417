# SPDX-License-Identifier: GPL-3.0-or-later
"""Codes: digits come back from one number, and that however it is typed; what is changed is refused."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as draw

from puzzle_cubes.common.codes import ALPHABET, LONGEST, Reader, Writer, code_number, code_text
from puzzle_cubes.common.errors import InputError

LETTERS = draw.sampled_from(ALPHABET[1:])
NUMBERS = draw.integers(0, 2**40) | draw.integers(0, 2**800)


def refused(code: str) -> bool:
    try:
        code_number(code)
    except InputError:
        return True
    return False


@given(LETTERS, NUMBERS)
@example("M", 0)
@example("M", 31)
@example("M", 32**5)
def test_a_number_comes_back(letter: str, number: int) -> None:
    assert code_number(code_text(letter, number)) == (letter, number)


@given(LETTERS, NUMBERS)
def test_every_single_changed_character_is_refused(letter: str, number: int) -> None:
    code = code_text(letter, number)
    for place, was in enumerate(code):
        if was != "-":
            assert all(
                refused(code[:place] + character + code[place + 1 :]) for character in ALPHABET if character != was
            )


@given(LETTERS, NUMBERS)
def test_all_neighbors_that_change_places_are_refused(letter: str, number: int) -> None:
    plain = code_text(letter, number).replace("-", "")
    for place in range(len(plain) - 1):
        first, second = plain[place], plain[place + 1]
        if first != second:
            assert refused(plain[:place] + second + first + plain[place + 2 :])


def test_of_other_damage_hardly_any_is_taken() -> None:
    plain = code_text("M", 3**60).replace("-", "")
    left_out = [plain[:place] + plain[place + 1 :] for place in range(len(plain)) if plain[place] != plain[place - 1]]
    doubled = [plain[:place] + 2 * plain[place] + plain[place + 1 :] for place in range(len(plain))]
    assert sum(not refused(damaged) for damaged in left_out + doubled) <= 1


@given(draw.text(max_size=60))
def test_any_text_is_a_code_or_is_refused_with_a_sentence(text: str) -> None:
    try:
        code = code_text(*code_number(text))
    except InputError as error:
        sentence = str(error)
    else:
        sentence = f"Code {code}."
    assert sentence.startswith("Code ")
    assert sentence.endswith(".")
    assert len(sentence) < 200


def test_it_may_be_typed_in_many_ways() -> None:
    letter, number = "P", 32**9 + 31
    code = code_text(letter, number)
    assert code == "P1000-00000-ZSP"
    for typed in (code.lower(), " pl000 ooo oo z sp\n", "p-i-o-o-o-0-0-0-0-0-z-s-p", code.replace("-", "\u2011")):
        assert code_number(typed) == (letter, number)
    assert code_number(code_text("V", 7).replace("V", "u")) == ("V", 7)


def with_check(characters: str) -> str:
    """Return characters with the check that they would have in a code: their number's rest by 1021, in base 32."""
    number = 0
    for character in characters:
        number = 32 * number + ALPHABET.index(character)
    return characters + ALPHABET[number % 1021 // 32] + ALPHABET[number % 1021 % 32]


@pytest.mark.parametrize("characters", ["P1", "P10", "P0", "P00", "P01", "P0Z0", "0", "01", "012"])
def test_a_number_has_one_code_that_begins_with_no_zero(characters: str) -> None:
    assert refused(with_check(characters)) == ("0" in characters[:2])


def test_the_longest_code_is_read_and_one_longer_text_is_not() -> None:
    number = 32 ** (LONGEST - 4)
    code = code_text("P", number).replace("-", "")
    assert len(code) == LONGEST
    assert code_number(code.ljust(2 * LONGEST)) == ("P", number)
    assert refused(code.ljust(2 * LONGEST + 1))
    assert refused(code_text("P", 32 * number))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "Code is '': it has 0 characters and must have from 3 to 20,000."),
        ("M7", "Code is 'M7': it has 2 characters and must have from 3 to 20,000."),
        ("M7#33", "Code is 'M7#33': '#' at place 3 is not a letter or digit of codes."),
        ("M\ufb06X33", "Code is 'M\ufb06X33': '\ufb06' at place 2 is not a letter or digit of codes."),
        ("M7Q33", "Code is 'M7Q33': a character of it is wrong, missing or too many."),
        ("M" * (LONGEST + 1), f"Code is '{35 * 'M'}...': it has 20,001 characters and must have from 3 to 20,000."),
        (" " * 3 * LONGEST, "Code has 60,000 characters: at most 20,000 are read."),
    ],
)
def test_what_is_no_code_is_refused_with_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(InputError) as refusal:
        code_number(text)
    assert str(refusal.value) == sentence


DIGITS = draw.integers(1, 300).flatmap(lambda base: draw.tuples(draw.integers(0, base - 1), draw.just(base)))


@given(draw.lists(DIGITS | draw.integers(0, 10**6)))
def test_digits_come_back_in_their_order(written: list[tuple[int, int] | int]) -> None:
    writer = Writer()
    for number in written:
        if isinstance(number, int):
            writer.put_natural(number)
        else:
            writer.put(*number)
    reader = Reader(writer.number)
    for number in written:
        if isinstance(number, int):
            assert reader.take_natural() == number
        else:
            assert reader.take(number[1]) == number[0]
    reader.check_end()


@pytest.mark.parametrize(("number", "bits"), [(0, 4), (7, 4), (8, 8), (71, 8), (72, 12)])
def test_small_numbers_take_few_bits(number: int, bits: int) -> None:
    writer = Writer()
    writer.put_natural(number)
    writer.put(1, 2)
    assert writer.number.bit_length() == bits + 1


def test_what_is_no_digit_or_no_number_is_refused() -> None:
    with pytest.raises(ValueError, match="5 is not a digit of base 5"):
        Writer().put(5, 5)
    with pytest.raises(InputError, match="far too long"):
        Reader(2**200 - 1).take_natural()
    with pytest.raises(InputError, match="more than a puzzle"):
        Reader(1).check_end()


def test_naturals_have_ten_places_of_eight_at_most() -> None:
    largest = sum(8**places for places in range(1, 11)) - 1
    for number in (largest, largest + 1):
        writer = Writer()
        writer.put_natural(number)
        if number == largest:
            assert Reader(writer.number).take_natural() == number
        else:
            with pytest.raises(InputError, match="far too long"):
                Reader(writer.number).take_natural()
