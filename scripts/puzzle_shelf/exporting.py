# SPDX-License-Identifier: GPL-3.0-or-later
"""A shelf for other programs: tables as CSV and Parquet, and pictures of histograms.

A histogram of one number of a shelf's puzzles, as a picture in SVG that any browser shows.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from io import StringIO
from itertools import chain, islice
from math import ceil, floor, log10
from pathlib import Path
from statistics import median_low
from typing import Any
from xml.etree import ElementTree

from puzzle_cubes.common.errors import FailedError, path_error
from puzzle_cubes.common.interrupts import temporary_folder
from puzzle_cubes.common.words import quoted
from puzzle_cubes.kind.kind import AnyKind
from puzzle_cubes.shelf.shelf import Condition, Row, Shelf

from .arguments import flag_for, series_options

WIDTH, HEIGHT = 800, 500
LEFT, RIGHT, TOP, BOTTOM = 90, 30, 80, 70
"""Beside the bars, in pixels."""

MOST_BARS = 40
TICKS_ACROSS, TICKS_UP = 10, 6
"""Labels along an axis, at most about."""

STYLE = """
text { font: 14px sans-serif; fill: #222 }
.title { font-size: 20px; font-weight: bold }
.background { fill: #fff }
.bar { fill: #3065cb }
.bar:hover { fill: #f38b27 }
.grid { stroke: #ddd }
.axis { stroke: #222 }
@media (prefers-color-scheme: dark) {
  text { fill: #eee }
  .background { fill: #1b1d21 }
  .bar { fill: #7ca6ee }
  .grid { stroke: #3a3d44 }
  .axis { stroke: #eee }
}
"""

HAIR = 1e-9

SVG = "http://www.w3.org/2000/svg"


@dataclass(frozen=True)
class Bar:
    """How many numbers lie from ``low``, and below ``high``."""

    low: float
    high: float
    count: int


def bars_of(counts: Mapping[float, int]) -> list[Bar]:
    """Return the bars of a histogram of numbers, of which it is given how often each is there.

    All are equally wide, a round number, and there are as many as needed from the lowest number to the highest. Whole
    numbers stand in the middle of theirs.
    """
    least, most = min(counts), max(counts)
    whole = is_whole(counts)
    step = round_step((most - least + whole) / MOST_BARS, whole=whole) or 1.0
    beside = 0.5 if whole else 0.0
    first = floor(least / step)
    heights = [0] * (floor(most / step) - first + 1)
    for number, count in counts.items():
        heights[floor(number / step) - first] += count
    return [
        Bar((first + place) * step - beside, (first + place + 1) * step - beside, count)
        for place, count in enumerate(heights)
    ]


def round_step(least: float, *, whole: bool = False) -> float:
    """Return the least of 1, 2 and 5 times a power of ten that is not below a number; of whole ones, where asked."""
    if least <= 0:
        return 1.0 if whole else 0.0
    power = 10.0 ** floor(log10(least))
    step = next(times * power for times in (1, 2, 5, 10) if times * power >= least * (1 - 1e-9))
    return max(step, 1.0) if whole else step


def median(counts: Mapping[float, int]) -> float:
    """Return the number that half of all do not exceed."""
    return median_low(Counter(counts).elements())


def histogram(title: str, measure: str, counts: Mapping[float, int]) -> bytes:
    """Return a picture of a histogram of numbers, of which it is given how often each is there."""
    bars, whole = bars_of(counts), is_whole(counts)
    root = ElementTree.Element("svg", xmlns=SVG, viewBox=f"0 0 {WIDTH} {HEIGHT}", role="img")
    ElementTree.SubElement(root, "title").text = f"{title}: {measure}"
    ElementTree.SubElement(root, "style").text = STYLE
    _add(root, "rect", "background", x=0, y=0, width=WIDTH, height=HEIGHT)
    _text(root, title, LEFT, 34, "title")
    facts = f"lowest {min(counts):g}, median {median(counts):g}, highest {max(counts):g}"
    _text(root, f"{sum(counts.values()):,} puzzles, {facts}", LEFT, 60)
    low, high, top = bars[0].low, bars[-1].high, max(bar.count for bar in bars)
    upward = round_step(top / TICKS_UP, whole=True)
    highest = ceil(top / upward) * upward

    def across(number: float) -> float:
        return LEFT + (number - low) / (high - low) * (WIDTH - LEFT - RIGHT)

    def up(count: float) -> float:
        return HEIGHT - BOTTOM - count / highest * (HEIGHT - TOP - BOTTOM)

    for count in _ticks(0, highest, upward):
        _add(root, "line", "grid", x1=LEFT, x2=WIDTH - RIGHT, y1=up(count), y2=up(count))
        _text(root, f"{count:,.0f}", LEFT - 10, up(count) + 5, anchor="end")
    for bar in bars:
        drawn = _add(
            root,
            "rect",
            "bar",
            x=across(bar.low) + 0.5,
            y=up(bar.count),
            width=across(bar.high) - across(bar.low) - 1,
            height=up(0) - up(bar.count),
        )
        ElementTree.SubElement(drawn, "title").text = f"{_range(bar, whole=whole)}: {bar.count:,}"
    _add(root, "line", "axis", x1=LEFT, x2=WIDTH - RIGHT, y1=up(0), y2=up(0))
    for number in _ticks(low, high, round_step((high - low) / TICKS_ACROSS, whole=whole)):
        _add(root, "line", "axis", x1=across(number), x2=across(number), y1=up(0), y2=up(0) + 6)
        _text(root, f"{number:g}", across(number), up(0) + 24, anchor="middle")
    _text(root, measure, (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 18, anchor="middle")
    middle = (TOP + HEIGHT - BOTTOM) / 2
    _text(root, "puzzles", 24, middle, anchor="middle", transform=f"rotate(-90 24 {middle:g})")
    ElementTree.indent(root)
    picture: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return picture


def is_whole(numbers: Iterable[float]) -> bool:
    """Report whether some numbers are all whole ones."""
    return all(number == floor(number) for number in numbers)


def _range(bar: Bar, *, whole: bool) -> str:
    """Return what a bar counts, in words."""
    if not whole:
        return f"from {bar.low:g}, below {bar.high:g}"
    first, last = ceil(bar.low), floor(bar.high)
    return f"{first}" if first == last else f"{first} to {last}"


def _ticks(low: float, high: float, step: float) -> Iterator[float]:
    """Yield the multiples of a step in a range."""
    for number in range(ceil(low / step - HAIR), floor(high / step + HAIR) + 1):
        yield number * step


def _add(root: ElementTree.Element, form: str, look: str, **lengths: float) -> ElementTree.Element:
    """Add a form with lengths in pixels."""
    numbers = {name: f"{length:.2f}".rstrip("0").rstrip(".") for name, length in lengths.items()}
    return ElementTree.SubElement(root, form, {"class": look, **numbers})


def _text(root: ElementTree.Element, text: str, x: float, y: float, look: str = "", **more: str) -> None:
    """Add a text that begins at a place, or as ``anchor`` says."""
    named = {"text-anchor" if name == "anchor" else name: value for name, value in more.items()}
    place = {"x": f"{x:g}", "y": f"{y:g}", **({"class": look} if look else {}), **named}
    ElementTree.SubElement(root, "text", place).text = text


ROWS_AT_ONCE = 20_000

Table = tuple[list[str], Iterator[list[Any]]]
"""The names of columns, and rows."""


def table_of(shelf: Shelf, kind: AnyKind, conditions: Collection[Condition], *, unique: bool) -> Table:
    """Return the rows of a kind as a table: the settings as they are given on the command line, the seed, and so on."""
    names = shelf.figures(kind.name)
    settings: dict[int, str] = {}

    def rows() -> Iterator[list[Any]]:
        for row in shelf.rows(kind.name, conditions, unique=unique):
            if row.series not in settings:
                settings[row.series] = settings_of(shelf, kind, row)
            yield [
                settings[row.series],
                row.seed,
                *(row.figures[name] for name in names),
                row.is_repeated,
                row.code,
                row.problem,
            ]

    return ["settings", "seed", *names, "repeated", "code", "problem"], rows()


def settings_of(shelf: Shelf, kind: AnyKind, row: Row) -> str:
    """Return those settings of a row that make another series than by default."""
    values, defaults = shelf.values_of(kind, row), {**kind.defaults, **kind.series_begins_with}
    used = {name for name, makes_difference in kind.shown(values) if makes_difference}
    words = []
    for option in series_options(kind):
        value = values[option.name]
        if option.name in used and value != defaults[option.name]:
            words.append(flag_for(option, value))
            words += map(str, value if isinstance(value, tuple) else () if isinstance(value, bool) else (value,))
    return " ".join(words)


def write_csv(path: Path, table: Table) -> None:
    """Write a table as CSV, whole or not at all; raises InputError where it cannot be written."""

    def write(file: Path) -> None:
        with file.open("wb") as stream:
            csv_rows(stream.write, table)

    write_whole(path, write)


def csv_rows(write: Callable[[bytes], object], table: Table) -> None:
    """Have a table written as CSV, a row at a time."""
    for row in chain([table[0]], table[1]):
        text = StringIO()
        csv.writer(text).writerow(row)
        write(text.getvalue().encode())


def write_parquet(path: Path, table: Table) -> None:
    """Write a table as Parquet, whole or not at all; raises InputError where it cannot be written.

    The numbers are double ones, the seed a whole one.
    """
    import pyarrow as arrow
    from pyarrow import parquet

    names, rows = table
    types = {"seed": arrow.int64(), "repeated": arrow.bool_()} | dict.fromkeys(
        ("settings", "code", "problem"), arrow.string()
    )
    schema = arrow.schema([(name, types.get(name, arrow.float64())) for name in names])

    def write(file: Path) -> None:
        with parquet.ParquetWriter(file, schema) as writer:
            while some := list(islice(rows, ROWS_AT_ONCE)):
                columns = [
                    [None if value is None else float(value) for value in column] if name not in types else list(column)
                    for name, column in zip(names, zip(*some, strict=True), strict=True)
                ]
                arrays = [arrow.array(column, field.type) for column, field in zip(columns, schema, strict=True)]
                writer.write_table(arrow.Table.from_arrays(arrays, schema=schema))

    write_whole(path, write)


def histogram_of(
    shelf: Shelf, kind: AnyKind, measure: str, conditions: Collection[Condition], *, unique: bool
) -> bytes:
    """Return a drawing, as SVG, of how many rows of a kind have which number of a measure.

    Raises InputError for what is no measure, and FailedError where no row has one.
    """
    measure = shelf.order(kind.name, measure)
    counts = shelf.counts(kind.name, measure, conditions, unique=unique)
    if not counts:
        raise FailedError(f"There is nothing to draw: no row has a number for {measure}.")
    return histogram(kind.label, measure.replace("_", " "), counts)


def write_whole(path: Path, write: Callable[[Path], object]) -> None:
    """Write a file, whole or not at all; raises InputError where it cannot be written."""
    try:
        # A folder of its own: no name in it is anybody's.
        with temporary_folder(path.parent) as folder:
            part = folder / path.name
            write(part)
            part.replace(path)
    except OSError as error:
        raise path_error(f"File {quoted(path)} cannot be written", error) from error
