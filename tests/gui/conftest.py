# SPDX-License-Identifier: GPL-3.0-or-later
"""A real Blender with the built zip installed, in a window of its own for every test."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from installed_extension import ROOT, build_zip

from tests.gui.debian import Debian, debian_in, install
from tests.gui.screen import HEIGHT, TALL, WIDE, WIDTH, Screen, running_screen, save
from tests.gui.sidebar import Sidebar, open_sidebar
from tests.gui.window import JAGGED, QUICK, Window, blender_window


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let the command line name the folder with Blender."""
    parser.addoption("--debian", type=Path, help="a folder that scripts/real_blender.sh has set up")


@pytest.fixture(scope="session")
def debian(request: pytest.FixtureRequest) -> Iterator[Debian]:
    """Give the Debian with Blender."""
    root = request.config.getoption("--debian")
    if root is None:
        raise pytest.UsageError("These tests need a real Blender: run 'make test-gui'.")
    with debian_in(root.resolve()) as debian:
        yield debian


@pytest.fixture(scope="session")
def zip_file(debian: Debian) -> Path:
    """Build the extension's zip, in Blender's Debian."""
    return build_zip(debian.folder / "dist")


@pytest.fixture(scope="session")
def installed(debian: Debian, zip_file: Path) -> Path:
    """Install the zip, and return the folder of user files with it."""
    return install(debian, zip_file)


@pytest.fixture
def user(debian: Debian, installed: Path) -> Path:
    """Give each test user files of its own."""
    folder = debian.folder / "user"
    shutil.rmtree(folder, ignore_errors=True)
    return Path(shutil.copytree(installed, folder, symlinks=True))


@pytest.fixture
def screen(request: pytest.FixtureRequest) -> Iterator[Screen]:
    """Give each test a screen of its own, a wide or a tall one where it asks for that, or as large as it asks for."""
    wide, tall = (request.node.get_closest_marker(name) for name in ("wide", "tall"))
    size = (wide.args or WIDE) if wide else TALL if tall else (WIDTH, HEIGHT)
    with running_screen(*size) as screen:
        yield screen


@pytest.fixture
def start(
    request: pytest.FixtureRequest, debian: Debian, user: Path, screen: Screen
) -> Callable[..., AbstractContextManager[Window]]:
    """Give the function that starts Blender, with the arguments that it is given.

    Where the view matters, the sidebar covers a part of it as it does for users.
    """
    preferences = JAGGED if request.node.get_closest_marker("wide") else QUICK
    return lambda *arguments: blender_window(
        debian, screen, user, pictures_of(debian), *arguments, preferences=preferences
    )


@pytest.fixture
def window(start: Callable[..., AbstractContextManager[Window]]) -> Iterator[Window]:
    """Give a Blender that has just been started."""
    with start() as window:
        yield window


@pytest.fixture
def sidebar(window: Window) -> Sidebar:
    """Give its sidebar with the extension's tab open."""
    return open_sidebar(window)


def pictures_of(debian: Debian) -> Path:
    """Return the folder of the pictures."""
    return ROOT / "out" / "gui" / debian.version


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Keep a picture of the screen as it was when a test failed."""
    report = yield
    screen, debian = (getattr(item, "funcargs", {}).get(name) for name in ("screen", "debian"))
    if report.failed and report.when == "call" and screen and debian:
        save(screen.picture(), pictures_of(debian) / f"failed-{item.name}.png")
    return report
