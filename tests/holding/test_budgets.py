# SPDX-License-Identifier: GPL-3.0-or-later
"""Figures beside their budgets and goals: budgets go down by themselves, and who falls short fails and says so."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import budgets
import pytest
from budgets import as_toml, counted, files_run, judged, lowered, peak, pronouns
from goals import JOBS, ROOT, Figure, Table, all_jobs

import puzzle_cubes

LONG = "def long():\n" + "    pass\n" * 50


def test_a_figure_over_its_budget_fails(capsys: pytest.CaptureFixture[str]) -> None:
    figures = counted({"core/common/a.py": LONG, "core/tab.py": "kind.codes.letter(kind.name)\n"})
    assert (figures["lines"], figures["files"]["all"]) == ({"core/common": 51, "core": 1, "all": 52}, 2)
    assert (figures["functions"]["long"], figures["reaches"]["kind"]) == (1, 1)
    budgets = lowered({}, figures)
    assert judged(budgets, figures) == 0
    budgets["lines"]["core/common"] -= 1
    assert judged(budgets, figures) == 1
    assert "at most 50: OVER" in capsys.readouterr().out
    del budgets["reaches"]["kind"]
    assert judged(budgets, figures) == 1


def test_writing_lowers_budgets_and_never_raises_them() -> None:
    budgets = {"lines": {"core": 10, "scripts": 5, "gone": 7}, "seconds": {"make test": 600}}
    wanted = {"lines": {"core": 8, "scripts": 5}, "seconds": {"make test": 600}}
    assert lowered(budgets, {"lines": {"core": 8, "scripts": 6}}) == wanted
    assert tomllib.loads(as_toml(wanted)) == wanted


def test_a_name_that_is_a_pronoun_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "core").mkdir()
    text = "def both(other, cell):\n    one = [there for there in other]\n\n\ndef __eq__(self, other):\n    pass\n"
    (tmp_path / "core" / "a.py").write_text(text)
    monkeypatch.setattr(budgets, "ROOT", tmp_path)
    assert pronouns(("core",)) == 3


def test_kinds_and_the_library_may_reach_into_kinds() -> None:
    paths = ("core/library.py", "core/burr/kind.py", "blender_addon/packing/draw.py", "core/export/plan.py")
    assert counted(dict.fromkeys(paths, "kind.codes.letter\n"))["reaches"]["kind"] == 1


def test_files_on_a_way_are_those_whose_functions_run() -> None:
    def make(seed: int) -> object:
        return puzzle_cubes.make("oskar", size=(2, 2, 2), seed=seed)

    def write(_: int) -> object:
        return make(1), puzzle_cubes.make("packing", puzzle="soma")

    assert 0 == files_run(lambda _: None, 0, 1) < files_run(make, 0, 1) < files_run(write, 0, 1)


def test_memory_is_the_most_while_a_job_is_done() -> None:
    assert 8 <= peak(lambda: len(bytearray(8_000_000))) <= 9


FIGURES = "tests.site.figures"
"""It needs a browser, and is tested where that is."""


# What the longest of them calls is called in others, too.
LONGEST_JOB = "scripts.bench"


@pytest.mark.parametrize(
    "job",
    [
        pytest.param(job, marks=pytest.mark.thorough if job == LONGEST_JOB else ())
        for job in sorted({*JOBS} - {FIGURES})
    ],
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
