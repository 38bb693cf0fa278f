"""The tools that count and prove rules, tried on a tiny game."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
import rule_source

TOOLS = Path(__file__).parent

RULES = """id	section	edition	rule	kind	example	note
{0}-1	1	-	Never below zero.	check	0 minus 1 -> refused	-
{0}-2	1	-	Never above nine.	check	9 plus 1 -> refused	-
{0}-3	1	-	Say it aloud.	prompt	-	-
"""

GAME = """
from companion.core.contract import Game, RuleViolation
from companion.core.text import Text

def refuse(rule, text):
    return RuleViolation(rule, Text(text))

def apply(state, event, lifted):
    if state + event < 0:
        raise RuleViolation("{0}-1", Text("below zero"))
    if state + event > 9:
        raise refuse("{0}-2", "above nine")
    return state + event

GAME = Game("{1}", (), range(1, 2), dict, (), (), *([apply] * 7))
"""

CONFTEST = """
from pathlib import Path
from companion.shelf import Shelf
Shelf([Path(__file__).parent / "demo"])
"""

TESTS = """
import pytest
from companion.core.contract import RuleViolation
from companion.games.{1} import apply

@pytest.mark.rule("{0}-1")
def test_never_below_zero():
    with pytest.raises(RuleViolation):
        apply(0, -1, frozenset())
"""

LAZY_TEST = """
@pytest.mark.rule("{0}-2")
def test_never_above_nine():
    assert apply(8, 1, frozenset()) == 9
"""

GOOD_TEST = """
@pytest.mark.rule("{0}-2")
def test_never_above_nine_indeed():
    with pytest.raises(RuleViolation, match="{0}-2"):
        apply(9, 1, frozenset())
"""


class Checkout:
    """A little checkout with one game and its tests."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.tests = root / "tests" / "games" / "pebble" / "test_pebble.py"
        game = root / "tests" / "demo" / "games" / "pebble"
        game.mkdir(parents=True)
        self.tests.parent.mkdir(parents=True)
        (game / "__init__.py").write_text(GAME.format("PEBBLE", "pebble"))
        (game / "rules.tsv").write_text(RULES.format("PEBBLE"))
        (root / "tests" / "conftest.py").write_text(CONFTEST)

    def write(self, *tests: str) -> None:
        self.tests.write_text("".join(tests).format("PEBBLE", "pebble"))

    def run(self, tool: str) -> tuple[int, str]:
        done = subprocess.run(
            [sys.executable, TOOLS / f"{tool}.py", "--root", self.root, "--game", "pebble"],
            capture_output=True,
            text=True,
            check=False,
        )
        assert not done.stderr
        return done.returncode, done.stdout


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path)


def test_rules_names_a_row_without_a_test_and_ignores_what_owes_none(checkout: Checkout) -> None:
    checkout.write(TESTS)
    status, output = checkout.run("rules")
    assert status == 1
    assert "check       1 of    2" in output
    assert "PEBBLE-2: no test: Never above nine." in output
    assert "PEBBLE-1" not in output
    assert "PEBBLE-3" not in output


def test_rules_does_not_count_a_test_that_fails_or_is_skipped(checkout: Checkout) -> None:
    failing = GOOD_TEST.replace("raises(RuleViolation", "raises(KeyError")
    checkout.write(TESTS.replace("\ndef", "\n@pytest.mark.skip\ndef"), failing)
    status, output = checkout.run("rules")
    assert status == 1
    assert "PEBBLE-1: no test" in output
    assert "PEBBLE-2: its test fails" in output


def test_rules_is_content_when_every_row_has_a_passing_test(checkout: Checkout) -> None:
    checkout.write(TESTS, LAZY_TEST)
    assert checkout.run("rules")[0] == 0


def test_rules_refuses_a_marker_that_names_no_row(checkout: Checkout) -> None:
    checkout.write(TESTS, LAZY_TEST, GOOD_TEST.replace('rule("{0}-2")', 'rule("{0}-9")'))
    status, output = checkout.run("rules")
    assert status == 1
    assert "PEBBLE-9 is in no rule table" in output


def test_rules_says_so_when_the_tests_cannot_run(checkout: Checkout) -> None:
    checkout.write("import nothing_of_that_name\n")
    status, output = checkout.run("rules")
    assert status == 2
    assert "nothing_of_that_name" in output


def test_prove_names_a_refusal_that_nobody_would_miss(checkout: Checkout) -> None:
    checkout.write(TESTS, LAZY_TEST)
    status, output = checkout.run("prove")
    assert status == 1
    assert "1 of 2 refusals are proved" in output
    assert "PEBBLE-2: nobody notices" in output


def test_prove_names_a_refusal_without_a_marked_test(checkout: Checkout) -> None:
    checkout.write(TESTS)
    status, output = checkout.run("prove")
    assert status == 1
    assert "PEBBLE-2: no test is marked with it" in output


def test_prove_is_content_when_each_refusal_is_missed_by_a_test(checkout: Checkout) -> None:
    checkout.write(TESTS, LAZY_TEST, GOOD_TEST)
    status, output = checkout.run("prove")
    assert status == 0
    assert "2 of 2 refusals are proved" in output


def test_the_report_lists_every_marked_test_also_from_workers(checkout: Checkout) -> None:
    checkout.write(TESTS, LAZY_TEST)
    report = checkout.root / "report.json"
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-p", "rule_plugin", "-p", "no:cacheprovider", "-q", "-n", "1"),
            *("--rules-report", report, "--rootdir", checkout.root, checkout.tests),
        ],
        cwd=TOOLS,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    outcomes = json.loads(report.read_text())
    assert {rule: list(tests.values()) for rule, tests in outcomes.items()} == {
        "PEBBLE-1": ["passed"],
        "PEBBLE-2": ["passed"],
    }


@pytest.mark.parametrize(
    "statement",
    [
        'raise RuleViolation("X-1", Text("no"))',
        'raise contract.RuleViolation(rule="X-1", text=Text("no"))',
        'raise refuse("X-1", "no") from None',
        'raise refuse(state, "X-1", liftable=True)',
    ],
)
def test_an_id_is_found_in_every_form_the_convention_allows(statement: str) -> None:
    assert rule_source.raised_ids(statement) == {"X-1"}


@pytest.mark.parametrize(
    "statement",
    ['raise ValueError("no")', "raise RuleViolation(rule, text)", 'check("X-1")', "raise", "raise X"],
)
def test_other_statements_raise_no_rule(statement: str) -> None:
    assert rule_source.raised_ids(statement) == set()


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ('raise RuleViolation("X-1", t)', []),
        ("def refuse(rule, t):\n    return RuleViolation(rule, t)\nraise refuse('X-1', t)", []),
        ("raise RuleViolation(SOME_ID, t)", ["game.py:1"]),
        ('why = RuleViolation("X-1", t)\nraise why', ["game.py:1"]),
        ("def check(rule, t):\n    raise RuleViolation(rule, t)", ["game.py:2"]),
        ("def refuse(rule, t):\n    return RuleViolation(rule, t)\nwhy = refuse('X-1', t)", ["game.py:3"]),
    ],
)
def test_a_refusal_that_could_not_be_taken_out_is_found(
    source: str, lines: list[str], tmp_path: Path
) -> None:
    (tmp_path / "game.py").write_text(source)
    assert rule_source.unprovable(tmp_path) == lines
