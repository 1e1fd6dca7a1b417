# SPDX-License-Identifier: GPL-3.0-or-later
"""Options are declared once: what a value may be, how it is read, its name and its place in a file follow from that."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, nan
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.common.options import (
    CELLS,
    MILLIMETERS,
    OWN,
    SHARE,
    Choice,
    Options,
    decimal_number,
    declared,
    merged,
    option,
    rounded,
    value_from_json,
    values_of,
    whole_number,
)
from puzzle_cubes.kinds import KINDS
from puzzle_cubes.printing.printer import Printer

COLORS = {"red": Choice("Red", "Like a rose"), "blue": Choice("Blue", "Like the sea")}
SPEEDS = {"slow": Choice("Slow", "10 steps", 10), "fast": Choice("Fast", "99 steps", 99)}
PLACES = {"middle": Choice("Middle", "Halfway")}


@dataclass(frozen=True)
class Example(Options):
    """One option of each form."""

    width: float = option(2.0, "Wall Width", "How wide", least=0.5, most=9.0, zero=True, unit=MILLIMETERS)
    count: int = option(3, "Count", "How many", least=1, most=5)
    size: Any = option((1, 2, 3), "Size", "How large", least=1, most=4, unit=CELLS)
    color: str = option("red", "Color", "Which color", choices=COLORS)
    speed: int = option(99, "Speed", "How fast", least=1, most=1000, choices=SPEEDS, own=50)
    place: Any = option("middle", "Place", "Where", most=9, choices=PLACES, own=(0, 0, 0))
    bright: bool = option(False, "Bright", "Whether bright", flag="light")
    shares: Any = option((0.5, 0.5, 0.5), "Shares", "How much of each", unit=SHARE)


BY_NAME = {field.name: field for field in declared(Example)}


def test_declarations_keep_their_order_and_know_their_names() -> None:
    assert list(BY_NAME) == ["width", "count", "size", "color", "speed", "place", "bright", "shares"]
    assert (BY_NAME["bright"].flag, BY_NAME["width"].flag) == ("light", "width")
    assert values_of(Example()) == {name: field.default for name, field in BY_NAME.items()}


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"width": 0.4}, "Wall width is 0.4 mm: it must be 0, or from 0.5 to 9 mm."),
        ({"width": nan}, "Wall width is nan mm: it must be 0, or from 0.5 to 9 mm."),
        ({"width": -inf}, "Wall width is -inf mm: it must be 0, or from 0.5 to 9 mm."),
        ({"count": 0}, "Count is 0: it must be from 1 to 5."),
        ({"count": 6}, "Count is 6: it must be from 1 to 5."),
        ({"size": (1, 5, 1)}, "Size Y is 5: it must be from 1 to 4 cells."),
        ({"color": "x" * 50}, f"Color is '{'x' * 35}...': it must be one of red, blue."),
        ({"speed": 1001}, "Speed is 1001: it must be from 1 to 1000."),
        ({"place": "top"}, "Place is 'top': it must be one of middle."),
        ({"shares": (0.5, 0.5, 1.5)}, "Shares Z is 1.5: it must be from 0 to 1."),
        ({"place": (0, 0, 10)}, "Place Z is 10: it must be from 0 to 9."),
    ],
)
def test_what_cannot_be_is_refused_in_one_way(values: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InputError) as refused:
        Example(**values)
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    "values", [{"width": 0}, {"width": 0.5}, {"width": 9}, {"count": 5}, {"place": (9, 0, 9)}, {"bright": True}]
)
def test_the_ends_of_a_range_can_be(values: dict[str, Any]) -> None:
    assert values_of(Example(**values)) == values_of(Example()) | values


def test_names_stand_for_values() -> None:
    assert BY_NAME["speed"].named("slow") == 10
    assert BY_NAME["color"].named("blue") == "blue"
    assert [BY_NAME[name].default_name for name in ("speed", "color", "place")] == ["fast", "red", "middle"]
    (unnamed,) = (field for field in declared(OtherSpeed) if field.name == "speed")
    assert unnamed.default_name == OWN


@dataclass(frozen=True)
class OtherSpeed(Options):
    """A default that has no name."""

    speed: int = option(7, "Other Speed", "How fast", least=1, most=1000, choices=SPEEDS, own=7)


def test_of_equal_names_the_first_declaration_counts() -> None:
    both = merged([declared(OtherSpeed), declared(Example)])
    assert [field.name for field in both] == ["speed", "width", "count", "size", "color", "place", "bright", "shares"]
    assert both[0].label == "Other Speed"


@pytest.mark.parametrize(
    ("name", "given", "value"),
    [
        ("width", 3, 3),
        ("width", 2.5, 2.5),
        ("count", 4, 4),
        ("size", [1, 2, 3], (1, 2, 3)),
        ("color", "green", "green"),
        ("speed", "slow", 10),
        ("speed", 12, 12),
        ("place", "middle", "middle"),
        ("place", [1, 2, 3], (1, 2, 3)),
        ("bright", True, True),
        ("shares", [0, 0.25, 1], (0.0, 0.25, 1.0)),
    ],
)
def test_values_are_read_from_json(name: str, given: object, value: object) -> None:
    assert value_from_json(BY_NAME[name], given, "The file's") == value


@pytest.mark.parametrize(
    ("name", "given", "wanted"),
    [
        ("width", "2", "a number"),
        ("shares", [0.5, 0.5], "three numbers"),
        ("shares", [0.5, 0.5, True], "three numbers"),
        ("width", True, "a number"),
        ("count", 1.0, "a whole number"),
        ("count", True, "a whole number"),
        ("size", [1, 2], "three whole numbers"),
        ("size", [1, 2, True], "three whole numbers"),
        ("color", 5, "a text"),
        ("place", 5, "three whole numbers"),
        ("bright", 1, "true or false"),
        ("bright", None, "true or false"),
    ],
)
def test_values_of_another_type_are_refused_by_name(name: str, given: object, wanted: str) -> None:
    with pytest.raises(InputError) as refused:
        value_from_json(BY_NAME[name], given, "The file's")
    assert str(refused.value) == f'The file\'s "{name}" is {given!r}: it must be {wanted}.'


def test_lengths_come_back_from_single_precision() -> None:
    assert rounded(0.30000001192092896) == 0.3
    assert rounded(inf) == inf
    assert str(rounded(nan)) == "nan"


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.name)
def test_every_option_of_a_kind_has_words_and_a_default_that_can_be(kind: Any) -> None:
    options = (*kind.options, *declared(kind.dimensions), *declared(Printer))
    assert len({field.name for field in options}) == len(options)
    assert len({field.flag for field in options}) == len(options)
    for field in options:
        field.check(field.default)
        assert field.label
        assert field.label == field.label.title()
        assert field.meaning[0].isupper()
        assert not field.meaning.endswith(".")
        assert set(kind.headline) <= {option.name for option in kind.options}


NO_NUMBERS = ["", " ", "1_0", "_1", "1 ", " 1", "\t1", "1\n", "٣", "１", "²", "--", "-", "+", ".", "e5", "1e", "0x1"]
NO_NUMBERS += ["1,5", "five", "nan", "inf", "-inf", "1e5.", "9" * 41, "\ud800", "1\x00", "𝟙"]


@pytest.mark.parametrize("text", NO_NUMBERS, ids=ascii)
def test_what_is_no_number_is_not_read(text: str) -> None:
    assert whole_number(text) is None
    assert decimal_number(text) is None


@pytest.mark.parametrize("text", ["1.0", "1.", ".5", "1e3", "-2.5"])
def test_a_decimal_number_is_no_whole_one(text: str) -> None:
    assert whole_number(text) is None
    assert decimal_number(text) == float(text)


@given(draw.integers(-(10**38), 10**38))
def test_whole_numbers_are_read(number: int) -> None:
    assert whole_number(str(number)) == number
    assert decimal_number(str(number)) == float(number)
    assert whole_number(f"+{abs(number)}") == abs(number)


@given(draw.floats(allow_nan=False, allow_infinity=False))
def test_decimal_numbers_are_read(number: float) -> None:
    assert decimal_number(repr(number)) == number


@given(draw.text(max_size=50))
def test_what_is_read_consists_of_digits(text: str) -> None:
    if whole_number(text) is not None:
        assert set(text) <= set("+-0123456789")
    if decimal_number(text) is not None:
        assert set(text) <= set("+-.eE0123456789")
