"""The challenge as two columns: every term, who is losing by how much, and who may do what now."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from companion.core.contract import Seat
from companion.core.text import Joined, Name, Text
from companion.games.get_nifty.buttons import Button, entry
from companion.games.get_nifty.cards import STAT_NAMES
from companion.games.get_nifty.cardview import NeedView, TermView, need_view, term_view
from companion.games.get_nifty.choices import (
    HelpView,
    KnownCard,
    SpecialView,
    help_view,
    kinds_for,
    known_cards,
    special_view,
)
from companion.games.get_nifty.closing import other
from companion.games.get_nifty.events import ChallengeKind, Side
from companion.games.get_nifty.model import Challenge, Change, State
from companion.games.get_nifty.numbers import SIGN, Total
from companion.games.get_nifty.outcome import resolve
from companion.games.get_nifty.pieces import NUMBER
from companion.games.get_nifty.seating import house_name
from companion.games.get_nifty.specials import forecasts
from companion.games.get_nifty.totals import behind, missing, side_terms, side_total, stat_for
from companion.games.get_nifty.winning import settle_win
from companion.games.get_nifty.words import KIND_NAMES, change_text, victory_lines

CHIPS = range(13)
"""Numbers that can be tapped without a keyboard."""
SIDES: tuple[Side, ...] = ("attack", "defence")


@dataclass(frozen=True, slots=True)
class SideView:
    side: Side
    label: Text
    total: str
    principal: Seat
    helpers: tuple[Seat, ...]
    terms: tuple[TermView, ...]
    losing: bool
    may_add: bool
    numbers: tuple[Button, ...]
    known: tuple[KnownCard, ...]
    kinds: tuple[str, ...]
    stat: str
    """The kinds of card it may add, and the number on them that counts."""
    add: str
    """Begin of an entry: `&card=...` once per card comes after it."""
    adds: tuple[tuple[Seat, str], ...]
    """The same for everybody on the side, helpers included."""


@dataclass(frozen=True, slots=True)
class DuelView:
    kind: ChallengeKind
    label: Text
    attacker: Seat
    defender: Seat
    alone: bool
    sides: tuple[SideView, SideView]
    losing: Side | None
    loser: Seat | None
    gap: str
    """By how much: a number, the sign of infinity, or empty while it is not known."""
    headline: Text
    hint: Text
    adders: Text
    needs: tuple[NeedView, ...]
    specials: tuple[SpecialView, ...]
    help: HelpView | None
    notes: tuple[Text, ...]
    stakes: tuple[Text, ...]
    """What happens if the losing side gives up now."""
    last_call: bool
    give_up: Button | None
    close: Button | None
    waivers: tuple[Button, ...]
    """The end, with somebody leaving a gain that is theirs to leave."""
    lay: str
    """Begin of an entry: the player on turn may lay an Object even where the own side may not add one."""
    decide: tuple[Button, ...]


def duel_view(state: State) -> DuelView | None:
    now = state.challenge
    if now is None:
        return None
    losing = behind(state, now)
    totals = (side_total(state, now, "attack"), side_total(state, now, "defence"))
    return DuelView(
        now.kind,
        KIND_NAMES[now.kind],
        now.attacker,
        now.defender,
        now.alone,
        (side_view(state, now, "attack", losing), side_view(state, now, "defence", losing)),
        losing,
        None if losing is None else now.principal(losing),
        gap(losing, *totals),
        headline(now, losing, *totals),
        hint(losing, *totals),
        adders(state, now, losing),
        tuple(need_view(need) for need in missing(state, now)),
        tuple(special_view(state, now, found) for found in forecasts(state, now)),
        None if losing is None else help_view(state, now, losing),
        notes(state, now),
        () if losing is None else stakes(state, now, losing),
        now.given_up is not None,
        give_up_button(now, losing),
        Button(Text("Nobody wants more"), entry("close")) if now.given_up else None,
        waivers(state, now, losing) if losing is not None and now.given_up else (),
        "" if may_add_objects(now, losing) else entry("lay", seat=state.turn),
        decide_buttons() if losing is None else (),
    )


# -- sums


def gap(losing: Side | None, attack: Total, defence: Total) -> str:
    if losing is None:
        return ""
    if attack.infinite and defence.infinite:
        return "0"
    if attack.infinite or defence.infinite:
        return SIGN
    return str(abs(attack.finite - defence.finite))


def headline(now: Challenge, losing: Side | None, attack: Total, defence: Total) -> Text:
    if losing is None:
        return Text("Not all numbers are known yet")
    who, by = Name(now.principal(losing)), gap(losing, attack, defence)
    if now.alone:
        return own_headline(losing, by)
    if by == SIGN:
        return Text("{who} is losing to ∞", who=who)
    if by == "0":
        return Text("{who} is losing: a tie defends", who=who)
    return Text("{who} is losing by {by}", who=who, by=by)


def own_headline(losing: Side, by: str) -> Text:
    """Against oneself: which of the two sides is behind."""
    if losing == "defence":
        return Text("Not enough yet: the defence is behind by {by}", by=by)
    if by == "0":
        return Text("The defence holds: a tie is enough")
    return Text("The defence holds by {by}", by=by)


def hint(losing: Side | None, attack: Total, defence: Total) -> Text:
    """What it would take to turn it round."""
    if losing is None:
        return Text("A number is missing: look at the card.")
    if attack.infinite and defence.infinite:
        return Text("∞ against ∞ is a tie: only cancelling the card would help.")
    if attack.infinite or defence.infinite:
        return Text("No number beats ∞: only cancelling the card would help.")
    if losing == "defence":
        need = attack.finite - defence.finite
        return Text("{n} more would tie, and a tie defends.", n=need)
    return Text("{n} more would put the attack ahead.", n=defence.finite - attack.finite + 1)


def side_view(state: State, now: Challenge, side: Side, losing: Side | None) -> SideView:
    stat = stat_for(now.kind, side)
    may_add = losing in (None, side) or now.kind == "boredom"
    who = now.principal(side)
    prefix = entry("add", seat=who, side=side)
    return SideView(
        side,
        STAT_NAMES[stat],
        side_total(state, now, side).text,
        who,
        now.helpers(side),
        tuple(term_view(term) for term in side_terms(state, now, side)),
        losing == side,
        may_add,
        tuple(Button(Text("{n}", n=n), f"{prefix}&card={n}") for n in CHIPS) if may_add else (),
        known_cards(state, now, side) if may_add else (),
        kinds_for(now.kind, side),
        stat,
        prefix,
        tuple((seat, entry("add", seat=seat, side=side)) for seat in now.seats(side)),
    )


# -- the end


def adders(state: State, now: Challenge, losing: Side | None) -> Text:
    """Who may add what."""
    both = Joined([Name(now.attacker), Name(now.defender)], " or ")
    if now.alone:
        return Text("{who} plays both sides.", who=Name(now.attacker))
    if now.kind == "boredom":
        return Text("{who} may add, in Boredom both sides; anybody may change the Plot.", who=both)
    if losing is None:
        return Text("{who} may add.", who=both)
    return Text(
        "{who} may add; {turn} may lay Objects; anybody may change the Plot.",
        who=Joined([Name(seat) for seat in now.seats(losing)]),
        turn=Name(state.turn),
    )


def may_add_objects(now: Challenge, losing: Side | None) -> bool:
    """Whether the challenger, who is on turn, can add Objects to the challenge itself."""
    return now.alone or (now.kind == "danger" and losing in (None, "attack"))


def give_up_button(now: Challenge, losing: Side | None) -> Button | None:
    if losing is None or now.given_up is not None:
        return None
    who = now.principal(losing)
    label = Text("Leave it at that") if now.alone else Text("{who} gives up", who=Name(who))
    return Button(label, entry("giveup", seat=who))


def decide_buttons() -> tuple[Button, ...]:
    return (
        Button(Text("The defence won"), entry("decide", won="defence")),
        Button(Text("The attack won"), entry("decide", won="attack")),
    )


def changes(state: State, now: Challenge, losing: Side) -> tuple[Change, ...]:
    """What would become of State cards, found out by ending it."""
    ended = resolve(state, now, other(losing), ()).last
    return () if ended is None else ended.changes


def stakes(state: State, now: Challenge, losing: Side) -> tuple[Text, ...]:
    """What becomes of State cards, and whether that wins the game."""
    ended = settle_win(resolve(state, now, other(losing), ()))
    told = [] if ended.last is None else [change_text(state, change) for change in ended.last.changes]
    return (*told, *(() if ended.over is None else victory_lines(ended, ended.over)[:1]))


def waivers(state: State, now: Challenge, losing: Side) -> tuple[Button, ...]:
    """A helper may leave a gain; a challenger may keep the own Fluxed card."""
    return tuple(
        Button(
            Text(
                "{who} leaves the {card}",
                many="{who} leave the {card}",
                who=house_name(state, change.house),
                card=change.sort,
                n=len(state.members(change.house)),
            ),
            entry("close", waive=state.members(change.house)[0]),
        )
        for change in changes(state, now, losing)
        if change.why == "helped" or (change.why == "took" and may_leave(state, now, change))
    )


def may_leave(state: State, now: Challenge, change: Change) -> bool:
    return change.before == "fluxed" or change.house != state.house(now.attacker)


def notes(state: State, now: Challenge) -> tuple[Text, ...]:
    """Readings of the rules that matter here, said before they surprise anybody."""
    found = []
    if state.homes[state.house(now.defender)].slot(now.sort) == "none":
        text = Text("{who} has no {card}: nothing to lose or win.", who=Name(now.defender), card=now.sort)
        found.append(text)
    if now.alone and now.kind == "danger":
        found.append(Text("Own Objects count on both sides, and cards of both sides can cancel them."))
    if now.kind == "boredom" and state.plot is not None:
        found.append(Text("The Plot's Weirdness is added to the defence (the same as less Boredom)."))
    found += [
        Text("{card} counts {n} times: as many such cards were played.", card=name, n=n)
        for name, n in Counter(piece.name for piece in (*now.attack, *now.defence)).items()
        if n > 1 and name != NUMBER
    ]
    return tuple(found)
