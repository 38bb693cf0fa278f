"""Who may do what at a table, and which phone holds which seat."""

from __future__ import annotations

import secrets
import time
from dataclasses import replace

from companion.core.contract import Seat
from companion.core.text import Name, Text
from companion.tables.errors import TableRefusal
from companion.tables.live import LiveTable, Request
from companion.tables.log import Log, Member
from companion.tables.service import now

ROLES = ("spectator", "seat", "scorer", "host")


class Seating:
    """Letting in, sitting down, taking over, locking. Everything is on disk before it is told."""

    def __init__(self, log: Log) -> None:
        self.log = log

    def admit(self, live: LiveTable, device: str) -> Member:
        """Let a device in, as a spectator if it is new."""
        with live.lock:
            if known := live.members.get(device):
                return known
            self._refuse_if_locked(live)
            return self._put(live, Member(device, "spectator", None, now()))

    def sit(self, live: LiveTable, device: str, seat: Seat) -> bool:
        """Take a seat. False if its phone is here or holds secrets: then it and the host are asked."""
        with live.lock:
            self._check_seat(live, seat)
            member = live.members.get(device) or self.admit(live, device)
            if member.seat == seat:
                return True
            self._refuse_if_locked(live)
            others = [m for m in live.holders(seat) if m.device != device]
            if others and (live.is_here(seat) or live.has_secrets(seat)):
                self._ask(live, device, seat)
                return False
            self._move(live, member, seat)
            if others:
                live.reverts[seat] = (*others, member)
                live.tell_all(Text("{who} is now on another phone.", who=Name(seat)))
            else:
                live.announce()
            return True

    def stand_up(self, live: LiveTable, device: str) -> None:
        """Give the seat back and just watch."""
        with live.lock:
            if (member := live.members.get(device)) and member.seat is not None:
                self._put(live, replace(member, seat=None, role=_role_without_seat(member)))
                live.announce()

    def ask_in(self, live: LiveTable, device: str) -> None:
        """The short code only asks to be let in."""
        with live.lock:
            self._refuse_if_locked(live)
            if device not in live.members:
                self._ask(live, device, None)

    def answer(self, live: LiveTable, request_id: str, yes: bool) -> None:
        """The host, or the phone that holds the seat, says yes or no."""
        with live.lock:
            request = live.requests.pop(request_id, None)
            if request is not None and yes:
                member = live.members.get(request.device)
                if member is None:
                    member = self._put(live, Member(request.device, "spectator", None, now()))
                if request.seat is not None:
                    self._move(live, member, request.seat)
            live.announce()

    def may_answer(self, live: LiveTable, member: Member, request_id: str) -> bool:
        request = live.requests.get(request_id)
        if member.role == "host" or request is None:
            return member.role == "host"
        return request.seat is not None and request.seat == member.seat

    def revert(self, live: LiveTable, seat: Seat) -> None:
        """The host gives a seat back to the phone it was taken from; the other goes back too if it can."""
        with live.lock:
            if not (before := live.reverts.pop(seat, ())):
                return
            for former in before:
                member = live.members.get(former.device, former)
                free = former.seat is not None and member.seat is None and not live.holders(former.seat)
                if former.seat is not None and (former.seat == seat or free):
                    self._move(live, member, former.seat)
            live.tell_all(Text("{who} is back on the first phone.", who=Name(seat)))

    def lock(self, live: LiveTable, locked: bool) -> None:
        with live.lock:
            self.log.set_locked(live.row.id, locked)
            live.relocked(locked)
            live.tell_all(Text("The table is locked.") if locked else Text("The table is open again."))

    def make_scorer(self, live: LiveTable, device: str) -> Member:
        """A device without a seat that may enter: the tablet in the middle."""
        with live.lock:
            member = live.members[device]
            return self._put(live, replace(member, role=max(member.role, "scorer", key=ROLES.index)))

    def make_host(self, live: LiveTable, device: str) -> Member:
        with live.lock:
            seat = live.members[device].seat if device in live.members else None
            return self._put(live, Member(device, "host", seat, now()))

    def _ask(self, live: LiveTable, device: str, seat: Seat | None) -> None:
        """One question per device: a new one takes the place of the old."""
        for request in live.open_requests():
            if (request.device, request.seat) == (device, seat):
                return
        live.requests = {r.id: r for r in live.open_requests() if r.device != device}
        request = Request(secrets.token_hex(4), device, seat, time.monotonic(), now())
        live.requests[request.id] = request
        live.announce()

    def _move(self, live: LiveTable, member: Member, seat: Seat) -> None:
        """Sit a device down; whoever held the seat before just watches."""
        role = max(member.role, "seat", key=ROLES.index)
        changed = [replace(member, seat=seat, role=role)]
        for other in live.holders(seat):
            if other.device != member.device:
                changed.append(replace(other, seat=None, role=_role_without_seat(other)))
        self.log.put_members(live.row.id, changed)
        live.members.update({m.device: m for m in changed})

    def _put(self, live: LiveTable, member: Member) -> Member:
        self.log.put_members(live.row.id, [member])
        live.members[member.device] = member
        return member

    def _check_seat(self, live: LiveTable, seat: Seat) -> None:
        if not 0 <= seat < len(live.table.players):
            raise TableRefusal(Text("There is no such seat."))

    def _refuse_if_locked(self, live: LiveTable) -> None:
        if live.row.locked:
            raise TableRefusal(Text("The table is locked. Ask the host to open it."))


def _role_without_seat(member: Member) -> str:
    return "spectator" if member.role == "seat" else member.role
