# SPDX-License-Identifier: GPL-3.0-or-later
"""Pages of the manual that are kept elsewhere: the notebook of the library, CONTRIBUTING.md and CHANGELOG.md.

The copy in the zip, which has no theme of MkDocs, is without them, and names no page and no film that it has not.
MkDocs calls what begins with ``on_``.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

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
