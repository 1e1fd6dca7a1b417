# SPDX-License-Identifier: GPL-3.0-or-later
"""The tables as they are kept: numbers by name, and as the text of a small JSON file."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from puzzle_cubes.kind.reading import code_of
from puzzle_cubes.kinds import KINDS
from puzzle_cubes.oskar.making.puzzle import Puzzle, size_text
from puzzle_cubes.oskar.maze.faces import Size
from puzzle_cubes.oskar.maze.space import position_of
from puzzle_shelf.team import Team

from .counting import MOVES_A_BIN, THOUSANDTHS, Task, count_in_steps, tasks_of
from .tally import Record, Tally
from .trees import faces_of, tree_counts

SIZES: tuple[Size, ...] = ((2, 2, 2), (3, 2, 2), (3, 3, 2), (3, 3, 3))
"""The boxes that have tables."""

Table = dict[str, Any]
"""What is known of all triples of a box, by name."""


def tables(team: Team, sizes: Sequence[Size], note: Callable[[Task], object] = lambda _: None) -> dict[Size, Table]:
    """Count all triples of some boxes, and return their tables; ``note`` is called with what is done."""
    tallies = {size: Tally() for size in sizes}
    tasks = [task for size in sizes for task in tasks_of(size)]
    for task, tally in team.results(count_in_steps, None, tasks, _named):
        tallies[task[0]] += tally
        note(task)
    return {size: table_of(size, tally) for size, tally in tallies.items()}


def _named(task: Task) -> str:
    return f"{size_text(task[0])} from maze {task[1]} on"


def table_of(size: Size, tally: Tally) -> Table:
    """Return the table of a box from what was counted of all its triples."""
    triples = tally.parts.triples.total()
    return {
        "size": list(size),
        "mazes": list(tree_counts(size)),
        "positions": size[0] * size[1] * size[2],
        "triples": triples,
        "classes": tally.parts.classes.total(),
        "parts": tally.parts.rows,
        "largest_part": tally.largest.rows,
        "loops": tally.loops.rows,
        "longest_way": tally.longest.rows,
        "longest_way_of_connected": tally.longest_of_connected.rows,
        "expected_moves": [[value * MOVES_A_BIN, *counts] for value, *counts in tally.expected.rows],
        "expected_moves_in_the_mean": round(tally.expected_sum / (triples * THOUSANDTHS), 3),
        "most_moves": _record(size, tally.most_moves),
        "most_expected_moves": _record(size, tally.most_expected),
    }


def _record(size: Size, record: Record) -> Table:
    start, end = (position_of(size, index) for index in (record.start, record.end))
    code = code_of(KINDS["oskar"], Puzzle(size, faces_of(size, record.triple), start, end))
    return {"moves": record.value, "code": code}


def text_of(found: dict[Size, Table]) -> str:
    """Return the tables as JSON, with a line for each name."""
    boxes = ",\n".join(
        "{\n" + ",\n".join(f"{json.dumps(name)}: {json.dumps(value)}" for name, value in table.items()) + "\n}"
        for table in found.values()
    )
    return f"[\n{boxes}\n]\n"


def tables_from(text: str) -> dict[Size, Table]:
    """Return the tables that a text has."""
    return {(x, y, z): table for table in json.loads(text) for x, y, z in [table["size"]]}
