# SPDX-License-Identifier: GPL-3.0-or-later
"""Keeps what was counted in a file line by line, so that a count that was stopped goes on.

The census of all burrs as it is kept, and as the page docs/census.md shows it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from functools import lru_cache
from io import BytesIO
from operator import add
from pathlib import Path
from typing import Any, Self

from renewal import markdown_table, renewed

from puzzle_cubes.common.errors import FailedError, path_error
from puzzle_cubes.common.words import quoted

from .census import BURRS, COUNTED, LABELS, LENGTHS, LONG, NOTCHABLE, Census, Found, LongCount, Part

HEAD = '["puzzle_count", 2]\n'
"""What such a file begins with, and the version of its format."""


class Kept:
    """A file of counts, a line for each part; the last one is left out where it was not written to its end.

    Lines may end as a program of Windows has written them anew. Raises FailedError for a file that is no such one, and
    InputError where none can be written there.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        # The last one counts of what stands twice.
        self._known: dict[tuple[str, Part], Any] = {}
        whole = 0
        try:
            with path.open("rb") if path.exists() else BytesIO() as file:
                for line in file:
                    # One that was killed at once has a part of its head.
                    if not whole and line.replace(b"\r", b"") != HEAD.encode()[: len(line)]:
                        raise self._is_another()
                    if not line.endswith(b"\n"):
                        break
                    if whole:
                        digest, part, counts = _line(line.decode())
                        self._known[digest, part] = counts
                    whole += len(line)
            self._file = path.open("r+b" if path.exists() else "xb")
            self._file.truncate(whole)
            self._file.seek(0, os.SEEK_END)
            if not whole:
                self._write(HEAD)
        except (ValueError, RecursionError) as error:
            raise self._is_another() from error
        except OSError as error:
            raise path_error(f"File {quoted(path)} cannot be written", error) from error

    def found(self, count: LongCount[Found]) -> Mapping[Part, Found]:
        """Return what is known of the parts of a count; raises FailedError for what cannot be one's."""
        parts = {*count.parts}
        try:
            return {
                part: count.from_json(value)
                for (digest, part), value in self._known.items()
                if digest == count.digest and part in parts and _is_counted(count, value)
            }
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise self._is_another() from error

    def _is_another(self) -> FailedError:
        return FailedError(f"File {quoted(self._path)} has no counts, so it is left as it is.")

    def add(self, digest: str, part: Part, counts: Any) -> None:
        """Keep what was counted, as values of JSON."""
        self._write(json.dumps([digest, *part, counts]) + "\n")

    def _write(self, line: str) -> None:
        self._file.write(line.encode())
        self._file.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


# A file may be one line, many times.
@lru_cache
def _line(text: str) -> tuple[str, Part, Any]:
    """Return the digest, the part and the counts of a line; raises ValueError for another one."""
    match json.loads(text):
        case [str(digest), str(name), [*path], counts] if all(type(place) is int for place in path):
            return digest, Part(name, tuple(path)), counts
    raise ValueError(text)


def _is_counted(count: LongCount[Any], value: Any) -> bool:
    """Return that a value of JSON is what a count would have written; raises ValueError, or what reading it does."""
    # Added to nothing, what is no number shows.
    written = json.loads(json.dumps(count.as_json(add(count.nothing, count.from_json(value)))))
    if not _has_only_numbers(value) or written != value:
        raise ValueError(value)
    return True


def _has_only_numbers(value: Any) -> bool:
    if isinstance(value, dict | list):
        return all(map(_has_only_numbers, value.values() if isinstance(value, dict) else value))
    return type(value) is int and value >= 0


PAGE = Path(__file__).resolve().parents[2] / "docs" / "census.md"

KINDS_OF_BURRS = {"levels": "any", "only": "one solution", "alone": "no other assembly"}


def text_of(censuses: Mapping[str, Census]) -> str:
    """Return censuses as JSON, with a line for each name."""
    every = {name: censuses[name].as_json() for name in BURRS}
    shown = ",\n".join(
        f"{json.dumps(name)}: {{\n"
        + ",\n".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in values.items())
        + "\n}"
        for name, values in every.items()
    )
    return f"{{\n{shown}\n}}\n"


def page_of(censuses: Mapping[str, Census]) -> str:
    """Return the page with the tables of all burrs, as Markdown."""
    return renewed(
        PAGE.read_text(encoding="utf-8"),
        burrs=markdown_table(
            ("", "come apart", "sticks in these", "one solution", "no other assembly"),
            [
                (
                    LABELS[name],
                    f"{censuses[name].levels.total():,}",
                    f"{len(censuses[name].sticks):,}",
                    f"{censuses[name].only.total():,}",
                    f"{censuses[name].alone.total():,}",
                )
                for name in BURRS
            ],
        ),
        levels=_levels(censuses[NOTCHABLE]),
        levels_of_long=_levels(censuses[LONG]),
        highest=markdown_table(
            ("", "cubes", "level", "sticks"),
            [
                (KINDS_OF_BURRS[kind], f"{LENGTHS.get(name, 6)}", f"{level}", f"`{' '.join(map(str, numbers))}`")
                for name in (NOTCHABLE, LONG)
                for kind, (level, numbers) in ((kind, censuses[name].highest[kind]) for kind in COUNTED)
            ],
        ),
    )


def _levels(census: Census) -> str:
    counts = [getattr(census, kind) for kind in COUNTED]
    return markdown_table(
        ("level", *(KINDS_OF_BURRS[kind] for kind in COUNTED)),
        [
            (f"{level}", *(f"{count[level]:,}" if count[level] else "" for count in counts))
            for level in sorted(census.levels)
        ],
    )
