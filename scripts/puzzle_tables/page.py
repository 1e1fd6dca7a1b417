# SPDX-License-Identifier: GPL-3.0-or-later
"""The page of the tables: plain words, what was counted, and the proof that the serpentine is the longest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from puzzle_cubes.oskar.making.puzzle import size_text
from puzzle_cubes.oskar.maze.faces import Size

from .table import Table

BEGIN = """\
# How many triples of mazes make a puzzle?

An Oskar's Cube has six faces, and two that lie opposite each other are the same maze. So a puzzle is three mazes, XY,
XZ and YZ: a **triple**. Each is a maze without loops that connects all cells of its face; otherwise a piece of wall
would hang on nothing, or a cell would be of no use. The cross is at a position (x, y, z), and a move along x needs the
passage in both faces that see it, XY and XZ; so it is along y and z. Which triples make a good puzzle has been asked
since Oskar van Deventer's *hollow maze* was shown in 1988. For small boxes there is no need to guess: here are all of
them.

`make tables` counts every triple of each box on all cores, writes [tables.json](tables.json), and makes this page of
it; that takes about a minute. The command has a check, too, which counts anew and compares, and it can do its work on
other machines:

```
PYTHONPATH=scripts .venv/bin/python -m puzzle_tables docs/tables.json --check
PYTHONPATH=scripts .venv/bin/python -m puzzle_tables docs/tables.json --scheduler tcp://192.168.0.10:8786
```

Two triples are of one **class** where a rotation or reflection of the box onto itself makes one of the other: 48 of a
cube, 16 of a box with two equal sides.
"""

CONNECTED = """\
## Can the cross go everywhere?

*All connected*: from every position the cross can go to every other one. *Parts* are what the positions fall into where
it cannot.
"""

PARTS = "How many triples have so many parts:"

LARGEST = "How many triples have so many positions in the largest part:"

LOOPS = """\
## Loops

Three mazes without a loop can leave the cross one: a closed way whose three shadows are trees. The smallest box of
these that has any is 3x3x3, and there they are rare.
"""

LONGEST = """\
## The longest way

From each position to each other that can be reached the shortest way was found; the longest of these is the longest
solution that a triple can have. How many triples have it so many moves long, and how many of these have all positions
connected:
"""

EXPECTED = """\
## Expected moves of a random player

The start and the end are those of the longest way. The player remembers nothing, takes every way but the one just come
by with the same chance, and turns back only at a dead end: the one who *looks 0 ahead* in the panel. Where several ways
are the longest, the one is taken, and the direction, that asks for the most moves. How many triples ask for how many
moves in the mean, in steps of ten:
"""

RECORDS = """\
## The extremes

Of each box the first triple with the longest way, and the first that asks a random player for the most moves. `--code
CODE` on the command line or *From Code* in the panel makes that puzzle.
"""

PROOF = """\
## The serpentine is the longest, for every box

**Claim.** In a box of *a* by *b* by *c* cells no solution has more than *abc* − 1 moves, and the style *Serpentine* has
one with just as many, whatever *a*, *b* and *c* are.

**No more.** A solution is a shortest way, so it visits no position twice: what lies between two visits could be left
out. There are *abc* positions, and a way through *n* positions without repetition has *n* − 1 moves.

**As many.** Call the axes *line*, *inner* and *outer*, with *a*, *b* and *c* cells; a position is (*l*, *i*, *o*).
Number the pairs (*i*, *o*) as a plow goes over a field: with *o* = 0 first and *i* rising from 0 to *b* − 1, then with
*o* = 1 and *i* falling, with *o* = 2 and *i* rising again, and so on. The pair with number *t*, from 0 to *bc* − 1, is
written P(*t*), and the positions of which it is the pair are line *t*. From P(*t*) to P(*t* + 1) either *i* changes by
one or *o* does. *Near* is *l* = 0, *far* is *l* = *a* − 1. The faces are:

- **inner/outer**: the passages from P(*t*) to P(*t* + 1) for all *t*, and no other. That is a path through all cells,
  so a tree.
- **line/inner**: all passages along *line*, and for each *i* from 0 to *b* − 2 one from *i* to *i* + 1: near for an
  even *i*, far for an odd one. That is *b* bars, each joined to the next by one passage: all cells are connected, and
  with *b*(*a* − 1) + (*b* − 1) = *ab* − 1 passages for *ab* cells there is no loop. So it is a tree.
- **line/outer**: all passages along *line*, and for each *o* from 0 to *c* − 2 one from *o* to *o* + 1: near where
  (*o* + 1)*b* − 1 is even, far where it is odd. It is a tree for the same reason.

*Do they agree?* A move needs the passage in both faces that see it.

1. Along *line* both faces that see it have all passages: the cross goes freely from end to end of each line, which is a
   path of *a* positions.
2. A move along *inner* from (*l*, *i*, *o*) to (*l*, *i* + 1, *o*) needs the passage in inner/outer, and that is there
   for every *o*; so lines *t* and *t* + 1 of the same *o* are beside each other. It also needs that in line/inner,
   which is there for a single *l*. So there is exactly one move between these two lines, near where the lower *i* is
   even and far where it is odd.
3. A move along *outer* from *o* to *o* + 1 needs the passage in inner/outer, which is there only at the *i* where the
   plow turns. That is from line *t* = (*o* + 1)*b* − 1 to line *t* + 1. And it needs that in line/outer, which is there
   for a single *l*. So there is exactly one move between these two lines, and no other between *o* and *o* + 1: near
   where *t* is even, far where it is odd.
4. In both cases the move from line *t* to line *t* + 1 is near where *t* is even, and far where *t* is odd. For *outer*
   this is what 3 says. For *inner*: where *o* is even, *i* rises, *t* = *ob* + *i* for the lower *i*, and *ob* is even;
   so *t* is even where *i* is. Where *o* is odd, *i* falls, and from *i* + 1 to *i* it is
   *t* = *ob* + (*b* − 1) − (*i* + 1) = (*o* + 1)*b* − 2 − *i*; as *o* + 1 is even, *t* is even where *i* is, again.
5. So no move leads from a line to any but the one before and the one after, and one to each. For lines between the
   first and the last the two are at different ends, since *t* − 1 and *t* are not both even or both odd. The first is
   left near, so it is entered far; the last is entered at one end, and ends at the other.

All moves together therefore form one single path: through line 0 from far to near, through line 1 from near to far, and
so on through all *bc* lines. It visits every position, so it has *abc* − 1 moves. No other moves are there, so there is
no shorter way from its one end to its other. Where *a* is 1, near and far are the same, and each line is one position;
where *b* or *c* is 1, there is nothing to change along that axis: all of the above still holds. ∎

The tests take these sentences one by one, for all boxes of up to five cells a side and with each of the axes as *line*,
*inner* and *outer*. In the tables above the longest way of every box has just as many moves as the claim says.
"""


def page_of(found: Mapping[Size, Table]) -> str:
    """Return the page of some boxes, as Markdown."""
    boxes = [size_text(size) for size in found]
    tables = list(found.values())
    sections = [
        BEGIN,
        _overview(boxes, tables),
        CONNECTED,
        _connected(boxes, tables),
        PARTS,
        _side_by_side(boxes, [table["parts"] for table in tables], "parts"),
        LARGEST,
        _side_by_side(boxes, [table["largest_part"] for table in tables], "positions"),
        LOOPS,
        _side_by_side(boxes, [table["loops"] for table in tables], "loops"),
        LONGEST,
        _longest(boxes, tables),
        EXPECTED,
        _side_by_side(boxes, [table["expected_moves"] for table in tables], "moves, from"),
        _means(boxes, tables),
        RECORDS,
        _records(boxes, tables),
        PROOF,
    ]
    return "\n\n".join(section.strip("\n") for section in sections) + "\n"


def _markdown(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    rule = "|".join(["---", *["---:"] * (len(head) - 1)])
    return "\n".join([f"| {' | '.join(head)} |", f"|{rule}|", *(f"| {' | '.join(row)} |" for row in rows)])


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
    return _markdown(("box", "positions", "mazes of XY, XZ, YZ", "triples", "classes"), rows)


def _connected(boxes: Sequence[str], tables: Sequence[Table]) -> str:
    rows = []
    for box, table in zip(boxes, tables, strict=True):
        triples, classes = next(counts for value, *counts in table["parts"] if value == 1)
        rows.append((box, f"{triples:,}", f"{triples / table['triples']:.1%}", f"{classes:,}"))
    return _markdown(("box", "all connected", "of all triples", "classes"), rows)


def _side_by_side(boxes: Sequence[str], histograms: Sequence[Sequence[Sequence[int]]], what: str) -> str:
    """Return histograms of the boxes as columns of one table."""
    values = sorted({value for histogram in histograms for value, *_ in histogram})
    columns = [{value: triples for value, triples, _ in histogram} for histogram in histograms]
    return _markdown(
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
    return _markdown(("box", "longest way", "its code", "most expected moves", "its code"), rows)
