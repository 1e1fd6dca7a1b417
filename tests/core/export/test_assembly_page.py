# SPDX-License-Identifier: GPL-3.0-or-later
"""The page that is written with each kit stands alone, and its pictures show whatever is printed, however thin."""

from __future__ import annotations

import io
import re
from base64 import b64decode
from functools import lru_cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image

from puzzle_cubes.export.assembly_page import picture_of_part, pictures_of_steps
from puzzle_cubes.kind.part import Look, Part
from puzzle_cubes.library import Puzzle, from_text, make
from puzzle_cubes.solids.chamfer import Chamfer
from puzzle_cubes.solids.solid import solid_from_boxes

CASES: dict[str, tuple[str, dict[str, Any]]] = {
    "kit": ("oskar", {"size": (3, 3, 3), "seed": 4, "way": "kit"}),
    "flat kit": ("oskar", {"size": (2, 4, 1), "seed": 4, "way": "kit", "bed_x": 90.0, "material": "petg"}),
    "packing": ("packing", {"puzzle": "slothouber_graatsma"}),
    "without a tray": ("packing", {"puzzle": "diabolical", "tray_wall": 0.0}),
}


PNG = re.compile(r"data:image/png;base64,([A-Za-z0-9+/=]+)")


@lru_cache
def puzzle_of(case: str) -> Puzzle:
    kind, values = CASES[case]
    return make(kind, **values)


def pictures(puzzle: Puzzle, side: int) -> list[Any]:
    """Return the pictures of the steps of a puzzle."""
    told = puzzle.kind.instructions(puzzle.content, puzzle.all_parts, puzzle.way.name)
    return list(pictures_of_steps(puzzle.all_parts, puzzle.steps, told, side))


class Tags(HTMLParser):
    """The content of a page: the addresses that it asks for, and the names of its elements."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.names: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.add(tag)
        self.addresses += [value or "" for name, value in attrs if name in {"href", "src", "srcset", "xlink:href"}]


def root_of(page: str) -> ElementTree.Element:
    """Return the page as an XML parser has it, which raises for what is not well-formed."""
    return ElementTree.fromstring(page.removeprefix("<!DOCTYPE html>"))  # noqa: S314  (our own)


def texts_in(page: str, name: str) -> list[str]:
    (shown_list,) = (candidate for candidate in root_of(page).iter("ol") if candidate.get("class") == name)
    return [" ".join(" ".join(item.itertext()).split()) for item in shown_list]


@pytest.mark.parametrize("case", CASES)
def test_the_page_asks_for_nothing_and_runs_nothing(case: str) -> None:
    page = puzzle_of(case).texts["assembly.html"]
    tags = Tags(page)
    assert tags.addresses
    assert all(PNG.fullmatch(address) for address in tags.addresses)
    assert not tags.names & {"script", "link", "iframe", "object"}
    assert not re.search(r"https?:|url\(|@import|file:", page)
    assert "prefers-color-scheme: dark" in page
    assert len(page) < 400_000


@pytest.mark.parametrize("case", CASES)
def test_every_part_and_every_step_is_there(case: str) -> None:
    puzzle = puzzle_of(case)
    page = puzzle.texts["assembly.html"]
    parts, steps = texts_in(page, "parts"), texts_in(page, "steps")
    for part in puzzle.parts:
        assert any(re.search(rf"{re.escape(part.label)}(?!\w)", text) for text in parts)
    assert sum(int(text.split()[0]) for text in parts) == len(puzzle.parts)
    # With the numbers and sentences of the text beside it.
    written = puzzle.texts["assembly.txt"].splitlines()[2:]
    assert [f"{number}. {text.split(' ', 1)[1]}" for number, text in enumerate(steps, 1)] == written
    assert [int(text.split(" ", 1)[0]) for text in steps] == list(range(1, len(steps) + 1))
    (title,) = (heading.text for heading in root_of(page).iter("h1"))
    assert title == puzzle.name
    assert puzzle.code is None or puzzle.code[:60] in page
    assert f"about {puzzle.estimate.amount} and " in page
    assert puzzle.estimate.basis in page


@pytest.mark.parametrize("case", CASES)
def test_pictures_show_colors_and_arrows_point_inward(case: str) -> None:
    puzzle = puzzle_of(case)
    page = puzzle.texts["assembly.html"]
    drawings = list(root_of(page).iter("svg"))
    assert len(drawings) == len(puzzle.steps)
    for step, drawing in zip(puzzle.steps, drawings, strict=True):
        assert len(list(drawing.iter("polygon"))) == bool(step.moves)
    for data in PNG.findall(page):
        with Image.open(io.BytesIO(b64decode(data))) as image:
            pixels = np.asarray(image)
        seen = pixels[..., 3] == 255
        assert 0.03 < seen.mean() <= 1
        # Sides in different light.
        assert len(np.unique(pixels[seen][:, :3], axis=0)) > 1


@pytest.mark.parametrize(
    ("values", "first"),
    [
        ({"magnet": 5.0}, "You need 4 round magnets of 5 x 2 mm besides what is printed."),
        ({"cut": True, "dowel": 4.0}, "1. Take piece A."),
    ],
    ids=["magnets", "dowels of which none is used"],
)
def test_the_steps_as_text_begin_with_what_is_bought(values: dict[str, Any], first: str) -> None:
    puzzle = make("packing", puzzle="soma", **values)
    lines = puzzle.texts["assembly.txt"].splitlines()[2:]
    assert lines[0] == first
    if "magnet" in values:
        assert lines[1].startswith("Glue a magnet into each hole of tray and lid.")
        assert lines[2:4] == ["", f"1. {puzzle.steps[0].sentence}"]
        for line in lines[:2]:
            assert line in puzzle.texts["assembly.html"]


def test_an_arrow_points_where_the_part_goes() -> None:
    puzzle = puzzle_of("kit")
    ways = {}
    for step, drawing in zip(puzzle.steps, root_of(puzzle.texts["assembly.html"]).iter("svg"), strict=True):
        for outline in drawing.iter("polygon"):
            points = [tuple(map(float, point.split(","))) for point in (outline.get("points") or "").split()]
            begin, tip = (points[0][0] + points[-1][0]) / 2, points[3][0]
            below = (points[0][1] + points[-1][1]) / 2
            ways[step.sentence] = (tip - begin, points[3][1] - below)
    from_side = {
        side: way
        for sentence, way in ways.items()
        for side in ("from the left", "from the right", "from above")
        if sentence.startswith("Plate") and side in sentence
    }
    assert from_side["from the left"][0] > 0 > from_side["from the right"][0]
    # The picture's y goes down.
    assert from_side["from above"][1] > 0


def test_a_kit_says_what_its_marks_are_and_which_moves_to_try() -> None:
    puzzle = puzzle_of("kit")
    page = puzzle.texts["assembly.html"]
    assert "how many shallow notches go across the fingers of its frame" in page
    assert "the plates go together dry" in page
    moves = texts_in(page, "moves")
    assert len(moves) == min(5, puzzle.numbers["straight_moves"])
    solution = texts_in(page, "moves all")
    assert len(solution) == puzzle.numbers["straight_moves"]
    assert solution[: len(moves)] == moves
    cells = [int(move.split()[0]) for move in moves]
    path = np.array(puzzle.solutions[0])
    turned = np.abs(np.diff(path[: sum(cells) + 1], axis=0)).sum(axis=0).sum()
    assert turned == sum(cells)
    assert all(re.fullmatch(r"\d+ cells? (up|down|to the (left|right|front|back))", move) for move in moves)


def test_several_beds_and_no_supports_are_told() -> None:
    page = puzzle_of("flat kit").texts["assembly.html"]
    assert "none: all parts lie flat" in page
    assert " of 90 x 220 mm" in page
    assert "PETG" in page


def test_a_name_from_a_file_is_text(tmp_path: Path) -> None:
    puzzle = puzzle_of("without a tray")
    odd = Puzzle(
        puzzle.kind,
        puzzle.kind.from_json(puzzle.json.replace('"Diabolical"', '"<b>&amp;\\"</b>"')),
        puzzle.dimensions,
        puzzle.printer,
        puzzle.way,
    )
    assert "<b>" in odd.name
    (title,) = (heading.text for heading in root_of(odd.texts["assembly.html"]).iter("h1"))
    assert title == odd.name


@pytest.mark.thorough
def test_a_large_kit_has_a_small_page() -> None:
    puzzle = make("oskar", size=(20, 20, 20), seed=1, way="kit", bed_x=400.0, bed_y=400.0)
    assert len(puzzle.texts["assembly.html"]) < 400_000


def test_of_a_long_code_the_beginning_is_printed_and_where_the_whole_is() -> None:
    puzzle = make("oskar", size=(22, 22, 1), style="backtracker", way="kit", bed_x=900.0, bed_y=900.0)
    groups = str(puzzle.code).split("-")
    assert len(groups) > 32
    (row,) = (text for text in root_of(puzzle.texts["assembly.html"]).itertext() if "in all" in text)
    assert row == f", {len(groups)} groups in all; the file puzzle.json beside this page makes this very puzzle again"
    assert "-".join(groups[:8]) + " ..." in puzzle.texts["assembly.html"]
    assert from_text(puzzle.texts["puzzle.json"]).code == puzzle.code


SIDE = 120


@pytest.mark.parametrize("shift", [0.0, 2.0, 4.0, 6.0])
def test_a_cross_of_arms_thinner_than_a_pixel_is_seen_up_to_its_ends(shift: float) -> None:
    # Of a kit of 100x100x100 cells; beside the middle, it meets pixels otherwise.
    half, thick = 800.0, 4.2
    arms = (((-half, half), (shift, shift + thick), (0, thick)), ((shift, shift + thick), (-half, half), (0, thick)))
    part = Part("cross", "Cross", solid_from_boxes(arms), (Look("Cross", (0.8, 0.1, 0.1, 1.0)),), chamfer=Chamfer(0.4))
    pixels = picture_of_part(part, SIDE)
    seen = pixels[..., 3] > 0
    height, width = seen.shape
    # Nearly as large as the picture, and seen in every column and row; empty between the arms.
    assert 0.9 * SIDE < width <= SIDE
    assert 0.8 * SIDE < height <= SIDE
    assert seen.any(axis=0).all()
    assert seen.any(axis=1).all()
    assert seen.mean() < 0.1
    reds = pixels[seen][:, :3].astype(int)
    assert np.all(reds[:, 0] >= reds[:, 1:].max(axis=1))


def test_a_stick_a_thousand_times_as_long_as_thick_is_seen_from_end_to_end() -> None:
    stick = solid_from_boxes([((0, 2000), (0, 2), (0, 2))])
    part = Part("stick", "Stick", stick, (Look("Stick", (0.1, 0.1, 0.8, 1.0)),))
    pixels = picture_of_part(part, SIDE)
    assert pixels.shape[1] > 0.9 * SIDE
    assert (pixels[..., 3] > 0).any(axis=0).all()


def test_the_notches_of_every_plate_that_is_put_on_are_seen_from_inside() -> None:
    kit = make("oskar", size=3, seed=5)
    inside = {
        step.keys: picture.inside
        for step, picture in zip(kit.steps, pictures(kit, 300), strict=True)
        if picture.inside is not None
    }
    assert len(inside) == 5
    assert {key for keys in inside for key in keys} < {part.key for part in kit.parts if part.walls}
    for pixels in inside.values():
        # A notch is nearly black, and nothing else of a plate is.
        dark = (pixels[..., :3].max(axis=2) < 90) & (pixels[..., 3] > 250)
        assert dark.sum() > 20
    assert all(picture.inside is None for picture in pictures(make("packing", puzzle="soma"), 60))


def test_a_piece_that_gives_way_later_is_seen_in_every_step_before() -> None:
    burr = make("burr", sticks=(144, 632, 855, 864, 960, 1024))
    first = burr.steps[0].keys[0]
    assert sum(first in step.keys for step in burr.steps) == 2
    seen = [picture.pixels for picture in pictures(burr, SIDE)[:3]]
    red = [int(((pixels[..., 0] > 120) & (pixels[..., 1:3].max(axis=2) < 90)).sum()) for pixels in seen]
    assert min(red) > 300, red
    # The cross of a kit waits apart, until its plate lies on the table and it comes.
    kit = make("oskar", size=3, seed=5)
    plate = next(number for number, step in enumerate(kit.steps) if step.keys == ("plate_5_z_min",))
    pixels = pictures(kit, SIDE)[plate].pixels
    assert not ((pixels[..., 2] > 180) & (pixels[..., 0] < 150)).any()
