# SPDX-License-Identifier: GPL-3.0-or-later
"""Reports as texts: JSON that programs and people read, and a summary."""

from __future__ import annotations

import json
from typing import Any

from ..common.words import printable
from ..library import FORMAT

WIDTH = 120
"""Columns up to which a value stands on one line, whatever it holds."""


def laid_out(report: Any, indent: str = "") -> str:
    """Return a report as JSON: a line for each value, and one for each of several things in a list, or for two."""
    text = json.dumps(report)
    inner = indent + "  "
    if isinstance(report, dict) and (not indent or len(indent + text) > WIDTH):
        lines = [f"{inner}{json.dumps(name)}: {laid_out(value, inner)}" for name, value in report.items()]
        return "{\n" + ",\n".join(lines) + f"\n{indent}}}"
    if isinstance(report, list | tuple) and len(indent + text) > WIDTH and any(isinstance(one, dict) for one in report):
        return "[\n" + ",\n".join(_lines(list(map(json.dumps, report)), inner)) + f"\n{indent}]"
    return text


def _lines(texts: list[str], indent: str) -> list[str]:
    """Return texts as lines, two in each where all are so short."""
    at_once = 2 if len(indent) + 2 * max(map(len, texts)) < WIDTH else 1
    return [
        indent + ", ".join(pair) for pair in (texts[place : place + at_once] for place in range(0, len(texts), at_once))
    ]


def error_report(sentence: str, code: int) -> str:
    """Return what is wrong as JSON."""
    return laid_out({"format": FORMAT, "error": {"code": code, "message": sentence}})


def summary(report: dict[str, Any]) -> str:
    """Return a report for people."""
    lines = [report["summary"]]
    if "verdict" in report:
        lines.append(f"{report['verdict']}.")
        lines += [f"  {check['level']:9}{check['sentence']}" for check in report["checks"]]
    for file in report["files"]:
        triangles = "" if file["triangles"] is None else f" ({file['triangles']:,} triangles, closed)"
        lines.append(f"  {printable(file['path'])}{triangles}")
    return "\n".join(lines)
