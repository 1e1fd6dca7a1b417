# SPDX-License-Identifier: GPL-3.0-or-later
"""Files to print of any code have the program's solids, and the page of the steps fits the screen."""

from __future__ import annotations

import re
import zipfile
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import puzzle_cubes
from puzzle_cubes.kinds import KINDS
from puzzle_cubes.library import make
from tests.site.chromium import DESKTOP, PHONE, Browser
from tests.site.conftest import KINDS_PLAYED

Corners = NDArray[np.float64]
"""Those of all triangles of a part: shape (n, 3, 3)."""

PUZZLES: dict[str, dict[str, Any]] = {
    "oskar": {"size": (3, 4, 5), "seed": 9},
    "packing": {"puzzle": "soma"},
    "burr": {"sticks": "52 615 792 960 975 992"},
}
SHARP: dict[str, dict[str, float]] = {
    "oskar": {"arm_chamfer": 0.0, "bed_chamfer": 0.0},
    "packing": {"bevel": 0.0, "tray_wall": 0.0},
    "burr": {"bevel": 0.0},
}


def taken(browser: Browser, site: Path, code: str) -> Path:
    """Open a code, press the button of its file, and return that."""
    browser.open(site / "play.html", f"#{code}")
    file = browser.downloads / f"{code}.3mf"
    file.unlink(missing_ok=True)
    (button,) = [candidate for candidate in browser.all(".make") if candidate.is_displayed()]
    button.click()
    browser.wait_for(lambda: file.is_file() and zipfile.is_zipfile(file))
    return file


def parts_in(file: Path) -> dict[str, Corners]:
    """Return the parts of a 3MF file by their names, which must be closed."""
    with zipfile.ZipFile(file) as archive:
        assert archive.testzip() is None
        model = archive.read("3D/3dmodel.model").decode()
    corners_of = {}
    for name, mesh in re.findall(r'<object [^>]*name="([^"]+)"[^>]*>(.*?)</object>', model, re.DOTALL):
        places = np.array(re.findall(r'<vertex x="(.+?)" y="(.+?)" z="(.+?)"/>', mesh), dtype=float)
        triangles = np.array(re.findall(r'<triangle v1="(\d+)" v2="(\d+)" v3="(\d+)"/>', mesh), dtype=int)
        edges = Counter(
            (int(triangle[a]), int(triangle[b])) for triangle in triangles for a, b in ((0, 1), (1, 2), (2, 0))
        )
        assert all(edges[b, a] == count == 1 for (a, b), count in edges.items())
        corners_of[name] = places[triangles]
    return corners_of


def volume(corners: Corners) -> float:
    """Return what triangles enclose, in cubic millimeters."""
    return float((corners[:, 0] * np.cross(corners[:, 1], corners[:, 2])).sum() / 6)


def extents(corners: Corners) -> list[float]:
    """Return how long a part is along each axis, the shortest first."""
    return sorted(np.ptp(corners.reshape(-1, 3), axis=0).tolist())


@pytest.mark.parametrize("name", KINDS_PLAYED)
def test_a_code_is_printed_as_in_the_program(browser: Browser, site: Path, name: str) -> None:
    browser.show(PHONE if name == "packing" else DESKTOP)
    kind = KINDS[name]
    puzzle = puzzle_cubes.make(name, **PUZZLES[name])
    corners_of = parts_in(taken(browser, site, str(puzzle.code)))
    dimensions = replace(kind.dimensions(), **SHARP[name])
    parts = [part for part in kind.parts(puzzle.content, dimensions, kind.ways[0].name) if not part.beside]
    wanted = {part.label: part.mesh() for part in parts}
    if name == "burr":
        # The page calls them by their numbers alone.
        wanted = {f"Piece {label.split()[1]}": mesh for label, mesh in wanted.items()}
    assert corners_of.keys() == wanted.keys()
    for label, mesh in wanted.items():
        triangles, _ = mesh.split()
        solid = mesh.vertices[triangles]
        assert volume(corners_of[label]) == pytest.approx(volume(solid), rel=1e-5), label
        assert extents(corners_of[label]) == pytest.approx(extents(solid), abs=1e-3), label
    if name == "oskar":
        assert "kit" in shown_notes(browser)
        return
    lowest = {label: corners[..., 2].min() for label, corners in corners_of.items()}
    assert lowest == pytest.approx(dict.fromkeys(corners_of, 0.0), abs=1e-6)
    assert "box where they need one" in shown_notes(browser)


def shown_notes(browser: Browser) -> str:
    return " ".join(note.text for note in browser.all(".facts .note") if note.is_displayed())


def test_the_command_on_the_page_writes_the_puzzle(browser: Browser, site: Path) -> None:
    puzzle = puzzle_cubes.make("burr", **PUZZLES["burr"])
    browser.open(site / "play.html", f"#{puzzle.code}")
    assert browser.one(".command").text == f"puzzle-cubes burr --code {puzzle.code} --out cubes"


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_pictures_of_long_pieces_are_no_higher_than_others(
    browser: Browser, tmp_path: Path, size: tuple[int, int]
) -> None:
    """Sticks stand upright in some pictures, which once grew with them beyond the screen."""
    make("burr", sticks="768 124 959 1008 1933 3972", length=10).write(tmp_path)
    browser.show(size)
    browser.open(tmp_path / "assembly.html")
    heights = "return [...document.querySelectorAll(arguments[0])].map(picture => picture.clientHeight)"
    parts, steps = browser.ask(heights, ".parts img"), browser.ask(heights, ".steps svg")
    assert len(parts) == 6
    assert len(steps) > 6
    assert 100 <= min(parts) <= max(parts) <= 150
    assert 200 <= min(steps) <= max(steps) <= 300
