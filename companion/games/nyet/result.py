"""A whole round entered at once: what is left out is known or follows, what contradicts is refused."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from companion.core.contract import Offer, RuleViolation, Seat
from companion.core.text import Joined, Name, Text
from companion.games.nyet.board import DISCARD, VALUE, bare, box_text, boxes, check_box, value
from companion.games.nyet.events import ResultEntered
from companion.games.nyet.flow import tricks_under
from companion.games.nyet.model import Count, Outcome, State, Teams
from companion.games.nyet.play import ones_to_take
from companion.games.nyet.rounds import close_round, decide, side_count
from companion.games.nyet.scoring import SIDES, check_loot, check_ones, check_tricks
from companion.games.nyet.teams import check_owner, check_teams, lone_owner, teams_of
from companion.games.nyet.totals import check_running


def enter_result(state: State, result: ResultEntered) -> State:
    """A coarse entry implies the finer steps: only what contradicts itself or the table is refused."""
    check_running(state)
    teams = result_teams(state, result)
    worth = result_value(state, result)
    tricks = result_tricks(state, result)
    counts = (Count(tricks[0], result.wedge_loot), Count(tricks[1], result.circle_loot))
    check_side_loot(state, teams, counts, result)
    for side in SIDES:
        check_recorded(side_count(state, teams, side), counts[side])
    owner = result_owner(state, teams, result)
    doubled = decide(state, teams, result.doubled)
    check_holder_known(state, teams, owner, doubled, result)
    own = None if owner is None else result_own(state, teams, counts, owner, result, doubled)
    return close_round(state, Outcome(teams, counts, worth, owner, own, doubled))


def fit(label: Text, result: ResultEntered, **changes: Any) -> Offer:
    """The same result with something changed: a whole entry that would fit."""
    form = {"do": "result"}
    for field in fields(ResultEntered):
        given = getattr(replace(result, **changes), field.name)
        if isinstance(given, tuple):
            given = ",".join(map(str, given))
        if given is not None and given != "":
            form[field.name] = str(int(given)) if isinstance(given, bool) else str(given)
    return Offer(label, form)


# -- sides, value, tricks


def result_teams(state: State, result: ResultEntered) -> Teams:
    known = teams_of(state)
    if known is not None and not (result.wedge or result.circle):
        return known
    teams = check_teams(state, result.wedge, result.circle)
    formed = state.round.teams
    if formed is not None and split(teams) != split(formed):
        raise RuleViolation(
            "NYET-5.4",
            Text("Other sides were formed for this round."),
            [fit(Text("With the sides that were formed"), result, wedge=(), circle=())],
        )
    return teams


def split(teams: Teams) -> frozenset[frozenset[Seat]]:
    return frozenset((frozenset(teams.wedge), frozenset(teams.circle)))


def check_same(state: State, line: int, box: str, fits: Offer) -> None:
    """A result that contradicts the board cannot be."""
    check_box(state, line, box)
    known = bare(state, line)
    if known is not None and known != box:
        said, seen = box_text(state, line, known), box_text(state, line, box)
        raise RuleViolation(
            "NYET-4.8", Text("Line {line} says {said}, not {seen}.", line=line, said=said, seen=seen), [fits]
        )


def result_value(state: State, result: ResultEntered) -> int:
    if result.value is not None:
        as_board = fit(Text("As line 5 says"), result, value=None)
        check_same(state, VALUE, str(result.value), as_board)
        return result.value
    known = value(state)
    if known is None:
        raise RuleViolation(
            "NYET-5.20",
            Text("What was a trick worth? Line 5 is not known yet."),
            [fit(Text("{value}", value=n), result, value=n) for n in state.options.values],
        )
    return known


def result_tricks(state: State, result: ResultEntered) -> tuple[int, int]:
    """Tricks of both sides; one follows from the other where the number of tricks is known."""
    wedge, circle = result.wedge_tricks, result.circle_tricks
    if result.discard:
        check_same(state, DISCARD, result.discard, fit(Text("As line 2 says"), result, discard=""))
    box = result.discard or bare(state, DISCARD)
    totals = sorted({tricks_under(state, other) for other in ((box,) if box else boxes(state, DISCARD))})
    if len(totals) == 1:
        wedge = totals[0] - circle if wedge is None and circle is not None else wedge
        circle = totals[0] - wedge if circle is None and wedge is not None else circle
    together = Joined(totals, " / ")
    if wedge is None or circle is None:
        raise RuleViolation(
            "NYET-4.18",
            Text("How many tricks did each side win? Together {totals}.", totals=together),
        )
    check_tricks(wedge, totals[-1])
    check_tricks(circle, totals[-1])
    if wedge + circle not in totals:
        text = Text(
            "{wedge} and {circle} tricks do not make {totals}.", wedge=wedge, circle=circle, totals=together
        )
        raise RuleViolation("NYET-4.18", text, trick_offers(result, wedge, circle, totals))
    return wedge, circle


def trick_offers(result: ResultEntered, wedge: int, circle: int, totals: list[int]) -> list[Offer]:
    """Pairs near to what was typed that add up."""
    pairs = {(wedge, total - wedge) for total in totals} | {(total - circle, circle) for total in totals}
    return [
        fit(Text("{wedge} and {circle}", wedge=a, circle=b), result, wedge_tricks=a, circle_tricks=b)
        for a, b in sorted(pairs)
        if a >= 0 and b >= 0
    ]


# -- loot and what was recorded


def check_side_loot(state: State, teams: Teams, counts: tuple[Count, Count], result: ResultEntered) -> None:
    """Loot of each side against its tricks, and of both against the 1s in play."""
    for side, name in zip(SIDES, ("wedge_loot", "circle_loot"), strict=True):
        foes = len(teams.members(1 - side))
        most = max(min(counts[side].loot, counts[side].tricks * foes), 0)
        check_loot(counts[side], foes, [fit(Text("Loot {n}", n=most), result, **{name: most})])
    check_ones(counts[0].loot + counts[1].loot, ones_to_take(state))


def check_recorded(recorded: Count, count: Count) -> None:
    """Tricks and loot that were already recorded one by one are part of the result."""
    if recorded.tricks > count.tricks:
        raise RuleViolation(
            "NYET-6.1",
            Text(
                "{seen} tricks are already recorded here, so it cannot be {tricks} in all.",
                seen=recorded.tricks,
                tricks=count.tricks,
            ),
        )
    if recorded.loot > count.loot:
        raise RuleViolation(
            "NYET-6.2",
            Text(
                "{seen} loot cards are already recorded here, so it cannot be {loot} in all.",
                seen=recorded.loot,
                loot=count.loot,
            ),
        )


# -- the Bonus card


def result_owner(state: State, teams: Teams, result: ResultEntered) -> Seat | None:
    known = state.round.owner if state.round.owner is not None else lone_owner(teams)
    if result.owner is None:
        return known
    check_owner(teams, result.owner, result.owner)
    if known is not None and known != result.owner:
        holder = Name(known)
        raise RuleViolation(
            "NYET-2.5",
            Text("{who} holds the one Bonus card.", who=holder),
            [fit(Text("{who} holds it", who=holder), result, owner=known)],
        )
    return result.owner


def check_holder_known(
    state: State, teams: Teams, owner: Seat | None, doubled: bool, result: ResultEntered
) -> None:
    """Who holds the Bonus card matters unless it doubles the whole side."""
    if doubled and owner is None and teams.smaller is not None and state.options.bonus != "team":
        raise RuleViolation(
            "NYET-6.16",
            Text("Who holds the Bonus card? It doubles what that player won."),
            [fit(Text("{who}", who=Name(seat)), result, owner=seat) for seat in teams.members(teams.smaller)],
        )


def result_own(
    state: State,
    teams: Teams,
    counts: tuple[Count, Count],
    owner: Seat,
    result: ResultEntered,
    doubled: bool,
) -> Count | None:
    """What the holder won of the side's tricks and loot, where the scoring needs it."""
    side, foes = teams.side(owner), len(teams.foes(owner))
    whole = counts[side]
    if len(teams.members(side)) == 1:
        return whole
    if result.owner_tricks is None and result.owner_loot is None:
        if len(state.round.tricks) == counts[0].tricks + counts[1].tricks:
            return state.round.count(owner)
        if doubled and state.options.bonus == "share":
            raise RuleViolation(
                "NYET-6.15", Text("How many of these tricks and loot cards did {who} win?", who=Name(owner))
            )
        return None
    own = Count(result.owner_tricks or 0, result.owner_loot or 0)
    check_tricks(own.tricks, whole.tricks)
    check_loot(own, foes)
    check_loot(whole - own, foes)
    check_recorded(state.round.count(owner), own)
    return own
