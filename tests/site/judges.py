# SPDX-License-Identifier: GPL-3.0-or-later
"""Judges of pages: axe looks for what keeps people out, and Lighthouse times a page on a phone."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests.site.chromium import ARGUMENTS, Browser

LIGHTHOUSE = Path(__file__).resolve().parents[2] / "build" / "lighthouse" / "node_modules" / "lighthouse"
"""Where ``make bench`` installs it."""

AXE = files("axe_playwright_python") / "axe.min.js"
"""As that package brings it; nothing else of it is used."""

SHIFTS = """
return new Promise((done) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done(sum), 300);
});
"""

MOST_SHIFT = 0.05
"""Of a layout, while one only looks."""

SEEN = """
return new Promise((done) => {
  new PerformanceObserver((list) => done(list.getEntries()[0].renderTime)).observe({ type: "element", buffered: true });
});
"""


def axe_findings(browser: Browser) -> list[str]:
    """Return what axe finds wrong in the page as it is: the rule, how bad that is, and the first element of each."""
    browser.ask(AXE.read_text(encoding="utf-8"))
    violations = browser.ask("return axe.run(document, { preload: false }).then((found) => found.violations)")
    return [f"{violation['id']} ({violation['impact']}): {violation['nodes'][0]['target']}" for violation in violations]


def layout_shift(browser: Browser) -> float:
    """Return how far what a page shows has moved by itself so far, as Chromium counts it (CLS)."""
    return float(browser.ask(SHIFTS))


def puzzle_seen(browser: Browser) -> float:
    """Return when the screen showed the puzzle of the page first, in seconds from the beginning of the page.

    The letters at the arms, which phones have not, are what Chromium tells this of: they are drawn with the puzzle, in
    the same picture.
    """
    return float(browser.ask(SEEN)) / 1000


def lighthouse(address: str) -> dict[str, Any]:
    """Return Lighthouse's report of a page on a phone, drawn by software."""
    with tempfile.TemporaryDirectory() as temporary:
        path = Path(temporary) / "report.json"
        flags = " ".join(flag for flag in ARGUMENTS if not flag.startswith("--host-resolver-rules"))
        subprocess.run(
            [
                "node",
                LIGHTHOUSE / "cli" / "index.js",
                address,
                "--quiet",
                "--no-enable-error-reporting",
                "--output=json",
                f"--output-path={path}",
                f"--chrome-flags={flags}",
            ],
            check=True,
            env=os.environ | {"CHROME_PATH": "/usr/bin/chromium"},
        )
        report: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return report


def variety(picture: NDArray[np.uint8]) -> float:
    """Return how far a picture's brightness spreads; 0 for one of a single color."""
    return float(picture.mean(axis=2).std())
