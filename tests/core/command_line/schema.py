# SPDX-License-Identifier: GPL-3.0-or-later
"""The schema of the JSON that the command line prints, made from the declarations as far as these say what is there.

After a change to the report, write it anew, from the top folder:

    python -m tests.core.command_line.schema
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

from puzzle_cubes.command_line.output import laid_out
from puzzle_cubes.common import FORMAT
from puzzle_cubes.common.options import Option, declared
from puzzle_cubes.kinds import KINDS
from puzzle_cubes.oskar.generators import STYLES
from puzzle_cubes.oskar.maze.difficulty import LEVELS
from puzzle_cubes.oskar.maze.measures import Measures
from puzzle_cubes.packing import facts as packing_facts
from puzzle_cubes.printing.checks import BAD, DOUBTFUL, GOOD

FILE = Path(__file__).parents[3] / "docs" / "report.schema.json"

Schema = dict[str, Any]

NUMBER: Schema = {"type": "number"}
COUNT: Schema = {"type": "integer", "minimum": 0}
TEXT: Schema = {"type": "string"}
TRUTH: Schema = {"type": "boolean"}
CELL: Schema = {"$ref": "#/$defs/cell"}
LENGTHS: Schema = {"$ref": "#/$defs/lengths"}


def said(description: str, value: Schema) -> Schema:
    """Return the schema of a value with what it means."""
    return {"description": description, **value}


def nullable(value: Schema) -> Schema:
    """Return the schema of a value that need not be known."""
    return {"anyOf": [value, {"type": "null"}]}


def several(value: Schema) -> Schema:
    return {"type": "array", "items": value}


def record(values: Mapping[str, Schema], optional: Iterable[str] = ()) -> Schema:
    """Return the schema of an object that has these values and no others."""
    required = [name for name in values if name not in {*optional}]
    return {"type": "object", "properties": dict(values), "required": required, "additionalProperties": False}


def option(declaration: Option) -> Schema:
    """Return the schema of a declared option's value."""
    if declaration.choices:
        return said(declaration.meaning, {"enum": [*declaration.choices]})
    return said(declaration.meaning, COUNT if isinstance(declaration.typed, int) else NUMBER)


def measure(figure: Any) -> Schema:
    """Return the schema of one of the measures of an Oskar's Cube."""
    form = {"int": COUNT, "float": NUMBER}.get(figure.type) or several(nullable(NUMBER))
    return said(figure.metadata["meaning"], form)


def of_every_kind(kind: str, words: Iterable[str]) -> dict[str, Schema]:
    """Return what the report of every kind has."""
    return {
        "format": said(
            "The number of this format; it goes up where a key goes or means something else", {"const": FORMAT}
        ),
        "kind": said("The kind of puzzle", {"const": kind}),
        "difficulty": said("How hard it is, in a word; null where that is not known", {"enum": [*words, None]}),
        "code": said(
            "The code of the puzzle, which --code makes it of; null where none has room for it", nullable(TEXT)
        ),
        "parts": said("What is printed; with --out or --check only", several({"$ref": "#/$defs/part"})),
        "mass_g": said(
            "Grams of plastic; null without --out and --check, and of what is cut from sheets", nullable(NUMBER)
        ),
        "cut_mm": said("Millimeters of all cuts, of what is cut from sheets", NUMBER),
        "minutes": said("Minutes that printing takes; null without --out and --check", nullable(NUMBER)),
        "summary": said("A line for people, or several", TEXT),
        "finished": said(
            "Whether all searches came to their end; false of the best so far of one that was stopped", TRUTH
        ),
        "files": said("The files that were written", several({"$ref": "#/$defs/file"})),
        "seconds": said(
            "How long it took",
            record(
                {
                    "generate": said("Making or opening the puzzle, and what was asked of it", NUMBER),
                    "mesh": said("Building its parts", NUMBER),
                    "export": said("Writing the files", NUMBER),
                }
            ),
        ),
        "assembly": said("With --out: how the parts are put together, a sentence for each step", several(TEXT)),
        "verdict": said("With --check: all of it in a line", TEXT),
        "checks": said("With --check: whether it prints and works", several({"$ref": "#/$defs/check"})),
    }


OPTIONAL = ("cut_mm", "assembly", "verdict", "checks")

OSKAR: dict[str, Schema] = {
    "size": said("Cells of the mazes along X, Y and Z", CELL),
    "seed": said("The seed that it was made from; null of a puzzle from a code or another program", nullable(COUNT)),
    "style": said("The style that made it; null as with the seed", {"enum": [*STYLES, None]}),
    "start": said("The cell of the cross's center at the start, counted from 0", CELL),
    "end": said("The same at the end", CELL),
    **{figure.name: measure(figure) for figure in fields(Measures)},
}

OSKAR_LENGTHS = {
    "pitch": said("From the middle of a passage to that of the next", NUMBER),
    "arm_width": said("Thickness of an arm of the cross", NUMBER),
    "cavity": said("The inside of the box", LENGTHS),
    "outer_size": said("The outside of the box", LENGTHS),
    "half_arms": said("How far the arms reach from the middle of the cross", LENGTHS),
}

PACKING: dict[str, Schema] = {
    "name": said("What the puzzle is called; empty where it has no name", TEXT),
    "size": said("Cells of the box around what is to be filled", CELL),
    "cells": said("How many cells are to be filled", COUNT),
    "optional_cells": said("How many cells may be filled or not", COUNT),
    "pieces": said("The pieces, each shape once", several({"$ref": "#/$defs/piece"})),
    "placements": said("For each piece: in how many ways it fits in", several(COUNT)),
    "solutions": said(
        "How many solutions are known",
        record(
            {
                "total": said("In all", COUNT),
                "up_to_rotation": said("Those as one that rotations make of each other", COUNT),
                "up_to_reflection": said("Those as one that rotations or mirrors make of each other", COUNT),
                "complete": said("Whether these are all that there are", TRUTH),
                "searched": said("The share of all that was searched, from 0 to 1", NUMBER),
            }
        ),
    ),
    "nodes": said("How many pieces the search has placed", COUNT),
    "come_apart": said("With --assemble: how many solutions can be put together by straight moves", COUNT),
    "come_apart_unknown": said("With --assemble: of how many that is not known", COUNT),
    "levels": said(
        "With --assemble: how many moves it takes to free the first piece or group, the next one, and so on, of the "
        "easiest solution that comes apart; null where none does",
        nullable(several(COUNT)),
    ),
    "highest_level": said(
        "With --assemble: the moves that free the first piece or group of the hardest solution; null where none comes "
        "apart",
        nullable(COUNT),
    ),
    "placed": said(
        "With --assemble: the pieces of that solution, in place", nullable(several({"$ref": "#/$defs/placed"}))
    ),
    "moves": said(
        "With --assemble: the moves that put that solution together, in turn",
        nullable(several({"$ref": "#/$defs/move"})),
    ),
}

ASSEMBLED = ("come_apart", "come_apart_unknown", "levels", "highest_level", "placed", "moves")

PACKING_LENGTHS = {
    "gap": said("Between two pieces", NUMBER),
    "pieces_size": said("The pieces, put together", LENGTHS),
    "outer_size": said("The outside of the box with its lid, or of the pieces where there is none", LENGTHS),
}

BURR: dict[str, Schema] = {
    **PACKING,
    "sticks": said("The numbers of the sticks; none where a piece is no stick", several(COUNT)),
    "boards": said("The numbers of the boards; none where a piece is no board", several(COUNT)),
    "kaenel_boards": said("The boards by the numbers that Känel and puzzlecad give them", several(COUNT)),
    "length": said("Cells along a stick or a board; null where the pieces do not cross", nullable(COUNT)),
    "holes": said("How many cells stay empty inside", COUNT),
    "level": said("How many moves it takes to free the first piece; null where that is not known", nullable(COUNT)),
}

BURR_LENGTHS = {name: PACKING_LENGTHS[name] for name in ("gap", "pieces_size")}

DEFINITIONS: dict[str, Schema] = {
    "cell": said("Whole numbers along X, Y and Z", {**several({"type": "integer"}), "minItems": 3, "maxItems": 3}),
    "lengths": said("Millimeters along X, Y and Z", {**several(NUMBER), "minItems": 3, "maxItems": 3}),
    "part": record(
        {
            "name": said("The name of the part, and of its file", TEXT),
            "size": said("Its size, as it lies on the bed", LENGTHS),
            "volume": said("Its volume in cubic millimeters", NUMBER),
            "bed": said("The number of the bed that it is printed on, from 1", COUNT),
        }
    ),
    "file": record(
        {
            "path": said("Where it is", TEXT),
            "triangles": said("How many triangles it has; null for a text", nullable(COUNT)),
        }
    ),
    "check": record(
        {
            "name": said("What was looked at", TEXT),
            "level": said("How it is", {"enum": [GOOD, DOUBTFUL, BAD]}),
            "sentence": said("What was found, and what to do about it", TEXT),
            "parts": said("The parts that are meant; none where it is about all", several(TEXT)),
            "where": said(
                "The lowest and the highest corner of a place in the first of these parts; null for no place",
                nullable({**several(LENGTHS), "minItems": 2, "maxItems": 2}),
            ),
            "instead": said(
                "Another way to print that is better in this, and what it takes; null for none",
                nullable(record({"way": said("Its name", TEXT), "words": said("What it takes", TEXT)})),
            ),
        }
    ),
    "piece": record(
        {
            "name": said("Its letter", TEXT),
            "least": said("How many of it there are at least", COUNT),
            "most": said("How many of it there are at most", COUNT),
            "cells": said("Its cells", several(CELL)),
        }
    ),
    "placed": record(
        {
            "piece": said("The letter of the piece", TEXT),
            "cells": said("The cells that it fills in the end", several(CELL)),
        }
    ),
    "move": record(
        {
            "placed": said(
                "Which pieces move together: their numbers in the list of those in place, from 0", several(COUNT)
            ),
            "by": said("How many cells they move along X, Y and Z; what is brought in comes from outside", CELL),
        }
    ),
    "error": record(
        {
            "format": said("The number of this format", {"const": FORMAT}),
            "error": said(
                "What is wrong",
                record(
                    {
                        "code": said(
                            "The exit code: 2 for wrong arguments, 1 for what failed or was stopped", {"enum": [1, 2]}
                        ),
                        "message": said("A sentence that says what is wrong and what to do", TEXT),
                    }
                ),
            ),
        }
    ),
}


def dimensions(kind: str, derived: Mapping[str, Schema]) -> dict[str, Schema]:
    """Return the schema of the lengths of a kind, those that follow from others too."""
    given = {length.name: option(length) for length in declared(KINDS[kind].dimensions)}
    of_one_way = [name for way in KINDS[kind].ways for name in way.own]
    values = record({**given, **derived}, of_one_way)
    return {"dimensions": said("Millimeters, and what else is chosen of the parts", values)}


def schema() -> Schema:
    oskar = of_every_kind("oskar", (level.label for level in LEVELS.values()))
    words = [word for _, word in packing_facts.LEVELS]
    burr, packing = of_every_kind("burr", words), of_every_kind("packing", words)
    reports = {
        "oskar": record({**oskar, **OSKAR, **dimensions("oskar", OSKAR_LENGTHS)}, OPTIONAL),
        "burr": record({**burr, **BURR, **dimensions("burr", BURR_LENGTHS)}, (*OPTIONAL, *ASSEMBLED)),
        "packing": record({**packing, **PACKING, **dimensions("packing", PACKING_LENGTHS)}, (*OPTIONAL, *ASSEMBLED)),
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "What puzzle-cubes prints with --json",
        "oneOf": [{"$ref": f"#/$defs/{name}"} for name in (*reports, "error")],
        "$defs": {**reports, **DEFINITIONS},
    }


def text() -> str:
    """Return the schema as it stands in its file."""
    return laid_out(schema()) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
