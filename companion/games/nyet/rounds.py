"""The end of a round: counted from its tricks, or entered as a whole, or void."""

from __future__ import annotations

from dataclasses import replace

from companion.core.contract import Offer, RuleViolation, Seat
from companion.core.text import Joined, Name, Text
from companion.games.nyet.board import (
    DISCARD,
    VALUE,
    bare,
    bare_boxes,
    box_text,
    boxes,
    check_box,
    fresh_round,
    value,
)
from companion.games.nyet.events import ResultEntered
from companion.games.nyet.flow import tricks_total, tricks_under
from companion.games.nyet.model import Count, Outcome, Scored, State, Teams
from companion.games.nyet.play import ones_to_take
from companion.games.nyet.scoring import check_counts, check_loot, check_tricks, seat_points, side_points
from companion.games.nyet.seating import left_of
from companion.games.nyet.teams import check_owner, check_teams, lone_owner, owner_of, teams_of
from companion.games.nyet.totals import check_running, round_number


def side_count(state: State, teams: Teams, side: int) -> Count:
    """Tricks and loot that the members of a side won together (NYET-6.1, 6.2)."""
    return sum((state.round.count(seat) for seat in teams.members(side)), Count())


# -- counted from the tricks


def score_round(state: State, doubled: bool | None) -> State:
    check_running(state)
    recorded = len(state.round.tricks)
    teams, total, worth = teams_of(state), tricks_total(state), value(state)
    if teams is None or total is None or worth is None or recorded < total:
        raise RuleViolation(
            "NYET-4.19",
            Text(
                "The round is scored after its last trick: {recorded} of {total} are recorded.",
                recorded=recorded,
                total=state.deal.hand if total is None else total,
            ),
            [Offer(Text("Enter the result of the whole round instead."))],
        )
    owner = owner_of(state)
    if owner is not None and doubled is None and state.options.bonus_declinable:
        raise RuleViolation(
            "NYET-6.15",
            Text("{who} decides: is the result doubled?", who=Name(owner)),
            [
                Offer(Text("Doubled"), {"do": "score", "doubled": "1"}),
                Offer(Text("As it is"), {"do": "score", "doubled": "0"}),
            ],
        )
    counts = (side_count(state, teams, 0), side_count(state, teams, 1))
    own = None if owner is None else state.round.count(owner)
    return close_round(state, Outcome(teams, counts, worth, owner, own, decide(state, teams, owner, doubled)))


def decide(state: State, teams: Teams, owner: Seat | None, doubled: bool | None) -> bool:
    """Whether the Bonus card doubles: as decided, or always where it may not be declined."""
    if teams.smaller is None:
        if doubled:
            check_owner(teams, teams.wedge[0], teams.wedge[0])
        return False
    compulsory = not state.options.bonus_declinable
    if compulsory and doubled is False:
        raise RuleViolation(
            "NYET-6.15", Text("At this table the Bonus card always doubles: it cannot be declined.")
        )
    if (doubled or compulsory) and owner is None and state.options.bonus != "team":
        raise RuleViolation(
            "NYET-6.16",
            Text("Who holds the Bonus card? It doubles what that player won."),
        )
    return bool(doubled) or (compulsory and (owner is not None or state.options.bonus == "team"))


def close_round(state: State, outcome: Outcome) -> State:
    """Write the round down, clear the board, move the deal to the left."""
    scored = Scored(
        round_number(state),
        state.dealer,
        outcome,
        side_points(outcome, state.options),
        seat_points(outcome, state.options),
        bare_boxes(state),
        replace(state.round, hands={}),
        state.options,
    )
    after = replace(state, scored=(*state.scored, scored))
    return fresh_round(after, left_of(state, state.dealer))


def void_round(state: State) -> State:
    """Nothing counts; the same dealer deals again."""
    check_running(state)
    return fresh_round(state, state.dealer)


# -- entered as a whole


def enter_result(state: State, result: ResultEntered) -> State:
    """A coarse entry implies the finer steps: only what contradicts itself or the table is refused."""
    check_running(state)
    teams = result_teams(state, result)
    worth = result_value(state, result)
    tricks = result_tricks(state, result)
    counts = (Count(tricks[0], result.wedge_loot), Count(tricks[1], result.circle_loot))
    check_counts(teams, counts, ones_to_take(state))
    for side in (0, 1):
        check_recorded(side_count(state, teams, side), counts[side])
    owner = result_owner(state, teams, result)
    doubled = decide(state, teams, owner, result.doubled)
    own = result_own(state, teams, counts, owner, result, doubled)
    return close_round(state, Outcome(teams, counts, worth, owner, own, doubled))


def result_teams(state: State, result: ResultEntered) -> Teams:
    known = teams_of(state)
    if known is not None and not (result.wedge or result.circle):
        return known
    teams = check_teams(state, result.wedge, result.circle)
    formed = state.round.teams
    if formed is not None and {frozenset(teams.wedge), frozenset(teams.circle)} != {
        frozenset(formed.wedge),
        frozenset(formed.circle),
    }:
        raise RuleViolation("NYET-5.4", Text("Other sides were formed for this round."))
    return teams


def check_same(state: State, line: int, box: str) -> None:
    """A result that contradicts the board cannot be."""
    check_box(state, line, box)
    known = bare(state, line)
    if known is not None and known != box:
        raise RuleViolation(
            "NYET-4.8",
            Text(
                "Line {line} says {known}, not {box}.",
                line=line,
                known=box_text(state, line, known),
                box=box_text(state, line, box),
            ),
        )


def result_value(state: State, result: ResultEntered) -> int:
    if result.value is not None:
        check_same(state, VALUE, str(result.value))
        return result.value
    known = value(state)
    if known is None:
        raise RuleViolation("NYET-5.20", Text("What was a trick worth? Line 5 is not known yet."))
    return known


def result_tricks(state: State, result: ResultEntered) -> tuple[int, int]:
    """Tricks of both sides; one follows from the other where the number of tricks is known."""
    wedge, circle = result.wedge_tricks, result.circle_tricks
    if result.discard:
        check_same(state, DISCARD, result.discard)
    box = result.discard or bare(state, DISCARD)
    options = (box,) if box else boxes(state, DISCARD)
    totals = sorted({tricks_under(state, other) for other in options})
    if len(totals) == 1:
        wedge = totals[0] - circle if wedge is None and circle is not None else wedge
        circle = totals[0] - wedge if circle is None and wedge is not None else circle
    if wedge is None or circle is None:
        raise RuleViolation(
            "NYET-4.18",
            Text("How many tricks did each side win? Together {totals}.", totals=either(totals)),
        )
    check_tricks(wedge, totals[-1])
    check_tricks(circle, totals[-1])
    if wedge + circle not in totals:
        raise RuleViolation(
            "NYET-4.18",
            Text(
                "{wedge} and {circle} tricks make {sum}, but the round has {totals}.",
                wedge=wedge,
                circle=circle,
                sum=wedge + circle,
                totals=either(totals),
            ),
            trick_offers(wedge, circle, totals),
        )
    return wedge, circle


def either(numbers: list[int]) -> Joined:
    return Joined(numbers, " / ")


def trick_offers(wedge: int, circle: int, totals: list[int]) -> list[Offer]:
    """Pairs near to what was typed that would add up."""
    pairs = {(wedge, total - wedge) for total in totals} | {(total - circle, circle) for total in totals}
    return [
        Offer(Text("{wedge} and {circle}", wedge=a, circle=b)) for a, b in sorted(pairs) if a >= 0 and b >= 0
    ]


def check_recorded(recorded: Count, count: Count) -> None:
    """Tricks and loot that were already recorded one by one are part of the result."""
    if recorded.tricks > count.tricks:
        raise RuleViolation(
            "NYET-6.1",
            Text(
                "This side has already won {seen} tricks, so not {tricks} in all.",
                seen=recorded.tricks,
                tricks=count.tricks,
            ),
        )
    if recorded.loot > count.loot:
        raise RuleViolation(
            "NYET-6.2",
            Text(
                "This side has already captured {seen} loot, so not {loot} in all.",
                seen=recorded.loot,
                loot=count.loot,
            ),
        )


def result_owner(state: State, teams: Teams, result: ResultEntered) -> Seat | None:
    known = state.round.owner if state.round.owner is not None else lone_owner(teams)
    if result.owner is None:
        return known
    check_owner(teams, result.owner, result.owner)
    if known is not None and known != result.owner:
        raise RuleViolation("NYET-2.5", Text("{who} holds the one Bonus card.", who=Name(known)))
    return result.owner


def result_own(
    state: State,
    teams: Teams,
    counts: tuple[Count, Count],
    owner: Seat | None,
    result: ResultEntered,
    doubled: bool,
) -> Count | None:
    """What the holder won of the side's tricks and loot, where the scoring needs it."""
    if owner is None:
        return None
    side, foes = teams.side(owner), len(teams.foes(owner))
    whole = counts[side]
    if len(teams.members(side)) == 1:
        return whole
    if result.owner_tricks is None and result.owner_loot is None:
        if len(state.round.tricks) == sum(count.tricks for count in counts):
            return state.round.count(owner)
        if doubled and state.options.bonus == "share":
            raise RuleViolation(
                "NYET-6.15",
                Text("How many of these tricks and loot cards did {who} win?", who=Name(owner)),
            )
        return None
    own = Count(result.owner_tricks or 0, result.owner_loot or 0)
    check_tricks(own.tricks, whole.tricks)
    check_loot(own, foes)
    check_loot(whole - own, foes)
    check_recorded(state.round.count(owner), own)
    return own
