# SPDX-License-Identifier: GPL-3.0-or-later
"""The jobs of ``make bench``: each runs, and one whose figure falls short of its goal fails, and says so."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from goals import JOBS, ROOT, Figure, Table, all_jobs

FIGURES = "tests.site.figures"
"""It needs a browser, and is tested where that is."""


# What the longest of them calls is called in others, too.
LONG = "scripts.bench"


@pytest.mark.parametrize(
    "job",
    [pytest.param(job, marks=pytest.mark.thorough if job == LONG else ()) for job in sorted({*JOBS} - {FIGURES})],
)
def test_each_job_runs(job: str) -> None:
    done = subprocess.run([sys.executable, "-m", job, "--small"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) > 2


@pytest.mark.parametrize(
    ("figure", "is_met"),
    [
        (Figure(3, "s", most=3), True),
        (Figure(3.01, "s", most=3), False),
        (Figure(3, "times", least=3), True),
        (Figure(2.99, "times", least=3), False),
        (Figure(1e9, "s"), True),
    ],
)
def test_a_figure_beside_its_goal_is_met_or_fell_short(
    figure: Figure, is_met: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    table = Table()
    table.line("Another", Figure(1, "GB", most=2))
    table.line("This", figure)
    another, judged_line = capsys.readouterr().out.splitlines()
    assert another.endswith("1 GB (at most 2): met")
    assert ("FELL SHORT" in judged_line) != is_met
    assert table.short == ([] if is_met else ["This"])


def test_all_jobs_are_done_also_where_one_falls_short_or_breaks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    for name, figure in (("short", "Figure(2, 's', 1)"), ("broken", "1 / 0"), ("good", "Figure(1, 's', 1)")):
        body = f"run(lambda table: table.line('{name}', {figure}), 'A job.')"
        (tmp_path / f"{name}_job.py").write_text(f"import sys\nfrom goals import Figure, run\nsys.exit({body})\n")
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}:{ROOT / 'scripts'}")
    assert all_jobs(["short_job", "broken_job", "good_job"]) == ["short_job", "broken_job"]
    printed = capfd.readouterr().out
    assert "2 s (at most 1): FELL SHORT" in printed
    assert "1 s (at most 1): met" in printed
