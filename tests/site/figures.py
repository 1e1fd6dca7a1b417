# SPDX-License-Identifier: GPL-3.0-or-later
"""Figures of a site of 500 puzzles: its bytes, how soon one plays, and what Lighthouse and axe say.

``python -m tests.site.figures``, a part of ``make bench``, prints them beside their goals. Files to print are written
for some of the puzzles only, and the others reckoned by these; with ``--whole`` for all, which takes a quarter of an
hour.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from goals import Figure, Table, run
from puzzle_site.gallery import PUZZLES, write_downloads, write_gallery

from puzzle_cubes.kind.kind import AnyKind
from puzzle_cubes.kinds import KINDS
from tests.served import served
from tests.site.chromium import PHONE, chromium
from tests.site.judges import axe_findings, layout_shift, lighthouse, puzzle_seen

CUBES, PACKING = 380, 120
SIZES = ((3, 3, 3), (4, 4, 4), (5, 5, 5), (5, 4, 3), (6, 6, 6), (7, 7, 7))
BOXES = (((3, 3, 2), 4), ((3, 3, 3), 6), ((4, 3, 2), 6))
SAMPLE = 12
"""Of these one has its files written, and stands for all."""

STARTS = 5
"""Openings from the disk, each in a browser that was just started, and reports of Lighthouse."""


def puzzles(cubes: int, designs: int) -> Iterator[tuple[AnyKind, Any]]:
    """Yield so many puzzles of both kinds."""
    oskar, packing = KINDS["oskar"], KINDS["packing"]
    for seed in range(cubes):
        yield oskar, oskar.make({**oskar.defaults, "size": SIZES[seed % len(SIZES)], "seed": seed})
    for seed in range(designs):
        size, pieces = BOXES[seed % len(BOXES)]
        own = {"puzzle": "design", "size": size, "design": pieces, "seed": seed}
        values: dict[str, Any] = {**packing.defaults, **own}
        yield packing, packing.make(values)


def bytes_of(folder: Path) -> int:
    """Return the bytes of all files in a folder."""
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


def bench(table: Table, *, whole: bool) -> None:
    """Measure all of it; ``whole`` writes the files to print of all puzzles."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "site"
        folder.mkdir()
        made = list(puzzles(*((1, 1) if table.small else (CUBES, PACKING))))
        entries = write_gallery(folder, made, prints=whole)
        bench_bytes(table, folder, made, whole=whole)
        for has_started, name in ((True, "in a browser"), (False, "in one that still starts")):
            times = list(openings(folder, has_started=has_started, count=1 if table.small else STARTS))
            shown = ", ".join(f"{seconds:.2f}" for seconds in times)
            table.line(f"from disk {name}, until one can play", Figure(median(times), "s", 0.8), beside=shown)
        # Lighthouse comes by npm, and only where all is measured.
        if not table.small:
            bench_lighthouse(table, folder)
        ids = {entry.kind: entry.id for entry in reversed(entries)}
        judge_pages(table, folder, list(ids.values()))


def bench_bytes(table: Table, folder: Path, made: list[tuple[AnyKind, Any]], *, whole: bool) -> None:
    """Measure the bytes of a site, reckoned by the files to print of some puzzles where not all are written."""
    total = float(bytes_of(folder))
    what = f"{len(made)} puzzles with their files"
    if not whole:
        sample = folder.parent / "sample"
        sample.mkdir()
        chosen = made[::SAMPLE]
        for number, (kind, puzzle) in enumerate(chosen):
            write_downloads(sample, str(number), kind, puzzle)
        total += bytes_of(sample) / len(chosen) * len(made)
        what = f"{len(made)} puzzles, files of {len(chosen)} reckoned for all"
    table.line(what, Figure(total / 1e6, "MB", 60))


def bench_lighthouse(table: Table, folder: Path) -> None:
    """Ask Lighthouse, on a phone that is drawn by software."""
    with served(folder) as address:
        reports = [lighthouse(f"{address}index.html") for _ in range(STARTS)]
    for name, least in (("performance", 85), ("accessibility", 100), ("best-practices", 100), ("seo", 100)):
        scores = [round(100 * report["categories"][name]["score"]) for report in reports]
        # What other work on the machine cannot change must be so each time.
        value = median(scores) if name == "performance" else min(scores)
        table.line(f"Lighthouse: {name}", Figure(value, least=least), beside=f"{scores}")
    shifts = [report["audits"]["cumulative-layout-shift"]["numericValue"] for report in reports]
    table.line("Lighthouse: layout shift (CLS)", Figure(max(shifts), most=0.05))


def openings(folder: Path, *, has_started: bool, count: int) -> Iterator[float]:
    """Yield how long it takes from the beginning until the first puzzle is seen, in seconds; keys move it by then.

    A browser draws its own window first, by software too: one that has started has shown a page already.
    """
    for _ in range(count):
        with chromium(folder) as browser:
            browser.show((1280, 900))
            if has_started:
                browser.start()
            browser.open(folder / "index.html")
            yield puzzle_seen(browser)


def judge_pages(table: Table, folder: Path, names: list[str]) -> None:
    """Print what axe finds, and how far pages move by themselves."""
    pages = [folder / "index.html", folder / "play.html", *(folder / PUZZLES / f"{name}.html" for name in names)]
    with chromium(folder) as browser:
        browser.show(PHONE)
        for page in pages:
            browser.open(page)
            shift, findings = layout_shift(browser), axe_findings(browser)
            what = f"{page.parent.name}/{page.name}: axe, and layout shift"
            table.line(what, Figure(len(findings), "findings", 0), Figure(shift, most=0.05), beside="; ".join(findings))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="tests.site.figures")
    parser.add_argument("--whole", action="store_true", help="write the files to print of all puzzles")
    whole = parser.parse_known_args()[0].whole
    sys.exit(run(partial(bench, whole=whole), "", parser))
