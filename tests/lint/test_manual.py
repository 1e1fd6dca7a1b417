# SPDX-License-Identifier: GPL-3.0-or-later
"""README is one page, every link in the Markdown leads somewhere, and the copy for the zip is what docs/ says."""

from __future__ import annotations

import re
from pathlib import Path

import markdown
import pytest
from puzzle_manual.__main__ import COPY, copied_files

REPOSITORY = Path(__file__).resolve().parents[2]
PAGES = [REPOSITORY / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")]
PAGES += sorted((REPOSITORY / "docs").rglob("*.md"))

MOST_WORDS = 450
"""Of README, with its commands."""

OUTSIDE = re.compile(r"https?://(localhost|[\w.-]+)")


def anchors(page: Path) -> set[str]:
    """Return the names of the headings of a page."""
    made = markdown.Markdown(extensions=["tables", "toc", "fenced_code"])
    return set(re.findall(r'<h\d id="([^"]+)"', made.convert(page.read_text(encoding="utf-8"))))


def links(page: Path) -> list[str]:
    """Return where the links and pictures of a page lead, but for those in its code."""
    made = markdown.Markdown(extensions=["tables", "toc", "fenced_code"])
    return re.findall(r'(?:href|src)="([^"]+)"', made.convert(page.read_text(encoding="utf-8")))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    wrong = []
    for link in links(page):
        path, _, fragment = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if OUTSIDE.match(link):
            continue
        if (
            not target.exists()
            or not target.is_relative_to(REPOSITORY)
            or (fragment and fragment not in anchors(target))
        ):
            wrong.append(link)
    assert wrong == []


@pytest.mark.parametrize("page", ["CONTRIBUTING.md", "SECURITY.md"])
def test_every_file_that_is_named_is_there(page: str) -> None:
    text = (REPOSITORY / page).read_text(encoding="utf-8")
    names = re.findall(r"`((?:core|blender_addon|scripts|tests|docs)/[\w./-]+)`", text)
    assert names
    assert [name for name in names if not (REPOSITORY / name).exists()] == []


def test_addresses_outside_are_few_and_known() -> None:
    hosts = {match.group(1) for page in PAGES for link in links(page) if (match := OUTSIDE.match(link))}
    assert hosts == {"www.blender.org", "www.dask.org"}


def test_readme_is_one_page_with_the_two_commands() -> None:
    readme = (REPOSITORY / "README.md").read_text(encoding="utf-8")
    assert len(readme.split()) <= MOST_WORDS
    assert "\nmake demo\nmake test\n" in readme


def test_every_picture_of_docs_is_shown() -> None:
    shown = {(page.parent / link).resolve() for page in PAGES for link in links(page)}
    assert set((REPOSITORY / "docs" / "pictures").iterdir()) <= shown


def test_the_copy_in_the_zip_is_what_docs_say() -> None:
    kept = {path.name: path.read_text(encoding="utf-8") for path in COPY.iterdir()}
    assert kept == copied_files(), "write it anew: make written"
