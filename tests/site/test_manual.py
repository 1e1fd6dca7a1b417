# SPDX-License-Identifier: GPL-3.0-or-later
"""The manual, as the site and the zip have it, is read on every screen, searched, and asks nothing of a network."""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from urllib.parse import quote

import numpy as np
import pytest
from puzzle_manual import COPY, write_site
from selenium.webdriver.common.keys import Keys

from tests.site.chromium import DESKTOP, PHONE, Browser

PICTURES = Path(__file__).resolve().parent.parent.parent / "out" / "site-pictures"

PICTURED = {"index.html", "printing.html", "styles.html"}
"""Pages that are kept as pictures, for people to look at."""

LOADED = re.compile(r"<(?:script|img|iframe|source)\b[^>]*\bsrc=\"([^\"]*)\"|<link\b[^>]*\bhref=\"([^\"]*)\"")
LINKED = re.compile(r"<a\b[^>]*\bhref=\"([^\"]*)\"")


def pages(folder: Path) -> dict[str, str]:
    """Return the pages of a folder, by their names."""
    return {page.name: page.read_text(encoding="utf-8") for page in folder.glob("*.html")}


def test_all_that_pages_load_and_link_to_is_in_the_site(site: Path) -> None:
    folder = site / "manual"
    texts = pages(folder)
    assert {"index.html", "printing.html", "library-notebook.html", "contributing.html", "tables.html"} <= set(texts)
    wrong = []
    for name, text in texts.items():
        for loaded in (match[0] or match[1] for match in LOADED.findall(text)):
            if not (folder / loaded).is_file():
                wrong.append((name, loaded))
        for link in LINKED.findall(text):
            path, _, fragment = link.partition("#")
            if path.startswith("https://"):
                continue
            target = posixpath.normpath(path) if path not in {"", "."} else name
            if not (folder / target).is_file() or (
                fragment and fragment != "__toc" and f'id="{fragment}"' not in texts[target]
            ):
                wrong.append((name, link))
    assert wrong == []


def test_the_same_manual_has_the_same_bytes(site: Path, tmp_path: Path) -> None:
    write_site(tmp_path / "again")
    files = {path.relative_to(tmp_path / "again"): path.read_bytes() for path in (tmp_path / "again").rglob("*.*")}
    kept = {path.relative_to(site / "manual"): path.read_bytes() for path in (site / "manual").rglob("*.*")}
    assert files == kept


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("form", ["site", "zip"])
def test_every_page_fits_the_screen(browser: Browser, site: Path, form: str, size: tuple[int, int]) -> None:
    folder = site / "manual" if form == "site" else COPY
    PICTURES.mkdir(parents=True, exist_ok=True)
    dark = False
    browser.show(size, dark=dark)
    _ = browser.requests
    for name in sorted(pages(folder)):
        # Every other one is opened in the dark, and some become dark, or light, while they are seen.
        browser.open(folder / name)
        assert browser.ask("return document.documentElement.scrollWidth") <= size[0], name
        broken = "return [...document.images].filter((one) => !one.complete || !one.naturalWidth).map((one) => one.src)"
        assert browser.ask(broken) == []
        for is_dark in (dark, not dark) if name in PICTURED else (dark,):
            browser.show(size, dark=is_dark)
            browser.wait_for(lambda: (np.median(browser.picture()[200:, :4]) < 100) == is_dark)  # noqa: B023
            if name in PICTURED:
                screen = "phone" if size == PHONE else "desktop"
                path = PICTURES / f"manual-{form}-{name[:-5]}-{screen}-{'dark' if is_dark else 'light'}.png"
                browser.driver.save_screenshot(str(path))
        dark = not dark
    inside = (folder.as_uri(), (COPY.parent / "docs" / "pictures").as_uri(), "data:", "about:", "blob:")
    assert [address for address in browser.requests if not address.startswith(inside)] == []


def test_it_is_searched_where_it_is_opened_from_a_folder(browser: Browser, site: Path) -> None:
    browser.open(site / "manual" / "index.html")
    _ = browser.requests
    box = browser.one("input.md-search__input")
    box.click()
    browser.wait("return document.activeElement.matches('input.md-search__input')")
    # Pasted up to the key that begins the search: where each letter is a search of its own, the theme's fails for "e".
    browser.driver.execute_cdp_cmd("Input.insertText", {"text": "elephan"})
    box.send_keys("t")
    # The list is drawn several times while one types, and is seen only once the search has opened.
    browser.wait_for(lambda: "elephant foot" in browser.one(".md-search-result__list").text.lower())
    assert browser.all('.md-search-result__list a[href*="printing.html"]')
    browser.driver.save_screenshot(str(PICTURES / "manual-search.png"))
    box.send_keys(Keys.ENTER)
    browser.wait("return location.pathname.endsWith('printing.html')")
    assert [
        address for address in browser.requests if not address.startswith(("file:", "data:", "about:", "blob:"))
    ] == []


SOUGHT = {
    "tolerance": "printing",
    "too tight": "printing",
    "loose": "printing",
    "rattles": "printing",
    "stuck": "printing",
    "raft": "printing",
    "brim": "printing",
    "warped": "printing",
    "supports": "printing",
    "clearance": "printing",
    "glue": "printing",
    "missing piece": "printing",
    "broken": "printing",
    "elephant foot": "printing",
    "nozzle": "printing",
    "resin": "printing",
    "magnet": "packing",
    "dowel": "packing",
    "initials": "editing",
    "size in mm": "editing",
    "inches": "editing",
    "phone": "site",
    "undo": "playing",
    "hint": "playing",
    "soma": "packing",
    "puzzlecad": "burr",
    "burrtools": "packing",
}
"""What people call things, and the page that has it."""


def test_what_people_call_things_is_found(browser: Browser, site: Path) -> None:
    missing = {}
    for sought, page in SOUGHT.items():
        browser.open(site / "manual" / "index.html", f"?q={quote(sought)}")
        browser.wait("return /matching/.test(document.querySelector('.md-search-result__meta').textContent)")
        links = browser.ask(
            "return [...document.querySelectorAll('.md-search-result__link')].map((one) => one.getAttribute('href'))"
        )
        if not any(f"{page}.html" in link for link in links):
            missing[sought] = links
    assert missing == {}
