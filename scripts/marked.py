# SPDX-License-Identifier: GPL-3.0-or-later
"""Pages written by hand with parts that programs write, each between two comments."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def renewed(page: str, **parts: str) -> str:
    """Return a page in Markdown with new parts; raises ValueError where the page has no place for one.

    The place of a part is between ``<!-- name -->`` and ``<!-- end of name -->``; in a name ``_`` stands for a space.
    """
    for name, part in ((name.replace("_", " "), part) for name, part in parts.items()):
        before, begin, rest = page.partition(f"<!-- {name} -->\n")
        _, end, after = rest.partition(f"<!-- end of {name} -->\n")
        if not end:
            raise ValueError(f"the page has no place for {name}")
        page = f"{before}{begin}\n{part.strip()}\n\n{end}{after}"
    return page


def markdown_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown, with numbers in all columns but the first."""
    rule = "|".join(["---", *["---:"] * (len(head) - 1)])
    return "\n".join([f"| {' | '.join(head)} |", f"|{rule}|", *(f"| {' | '.join(row)} |" for row in rows)])
