# SPDX-License-Identifier: GPL-3.0-or-later
"""How good the searches are, beside what they must reach at least: ``make bench``.

Medians over ten seeds, on one core; the seconds are those of this machine.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from statistics import median
from time import perf_counter
from typing import Any

from core.oskar.generate import generate
from core.oskar.generators import STYLES, settings_with
from core.oskar.making.settings import EFFORTS, Settings

SEEDS = 10


@dataclass(frozen=True)
class Goal:
    """A search, and the medians that it must reach at least; the best of all seeds must have ``longest``."""

    style: str
    side: int
    effort: str
    seconds: float
    length: int
    longest: int = 0
    decisions: int = 0
    whole: bool = False
    settings: dict[str, Any] = field(default_factory=dict)


GOALS = (
    Goal("longest", 3, "quick", 2, length=26),
    Goal("longest", 4, "normal", 5, length=63),
    Goal("longest", 5, "thorough", 15, length=122, longest=124),
    Goal("longest", 8, "normal", 15, length=400),
    Goal("longest", 10, "normal", 60, length=700),
    Goal("hard", 5, "normal", 10, length=60, decisions=50, whole=True, settings={"length_share": 60 / 124}),
    Goal("hard", 8, "normal", 20, length=240, decisions=200, whole=True, settings={"length_share": 240 / 511}),
)


def search(goal: Goal) -> str:
    """Run a search with all seeds, and return its line of the table."""
    size = (goal.side, goal.side, goal.side)
    found, seconds = [], []
    for seed in range(SEEDS):
        effort = EFFORTS[goal.effort]
        asked: dict[str, Any] = {"size": size, "seed": seed, "style": goal.style, "start": "best", "effort": effort}
        settings = settings_with(**asked, **goal.settings)
        begin = perf_counter()
        found.append(generate(settings).measures)
        seconds.append(perf_counter() - begin)
    length, longest = median(each.length for each in found), max(each.length for each in found)
    decisions, reachable = (median(getattr(each, name) for each in found) for name in ("decisions", "reachable"))
    loops = max(each.loops for each in found)
    reached = (
        length >= goal.length
        and longest >= goal.longest
        and decisions >= goal.decisions
        and (not goal.whole or (reachable == goal.side**3 and loops == 0))
    )
    wanted = f"{goal.length}" + (f" (best {goal.longest})" if goal.longest else "")
    wanted += f", {goal.decisions} decisions, all reachable" if goal.whole else ""
    return (
        f"{goal.style:8}{goal.side:3}^3 {goal.effort:9} length {length:5g} (best {longest}), {decisions:5g} decisions, "
        f"{reachable:4g} reachable, {loops} loops, {median(seconds):5.1f} s | at least {wanted}, {goal.seconds:g} s: "
        f"{'reached' if reached and median(seconds) <= goal.seconds else 'MISSED'}"
    )


def growth(name: str) -> str:
    """Time a style that does not search, at two sizes, and return its line of the table."""
    begin = perf_counter()
    for seed in range(SEEDS):
        generate(Settings((10, 10, 10), seed, name))
    small = (perf_counter() - begin) / SEEDS
    begin = perf_counter()
    generate(Settings((100, 100, 100), 0, name))
    large = perf_counter() - begin
    return f"{name:15} 10^3 {1000 * small:5.1f} ms, 100^3 {large:5.1f} s | under 30 ms, under 20 s"


if __name__ == "__main__":
    for name, style in STYLES.items():
        if not style.searched:
            print(growth(name), flush=True)
    for goal in GOALS:
        print(search(goal), flush=True)
