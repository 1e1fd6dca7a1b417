# SPDX-License-Identifier: GPL-3.0-or-later
"""A screen without a monitor, with a mouse and a keyboard: Xvfb and xdotool."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import sleep

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageGrab

WIDTH, HEIGHT = 960, 1080
"""As high as most screens, and half as wide: without a graphics card all that is shown takes its time by its pixels."""

WIDE = 1280, HEIGHT
"""For a view, or a second window, that needs room beside the sidebar."""

TALL = 800, 2000
"""For all panels of the sidebar, open below one another."""

FULL_HD = 1920, 1080
"""What most screens are."""

Picture = NDArray[np.uint8]
"""Rows of pixels of red, green and blue."""


@dataclass(frozen=True)
class Screen:
    """A running screen; places are pixels, counted from the upper left corner."""

    display: str
    width: int = WIDTH
    height: int = HEIGHT

    def picture(self) -> Picture:
        """Return what the screen shows now."""
        return np.asarray(ImageGrab.grab(xdisplay=self.display).convert("RGB"))

    def move(self, x: float, y: float) -> None:
        """Move the pointer to a place."""
        self._do("mousemove", round(x), round(y))

    def click(self, times: int = 1, button: int = 1) -> None:
        """Click with a button where the pointer is: 1 is the left one, 3 the right one."""
        self._do("click", "--repeat", times, "--delay", 80, button)

    def press(self) -> None:
        """Press the left button where the pointer is, and hold it."""
        self._do("mousedown", 1)

    def drag_on(self, x: int, y: int = 0, step: int = 2) -> None:
        """Move the pointer by a way, in small steps as a hand does."""
        for number in range(0, max(abs(x), abs(y)), step):
            left = min(step, max(abs(x), abs(y)) - number)
            self._do("mousemove_relative", "--", left * int(np.sign(x)), left * int(np.sign(y)))
            sleep(0.005)

    def release(self) -> None:
        """Let the left button go."""
        self._do("mouseup", 1)

    def scroll(self, x: float, y: float, clicks: int) -> None:
        """Turn the wheel at a place: down, or up where the clicks are negative."""
        self.move(x, y)
        self._do("click", "--repeat", abs(clicks), "--delay", 20, 5 if clicks > 0 else 4)

    def keys(self, *keys: str) -> None:
        """Press keys one after the other, each by its name: "Return", "ctrl+z"."""
        self._do("key", "--delay", 50, *keys)

    def hold(self, key: str) -> None:
        """Press a key, and hold it."""
        self._do("keydown", key)

    def let_go(self, key: str) -> None:
        """Let a key go."""
        self._do("keyup", key)

    def type(self, text: str) -> None:
        """Type a text."""
        self._do("type", "--delay", 30, text)

    def move_window(self, title: str, x: int, y: int) -> None:
        """Move a window, given by a part of its title, to a place."""
        self._do("search", "--name", title, "windowmove", x, y)

    def give_keys_to(self, title: str) -> None:
        """Let a window, given by a part of its title, have what is typed; no window manager does it at a click."""
        self._do("search", "--name", title, "windowfocus", "--sync")

    def _do(self, *words: object) -> None:
        subprocess.run(["xdotool", *map(str, words)], env=os.environ | {"DISPLAY": self.display}, check=True)


def save(picture: Picture, file: Path) -> None:
    """Write a picture to a file."""
    file.parent.mkdir(parents=True, exist_ok=True)
    Image.fromarray(picture).save(file, compress_level=1)


@contextmanager
def running_screen(width: int = WIDTH, height: int = HEIGHT) -> Iterator[Screen]:
    """Start a screen, and stop it at the end, also when this process is killed."""
    numbers, written = os.pipe()
    with subprocess.Popen(
        [
            *("setpriv", "--pdeathsig", "TERM", "Xvfb", "-displayfd", str(written), "-noreset", "-dpi", "96"),
            # Without -r a key is repeated where a busy machine lets it go late.
            *("-screen", "0", f"{width}x{height}x24", "+extension", "GLX", "-r"),
        ],
        pass_fds=[written],
        stderr=subprocess.DEVNULL,
    ) as server:
        try:
            os.close(written)
            with os.fdopen(numbers) as lines:
                number = lines.readline().strip()
            if not number:
                raise RuntimeError("Xvfb did not start.")
            yield Screen(f":{number}", width, height)
        finally:
            server.terminate()
