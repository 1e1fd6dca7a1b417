# SPDX-License-Identifier: GPL-3.0-or-later
"""Histograms count every number once, in bars of round widths, and are pictures that a browser shows."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from io import StringIO
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.kinds import KINDS
from puzzle_shelf.command import run
from puzzle_shelf.exporting import MOST_BARS, SVG, bars_of, histogram, median
from puzzle_shelf.filling import ShelfWriter, rows_of

WHOLE = draw.dictionaries(draw.integers(0, 10**6).map(float), draw.integers(1, 10**6), min_size=1)
ANY = draw.dictionaries(draw.floats(0, 1e6).map(lambda number: round(number, 6)), draw.integers(1, 100), min_size=1)


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("shelf") / "shelf.sqlite"
    kind = KINDS["oskar"]
    values = {**kind.defaults, "size": (3, 3, 3)}
    writer = ShelfWriter(path, kind, values)
    writer.add(rows_of(kind, values, range(200)))
    writer.close()
    return path


def find(picture: bytes, form: str, look: str = "") -> list[ElementTree.Element]:
    """Return the forms of a picture that look so."""
    forms = ElementTree.fromstring(picture).iter(f"{{{SVG}}}{form}")  # noqa: S314  (our own)
    return [element for element in forms if not look or element.get("class") == look]


@given(WHOLE | ANY)
def test_every_number_is_counted_in_its_bar(counts: dict[float, int]) -> None:
    bars = bars_of(counts)
    assert 1 <= len(bars) <= MOST_BARS + 1
    widths = {round(bar.high - bar.low, 9) for bar in bars}
    assert max(widths) - min(widths) < 1e-6 * max(widths) + 1e-9
    assert all(bar.high == pytest.approx(higher.low) for bar, higher in pairwise(bars))
    hair = 1e-9 * (1 + max(counts))
    for bar in bars:
        surely = sum(count for number, count in counts.items() if bar.low + hair < number < bar.high - hair)
        maybe = sum(count for number, count in counts.items() if bar.low - hair <= number <= bar.high + hair)
        assert surely <= bar.count <= maybe
    assert sum(bar.count for bar in bars) == sum(counts.values())


@given(WHOLE)
def test_whole_numbers_stand_inside_of_their_bars(counts: dict[float, int]) -> None:
    for bar in bars_of(counts):
        assert bar.low % 1 == bar.high % 1 == 0.5


@given(draw.lists(draw.integers(0, 50), min_size=1))
def test_half_of_all_do_not_exceed_the_median(numbers: list[int]) -> None:
    middle = median(Counter(map(float, numbers)))
    assert middle in numbers
    assert Fraction(sum(number <= middle for number in numbers), len(numbers)) >= Fraction(1, 2)
    assert Fraction(sum(number < middle for number in numbers), len(numbers)) < Fraction(1, 2)


@given(WHOLE | ANY)
def test_a_picture_keeps_within_its_frame(counts: dict[float, int]) -> None:
    picture = histogram("Oskar's Cube", "length", counts)
    bars = find(picture, "rect", "bar")
    assert len(bars) == len(bars_of(counts))
    for bar in bars:
        x, y, width, height = (float(bar.get(name, "")) for name in ("x", "y", "width", "height"))
        assert width > 0
        assert height >= 0
        assert 0 < x < x + width < 800
        assert 60 < y <= y + height < 500
    labels = find(picture, "text")
    assert 4 + 3 <= len(labels) <= 4 + 12 + 14


def test_the_command_draws_what_is_on_the_shelf(shelf: Path, tmp_path: Path) -> None:
    file = tmp_path / "length.svg"
    assert run([str(shelf), "--histogram", "length", str(file), "--where", "loops = 0, length > 6"], StringIO()) == 0
    kind = KINDS["oskar"]
    made = [kind.figures_of(kind.make({**kind.defaults, "size": (3, 3, 3), "seed": seed})) for seed in range(200)]
    lengths = [values["length"] or 0 for values in made if values["loops"] == 0 and (values["length"] or 0) > 6]
    picture = file.read_bytes()
    words = [text.text or "" for text in find(picture, "text")]
    assert {"Oskar's Cube", "length", "puzzles"} <= set(words)
    assert any(text.startswith(f"{len(lengths)} puzzles, lowest {min(lengths):g}") for text in words)
    shown = [text.split(": ") for text in (bar[0].text or "" for bar in find(picture, "rect", "bar"))]
    counted = {int(number): int(count) for number, count in shown}
    assert {number: count for number, count in counted.items() if count} == Counter(lengths)
    assert [path.name for path in tmp_path.iterdir()] == ["length.svg"]


def test_what_cannot_be_drawn_is_refused_with_a_sentence(
    shelf: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for arguments, code, sentence in (
        (("--histogram", "length", "length.png"), 2, "its name must end in .svg"),
        (("--histogram", "weight", str(tmp_path / "a.svg")), 2, "Measure is 'weight': it must be one of"),
        (("--histogram", "length", str(tmp_path / "a.svg"), "--where", "length > 999"), 1, "There is nothing to draw"),
        (("--histogram", "length", str(tmp_path / "no" / "a.svg")), 2, "cannot be written"),
    ):
        assert run([str(shelf), *arguments], StringIO()) == code
        assert sentence in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
