# SPDX-License-Identifier: GPL-3.0-or-later
"""Words of sentences: singular and plural, values cut to the room that there is, names that are nearly right."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.common import words


def test_only_one_thing_is_in_the_singular_and_thousands_can_be_grouped() -> None:
    assert [words.counted(number, "move") for number in (0, 1, 2)] == ["0 moves", "1 move", "2 moves"]
    assert [words.counted(number, "body", "bodies") for number in (0, 1, 2)] == ["0 bodies", "1 body", "2 bodies"]
    assert [words.counted(1234, "move", grouped=grouped) for grouped in (False, True)] == ["1234 moves", "1,234 moves"]


def test_lengths_and_amounts_have_the_digits_that_a_maker_uses() -> None:
    assert words.in_millimeters(0.66875) == "0.67 mm"
    assert words.in_millimeters(104.1124, 60.0, 7.075) == "104.11 x 60 x 7.08 mm"
    assert [words.about(amount) for amount in (178.2, 22.4, 3.14159, 0.0567)] == ["178", "22", "3.1", "0.057"]


@given(draw.text(max_size=60) | draw.lists(draw.integers()) | draw.floats())
def test_a_value_is_shown_as_python_writes_it_in_at_most_forty_characters(value: object) -> None:
    text = words.shortened(value)
    assert len(text) <= 40
    end = f"...{text[-1]}" if isinstance(value, str) else "..."
    assert text == repr(value) or (text.endswith(end) and repr(value).startswith(text[: -len(end)]) and len(text) == 40)


def test_a_value_that_is_nested_too_deeply_is_still_shown() -> None:
    nested: list[object] = []
    for _ in range(100_000):
        nested = [nested]
    assert words.shortened(nested) == "nested too deeply"


@given(draw.text(draw.characters(categories=None)) | draw.sampled_from(["\ud800", "a\nb", "\x1b[2J", "caf\udce9"]))
def test_what_is_printable_is_one_line_that_any_output_takes(text: str) -> None:
    line = words.printable(text)
    assert line.isprintable()
    assert line.encode() is not None
    assert line == text or not text.isprintable()


def test_a_path_is_shown_whole_unless_no_sentence_has_room_for_it() -> None:
    assert words.quoted(Path("/home/me/a cube.json")) == "'/home/me/a cube.json'"
    assert words.quoted("caf\udce9\n") == r"'caf\udce9\n'"
    long = words.quoted("/" + 4000 * "a" + "/cube.json")
    assert len(long) < 160
    assert long.endswith("aaa/cube.json'")


def test_places_in_a_row_are_counted_as_they_are_spoken() -> None:
    spoken = "1st 2nd 3rd 4th 11th 12th 13th 21st 100th"
    assert [words.ordinal(int(place[:-2])) for place in spoken.split()] == spoken.split()


@pytest.mark.parametrize(
    ("text", "is_folded"),
    [("Growing-Tree", "growingtree"), (" a_b c ", "abc"), ("-1", "-1"), ("", ""), ("a--b", "ab"), ("-a-", "-a-")],
)
def test_what_joins_words_is_left_out_and_a_minus_is_not(text: str, is_folded: str) -> None:
    assert words.folded(text) == is_folded


@pytest.mark.parametrize(
    ("text", "name"), [("Kruskall", "kruskal"), ("hunt+kill", "hunt_and_kill"), ("xyz", ""), ("", ""), ("x" * 9000, "")]
)
def test_the_nearest_name_is_found(text: str, name: str) -> None:
    assert words.nearest(text, ["hunt_and_kill", "kruskal", "prim"]) == name
