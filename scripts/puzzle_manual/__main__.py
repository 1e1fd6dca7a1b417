# SPDX-License-Identifier: GPL-3.0-or-later
"""Write the manual with MkDocs, as a site or as a plain copy for the zip: ``python -m puzzle_manual [--site FOLDER]``.

Blender builds the zip from the files of the repository alone, so the copy is one of them. It has no scripts and no
search, and shows the pictures of docs/, which so are in the zip once.
"""

from __future__ import annotations

import argparse
import logging
import os
import re
import sys
import tempfile
from pathlib import Path
from typing import Any

from mkdocs.commands.build import build
from mkdocs.config import load_config
from whole_folder import written_whole

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.common.interrupts import held_back

ROOT = Path(__file__).resolve().parents[2]
COPY = ROOT / "manual"
HERE = Path(__file__).resolve().parent

COPIED_PAGES = (
    "index",
    "making",
    "playing",
    "editing",
    "printing",
    "packing",
    "burr",
    "measures",
    "fair",
    "styles",
    "command-line",
    "library",
    "shelf",
    "site",
)
"""In the order of the list at the top of each; the others are for who has the sources."""

STYLE = "manual.css"


def write_site(folder: Path, **changes: Any) -> None:
    """Write the manual into a folder, as mkdocs.yml says but for changes; raises Abort where a link leads nowhere."""
    # Material speaks of its successor at every start; the versions are pinned in requirements/.
    os.environ.setdefault("NO_MKDOCS_2_WARNING", "1")
    # What is wrong is said and counted, and raised at the end; the rest nobody needs to read.
    logging.basicConfig(format="puzzle_manual: %(message)s")
    logging.getLogger("mkdocs").setLevel(logging.WARNING)
    # Classes are made while plugins are loaded, and Python turns what is raised then into another error.
    with held_back():
        config = load_config(str(ROOT / "mkdocs.yml"), site_dir=str(folder), **changes)
    build(config)


def copied_files() -> dict[str, str]:
    """Return the files of the copy, by their names: its pages, and how they look."""
    with tempfile.TemporaryDirectory() as temporary:
        write_site(
            Path(temporary),
            theme={"name": None, "custom_dir": str(HERE / "theme")},
            nav=[f"{page}.md" for page in COPIED_PAGES],
            plugins=[],
            extra={},
            extra_css=[],
            markdown_extensions=["sane_lists", "tables", "toc", "fenced_code"],
            validation={"nav": {"omitted_files": "info"}},
        )
        names = [*(f"{page}.html" for page in COPIED_PAGES), STYLE]
        texts = {name: (Path(temporary) / name).read_text(encoding="utf-8") for name in names}
    # The pictures lie in docs/, and the template leaves empty lines.
    shown = {name: text.replace('src="pictures/', 'src="../docs/pictures/') for name, text in texts.items()}
    return {name: re.sub(r"\n\s*\n", "\n", text).strip() + "\n" for name, text in shown.items()}


def write_copy(folder: Path) -> None:
    """Write the copy into a folder, in the place of what is there."""
    folder.mkdir(exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    for name, text in copied_files().items():
        (folder / name).write_text(text, encoding="utf-8")


def main() -> int:
    """Write the one or the other, and return the exit code."""
    parser = argparse.ArgumentParser(
        prog="puzzle_manual", description="Write the copy of the manual that the extension's zip has."
    )
    parser.add_argument("--site", type=Path, metavar="FOLDER", help="write the manual as a site in place of the copy")
    options = parser.parse_args()
    if options.site is None:
        write_copy(COPY)
    else:
        try:
            with written_whole(options.site) as folder:
                write_site(folder)
        except InputError as error:
            print(f"puzzle_manual: {error}", file=sys.stderr)
            return 1
    print(f"The manual in {(options.site or COPY) / 'index.html'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
