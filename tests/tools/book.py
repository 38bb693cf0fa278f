"""A ledger that is easy to write in."""

from __future__ import annotations

from typing import Any

from companion.core.contract import Game
from companion.core.events import Amended, Redone, SetUp, StruckOut, Undone
from companion.core.ledger import Ledger, Proposal
from companion.core.table import Entry


class Book:
    """Enters events one after the other and reads off what the table says."""

    def __init__(self, game: Game, *players: str, **options: Any) -> None:
        self.game = game
        self.kinds = {kind.__name__: kind for kind in game.events}
        self.ledger = Ledger(game, SetUp(players or ("Ann", "Bo"), options))

    def propose(self, event: object) -> Proposal:
        return self.ledger.propose(Entry(self.ledger.seq + 1, event))

    def enter(self, *events: object) -> Book:
        for event in events:
            self.ledger.accept(self.propose(event))
        return self

    def count(self, seat: int, n: int) -> Book:
        return self.enter(self.counted(seat, n))

    def counted(self, seat: int, n: int) -> Any:
        return self.kinds["Counted"](seat, n)

    def undo(self, times: int = 1) -> Book:
        for _ in range(times):
            target = self.ledger.undo_target()
            assert target is not None
            self.enter(Undone(target.seq))
        return self

    def redo(self, times: int = 1) -> Book:
        for _ in range(times):
            target = self.ledger.redo_target()
            assert target is not None
            self.enter(Redone(target.seq))
        return self

    def amend(self, seq: int, event: object, *drops: int) -> Book:
        return self.enter(Amended(seq, event, drops))

    def strike_out(self, seq: int, *drops: int) -> Book:
        return self.enter(StruckOut(seq, drops))

    @property
    def counters(self) -> tuple[int, ...]:
        return self.counters_of(self.ledger.table.state)

    def counters_of(self, state: Any) -> tuple[int, ...]:
        return tuple(row.count for row in self.game.view(state, None).rows)

    @property
    def standing(self) -> list[int]:
        """The numbers of the entries that count."""
        return [step.seq for step in self.ledger.steps if step.seq]

    def again(self) -> Book:
        """The same log, read back from the start."""
        book = Book(self.game)
        book.ledger = Ledger.load(self.game, self.ledger.setup, self.ledger.entries)
        return book


def facts(book: Book) -> tuple[object, ...]:
    """Everything that can be known about the table now."""
    table = book.ledger.table
    return table.players, table.options, table.state, table.cards, table.rulings
