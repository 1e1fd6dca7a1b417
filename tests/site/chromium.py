# SPDX-License-Identifier: GPL-3.0-or-later
"""Debian's Chromium without a window, driven as a user drives it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

SECONDS = 120
"""That are waited for something, at most."""

DESKTOP, PHONE = (1280, 900), (390, 844)
PHONES_BELOW = 600
"""Pixels of width."""

ARGUMENTS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    # Without these there is no WebGL where there is no graphics card, and nothing says so.
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    # What is asked of any machine goes nowhere.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)


class Browser:
    """A browser with a page of the site."""

    def __init__(self, driver: webdriver.Chrome, downloads: Path) -> None:
        self.driver = driver
        self.downloads = downloads

    def open(self, page: Path, fragment: str = "") -> None:
        """Open a file, and wait until a puzzle in it can be played."""
        self.driver.get("about:blank")
        self.driver.get(page.as_uri() + fragment)
        self.wait("return document.readyState === 'complete'")
        if self.all(".player"):
            self.wait("return document.body.dataset.ready && !document.body.dataset.later")

    def start(self) -> None:
        """Wait until the browser has shown something, and thus its own window."""
        self.driver.get("data:text/html,<p>Here I am")
        self.wait("return performance.getEntriesByType('paint').length")

    def show(self, size: tuple[int, int], *, dark: bool = False, still: bool = False, letters: int = 16) -> None:
        """Be a screen of some width and height in pixels, light or dark, for who wants nothing to move or does.

        A narrow one is touched, and has no mouse. Letters are so many pixels high where pages do not say otherwise.
        """
        width, height = size
        is_phone = width < PHONES_BELOW
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": is_phone}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        self.driver.execute_cdp_cmd("Page.setFontSizes", {"fontSizes": {"standard": letters}})
        self.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": is_phone})
        features = {
            "prefers-color-scheme": "dark" if dark else "light",
            "prefers-reduced-motion": "reduce" if still else "no-preference",
        }
        named = [{"name": name, "value": value} for name, value in features.items()]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": named})

    def forget(self) -> None:
        """Forget what pages have kept on the device."""
        if self.driver.current_url.startswith("file:"):
            self.ask("localStorage.clear()")

    def touch(self, *places: tuple[float, float]) -> None:
        """Put a finger on a place of the window, draw it over others, and lift it."""
        for kind, (x, y) in zip(("touchStart", *["touchMove"] * (len(places) - 1)), places, strict=True):
            self.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
        self.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def one(self, selector: str) -> WebElement:
        """Return the first element of a selector; fails where there is none."""
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector: str) -> list[WebElement]:
        """Return all elements of a selector."""
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def ask(self, script: str, *arguments: object) -> Any:
        """Return what a script returns."""
        return self.driver.execute_script(script, *arguments)

    def wait(self, script: str) -> None:
        """Wait until a script returns something true."""
        WebDriverWait(self.driver, SECONDS, 0.05).until(lambda driver: driver.execute_script(script))

    def wait_for(self, holds: Callable[[], bool]) -> None:
        """Wait until something holds; an element that is drawn anew while one looks is looked at again."""
        drawn_anew = (StaleElementReferenceException,)
        WebDriverWait(self.driver, SECONDS, 0.05, drawn_anew).until(lambda _: holds())

    def play(self, site: Path, name: str) -> None:
        """Open the page of a puzzle by its id."""
        self.open(site / "puzzles" / f"{name}.html")

    def press(self, keys: str) -> None:
        """Press keys, one after another and without Shift, on what has the focus."""
        self.driver.switch_to.active_element.send_keys(keys.lower())

    def tab(self) -> None:
        """Press the tabulator, by which one goes on to what comes next."""
        for kind in ("rawKeyDown", "keyUp"):
            keys = {"type": kind, "key": "Tab", "code": "Tab", "windowsVirtualKeyCode": 9}
            self.driver.execute_cdp_cmd("Input.dispatchKeyEvent", keys)

    def picture(self, element: WebElement | None = None) -> NDArray[np.uint8]:
        """Return what is seen, of an element or of the window: height, width, and three colors."""
        data = element.screenshot_as_png if element else self.driver.get_screenshot_as_png()
        return np.asarray(Image.open(BytesIO(data)).convert("RGB"))

    @property
    def requests(self) -> list[str]:
        """The addresses of what pages have asked for since this was asked last."""
        messages = [json.loads(entry["message"])["message"] for entry in self._log("performance")]
        return [
            message["params"]["request"]["url"]
            for message in messages
            if message["method"] == "Network.requestWillBeSent"
        ]

    @property
    def complaints(self) -> list[str]:
        """The lines that the page has written to the console since this was asked last, but for notes."""
        return [entry["message"] for entry in self._log("browser") if entry["level"] in {"SEVERE", "WARNING"}]

    def _log(self, name: str) -> list[dict[str, Any]]:
        # Selenium's own types say nothing of it.
        driver: Any = self.driver
        messages: list[dict[str, Any]] = driver.get_log(name)
        return messages


@contextmanager
def chromium(downloads: Path) -> Iterator[Browser]:
    """Start the browser, and end it; what is downloaded goes into a folder."""
    options = Options()
    options.binary_location = "/usr/bin/chromium"
    for argument in ARGUMENTS:
        options.add_argument(argument)
    options.add_experimental_option(
        "prefs", {"download.default_directory": str(downloads), "download.prompt_for_download": False}
    )
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
    try:
        yield Browser(driver, downloads)
    finally:
        driver.quit()
