"""Finds the refusals in a game's source, and takes one out.

The convention: a refusal is one statement, `raise RuleViolation("ID", ...)`, or `raise helper("ID", ...)`
where the helper ends in `return RuleViolation(rule, ...)` with its own parameter. The id is written out
as a text in the `raise`. So every refusal can be found, counted, and made a no-op to see who notices.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

RULE_ID = re.compile(r"[A-Z]+(-[A-Z0-9.]+)+[a-z]?")


def called(call: ast.Call) -> str:
    """The last part of the name that is called."""
    return getattr(call.func, "attr", getattr(call.func, "id", ""))


def id_of(node: ast.AST) -> str | None:
    """The rule id written out in a `raise` statement, if it is one."""
    if not isinstance(node, ast.Raise) or not isinstance(node.exc, ast.Call):
        return None
    values = [*node.exc.args, *(keyword.value for keyword in node.exc.keywords)]
    texts = [v.value for v in values if isinstance(v, ast.Constant) and isinstance(v.value, str)]
    if called(node.exc) == "RuleViolation":
        return texts[0] if texts and texts[0] else None
    return next((text for text in texts if RULE_ID.fullmatch(text)), None)


def raised_ids(source: str) -> set[str]:
    return {rule for node in ast.walk(ast.parse(source)) if (rule := id_of(node))}


def sources(package: Path) -> dict[Path, str]:
    return {path: path.read_text(encoding="utf-8") for path in sorted(package.rglob("*.py"))}


def raised_in(package: Path) -> set[str]:
    """Every id that a game's source raises."""
    return set[str]().union(*map(raised_ids, sources(package).values()))


def helpers(tree: ast.AST) -> Iterator[tuple[str, ast.Call]]:
    """Functions that build a violation from a parameter and return it."""
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        parameters = {a.arg for a in (*function.args.args, *function.args.kwonlyargs)}
        for node in ast.walk(function):
            match node:
                case ast.Return(value=ast.Call(args=[ast.Name(id=first), *_]) as call):
                    if called(call) == "RuleViolation" and first in parameters:
                        yield function.name, call


def unprovable(package: Path) -> list[str]:
    """Refusals that do not follow the convention, as `file:line`."""
    trees = {path: ast.parse(source) for path, source in sources(package).items()}
    built = [pair for tree in trees.values() for pair in helpers(tree)]
    names = {"RuleViolation", *(name for name, _ in built)}
    found = []
    for path, tree in trees.items():
        fine = {id(call) for _, call in built}
        fine |= {id(node.exc) for node in ast.walk(tree) if isinstance(node, ast.Raise) and id_of(node)}
        found += [
            f"{path.name}:{node.lineno}"
            for node in ast.walk(tree)
            if isinstance(node, ast.Call) and called(node) in names and id(node) not in fine
        ]
    return found


class Disarmed(ast.NodeTransformer):
    """Makes every `raise` of one rule a no-op: what comes after it happens."""

    def __init__(self, rule: str) -> None:
        self.rule = rule

    def visit_Raise(self, node: ast.Raise) -> ast.AST:
        return ast.copy_location(ast.Pass(), node) if id_of(node) == self.rule else node
