"""The card book: what is asked about a card, what the rulebook prints, which cards a form plays."""

from __future__ import annotations

from urllib.parse import parse_qs

import pytest
from nifty_table import NAMES, new, play, refuses

from companion.core.contract import Form
from companion.core.events import CardDescribed
from companion.core.text import say
from companion.games.get_nifty import GAME
from companion.games.get_nifty.cards import Card, described, facts_of
from companion.games.get_nifty.printed import PRINTED

BOOK = GAME.cards
assert BOOK is not None


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("do=challenge&kind=danger&target=1&card=Bun-Bun&card=Zoe=3&card=7", ("Bun-Bun", "Zoe")),
        (
            "do=duel&kind=danger&target=1&attack=Zoe&attack=2&defence=Dex=3&use=Anti-Vamp+Cannon",
            ("Zoe", "Dex", "Anti-Vamp Cannon"),
        ),
        ("do=option&card=Ape&take=Rope", ("Ape", "Rope")),
        ("do=state&card=SAFE", ()),
        ("do=describe&name=Zoe&d=3", ()),
        ("do=add&card=object=2&card=123456", ()),
    ],
)
def test_the_cards_a_form_plays(query: str, names: tuple[str, ...]) -> None:
    assert BOOK.named(Form(parse_qs(query))) == names


def test_printed_cards_are_described_by_their_own_facts() -> None:
    fields = {field.name for field in BOOK.fields}
    for card, printed in zip(PRINTED, BOOK.printed, strict=True):
        assert set(printed.facts) <= fields
        assert printed.source
        again = described(Card(card.name), printed.facts)
        assert facts_of(again) == facts_of(card)
        before = GAME.view(new(), None).cards
        after = GAME.view(play(new(), CardDescribed(card.name, printed.facts)), None).cards
        assert [c.stats for c in after] == [c.stats for c in before]


def test_a_card_in_one_line() -> None:
    line = BOOK.line(
        {"kind": "character", "d": 5, "s": 0, "w": "inf", "attributes": ["DEMON"], "returns": True}
    )
    assert say(line, NAMES) == "Character, Danger 5, Safety 0, Weirdness ∞, DEMON, returns"
    assert say(BOOK.line({}), NAMES) == "Card"
    assert say(BOOK.line({"d": "odd", "attributes": 3, "kind": []}), NAMES) == "Card, Danger ?"


def test_a_name_is_no_number() -> None:
    for name in ("7", "-1", "inf"):
        refuses("NIFTY-CARD-01", new(), CardDescribed(name, {"kind": "character"}))
