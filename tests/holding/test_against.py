# SPDX-License-Identifier: GPL-3.0-or-later
"""Jobs of users are timed beside an older revision, and what became slow is said and fails."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from against import DRAG, JOBS, processor_seconds, slower
from revisions import ROOT

QUICKEST = "settings to STL 5x5x5"


def small(job: str) -> str:
    """Return a job with small numbers in place of its own."""
    for option, value in (("size", "3"), ("effort", "100"), ("seeds 0", "4"), ("level", "1")):
        job = re.sub(rf"--{option} \d+", f"--{option} {value}", job)
    return job


@pytest.mark.parametrize("name", [name for name, job in JOBS.items() if job != DRAG])
def test_each_job_runs(name: str) -> None:
    assert processor_seconds(ROOT, small(JOBS[name])) > 0


def test_a_job_that_cannot_be_done_is_no_quick_one() -> None:
    with pytest.raises(subprocess.CalledProcessError):
        processor_seconds(ROOT, "oskar --size 0 --out out")


def test_what_takes_too_long_is_timed_again_and_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert slower(ROOT, ROOT, [QUICKEST], most=0.0, rounds=1) == [QUICKEST]
    assert f"so once more: {QUICKEST}" in capsys.readouterr().out
    assert slower(ROOT, ROOT, [QUICKEST], most=100.0, rounds=1) == []
    assert "once more" not in capsys.readouterr().out


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "scripts.against", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(("most", "code", "slow"), [("0", 1, QUICKEST), ("100", 0, "nothing")])
def test_the_exit_code_says_whether_a_job_takes_too_long(most: str, code: int, slow: str) -> None:
    done = run("HEAD", "--only", QUICKEST, "--most", most, "--quick")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (code, f"Slower than HEAD: {slow}."), done.stderr


def test_a_revision_that_is_not_here_is_said() -> None:
    done = run("0123456")
    assert done.returncode == 1
    assert "Revision 0123456 is not in this clone" in done.stdout
