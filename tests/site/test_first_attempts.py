# SPDX-License-Identifier: GPL-3.0-or-later
"""First attempts of newcomers with the page of a code do what is meant: typing, going back, reloading, printing it."""

from __future__ import annotations

import base64
import re
import zlib
from pathlib import Path

import pytest
from selenium.webdriver.common.keys import Keys

import puzzle_cubes
from tests.site.chromium import DESKTOP, PHONE, Browser

CUBE = str(puzzle_cubes.make("oskar", size=(3, 3, 4), seed=8).code)
PIECES = str(puzzle_cubes.make("packing", puzzle="diabolical").code)
BURR = str(puzzle_cubes.make("burr", sticks="52 615 792 960 975 992").code)

LONG = str(puzzle_cubes.make("oskar", size=(16, 16, 16), style="kruskal").code)
"""A code that no sheet of paper has room for beside the puzzle."""
BEDLAM = str(puzzle_cubes.make("packing", puzzle="bedlam", search="first").code)

RULES = {CUBE: "Slide the cross", PIECES: "Put all the pieces together.", BURR: "Put all the pieces together."}
RULES |= {LONG: RULES[CUBE], BEDLAM: RULES[PIECES]}
NAMES = {CUBE: "Oskar's Cube 3x3x4", PIECES: "Packing Cube Diabolical", BURR: "Burr 52 615 792 960 975 992"}
NAMES |= {LONG: "Oskar's Cube 16x16x16", BEDLAM: "Packing Cube Bedlam"}
LEVELS = {
    BEDLAM: "Very Hard",
    CUBE: puzzle_cubes.from_code(CUBE).rating.word,
    PIECES: puzzle_cubes.make("packing", puzzle="diabolical", count=True).rating.word,
}


def check_shown(browser: Browser, code: str) -> None:
    """Wait until the page has the puzzle of a code, and fail unless it has the words of its kind."""
    browser.wait_for(lambda: browser.one("h1").text == NAMES[code])
    (rule,) = [line.text for line in browser.all(".rule") if line.is_displayed()]
    assert rule.startswith(RULES[code])
    assert browser.one(".puzzle-code").text == code
    assert browser.one(".no-puzzle").text == ""
    assert code not in LEVELS or browser.one(".difficulty .word").text == LEVELS[code]
    assert "undefined" not in browser.one("main").text


def test_a_code_is_typed_as_people_do_and_by_keyboard_alone(browser: Browser, site: Path) -> None:
    for code, typed in {CUBE: CUBE.lower(), PIECES: PIECES.replace("-", " "), BURR: BURR.replace("-", "")}.items():
        browser.open(site / "index.html")
        browser.ask("document.querySelector('.today').focus()")
        browser.tab()
        browser.press(f" {typed}" + Keys.ENTER)
        check_shown(browser, code)
        # The puzzle has the focus, and takes keys.
        browser.press("h")
        browser.wait_for(lambda: bool(browser.one(".said").text))


REFUSED = {
    "hi": "Code is 'hi': it has 2 characters and must have from 3 to 20,000.",
    "soma": "Code is 'soma': a character of it is wrong, missing or too many.",
    CUBE[:-1]: f"Code is '{CUBE[:-1]}': a character of it is wrong, missing or too many.",
    f"{CUBE}!": f"Code is '{CUBE}!': '!' at place {len(CUBE.replace('-', '')) + 1} is not a letter or digit of codes.",
    f"{CUBE} {CUBE}": "a character of it is wrong, missing or too many.",
}
"""What people type into the box for a code that is none, and what they read, or its end."""


def test_a_code_that_is_wrong_is_said_and_can_be_mended_at_once(browser: Browser, site: Path) -> None:
    browser.open(site / "index.html")
    field = browser.one("#code")
    for typed, sentence in REFUSED.items():
        field.clear()
        field.send_keys(typed + Keys.ENTER)
        browser.wait_for(lambda sentence=sentence: browser.one(".problem").text.endswith(sentence))  # type: ignore[misc]
        # The field has the focus again, and the next letter takes the complaint away.
        browser.press("x")
        assert browser.one(".problem").text == ""
    field.clear()
    field.send_keys(f"https://example.org/cubes/play.html#{PIECES.lower()}" + Keys.ENTER)
    check_shown(browser, PIECES)


def test_a_classic_that_takes_minutes_to_count_is_known(browser: Browser, site: Path) -> None:
    browser.open(site / "play.html", f"#{BEDLAM}")
    check_shown(browser, BEDLAM)
    assert browser.one(".sentence").text.endswith("tries 1,891 pieces for each solution.")


def test_back_forward_and_reload_show_the_puzzle_of_the_address(browser: Browser, site: Path) -> None:
    browser.open(site / "play.html", f"#{CUBE}")
    check_shown(browser, CUBE)
    browser.press("hh")
    key = browser.ask("return player.hinted.key")
    browser.press(key)
    for code in (PIECES, BURR):
        browser.ask("location.hash = arguments[0]", code)
        check_shown(browser, code)
    browser.driver.back()
    check_shown(browser, PIECES)
    browser.driver.back()
    check_shown(browser, CUBE)
    assert browser.one(".moves").text == "1 move"
    browser.driver.refresh()
    browser.wait("return document.body.dataset.ready")
    check_shown(browser, CUBE)
    assert browser.one(".moves").text == "1 move"
    browser.driver.forward()
    check_shown(browser, PIECES)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_page_is_printed_on_one_sheet_with_its_code(browser: Browser, site: Path, size: tuple[int, int]) -> None:
    browser.show(size, dark=True)
    for code in (CUBE, PIECES, LONG):
        browser.open(site / "play.html", f"#{code}")
        check_shown(browser, code)
        browser.wait("return !player.view.waiting")
        printed = browser.driver.execute_cdp_cmd("Page.printToPDF", {"printBackground": False})
        document = base64.b64decode(printed["data"])
        assert len(re.findall(rb"/Type\s*/Page\b", document)) == 1
        # Maps have their dark ground also where no other is printed: walls that are nearly white are seen on it.
        drawn = [
            zlib.decompress(stream)
            for stream in re.findall(rb"FlateDecode.*?stream\r?\n(.*?)endstream", document, re.DOTALL)
        ]
        assert any(b".1373 .1255 .1137 rg" in lines for lines in drawn) == (code != PIECES)
        browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
        assert [element.text for element in browser.all("button, select, .code-box") if element.is_displayed()] == []
        assert browser.one("h1").text == NAMES[code]
        assert browser.one(".puzzle-code").is_displayed()
        assert browser.picture()[:3].mean() > 250
        on_paper = browser.ask("return getComputedStyle(document.querySelector('.puzzle-code'), '::before').content")
        begin = " ..., ".join(("-".join(code.split("-")[:8]), f"{len(code.split('-'))} groups in all: the page in the"))
        assert on_paper == (f'"{begin} browser has the whole code."' if code == LONG else "none")
        assert browser.one(".command").is_displayed() == (code != LONG)
        browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
