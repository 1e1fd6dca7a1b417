# SPDX-License-Identifier: GPL-3.0-or-later
"""The tables as the page docs/tables.md shows them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from marked import markdown_table, renewed

from puzzle_cubes.oskar.making.puzzle import size_text
from puzzle_cubes.oskar.maze.faces import Size

from .table import Table

PAGE = Path(__file__).resolve().parents[2] / "docs" / "tables.md"


def page_of(found: Mapping[Size, Table]) -> str:
    """Return the page with the tables of some boxes, as Markdown."""
    boxes = [size_text(size) for size in found]
    tables = list(found.values())

    def beside(name: str, what: str) -> str:
        return _side_by_side(boxes, [table[name] for table in tables], what)

    return renewed(
        PAGE.read_text(encoding="utf-8"),
        boxes=_overview(boxes, tables),
        connected=_connected(boxes, tables),
        parts=beside("parts", "parts"),
        largest_parts=beside("largest_part", "positions"),
        loops=beside("loops", "loops"),
        longest_ways=_longest(boxes, tables),
        expected_moves=f"{beside('expected_moves', 'moves, from')}\n\n{_means(boxes, tables)}",
        extremes=_records(boxes, tables),
    )


def _overview(boxes: Sequence[str], tables: Sequence[Table]) -> str:
    rows = [
        (
            box,
            f"{table['positions']}",
            " x ".join(map(str, table["mazes"])),
            f"{table['triples']:,}",
            f"{table['classes']:,}",
        )
        for box, table in zip(boxes, tables, strict=True)
    ]
    return markdown_table(("box", "positions", "mazes of XY, XZ, YZ", "triples", "classes"), rows)


def _connected(boxes: Sequence[str], tables: Sequence[Table]) -> str:
    rows = []
    for box, table in zip(boxes, tables, strict=True):
        triples, classes = next(counts for value, *counts in table["parts"] if value == 1)
        rows.append((box, f"{triples:,}", f"{triples / table['triples']:.1%}", f"{classes:,}"))
    return markdown_table(("box", "all connected", "of all triples", "classes"), rows)


def _side_by_side(boxes: Sequence[str], histograms: Sequence[Sequence[Sequence[int]]], what: str) -> str:
    """Return histograms of the boxes as columns of one table."""
    values = sorted({value for histogram in histograms for value, *_ in histogram})
    columns = [{value: triples for value, triples, _ in histogram} for histogram in histograms]
    return markdown_table(
        (what, *boxes),
        ((f"{value}", *(f"{column[value]:,}" if value in column else "" for column in columns)) for value in values),
    )


def _longest(boxes: Sequence[str], tables: Sequence[Table]) -> str:
    heads, histograms = [], []
    for box, table in zip(boxes, tables, strict=True):
        heads += [box, "connected"]
        histograms += [table["longest_way"], table["longest_way_of_connected"]]
    return _side_by_side(heads, histograms, "moves")


def _means(boxes: Sequence[str], tables: Sequence[Table]) -> str:
    means = ", ".join(
        f"{table['expected_moves_in_the_mean']:.1f} for {box}" for box, table in zip(boxes, tables, strict=True)
    )
    return f"In the mean over all triples: {means}."


def _records(boxes: Sequence[str], tables: Sequence[Table]) -> str:
    rows = [
        (
            box,
            f"{table['most_moves']['moves']}",
            f"`{table['most_moves']['code']}`",
            f"{table['most_expected_moves']['moves']:.1f}",
            f"`{table['most_expected_moves']['code']}`",
        )
        for box, table in zip(boxes, tables, strict=True)
    ]
    return markdown_table(("box", "longest way", "its code", "most expected moves", "its code"), rows)
