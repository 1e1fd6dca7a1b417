# SPDX-License-Identifier: GPL-3.0-or-later
"""Beside an older revision: jobs that became slow are said and fail, and what comes out is compared by bytes."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import against
import pytest
from against import JOBS, LONG, processor_seconds
from same import ROOT, calls_with, differences, results_of

QUICKEST = "settings to STL 5x5x5"


def small(job: str | tuple[str, str]) -> str:
    """Return a job with a small puzzle in place of its own."""
    assert isinstance(job, str)
    job = re.sub(r"--size \d+", "--size 3", job)
    return re.sub(r"size=\(.*?\)", "size=(3, 3, 3)", job).replace("conway", "megaron")


# What takes little time is done as it is by make against-release.
@pytest.mark.parametrize("name", sorted(LONG))
def test_each_long_job_runs(name: str) -> None:
    assert processor_seconds(ROOT, small(JOBS[name])) > 0


def test_a_job_that_cannot_be_done_is_no_quick_one() -> None:
    with pytest.raises(subprocess.CalledProcessError):
        processor_seconds(ROOT, "oskar --size 0 --out out")


@pytest.mark.parametrize(
    ("seconds", "slow"),
    [((1.6, 1.7, 1.6, 1.8), QUICKEST), ((9.0, 1.7, 1.9, 1.4), "nothing"), ((1.4,), "nothing")],
)
def test_what_takes_too_long_is_timed_again_and_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], seconds: tuple[float, ...], slow: str
) -> None:
    now = iter(seconds)
    monkeypatch.setattr(against, "processor_seconds", lambda sources, _: next(now) if sources == ROOT else 1.0)
    monkeypatch.setattr(sys, "argv", ["against", "HEAD", "--only", QUICKEST, "--quick"])
    assert against.main() == (slow == QUICKEST)
    assert not [*now]
    said = capsys.readouterr().out
    assert said.splitlines()[-1] == f"Slower than HEAD: {slow}."
    assert (f"so once more: {QUICKEST}" in said) == (len(seconds) == 4)


def test_a_revision_that_is_not_here_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["against", "0123456"])
    assert against.main() == 1
    assert "Revision 0123456 is not in this clone" in capsys.readouterr().out


WORDS = "oskar --size 2 2 2"


def test_the_same_sources_make_the_same_and_a_changed_byte_is_named(tmp_path: Path) -> None:
    (name,) = calls_with(WORDS)
    first, second = (results_of(ROOT, tmp_path / side, WORDS) for side in ("first", "second"))
    assert (first / name / "codes.txt").read_text(encoding="utf-8") == "0"
    assert (first / name / "out" / "puzzle.json").is_file()
    assert differences(first, second) == []
    changed = second / name / "out" / "puzzle.json"
    changed.write_bytes(changed.read_bytes()[:-1] + b"?")
    (second / name / "stdout.txt").unlink()
    shutil.copy(changed, second / name / "more.stl")
    gone, new, differing = f"{name}/stdout.txt is gone", f"{name}/more.stl is new", f"{name}/out/{changed.name} differs"
    assert differences(first, second) == [new, differing, gone]
