# SPDX-License-Identifier: GPL-3.0-or-later
"""Each way in which people write the same is taken."""

from __future__ import annotations

import pytest

from puzzle_cubes.common.words import folded, nearest
from puzzle_cubes.kinds import KINDS
from puzzle_shelf.arguments import given_series
from puzzle_shelf.arguments import parsed as shelf_parsed
from tests.core.command_line.command import report_of


@pytest.mark.parametrize(
    "size",
    [["4"], ["4x4x4"], ["4X4X4"], ["4,4,4"], ["4×4×4"], ["4", "4", "4"], ["4 4 4"], ["4 x 4 x 4"], ["4,", "4,", "4"]],
    ids=str,
)
def test_a_size_is_written_in_many_ways(size: list[str]) -> None:
    assert report_of("oskar", "--size", *size)["size"] == [4, 4, 4]


def test_a_size_in_one_word_has_three_sides() -> None:
    assert report_of("oskar", "--size=2x3x4", "--seed", "1")["size"] == [2, 3, 4]
    assert report_of("packing", "--size", "3x2x2", "--design", "3")["size"] == [3, 2, 2]


@pytest.mark.parametrize(
    ("arguments", "key", "value"),
    [
        (["--style", "Growing-Tree"], "style", "growing_tree"),
        (["--style", "growing tree"], "style", "growing_tree"),
        (["--STYLE=GROWINGTREE"], "style", "growing_tree"),
        (["--Style", "Hunt And Kill"], "style", "hunt_and_kill"),
        (["--start", "0", "0", "0"], "start", [0, 0, 0]),
        (["--start", "0x1x0"], "start", [0, 1, 0]),
        (["--difficulty", "very easy", "--effort", "Quick"], "style", "hard"),
        (["--Look_Ahead", "1", "--effort", "60"], "style", "hard"),
        (["--min_length", "3"], "seed", 0),
    ],
    ids=str,
)
def test_names_are_folded(arguments: list[str], key: str, value: object) -> None:
    assert report_of("OSKAR", "--size", "3", *arguments)[key] == value


@pytest.mark.parametrize("name", ["Slothouber-Graatsma", "slothouber graatsma", "SLOTHOUBER_GRAATSMA"])
def test_classics_are_named_as_people_do(name: str) -> None:
    assert report_of("packing", "--puzzle", name)["name"] == "Slothouber-Graatsma"


@pytest.mark.parametrize("bed", [["100", "80"], ["100 * 80 mm"]], ids=str)
def test_a_bed_is_written_as_a_size_is(bed: list[str]) -> None:
    report = report_of("oskar", "--size", "3", "--kit", "--check", "--bed", *bed)
    assert {part["bed"] for part in report["parts"]} == {1, 2}


def test_a_bed_is_square_or_round_by_that_word() -> None:
    beds = (["80", "--round-bed"], ["round", "80"], ["80mm round"], ["80"], ["80", "80"])
    *as_round, square, sides = (
        report_of("oskar", "--size", "2", "--kit", "--check", "--bed", *bed)["parts"] for bed in beds
    )
    assert as_round == [as_round[0]] * 3 != [square] * 3
    assert square == sides


@pytest.mark.parametrize(
    "arguments",
    [
        ["--size", "4", "4", "4", "my shelf.db"],
        ["my shelf.db", "--size", "4"],
        ["--size", "4x4x4", "my shelf.db"],
        ["--Size", "4", "my shelf.db", "--kind", "Oskar"],
    ],
    ids=str,
)
def test_on_a_shelf_the_file_may_come_after_the_size(arguments: list[str]) -> None:
    options, kind = shelf_parsed([*arguments, "--seeds", "0", "9"], None)  # type: ignore[arg-type]
    assert options.file == "my shelf.db"
    assert given_series(options, kind)["size"] == (4, 4, 4)


def test_on_a_shelf_a_difficulty_chooses_the_style_too() -> None:
    options, kind = shelf_parsed(["x.db", "--seeds", "0", "9", "--difficulty", "Very Hard"], None)  # type: ignore[arg-type]
    values = given_series(options, kind)
    assert kind == KINDS["oskar"]
    assert (values["style"], values["difficulty"]) == ("hard", "very_hard")


@pytest.mark.parametrize(
    ("text", "is_folded"),
    [("Growing-Tree", "growingtree"), (" a_b c ", "abc"), ("-1", "-1"), ("", ""), ("a--b", "ab"), ("-a-", "-a-")],
)
def test_what_joins_words_is_left_out_and_a_minus_is_not(text: str, is_folded: str) -> None:
    assert folded(text) == is_folded


@pytest.mark.parametrize(
    ("text", "name"), [("Kruskall", "kruskal"), ("hunt+kill", "hunt_and_kill"), ("xyz", ""), ("", ""), ("x" * 9000, "")]
)
def test_the_nearest_name_is_found(text: str, name: str) -> None:
    assert nearest(text, ["hunt_and_kill", "kruskal", "prim"]) == name
