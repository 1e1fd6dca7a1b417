# SPDX-License-Identifier: GPL-3.0-or-later
"""Figures of a site of 500 puzzles: its bytes, how soon one plays, and what Lighthouse and axe say.

``python -m tests.site.figures`` prints them beside their goals. Files to print are written for some of the puzzles
only, and the others reckoned by these; with ``--whole`` for all, which takes a quarter of an hour.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

from puzzle_site.downloads import write_downloads
from puzzle_site.pages import PUZZLES
from puzzle_site.writing import write_gallery

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


def puzzles() -> Iterator[tuple[AnyKind, Any]]:
    """Yield the puzzles."""
    oskar, packing = KINDS["oskar"], KINDS["packing"]
    for seed in range(CUBES):
        yield oskar, oskar.making.make({**oskar.making.defaults, "size": SIZES[seed % len(SIZES)], "seed": seed})
    for seed in range(PACKING):
        size, pieces = BOXES[seed % len(BOXES)]
        own = {"puzzle": "design", "size": size, "design": pieces, "seed": seed}
        values: dict[str, Any] = {**packing.making.defaults, **own}
        yield packing, packing.making.make(values)


def bytes_of(folder: Path) -> int:
    """Return the bytes of all files in a folder."""
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


def print_line(name: str, found: str, goal: str) -> None:
    """Print a figure beside its goal."""
    print(f"{name:58} {found:>24}   goal {goal}", flush=True)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(prog="tests.site.figures")
    parser.add_argument("--whole", action="store_true", help="write the files to print of all puzzles")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        made = list(puzzles())
        entries = write_gallery(folder, made, prints=options.whole)
        pages = bytes_of(folder)
        if options.whole:
            print_line(f"{len(entries)} puzzles with their files", f"{pages / 1e6:.1f} MB", "under 60 MB")
        else:
            sample = Path(temporary) / "sample"
            sample.mkdir()
            chosen = made[::SAMPLE]
            for number, (kind, puzzle) in enumerate(chosen):
                write_downloads(sample, str(number), kind, puzzle)
            total = pages + bytes_of(sample) / len(chosen) * len(entries)
            print_line(
                f"{len(entries)} puzzles, files of {len(chosen)} reckoned for all", f"{total / 1e6:.1f} MB", "60 MB"
            )
        for has_started, name in ((True, "in a browser"), (False, "in one that still starts")):
            times = list(openings(folder, has_started=has_started))
            shown = ", ".join(f"{seconds:.2f}" for seconds in times)
            print_line(f"Opened from disk {name}, until one can play, s", f"{median(times):.2f} of {shown}", "0.8")
        with served(folder) as address:
            reports = [lighthouse(f"{address}index.html") for _ in range(STARTS)]
        scores = [round(100 * report["categories"]["performance"]["score"]) for report in reports]
        print_line("Lighthouse on a phone, drawn by software: performance", f"{median(scores):g} of {scores}", "85")
        shifts = [report["audits"]["cumulative-layout-shift"]["numericValue"] for report in reports]
        print_line("Lighthouse: layout shift (CLS)", f"{max(shifts):.3f}", "under 0.05")
        for name in ("accessibility", "best-practices", "seo"):
            scores = [round(100 * report["categories"][name]["score"]) for report in reports]
            print_line(f"Lighthouse: {name}", f"{min(scores)}", "100")
        judge_pages(folder, [entries[0].id, next(entry.id for entry in entries if entry.kind != entries[0].kind)])


def openings(folder: Path, *, has_started: bool) -> Iterator[float]:
    """Yield how long it takes from the beginning until the first puzzle is seen, in seconds; keys move it by then.

    A browser draws its own window first, by software too: one that has started has shown a page already.
    """
    for _ in range(STARTS):
        with chromium(folder) as browser:
            browser.show((1280, 900))
            if has_started:
                browser.start()
            browser.open(folder / "index.html")
            yield puzzle_seen(browser)


def judge_pages(folder: Path, names: list[str]) -> None:
    """Print what axe finds, and how far pages move by themselves."""
    pages = [folder / "index.html", folder / "play.html", *(folder / PUZZLES / f"{name}.html" for name in names)]
    with chromium(folder) as browser:
        browser.show(PHONE)
        for page in pages:
            browser.open(page)
            shift, found = layout_shift(browser), axe_findings(browser)
            print_line(
                f"{page.parent.name if page.parent != folder else 'site'}/{page.name}: axe, and layout shift",
                f"{len(found)} findings, {shift:.3f}",
                "0, under 0.05",
            )
            for line in found:
                print(f"    {line}")


if __name__ == "__main__":
    main()
