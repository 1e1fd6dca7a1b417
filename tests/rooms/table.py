# SPDX-License-Identifier: GPL-3.0-or-later
"""The rooms as CONTRIBUTING.md shows them, a picture and a table, made from the sources.

After a change to them, write them anew, from the top folder:

    python -m tests.rooms.table
"""

from __future__ import annotations

import ast
from pathlib import Path

import networkx as nx
from renewal import renewed

from tests.rooms.imports import OF_A_KIND, REPOSITORY, arrows

PAGE = REPOSITORY / "CONTRIBUTING.md"

OF_KINDS = {
    f"core/{OF_A_KIND}": "A kind of puzzle: a folder each, and `core/kinds.py` lists them.",
    f"blender_addon/{OF_A_KIND}": "What only one kind has in Blender: a folder each, found by its name.",
}


def graph() -> nx.DiGraph[str]:
    """Return the rooms, with arrows to those that each uses."""
    made: nx.DiGraph[str] = nx.DiGraph()
    made.add_nodes_from(arrows())
    made.add_edges_from((room, used) for room, uses in arrows().items() for used in uses)
    return made


def rooms() -> list[str]:
    """Return the rooms, without loose files, each after all that it uses."""
    order = nx.lexicographical_topological_sort(graph().reverse(), key=lambda room: (room.startswith("b"), room))
    return [room for room in order if not room.endswith(".py")]


def holds(room: str) -> str:
    """Return what a room or a file holds: the first paragraph of its docstring."""
    if room in OF_KINDS:
        return OF_KINDS[room]
    path = REPOSITORY / room
    file = path / "__init__.py" if path.is_dir() else path
    text = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    return " ".join(text.partition("\n\n")[0].split()).replace("``", "`")


def shown() -> str:
    """Return the picture, in which arrows that follow from others are left out, the table, and the loose files."""
    order = rooms()
    needed = nx.transitive_reduction(graph().subgraph(order))
    names = {room: f"{Path(room).parts[0][0]}{number}" for number, room in enumerate(order)}
    lines = ["```mermaid", "flowchart BT"]
    lines += [f'    {names[room]}["{room.replace("<", "&lt;").replace(">", "&gt;")}"]' for room in order]
    lines += [f"    {names[room]} --> {names[used]}" for room in order for used in sorted(needed[room])]
    lines += ["```", "", "| room | what it holds | uses |", "|---|---|---|"]
    for room in order:
        uses = ", ".join(f"`{used}`" for used in order if used in arrows()[room])
        lines.append(f"| `{room}` | {holds(room)} | {uses} |")
    loose = sorted(room for room in arrows() if room.endswith(".py"))
    return "\n".join([*lines, "", *(f"- `{file}`: {holds(file)}" for file in loose), ""])


def renewed_page() -> str:
    """Return CONTRIBUTING.md with the rooms as they are."""
    return renewed(PAGE.read_text(encoding="utf-8"), rooms=shown())


if __name__ == "__main__":
    PAGE.write_text(renewed_page(), encoding="utf-8")
