# SPDX-License-Identifier: GPL-3.0-or-later
"""The list of wrong changes that make no difference is about lines that are there."""

from __future__ import annotations

import tomllib
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
KNOWN = REPOSITORY / "tests" / "mutation" / "known.toml"


def test_every_change_in_the_list_is_one_of_a_line_of_its_file() -> None:
    known = tomllib.loads(KNOWN.read_text(encoding="utf-8"))
    lines = {
        file: {line.strip() for line in (REPOSITORY / file).read_text(encoding="utf-8").splitlines()}
        for file in {entry["file"] for entry in known["equivalent"]}
    }
    assert [entry for entry in known["equivalent"] if entry["line"] not in lines[entry["file"]]] == []


def test_every_test_that_is_named_and_what_it_judges_is_there() -> None:
    named: dict[str, list[str]] = tomllib.loads(KNOWN.read_text(encoding="utf-8"))["tests"]
    paths = [path for file, tests in named.items() for path in (file, *(test.partition("::")[0] for test in tests))]
    assert [path for path in paths if not (REPOSITORY / path).exists()] == []
