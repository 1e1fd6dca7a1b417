# SPDX-License-Identifier: GPL-3.0-or-later
"""How a command ends: with an exit code, and a sentence for what failed."""

from __future__ import annotations

import sys
from collections.abc import Callable

from ..common.errors import ExportError, InputError
from .arguments import ArgumentsError

FAILED, WRONG_ARGUMENTS = 1, 2


def exit_code(command: str, run: Callable[[], int], stopped: str) -> int:
    """Run a command and return its exit code, 2 for wrong arguments, and 1 for what failed or was stopped."""

    def fail(sentence: str, code: int) -> int:
        print(f"{command}: {sentence}", file=sys.stderr)
        return code

    try:
        return run()
    except SystemExit:
        return 0  # the help was asked for
    except ArgumentsError as error:
        return fail(str(error), WRONG_ARGUMENTS)
    except (InputError, ExportError) as error:
        return fail(str(error), FAILED)
    except KeyboardInterrupt:
        return fail(stopped, FAILED)
