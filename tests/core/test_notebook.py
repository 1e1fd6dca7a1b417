# SPDX-License-Identifier: GPL-3.0-or-later
"""The notebook of the library runs, and says what stands in it; the page of its names is made."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import puzzle_cubes

NOTEBOOK = Path(__file__).parents[2] / "docs" / "library.ipynb"


def said(notebook: Any) -> list[str]:
    """Return what each cell of a notebook prints and returns, where it does: that may come in any number of pieces."""
    shown = [cell.outputs for cell in notebook.cells if cell.cell_type == "code" and cell.outputs]
    return [
        "".join(output.text if output.output_type == "stream" else output.data["text/plain"] for output in outputs)
        for outputs in shown
    ]


def test_the_notebook_says_what_stands_in_it() -> None:
    # Only this test waits until they are imported, which takes two seconds.
    import nbformat
    from nbclient import NotebookClient

    kept = nbformat.read(NOTEBOOK, as_version=4)  # type: ignore[no-untyped-call]
    made = nbformat.read(NOTEBOOK, as_version=4)  # type: ignore[no-untyped-call]
    NotebookClient(made, timeout=120).execute()
    assert said(made) == said(kept)
    assert len(said(kept)) >= 8


def test_the_page_of_the_library_has_all_public_names(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "pdoc", "puzzle_cubes.library", "-o", tmp_path], check=True)
    page = (tmp_path / "puzzle_cubes" / "library.html").read_text(encoding="utf-8")
    assert all(f'id="{name}"' in page for name in puzzle_cubes.__all__)
    assert 'id="Puzzle.write"' in page
