# SPDX-License-Identifier: GPL-3.0-or-later
"""The page says what the program says: its scripts have no sentences, and name only those that the program has."""

from __future__ import annotations

import re

from puzzle_site.pages import PAGE, sentences

from puzzle_cubes.packing.game import NO_FURTHER

TEXT = re.compile(r""""((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`""")
SENTENCE = re.compile(r"[A-Za-z]{2,} [a-z]{1,} [a-z]{2,}")
"""Three words, of which one reads or hears."""

SHADERS = re.compile(r"const \w+_SHADER = `[^`]+`")


def scripts() -> dict[str, str]:
    """Return the scripts of the page without their comments, by their paths."""
    texts = {path.relative_to(PAGE).as_posix(): path.read_text(encoding="utf-8") for path in PAGE.rglob("*.js")}
    return {name: re.sub(r"/\*.*?\*/|//.*", "", text, flags=re.DOTALL * 0) for name, text in texts.items()}


def test_scripts_have_no_sentences_of_their_own() -> None:
    sayings = {
        (name, text)
        for name, script in scripts().items()
        for texts in TEXT.findall(SHADERS.sub("", script))
        for text in texts
        if SENTENCE.search(text)
    }
    assert sayings == set()
    assert SENTENCE.search(NO_FURTHER)


def test_scripts_name_sentences_of_the_program() -> None:
    named = {name for script in scripts().values() for name in re.findall(r'"([A-Z][A-Z_0-9]{3,})"', script)}
    assert named - sentences().keys() == set()
    assert len(named) > 20
