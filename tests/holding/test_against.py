# SPDX-License-Identifier: GPL-3.0-or-later
"""Jobs of users are timed beside an older revision, and what became slow is said and fails."""

from __future__ import annotations

import re
import subprocess
import sys

import against
import pytest
from against import JOBS, LONG, processor_seconds
from same import ROOT

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
