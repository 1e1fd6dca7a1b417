# SPDX-License-Identifier: GPL-3.0-or-later
"""The manual in docs/, written by MkDocs as a site of its own or as the small copy that the extension's zip has.

``python -m puzzle_manual [--site FOLDER]`` writes the one or the other. Blender builds the zip from the files of the
repository alone, so the copy is one of them. It has no scripts, no search and no theme of MkDocs, shows the pictures of
docs/, which so are in the zip once, and names no page and no film that it has not. The site has pages, too, that are
kept elsewhere: the notebook of the library, CONTRIBUTING.md and CHANGELOG.md. MkDocs calls what begins with ``on_``.
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import re
import sys
import tempfile
from pathlib import Path
from typing import Any

from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from renewal import written_whole

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.common.interrupts import held_back

ROOT = Path(__file__).resolve().parents[1]
COPY = ROOT / "manual"
THEME = Path(__file__).resolve().with_suffix("") / "theme"
"""Of the copy."""

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
            theme={"name": None, "custom_dir": str(THEME)},
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


PAGES = {
    "library.ipynb": "library-notebook.md",
    "../CONTRIBUTING.md": "contributing.md",
    "../CHANGELOG.md": "changelog.md",
}
"""Files, as the pages in docs/ link to them, and the pages that the manual has of them."""

DRAWING = re.compile(r"```mermaid\n.*?```\n\n", re.DOTALL)
"""What a browser could draw only with a script from the network; the table below says the same."""

LEFT_OUT = r"(?:developers\.md|hosting\.md|tables\.md|census\.md|library\.ipynb)"
ROW = re.compile(rf"^\| \[[^]]*\]\({LEFT_OUT}\).*\n", re.MULTILINE)
LINK = re.compile(rf"\[([^]]*)\]\({LEFT_OUT}(?:#[^)]*)?\)")

FILM = re.compile(r"^!\[[^]]*\]\(pictures/watch-[a-z]+\.webp\)\n", re.MULTILINE)
"""Five films are larger than all else in the zip, and blender_manifest.toml leaves them out."""


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages, and the icon, but to the copy."""
    if config.theme.name is None:
        return files
    for source, page in PAGES.items():
        path = Path(config.docs_dir) / source
        text = _of_notebook(path) if path.suffix == ".ipynb" else path.read_text(encoding="utf-8")
        files.append(File.generated(config, page, content=DRAWING.sub("", text)))
    files.append(File.generated(config, "icon.png", abs_src_path=str(Path(config.docs_dir) / "listing" / "icon.png")))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Let links to those files lead to the pages; leave films, and what is about left out pages, out of the copy."""
    if config.theme.name is None:
        return LINK.sub(r"\1", ROW.sub("", FILM.sub("", markdown)))
    for source, name in PAGES.items():
        markdown = markdown.replace(f"({source})", f"({name})")
    return markdown


def on_post_build(config: MkDocsConfig) -> None:
    """Leave out what has a date in it, or works only on a server of its own, or is for other languages."""
    for pattern in ("sitemap.xml*", "404.html", "assets/**/*.map", "assets/javascripts/lunr/**/*.js"):
        for path in Path(config.site_dir).glob(pattern):
            path.unlink()


def _of_notebook(path: Path) -> str:
    """Return a notebook as Markdown: its texts, and its code with what that prints and returns."""
    parts: list[str] = []
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
            continue
        parts.append(f"```python\n{source}\n```")
        texts = (output["text"] if "text" in output else output["data"]["text/plain"] for output in cell["outputs"])
        said = "".join(map("".join, texts))
        if said:
            parts.append(f"```text\n{said.rstrip()}\n```")
    return "\n\n".join(parts) + "\n"


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
