"""One table and its phones through a whole game, entry by entry: bytes and computing of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import mean

import gevent
from bench.phones import Table
from bench.scripts import Script, Step
from bench.sides import Side, Sizes, interleaved

SETTLE = 0.003
SECRET_SETTLE = 0.04
"""Nobody waits for the phones that may not see an entry; what they get of it still belongs to it."""
END = 15
"""How many entries of either end a short run plays, where the game has no rounds."""


@dataclass(frozen=True)
class Cost:
    """What one entry took: computing in ms, bytes before compression and as sent, answer and streams."""

    cpu: float
    text: int
    size: int
    round: int = 1


def entered(side: Side, table: Table, step: Step) -> Cost:
    """One entry, until all who may see it have it."""
    cpu, text, size = side.server.cpu(), table.text, table.size
    answer = table.enter(step)
    table.all_have_seen(table.readers(step), table.seq)
    gevent.sleep(SECRET_SETTLE if step.secret else SETTLE)
    return Cost(
        (side.server.cpu() - cpu) * 1000,
        len(answer.body) + table.text - text,
        answer.size + table.size - size,
        step.round,
    )


def stretches(script: Script, whole: bool) -> list[tuple[int, int]]:
    """Which entries are played: all, or the first and the last round."""
    last = len(script.steps)
    if whole:
        return [(0, last)]
    rounds = [step.round for step in script.steps]
    if rounds[-1] > 1:
        return [(0, rounds.index(2)), (rounds.index(rounds[-1]), last)]
    return [(0, min(END, last)), (max(last - END, 0), last)]


def played(side: Side, script: Script, sizes: Sizes, *, gzip: bool = False) -> Iterator[Cost]:
    for begin, end in stretches(script, sizes.whole_games):
        table = side.table(script.file(begin), begin, len(script.players), sizes.phones, gzip=gzip)
        for step in script.steps[begin:end]:
            yield entered(side, table, step)
        table.check()
        table.close()


def compressed(side: Side, script: Script, sizes: Sizes) -> None:
    """Comes before anything is timed: the first time a page is drawn or a card is met takes longer."""
    sent = [cost.size for cost in played(side, script, sizes, gzip=True)]
    side.note(f"{script.game}: bytes per entry as sent to phones that take gzip, mean", "B", mean(sent))


def one_game(side: Side, script: Script, sizes: Sizes) -> None:
    costs = list(played(side, script, sizes))
    name = script.game
    side.note(f"{name}: bytes per entry to {sizes.phones} phones, mean", "B", mean(c.text for c in costs))
    side.note(f"{name}: bytes per entry to {sizes.phones} phones, most", "B", max(c.text for c in costs))
    side.note(f"{name}: CPU per entry, one table", "ms", mean(c.cpu for c in costs))
    if costs[-1].round > 1:
        last_to_first(side, name, costs)


def last_to_first(side: Side, name: str, costs: Sequence[Cost]) -> None:
    last = costs[-1].round
    late, early = ([cost for cost in costs if cost.round == number] for number in (last, 1))
    cpu = mean(cost.cpu for cost in late) / mean(cost.cpu for cost in early)
    text = mean(cost.text for cost in late) / mean(cost.text for cost in early)
    side.note(f"{name}: CPU per entry, round {last} : round 1", ":1", cpu)
    side.note(f"{name}: bytes per entry, round {last} : round 1", ":1", text)


def measure(sides: Sequence[Side], script: Script, sizes: Sizes) -> None:
    interleaved(sides, 1, partial(compressed, script=script, sizes=sizes))
    interleaved(sides, sizes.rounds, partial(one_game, script=script, sizes=sizes))
