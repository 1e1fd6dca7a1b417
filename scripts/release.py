# SPDX-License-Identifier: GPL-3.0-or-later
"""All that a release has, of the last commit, in a folder: ``python -m scripts.release FOLDER [--no-site]``.

The zip for Blender, the wheel and the source package, a repository for Blender, the site with the manual, notes, a bill
of materials and check sums. The same commit gives the same bytes. The asset library is left out: Blender's own files
hold addresses in memory, which differ each time.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from argparse import ArgumentParser
from pathlib import Path

from installed_extension import ROOT, fix_tar, write_repository
from renewal import LIST, written_whole

from puzzle_cubes.common.errors import InputError

SITE, NOTES, MATERIALS, SUMS = "site", "release-notes.md", "bom.json", "SHA256SUMS"


class NotReleasedError(ValueError):
    """What lies here cannot be released; the message is one sentence."""


def git(*arguments: str) -> str:
    """Return what git says of the repository."""
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


def run(*command: str) -> None:
    """Run a program of the environment; what it says is shown only where it fails."""
    done = subprocess.run(
        [sys.executable, *command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    if done.returncode:
        raise NotReleasedError(f"{' '.join(command[:2])} failed:\n{done.stdout}")


def committed_at() -> str:
    """Return the seconds since 1970 at which the last commit was made; raises NotReleasedError for what is in none."""
    changed = git("status", "--porcelain")
    if changed:
        raise NotReleasedError(f"Commit what has changed first, as a release is that of a commit:\n{changed}")
    return git("log", "-1", "--format=%ct")


def notes_of(version: str) -> str:
    """Return what CHANGELOG.md has of a version; raises NotReleasedError where it has nothing."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    section = re.search(rf"^## {re.escape(version)}\n(.*?)(?=^## |\Z)", text, flags=re.MULTILINE | re.DOTALL)
    if section is None:
        raise NotReleasedError(f"CHANGELOG.md has nothing of version {version}.")
    return f"# Puzzle Cubes {version}\n{section[1].rstrip()}\n"


def write_packages(folder: Path) -> None:
    """Write the wheel and the source package, built by the pinned tools and not by others of today."""
    run("-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT))
    for archive in folder.glob("*.tar.gz"):
        fix_tar(archive)


def write_materials(path: Path) -> None:
    """Write the bill of materials: all that a release is built and tested with, with its check sums, as CycloneDX."""
    reproducible = ["--output-reproducible", "--output-format", "JSON", "--output-file", str(path)]
    project = ["--pyproject", str(ROOT / "pyproject.toml"), str(ROOT / "requirements" / "development.txt")]
    run("-m", "cyclonedx_py", "requirements", *reproducible, *project)


def write_sums(folder: Path) -> None:
    """Write the check sums of all files in a folder, as ``sha256sum --check`` takes them."""
    # The list of the folder's own files is written last.
    files = sorted(path for path in folder.rglob("*") if path.is_file() and path != folder / LIST)
    lines = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(folder).as_posix()}" for path in files
    ]
    (folder / SUMS).write_text("\n".join(lines) + "\n", encoding="utf-8")


def write_release(folder: Path, *, site: bool) -> None:
    """Write a release into a new folder; raises NotReleasedError for what is no commit."""
    os.environ["SOURCE_DATE_EPOCH"] = committed_at()
    notes = notes_of(tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"])
    write_repository(folder, site=SITE, has_library=False)
    write_packages(folder)
    write_materials(folder / MATERIALS)
    (folder / NOTES).write_text(notes, encoding="utf-8")
    if site:
        # In a process of its own: it has a Blender. The shelf that it makes beside the site is no part of a release.
        with tempfile.TemporaryDirectory() as beside:
            run("-m", "puzzle_site", f"{beside}/{SITE}", "--no-library")
            shutil.move(f"{beside}/{SITE}", folder / SITE)
    write_sums(folder)


def main() -> int:
    """Write the release, and return the exit code."""
    parser = ArgumentParser(prog="release", description="Write all that a release has into a folder.")
    parser.add_argument("folder", type=Path, help="the folder to write to, in place of an earlier release")
    parser.add_argument("--no-site", action="store_true", help="leave out the site, which takes most of the time")
    options = parser.parse_args()
    try:
        with written_whole(options.folder) as folder:
            write_release(folder, site=not options.no_site)
    except (NotReleasedError, InputError) as error:
        print(f"release: {error}", file=sys.stderr)
        return 1
    print(f"The release is in {options.folder}:")
    print("\n".join(f"  {path.name}" for path in sorted(options.folder.iterdir()) if path.name != LIST))
    return 0


if __name__ == "__main__":
    sys.exit(main())
