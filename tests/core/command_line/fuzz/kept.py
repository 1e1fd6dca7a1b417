# SPDX-License-Identifier: GPL-3.0-or-later
"""Damaged files of counts that were kept."""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from puzzle_count.__main__ import result_of
from puzzle_count.census import Kept, LongCount, burrs_of, solutions

from puzzle_cubes.common.draws import index_below, toss
from puzzle_cubes.common.errors import ExportError, FailedError, InputError
from puzzle_shelf.team import Processes
from tests.core.command_line.fuzz.files import as_bytes
from tests.core.command_line.fuzz.judged import assert_sentence
from tests.core.command_line.fuzz.odd import flooded, odd_json, odd_text
from tests.core.command_line.fuzz.trial import Trial

TEAM = Processes(1)


@cache
def counts() -> tuple[LongCount[Any], ...]:
    """Return two counts that take little time: they are damaged in turn."""
    return solutions("megaron", 20), burrs_of({1: 1, 1024: 5})


@cache
def good_file() -> tuple[bytes, tuple[Any, ...]]:
    """Return a file of both counts, and what they are."""
    with TemporaryDirectory() as folder:
        with Kept(Path(folder) / "counts") as kept:
            results = tuple(result_of(TEAM, count, kept) for count in counts())
        return (Path(folder) / "counts").read_bytes(), results


def odd_kept(random: Random, folder: Path) -> Trial:
    """Return a trial of a file of counts, nearly as it should be, with which a count goes on."""
    lines = good_file()[0].decode().splitlines(keepends=True)
    if toss(random):
        place = index_below(len(lines), random)
        lines[place] = odd_json(lines[place], random) + "\n"
    text = "".join(lines)
    data = flooded(as_bytes(odd_text(text, random) if toss(random) else text), random)
    path = folder / "counts"
    path.write_bytes(data)
    return Trial(f"counts {data[:3000]!r}", partial(_go_on, path, index_below(2, random)))


def _go_on(path: Path, which: int) -> None:
    """Go on with a count; what comes out is right, or the file is refused and left as it is."""
    before = path.read_bytes()
    try:
        with Kept(path) as kept:
            kept.found(counts()[which])
            known = result_of(TEAM, counts()[which], kept)
    except (FailedError, InputError, ExportError) as error:
        assert_sentence(str(error))
        assert path.read_bytes().startswith(before[: before.rfind(b"\n") + 1]), "it was changed nevertheless"
        return
    assert type(known) is type(good_file()[1][which])
    with Kept(path) as kept:
        again = result_of(TEAM, counts()[which], kept)
    assert counts()[which].as_json(again) == counts()[which].as_json(known), "it was not kept"
