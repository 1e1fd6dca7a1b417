# SPDX-License-Identifier: GPL-3.0-or-later
"""The gallery opens from a folder, shows its puzzles, sorts and filters them, and holds what it links to."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from puzzle_site.entries import Entry
from puzzle_site.writing import write_gallery
from selenium.webdriver.support.ui import Select

from puzzle_cubes.export.text_files import open_puzzle
from puzzle_cubes.kinds import KINDS
from puzzle_cubes.solids.stl import is_closed, triangles_from_stl
from tests.site.chromium import DESKTOP, PHONE, Browser
from tests.site.conftest import PUZZLES, made

PICTURES = Path(__file__).resolve().parent.parent.parent / "out" / "site-pictures"

LARGEST_MODEL = 300_000
"""Bytes of all that a puzzle is drawn from."""

NAMED_ROLES = {"button", "combobox", "dialog", "form", "image", "img", "link", "list", "region"}

Entries = dict[str, tuple[Entry, Any]]


def titles(browser: Browser) -> list[str]:
    """Return the titles of the cards, in their order."""
    found: list[str] = browser.ask("return [...document.querySelectorAll('.card h2')].map((one) => one.textContent)")
    return found


def choose(browser: Browser, name: str, text: str) -> None:
    """Choose by hand in the form."""
    Select(browser.one(f"select[name={name}]")).select_by_visible_text(text)


def variety(picture: NDArray[np.uint8]) -> float:
    """Return how far a picture's brightness spreads; 0 for one of a single color."""
    return float(picture.mean(axis=2).std())


def colorful(picture: NDArray[np.uint8]) -> float:
    """Return the share of a picture that is no gray."""
    return float((np.ptp(picture.astype(int), axis=2) > 60).mean())


def test_every_puzzle_has_a_card_with_a_picture(browser: Browser, site: Path, entries: Entries) -> None:
    browser.open(site / "index.html")
    assert sorted(titles(browser)) == sorted(entry.title for entry, _ in entries.values())
    assert browser.one("output").text == f"{len(PUZZLES)} puzzles"
    browser.wait("return document.querySelectorAll('[data-painted]').length >= 4")
    for canvas in browser.all("[data-painted]")[:4]:
        assert variety(browser.picture(canvas)) > 10


def test_cards_say_measures_difficulty_and_code(browser: Browser, site: Path, entries: Entries) -> None:
    browser.open(site / "index.html")
    for name, (entry, _) in entries.items():
        text = browser.ask("return document.querySelector(arguments[0]).textContent", f'a[href="#{name}"]')
        said = (entry.title, entry.difficulty, entry.code, *(line[1] for line in entry.lines[:3]))
        assert [one for one in said if one not in text] == []


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.name)
def test_a_kind_is_chosen(browser: Browser, site: Path, entries: Entries, kind: Any) -> None:
    browser.open(site / "index.html")
    choose(browser, "kind", kind.label)
    wanted = [entry.title for entry, _ in entries.values() if entry.kind == kind.name]
    assert sorted(titles(browser)) == sorted(wanted)
    choose(browser, "kind", "All")
    assert len(titles(browser)) == len(entries)


def test_a_size_and_a_difficulty_are_chosen(browser: Browser, site: Path, entries: Entries) -> None:
    browser.open(site / "index.html")
    choose(browser, "size", "5x4x3")
    assert [title[:19] for title in titles(browser)] == ["Oskar's Cube 5x4x3 "]
    assert browser.one("output").text == "1 puzzle"
    choose(browser, "size", "All")
    word = next(iter(entries.values()))[0].difficulty
    choose(browser, "difficulty", word)
    assert sorted(titles(browser)) == sorted(one.title for one, _ in entries.values() if one.difficulty == word)


def test_cards_are_sorted(browser: Browser, site: Path, entries: Entries) -> None:
    browser.open(site / "index.html")
    shares = {entry.title: entry.share for entry, _ in entries.values()}
    hardest = titles(browser)
    assert [shares[title] for title in hardest] == sorted(shares.values(), reverse=True)
    choose(browser, "order", "Easiest first")
    assert [shares[title] for title in titles(browser)] == sorted(shares.values())
    choose(browser, "order", "Largest first")
    assert "5x5x5" in titles(browser)[0]
    choose(browser, "order", "Smallest first")
    assert "3x2x2" in titles(browser)[0]


@pytest.mark.parametrize("kind", KINDS)
def test_filaments_are_chosen_for_cards_and_game(browser: Browser, site: Path, entries: Entries, kind: str) -> None:
    browser.open(site / "index.html")
    choose(browser, "kind", KINDS[kind].label)
    card = ".cards canvas[data-painted]"
    browser.wait(f"return document.querySelector('{card}')")
    colored = colorful(browser.picture(browser.one(card)))
    assert colored > 0.1
    choose(browser, "colors", "Mono")
    # The marks of an Oskar's Cube keep their colors.
    browser.wait_for(lambda: colorful(browser.picture(browser.one(card))) < colored / 3)
    browser.one(".card").click()
    assert colorful(browser.picture(browser.one(".stage canvas"))) < colored / 3


def test_links_hold(site: Path, entries: Entries) -> None:
    for page in (site / "index.html", site / "extensions" / "index.html"):
        links = re.findall(r'(?:href|src)="([^"#?]+)', page.read_text(encoding="utf-8"))
        assert links
        assert [link for link in links if not link.startswith("https://") and not (page.parent / link).is_file()] == []
    lines = (site / "puzzles.js").read_text(encoding="utf-8").split("= ", 1)[1].rstrip().rstrip(";")
    data = json.loads(lines)
    assert [entry["id"] for entry in data] == list(entries)
    for entry in data:
        assert len(entry["files"]) == 2
        assert all((site / path).stat().st_size == size for _, path, size in entry["files"])


def test_nothing_is_asked_of_a_network(browser: Browser, site: Path, entries: Entries) -> None:
    _ = browser.requests
    browser.open(site / "index.html", f"#{next(iter(entries))}")
    asked = browser.requests
    assert {"index.html", "gallery.css", "gallery.js", "colors.js", "puzzles.js"} <= {
        name.split("#")[0].split("/")[-1] for name in asked
    }
    assert [name for name in asked if not name.startswith(("file:", "data:", "about:"))] == []
    for file in (*site.glob("*.js"), *site.glob("*.css"), site / "index.html"):
        if file.name != "puzzles.js":
            assert "//" not in re.sub(r"^\s*//.*|\s// .*", "", file.read_text(encoding="utf-8"), flags=re.MULTILINE)


def test_everything_has_an_accessible_name(browser: Browser, site: Path, entries: Entries) -> None:
    for fragment in ("", *(f"#{name}" for name in (next(iter(entries)), list(entries)[-1]))):
        browser.open(site / "index.html", fragment)
        nodes = browser.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
        shown = [node for node in nodes if not node["ignored"] and node["role"]["value"] in NAMED_ROLES]
        assert len(shown) > 10
        assert [node["role"]["value"] for node in shown if not node.get("name", {}).get("value")] == []


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_it_fits_every_screen(
    browser: Browser, site: Path, entries: Entries, size: tuple[int, int], dark: bool
) -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    browser.show(size, dark=dark)
    pages = {"gallery": "", "cube": f"#{list(entries)[1]}", "pieces": f"#{list(entries)[4]}"}
    for name, fragment in pages.items():
        browser.open(site / "index.html", fragment)
        browser.wait("return !document.querySelector('.player').open || player.view.width > 0")
        if fragment:
            assert variety(browser.picture(browser.one(".player canvas"))) > 10
        picture = browser.picture()
        assert (picture[-5:, :, :].mean() < 100) == dark or fragment
        path = PICTURES / f"{name}-{'phone' if size == PHONE else 'desktop'}-{'dark' if dark else 'light'}.png"
        browser.driver.save_screenshot(str(path))
        # Nothing is wider than the screen, and what is pressed is large enough for a finger.
        assert browser.ask("return document.documentElement.scrollWidth") <= size[0]
        assert browser.ask("return document.querySelector('.player').scrollWidth") <= size[0]
        pressed = browser.ask(
            "return [...document.querySelectorAll('button, select, .button')].filter((one) => one.offsetParent)"
            ".map((one) => one.offsetHeight)"
        )
        assert min(pressed) >= 44
    browser.open(site / "extensions" / "index.html")
    assert browser.ask("return document.documentElement.scrollWidth") <= size[0]


def written(site: Path, name: str) -> list[Any]:
    """Return the label, the path and the bytes of each file of a puzzle, as the page has them."""
    lines = (site / "puzzles.js").read_text(encoding="utf-8").split("= ", 1)[1].rstrip().rstrip(";")
    return next(entry["files"] for entry in json.loads(lines) if entry["id"] == name)


def wait_for_file(browser: Browser, file: Path, size: int) -> None:
    """Wait until a file of so many bytes is there."""
    browser.wait_for(lambda: file.is_file() and file.stat().st_size == size)


def test_files_are_downloaded(browser: Browser, site: Path, entries: Entries) -> None:
    for name in (next(iter(entries)), list(entries)[-1]):
        entry, puzzle = entries[name]
        browser.open(site / "index.html", f"#{name}")
        for link in browser.all(".downloads a"):
            link.click()
        files = {suffix: browser.downloads / f"{name}{suffix}" for suffix in (".json", ".3mf", ".stl")}
        sizes = [len(entry.text.encode()), *(size for _, _, size in written(site, name))]
        for file, size in zip(files.values(), sizes, strict=True):
            wait_for_file(browser, file, size)
        kind, found = open_puzzle(str(files[".json"]))
        assert kind.files.to_json(found) == kind.files.to_json(puzzle)
        assert is_closed(triangles_from_stl(files[".stl"].read_bytes()))


def test_five_hundred_puzzles_are_small_and_only_those_seen_are_drawn(browser: Browser, tmp_path: Path) -> None:
    many = [made("oskar", size=(5, 5, 5), seed=seed) for seed in range(480)]
    many += [made("packing", puzzle="design", size=(3, 2, 2), design=3, seed=seed) for seed in range(40)]
    many += [made("oskar", size=(12, 12, 12), seed=1)]
    found = write_gallery(tmp_path, [(KINDS[kind], puzzle) for kind, puzzle in many], prints=False)
    assert len(found) >= 500
    assert max(len(json.dumps(entry.to_json())) for entry in found) < LARGEST_MODEL
    browser.open(tmp_path / "index.html")
    assert len(titles(browser)) == len(found)
    assert 0 < len(browser.all("[data-painted]")) < 60
    # The last ones are drawn when they come into sight.
    browser.ask("document.querySelector('.cards').lastElementChild.scrollIntoView()")
    browser.wait("return document.querySelector('.cards').lastElementChild.querySelector('[data-painted]')")
