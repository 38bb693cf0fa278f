"""Opening tables and entering things: fold, check, write down, take over, announce. In that order."""

from __future__ import annotations

import base64
import hashlib
import hmac
import logging
import secrets
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Any

from companion.core.codec import Codec
from companion.core.contract import BadForm, Form, Game, RuleViolation, Seat
from companion.core.corrections import Reads
from companion.core.events import (
    Amended,
    CardDescribed,
    Redone,
    RulingMade,
    SetUp,
    StruckOut,
    Undone,
)
from companion.core.ledger import Ledger, Proposal, everything
from companion.core.table import Entry, Table, next_table, open_table
from companion.core.text import Text
from companion.shelf import Shelf
from companion.tables.cards import Card, Cards
from companion.tables.errors import AlreadyRecorded, NoSuchTable, StaleTable
from companion.tables.lessons import lessons
from companion.tables.live import LiveTable
from companion.tables.log import Log, Member, TableRow, entry_of, record_of
from companion.tables.names import player_names
from companion.tables.overtaken import Recorded, Sent, refuse_if_overtaken, twin_of

logger = logging.getLogger("companion")

CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 6


class SystemChance:
    """Dice and shuffles for `Game.read`."""

    def roll(self, sides: int) -> int:
        return secrets.randbelow(sides) + 1

    def pick(self, count: int) -> int:
        return secrets.randbelow(count)


def now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


class Tables:
    """All tables. Those in use are kept in memory, folded."""

    def __init__(self, shelf: Shelf, log: Log, secret: bytes) -> None:
        self.shelf = shelf
        self.log = log
        self.cards = Cards(log.store)
        self.chance = SystemChance()
        self._secret = secret
        self._live: dict[str, LiveTable] = {}

    # -- opening and finding

    def open(
        self,
        title_key: str,
        players: Sequence[str],
        options: Mapping[str, Any],
        *,
        host: str | None = None,
        solo: bool = False,
        entries: Sequence[Entry] = (),
    ) -> LiveTable:
        """A new table, checked against the rules before anything is written. Never overwrites."""
        game, title = self.shelf.titles[title_key]
        setup = SetUp(player_names(players), {**title.preset, **options})
        codec = open_table(game, setup).codec
        ledger = Ledger.load(game, setup, entries)
        row = TableRow(
            id=secrets.token_hex(8),
            code=self._free_code(),
            game=game.key,
            title=title.key,
            players=setup.players,
            options=setup.options,
            opened_at=now(),
            solo=solo,
        )
        member = Member(host, "host", None, now()) if host else None
        self.log.add_table(row, [record_of(codec, entry) for entry in entries], member)
        live = LiveTable(row, game, ledger, {host: member} if host and member else {})
        live.keys = {entry.key: (entry.seq, None) for entry in entries if entry.key}
        return self._live.setdefault(row.id, live)

    def table(self, table_id: str) -> LiveTable:
        """The table with this id, loaded if need be."""
        return self._live.get(table_id) or self._load(table_id)

    def _load(self, table_id: str) -> LiveTable:
        rows = self.log.tables("id = ?", (table_id,))
        if not rows or rows[0].game not in self.shelf.games:
            raise NoSuchTable(table_id)
        row = rows[0]
        game = self.shelf.games[row.game]
        codec = Codec(game)
        records = list(self.log.records(table_id))
        ledger = Ledger.load(
            game, SetUp(row.players, row.options), (entry_of(codec, record) for record in records)
        )
        members = {member.device: member for member in self.log.members(table_id)}
        live = LiveTable(row, game, ledger, members)
        live.keys = {r["key"]: (r["seq"], r["fingerprint"]) for r in records if r["key"]}
        return self._live.setdefault(table_id, live)

    def by_code(self, code: str) -> LiveTable:
        rows = self.log.tables("code = ?", (code.strip().upper(),))
        if not rows:
            raise NoSuchTable(code)
        return self.table(rows[0].id)

    def invite(self, table_id: str) -> str:
        """The long token in a table's QR code."""
        mac = hmac.new(self._secret, f"invite:{table_id}".encode(), hashlib.sha256).digest()
        return base64.urlsafe_b64encode(mac[:16]).decode().rstrip("=")

    def is_invited(self, table_id: str, token: str) -> bool:
        return hmac.compare_digest(self.invite(table_id).encode(), token.encode())

    def _free_code(self) -> str:
        while True:
            code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
            if not self.log.tables("code = ?", (code,)):
                return code

    def keep_cards(self, game: Game, edition: str, cards: Sequence[Card]) -> None:
        """Put cards into the book; tables that offer them show the new ones."""
        self.cards.put(game, edition, cards, now())
        self._show_book(edition)

    def forget_card(self, game: Game, edition: str, name: str) -> None:
        """Take a card out of the book; tables that know it keep it."""
        self.cards.remove(game, edition, name)
        self._show_book(edition)

    def _show_book(self, edition: str) -> None:
        for live in self._live.values():
            if live.row.title == edition:
                live.announce()

    def _learn(self, live: LiveTable, before: Table, event: Any) -> None:
        """The book learns what the table learnt by an entry that is on disk. It never fails the entry."""
        try:
            found = lessons(live.game, before.state, live.table.state, event)
            if found and self.cards.learn(live.game, live.row.title, found, now()):
                self._show_book(live.row.title)
        except Exception:
            logger.exception("the card book could not learn from entry %s of table %s", live.seq, live.row.id)

    # -- entering

    def play(
        self,
        live: LiveTable,
        seat: Seat | None,
        form: Mapping[str, Sequence[str] | str],
        sent: Sent,
        *,
        lift: frozenset[str] = frozenset(),
        reason: str = "",
    ) -> Recorded:
        """Read an entry of the game from a form and record it. `lift` names rules the table set aside."""
        with live.lock:
            if known := self.known(live, sent):
                return known
            lessons, near = self._new_cards(live, form)
            told = Form(form, near=near)
            tap = partial(self._read, lessons=lessons, seat=seat, form=told, lift=lift, reason=reason)
            try:
                event = tap(live.table)
                refuse_if_overtaken(live, event, sent, tap)
            except (RuleViolation, BadForm, StaleTable) as no:
                if twin := twin_of(live, tap, sent, stale=isinstance(no, StaleTable)):
                    return twin
                raise
            for lesson in lessons:
                self._enter(live, lesson, Sent(sent.by))
            return self._enter(live, event, sent)

    def _read(
        self,
        table: Table,
        lessons: Sequence[CardDescribed],
        seat: Seat | None,
        form: Form,
        lift: frozenset[str],
        reason: str,
    ) -> Any:
        """The event in a form, checked; under a ruling if the table lifts what would refuse it."""
        for lesson in lessons:
            table = next_table(table, lesson)
        lifted: frozenset[str] = frozenset()
        while True:
            try:
                event = table.game.read(table.state, seat, form.under(lifted), self.chance)
                next_table(table, event, lifted)
                break
            except RuleViolation as no:
                if not no.liftable or no.rule in lifted or no.rule not in lift:
                    raise
                lifted |= {no.rule}
        return RulingMade(tuple(sorted(lifted)), event, reason) if lifted else event

    def _new_cards(
        self, live: LiveTable, form: Mapping[str, Sequence[str] | str]
    ) -> tuple[list[CardDescribed], dict[str, tuple[str, ...]]]:
        """What the card book knows of cards that are played here for the first time; and for names it
        does not know, which cards begin like them."""
        book, table, edition = live.game.cards, live.table, live.row.title
        found: list[CardDescribed] = []
        near: dict[str, tuple[str, ...]] = {}
        if book is None:
            return found, near
        for name in dict.fromkeys(name for name in book.named(Form(form)) if name not in table.cards):
            card = self.cards.find(live.game, edition, name)
            if card is None:
                near[name] = tuple(other.name for other in self.cards.search(live.game, edition, name))
            elif card.name not in table.cards:
                known = book.known(table.state, card.name)
                if not known or set(card.facts) - set(known):
                    found.append(CardDescribed(card.name, {**card.facts, **known}))
        return found, near

    def record(self, live: LiveTable, make: Callable[[], Any], sent: Sent) -> Recorded:
        """Record one event: at most one is under way per table, and nobody sees it before it is on disk."""
        with live.lock:
            if known := self.known(live, sent):
                return known
            event = make()
            refuse_if_overtaken(live, event, sent, lambda _: event)
            return self._enter(live, event, sent)

    def _enter(self, live: LiveTable, event: Any, sent: Sent) -> Recorded:
        proposal = live.ledger.propose(Entry(live.seq + 1, event, now(), sent.by, sent.key))
        return self._commit(live, proposal, sent)

    def known(self, live: LiveTable, sent: Sent) -> Recorded | None:
        """What this tap has recorded already, if it has."""
        if sent.key is None or sent.key not in live.keys:
            return None
        seq, fingerprint = live.keys[sent.key]
        if fingerprint != sent.fingerprint:
            raise AlreadyRecorded(seq)
        return Recorded(seq, again=True)

    def _commit(self, live: LiveTable, proposal: Proposal, sent: Sent) -> Recorded:
        entry = proposal.entry
        try:
            self.log.append(live.row.id, record_of(live.ledger.codec, entry), sent.fingerprint)
        except sqlite3.IntegrityError:
            self._reload(live)
            text = Text("The table was changed elsewhere. This is how it stands now.")
            raise StaleTable(text, again=True) from None
        before = live.table
        live.ledger.accept(proposal)
        if sent.key:
            live.keys[sent.key] = (entry.seq, sent.fingerprint)
        live.announce()
        self._learn(live, before, entry.event)
        return Recorded(entry.seq)

    def _reload(self, live: LiveTable) -> None:
        """Another process wrote to this table: believe the file, not the memory."""
        del self._live[live.row.id]
        fresh = self._load(live.row.id)
        live.ledger, live.keys = fresh.ledger, fresh.keys
        self._live[live.row.id] = live
        live.announce()

    # -- correcting

    def undo(self, live: LiveTable, seq: int, sent: Sent, reads: Reads = everything) -> Recorded:
        """Take an entry back. Naming one that is already undone changes nothing.

        Secrets that `reads` does not know are passed over; they stay, or the undo is refused.
        """
        with live.lock:
            if known := self.known(live, sent):
                return known
            target = live.ledger.undo_target(reads)
            if target is not None and target.seq == seq:
                return self._past_secrets(live, Undone(seq), sent)
            if seq in live.ledger.undone():
                return Recorded(seq, again=True)
            raise StaleTable(Text("Something was entered since. This is how it stands now."))

    def redo(self, live: LiveTable, seq: int, sent: Sent, reads: Reads = everything) -> Recorded:
        with live.lock:
            if known := self.known(live, sent):
                return known
            target = live.ledger.redo_target(reads)
            if target is not None and target.seq == seq:
                return self._past_secrets(live, Redone(seq), sent)
            if seq > 0 and live.ledger.standing(seq):
                return Recorded(seq, again=True)
            raise StaleTable(Text("Something was entered since, so this cannot be put back."))

    def _past_secrets(self, live: LiveTable, event: Undone | Redone, sent: Sent) -> Recorded:
        """The reason stays unsaid where a secret no longer fits: it might give the secret away."""
        try:
            return self.record(live, lambda: event, sent)
        except RuleViolation:
            text = Text("A secret entry made since rests on this. Its own player must take it back first.")
            raise StaleTable(text) from None

    def change(
        self, live: LiveTable, change: Amended | StruckOut, sent: Sent, against: tuple[int, ...] = ()
    ) -> Recorded:
        """Amend or strike out an older entry; `change.drops` must be just what the person was shown.

        `against` are later entries that go in any case, since they say the opposite.
        """
        with live.lock:
            if known := self.known(live, sent):
                return known
            proposal = live.ledger.preview(replace(change, drops=against))
            if proposal.entry.event.drops != change.drops:
                raise StaleTable(Text("The table moved on. Look again at what this would change."))
            return self.record(live, lambda: change, sent)
