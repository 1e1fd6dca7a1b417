# SPDX-License-Identifier: GPL-3.0-or-later
"""The pages of the copy in the zip: unlike those of the site they name no page and no film that it has not.

MkDocs calls what begins with ``on_``.
"""

from __future__ import annotations

import re

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

LEFT_OUT = r"(?:developers\.md|hosting\.md|tables\.md|census\.md|library\.ipynb)"
ROW = re.compile(rf"^\| \[[^]]*\]\({LEFT_OUT}\).*\n", re.MULTILINE)
LINK = re.compile(rf"\[([^]]*)\]\({LEFT_OUT}(?:#[^)]*)?\)")

FILM = re.compile(r"^!\[[^]]*\]\(pictures/watch-[a-z]+\.webp\)\n", re.MULTILINE)
"""Five films are larger than all else in the zip, and blender_manifest.toml leaves them out."""


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Leave out films, rows of tables that are about pages which the copy has not, and links to these."""
    return LINK.sub(r"\1", ROW.sub("", FILM.sub("", markdown)))


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Show the pictures where they lie in the zip."""
    return html.replace('src="pictures/', 'src="../docs/pictures/')


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Leave out empty lines that the template leaves."""
    return re.sub(r"\n\s*\n", "\n", output).strip() + "\n"
