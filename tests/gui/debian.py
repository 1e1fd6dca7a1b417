# SPDX-License-Identifier: GPL-3.0-or-later
"""A Debian with its Blender in a folder, as ``scripts/real_blender.sh`` sets it up."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

COMPILED = "/var/cache/puzzle_cubes"
"""Where Mesa keeps in a Debian what it has compiled: once for all windows, of all who test at once and later."""


@dataclass(frozen=True)
class Debian:
    """The folder that is Debian's root, and one in it for the files of the tests."""

    root: Path
    folder: Path

    def inside(self, path: Path) -> str:
        """Return how a path is called inside."""
        return f"/{path.relative_to(self.root)}"

    def outside(self, path: str) -> Path:
        """Return where a path of the inside is."""
        return self.root / path.lstrip("/")

    def blender(self, *arguments: str, user: Path, display: str = "") -> list[str]:
        """Return the command that runs Blender with a folder of user files; it ends when this process is killed."""
        return [
            *("setpriv", "--pdeathsig", "KILL", "chroot", str(self.root), "env", "--ignore-environment"),
            *("PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", "LIBGL_ALWAYS_SOFTWARE=1", f"DISPLAY={display}"),
            # Several windows share the cores: where Mesa hands its drawing to threads that takes a quarter more.
            "LP_NUM_THREADS=0",
            *(f"{name}={self.inside(user)}" for name in ("HOME", "TMPDIR", "BLENDER_USER_RESOURCES")),
            *(f"XDG_CACHE_HOME={self.inside(self.folder)}/cache", f"MESA_SHADER_CACHE_DIR={COMPILED}"),
            *("blender", *arguments),
        ]

    def run(self, *arguments: str, user: Path) -> subprocess.CompletedProcess[str]:
        """Run Blender without a window to its end."""
        return subprocess.run(
            self.blender(*arguments, user=user),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )

    @cached_property
    def version(self) -> str:
        """Return Blender's version."""
        printed = self.run("--version", user=self.folder).stdout
        return printed.split()[1]


@contextmanager
def debian_in(root: Path) -> Iterator[Debian]:
    """Make the folder for the tests' files, and remove it at the end."""
    folder = Path(tempfile.mkdtemp(prefix="puzzle_cubes-", dir=root / "tmp"))
    try:
        yield Debian(root, folder)
    finally:
        shutil.rmtree(folder)


def install(debian: Debian, zip_file: Path) -> Path:
    """Install a zip as ``blender --command`` does it, and return a new folder of user files with it."""
    user = debian.folder / "installed"
    user.mkdir()
    arguments = ("install-file", "-r", "user_default", "--enable", debian.inside(zip_file))
    done = debian.run("--command", "extension", *arguments, user=user)
    assert done.returncode == 0, done.stderr
    assert 'Installed "puzzle_cubes"' in done.stdout
    return user


def complaints(console: str) -> list[str]:
    """Return the lines of a console that report an error or a warning."""
    return [line for line in console.splitlines() if re.search("error|warn|traceback|exception", line, re.IGNORECASE)]
