# SPDX-License-Identifier: GPL-3.0-or-later
"""The docstring of a file begins with what the file holds or does, and not with a question."""

from __future__ import annotations

import ast
import re
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
FOLDERS = ("blender_addon", "core", "scripts", "tests")

QUESTION = re.compile(r"(How|What|When|Where|Whether|Which|Who|Whom|Whose|Why)\b")


def begins_with_a_question(source: str) -> bool:
    return QUESTION.match(ast.get_docstring(ast.parse(source)) or "") is not None


def test_no_file_begins_with_a_question() -> None:
    files = [file for folder in FOLDERS for file in (REPOSITORY / folder).rglob("*.py")]
    asking = {
        file.relative_to(REPOSITORY).as_posix()
        for file in files
        if begins_with_a_question(file.read_text(encoding="utf-8"))
    }
    assert len(files) > 100
    assert asking == set()


def test_a_question_is_told_from_a_statement() -> None:
    assert begins_with_a_question('"""How a file is read."""')
    assert begins_with_a_question('# A comment.\n\n"""\nWhat is read.\n"""')
    assert not begins_with_a_question('"""Howls like a file."""')
    assert not begins_with_a_question("value = 1")
