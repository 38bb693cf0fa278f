"""What every request needs: the app's parts, the device that asks, the table it asks about."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, TypeVar, cast

from flask import current_app, g, request

from companion.core.contract import Game, Seat
from companion.shelf import Shelf
from companion.tables.errors import NoSuchTable
from companion.tables.live import LiveTable
from companion.tables.log import Member
from companion.tables.names import clean
from companion.tables.overtaken import Sent
from companion.tables.seating import ROLES, Seating
from companion.tables.service import Tables

View = TypeVar("View", bound=Callable[..., Any])


@dataclass(frozen=True)
class Parts:
    """The app's own parts, made once at the start."""

    tables: Tables
    seating: Seating
    shelf: Shelf
    secret: bytes
    operator_token: str
    addresses: Callable[[], list[str]]
    hosts: frozenset[str]
    operators: set[str] = field(default_factory=set)


class NotAllowed(Exception):
    """This device may not do that here."""


def parts() -> Parts:
    return cast(Parts, current_app.extensions["companion"])


def device() -> str:
    """The name under which this device is stored: a digest of its secret token."""
    return cast(str, g.device)


def needs(role: str) -> Callable[[View], View]:
    """A view about one table, for members of at least this role.

    The view gets the table and the member instead of the id. `role` is kept on the view so that a
    test can draw up who may do what.
    """

    def wrap(view: View) -> View:
        @wraps(view)
        def inner(table_id: str, **rest: Any) -> Any:
            live = parts().tables.table(table_id)
            member = live.members.get(device())
            if member is None:
                raise NoSuchTable(table_id)
            if ROLES.index(member.role) < ROLES.index(role):
                raise NotAllowed
            g.live, g.member = live, member
            live.saw(member.device)
            return view(live=live, member=member, **rest)

        inner.needs = role  # type: ignore[attr-defined]
        return cast(View, inner)

    return wrap


def may_enter(member: Member) -> bool:
    return ROLES.index(member.role) >= ROLES.index("seat")


def seat_name(live: LiveTable, seat: Seat | None) -> str | None:
    return live.table.names[seat] if seat is not None and seat < len(live.table.names) else None


def sent(live: LiveTable, member: Member, fingerprint: str) -> Sent:
    """Who tapped, with which key, having seen what."""
    seen = request.form.get("seen", "")
    key = clean(request.form.get("key", ""), 64)
    return Sent(
        by=seat_name(live, member.seat) or member.role,
        key=key or None,
        fingerprint=fingerprint if key else None,
        seen=int(seen) if seen.isascii() and seen.isdigit() and len(seen) < 10 else None,
    )


def came_from(game: Game) -> LiveTable | None:
    """The table a page of a game was opened from (`?table=`), if this device belongs to it."""
    with suppress(NoSuchTable):
        live = parts().tables.table(request.args.get("table", ""))
        return live if live.game is game and device() in live.members else None
    return None
