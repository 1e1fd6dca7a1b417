# SPDX-License-Identifier: GPL-3.0-or-later
"""Write the site into a folder: ``python -m puzzle_site FOLDER [--shelf FILE] [--most N]``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from installed_extension import extension
from tqdm import tqdm

from puzzle_cubes.common.errors import ExportError, InputError
from puzzle_cubes.shelf.shelf import Shelf

from .entries import puzzles_of
from .library import chosen, write_library
from .repository import write_repository
from .stock import fill_stock
from .writing import write_gallery

STOCK = "stock.sqlite"
"""The shelf that is made where none is given, beside the site."""

EXTENSIONS = "extensions"
"""The folder of Blender's repository in the site."""

LIBRARY = "library"
"""The folder of the asset library in the site."""


def main() -> int:
    """Write the site, and return the exit code."""
    parser = argparse.ArgumentParser(
        prog="puzzle_site", description="Write the gallery and the extension's repository."
    )
    parser.add_argument("folder", type=Path, help="the folder to write to")
    parser.add_argument(
        "--shelf", type=Path, help="the shelf whose puzzles are shown; a small one of both kinds is made"
    )
    parser.add_argument("--most", type=int, default=48, help="puzzles of each kind at most (48)")
    parser.add_argument(
        "--no-prints", action="store_true", help="leave out the files to print, which take most of the time"
    )
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    path = options.shelf
    try:
        if path is None:
            path = options.folder.parent / STOCK
            fill_stock(path)
        with Shelf(path) as shelf:
            puzzles = list(puzzles_of(shelf, options.most))
        with tqdm(total=len(puzzles), unit=" puzzles", disable=None) as bar:
            entries = write_gallery(options.folder, puzzles, prints=not options.no_prints, note=bar.update)
    except (InputError, ExportError) as error:
        print(f"puzzle_site: {error}", file=sys.stderr)
        return 1
    index = write_repository(options.folder / EXTENSIONS)
    with extension():
        library = write_library(options.folder / LIBRARY, chosen(entries))
    print(f"The asset library in {library}")
    print(f"{len(entries)} puzzles in {options.folder / 'index.html'}, the extension in {index}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
