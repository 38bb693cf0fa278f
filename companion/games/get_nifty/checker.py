"""The challenge checker: a page that needs no table. Both sides, Plot, helpers, cancels: who wins and why.

The form speaks the words of an entry (`do=duel` in entry.py): `kind`, `attack` and `defence` once per card,
`use`. Since no table knows them, it also says what lies there: `attack_object`, `defence_object` (the
principal's and helpers' alike), `plot`, `alone=1` for a challenge against oneself, `safe` and `own`
(none, up, marked, fluxed) for the State card of the defender and of the challenger, and `describe` once
per card that has more to it: `Lysinda; kind=character; d=4; attributes=VAMPIRE; cancelled_by=Dex`.
Opened from a table, Objects, Plot and State cards are those that lie there; `seat` and `target` say who.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from companion.core.contract import Cards, Checker, Form, RuleViolation, Seat, Setup
from companion.core.events import CardDescribed
from companion.core.text import Text
from companion.games.get_nifty.book import describe
from companion.games.get_nifty.buttons import entry
from companion.games.get_nifty.cancels import settle_cancels
from companion.games.get_nifty.cards import STATS, Card, described, key, keys
from companion.games.get_nifty.cardview import NeedView, TermView, need_view, term_view
from companion.games.get_nifty.challenge import check_first_cards, enter, open_challenge, running
from companion.games.get_nifty.closing import other, use_any
from companion.games.get_nifty.engine import apply, start
from companion.games.get_nifty.entry import plot
from companion.games.get_nifty.events import CardLaid, ChallengeKind, PutRight, Side
from companion.games.get_nifty.facts import describe as read_facts
from companion.games.get_nifty.fields import play, plays, seat_or
from companion.games.get_nifty.model import Challenge, State
from companion.games.get_nifty.numbers import Number, versus
from companion.games.get_nifty.options import Options
from companion.games.get_nifty.outcome import resolve
from companion.games.get_nifty.pieces import lay, make
from companion.games.get_nifty.seating import check_seated, left_of
from companion.games.get_nifty.specials import forecasts
from companion.games.get_nifty.totals import behind, missing, side_terms, side_total, stat_for
from companion.games.get_nifty.words import change_text

NOBODY: frozenset[str] = frozenset()
ATTACKER, DEFENDER = 0, 1
SLOTS = ("none", "up", "marked", "fluxed")


@dataclass(frozen=True, slots=True)
class CheckedSide:
    side: Side
    total: str
    terms: tuple[TermView, ...]


@dataclass(frozen=True, slots=True)
class CheckedSpecial:
    card: str
    then: str


@dataclass(frozen=True, slots=True)
class ChallengeCheck:
    """`defended` is None while a number is missing; `verdict` too if the challenge cannot be like that.

    Without a table seat 0 attacks, and seat 1 (or 0 itself) defends.
    """

    kind: ChallengeKind
    attacker: Seat
    defender: Seat
    alone: bool
    sides: tuple[CheckedSide, ...]
    defended: bool | None
    verdict: Text | None
    reasons: tuple[Text, ...]
    changes: tuple[Text, ...]
    needs: tuple[NeedView, ...]
    specials: tuple[CheckedSpecial, ...]
    refused: RuleViolation | None
    entry: str
    """The same as an entry of the table that the page was opened from; empty without one."""


def check_challenge(form: Form, cards: Cards, table: State | None) -> ChallengeCheck:
    """On the table that the page was opened from, as an entry would do it; else on one set up for it."""
    kind: ChallengeKind = "boredom" if form.get("kind") == "boredom" else "danger"
    if table is not None:
        seats = seat_or(form, table.turn), seat_or(form, left_of(table, table.turn), "target")
        state = taught(replace(table, challenge=None, over=None), form, cards)
        return tried(state, form, kind, *seats, at_the_table=True)
    alone = form.get("alone", "") not in ("", "0")
    state = replace(taught(start(Setup(2, Options())), form, cards), turn=ATTACKER)
    return tried(state, form, kind, ATTACKER, ATTACKER if alone else DEFENDER)


def tried(
    state: State, form: Form, kind: ChallengeKind, seat: Seat, target: Seat, *, at_the_table: bool = False
) -> ChallengeCheck:
    refused = None
    try:
        check_seated(state, seat)
        check_seated(state, target)
        laid = state if at_the_table else set_table(state, form, kind, target)
        played = play_out(laid, form, kind, seat, target)
    except RuleViolation as no:
        refused = no
        played = open_challenge(state, ATTACKER, kind, DEFENDER)
    if not at_the_table:
        played = with_own_card(played, form)
    return judged(played, form, refused, at_the_table)


def taught(state: State, form: Form, cards: Cards) -> State:
    """With what the card book says of the cards in the form, where the table knows no better."""
    fields = ("attack", "defence", "attack_object", "defence_object", "plot", "use")
    words = [word for field in fields for word in form.all(field) if word.strip()]
    named = {key(found.card or word) for word in words for found in (play(word),)}
    for name, told in cards.items():
        there = state.book.get(key(name))
        if named & keys(described(Card(name), told)) and (there is None or there.source):
            state = describe(state, name, told)
    return state


def set_table(state: State, form: Form, kind: ChallengeKind, target: Seat) -> State:
    """A table of two with everything the form says."""
    for raw in filter(str.strip, form.all("describe")):
        state = apply(state, facts(state, raw))
    state = lay_all(
        lay_all(state, form, "attack_object", kind, ATTACKER), form, "defence_object", kind, target
    )
    if form.get("plot", "").strip() or any(form.get(f"plot_{stat}", "").strip() for stat in "dswn"):
        state = apply(state, plot(state, plot_form(form)))
    return apply(state, slots(form, kind, target))


def play_out(state: State, form: Form, kind: ChallengeKind, seat: Seat, target: Seat) -> State:
    state = settle_cancels(open_challenge(state, seat, kind, target))
    state = enter(state, seat, "attack", plays(form, "attack"), NOBODY)
    check_first_cards(state, NOBODY)
    state = enter(state, target, "defence", plays(form, "defence"), NOBODY)
    for name in form.all("use"):
        state = use_any(state, name, NOBODY) if name.strip() else state
    return state


def facts(state: State, raw: str) -> CardDescribed:
    """`Name; key=value; key=value` as the form of an entry `do=describe`."""
    name, *parts = (part.strip() for part in raw.split(";"))
    pairs = dict(part.split("=", 1) for part in parts if "=" in part)
    return read_facts(
        state, Form({**{key.strip(): value.strip() for key, value in pairs.items()}, "name": name})
    )


def plot_form(form: Form) -> Form:
    numbers = {stat: form.get(f"plot_{stat}", "") for stat in "dswn"}
    return Form({"card": form.get("plot", ""), "seat": str(ATTACKER), **numbers})


def lay_all(state: State, form: Form, field: str, kind: ChallengeKind, seat: Seat) -> State:
    """Objects that lie there already: by name, or by the number that counts."""
    side: Side = "attack" if field.startswith("attack") else "defence"
    stat = stat_for(kind, side)
    for word in form.all(field):
        if not word.strip():
            continue
        seen = play(word)
        numbers: dict[str, Number | None] = {} if seen.card else dict.fromkeys(STATS, 0)
        if stat != "value":
            numbers[stat] = seen.value
        state, piece = make(state, seat, seen.card, "object", numbers)
        if piece.kind != "object":
            apply(state, CardLaid(seat, piece.name))
        state = lay(state, piece)
    return state


def slots(form: Form, kind: ChallengeKind, target: Seat) -> PutRight:
    """The State cards that are at stake; a defender's card is taken to lie there without a marker."""
    theirs: Any = form.word("safe", *SLOTS) if form.get("safe") else "up"
    return PutRight(target, safe=theirs, weird=theirs)


def judged(state: State, form: Form, refused: RuleViolation | None, at_the_table: bool) -> ChallengeCheck:
    now = running(state)
    losing = None if refused else behind(state, now)
    sides: tuple[Side, ...] = ("attack", "defence")
    checked = tuple(
        CheckedSide(
            side,
            side_total(state, now, side).text,
            tuple(term_view(term) for term in side_terms(state, now, side)),
        )
        for side in sides
    )
    return ChallengeCheck(
        now.kind,
        now.attacker,
        now.defender,
        now.alone,
        checked,
        None if losing is None else losing == "attack",
        None if refused else verdict(losing, checked),
        reasons(checked),
        () if losing is None else changes(state, losing),
        tuple(need_view(need) for need in missing(state, now)),
        tuple(
            CheckedSpecial(found.card, versus(found.attack.text, found.defence.text))
            for found in forecasts(state, now)
        ),
        refused,
        as_entry(form, now) if at_the_table and losing is not None else "",
    )


def with_own_card(state: State, form: Form) -> State:
    """The challenger's own State card decides whether a lost one is taken or Fluxed."""
    now = running(state)
    if now.alone or not form.get("own"):
        return state
    own: Any = form.word("own", *SLOTS)
    return apply(state, PutRight(now.attacker, safe=own, weird=own))


def verdict(losing: Side | None, sides: tuple[CheckedSide, ...]) -> Text:
    sums = versus(sides[0].total, sides[1].total)
    if losing is None:
        return Text("{sums}: not all numbers are known.", sums=sums)
    if losing == "defence":
        return Text("{sums}: the attack wins.", sums=sums)
    if sides[0].total == sides[1].total:
        return Text("{sums}: a tie, and a tie defends.", sums=sums)
    return Text("{sums}: defended.", sums=sums)


def reasons(sides: tuple[CheckedSide, ...]) -> tuple[Text, ...]:
    gone = [term for side in sides for term in side.terms if term.gone]
    return tuple(
        Text("{card} counts nothing: cancelled by {by}.", card=term.name, by=term.by)
        for term in dict.fromkeys(gone)
    )


def changes(state: State, losing: Side) -> tuple[Text, ...]:
    ended = resolve(state, running(state), other(losing), ()).last
    assert ended is not None
    return tuple(change_text(state, change) for change in ended.changes)


def as_entry(form: Form, now: Challenge) -> str:
    return entry(
        "duel",
        kind=now.kind,
        seat=now.attacker,
        target=now.defender,
        attack=tuple(form.all("attack")),
        defence=tuple(form.all("defence")),
        use=tuple(form.all("use")),
    )


CHECKERS = (Checker("challenge", Text("Who wins the challenge?"), check_challenge),)
