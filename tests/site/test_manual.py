# SPDX-License-Identifier: GPL-3.0-or-later
"""The manual, as the site and the zip have it, is read on every screen, searched, and asks nothing of a network."""

from __future__ import annotations

import posixpath
import re
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from puzzle_manual import COPY, write_site
from selenium.webdriver.common.keys import Keys

from tests.site.chromium import DESKTOP, PHONE, Browser

PICTURES = Path(__file__).resolve().parent.parent.parent / "out" / "site-pictures"

PICTURED = {"index.html", "library-notebook.html", "printing.html", "styles.html"}
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


@pytest.mark.parametrize("form", ["site", "zip"])
def test_every_page_fits_every_screen(browser: Browser, site: Path, form: str) -> None:
    folder = site / "manual" if form == "site" else COPY
    PICTURES.mkdir(parents=True, exist_ok=True)
    _ = browser.requests
    # Every other one is opened on a phone, and in the dark; each fits both screens, and some are seen in both colors.
    ways = list(product((DESKTOP, PHONE), (False, True)))
    for name in sorted(pages(folder)):
        browser.show(ways[0][0], dark=ways[0][1])
        browser.open(folder / name)
        broken = "return [...document.images].filter((one) => !one.complete || !one.naturalWidth).map((one) => one.src)"
        assert browser.ask(broken) == []
        for size, dark in ways if name in PICTURED else (ways[0], ways[-1]):
            browser.show(size, dark=dark)
            # What lies beside a narrow screen slides in where there is room for it.
            browser.wait(f"return document.documentElement.clientWidth === {size[0]}")
            browser.wait(f"return document.documentElement.scrollWidth <= {size[0]}")
            if name in PICTURED:
                browser.wait_for(lambda: (np.median(browser.picture()[200:, :4]) < 100) == dark)  # noqa: B023
                screen = "phone" if size == PHONE else "desktop"
                path = PICTURES / f"manual-{form}-{name[:-5]}-{screen}-{'dark' if dark else 'light'}.png"
                browser.driver.save_screenshot(str(path))
        ways.reverse()
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


TYPE_SOUGHT = """
document.querySelector(".md-search-result__meta").textContent = "";
const box = document.querySelector(".md-search__input");
box.value = arguments[0];
box.dispatchEvent(new Event("keyup"));
"""


def test_what_people_call_things_is_found(browser: Browser, site: Path) -> None:
    missing = {}
    browser.open(site / "manual" / "index.html", "?q=puzzle")
    answered = "return /matching/.test(document.querySelector('.md-search-result__meta').textContent)"
    browser.wait(answered)
    for sought, page in SOUGHT.items():
        browser.ask(TYPE_SOUGHT, sought)
        browser.wait(answered)
        links = browser.ask(
            "return [...document.querySelectorAll('.md-search-result__link')].map((one) => one.getAttribute('href'))"
        )
        if not any(f"{page}.html" in link for link in links):
            missing[sought] = links
    assert missing == {}
