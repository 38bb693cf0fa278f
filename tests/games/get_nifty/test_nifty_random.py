"""Random challenges against the naive re-computation, and random games by their own buttons."""

from __future__ import annotations

import os
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nifty_naive import Naive
from nifty_table import NAMES, Draw, lifted_play, new, play, plays, right, slots, sums, tap

from companion.core.contract import BadForm, Form, RuleViolation
from companion.core.events import CardDescribed
from companion.core.text import say
from companion.games.get_nifty import GAME
from companion.games.get_nifty.entry import READERS
from companion.games.get_nifty.events import (
    CardLaid,
    CardsAdded,
    Challenged,
    ChallengeEnded,
    GaveUp,
    HelperJoined,
    PlotPlayed,
    SpecialUsed,
)
from companion.games.get_nifty.model import State
from companion.games.get_nifty.totals import behind

SOAK = int(os.environ.get("COMPANION_SOAK", "1"))
BUDGET = settings(deadline=None, max_examples=300 * SOAK)
SOME_GAMES = settings(deadline=None, max_examples=40 * SOAK)
SEEDS = st.integers(0, 2**32 - 1)
TAGS = ["VAMPIRE", "DEMON"]
FIRST = {"danger": "character", "boredom": "boredom"}
CHOICES: dict[str, list[str]] = {
    "flux": ["step", "mark"],
    "single_use": ["special", "stats"],
    "fluxed_thief": ["needs", "has"],
    "own_loss": ["usual", "harmless"],
    "spare_card": ["helpers", "first", "flux"],
    "helper_marks": ["defence", "both"],
}


def random_deck(rng: Random) -> dict[str, dict[str, Any]]:
    deck: dict[str, dict[str, Any]] = {}
    for n in range(12):
        deck[f"Char {n}"] = {s: rng.choice([0, 1, 2, 3, 4, 5]) for s in "dswn"} | {"kind": "character"}
    for n in range(8):
        deck[f"Thing {n}"] = {s: rng.randint(-3, 4) for s in "dswn"} | {"kind": "object"}
    for n in range(5):
        deck[f"Yawn {n}"] = {"value": rng.randint(0, 6), "kind": "boredom"}
    for n in range(4):
        deck[f"Plot {n}"] = {s: rng.randint(-2, 3) for s in "dswn"} | {"kind": "plot"}
    if rng.random() < 0.3:
        deck[f"Char {rng.randrange(12)}"][rng.choice("dsw")] = "inf"
        deck[f"Thing {rng.randrange(8)}"][rng.choice("dsw")] = "inf"
    names = [name for name in deck if name.startswith(("Char", "Thing"))]
    for name, card in deck.items():
        plain = name in names
        card["tags"] = [tag for tag in TAGS if plain and rng.random() < 0.3]
        card["cancels"] = rng.sample([*names, *TAGS], rng.choice([0, 0, 0, 1, 2])) if plain else []
        card["cancelled_by"] = rng.sample([*names, *TAGS], rng.choice([0, 0, 0, 1])) if plain else []
        card["single"] = name.startswith("Thing") and rng.random() < 0.3
        card["returns"] = name.startswith("Char") and rng.random() < 0.15
        card["bonus"] = [(rng.choice(TAGS), rng.choice("dsw"), 2)] if name.startswith("Plot") else []
    return deck


def described(state: State, deck: dict[str, dict[str, Any]]) -> State:
    for name, card in deck.items():
        facts = {key: card[key] for key in ("kind", "cancels", "cancelled_by", "returns")}
        facts |= {key: card[key] for key in ("d", "s", "w", "n", "value") if key in card}
        facts |= {"attributes": card["tags"], "single_use": card["single"]}
        facts["bonuses"] = [f"{tag} {stat} {n}" for tag, stat, n in card["bonus"]]
        state = play(state, CardDescribed(name, facts))
    return state


class Twin:
    """The game and the naive table, told the same things."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.deck = random_deck(rng)
        options = {name: rng.choice(values) for name, values in CHOICES.items()}
        seats = rng.randint(2, 6)
        six = rng.choice(["teams", "singles"])
        self.seats, self.teams = seats, seats == 6 and six == "teams"
        self.state = described(new(seats, rng.randrange(seats), six=six, **options), self.deck)
        self.naive = Naive(self.deck, seats, self.teams, options)
        self.hand = [name for name in self.deck if not name.startswith("Plot")]
        rng.shuffle(self.hand)
        for house in range(len(self.state.homes)):
            safe, weird = (rng.choice(["none", "up", "marked", "fluxed"]) for _ in range(2))
            self.state = right(self.state, house, safe, weird)
            self.naive.slots[house, "SAFE"], self.naive.slots[house, "WEIRD"] = safe, weird
        for _ in range(rng.randint(0, 5)):
            self.lay(rng.randrange(seats))
        if rng.random() < 0.5:
            self.play_plot(self.state.turn)

    def draw(self, *kinds: str) -> str | None:
        """A card nobody has seen yet: every card of this deck exists once."""
        found = next((name for name in self.hand if self.deck[name]["kind"] in kinds), None)
        if found is not None:
            self.hand.remove(found)
        return found

    def lay(self, seat: int) -> None:
        name = self.draw("object")
        if name is not None:
            self.state = lifted_play(self.state, CardLaid(seat, name), "NIFTY-OBJECT-05")
            self.naive.front[seat].append(name)

    def play_plot(self, seat: int) -> None:
        name = self.rng.choice([n for n in self.deck if n.startswith("Plot") and n != self.naive.plot])
        self.state = play(self.state, PlotPlayed(seat, name))
        self.naive.new_plot(name)

    def begin(self) -> bool:
        """A challenge with one to three cards, while there are cards left to begin with."""
        left = {self.deck[name]["kind"] for name in self.hand}
        kinds = [kind for kind, first in FIRST.items() if first in left]
        if not kinds:
            return False
        kind = self.rng.choice(kinds)
        attacker, defender = self.state.turn, self.rng.randrange(self.seats)
        first = [self.draw(FIRST[kind]) for _ in range(self.rng.randint(1, 3))]
        names = [name for name in first if name is not None]
        self.state = play(self.state, Challenged(attacker, kind, defender, plays(*names)))
        self.naive.begin(kind, attacker, defender)
        self.naive.add("attack", attacker, names)
        return True

    def step(self) -> None:
        kind = self.naive.kind
        side = self.naive.losing() if kind == "danger" else self.rng.choice(["attack", "defence"])
        what = self.rng.choice(["card", "card", "object", "join", "plot", "use"])
        seat = self.rng.choice(self.naive.people[side])
        match what:
            case "card" | "object":
                self.add(kind, side, seat, what)
            case "join":
                self.join(self.naive.losing())
            case "plot":
                self.play_plot(self.rng.randrange(self.seats))
            case "use":
                self.use()

    def add(self, kind: str, side: str, seat: int, what: str) -> None:
        boring = (kind, side) == ("boredom", "attack")
        kinds = ["boredom" if boring else "character" if what == "card" else "object"]
        found = [self.draw(*kinds) for _ in range(self.rng.randint(1, 2))]
        names = [name for name in found if name is not None and self.may_play(name, side, seat)]
        if names:
            self.state = play(self.state, CardsAdded(seat, plays(*names), side))
            self.naive.add(side, seat, names)

    def may_play(self, name: str, side: str, seat: int) -> bool:
        """Out of turn the defender needs an Object that helps."""
        card = self.deck[name]
        if card["kind"] != "object" or seat == self.state.turn or seat != self.naive.defender:
            return True
        return card[self.naive.stat(side)] == "inf" or card[self.naive.stat(side)] > 0

    def join(self, side: str) -> None:
        inside = [*self.naive.people["attack"], *self.naive.people["defence"]]
        free = [seat for seat in range(self.seats) if seat not in inside]
        if free:
            seat = self.rng.choice(free)
            self.state = play(self.state, HelperJoined(seat, side))
            self.naive.join(side, seat)

    def use(self) -> None:
        ready = [
            (side, seat, name)
            for side, seats in self.naive.people.items()
            for seat in seats
            for name in self.naive.front[seat]
            if self.deck[name]["single"] and (seat, name) not in self.naive.used
        ]
        if ready:
            side, seat, name = self.rng.choice(ready)
            self.state = play(self.state, SpecialUsed(seat, name, side))
            self.naive.use(side, seat, name)

    def end(self) -> None:
        loser = self.naive.defender if self.naive.losing() == "defence" else self.naive.attacker
        if self.rng.random() < 0.5:
            self.state = play(self.state, GaveUp(loser, True))
        else:
            self.state = play(self.state, GaveUp(loser), ChallengeEnded())
        self.naive.finish()

    # -- comparing

    def assert_same_sums(self) -> None:
        assert sums(self.state) == (self.naive.shown("attack"), self.naive.shown("defence"))
        assert behind(self.state, self.state.challenge) == self.naive.losing()

    def assert_same_table(self) -> None:
        for seat in range(self.seats):
            lies = sorted(piece.name for piece in self.state.chairs[seat].objects)
            assert lies == sorted(self.naive.front[seat])
            house = self.state.house(seat)
            assert slots(self.state, seat) == (
                self.naive.slots[house, "SAFE"],
                self.naive.slots[house, "WEIRD"],
            )
        assert sorted(piece.name for piece in self.state.pile) == sorted(self.naive.discards)
        assert_invariants(self.state)


def pieces(state: State) -> list[int]:
    """The id of every card that lies anywhere."""
    found = [piece.id for piece in state.pile]
    found += [piece.id for chair in state.chairs for piece in chair.objects]
    found += [piece.id for home in state.homes for piece in home.under]
    if state.plot is not None:
        found.append(state.plot.id)
    if state.challenge is not None:
        found += [piece.id for piece in (*state.challenge.attack, *state.challenge.defence)]
    return found


def assert_invariants(state: State) -> None:
    for home in state.homes:
        assert {home.safe, home.weird} <= {"none", "up", "marked", "fluxed"}
    found = pieces(state)
    assert len(found) == len(set(found)), "no card lies in two places"
    assert max(found, default=-1) < state.serial


@BUDGET
@given(SEEDS)
def test_totals_verdicts_and_changes_equal_the_naive_ones(seed: int) -> None:
    twin = Twin(Random(seed))
    for _ in range(twin.rng.randint(1, 3)):
        if not twin.begin():
            return
        twin.assert_same_sums()
        for _ in range(twin.rng.randint(0, 7)):
            twin.step()
            twin.assert_same_sums()
        twin.end()
        twin.assert_same_table()


def random_button(state: State, rng: Random) -> str:
    """Any entry the view offers, or some that a page composes from it."""
    view = GAME.view(state, None)
    number = rng.choice(["1", "3", "7", "Bun-Bun", "Zoe=3", "Dex=2", "inf"])
    offers = [button.entry for button in (*view.dealers, *view.plots)]
    if view.actions is not None:
        turn = view.actions
        offers += [
            b.entry for b in (*turn.state_cards, *turn.lay, *turn.nifty, *turn.discard, turn.next_turn)
        ]
        offers += [
            f"{getattr(t, kind)}&card={number}" for t in turn.targets for kind in ("danger", "boredom")
        ] * 2
        offers += [f"{t.duel_danger}&attack={number}&defence=3" for t in turn.targets]
        offers += [f"{t.duel_boredom}&won=defence" for t in turn.targets]
        offers += [turn.token.entry] * 5 if turn.token else []
        offers += [f"{turn.nifty_other}&card=3"] * 9 if turn.nifty_other else []
    if view.duel is not None:
        duel = view.duel
        for side in duel.sides:
            offers += [button.entry for button in side.numbers] + [card.entry for card in side.known]
        offers += [special.entry for special in duel.specials]
        offers += [b.entry for b in duel.decide]
        offers += [b.entry for need in duel.needs for b in need.buttons] * 3
        offers += [b.entry for b in (duel.give_up, duel.close) if b] * 20
        if duel.help is not None:
            offers += [
                b.entry for b in (*duel.help.ask, *duel.help.join, *duel.help.decline, *duel.help.refuse)
            ]
    offers += [b.entry for home in view.homes for need in home.nifty.needs for b in need.buttons]
    return rng.choice(offers)


@SOME_GAMES
@given(SEEDS)
def test_games_by_the_buttons_keep_every_card_in_one_place_and_every_token(seed: int) -> None:
    rng = Random(seed)
    seats = rng.randint(2, 6)
    state = new(seats, six=rng.choice(["teams", "singles"]))
    tokens = 0
    for _ in range(60):
        if state.over is not None:
            break
        query = random_button(state, rng)
        try:
            state = play(state, tap(state, query))
        except RuleViolation as no:
            say(no.text, NAMES)
            continue
        assert_invariants(state)
        held = sum(home.token for home in state.homes)
        assert held >= tokens
        tokens = held


@settings(deadline=None, max_examples=200 * SOAK)
@given(
    st.sampled_from([*READERS, "dealer"]),
    st.dictionaries(
        st.sampled_from(
            ["seat", "card", "target", "kind", "side", "won", "d", "n", "name", "attack", "defence", "use"]
        ),
        st.sampled_from(
            ["0", "1", "9", "", "x", "danger", "boredom", "attack", "Bun-Bun", "Zoe=3", "=", "inf", "99999"]
        ),
        max_size=5,
    ),
)
def test_any_form_is_read_or_answered(do: str, fields: dict[str, str]) -> None:
    state = play(new(), Challenged(0, "danger", 1, plays("Zoe"))) if len(fields) % 2 else new()
    try:
        GAME.apply(state, GAME.read(state, 0, Form({"do": do, **fields}), Draw()), frozenset())
    except (BadForm, RuleViolation) as no:
        say(no.text, NAMES)


def test_a_form_without_anything_is_bad() -> None:
    for query in ("", "do=", "do=fly", "do=add", "do=nifty", "do=challenge&kind=x"):
        with pytest.raises(BadForm):
            tap(new(), query)
