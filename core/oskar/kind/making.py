# SPDX-License-Identifier: GPL-3.0-or-later
"""The making of Oskar's Cubes, and what the panel shows before."""

from __future__ import annotations

from collections.abc import Mapping

from ...common.options import Value
from ...kind.making import Making, Progress
from ..generators import OPTIONS, STYLES, only_users, settings_with, users_of
from ..making.puzzle import Puzzle
from ..making.search_in_parts import BESIDE_CELLS
from ..making.settings import EFFORTS, SearchOptions
from .generate import generate_in_steps, search_on_in_steps, why_not_on

DESIGNED_BY_DIFFICULTY = "hard"
"""The style that makes what difficulty is asked for."""

HEADLINE = ("size", "difficulty", "seed")


def _stopped_at(values: Mapping[str, Value], progress: Progress[Puzzle]) -> Mapping[str, Value]:
    """Return the settings with the effort and the attempts that were made."""
    effort = settings_with(**values).options_of(SearchOptions).effort
    return {**values, "effort": max(1, round(progress.share * effort)), "attempts": max(1, progress.attempt)}


def _shown(values: Mapping[str, Value]) -> tuple[tuple[str, bool], ...]:
    """Return what everybody sets, the style and its own options; attempts make a difference where one wishes."""
    style = STYLES[str(values["style"])]
    wished = bool(values["minimum_length"] or values["all_corners"])
    owned = [name for name in style.option_names if name not in HEADLINE]
    names = ("style", *owned, "start", "end", "minimum_length", "all_corners")
    return (
        *((name, name != "difficulty" or name in style.option_names) for name in HEADLINE),
        *((name, True) for name in names),
        ("attempts", wished and not style.searched),
    )


def _implied(given: Mapping[str, Value]) -> dict[str, Value]:
    """Return that what only one style uses asks for that style."""
    return next(({"style": users[0]} for name in given if len(users := users_of(name)) == 1), {})


def _who_uses(name: str, values: Mapping[str, Value]) -> str:
    """Return who uses an option."""
    if name == "attempts":
        return "more than one puzzle is tried only for Min Length or All Corners, and never by a style that searches"
    return f"the style is {STYLES[str(values['style'])].label}, and {only_users(name)} it"


def _work(values: Mapping[str, Value]) -> float:
    """Return the steps of a search, by how long each takes for the cells."""
    size, effort = values["size"], values["effort"]
    if not STYLES[str(values["style"])].searched or not isinstance(size, tuple) or not isinstance(effort, int):
        return 0.0
    x, y, z = size
    return float(effort * (x * y * z + BESIDE_CELLS))


MAKING = Making(
    OPTIONS,
    lambda values, jobs: generate_in_steps(settings_with(**values), jobs),
    stopped_at=_stopped_at,
    search_on=search_on_in_steps,
    is_over=why_not_on,
    work=_work,
    implied=_implied,
    users=_who_uses,
    everyday=("size", "seed", "style", "difficulty"),
    headline=HEADLINE,
    # Of this difficulty a quick search finds a puzzle at once.
    begins_with={"style": DESIGNED_BY_DIFFICULTY, "difficulty": "hard", "effort": EFFORTS["quick"]},
    shown_for=_shown,
    # So few steps take a moment, and the mazes look as they do after more.
    examples={"style": {"size": (7, 7, 7), "seed": 1, "effort": 32}},
    following=lambda chosen, _: {"style": DESIGNED_BY_DIFFICULTY} if chosen == "difficulty" else {},
)
