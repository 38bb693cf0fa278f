"""Sentences on pages: translated, escaped, with every name in its own direction."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from flask import Flask
from flask_babel import gettext, ngettext
from markupsafe import Markup, escape

from companion.core.text import Joined, Name, Text


def as_markup(text: object, names: Sequence[str]) -> Markup:
    """The sentence as HTML. Templates of sentences hold no markup, so escaping them is harmless."""
    if isinstance(text, Text):
        values = {key: as_markup(value, names) for key, value in text.values.items()}
        return escape(_template(text)).format(**values)
    if isinstance(text, Joined):
        return Markup(escape(text.glue)).join(as_markup(part, names) for part in text)
    if isinstance(text, Name):
        name = names[text.seat] if 0 <= text.seat < len(names) else f"#{text.seat + 1}"
        return Markup("<bdi>{}</bdi>").format(name)
    if isinstance(text, int) and not isinstance(text, bool) and text < 0:
        return Markup("\N{MINUS SIGN}{}").format(-text)
    return escape(text)


def _template(text: Text) -> str:
    number = text.values.get("n")
    if text.many and isinstance(number, int):
        return str(ngettext(text.template, text.many, number))
    return str(gettext(text.template)) if text.template else ""


def query(form: Mapping[str, Any]) -> str:
    """An entry as the value of one button; a field may have several values."""
    return urlencode({name: value for name, value in form.items() if value is not None}, doseq=True)


def signed(number: int) -> str:
    return f"\N{MINUS SIGN}{-number}" if number < 0 else f"+{number}"


def plain(number: int | None) -> str:
    """A score: with a real minus sign, and a dash where there is none."""
    if number is None:
        return "–"
    return f"\N{MINUS SIGN}{-number}" if number < 0 else str(number)


def clock(at: str) -> str:
    """The time of day at the table, from the time stored."""
    try:
        return datetime.fromisoformat(at).astimezone().strftime("%H:%M")
    except (ValueError, OverflowError, OSError):
        return at[:16]


def day(at: str) -> str:
    """The day and the time of day at the table, from the time stored."""
    try:
        return datetime.fromisoformat(at).astimezone().strftime("%Y-%m-%d %H:%M")
    except (ValueError, OverflowError, OSError):
        return at[:16]


def rendered(html: str) -> Markup:
    """A fragment that a template of ours has rendered, and so escaped, already."""
    return Markup(html)


def init_texts(app: Flask) -> None:
    app.jinja_env.filters.update(
        say=as_markup, query=query, signed=signed, score=plain, fragment=rendered, clock=clock, day=day
    )
    app.jinja_env.globals["new_key"] = lambda: secrets.token_hex(8)
