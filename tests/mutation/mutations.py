# SPDX-License-Identifier: GPL-3.0-or-later
"""Wrong changes to a Python source: each in one place, found by its syntax tree."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

OPERATORS: dict[type[ast.AST], tuple[str, Any, str]] = {
    ast.Lt: ("<", ast.LtE, "<="),
    ast.LtE: ("<=", ast.Lt, "<"),
    ast.Gt: (">", ast.GtE, ">="),
    ast.GtE: (">=", ast.Gt, ">"),
    ast.Eq: ("==", ast.NotEq, "!="),
    ast.NotEq: ("!=", ast.Eq, "=="),
    ast.In: ("in", ast.NotIn, "not in"),
    ast.NotIn: ("not in", ast.In, "in"),
    ast.Is: ("is", ast.IsNot, "is not"),
    ast.IsNot: ("is not", ast.Is, "is"),
    ast.Add: ("+", ast.Sub, "-"),
    ast.Sub: ("-", ast.Add, "+"),
    ast.Mult: ("*", ast.Add, "+"),
    ast.Div: ("/", ast.Mult, "*"),
    ast.FloorDiv: ("//", ast.Mult, "*"),
    ast.Mod: ("%", ast.Add, "+"),
    ast.LShift: ("<<", ast.RShift, ">>"),
    ast.RShift: (">>", ast.LShift, "<<"),
    ast.BitAnd: ("&", ast.BitOr, "|"),
    ast.BitOr: ("|", ast.BitAnd, "&"),
    ast.BitXor: ("^", ast.BitOr, "|"),
    ast.And: ("and", ast.Or, "or"),
    ast.Or: ("or", ast.And, "and"),
}
"""What an operator becomes, each as it is written."""

CALLS = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list", "reversed": "list"}
"""What a function becomes that is called."""


@dataclass(frozen=True)
class Mutation:
    """A wrong change: the number and the text of its line, what becomes of what, and the whole changed source."""

    line: int
    text: str
    change: str
    changed: str


def mutations(source: str) -> Iterator[Mutation]:
    """Yield the wrong changes to a source, from its top to its end."""
    lines = source.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line.encode()))
    content = source.encode()
    for node, replacement, change in _changes(ast.parse(source)):
        begin = starts[node.lineno - 1] + node.col_offset
        end = starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
        text = ast.unparse(replacement)
        new = f"({text})" if isinstance(node, ast.expr) else text
        changed = (content[:begin] + new.encode() + content[end:]).decode()
        yield Mutation(node.lineno, lines[node.lineno - 1].strip(), change, changed)


def _changes(tree: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt, ast.AST, str]]:
    """Yield expressions and statements, each with one that it becomes and what changes."""
    for name, value in ast.iter_fields(tree):
        # Types, what decorates, and that lists are as long as each other make no difference; what is raised is text.
        if name in {"annotation", "returns", "decorator_list", "exc", "type_params"}:
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.keyword) and child.arg == "strict":
                continue
            if isinstance(child, ast.If):
                # A "not" that goes is a change of its own.
                if not isinstance(child.test, ast.UnaryOp):
                    yield child.test, ast.UnaryOp(ast.Not(), child.test), "if becomes if not"
            elif isinstance(child, ast.expr | ast.stmt):
                yield from ((child, new, change) for new, change in _instead(child))
            if isinstance(child, ast.AST) and not isinstance(child, ast.JoinedStr | ast.Import | ast.ImportFrom):
                yield from _changes(child)


def _instead(node: ast.AST) -> Iterator[tuple[ast.AST, str]]:
    """Yield what a node itself becomes."""
    match node:
        case ast.Compare(ops=operators):
            for number, operator in enumerate(operators):
                new = deepcopy(node)
                replaced, change = _other(operator)
                new.ops = [*operators[:number], replaced, *operators[number + 1 :]]
                yield new, change
        case ast.BinOp(op=operator) | ast.BoolOp(op=operator) | ast.AugAssign(op=operator):
            if type(operator) in OPERATORS:
                new_operator, change = _other(operator)
                yield _with(node, op=new_operator), change
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield operand, f"no {'not' if isinstance(node.op, ast.Not) else '-'}"
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value), f"{value} becomes {not value}"
        case ast.Constant(value=int(value)):
            yield ast.Constant(value + 1), f"{value} becomes {value + 1}"
        case ast.Call(func=ast.Name(id=name)) if name in CALLS:
            yield _with(node, func=ast.Name(CALLS[name]), keywords=[]), f"{name} becomes {CALLS[name]}"
        case ast.IfExp(body=body, orelse=otherwise):
            yield _with(node, body=otherwise, orelse=body), "if and else change places"
        case ast.Continue():
            yield ast.Break(), "continue becomes break"
        case ast.Break():
            yield ast.Pass(), "no break"
        case ast.Raise():
            yield ast.Pass(), "no raise"
        case ast.Expr(value=ast.Call() | ast.Yield() | ast.YieldFrom()):
            yield ast.Pass(), "no call"
        case _:
            return


def _other(operator: ast.AST) -> tuple[Any, str]:
    """Return what an operator becomes, and both as they are written."""
    was, replacing, text = OPERATORS[type(operator)]
    return replacing(), f"{was} becomes {text}"


def _with(node: ast.AST, **fields: object) -> ast.AST:
    """Return a copy of a node with other fields."""
    copy = deepcopy(node)
    for name, value in fields.items():
        setattr(copy, name, value)
    return copy
