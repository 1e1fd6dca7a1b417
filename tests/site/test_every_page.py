# SPDX-License-Identifier: GPL-3.0-or-later
"""Every page asks nothing of a network, is for everybody, fits every screen, and does not move by itself."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from puzzle_site.entries import Entry

from tests.site.chromium import DESKTOP, PHONE, Browser
from tests.site.judges import MOST_SHIFT, axe_findings, layout_shift, variety

PICTURES = Path(__file__).resolve().parent.parent.parent / "out" / "site-pictures"

Pages = dict[str, tuple[Path, str]]


@pytest.fixture(scope="module")
def pages(site: Path, entries: dict[str, tuple[Entry, Any]]) -> Pages:
    """Return the address of a page of each sort, by a name."""
    by_kind = {entry.kind: entry for entry, _ in entries.values()}
    return {
        "first": (site / "index.html", ""),
        "cube": (site / "puzzles" / f"{by_kind['oskar'].id}.html", ""),
        "pieces": (site / "puzzles" / f"{by_kind['packing'].id}.html", ""),
        "code": (site / "play.html", f"#{by_kind['oskar'].code}"),
        "no-code": (site / "play.html", ""),
        "install": (site / "extensions" / "index.html", ""),
    }


def test_nothing_is_asked_of_a_network(browser: Browser, site: Path, pages: Pages) -> None:
    _ = browser.requests
    for page, fragment in pages.values():
        browser.open(page, fragment)
    asked = browser.requests
    names = {name.split("#")[0].split("/")[-1] for name in asked}
    assert {"index.html", "page.css", "page.js", "puzzles.js", "gallery.js", "rule.jpg"} <= names
    assert [name for name in asked if not name.startswith(("file:", "data:", "about:"))] == []
    for file in (*site.glob("*.js"), *site.glob("*.css"), *site.glob("*.html"), *site.glob("puzzles/*.html")):
        text = re.sub(r"^\s*//.*|\s// .*", "", file.read_text(encoding="utf-8"), flags=re.MULTILINE)
        assert re.findall(r"//(?!www\.w3\.org/2000/svg|schemas\.(?:microsoft|openxmlformats))", text) == []


@pytest.mark.parametrize(
    ("size", "dark"),
    # In a change both sizes and both colors are seen, and in make test-all each in each.
    [
        *((PHONE, False), (DESKTOP, True)),
        *(pytest.param(*seen, marks=pytest.mark.thorough) for seen in ((DESKTOP, False), (PHONE, True))),
    ],
    ids=["phone, light", "desktop, dark", "desktop, light", "phone, dark"],
)
def test_axe_finds_nothing(browser: Browser, pages: Pages, size: tuple[int, int], dark: bool) -> None:
    findings = {}
    browser.show(size, dark=dark)
    for name, (page, fragment) in pages.items():
        browser.open(page, fragment)
        findings[name, "as it opens"] = axe_findings(browser)
        if not browser.all(".player") or name == "no-code":
            continue
        for key in "QWEASD":
            browser.one(f'.pad [data-key="{key}"]').click()
        browser.one('[data-key="H"]').click()
        findings[name, "played, with a hint"] = axe_findings(browser)
        browser.ask(
            "for (let one = 0; one < 400; one++) if (!player.game.isSolved) { player.press('H');"
            " player.press(player.hinted?.key || 'H'); }"
        )
        assert browser.one(".said").text.startswith("Solved")
        findings[name, "solved"] = axe_findings(browser)
        for summary in browser.all("summary"):
            summary.click()
        browser.one("#code").send_keys("M!")
        browser.one(".code-box button").click()
        findings[name, "with a wrong code"] = axe_findings(browser)
    assert {state: lines for state, lines in findings.items() if lines} == {}
    # A button without a name is found.
    browser.ask("document.body.append(document.createElement('button'))")
    assert [line.split()[0] for line in axe_findings(browser)] == ["button-name"]


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_it_fits_every_screen_and_does_not_move_by_itself(
    browser: Browser, pages: Pages, size: tuple[int, int]
) -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    for name, (page, fragment) in pages.items():
        browser.show(size, dark=True)
        browser.open(page, fragment)
        assert layout_shift(browser) < MOST_SHIFT
        # It becomes light while it is seen.
        for way in ("dark", "light", "light-right-to-left"):
            browser.show(size, dark=way == "dark")
            browser.ask("document.documentElement.dir = arguments[0]", "rtl" if "right" in way else "ltr")
            if browser.all(".player") and name != "no-code":
                browser.wait("return !player.view.waiting")
                assert variety(browser.picture(browser.one(".player canvas"))) > 10
            picture = browser.picture()
            screen = "phone" if size == PHONE else "desktop"
            Image.fromarray(picture).save(PICTURES / f"{name}-{screen}-{way}.png")
            assert (picture[-3:, :3].mean() < 100) == (way == "dark")
            # Nothing is wider than the screen, and what is pressed is large enough for a finger.
            assert browser.ask("return document.documentElement.scrollWidth") <= size[0]
            pressed = browser.ask(
                "return [...document.querySelectorAll('button, select, summary, .button, nav a')]"
                ".filter((one) => one.offsetParent).map((one) => one.offsetHeight)"
            )
            assert min(pressed) >= 44
        if browser.all(".pad"):
            # Where keys lead is left and right for all.
            left, right = (browser.one(f'.pad [data-key="{key}"]').rect["x"] for key in "AD")
            assert left < right or name == "no-code"


@pytest.mark.parametrize(("width", "letters"), [(320, 16), (360, 32)])
def test_letters_are_as_large_as_the_browser_has_them_and_fit(
    browser: Browser, pages: Pages, width: int, letters: int
) -> None:
    browser.show((width, 640), letters=letters)
    for page, fragment in pages.values():
        browser.open(page, fragment)
        assert browser.ask("return getComputedStyle(document.body).fontSize") == f"{letters}px"
        assert browser.ask("return document.documentElement.scrollWidth") <= width


def test_all_of_it_is_reached_by_keyboard(browser: Browser, pages: Pages) -> None:
    for name in ("first", "cube", "pieces"):
        browser.open(*pages[name])
        wanted = browser.ask(
            "return [...document.querySelectorAll('a[href], button, select, input, summary, canvas, pre[tabindex]')]"
            ".filter((one) => one.offsetParent && !one.closest('template')).length"
        )
        browser.ask("document.activeElement.blur(); window.seen = new Set()")
        for _ in range(wanted + 5):
            browser.tab()
            browser.ask("window.seen.add(document.activeElement)")
        assert browser.ask("return [...window.seen].filter((one) => one !== document.body).length") >= wanted
