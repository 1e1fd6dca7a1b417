# SPDX-License-Identifier: GPL-3.0-or-later
"""A real Blender with the built zip installed, in a window, as it starts, for every test."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, field
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
    """Give a test user files of its own."""
    return user_files(debian, installed, "user")


def user_files(debian: Debian, installed: Path, name: str) -> Path:
    """Return a folder of user files in which nobody has worked yet."""
    folder = debian.folder / name
    shutil.rmtree(folder, ignore_errors=True)
    return Path(shutil.copytree(installed, folder, symlinks=True))


def size_of(item: pytest.Item) -> tuple[int, int]:
    """Return the size of a test's screen: a wide or a tall one where it asks for that, or as large as it asks for."""
    wide, tall = (item.get_closest_marker(name) for name in ("wide", "tall"))
    width, height = (wide.args or WIDE) if wide else TALL if tall else (WIDTH, HEIGHT)
    return width, height


def preferences_of(item: pytest.Item) -> str:
    """Return what is preferred: where the view matters, the sidebar covers a part of it as it does for users."""
    return JAGGED if item.get_closest_marker("wide") else QUICK


@pytest.fixture
def screen(request: pytest.FixtureRequest) -> Iterator[Screen]:
    """Give a test a screen of its own."""
    with running_screen(*size_of(request.node)) as screen:
        yield screen


@pytest.fixture
def start(
    request: pytest.FixtureRequest, debian: Debian, user: Path, screen: Screen
) -> Callable[..., AbstractContextManager[Window]]:
    """Give the function that starts Blender with some arguments, and looks at the end that it has not complained."""

    @contextmanager
    def started(*arguments: str) -> Iterator[Window]:
        preferences = preferences_of(request.node)
        with blender_window(debian, screen, user, pictures_of(debian), *arguments, preferences=preferences) as window:
            yield window
        assert not (wrong := window.complaints()), wrong

    return started


@dataclass
class Kept:
    """The Blender of the last test: the next one goes on in it, as a start takes longer than most tests."""

    sort: tuple[tuple[int, int], str] | None = None
    """The size of its screen, and its preferences."""
    window: Window | None = None
    """None where it must not be used again."""
    running: ExitStack = field(default_factory=ExitStack)

    def end(self) -> None:
        """End Blender and its screen."""
        self.window = None
        self.running.close()


@pytest.fixture(scope="session")
def kept() -> Iterator[Kept]:
    """Give the Blender that is kept, and end it at last."""
    kept = Kept()
    yield kept
    kept.end()


@pytest.fixture
def window(request: pytest.FixtureRequest, debian: Debian, installed: Path, kept: Kept) -> Iterator[Window]:
    """Give a Blender as it starts: a new one where a test uses the user's files, else that of the test before."""
    if "user" in request.fixturenames:
        with request.getfixturevalue("start")() as window:
            yield window
        return
    sort = size, preferences = size_of(request.node), preferences_of(request.node)
    window = kept.window.begun_anew() if kept.window and kept.sort == sort else None
    if window is None:
        kept.end()
        screen = kept.running.enter_context(running_screen(*size))
        user = user_files(debian, installed, "kept")
        window = kept.running.enter_context(
            blender_window(debian, screen, user, pictures_of(debian), preferences=preferences)
        )
    kept.sort, kept.window = sort, None
    yield window
    assert not (wrong := window.complaints()), wrong
    kept.window = None if request.node.stash.get(FAILED, False) else window


@pytest.fixture
def sidebar(window: Window) -> Sidebar:
    """Give its sidebar with the extension's tab open."""
    return open_sidebar(window)


def pictures_of(debian: Debian) -> Path:
    """Return the folder of the pictures."""
    return ROOT / "out" / "gui" / debian.version


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Bring those one after the other that can go on in the same Blender."""
    items.sort(key=size_of)


FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Keep a picture of the screen as it was when a test failed."""
    report = yield
    if report.failed and report.when == "call":
        item.stash[FAILED] = True
        given = getattr(item, "funcargs", {})
        screen = given["window"].screen if "window" in given else given.get("screen")
        if screen:
            save(screen.picture(), pictures_of(given["debian"]) / f"failed-{item.name}.png")
    return report
