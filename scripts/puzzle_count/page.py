# SPDX-License-Identifier: GPL-3.0-or-later
"""The census of all burrs as it is kept, and as the page docs/census.md shows it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from marked import markdown_table, renewed

from puzzle_cubes.burr.making.census import COUNTED, Census

from .burrs import BURRS, LABELS, LENGTHS, LONG, NOTCHABLE

PAGE = Path(__file__).resolve().parents[2] / "docs" / "census.md"

KINDS_OF_BURRS = {"levels": "any", "only": "one solution", "alone": "no other assembly"}


def text_of(found: Mapping[str, Census]) -> str:
    """Return censuses as JSON, with a line for each name."""
    every = {name: found[name].as_json() for name in BURRS}
    shown = ",\n".join(
        f"{json.dumps(name)}: {{\n"
        + ",\n".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in one.items())
        + "\n}"
        for name, one in every.items()
    )
    return f"{{\n{shown}\n}}\n"


def page_of(found: Mapping[str, Census]) -> str:
    """Return the page with the tables of all burrs, as Markdown."""
    return renewed(
        PAGE.read_text(encoding="utf-8"),
        burrs=markdown_table(
            ("", "come apart", "sticks in these", "one solution", "no other assembly"),
            [
                (
                    LABELS[name],
                    f"{found[name].levels.total():,}",
                    f"{len(found[name].sticks):,}",
                    f"{found[name].only.total():,}",
                    f"{found[name].alone.total():,}",
                )
                for name in BURRS
            ],
        ),
        levels=_levels(found[NOTCHABLE]),
        levels_of_long=_levels(found[LONG]),
        highest=markdown_table(
            ("", "cubes", "level", "sticks"),
            [
                (KINDS_OF_BURRS[kind], f"{LENGTHS.get(name, 6)}", f"{level}", f"`{' '.join(map(str, numbers))}`")
                for name in (NOTCHABLE, LONG)
                for kind, (level, numbers) in ((kind, found[name].highest[kind]) for kind in COUNTED)
            ],
        ),
    )


def _levels(found: Census) -> str:
    counts = [getattr(found, kind) for kind in COUNTED]
    return markdown_table(
        ("level", *(KINDS_OF_BURRS[kind] for kind in COUNTED)),
        [
            (f"{level}", *(f"{count[level]:,}" if count[level] else "" for count in counts))
            for level in sorted(found.levels)
        ],
    )
