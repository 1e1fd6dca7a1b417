# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares all that comes out with an older revision, byte for byte: ``make same REVISION=...``.

Files, reports, messages and exit codes of many calls of the command stay in ``build/same``, in a folder for each
revision, where they can be compared by hand; those of an older revision are made once, by sources that are laid into
``build/revisions``.
"""

from __future__ import annotations

import os
import re
import runpy
import shlex
import shutil
import subprocess
import sys
import tarfile
import tempfile
from argparse import ArgumentParser
from filecmp import cmp
from io import BytesIO
from pathlib import Path
from zlib import crc32

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
            try:
                sources.rename(folder)
            except OSError:
                # Another process may have laid it there meanwhile.
                if not folder.exists():
                    raise
    return folder


def environment_of(folder: Path, scripts: Path = ROOT / "scripts") -> dict[str, str]:
    """Return the environment in which ``python -P`` runs the sources in a folder, and no others, but for scripts."""
    return os.environ | {"PYTHONPATH": f"{folder / 'build' / 'package'}{os.pathsep}{scripts}"}


def last_tag() -> str:
    """Return the tag of the last release; nothing where there is none."""
    call = ["git", "describe", "--tags", "--abbrev=0", "--match", "v*"]
    return subprocess.run(call, cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()


RESULTS = ROOT / "build" / "same"
SECONDS = re.compile(r'\n  "seconds": \{[^}]*\},?')
"""What a report says of its own time, which is never the same."""

CALLS = Path(__file__).with_name("same_calls.txt")
"""A call of the command in each line, or several, parted by semicolons, of which each needs what the last one wrote."""

FILES = " --out out --json"
"""What a call writes that does not say so itself."""

WRITING = re.compile(r"--(out|json|help) | - |^shelf")

WORKER = "--worker"
"""Before the words whose calls this process does, by the sources that it imports."""

STREAMS = ("stdout.txt", "stderr.txt")


def calls_with(words: str) -> dict[str, str]:
    """Return the calls with some words, by the names of their folders."""
    lines = [line if WRITING.search(f"{line} ") else line + FILES for line in CALLS.read_text("utf-8").splitlines()]
    return {f"{number:03}": line for number, line in enumerate(lines, 1) if words in line}


def call(arguments: list[str]) -> str:
    """Run the command in this process, and return its exit code as text."""
    sys.argv = ["puzzle-cubes", *arguments]
    try:
        # The core alone has the command without shelves.
        runpy.run_module("puzzle_shelf" if arguments[0] == "shelf" else "puzzle_cubes", run_name="__main__")
    except SystemExit as end:
        return str(end.code)
    return "no exit"


def run_calls(name: str, calls: str) -> None:
    """Do calls, parted by semicolons, in a folder of their own, and keep what they print there, too."""
    folder = Path(name).absolute()
    folder.mkdir()
    os.chdir(folder)
    for number, file in enumerate((os.devnull, *STREAMS)):
        os.dup2(os.open(file, os.O_RDWR | os.O_CREAT), number)
    codes = [call(shlex.split(arguments)) for arguments in calls.split(";")]
    sys.stdout.flush()
    sys.stderr.flush()
    Path("codes.txt").write_text(" ".join(codes), encoding="utf-8")
    for file in STREAMS:
        text = Path(file).read_text(encoding="utf-8")
        Path(file).write_text(SECONDS.sub("", text).replace(str(folder), "HERE"), encoding="utf-8")
    for shelf in folder.glob("*.shelf*"):
        shelf.unlink()


def run_all(calls: dict[str, str]) -> None:
    """Do all calls in the folder of this process, on all cores; each begins with what the command imports."""
    import puzzle_cubes  # noqa: F401  (for the forks)

    running: set[int] = set()
    for name, arguments in calls.items():
        if len(running) == (os.cpu_count() or 1):
            running.discard(os.wait()[0])
        child = os.fork()
        if not child:
            try:
                run_calls(name, arguments)
            finally:
                os._exit(0)
        running.add(child)
    while running:
        running.discard(os.wait()[0])


def results_of(sources: Path, folder: Path, words: str) -> Path:
    """Let the sources in a folder do all calls with some words, and return the folder with what came out."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    worker = [sys.executable, "-P", __file__, WORKER, words]
    subprocess.run(worker, cwd=folder, env=environment_of(sources), check=True)
    return folder


def differences(old: Path, new: Path) -> list[str]:
    """Return the files that are not the same in two folders, each with what is wrong with it."""
    older, newer = ({path.relative_to(top) for path in top.rglob("*") if path.is_file()} for top in (old, new))
    wrong = dict.fromkeys(older - newer, "is gone") | dict.fromkeys(newer - older, "is new")
    wrong |= {path: "differs" for path in older & newer if not cmp(old / path, new / path, shallow=False)}
    return [f"{path} {what}" for path, what in sorted(wrong.items())]


def main() -> int:
    """Compare, name what is not the same, and return the exit code."""
    parser = ArgumentParser(description="Compare all that comes out with an older revision, byte for byte.")
    parser.add_argument("revision")
    parser.add_argument("--only", metavar="WORDS", default="", help="only calls with these words")
    options = parser.parse_args()
    calls = calls_with(options.only)
    try:
        sources, commit = unpacked(options.revision), commit_of(options.revision)
    except NoRevisionError as error:
        print(f"same: {error}", file=sys.stderr)
        return 1
    old = RESULTS / f"{commit[:12]}-{crc32(repr(calls).encode()):08x}"
    if not (old / "done").exists():
        results_of(sources, old, options.only)
        (old / "done").touch()
    new = results_of(ROOT, RESULTS / "here", options.only)
    (new / "done").touch()
    wrong = differences(old, new)
    for line in wrong:
        print(f"{line}: puzzle-cubes {calls.get(Path(line).parts[0], '')}")
    print(f"{len(calls)} calls; not the same as with {options.revision}: {len(wrong)} files. See {old} and {new}.")
    return 1 if wrong else 0


if __name__ == "__main__":
    if sys.argv[1:2] == [WORKER]:
        run_all(calls_with(sys.argv[2]))
    else:
        sys.exit(main())
