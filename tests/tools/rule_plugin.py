"""A pytest plugin for tests marked `@pytest.mark.rule("ID")`.

`--only-rules` runs nothing but marked tests and `--only-rule ID` those of one id; `--rules-report FILE`
writes how they went, `{id: {test: outcome}}`; `--disarm ID` makes that refusal a no-op in every game.
"""

from __future__ import annotations

import ast
import importlib.abc
import importlib.machinery
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import hypothesis
import pytest
from rule_source import Disarmed

GAMES = "companion.games."


class DisarmedLoader(importlib.machinery.SourceFileLoader):
    """Compiles a module with one refusal taken out. Never cached, so nothing of it stays behind."""

    rule = ""

    def get_code(self, fullname: str) -> CodeType:
        tree = Disarmed(self.rule).visit(ast.parse(self.get_data(self.path)))
        return compile(tree, self.path, "exec", dont_inherit=True)


class DisarmedFinder(importlib.abc.MetaPathFinder):
    def __init__(self, rule: str) -> None:
        self.rule = rule

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if not fullname.startswith(GAMES):
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, path, target)
        if spec is not None and type(spec.loader) is importlib.machinery.SourceFileLoader:
            spec.loader = DisarmedLoader(spec.loader.name, spec.loader.path)
            spec.loader.rule = self.rule
        return spec


def disarm(rule: str) -> None:
    """Take the refusal out of every game that is imported from here on."""
    if any(isinstance(finder, DisarmedFinder) for finder in sys.meta_path):
        return
    if early := [name for name in sys.modules if name.startswith(GAMES)]:
        raise pytest.UsageError(f"--disarm comes too late: {early[0]} is imported already")
    sys.meta_path.insert(0, DisarmedFinder(rule))


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("rules", "rules of the games")
    group.addoption("--only-rules", action="store_true", help="only tests marked with a rule")
    group.addoption("--only-rule", metavar="ID", help="only tests marked with this rule")
    group.addoption("--rules-report", metavar="FILE", help="write how the marked tests went, as JSON")
    group.addoption("--disarm", metavar="ID", help="make this refusal a no-op")


def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    if rule := early_config.known_args_namespace.disarm:
        disarm(rule)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(*ids): the rows of a rule table this test proves")
    if rule := config.getoption("--disarm"):
        disarm(rule)
        # A failure is all that is asked for: do not search for the smallest one.
        phases = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
        hypothesis.settings.register_profile("disarmed", database=None, deadline=None, phases=phases)
        hypothesis.settings.load_profile("disarmed")
    if config.getoption("--rules-report") and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Report(Path(config.getoption("--rules-report"))))


def rules_of(item: pytest.Item) -> list[str]:
    return sorted({rule for marker in item.iter_markers("rule") for rule in marker.args})


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    only, marked = config.getoption("--only-rule"), config.getoption("--only-rules")
    chosen, others = [], []
    for item in items:
        rules = rules_of(item)
        item.user_properties.append(("rules", rules))
        wanted = only in rules if only else bool(rules) or not marked
        (chosen if wanted else others).append(item)
    if others:
        config.hook.pytest_deselected(items=others)
        items[:] = chosen


class Report:
    """How the marked tests went. The markers travel in the reports, so that workers may run them."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.outcomes: dict[str, dict[str, str]] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        rules: Any = dict(report.user_properties).get("rules", [])
        for rule in rules:
            tests = self.outcomes.setdefault(rule, {})
            if report.when == "call" or report.outcome != "passed":
                worse = tests.get(report.nodeid) == "failed"
                tests[report.nodeid] = "failed" if worse else report.outcome

    def pytest_sessionfinish(self) -> None:
        self.file.write_text(json.dumps(self.outcomes, indent=1, sort_keys=True), encoding="utf-8")
