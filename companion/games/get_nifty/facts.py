"""From a form to what a card says; and which cards a form plays."""

from __future__ import annotations

from typing import Any

from companion.core.contract import BadForm, Form
from companion.core.events import CardDescribed
from companion.games.get_nifty.book import find
from companion.games.get_nifty.cards import FLAGS, LISTS, STATS, TEXTS, facts_of
from companion.games.get_nifty.fields import LONGEST, number_of, play
from companion.games.get_nifty.model import State


def describe(state: State, form: Form) -> CardDescribed:
    """What a card says: all that is known of it, with what the form has. Empty fields leave it as it was."""
    name = form.get("name", "").strip()
    card = find(state, name)
    facts: dict[str, Any] = facts_of(card) if card else {}
    if form.get("kind"):
        facts["kind"] = form["kind"]
    for stat in (*STATS, "value"):
        if form.get(stat, "").strip():
            facts[stat] = number_of(form, stat)
    for field in (*LISTS, "bonuses"):
        if field in form:
            parts = [part.strip() for raw in form.all(field) for part in raw.split(",")]
            facts[field] = [part for part in parts if part]
    facts |= {field: form[field] not in ("", "0") for field in FLAGS if field in form}
    facts |= {field: form[field][:LONGEST] for field in TEXTS if field in form}
    if new := new_bonuses(form):
        facts["bonuses"] = [*(b for b in facts.get("bonuses", []) if not same_bonus(b, new)), *new]
    return CardDescribed(card.name if card else name, facts)


def new_bonuses(form: Form) -> list[str]:
    """What a Plot adds, `of=DEMON&n_bonus=1`, as words of its description."""
    of = form.get("of", "").strip()
    given = [(stat, number_of(form, f"{stat}_bonus")) for stat in STATS]
    return [f"{of} {stat} {amount}" for stat, amount in given if of and amount is not None]


def same_bonus(old: str, new: list[str]) -> bool:
    return any(old.rsplit(" ", 1)[0] == one.rsplit(" ", 1)[0] for one in new)


def named_cards(form: Form) -> tuple[str, ...]:
    """The cards a form plays, so that the table can learn what they say before they count."""
    if form.get("do") in ("state", "describe", "right"):
        return ()
    fields = ("card", "attack", "defence", "use", "take")
    words = [word for field in fields for word in form.all(field) if word.strip()]
    return tuple(dict.fromkeys(name for word in words if (name := name_in(word))))


def name_in(word: str) -> str:
    try:
        return play(word).card
    except BadForm:
        return ""
