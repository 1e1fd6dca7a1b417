# SPDX-License-Identifier: GPL-3.0-or-later
"""Write the site into a folder: ``python -m puzzle_site FOLDER [--shelf FILE] [--most N] [--address URL]``."""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from installed_extension import extension, write_repository
from puzzle_manual import write_site
from renewal import written_whole
from tqdm import tqdm

from puzzle_cubes.common.errors import ExportError, InputError
from puzzle_cubes.common.interrupts import Interrupts
from puzzle_cubes.common.words import counted, quoted
from puzzle_cubes.shelf.shelf import Shelf

from .entries import puzzles_of
from .gallery import write_gallery
from .library import chosen, write_library

STOCK = "stock.sqlite"
"""The shelf that is made where none is given, beside the site."""

EXTENSIONS = "extensions"
"""The folder of Blender's repository in the site."""

MANUAL = "manual"
"""The folder of the manual in the site."""

LIBRARY = "library"
"""The folder of the asset library in the site."""

SEARCHED = {
    "3 3 3": ("very_easy", "medium"),
    "4 4 4": ("very_easy", "medium"),
    "5 4 3": ("easy", "medium"),
    "8 8 2": ("medium",),
    "5 5 5": ("easy", "medium", "hard", "extreme"),
    "6 6 6": ("medium", "very_hard"),
    "7 7 7": ("hard", "extreme"),
}
"""The difficulties that are searched for, by the sizes for which they are in reach."""

SEEDS = "4"
"""Puzzles of each size and difficulty."""

LONG_SIZES = ("4 4 4", "6 6 6")
"""Sizes of puzzles with a way as long as can be."""

BOXES = ("3 3 3", "4 3 2", "4 4 2", "3 3 2")
QUICK = "4000"
"""Steps of a search: some seconds."""

BURR_LEVELS = ("1", "2", "3", "4", "5")

CLASSICS = ("megaron", "soma", "diabolical", "slothouber_graatsma")
"""Those whose solutions are all found at once."""


def main() -> int:
    """Write the site, and return the exit code."""
    parser = argparse.ArgumentParser(
        prog="puzzle_site", description="Write the gallery and the extension's repository."
    )
    parser.add_argument("folder", type=Path, help="the folder to write to")
    parser.add_argument(
        "--shelf", type=Path, help="the shelf whose puzzles are shown; a small one of all kinds is made"
    )
    parser.add_argument("--most", type=int, default=48, help="puzzles of each kind at most (48)")
    parser.add_argument(
        "--no-prints", action="store_true", help="leave out the files to print, which take most of the time"
    )
    parser.add_argument(
        "--address",
        default="",
        help="where the site will be, as https://example.org/cubes/, for pictures of shared links",
    )
    parser.add_argument("--no-library", action="store_true", help="leave out the asset library")
    options = parser.parse_args()
    tops = ("index.html", "page.js", "puzzles", "files", MANUAL, EXTENSIONS, LIBRARY)
    try:
        with Interrupts(for_good=True), written_whole(options.folder, tops) as folder:
            print(_written(folder, options))
    except (InputError, ExportError) as error:
        print(f"puzzle_site: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("puzzle_site: stopped, and nothing was written.", file=sys.stderr)
        return 1
    print(f"All of it is in {options.folder / 'index.html'}")
    return 0


def _written(folder: Path, options: argparse.Namespace) -> str:
    """Write the site into a new folder, and return what it has in words."""
    path = options.shelf
    if path is None:
        path = options.folder.parent / STOCK
        fill_stock(path)
    with Shelf(path) as shelf:
        puzzles = list(puzzles_of(shelf, options.most))
    with tqdm(total=len(puzzles), unit=" puzzles", disable=None) as bar:
        address = options.address and f"{options.address.rstrip('/')}/"
        entries = write_gallery(folder, puzzles, prints=not options.no_prints, address=address, note=bar.update)
    write_site(folder / MANUAL)
    write_repository(folder / EXTENSIONS, has_library=not options.no_library)
    if not options.no_library:
        with extension():
            write_library(folder / LIBRARY, chosen(entries))
    library = "" if options.no_library else ", the asset library"
    left_out = len(puzzles) - len(entries)
    without = f" ({left_out} of the shelf left out: how hard they are is not known, or they have no code)" * bool(
        left_out
    )
    return f"{counted(len(entries), 'puzzle')}{without}, the manual, the extension{library}"


def fill_stock(path: Path) -> None:
    """Make a shelf of all kinds, many sizes and difficulties, or what is missing of it: minutes' work of a core.

    Raises InputError where it cannot be filled, as a file that is no shelf.
    """
    for series in stock():
        command = [sys.executable, "-P", "-m", "puzzle_shelf", "shelf", str(path), *series]
        filling = subprocess.run(command, check=False, capture_output=True, text=True)
        if filling.returncode:
            said = filling.stderr.strip().rpartition("\n")[-1]
            raise InputError(f"Shelf {quoted(path)} could not be filled: {said}")


def stock() -> Iterator[list[str]]:
    """Yield the arguments of each series of the shelf that is made where none is given."""
    for size, difficulties in SEARCHED.items():
        for difficulty in difficulties:
            wish = ["--size", *size.split(), "--style", "hard", "--difficulty", difficulty, "--effort", QUICK]
            yield ["--kind", "oskar", *wish, "--seeds", "1", SEEDS]
    for size in LONG_SIZES:
        yield ["--kind", "oskar", "--size", *size.split(), "--style", "longest", "--effort", QUICK, "--seeds", "1", "3"]
    for size in BOXES:
        yield ["--kind", "packing", "--size", *size.split(), "--seeds", "1", "8"]
    for level in BURR_LEVELS:
        yield ["--kind", "burr", "--level", level, "--notchable", "--seeds", "1", "4"]
    for classic in CLASSICS:
        yield ["--kind", "packing", "--puzzle", classic, "--search", "all", "--seeds", "0", "0"]


if __name__ == "__main__":
    sys.exit(main())
