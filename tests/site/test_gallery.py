# SPDX-License-Identifier: GPL-3.0-or-later
"""The first page explains, lets one play and choose; each puzzle has a page; and all of it opens from a folder."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image
from puzzle_site.entries import Entry
from puzzle_site.gallery import CARDS_AT_FIRST, write_gallery
from selenium.webdriver.support.ui import Select

import puzzle_cubes
from puzzle_cubes.kinds import KINDS
from puzzle_cubes.library import Puzzle
from puzzle_cubes.printing.printer import Printer
from tests.site.chromium import DESKTOP, PHONE, Browser
from tests.site.conftest import KINDS_PLAYED, PUZZLES, made
from tests.site.judges import MOST_SHIFT, layout_shift, puzzle_seen, variety

LARGEST_CARD = 600
"""Bytes of all that the first page has of a puzzle."""

Entries = dict[str, tuple[Entry, Any]]


def cards(browser: Browser) -> list[str]:
    """Return the codes of the cards, in their order."""
    codes: list[str] = browser.ask("return [...document.querySelectorAll('.cards li')].map((one) => one.dataset.code)")
    return codes


def choose(browser: Browser, name: str, text: str) -> None:
    """Choose by hand in the form."""
    Select(browser.one(f".choices select[name={name}]")).select_by_visible_text(text)


def colorful(picture: NDArray[np.uint8]) -> float:
    """Return the share of a picture that is no gray."""
    return float((np.ptp(picture.astype(int), axis=2) > 60).mean())


def test_every_puzzle_has_a_card_with_a_picture(browser: Browser, site: Path, entries: Entries) -> None:
    browser.open(site / "index.html")
    assert sorted(cards(browser)) == sorted(entry.code for entry, _ in entries.values())
    assert browser.one("output").text == f"{len(PUZZLES)} puzzles"
    for name, (entry, _) in entries.items():
        card = browser.one(f'.card[href="puzzles/{name}.html"]')
        browser.ask("arguments[0].scrollIntoView()", card)
        text = browser.ask("return arguments[0].textContent", card)
        assert [words for words in (entry.title, entry.difficulty) if words not in text] == []
        picture = np.asarray(Image.open(site / "puzzles" / f"{name}.png").convert("RGB"))
        assert variety(picture) > 10
        assert colorful(picture) > 0.02


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_first_screen_says_what_it_is_how_to_win_and_where_to_get_it(
    browser: Browser, site: Path, size: tuple[int, int]
) -> None:
    browser.show(size)
    browser.open(site / "index.html")
    for selector in (
        ".explain h1",
        ".lead",
        ".film img",
        '.ways a[href="#play"]',
        '.ways a[href*="#get"]',
        ".ways a[href*=ext]",
    ):
        box = browser.one(selector).rect
        assert box["y"] + box["height"] <= size[1], selector
    assert "from green to purple" in browser.one(".lead").text
    # The first cube begins in sight, too, and on a wide screen all of it is.
    stage = browser.one(".stage").rect
    assert stage["y"] + (stage["height"] if size == DESKTOP else 200) <= size[1]
    assert browser.ask("return document.querySelector('.film img').naturalWidth") > 400


def test_the_first_picture_has_the_puzzle_and_the_next_one_all(browser: Browser, site: Path) -> None:
    _ = browser.requests
    browser.open(site / "index.html")
    first = browser.ask("return performance.getEntriesByName('first-contentful-paint')[0].startTime") / 1000
    assert puzzle_seen(browser) == pytest.approx(first)
    assert browser.one("h1").is_displayed()
    # What it needs to begin is in it.
    assert not {"page.css", "page.js"} & {name.split("/")[-1] for name in browser.requests}


def test_a_page_without_3d_says_so_and_is_seen(browser: Browser, site: Path) -> None:
    source = {"source": "HTMLCanvasElement.prototype.getContext = () => null"}
    added = browser.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", source)
    try:
        browser.open(site / "index.html")
        assert browser.one("h1").is_displayed()
        assert browser.one(".said").text == "This browser shows no 3D: WebGL is switched off."
    finally:
        browser.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)


def test_the_film_can_be_stopped_and_stands_still_where_nothing_is_to_move(browser: Browser, site: Path) -> None:
    source = "return document.querySelector('.film img').currentSrc.split('.').at(-1)"
    browser.open(site / "index.html")
    browser.wait_for(lambda: browser.ask(source) == "webp")
    assert browser.one(".film button").text == "Pause"
    browser.one(".film button").click()
    browser.wait_for(lambda: browser.ask(source) == "jpg")
    assert browser.one(".film button").text == "Play the film"
    browser.show(DESKTOP, still=True)
    browser.open(site / "index.html")
    assert browser.ask(source) == "jpg"
    assert browser.one(".film button").text == "Play the film"


def test_cards_are_chosen_and_sorted(browser: Browser, site: Path, entries: Entries) -> None:
    browser.open(site / "index.html")
    for kind in KINDS_PLAYED:
        choose(browser, "kind", KINDS[kind].label)
        assert sorted(cards(browser)) == sorted(entry.code for entry, _ in entries.values() if entry.kind == kind)
    choose(browser, "kind", "All")
    assert len(cards(browser)) == len(entries)
    choose(browser, "size", "5x4x3")
    assert cards(browser) == [entry.code for entry, _ in entries.values() if entry.size == "5x4x3"]
    assert browser.one("output").text == "1 puzzle"
    choose(browser, "size", "All")
    word = next(iter(entries.values()))[0].difficulty
    choose(browser, "difficulty", word)
    assert sorted(cards(browser)) == sorted(entry.code for entry, _ in entries.values() if entry.difficulty == word)
    choose(browser, "difficulty", "All")
    by_code = {entry.code: entry for entry, _ in entries.values()}
    orders: dict[str, Callable[[Entry], float]] = {
        "Hardest first": lambda entry: -entry.share,
        "Easiest first": lambda entry: entry.share,
        "Largest first": lambda entry: -entry.cells,
        "Smallest first": lambda entry: entry.cells,
    }
    for label, key in orders.items():
        choose(browser, "order", label)
        keys = [key(by_code[code]) for code in cards(browser)]
        assert len(keys) == len(entries)
        assert keys == sorted(keys)


@pytest.mark.parametrize("kind", KINDS_PLAYED)
def test_filaments_are_chosen_and_stay(browser: Browser, site: Path, entries: Entries, kind: str) -> None:
    name = next(name for name, (entry, _) in entries.items() if entry.kind == kind)
    browser.play(site, name)
    stage = browser.one(".stage canvas")
    colored = browser.picture(stage)
    Select(browser.one(".colors select")).select_by_visible_text("Mono")
    browser.wait_for(lambda: (browser.picture(stage) != colored).mean() > 0.02)
    browser.play(site, name)
    assert browser.ask("return document.querySelector('.colors select').value") == "mono"


def test_links_hold(site: Path, entries: Entries) -> None:
    pages = [site / "index.html", site / "play.html", site / "extensions" / "index.html", *site.glob("puzzles/*.html")]
    assert len(pages) == 3 + len(entries)
    for page in pages:
        links = re.findall(r'(?:href|src|action|data-moving)="([^"#?]+)', page.read_text(encoding="utf-8"))
        assert links
        missing = [link for link in links if not link.startswith("https://") and not (page.parent / link).is_file()]
        assert [link for link in missing if "$" not in link] == []


def test_each_puzzle_has_its_own_address_title_and_picture(site: Path, entries: Entries) -> None:
    titles = set()
    for name, (entry, _) in entries.items():
        text = (site / "puzzles" / f"{name}.html").read_text(encoding="utf-8")
        metas = dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', text))
        titles.add(metas["title"])
        assert unescape(metas["title"]).startswith(entry.title)
        assert (site / "puzzles" / metas["image"]).is_file()
        assert entry.sentence in metas["description"]
        assert f"<title>{metas['title']}</title>" in text
    assert len(titles) == len(entries)


def test_shared_links_have_the_whole_address_where_it_is_known(tmp_path: Path) -> None:
    puzzle = made("oskar", size=(3, 3, 3), seed=1)[1]
    (entry,) = write_gallery(tmp_path, [(KINDS["oskar"], puzzle)], prints=False, address="https://example.org/cubes/")
    text = (tmp_path / "puzzles" / f"{entry.id}.html").read_text(encoding="utf-8")
    assert f'content="https://example.org/cubes/puzzles/{entry.id}.png"' in text
    assert 'content="https://example.org/cubes/rule.jpg"' in (tmp_path / "index.html").read_text(encoding="utf-8")


def test_one_goes_on_to_the_next_and_to_one_like_it(browser: Browser, site: Path, entries: Entries) -> None:
    for kind in KINDS_PLAYED:
        own = sorted(
            (entry for entry, _ in entries.values() if entry.kind == kind), key=lambda entry: (entry.share, entry.id)
        )
        browser.play(site, own[0].id)
        seen = []
        for _ in own:
            seen.append(browser.driver.current_url.split("/")[-1])
            browser.one(".onward a").click()
            browser.wait("return document.body.dataset.ready")
        assert seen == [f"{entry.id}.html" for entry in own]


def test_every_day_has_a_puzzle(browser: Browser, site: Path, entries: Entries) -> None:
    browser.open(site / "index.html")
    days = range(2 * len(entries))
    names = browser.ask(
        "return arguments[0].map((day) => puzzleOfDay(new Date(2026, 10, 1 + day, 23 * (day % 2))).id)", list(days)
    )
    assert names[: len(entries)] == names[len(entries) :]
    assert set(names) == set(entries)
    assert (browser.one(".today").get_attribute("href") or "").split("/")[-1][:-5] in entries


def test_a_code_is_typed_and_its_puzzle_played(browser: Browser, site: Path) -> None:
    # One that the gallery does not have.
    kind, puzzle = made("oskar", size=(4, 3, 2), seed=99)
    code = Puzzle(KINDS[kind], puzzle, KINDS[kind].dimensions(), Printer(), KINDS[kind].ways[0]).code
    assert code
    browser.open(site / "index.html")
    field = browser.one("#code")
    field.send_keys(code[:-1] + ("0" if code[-1] != "0" else "1"))
    browser.one(".code-box button").click()
    assert browser.one(".problem").text.endswith("a character of it is wrong, missing or too many.")
    assert field.get_attribute("aria-invalid") == "true"
    field.clear()
    field.send_keys(f" {code.lower()} ")
    browser.one(".code-box button").click()
    browser.wait("return location.hash && document.body.dataset.ready")
    assert browser.one("h1").text == "Oskar's Cube 4x3x2"
    assert browser.one(".puzzle-code").text == code
    for _ in range(puzzle.measures.length):
        browser.press("h")
        browser.one(".pad .hinted").click()
    assert browser.one(".said").text.startswith("Solved")
    assert [rule.text[:16] for rule in browser.all(".rule") if rule.is_displayed()] == ["Slide the cross "]
    # One of another kind, in the same page.
    browser.ask("location.hash = arguments[0]", puzzle_cubes.make("packing", puzzle="soma").code)
    browser.wait_for(lambda: browser.one("h1").text == "Packing Cube Soma")
    said = [rule.text for rule in browser.all(".rule") if rule.is_displayed()]
    assert said == ["Put all the pieces together."]
    # One that is damaged.
    browser.ask("location.hash = 'nonsense!'")
    browser.wait_for(lambda: bool(browser.one(".no-puzzle").text))
    assert not browser.one(".stage").is_displayed()


def test_solved_puzzles_are_marked(browser: Browser, site: Path, entries: Entries) -> None:
    name = next(name for name, (entry, _) in entries.items() if entry.kind == "packing")
    browser.play(site, name)
    browser.press("hh" * 20)
    browser.open(site / "index.html")
    assert [card.get_attribute("data-code") for card in browser.all(".cards .is-solved")] == [entries[name][0].code]


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_page_does_not_move_when_one_chooses(browser: Browser, site: Path, size: tuple[int, int]) -> None:
    browser.show(size)
    browser.open(site / "index.html")
    form = "return document.querySelector('.choices').getBoundingClientRect().top + scrollY"
    top = browser.ask(form)
    choose(browser, "kind", KINDS["packing"].label)
    choose(browser, "order", "Hardest first")
    assert browser.ask(form) == top
    assert layout_shift(browser) < MOST_SHIFT


def test_files_are_those_of_the_library(site: Path, entries: Entries, tmp_path: Path) -> None:
    for name, (entry, content) in entries.items():
        kind = KINDS[entry.kind]
        page = (site / "puzzles" / f"{name}.html").read_text(encoding="utf-8")
        offered = re.findall(r'href="\.\./(files/[^"]+)" download', page)
        for way in sorted(kind.ways, key=lambda candidate: not candidate.apart):
            folder = tmp_path / name / way.name
            Puzzle(kind, content, kind.dimensions(), Printer(), way).write(folder)
            # What is cut from sheets is in no such file.
            if written := {file.read_bytes() for file in folder.rglob("*.3mf")}:
                assert (site / offered.pop(0)).read_bytes() in written
                assert way.label in page
        assert offered == []


def wait_for_file(browser: Browser, file: Path, size: int) -> None:
    """Wait until a file of so many bytes is there."""
    browser.wait_for(lambda: file.is_file() and file.stat().st_size == size)


def test_a_file_is_downloaded(browser: Browser, site: Path, entries: Entries) -> None:
    name = next(iter(entries))
    browser.play(site, name)
    for link in browser.all(".download a"):
        file = browser.downloads / (link.get_attribute("href") or "").split("/")[-1]
        size = (site / "files" / file.name).stat().st_size
        link.click()
        wait_for_file(browser, file, size)


def test_hundreds_of_puzzles_come_as_one_scrolls(browser: Browser, tmp_path: Path) -> None:
    puzzles = [made("oskar", size=(3, 3, 3), style="wilson", seed=seed) for seed in range(110)]
    puzzles += [made("packing", puzzle="design", size=(3, 2, 2), design=3, seed=seed) for seed in range(10)]
    cards_written = write_gallery(tmp_path, [(KINDS[kind], puzzle) for kind, puzzle in puzzles], prints=False)
    assert len(cards_written) > 90
    assert max(len(json.dumps(entry.card)) for entry in cards_written) < LARGEST_CARD
    browser.open(tmp_path / "index.html")
    assert len(cards(browser)) == CARDS_AT_FIRST

    def all_there(count: int) -> bool:
        browser.ask("scrollTo(0, document.documentElement.scrollHeight)")
        return len(cards(browser)) == count

    browser.wait_for(lambda: all_there(len(cards_written)))
    assert sorted(cards(browser)) == sorted(entry.code for entry in cards_written)
    choose(browser, "kind", KINDS["packing"].label)
    browser.wait_for(lambda: all_there(sum(entry.kind == "packing" for entry in cards_written)))
