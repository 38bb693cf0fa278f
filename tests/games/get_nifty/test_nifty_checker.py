"""The challenge checker: a form, a verdict, and the same as an entry."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs

import pytest
from nifty_table import A, B, C, enter, new, obj, plot, right, said

from companion.core.contract import Form
from companion.games.get_nifty import GAME
from companion.games.get_nifty.model import State
from companion.games.get_nifty.numbers import versus
from companion.games.get_nifty.words import change_text

BOOK = {
    "Sam": {"kind": "character", "d": 4, "attributes": ["VAMPIRE"], "aliases": ["Sammy"]},
    "Dex": {"kind": "character", "s": 1},
}
VAMPIRE = "Lysinda; kind=character; d=4; attributes=VAMPIRE"


def check(query: str, table: State | None = None) -> Any:
    (checker,) = GAME.checkers
    return checker.view(Form(parse_qs(query, keep_blank_values=True)), BOOK, table)


def sums(found: Any) -> tuple[str, str]:
    return found.sides[0].total, found.sides[1].total


@pytest.mark.parametrize(
    ("query", "rule"),
    [
        ("", "NIFTY-DANGER-02"),
        ("defence=2", "NIFTY-DANGER-02"),
        ("attack_object=Laser+Cannon=3&defence=2", "NIFTY-DANGER-02"),
        ("kind=boredom&attack=Zoe&defence=2", "NIFTY-WEIRD-03"),
        ("kind=boredom&defence=2", "NIFTY-WEIRD-03"),
    ],
)
def test_what_cannot_be_gets_no_verdict(query: str, rule: str) -> None:
    found = check(query)
    assert (found.refused.rule, found.verdict, found.defended, found.changes) == (rule, None, None, ())


def test_the_card_book_is_known_here_too() -> None:
    assert sums(check("attack=Sam&defence=Dex")) == ("4", "1")
    assert sums(check("attack=sammy&defence=1")) == ("4", "1")
    used = check("attack=Sam=4&defence_object=Anti-Vamp+Cannon&use=Anti-Vamp+Cannon")
    assert sums(used) == ("0", "0")
    assert used.defended


def test_bare_numbers() -> None:
    found = check("kind=danger&attack=7&defence=5")
    assert found.defended is False
    assert said([found.verdict]) == ["7 : 5: the attack wins."]
    assert said(found.changes) == ["Bo loses the SAFE.", "Ann takes the SAFE: face up, no marker."]
    assert said(check("attack=7&defence=5&own=up").changes) == ["Bo's SAFE is Fluxed: turn it over."]
    assert said(check("attack=7&defence=5&safe=marked").changes) == [
        "Bo loses the marker and keeps the SAFE."
    ]


def test_a_tie_defends() -> None:
    assert said([check("attack=5&defence=5").verdict]) == ["5 : 5: a tie, and a tie defends."]


def test_plot_objects_and_cards() -> None:
    found = check(
        "attack=Bun-Bun&attack_object=1&attack_object=-2&plot=It's+Halloween!&defence=3&defence_object=2"
    )
    assert sums(found) == ("6", "5")
    assert sums(check("kind=boredom&attack=4&attack_object=3&plot_w=2&defence=1")) == ("4", "3")


def test_cancels_are_told() -> None:
    found = check("attack=Zoe=3&attack=2&defence=Dex=2")
    assert sums(found) == ("2", "2")
    assert said(found.reasons) == ["Zoe counts nothing: cancelled by Dex."]


def test_specials_now_and_if_used() -> None:
    query = f"describe={VAMPIRE}&attack=Lysinda&attack=2"
    query += "&describe=Anti-Vamp+Cannon;s=1&defence_object=Anti-Vamp+Cannon"
    query = query.replace("; ", ";")
    found = check(query)
    assert sums(found) == ("6", "1")
    assert [(special.card, special.then) for special in found.specials] == [
        ("Anti-Vamp Cannon", versus("2", "0"))
    ]
    assert sums(check(query + "&use=Anti-Vamp+Cannon")) == ("2", "0")


def test_against_oneself_objects_count_on_both_sides() -> None:
    found = check("alone=1&attack=4&describe=Dog;kind=object;d=1;s=2&defence_object=Dog&defence=3")
    assert sums(found) == ("5", "5")


def test_what_is_missing_and_what_is_refused() -> None:
    found = check("attack=Zoe&defence=3")
    assert found.defended is None
    assert [(need.card, need.stat) for need in found.needs] == [("Zoe", "d")]
    found = check("kind=boredom&attack=Bun-Bun")
    assert found.refused is not None
    assert found.refused.rule == "NIFTY-WEIRD-03"


def test_at_a_table_everything_counts_that_lies_there() -> None:
    table = plot(obj(right(right(new(), B, "up"), A, "up"), B, "Vest", s=1), "Fog", d=2)
    found = check(f"kind=danger&seat={A}&target={B}&attack=3&defence=4", table)
    assert sums(found) == ("5", "5")
    assert said(found.changes) == ["Bo marks the SAFE."]
    lost = check(f"kind=danger&seat={A}&target={B}&attack=4&defence=4", table)
    assert said(lost.changes) == ["Bo's SAFE is Fluxed: turn it over."]
    assert check("attack=3", table).attacker == table.turn


@pytest.mark.parametrize("seat", [A, B, C])
@pytest.mark.parametrize("target", [A, B, C])
@pytest.mark.parametrize("rest", ["attack=3&defence=4", "attack=Zoe=3&attack=2&defence=Dex=6", "attack=9"])
@pytest.mark.parametrize("kind", ["danger", "boredom"])
def test_an_entry_does_what_its_check_said(seat: int, target: int, rest: str, kind: str) -> None:
    table = plot(obj(right(right(new(), B, "up"), C, "marked", "up"), B, "Vest", d=1, s=1, w=2), "Fog", d=2)
    found = check(f"kind={kind}&seat={seat}&target={target}&{rest}", table)
    if found.refused is not None:
        assert (kind, found.entry) == ("boredom", "")
        return
    ended = enter(table, found.entry).last
    assert (ended.attack.text, ended.defence.text) == sums(found)
    assert ended.defended == found.defended
    assert [change_text(table, change) for change in ended.changes] == list(found.changes)


def test_a_check_is_an_entry_only_at_a_table_and_with_a_verdict() -> None:
    assert check("attack=3&defence=2").entry == ""
    assert check("attack=Zoe&defence=3", new()).entry == ""
    assert check("seat=9&attack=3", new()).refused is not None
