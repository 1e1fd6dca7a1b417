# SPDX-License-Identifier: GPL-3.0-or-later
"""Conditions are read as they are meant, and nothing else gets through to the shelf."""

from __future__ import annotations

import sqlite3
from functools import partial

import pytest
from hypothesis import example, given
from hypothesis import strategies as draw

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.kind.by_name import one_of
from puzzle_cubes.shelf.shelf import Condition, column_of, conditions_from

FIGURES = ("length", "loops", "bits")
named = partial(one_of, "Measure", names=FIGURES)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("length > 40", [("length", ">", 40)]),
        ("length>=40 and loops==0", [("length", ">=", 40), ("loops", "=", 0)]),
        (" bits <= -1.5e2 , loops != 3 AND LENGTH<7", [("bits", "<=", -150), ("loops", "!=", 3), ("length", "<", 7)]),
    ],
)
def test_a_text_is_conditions(text: str, expected: list[tuple[str, str, float]]) -> None:
    assert conditions_from(text, named) == tuple(Condition(*parts) for parts in expected)


@given(draw.text(alphabet="lengthops>=<!;'\"-0123456789() ,and*/", max_size=30) | draw.text(max_size=30))
@example("length > 1; DROP TABLE rows_oskar")
@example("length > (SELECT 1)")
@example('length" > 1 --')
@example("length > 1 or 1 = 1")
def test_any_text_is_conditions_on_known_numbers_or_is_refused(text: str) -> None:
    try:
        conditions = conditions_from(text, named)
    except InputError:
        return
    for condition in conditions:
        assert condition.figure in FIGURES
        assert condition.comparison in {"<=", ">=", "!=", "=", "<", ">"}
        assert condition.sql("x") == f"x {condition.comparison} ?"
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE numbers (length, loops, bits)")
    statement = " AND ".join(condition.sql(column_of(condition.figure)) for condition in conditions)
    connection.execute(f"SELECT * FROM numbers WHERE {statement}", [condition.value for condition in conditions])  # noqa: S608
    connection.close()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "length",
            "Condition is 'length': it must be a measure, one of < <= = != >= > and a number, as in ",
        ),
        ("height > 3", "Measure is 'height': it must be one of length, loops, bits."),
        ("length > 1e999999", None),
        ("length > many", "Condition is 'length > many': "),
    ],
)
def test_what_is_none_is_refused_with_a_sentence(text: str, sentence: str | None) -> None:
    if sentence is None:
        assert conditions_from(text, named)[0].value == float("inf")
        return
    with pytest.raises(InputError) as refusal:
        conditions_from(text, named)
    assert str(refusal.value).startswith(sentence)
