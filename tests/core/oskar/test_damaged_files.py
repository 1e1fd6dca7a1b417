# SPDX-License-Identifier: GPL-3.0-or-later
"""A damaged puzzle file is refused with a sentence that names the place, and never with anything else."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as run_with
from hypothesis import strategies as draw

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.oskar.generating import generate
from puzzle_cubes.oskar.making.puzzle import Puzzle
from puzzle_cubes.oskar.making.settings import Settings
from puzzle_cubes.oskar.puzzle_texts import puzzle_from_json, puzzle_to_json
from tests.core.packing.files.damages import damaged, read_or_refuse

Data = dict[str, Any]
Place = tuple[str | int, ...]

GOOD = puzzle_to_json(generate(Settings(size=(3, 2, 4), seed=5, start=(1, 1, 1))))


def read_and_written(text: str) -> Puzzle | None:
    """Read a text, and what is then written; None where it is refused."""
    puzzle = read_or_refuse(lambda: puzzle_from_json(text))
    assert puzzle is None or puzzle_from_json(puzzle_to_json(puzzle)) == puzzle
    return puzzle


def test_a_file_cut_off_anywhere_is_refused() -> None:
    whole = len(GOOD.rstrip())
    assert [cut for cut in range(whole) if read_and_written(GOOD[:cut])] == []
    assert read_and_written(GOOD[:whole]) is not None


@pytest.mark.parametrize(("last", "line"), [("{", 1), ('"start": [1,', 5), ('"XY": [', 8)])
def test_a_file_cut_off_is_refused_with_the_line(last: str, line: int) -> None:
    cut = GOOD.index(last) + len(last)
    with pytest.raises(InputError, match=f"damaged or cut off at line {line}:"):
        puzzle_from_json(GOOD[:cut])


@given(damaged(GOOD, '[]{}",:#.0123456789-eE \n\\truefalsn'))
def test_a_file_with_a_damaged_stretch_is_read_or_refused(text: str) -> None:
    read_and_written(text)


@given(draw.text())
def test_any_text_is_refused(text: str) -> None:
    assert read_and_written(text) is None


ANY_VALUE = draw.recursive(
    draw.none() | draw.booleans() | draw.integers() | draw.integers(-3, 9) | draw.floats() | draw.text(max_size=9),
    lambda inner: draw.lists(inner, max_size=4) | draw.dictionaries(draw.text(max_size=9), inner, max_size=4),
    max_leaves=6,
)


def places(value: object, here: Place = ()) -> Iterator[Place]:
    """Yield where the values of a JSON document are, from the whole of it to its innermost ones."""
    yield here
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from places(inner, (*here, key))


def replaced(value: Any, place: Place, new: object) -> object:
    """Return a document with one value replaced."""
    if not place:
        return new
    changed = copy.copy(value)
    changed[place[0]] = replaced(value[place[0]], place[1:], new)
    return changed


@given(draw.sampled_from(list(places(json.loads(GOOD)))), ANY_VALUE)
@run_with(max_examples=400)
def test_a_file_with_any_value_replaced_is_read_or_refused(place: Place, new: object) -> None:
    read_and_written(json.dumps(replaced(json.loads(GOOD), place, new)))


def put(*place: str | int, value: object) -> Callable[[Data], object]:
    """Return a damage: one value replaced."""
    return lambda data: replaced(data, place, value)


def without(*place: str) -> Callable[[Data], object]:
    """Return a damage: one value left out."""

    def damage(data: Data) -> object:
        holder = data
        for key in place[:-1]:
            holder = holder[key]
        del holder[place[-1]]
        return data

    return damage


def square(face: str, column: int, row: int, new: str) -> Callable[[Data], object]:
    """Return a damage: one square of a face's picture replaced, perhaps by none or by several."""

    def damage(data: Data) -> object:
        old = data["faces"][face][row]
        data["faces"][face][row] = old[:column] + new + old[column + 1 :]
        return data

    return damage


def closed(data: Data) -> object:
    """Close all passages of the face XY, so that the end is out of reach."""
    data["faces"]["XY"] = [".#.#.", "#####", ".#.#."]
    data["start"], data["end"] = [0, 0, 0], [2, 1, 3]
    return data


DAMAGES: dict[str, tuple[Callable[[Data], object], str]] = {
    "no object": (lambda _: [1, 2], '"format"'),
    "null": (lambda _: None, '"format"'),
    "no format": (without("format"), '"format"'),
    "another format": (put("format", value="stl"), '"format"'),
    "no version": (without("version"), "version None"),
    "later version": (put("version", value=2), "version 2"),
    "version true": (put("version", value=True), "version True"),
    "no size": (without("size"), '"size" is None'),
    "size of two": (put("size", value=[3, 2]), r'"size" is \[3, 2\]'),
    "size as text": (put("size", value="3x2x4"), "\"size\" is '3x2x4'"),
    "size with a point": (put("size", value=[3.0, 2, 4]), r'"size" is \[3\.0, 2, 4\]'),
    "size with a truth": (put("size", value=[3, True, 4]), r'"size" is \[3, True, 4\]'),
    "size zero": (put("size", 1, value=0), "Size Y is 0"),
    "size astronomical": (put("size", 0, value=10**30), "Size X is 1000000000000000000000000000000"),
    "size of one cell": (put("size", value=[1, 1, 1]), "Size is 1 x 1 x 1"),
    "size that does not fit": (put("size", value=[3, 3, 4]), "Face XY .* 3 rows: this size needs 5"),
    "no start": (without("start"), '"start" is None'),
    "start outside": (put("start", 0, value=3), "Start X is 3"),
    "start as object": (put("start", value={"x": 1}), '"start" is'),
    "no end": (without("end"), '"end" is None'),
    "end outside": (put("end", 1, value=2), "End Y is 2"),
    "end at the start": (put("end", value=[1, 1, 1]), "End is .* same as the start"),
    "end out of reach": (closed, "End is .* cannot be reached"),
    "no faces": (without("faces"), '"faces"'),
    "faces as list": (put("faces", value=[]), '"faces"'),
    "a face missing": (without("faces", "XZ"), "Face XZ .* no rows"),
    "a face as text": (put("faces", "YZ", value="....."), "Face YZ"),
    "a row too few": (put("faces", "XY", value=["....."] * 2), "Face XY .* 2 rows"),
    "a row too many": (put("faces", "XY", value=["....."] * 4), "Face XY .* 4 rows"),
    "a row too short": (square("XZ", 4, 3, ""), "Face XZ .* row 3"),
    "a row as number": (put("faces", "XZ", 2, value=5), "Face XZ .* row 2"),
    "a wrong character": (square("YZ", 1, 4, "x"), "Face YZ .* row 4"),
    "a closed cell": (square("XZ", 2, 4, "#"), "Face XZ .* column 2, row 4 is a cell"),
    "an open post": (square("XZ", 3, 5, "."), "Face XZ .* column 3, row 5 is a post"),
    "settings as text": (put("settings", value="classic"), '"settings"'),
    "one setting too many": (lambda data: replaced(data, ("settings",), {**data["settings"], "x": 1}), '"settings"'),
    "a setting missing": (without("settings", "seed"), '"settings"'),
    "seed as text": (put("settings", "seed", value="5"), "\"seed\" is '5'"),
    "style as number": (put("settings", "style", value=1), '"style" is 1'),
    "end of settings as list": (put("settings", "end", value=[]), r'"end" is \[\]'),
    "start of settings too short": (put("settings", "start", value=[1, 1]), r'"start" is \[1, 1\]'),
    "start of settings outside": (put("settings", "start", value=[1, 1, 9]), "Start Z is 9"),
    "size of settings as text": (put("settings", "size", value="3"), "\"size\" is '3'"),
    "another size in the settings": (put("settings", "size", value=[4, 4, 4]), r'"size" is \[4, 4, 4\]'),
    "all corners as number": (put("settings", "all_corners", value=0), '"all_corners" is 0: it must be true or false'),
    "length share true": (put("settings", "length_share", value=True), '"length_share" is True: it must be a number'),
    "attempts true": (put("settings", "attempts", value=True), '"attempts" is True'),
    "minimum length null": (put("settings", "minimum_length", value=None), '"minimum_length" is None'),
    "minimum length too large": (put("settings", "minimum_length", value=24), "Minimum length is 24"),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_the_message_names_the_place(name: str) -> None:
    damage, message = DAMAGES[name]
    with pytest.raises(InputError, match=message):
        puzzle_from_json(json.dumps(damage(json.loads(GOOD))))


@pytest.mark.parametrize("depth", [50, 900, 950, 980, 1_000, 100_000])
@pytest.mark.parametrize("name", ["format", "version", "size", "start", "faces", "settings"])
def test_deep_nesting_is_refused(name: str, depth: int) -> None:
    nested = "[" * depth + "]" * depth
    # Of several values of one name the last one counts: so the good one has to go.
    renamed = GOOD.replace(f'\n  "{name}":', '\n  "other":')
    assert read_and_written(renamed.replace("{", f'{{"{name}": {nested}, ', 1)) is None


def test_a_bomb_of_brackets_is_refused() -> None:
    assert read_and_written("[" * 100_000) is None
    assert read_and_written('{"a":' * 100_000) is None


@pytest.mark.parametrize("good", ['"version": 1', '"start": [1', '"seed": 5'])
def test_a_number_of_thousands_of_digits_is_refused(good: str) -> None:
    assert good in GOOD
    assert read_and_written(GOOD.replace(good, good[:-1] + "7" * 5_000)) is None


def test_a_file_far_too_long_is_refused() -> None:
    with pytest.raises(InputError, match="4,000,001 characters"):
        puzzle_from_json(GOOD.ljust(4_000_001))
    assert read_and_written(GOOD.ljust(4_000_000)) is not None
