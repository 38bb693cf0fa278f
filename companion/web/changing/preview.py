"""What a change of the log would do, told before it is done."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.contract import Standing, Standings
from companion.core.events import may_read
from companion.core.ledger import Proposal
from companion.core.table import Table, tell
from companion.core.text import Joined, Name, Text
from companion.tables.live import LiveTable
from companion.tables.log import Member


@dataclass(frozen=True, slots=True)
class Delta:
    """How one player stands before and after a change."""

    seat: int
    name: str
    before: int | None
    after: int | None
    was: Text | None
    now: Text | None

    @property
    def same(self) -> bool:
        return (self.before, self.was) == (self.after, self.now)


@dataclass(frozen=True, slots=True)
class Lost:
    """A later entry that a change would drop, as the person may read it."""

    seq: int
    text: Text
    why: Text
    rule: str


@dataclass(frozen=True, slots=True)
class Effect:
    """All that a preview shows: who stands how, what is said of the end, what else would be (no more)."""

    deltas: tuple[Delta, ...]
    ends: Text | None
    no_more: tuple[Text, ...]
    instead: tuple[Text, ...]
    lost: tuple[Lost, ...]
    names: tuple[str, ...]

    @property
    def nothing(self) -> bool:
        still = all(delta.same for delta in self.deltas)
        return still and not (self.ends or self.no_more or self.instead or self.lost)


def effect_of(live: LiveTable, member: Member, proposal: Proposal) -> Effect:
    """What everybody may know of the table now, held against what it would be."""
    game, now, then = live.game, live.table, proposal.table
    before, after = game.standings(now.state), game.standings(then.state)
    lines, others = game.situation(now.state), game.situation(then.state)
    return Effect(
        deltas(before, after, then),
        ends(before, after),
        tuple(line for line in lines if line not in others),
        tuple(line for line in others if line not in lines),
        losses(live, member, proposal),
        then.names if len(then.names) > len(now.names) else now.names,
    )


def deltas(before: Standings, after: Standings, then: Table) -> tuple[Delta, ...]:
    were = {row.seat: row for row in before.rows}
    return tuple(delta(were.get(row.seat, Standing(row.seat, None, 0)), row, then) for row in after.rows)


def delta(was: Standing, row: Standing, then: Table) -> Delta:
    return Delta(row.seat, then.names[row.seat], was.score, row.score, was.detail, row.detail)


def ends(before: Standings, after: Standings) -> Text | None:
    """What the change means for the end of the game."""
    won, wins = winners(before), winners(after)
    if before.finished and not after.finished:
        return Text("The game would not be over.")
    if after.finished and (wins != won or not before.finished):
        return Text(
            "The game would be over: {who} wins.",
            many="The game would be over: {who} win.",
            who=Joined([Name(seat) for seat in wins]),
            n=len(wins),
        )
    return None


def winners(standings: Standings) -> list[int]:
    return [row.seat for row in standings.rows if row.winner]


def losses(live: LiveTable, member: Member, proposal: Proposal) -> tuple[Lost, ...]:
    return tuple(
        Lost(misfit.seq, tell(live.game, misfit.event, member.seat), misfit.why.text, misfit.why.rule)
        if may_read(misfit.event, member.seat)
        else Lost(misfit.seq, tell(live.game, misfit.event, member.seat), Text("It no longer fits."), "")
        for misfit in proposal.misfits
    )
