# SPDX-License-Identifier: GPL-3.0-or-later
"""Older revisions of the repository, laid into folders of ``build`` to be run beside what lies here."""

from __future__ import annotations

import os
import subprocess
import tarfile
import tempfile
from io import BytesIO
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

PACKAGES = {"puzzle_cubes": "core", "puzzle_shelf": "scripts/puzzle_shelf"}
"""What a command imports, and where it lies in the sources."""


class NoRevisionError(ValueError):
    """There is no such revision here; the message is one sentence."""


def commit_of(revision: str) -> str:
    """Return the hash of a revision's commit; raises NoRevisionError, as in a clone without history."""
    call = ["git", "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}"]
    answer = subprocess.run(call, cwd=ROOT, capture_output=True, text=True, check=False)
    if answer.returncode:
        raise NoRevisionError(f"Revision {revision} is not in this clone: fetch it with git fetch --unshallow --tags.")
    return answer.stdout.strip()


def unpacked(revision: str) -> Path:
    """Return a folder with the sources of a revision, laid there at first use; raises NoRevisionError."""
    commit = commit_of(revision)
    folder = ROOT / "build" / "revisions" / commit
    if not folder.exists():
        packed = subprocess.run(["git", "archive", commit], cwd=ROOT, capture_output=True, check=True).stdout
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as name:
            sources = Path(name, "sources")
            with tarfile.open(fileobj=BytesIO(packed)) as archive:
                archive.extractall(sources, filter="data")
            package = sources / "build" / "package"
            package.mkdir(parents=True)
            for link, target in PACKAGES.items():
                (package / link).symlink_to(Path("../..", target))
            sources.rename(folder)
    return folder


def environment_of(folder: Path, scripts: Path = ROOT / "scripts") -> dict[str, str]:
    """Return the environment in which ``python -P`` runs the sources in a folder, and no others, but for scripts."""
    return os.environ | {"PYTHONPATH": f"{folder / 'build' / 'package'}{os.pathsep}{scripts}"}


def last_tag() -> str:
    """Return the tag of the last release; nothing where there is none."""
    call = ["git", "describe", "--tags", "--abbrev=0", "--match", "v*"]
    return subprocess.run(call, cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()
