"""Random rounds, card by card, against the brute-force scorer; and events that make no sense."""

from __future__ import annotations

import os
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nyet_brute import HANDS, THROWN, Card, Rules, may_play, round_points, trick_result, whole_deck
from nyet_table import NAMES, Draw, new, play, tap, total_of

from companion.core.contract import BadForm, Form, RuleViolation
from companion.core.events import Adjusted, CardDescribed, OptionChanged, PlayerJoined, PlayerLeft
from companion.core.text import say
from companion.games.nyet import GAME
from companion.games.nyet.entry import READERS
from companion.games.nyet.events import (
    EVENTS,
    BonusGiven,
    CardPlayed,
    HandNoted,
    ResultEntered,
    RoundScored,
    TeamsFormed,
    TokenPlaced,
)
from companion.games.nyet.flow import phase
from companion.games.nyet.model import State
from companion.games.nyet.options import LINE_TWO
from companion.games.nyet.ownview import own_view
from companion.games.nyet.tokens import next_token, token_offers

SOAK = int(os.environ.get("COMPANION_SOAK", "1"))
BUDGET = settings(deadline=None, max_examples=200 * SOAK)


def random_options(rng: Random) -> dict[str, Any]:
    lacking = rng.choice(LINE_TWO)
    return {
        "bonus": rng.choice(["team", "share", "holder"]),
        "bonus_declinable": rng.random() < 0.7,
        "supertrump_loot": rng.random() < 0.7,
        "lone_supertrumps": rng.choice(["suit", "printed"]),
        "difference": rng.random() < 0.3,
        "line2": tuple(box for box in LINE_TWO if box != lacking),
        "values": tuple(rng.sample([-3, -2, -1, 1, 2, 3, 4, 5], 5)),
    }


def place_all_tokens(state: State, rng: Random) -> State:
    """Every token by whoever's turn it is, on any open box."""
    while (turn := next_token(state)) is not None:
        form = rng.choice(token_offers(state, turn)).form
        state = play(state, TokenPlaced(turn, int(form["line"]), form["box"]))
    return state


def deal_and_discard(players: int, box: str, rng: Random) -> list[list[Card]]:
    """The hands as they are when the first card is led."""
    deck = whole_deck(players)
    rng.shuffle(deck)
    size = HANDS[players]
    hands = [deck[seat * size : (seat + 1) * size] for seat in range(players)]
    if box == "pass":
        passed = [hand.pop() for hand in hands]
        return [[*hand, passed[seat - 1]] for seat, hand in enumerate(hands)]
    kept = []
    for hand in hands:
        hand.sort(key=lambda card: (box == "except1" and card[1] == 1, rng.random()))
        kept.append(hand[THROWN[box] :])
    return kept


def form_sides(state: State, rng: Random) -> tuple[State, set[int], int | None]:
    view = GAME.view(state, None)
    players, first = state.players, view.first
    small = players // 2
    size = small if rng.random() < 0.5 else players - small
    wedge = set(rng.sample(range(players), size))
    state = play(state, TeamsFormed(first, tuple(wedge), tuple(set(range(players)) - wedge)))
    owner = None
    if players in (3, 5):
        smaller = wedge if len(wedge) == small else set(range(players)) - wedge
        owner = rng.choice(sorted(smaller))
        if players == 5:
            state = play(state, BonusGiven(first, owner))
    return state, wedge, owner


def play_hands(
    state: State, hands: list[list[Card]], rules: Rules, wedge: set[int], rng: Random
) -> tuple[State, list[tuple[int, int]]]:
    """Every trick with cards the brute force finds legal; winners and loot must agree."""
    noted = rng.randrange(state.players)
    state = play(state, HandNoted(noted, tuple(f"{c} {v}" for c, v in hands[noted])))
    leader, results = GAME.view(state, None).first, []
    while any(hands):
        plays: list[tuple[int, Card]] = []
        for seat in [(leader + n) % state.players for n in range(state.players)]:
            legal = may_play(rules, plays[0][1] if plays else None, hands[seat])
            if seat == noted:
                check_own_hand(state, seat, legal)
            card = rng.choice(legal)
            hands[seat].remove(card)
            plays.append((seat, card))
            query = f"do=card&card={card[0]} {card[1]}"
            state = play(state, tap(state, query, seat))
        results.append(trick_result(rules, plays, wedge))
        leader = results[-1][0]
        last = state.round.tricks[-1]
        assert (last.winner, last.loot) == results[-1], (rules, plays)
    return state, results


def check_own_hand(state: State, seat: int, legal: list[Card]) -> None:
    own = own_view(state, seat)
    lit = sorted((held.card.colour, held.card.value) for held in own.cards if held.legal)
    assert lit == sorted(legal)


@BUDGET
@given(players=st.integers(2, 5), rng=st.randoms(use_true_random=False))
def test_random_rounds_agree_with_the_brute_force_scorer(players: int, rng: Random) -> None:
    options = random_options(rng)
    state = place_all_tokens(new(players, **options), rng)
    boxes = [line.won for line in GAME.view(state, None).lines]
    rules = Rules(
        boxes[2],
        boxes[3],
        int(boxes[4]),
        options["lone_supertrumps"],
        options["supertrump_loot"],
        options["bonus"],
        options["difference"],
    )
    state, wedge, owner = form_sides(state, rng)
    state, results = play_hands(state, deal_and_discard(players, boxes[1], rng), rules, wedge, rng)
    assert GAME.notices(state) == ()
    assert phase(state) == "scoring"
    doubled = owner is not None and (not options["bonus_declinable"] or rng.random() < 0.5)
    decision = doubled if owner is not None and options["bonus_declinable"] else None
    points = round_points(rules, players, wedge, results, owner, doubled)
    scored = play(state, RoundScored(decision))
    assert total_of(scored) == points
    check_sums(scored)
    assert total_of(as_result(players, options, wedge, results, rules, boxes[1], owner, decision)) == points


def check_sums(state: State) -> None:
    """Every sum that a page opens out comes to the points beside it."""
    for cell in GAME.view(state, None).sheet[0].cells:
        said = say(cell.sum, NAMES).partition(":")[0].replace("Bonus ", "")
        assert eval(said.replace("×", "*").replace("−", "-")) == cell.points, said


def as_result(
    players: int,
    options: dict[str, Any],
    wedge: set[int],
    results: list[tuple[int, int]],
    rules: Rules,
    box: str,
    owner: int | None,
    decision: bool | None,
) -> State:
    """The same round entered as its result only."""
    circle = set(range(players)) - wedge
    loot = [sum(loot for winner, loot in results if winner in side) for side in (wedge, circle)]
    own = [loot for winner, loot in results if winner == owner]
    return play(
        new(players, **options),
        ResultEntered(
            tuple(wedge),
            tuple(circle),
            rules.value,
            box,
            sum(winner in wedge for winner, _ in results),
            None,
            loot[0],
            loot[1],
            owner,
            decision,
            None if owner is None else len(own),
            None if owner is None else sum(own),
        ),
    )


# -- events that make no sense

NUMBERS = st.one_of(st.integers(-3, 20), st.integers())
WORDS = st.one_of(
    st.sampled_from(
        ["red", "blue", "none", "1", "3", "-2", "nyet", "pass", "discard2", "red 1", "blue 7", "green 13"]
    ),
    st.text(max_size=12),
)


def any_event(seats: int) -> st.SearchStrategy[Any]:
    """Any well-typed event; seats are those of the table, as core makes sure."""
    seat = st.integers(0, seats - 1)
    some_seats = st.lists(st.one_of(seat, NUMBERS), max_size=5).map(tuple)
    kinds: dict[str, st.SearchStrategy[Any]] = {
        "int": NUMBERS,
        "str": WORDS,
        "int | None": st.none() | NUMBERS,
        "bool | None": st.none() | st.booleans(),
        "tuple[int, ...]": some_seats,
        "tuple[str, ...]": st.lists(WORDS, max_size=6).map(tuple),
    }
    built = [
        st.builds(
            kind,
            **{
                name: seat if name == "seat" else kinds[str(note)]
                for name, note in kind.__annotations__.items()
                if not str(note).startswith("ClassVar")
            },
        )
        for kind in EVENTS
    ]
    changes = [
        st.builds(PlayerJoined, st.text(max_size=5)),
        st.builds(PlayerLeft, seat),
        st.builds(Adjusted, seat, NUMBERS, st.text(max_size=5)),
        st.builds(OptionChanged, st.one_of(WORDS, st.sampled_from(["bonus", "line2", "rounds"])), WORDS),
        st.builds(OptionChanged, st.sampled_from(["rounds", "first_round", "target"]), NUMBERS),
        st.builds(OptionChanged, st.just("values"), st.lists(NUMBERS, max_size=6)),
        st.builds(CardDescribed, st.text(max_size=5), st.just({})),
    ]
    return st.one_of(*built, *changes)


@settings(deadline=None, max_examples=100 * SOAK)
@given(players=st.integers(2, 5), data=st.data())
def test_whatever_is_entered_is_accepted_or_refused_by_a_rule(players: int, data: st.DataObject) -> None:
    state = new(players)
    start = data.draw(st.sampled_from(["fresh", "ready", "tricks"]))
    if start != "fresh":
        rng = Random(data.draw(st.integers(0, 1000)))
        state = place_all_tokens(state, rng)
        if start == "tricks":
            state, _, _ = form_sides(state, rng)
    for _ in range(data.draw(st.integers(1, 12))):
        event = data.draw(any_event(len(state.present)))
        lifted = frozenset(
            data.draw(st.sets(st.sampled_from(["NYET-4.2", "NYET-4.14", "NYET-4.11", "NYET-4.15"])))
        )
        no = None
        try:
            state = GAME.apply(state, event, lifted)
        except RuleViolation as refused:
            no = refused
        assert no is None or (no.rule and say(no.text, NAMES))
        assert say(GAME.tell(event, getattr(event, "seat", None)), NAMES)
        for seat in (None, *range(len(state.present))):
            GAME.view(state, seat)
        assert len(GAME.standings(state).rows) == len(state.present)
        GAME.timeline(state)
        GAME.notices(state)


FIELDS = [
    "seat",
    "line",
    "box",
    "to",
    "wedge",
    "circle",
    "character",
    "line1",
    "line3",
    "winner",
    "loot",
    "card",
    "value",
    "discard",
    "how",
    "who",
    "count",
    "ones",
    "wedge_tricks",
    "circle_tricks",
    "owner",
    "doubled",
    "name",
    "reason",
]


@settings(deadline=None, max_examples=200 * SOAK)
@given(
    players=st.integers(2, 5),
    begun=st.booleans(),
    do=st.sampled_from([*READERS, "dealer", "hand", "laid", "card"]),
    values=st.dictionaries(st.sampled_from(FIELDS), WORDS),
    seat=st.none() | st.integers(0, 1),
)
def test_a_form_that_makes_no_sense_is_refused_in_words(
    players: int, begun: bool, do: str, values: dict[str, str], seat: int | None
) -> None:
    state = new(players)
    if begun:
        state, _, _ = form_sides(place_all_tokens(state, Random(players)), Random(players))
    said = ""
    try:
        event = GAME.read(state, seat, Form({**values, "do": do}), Draw())
        GAME.apply(state, event, frozenset())
    except (BadForm, RuleViolation) as no:
        said = say(no.text, NAMES)
    else:
        said = say(GAME.tell(event, seat), NAMES)
    assert said


@pytest.mark.parametrize("do", ["fly", ""])
def test_an_unknown_word_is_a_bad_form(do: str) -> None:
    with pytest.raises(Exception, match="cannot be"):
        tap(new(3), f"do={do}")


def test_a_played_card_must_be_named() -> None:
    with pytest.raises(RuleViolation):
        play(new(3), CardPlayed(0, "nothing"))
