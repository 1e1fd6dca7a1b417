# SPDX-License-Identifier: GPL-3.0-or-later
"""The house is judged by its budgets, and these go down by themselves, never up."""

from __future__ import annotations

import tomllib
from pathlib import Path

import budgets
import pytest
from budgets import as_toml, counted, files_run, judged, lowered, peak, pronouns

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
