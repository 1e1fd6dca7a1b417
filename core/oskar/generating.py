# SPDX-License-Identifier: GPL-3.0-or-later
"""The making of Oskar's Cubes: a draft by a style, its ends, the wishes that it meets, and searches that go on."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import replace
from random import Random
from types import MappingProxyType

import numpy as np

from ..common.draws import pick
from ..common.errors import InputError
from ..common.options import LARGEST_SEED, Value
from ..common.task import Task, finish
from ..common.words import counted
from ..kind.facts import Progress, Values, is_farther
from ..kind.kind import Making, NotFoundError
from .generators import OPTIONS, STYLE, STYLES, hard, only_users, settings_with, users_of
from .making.annealing import BESIDE_CELLS
from .making.by_hand import Drawn
from .making.loop_free_faces import GrowthRecord
from .making.puzzle import Puzzle
from .making.settings import EFFORTS, LARGEST_EFFORT, Draft, SearchOptions, Settings, with_draft
from .maze.measures import Measures, corner_positions
from .maze.space import ConfigurationSpace, Position, index_of, position_of


def _general_wishes(settings: Settings, measures: Measures, called: str) -> Iterator[tuple[float, str]]:
    """Yield for each wish that every style knows how far a puzzle is off, as a share, and what it has instead."""
    if least := settings.minimum_length:
        moves = counted(measures.length, "move")
        yield max(0, least - measures.length) / least, f"Minimum length is {least}: {called} has {moves}."
    if settings.all_corners:
        corners = len(corner_positions(settings.size))
        sentence = f"All corners should be reachable: in {called} {measures.corners} of {corners} are."
        yield (corners - measures.corners) / corners, sentence


BEST = "the best puzzle"


def shortfall(settings: Settings, measures: Measures) -> tuple[int, float]:
    """Return how many wishes a puzzle with these measures does not meet, and by how much in all: less is better."""
    shares = [share for share, _ in _general_wishes(settings, measures, BEST)]
    return sum(share > 0 for share in shares), sum(shares)


def unmet(settings: Settings, measures: Measures, called: str = BEST) -> str:
    """Return, in sentences, the wishes that a puzzle does not meet, and what it has instead."""
    return " ".join(sentence for share, sentence in _general_wishes(settings, measures, called) if share > 0)


def generate(
    settings: Settings, report: Callable[[Progress[Puzzle]], object] = lambda _: None, jobs: int = 1
) -> Puzzle:
    """Make the puzzle that the settings describe, by so many processes; ``report`` is called with how far it is.

    Raises InputError for settings that cannot be used, and NotFoundError, with the best that was found, when no
    attempt meets the wishes.
    """
    return finish(generate_in_steps(settings, jobs), report)


def generate_in_steps(settings: Settings, jobs: int = 1) -> Generator[Progress[Puzzle], None, Puzzle]:
    """Do what ``generate`` does, and yield now and then; the share never falls, and the best never gets worse."""
    STYLE.check(settings.style)
    style = STYLES[settings.style]
    resolved = style.resolved(settings)
    attempts = 1 if style.searched else settings.attempts
    random = Random(settings.seed)
    best: Puzzle | None = None
    least: tuple[int, float] | None = None
    worth: float | None = None
    for attempt in range(1, attempts + 1):
        making = Task(style.begun(resolved, random, jobs))
        offered = None
        for pause in making:
            if pause.best is not offered and pause.best is not None:
                offered = pause.best
                best, worth = _nearer(settings, best, _offered(resolved, offered, random, settings)), offered.worth
            yield Progress(attempt, attempts, (attempt - 1 + pause.share) / attempts, best, worth)
        puzzle = _puzzle(resolved, making.result, random, settings)
        if puzzle is not None:
            lacking = shortfall(settings, puzzle.measures)
            if lacking[0] == 0:
                return puzzle
            if least is None or lacking < least:
                best, least = puzzle, lacking
                worth = worth if style.searched else -sum(lacking)
        yield Progress(attempt, attempts, attempt / attempts, best, worth)
    raise NotFoundError(_not_found(settings, attempts, best), best)


def _nearer(settings: Settings, best: Puzzle | None, offered: Puzzle | None) -> Puzzle | None:
    """Return what a search offers, unless a wish is farther off than in the best before: on its way it may lose that.

    A search weighs its wishes against each other. Who stops it sees each of them.
    """
    if best is None or offered is None:
        return offered or best
    before, now = (STYLES[settings.style].wishes(settings, puzzle) for puzzle in (best, offered))
    return best if is_farther(before, now) else offered


def growth_of(puzzle: Puzzle) -> GrowthRecord | None:
    """Return how a puzzle's mazes grew, by making them again; None where they did not grow, or were not made here."""
    settings = puzzle.settings
    if settings is None:
        return None
    style = STYLES[settings.style]
    if style.searched:
        return None
    resolved = style.resolved(settings)
    random = Random(settings.seed)
    for _ in range(settings.attempts):
        draft = finish(style.begun(resolved, random, 1))
        if draft.faces == puzzle.faces:
            return draft.record
        # What chooses the ends of an attempt draws, too.
        _puzzle(resolved, draft, random, settings)
    return None


def _puzzle(resolved: Settings, draft: Draft, random: Random, settings: Settings) -> Puzzle | None:
    """Return the puzzle of a draft, with the settings as the user gave them; None where its start allows no move."""
    space = ConfigurationSpace.from_faces(settings.size, draft.faces)
    start, end = choose_ends(resolved, space, draft, random)
    return None if start == end else Puzzle(settings.size, draft.faces, start, end, settings)


def _offered(resolved: Settings, draft: Draft, random: Random, settings: Settings) -> Puzzle | None:
    """Return the puzzle of a draft that a search offers on its way; None where its start allows no move.

    How many are offered by a search that several processes share depends on time: they draw nothing that it draws.
    """
    shared = STYLES[settings.style].shared
    return _puzzle(resolved, draft, Random(settings.seed) if shared else random, settings)


def _not_found(settings: Settings, attempts: int, best: Puzzle | None) -> str:
    tried = counted(attempts, "attempt", grouped=True)
    if best is None:
        return f"Start is {settings.start}: in {tried} the mazes never allowed a move from there. Choose another start."
    lacking = unmet(settings, best.measures)
    if STYLES[settings.style].searched:
        return f"{lacking} Ask for less, give more effort, or take another seed."
    return f"{lacking} After {tried} it gave up: ask for less, allow more, or take another seed."


def choose_ends(
    settings: Settings, space: ConfigurationSpace, draft: Draft, random: Random
) -> tuple[Position, Position]:
    """Return the start and the end that the settings ask for; both are the same where the start allows no move.

    The leaves are those of the draft's growth, or else of a walk through the finished mazes. The
    best start is the one farthest from the end; with the farthest end both are chosen together.
    """
    if draft.ends is not None:
        chosen, farthest = draft.ends
        # What a search has chosen is the farthest end, and in mazes without loops the deepest too.
        return chosen, leaves_of_walk(space, chosen, random)[0] if settings.end == "first" else farthest
    start = settings.fixed_start
    root = start or draft.root or _in_largest_component(space)
    if settings.end == "farthest":
        return (start, _farthest(space, start)) if start else space.longest_way(root)
    first, deepest = draft.leaves or leaves_of_walk(space, root, random)
    end = first if settings.end == "first" else deepest
    return start or _farthest(space, end), end


def leaves_of_walk(space: ConfigurationSpace, root: Position, random: Random) -> tuple[Position, Position]:
    """Walk depth-first from a root in random order; return the first dead end and the position that lies deepest."""
    start = index_of(space.size, root)
    visited = {start}
    walk = [start]
    first = deepest = start
    deepest_depth = 0
    while walk:
        ways = [index for index in space.neighbors(walk[-1]) if index not in visited]
        if ways:
            following = pick(ways, random)
            visited.add(following)
            walk.append(following)
            continue
        if first == start:
            first = walk[-1]
        if len(walk) > deepest_depth:
            deepest, deepest_depth = walk[-1], len(walk)
        walk.pop()
    return position_of(space.size, first), position_of(space.size, deepest)


def _farthest(space: ConfigurationSpace, position: Position) -> Position:
    return position_of(space.size, next(reversed(space.ways_to(position))))


def _in_largest_component(space: ConfigurationSpace) -> Position:
    """Return the lowest position of the largest component, or of the lowest of several."""
    lowest, sizes = np.unique(space.components(), return_counts=True)
    return position_of(space.size, int(lowest[np.argmax(sizes)]))


DESIGNED_BY_DIFFICULTY = "hard"
"""The style that makes what difficulty is asked for."""

HEADLINE = ("size", "difficulty", "seed")


class OskarMaking(Making[Puzzle]):
    """The making of Oskar's Cubes from the options of their styles."""

    options = OPTIONS
    everyday = ("size", "difficulty", "seed", "style")
    headline = HEADLINE
    # Of this difficulty a quick search finds a puzzle at once.
    begins_with = MappingProxyType({"style": DESIGNED_BY_DIFFICULTY, "difficulty": "hard", "effort": EFFORTS["quick"]})
    unasked = begins_with
    # So few steps take a moment, and the mazes look as they do after more.
    pictured = MappingProxyType({"style": {"size": (7, 7, 7), "seed": 1, "effort": 32}})

    def in_steps(self, values: Values, jobs: int = 1) -> Generator[Progress[Puzzle], None, Puzzle]:
        """Make the puzzle of settings."""
        return generate_in_steps(settings_with(**values), jobs)

    def search_on(self, puzzle: Puzzle, jobs: int = 1) -> Generator[Progress[Puzzle], None, Puzzle]:
        """Go on with the search of a puzzle for as many steps as its effort says, and return one that is no worse.

        The effort of what is found is that of both searches. Raises InputError where there is none to go on with.
        """
        settings = puzzle.settings
        if settings is None or self.is_over(puzzle):
            raise InputError(f"{self.is_over(puzzle)}.")
        resolved = STYLES[settings.style].resolved(settings)
        effort = settings.options_of(SearchOptions).effort
        # Other draws than those that have led here.
        random = Random(settings.seed + (LARGEST_SEED + 1) * effort)
        draft = Draft(puzzle.faces, ends=(puzzle.start, puzzle.end))
        making = STYLES[settings.style].continued(resolved, random, draft, jobs)
        offered, best = draft, puzzle
        for pause in with_draft(making):
            if pause.best is not None and pause.best is not offered:
                offered = pause.best
                best = _nearer(settings, best, _offered(resolved, offered, random, settings)) or best
            in_all = min(LARGEST_EFFORT, effort + round(pause.share * effort))
            best = replace(best, settings=settings_with(**settings.values | {"effort": in_all}))
            yield Progress(1, 1, pause.share, best, offered.worth)
        return best

    def is_over(self, puzzle: Puzzle) -> str:
        """Return why there is no search of a puzzle to go on with; nothing where there is one."""
        settings = puzzle.settings
        if settings is None:
            return "How the puzzle was made is not known"
        if STYLES[settings.style].go_on is None:
            return f"The style {STYLES[settings.style].label} does not search"
        return "Its mazes were changed: they have loops, or parts that are not connected" if puzzle.flaws else ""

    def stopped_at(self, values: Values, progress: Progress[Puzzle]) -> Values:
        """Return the settings with the effort and the attempts that were made."""
        effort = settings_with(**values).options_of(SearchOptions).effort
        return {**values, "effort": max(1, round(progress.share * effort)), "attempts": max(1, progress.attempt)}

    def shown(self, values: Values) -> tuple[tuple[str, bool], ...]:
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

    def implied(self, given: Values) -> dict[str, Value]:
        """Return that what only one style uses asks for that style."""
        return next(({"style": users[0]} for name in given if len(users := users_of(name)) == 1), {})

    def following_choice(self, chosen: str, values: Values) -> dict[str, Value]:
        """Return that a difficulty asks for the style that makes it."""
        return {"style": DESIGNED_BY_DIFFICULTY} if chosen == "difficulty" else {}

    def who_uses(self, name: str, values: Values) -> str:
        """Return who uses an option."""
        if name == "attempts":
            return (
                "more than one puzzle is tried only for Min Length or All Corners, and never by a style that searches"
            )
        return f"the style is {STYLES[str(values['style'])].label}, and {only_users(name)} it"

    def work(self, values: Values) -> float:
        """Return the steps of a search, by how long each takes for the cells."""
        size, effort = values["size"], values["effort"]
        if not STYLES[str(values["style"])].searched or not isinstance(size, tuple) or not isinstance(effort, int):
            return 0.0
        x, y, z = size
        return float(effort * (x * y * z + BESIDE_CELLS))


def completed_in_steps(
    puzzle: Puzzle, drawn: Drawn, effort: int, jobs: int = 1, wished: Settings | None = None
) -> Generator[Progress[Puzzle], None, Puzzle]:
    """Search for walls that make a puzzle as hard as they can, in so many steps and by so many processes.

    Where ``wished`` are settings of a search for a difficulty, it is to become that hard, and by any as long as they
    ask. Its start stays; its end is a position farthest from that. What is drawn stays, and what is returned is no
    worse than the puzzle. Raises InputError where a face has flaws.
    """
    if puzzle.flaws:
        raise InputError(f"{puzzle.flaws[0]} Take another puzzle to draw on.")
    given: Values = {} if wished is None else {"minimum_length": wished.minimum_length}
    if wished is not None and wished.style == DESIGNED_BY_DIFFICULTY:
        given = wished.values
    own: Values = {"size": puzzle.size, "style": DESIGNED_BY_DIFFICULTY, "effort": effort, "start": puzzle.start}
    settings = settings_with(**{**given, **own})
    draft = Draft(puzzle.faces, ends=(puzzle.start, puzzle.end))
    making, best = hard.go_on(settings, Random(effort), draft, jobs, frozenset(drawn)), puzzle
    for pause in with_draft(making):
        if pause.best is not None and pause.best.ends is not None:
            start, end = pause.best.ends
            best = replace(puzzle, faces=pause.best.faces, start=start, end=end, settings=None)
        yield Progress(1, 1, pause.share, best)
    return best
