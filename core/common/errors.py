# SPDX-License-Identifier: GPL-3.0-or-later
"""The errors for what a user can mend."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager


class InputError(ValueError):
    """A value that a user gave cannot be used.

    The message is one sentence for the user: the field, the value, and what is allowed.
    """


class FailedError(InputError):
    """Nothing that was given is wrong, and yet it cannot be done: a file is damaged, or a folder is closed."""


@contextmanager
def located(place: str, raised: type[InputError] = InputError) -> Iterator[None]:
    """Have the sentence on what is wrong begin with its place, if it has one."""
    try:
        yield
    except InputError as error:
        raise raised(f"{place}: {error}" if place else str(error)) from error


_WRONG_PATH = (FileNotFoundError, FileExistsError, IsADirectoryError, NotADirectoryError, ValueError)
_WRONG_NAME = {errno.EINVAL, errno.ELOOP, errno.ENAMETOOLONG}
ELSEWHERE = "; choose another folder"


def path_error(sentence: str, error: OSError | ValueError, advice: str = "") -> InputError:
    """Return what to raise for a path that cannot be used: its end is why, as the system said, and some advice."""
    is_wrong = isinstance(error, _WRONG_PATH) or error.errno in _WRONG_NAME
    # A folder that is not there would have been made: no name is wrong where that cannot be.
    is_wrong = is_wrong and not (advice and isinstance(error, FileNotFoundError))
    said = getattr(error, "strerror", None) or error
    reason = "There is a file of that name" if isinstance(error, FileExistsError) else said
    return (InputError if is_wrong else FailedError)(f"{sentence}: {reason}{advice}.")


class ExportError(RuntimeError):
    """Files could not be written, or what was written is no good; the message says why."""
