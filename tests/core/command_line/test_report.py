# SPDX-License-Identifier: GPL-3.0-or-later
"""The JSON of the command line is as its schema says, all of it, and people can read it."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from puzzle_cubes.command_line.output import laid_out
from puzzle_cubes.kinds import KINDS
from puzzle_cubes.packing.files.xmpuzzle import puzzle_to_xmpuzzle
from puzzle_cubes.packing.making.options import CLASSICS
from tests.core.command_line import schema
from tests.core.command_line.command import run_here

SMALL = ["oskar", "--size", "2x2x3", "--one-piece"]


@cache
def validator() -> Any:
    """Return what holds a report to the schema; only who needs it waits until it is imported, which takes long."""
    from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

    return Draft202012Validator(json.loads(schema.FILE.read_text(encoding="utf-8")))


def reported(*arguments: str) -> tuple[Any, str]:
    """Return what a run prints as JSON, which must be what the schema says, and its text."""
    text = run_here(*arguments, "--json").output
    report = json.loads(text)
    validator().validate(report)
    return report, text


def test_the_schema_is_what_is_declared() -> None:
    validator().check_schema(schema.schema())
    assert schema.FILE.read_text(encoding="utf-8") == schema.text(), "write it anew: make written"


def test_every_key_is_described() -> None:
    def look(value: Any, place: str) -> list[str]:
        own = [f"{place}/{name}" for name, entry in value.get("properties", {}).items() if "description" not in entry]
        inner = [value.get("items"), *value.get("anyOf", ()), *value.get("properties", {}).values()]
        return own + [entry for undescribed in inner if undescribed for entry in look(undescribed, place)]

    definitions = schema.schema()["$defs"]
    assert [definition for name, undescribed in definitions.items() for definition in look(undescribed, name)] == []


@pytest.mark.parametrize(
    "arguments",
    [
        *([kind] for kind in KINDS),
        ["oskar", "--size", "2", "--kit", "--check", "--out", "{folder}/kit", "--mazecube", "{folder}/cube.txt"],
        ["oskar", "--size", "2", "--sheet", "--check", "--out", "{folder}/flat"],
        [*SMALL, "--check", "--wall", "0.5", "--bed", "20", "--nozzle", "0.6"],
        ["oskar", "--code", "M1YZ9-68V4F-J"],
        ["burr", "--sticks", "52", "615", "792", "960", "975", "992", "--count", "--assemble"],
        ["burr", "--sticks", "1024x6", "--check", "--out", "{folder}/out"],
        ["burr", "--sticks", "1", "1024x5", "--length", "8", "--first"],
        ["burr", "--code", "B5SVD-NB7PA-5ECG9-MHZ"],
        ["burr", "--boards", "384", "508", "988", "1021", "1024", "1596", "--count", "--assemble"],
        ["packing", "--puzzle", "megaron", "--assemble", "--check", "--out", "{folder}/out", "--coupon", "{folder}/c"],
        ["packing", "--puzzle", "tetris", "--first"],
        ["packing", "--design", "4", "--seed", "2", "--tray-wall", "0", "--check"],
        ["packing", "--pieces", "{folder}/locked.txt", "--assemble"],
        ["packing", "--pieces", "{folder}/soma.xmpuzzle", "--first"],
    ],
    ids=" ".join,
)
def test_a_report_is_what_the_schema_says(tmp_path: Path, arguments: list[str]) -> None:
    (tmp_path / "soma.xmpuzzle").write_text(puzzle_to_xmpuzzle(CLASSICS["soma"].puzzle))
    # A cube in a shell: it cannot come out.
    shell = [(x, y, z) for x in range(3) for y in range(3) for z in range(3) if (x, y, z) != (1, 1, 1)]
    words = " ".join(str(number) for cell in shell for number in cell)
    (tmp_path / "locked.txt").write_text(f"1 {words}\n1 0 0 0\n")
    report, text = reported(*(argument.format(folder=tmp_path) for argument in arguments))
    assert (report["format"], report["kind"]) == (1, arguments[0])
    assert len(text.splitlines()) < 120


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ([*SMALL, "--seed", "x"], 2),
        ([*SMALL, "--no-such"], 2),
        (["cube"], 2),
        ([*SMALL, "--min-length", "11", "--attempts", "1"], 1),
        (["packing", "--from", "nowhere.json"], 2),
    ],
    ids=str,
)
def test_what_is_wrong_is_said_as_json_too(arguments: list[str], code: int) -> None:
    done = run_here(*arguments, "--json")
    report = json.loads(done.output)
    validator().validate(report)
    assert done.code == report["error"]["code"] == code
    assert done.errors == f"puzzle-cubes: {report['error']['message']}\n"
    assert run_here(*arguments, "--JSON").output == done.output


def test_the_word_for_the_difficulty_is_that_of_the_panel() -> None:
    assert reported("packing", "--puzzle", "megaron")[0]["difficulty"] == "Hard"
    assert reported(*SMALL)[0]["difficulty"] == "Very Easy"
    # Of a few solutions alone it is not known.
    assert reported("packing", "--puzzle", "soma", "--first")[0]["difficulty"] is None


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({}, "{\n\n}"),
        ({"cell": [0, 1, 2], "cells": [[0, 1, 2]] * 30}, '"cell": [0, 1, 2],\n  "cells": [[0, 1, 2], [0, 1, 2], [0'),
        ({"few": [{"a": 1}, {"b": 2}]}, '{\n  "few": [{"a": 1}, {"b": 2}]\n}'),
        ({"long": [{"a": [1] * 30}] * 2}, '"long": [\n    {"a": [1, 1'),
        ({"many": [{"a": [1, 2, 3]}] * 20}, '    {"a": [1, 2, 3]}, {"a": [1, 2, 3]},\n'),
        ({"names": {"x" * 70: 1, "y" * 70: [1, 2]}}, '"yyyyyyyyyy'),
    ],
    ids=lambda value: str(value)[:20],
)
def test_lists_of_cells_stand_on_one_line_and_records_on_one_each(value: Any, text: str) -> None:
    laid = laid_out(value)
    assert text in laid
    assert json.loads(laid) == value
