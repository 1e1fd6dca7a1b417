# SPDX-License-Identifier: GPL-3.0-or-later
"""Manual, listing, presets and the list of known mutations stand beside the sources, and say what these say."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import markdown
import pytest
from puzzle_manual import COPY, copied_files

from puzzle_cubes.kinds import KINDS
from puzzle_cubes.oskar.generators import STYLES
from puzzle_cubes.oskar.maze.difficulty import LEVELS
from tests.lint.presets import write_presets
from tests.lint.styles import PAGE, renewed_page

REPOSITORY = Path(__file__).resolve().parents[2]
DOCS = REPOSITORY / "docs"
PAGES = [REPOSITORY / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")]
PAGES += sorted(DOCS.rglob("*.md"))

MOST_WORDS = 450
"""Of README, with its commands."""

OUTSIDE = re.compile(r"https?://(localhost|[\w.-]+)")

PRESETS = REPOSITORY / "presets"

KNOWN = REPOSITORY / "tests" / "mutation" / "known.toml"


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
    assert set((DOCS / "pictures").iterdir()) <= shown


def test_the_copy_in_the_zip_is_what_docs_say() -> None:
    kept = {path.name: path.read_text(encoding="utf-8") for path in COPY.iterdir()}
    assert kept == copied_files(), "write it anew: make written"


def listing() -> str:
    """Return the listing as one line."""
    return " ".join((DOCS / "listing" / "description.md").read_text(encoding="utf-8").split())


def test_the_listing_has_all_kinds_and_the_numbers_of_the_program() -> None:
    text = listing()
    assert [kind.label for kind in KINDS.values() if f"**{kind.label.removesuffix('s')}" not in text] == []
    largest = KINDS["oskar"].options[[option.name for option in KINDS["oskar"].options].index("size")].most
    assert f"up to {largest:g} cells on a side" in text
    first, *_, last = LEVELS.values()
    assert f"*{first.label}* to *{last.label}*" in text


@pytest.mark.parametrize(
    ("page", "listed"), {"index": "- **{label}** is ", "making": "*{label}*", "command-line": "| `{name}` | "}.items()
)
def test_the_manual_has_all_kinds_wherever_it_lists_them(page: str, listed: str) -> None:
    text = " ".join((DOCS / f"{page}.md").read_text(encoding="utf-8").split())
    assert [kind.name for kind in KINDS.values() if listed.format(label=kind.label, name=kind.name) not in text] == []


def test_the_page_of_the_styles_tells_how_each_works() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert text == renewed_page(), "write it anew: make written"
    assert [style.label for style in STYLES.values() if f"\n**{style.label}**: " not in text] == []


def test_the_preset_files_are_those_of_the_tables(tmp_path: Path) -> None:
    write_presets(tmp_path)
    made, kept = (
        {path.relative_to(folder): path.read_text(encoding="utf-8") for path in folder.rglob("*.py")}
        for folder in (tmp_path, PRESETS)
    )
    assert kept == made, "write them anew: make written"


def test_every_change_in_the_list_is_one_of_a_line_of_its_file() -> None:
    known = tomllib.loads(KNOWN.read_text(encoding="utf-8"))
    lines = {
        file: {line.strip() for line in (REPOSITORY / file).read_text(encoding="utf-8").splitlines()}
        for file in {entry["file"] for entry in known["equivalent"]}
    }
    assert [entry for entry in known["equivalent"] if entry["line"] not in lines[entry["file"]]] == []


def test_every_test_that_is_named_and_what_it_judges_is_there() -> None:
    named: dict[str, list[str]] = tomllib.loads(KNOWN.read_text(encoding="utf-8"))["tests"]
    paths = [path for file, tests in named.items() for path in (file, *(test.partition("::")[0] for test in tests))]
    assert [path for path in paths if not (REPOSITORY / path).exists()] == []
