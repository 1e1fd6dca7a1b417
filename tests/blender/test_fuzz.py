# SPDX-License-Identifier: GPL-3.0-or-later
"""Whatever is typed, opened, or held by a .blend file: the answer is a puzzle or a sentence.

``make fuzz`` looks for as long as one likes. FUZZ_SECONDS is how long, FUZZ_SEED the seed that an earlier run has
printed, and FUZZ_CASE the number of the one trial of it to repeat.
"""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from random import SystemRandom

import pytest

from tests.blender.fuzz.arguments import odd_arguments
from tests.blender.fuzz.blend_files import odd_blend_file
from tests.blender.fuzz.files import odd_file
from tests.blender.fuzz.packing import odd_packing_arguments, odd_packing_blend_file, odd_packing_file
from tests.blender.fuzz.trial import Found, run_many, run_one

MAKES = (
    odd_file,
    odd_packing_arguments,
    odd_arguments,
    odd_packing_file,
    odd_file,
    odd_packing_blend_file,
    odd_blend_file,
    odd_packing_file,
)

MOST = 20
"""Faults after which there is enough to mend."""


def test_the_answer_is_a_puzzle_or_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    seed = int(os.environ.get("FUZZ_SEED") or SystemRandom().randrange(2**32))
    seconds = float(os.environ.get("FUZZ_SECONDS") or 60)
    case = os.environ.get("FUZZ_CASE")
    folder = tmp_path / "fuzz"
    # Nothing is to be written elsewhere.
    monkeypatch.setenv("HOME", str(folder))
    with capsys.disabled():
        print(f"\nFUZZ_SEED={seed}", flush=True)
    found: list[Found] = []
    counts: Counter[str] = Counter()
    trials = [(int(case), run_one(MAKES, seed, int(case), folder))] if case else run_many(MAKES, seed, seconds, folder)
    for number, fault in trials:
        counts[MAKES[number % len(MAKES)].__name__] += 1
        # Where Blender itself crashes, this says in which trial.
        (tmp_path / "number").write_text(f"FUZZ_SEED={seed} FUZZ_CASE={number + 1}\n")
        if fault:
            found.append(fault)
            with capsys.disabled():
                print(f"FUZZ_SEED={seed} FUZZ_CASE={fault.number}: {fault.what}\n{fault.error}", flush=True)
        if len(found) >= MOST:
            break
    with capsys.disabled():
        print(f"{sum(counts.values()):,} trials: {dict(counts)}", flush=True)
    assert not found, f"FUZZ_SEED={seed}: {[fault.number for fault in found]}\n" + "\n".join(
        f"{fault.what}\n{fault.error}" for fault in found
    )
