"""What was typed too short, too long or not at all: asked about before it becomes an entry."""

from __future__ import annotations

from urllib.parse import parse_qs

import pytest
from nifty_table import NAMES, A, B, Draw, danger, know, new, play, refuses, tap

from companion.core.contract import BadForm, Form, RuleViolation
from companion.core.events import CardDescribed
from companion.core.text import say
from companion.games.get_nifty import GAME
from companion.games.get_nifty.events import CardLaid, CardsAdded, Challenged, Discarded, Play, PlotPlayed
from companion.games.get_nifty.model import State
from companion.games.get_nifty.numbers import NotANumber, read_number

HEAD = "No card is called “zo” yet. Which one is it?"


def offered(state: State, query: str) -> list[str]:
    return [say(offer.label, NAMES) for offer in refuses("NIFTY-CARD-01", state, query).allowed]


@pytest.mark.rule("NIFTY-CARD-01")
@pytest.mark.parametrize(
    "query",
    [
        "do=challenge&kind=danger&target=1&card=zo",
        "do=challenge&kind=danger&target=1&card=Bun-Bun&card=zo=3",
        "do=lay&card=zo",
        "do=plot&card=zo",
        "do=token&card=zo",
        "do=nifty&card=zo",
        "do=duel&kind=danger&target=1&attack=zo",
        "do=duel&kind=danger&target=1&attack=7&defence=zo",
    ],
)
def test_the_beginning_of_a_known_name_is_asked_about(query: str) -> None:
    state = know(new(), "Zoom", "object", d=1)
    assert offered(state, query) == ["Zoe", "Zoom", "“zo” is a new card"]
    assert say(refuses("NIFTY-CARD-01", state, query).text, NAMES) == HEAD


@pytest.mark.rule("NIFTY-CARD-01")
def test_in_a_challenge_too() -> None:
    state = danger(new(), A, B, 7)
    assert offered(state, "do=add&side=defence&card=zo") == ["Zoe", "“zo” is a new card"]


def test_an_offer_is_the_same_entry_with_the_card_that_was_meant() -> None:
    query = "do=challenge&kind=danger&target=1&card=Bun-Bun&card=zo=3"
    zoe, fresh = refuses("NIFTY-CARD-01", new(), query).allowed
    cards = (Play("Bun-Bun"), Play("Zoe", 3))
    assert GAME.read(new(), None, Form(zoe.form), Draw()) == Challenged(A, "danger", B, cards)
    cards = (Play("Bun-Bun"), Play("zo", 3))
    assert GAME.read(new(), None, Form(fresh.form), Draw()) == Challenged(A, "danger", B, cards)


def test_two_short_names_are_asked_about_one_after_the_other() -> None:
    form = Form(parse_qs("do=challenge&kind=danger&target=1&card=zo&card=ay"))
    for label in ("“zo” is a new card", "“ay” is a new card"):
        with pytest.raises(RuleViolation, match="NIFTY-CARD-01") as no:
            GAME.read(new(), None, form, Draw())
        fresh = no.value.allowed[-1]
        assert say(fresh.label, NAMES) == label
        form = Form(fresh.form)
    assert GAME.read(new(), None, form, Draw()).cards == (Play("zo"), Play("ay"))


@pytest.mark.parametrize("word", ["can", "vamp", "anti-v", "ANTIVAMP", "cannon"])
def test_any_word_of_a_name_counts(word: str) -> None:
    assert "Anti-Vamp Cannon" in offered(new(), f"do=lay&card={word}")


def test_an_alias_counts_and_a_card_of_the_book_that_the_table_has_not_met() -> None:
    state = play(new(), CardDescribed("Inflatable Raft", {"kind": "object", "aliases": ["Gummy"]}))
    assert offered(state, "do=lay&card=gum") == ["Inflatable Raft", "“gum” is a new card"]
    form = Form(parse_qs("do=lay&card=qu"), near={"qu": ("Quilt",)})
    with pytest.raises(RuleViolation, match="NIFTY-CARD-01") as no:
        GAME.read(new(), None, form, Draw())
    assert [say(offer.label, NAMES) for offer in no.value.allowed] == ["Quilt", "“qu” is a new card"]


@pytest.mark.parametrize("word", ["Zoe", "zoe", " ZOE ", "z", "Zoey", "Torg", "Zoe=3", "safe"])
def test_other_names_are_taken_as_they_are(word: str) -> None:
    assert tap(new(), f"do=challenge&kind=danger&target=1&card={word}")


def test_a_card_that_was_played_before_under_a_short_name_is_known() -> None:
    state = danger(new(), A, B, "Bu")
    assert tap(state, "do=add&side=attack&card=Bu") == CardsAdded(A, (Play("Bu"),), "attack")


def test_replays_are_not_asked() -> None:
    assert play(new(), CardLaid(A, "las", n=1)).chairs[A].objects[0].name == "las"


# -- nothing at all


@pytest.mark.parametrize(("do", "kind"), [("lay", "Object"), ("plot", "Plot")])
@pytest.mark.parametrize("rest", ["", "&card=", "&card=++&d=&s=?&w=&n="])
def test_a_card_without_name_and_numbers_is_no_entry(do: str, kind: str, rest: str) -> None:
    with pytest.raises(BadForm) as no:
        tap(new(), f"do={do}{rest}")
    assert say(no.value.text, NAMES) == f"Name the {kind}, or type its numbers."


def test_a_card_without_name_is_fine_with_a_number() -> None:
    assert tap(new(), "do=lay&n=0") == CardLaid(A, "", n=0)
    assert tap(new(), "do=plot&w=2") == PlotPlayed(A, "", 0, 0, 2, 0)


# -- discards


@pytest.mark.rule("NIFTY-TURN-05")
@pytest.mark.parametrize("count", ["-3", "0", "", "100", "999"])
def test_a_discard_is_of_some_cards(count: str) -> None:
    no = refuses("NIFTY-TURN-05", play(new(), CardsOfNobody), f"do=discard&count={count}")
    assert say(no.text, NAMES) == "How many cards? At least 1, at most 99."


CardsOfNobody = Challenged(A, "danger", B, (Play(value=7),))
"""After a bare number nobody knows how many cards are held."""


@pytest.mark.rule("NIFTY-TURN-05")
def test_nobody_discards_more_than_the_hand() -> None:
    no = refuses("NIFTY-TURN-05", new(), "do=discard&count=6")
    assert say(no.text, NAMES) == "Ann holds 5: 6 cannot be discarded."
    assert no.allowed[0].form == {"do": "discard", "seat": "0", "count": "5"}
    refuses("NIFTY-TURN-05", play(new(), Discarded(A, 5)), Discarded(A, 1))
    refuses("NIFTY-TURN-05", play(new(), Discarded(A, 4)), Discarded(A, 0, ("Zoe", "Dex")))
    assert play(new(), CardsOfNobody, Discarded(A, 9)).chairs[A].hand is None


@pytest.mark.parametrize("raw", ["-+5", "+-5", "--5", "1e3", "5-", "1000"])
def test_what_is_no_number_on_a_card(raw: str) -> None:
    with pytest.raises(NotANumber):
        read_number(raw)
