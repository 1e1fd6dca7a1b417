# SPDX-License-Identifier: GPL-3.0-or-later
"""The making of a kind's puzzles: the options that can be set before, and the steps."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from ..common.errors import FailedError, InputError
from ..common.options import Option, Value, label_of

P = TypeVar("P")
R = TypeVar("R")
S = TypeVar("S")


@dataclass(frozen=True)
class Progress(Generic[P]):
    """The progress in making a puzzle: attempts begun, the share of all that is done, and the best so far.

    ``worth`` is how good the best is to what searches, in any unit, and never falls; None where that is not known.
    """

    attempt: int
    attempts: int
    share: float
    best: P | None
    worth: float | None = None


def finish(steps: Generator[S, None, R], report: Callable[[S], object] = lambda _: None) -> R:
    """Return what is made in steps, once they have all been taken; ``report`` is called with each one."""
    while True:
        try:
            report(next(steps))
        except StopIteration as done:
            made: R = done.value
            return made


class NotFoundError(FailedError):
    """A valid request for which no puzzle was found; ``best`` comes nearest, if any was found."""

    def __init__(self, message: str, best: Any = None) -> None:
        super().__init__(message)
        self.best = best


@dataclass(frozen=True)
class Making(Generic[P]):
    """The making of puzzles from values of ``options`` by their names.

    ``begun`` makes one, by so many processes, and yields now and then how far it has come: shares never fall, the best
    never gets worse, and what comes out is the same for any number of processes. It raises InputError for values that
    cannot be used, and NotFoundError, with the best that was found, where nothing was found that has all that was
    asked. ``stopped_at`` returns values with which the making ends where it was stopped, so that a repetition takes no
    longer; ``search_on`` goes on with the search that a puzzle is from, in steps
    as well, and ``is_over`` says in a sentence why there is none to go on with; ``stands`` whether what was found is
    the puzzle that was asked for already, of which only more is to be known, so that it can be shown meanwhile;
    ``work`` how much work it is at most, in any unit, or 0 where that cannot be known; ``implied`` the values that
    follow from those that were given; ``users`` a sentence on who uses an option that makes no difference for some
    values; ``unwatched`` values where nobody looks on who could go on.

    ``everyday`` are the options that the help of the command line shows first, where these are not the panel's.

    The rest is for the panel: the few options that everybody sets, which come first; what it begins with where that is
    no default; which options it shows for some values, in its order, and whether each makes a difference; the values
    of others that follow when the user has chosen one by its name; and of options whose choices are shown by a picture
    each, the values with which a puzzle for that is quickly made.
    """

    options: tuple[Option, ...]
    begun: Callable[[Mapping[str, Value], int], Generator[Progress[P], None, P]]
    stopped_at: Callable[[Mapping[str, Value], Progress[P]], Mapping[str, Value]] = lambda values, _: values
    search_on: Callable[[P, int], Generator[Progress[P], None, P]] | None = None
    is_over: Callable[[P], str] = lambda _: ""
    stands: Callable[[Mapping[str, Value], P], bool] = lambda _values, _puzzle: False
    work: Callable[[Mapping[str, Value]], float] = lambda _: 0.0
    implied: Callable[[Mapping[str, Value]], Mapping[str, Value]] = lambda _: {}
    users: Callable[[str, Mapping[str, Value]], str] = lambda _name, _values: "nothing that was chosen uses it"
    unwatched: Mapping[str, Value] = field(default_factory=dict)
    everyday: tuple[str, ...] = ()
    headline: tuple[str, ...] = ()
    begins_with: Mapping[str, Value] = field(default_factory=dict)
    shown_for: Callable[[Mapping[str, Value]], tuple[tuple[str, bool], ...]] | None = None
    following: Callable[[str, Mapping[str, Value]], Mapping[str, Value]] = lambda _chosen, _values: {}
    examples: Mapping[str, Mapping[str, Value]] = field(default_factory=dict)

    def in_steps(self, values: Mapping[str, Value], jobs: int = 1) -> Generator[Progress[P], None, P]:
        """Begin to make a puzzle, by so many processes; raises InputError at once for values that cannot be used."""
        return self.begun(values, jobs)

    def make(
        self, values: Mapping[str, Value], report: Callable[[Progress[P]], object] = lambda _: None, jobs: int = 1
    ) -> P:
        """Make a puzzle as ``in_steps`` does; ``report`` is called with each step's progress."""
        return finish(self.in_steps(values, jobs), report)

    @property
    def defaults(self) -> dict[str, Value]:
        """The defaults of all options, by name."""
        return {option.name: option.default for option in self.options}

    def values_with(
        self, given: Mapping[str, Value], *, watched: bool = False, called: Callable[[Option], str] = label_of
    ) -> dict[str, Value]:
        """Return values of all options where some were given: of the others what follows from these, or the default.

        Raises InputError for one that makes no difference to what is chosen; ``called`` says what it calls that.
        """
        begins_with = {} if watched else self.unwatched
        values = {**self.defaults, **begins_with, **self.implied(given), **given}
        for option in self.options:
            if isinstance(values[option.name], str):
                option.check(values[option.name])
        used = {name for name, makes_difference in self.shown(values) if makes_difference}
        for option in self.options:
            if option.name in given and option.name not in used:
                option.check(given[option.name])
                raise InputError(f"{called(option)} makes no difference here: {self.users(option.name, values)}.")
        return values

    def shown(self, values: Mapping[str, Value]) -> tuple[tuple[str, bool], ...]:
        """Return which options the panel shows for some values, and whether each makes a difference."""
        if self.shown_for is None:
            return tuple((option.name, True) for option in self.options)
        return self.shown_for(values)
