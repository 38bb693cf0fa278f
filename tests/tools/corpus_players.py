"""Players who press what they find on their pages, at random, and now and then correct what was entered.

They meet the app as phones do and know nothing of how it works inside: what a page offers is what they
press. Each game adds how often its people do what, and the words they type.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random
from urllib.parse import parse_qsl

from corpus_adapter import ask, is_over, length, path_of, players_of
from corpus_pages import Field, Form, Press, Sight
from corpus_reader import Sitting

Pairs = list[tuple[str, str]]
REASONS = ("", "the card says so", "house rule", "we agreed on it", "dropped a card")
NEW_NAMES = ("Gwen", "Hal", "Ivy", "Jo ☃", "Kim-Ann", "Lu")
MOST_DROPPED = 12
STRAY, LIFTED = 0.1, 0.6
CARRIED = ("csrf", "key", "seen")


@dataclass(frozen=True)
class Style:
    """How the people of one game play: how often they do what, and what they type into which field."""

    often: Callable[[Player, str], float]
    types: Callable[[Player, str], str]
    ticks: Callable[[Player, Form, list[Field]], list[str]]


@dataclass
class Player:
    """Everybody at one table, played by one generator of chance."""

    sitting: Sitting
    rng: Random
    style: Style
    mood: str = ""
    taps: int = 0
    refused: int = 0
    before: list[Pairs] = field(default_factory=list)
    done: dict[str, int] = field(default_factory=dict)

    # -- looking and sending

    def look(self, who: str, place: str = "", *, htmx: bool = False) -> Sight:
        return Sight(ask(self.sitting.who()[who], path_of(self.sitting.live, place), htmx=htmx).text)

    def send(self, who: str, place: str, pairs: Pairs, *, htmx: bool = True) -> tuple[int, Sight]:
        """Post to the table; how it was answered."""
        self.taps += 1
        form: dict[str, list[str]] = {}
        for name, value in pairs:
            if name not in CARRIED:
                form.setdefault(name, []).append(value)
        form |= {"key": [f"tap-{self.taps}"], "seen": [str(length(self.sitting.live))]}
        where = place if place.startswith("/t/") else path_of(self.sitting.live, place)
        answer = ask(self.sitting.who()[who], where, form, htmx=htmx)
        return answer.status_code, Sight(answer.text)

    def anybody(self) -> str:
        seats = [f"seat {n}" for n in range(players_of(self.sitting.live))]
        return self.rng.choice([*seats, *seats, "host"])

    # -- one entry of the game

    def step(self) -> bool:
        """Press something that the page offers, or now and then what an older page did."""
        who = self.anybody()
        if self.before and self.rng.random() < STRAY:
            return self.tap(who, self.out_of_turn(self.rng.choice(self.before[-60:])))
        offers = self.offers(self.look(who))
        if not offers:
            return False
        weights = [self.style.often(self, do) for do in offers]
        if not any(weights):
            return False
        do = self.rng.choices(list(offers), weights)[0]
        self.before.append(self.rng.choice(offers[do])())
        return self.tap(who, self.before[-1])

    def out_of_turn(self, pairs: Pairs) -> Pairs:
        """Something entered before, by somebody else: the rules mostly refuse it."""
        seat = str(self.rng.randrange(players_of(self.sitting.live)))
        return [*((name, value) for name, value in pairs if name != "seat"), ("seat", seat)]

    def offers(self, sight: Sight) -> dict[str, list[Callable[[], Pairs]]]:
        """What can be entered from a page, by what it does."""
        found: dict[str, list[Callable[[], Pairs]]] = {}
        for press in sight.presses:
            form = press.form
            if press.kind != "submit" or form is None or press.action or not form.action.endswith("/enter"):
                continue
            for do in self.doings(press, form):
                found.setdefault(do, []).append(partial(self.filled, press, form, do))
        return found

    def doings(self, press: Press, form: Form) -> list[str]:
        packed = dict(parse_qsl(press.value)) if press.name == "play" else {press.name: press.value}
        chosen = [one.value for one in form.fields if one.name == "do" and one.is_choice]
        one = packed.get("do") or form.hidden().get("do")
        return [one] if one else [do for do in chosen if do != "result"]

    def filled(self, press: Press, form: Form, do: str) -> Pairs:
        """A form as somebody fills it in who presses this."""
        pairs = [("do", do), *((name, value) for name, value in form.hidden().items() if name != "do")]
        for name, fields in form.by_name().items():
            if name != "do" and (form.id != "entry" or not fields[0].is_choice):
                pairs += [(name, value) for value in self.given(name, fields, form)]
        packed = parse_qsl(press.value, keep_blank_values=True) if press.name == "play" else []
        own = [(press.name, press.value)] if press.name and press.name not in ("play", "do") else []
        return [*((n, v) for n, v in pairs if n not in dict(packed)), *packed, *own]

    def given(self, name: str, fields: list[Field], form: Form) -> list[str]:
        if fields[0].kind == "checkbox":
            return self.style.ticks(self, form, fields)
        if fields[0].is_choice:
            return [self.rng.choice(fields).value]
        return [self.style.types(self, name) for _ in fields[:2]]

    def tap(self, who: str, pairs: Pairs) -> bool:
        """Enter something; a refusal that a card may lift is now and then lifted."""
        status, answer = self.send(who, "/enter", pairs)
        lift = next((press for press in answer.presses if press.name == "lift"), None)
        if status == 422 and lift is not None and self.rng.random() < LIFTED:
            reason = self.rng.choice(REASONS)
            status, _ = self.send(who, "/enter", [*pairs, ("lift", lift.value), ("reason", reason)])
            self.count("ruling", status)
        self.refused += status != 200
        return status == 200

    def count(self, what: str, status: int) -> bool:
        fine = status in (200, 204, 303)
        self.done[what] = self.done.get(what, 0) + fine
        return fine

    # -- corrections

    def correct(self) -> None:
        """Something that is no entry of the game."""
        kinds: Sequence[tuple[Callable[[], object], int]] = (
            (self.undo, 5),
            (self.amend, 6),
            (self.strike, 3),
            (self.option, 2),
            (self.whole_game, 1),
            (self.adjust, 2),
            (self.rename, 1),
            (self.join, 3),
            (self.leave, 2),
        )
        self.rng.choices([kind for kind, _ in kinds], [weight for _, weight in kinds])[0]()

    def undo(self) -> None:
        who = self.anybody()
        for _ in range(self.rng.choice([1, 1, 2, 3])):
            self.press(who, "/undo")
        if self.rng.random() < 0.5:
            self.press(who, "/redo")

    def press(self, who: str, action: str) -> bool:
        """A button that is found by where it leads; whoever has just undone their own joining finds none."""
        if who not in self.sitting.who():
            return False
        found = [p for p in self.look(who).presses if (p.action or "").endswith(action)]
        if not found:
            return False
        status, _ = self.send(who, action, [(found[0].name, found[0].value)])
        return self.count(action.strip("/"), status)

    def amend(self) -> None:
        """One field of an older entry becomes another."""
        who, place, form = self.older()
        if form is None or not form.by_name():
            return
        pairs = [(one.name, one.value) for one in form.fields if one.ticked or not one.is_choice]
        name, fields = self.rng.choice(list(form.by_name().items()))
        kept = [pair for pair in pairs if pair[0] != name]
        changed = [(name, value) for value in self.otherwise(fields)]
        self.change(who, place, [*kept, *changed, ("verb", "amend")], "amend")

    def otherwise(self, fields: list[Field]) -> list[str]:
        if fields[0].kind == "checkbox":
            return [one.value for one in fields if one.ticked != (self.rng.random() < 0.3)]
        if fields[0].is_choice:
            return [self.rng.choice(fields).value]
        values = [one.value for one in fields]
        at = self.rng.randrange(len(values))
        number = values[at].replace("\N{MINUS SIGN}", "-").removeprefix("-").isdecimal()
        values[at] = str(self.rng.randint(-2, 9)) if number else self.style.types(self, fields[0].name)
        return values

    def strike(self) -> None:
        who, place, form = self.older()
        if form is not None:
            self.change(who, place, [("verb", "strike")], "strike")

    def older(self) -> tuple[str, str, Form | None]:
        entries = length(self.sitting.live)
        who = self.anybody()
        if not entries:
            return who, "", None
        back = min(entries - 1, int(self.rng.expovariate(1 / 12)))
        place = f"/log/{entries - back}"
        forms = [form for form in self.look(who, place, htmx=True).forms if form.action.endswith(place)]
        return who, place, forms[0] if forms else None

    def change(self, who: str, place: str, pairs: Pairs, what: str) -> bool:
        """A look at what it would do, and then it is done, unless too much would be lost."""
        status, shown = self.send(who, place, pairs)
        agreed = {name: value for form in shown.forms for name, value in form.hidden().items()}
        if status != 200 or "confirm" not in agreed or agreed["drops"].count(",") > MOST_DROPPED:
            return False
        told = [(name, agreed[name]) for name in ("confirm", "drops", "previewed")]
        status, _ = self.send(who, place, [*pairs, *told])
        return self.count(f"{what} with drops" if agreed["drops"] else what, status)

    def options(self) -> tuple[str, Pairs]:
        """The rules of the house with one of them otherwise."""
        who = self.anybody()
        form = next(f for f in self.look(who, "/more").forms if f.action.endswith("/options"))
        name = self.rng.choice([n for n in form.by_name() if n not in ("first_round",)])
        kept = [(f.name, f.value) for f in form.fields if f.name != name and (f.ticked or not f.is_choice)]
        return who, [*kept, *((name, value) for value in self.otherwise(form.by_name()[name]))]

    def option(self) -> None:
        who, pairs = self.options()
        status, _ = self.send(who, "/options", [*pairs, ("scope", "on")])
        self.count("option", status)

    def whole_game(self) -> None:
        who, pairs = self.options()
        self.change(who, "/options", [*pairs, ("scope", "whole")], "whole game")

    def adjust(self) -> None:
        seat = self.rng.randrange(players_of(self.sitting.live))
        amount, reason = self.rng.randint(-5, 9), self.rng.choice(REASONS[1:])
        pairs = [("seat", str(seat)), ("amount", str(amount)), ("reason", reason)]
        self.count("adjust", self.send(self.anybody(), "/adjust", pairs)[0])

    def rename(self) -> None:
        seat = self.rng.randrange(players_of(self.sitting.live))
        pairs = [("seat", str(seat)), ("name", f"{self.rng.choice(NEW_NAMES)} {self.rng.randint(2, 9)}")]
        self.count("rename", self.send(self.anybody(), "/players", pairs)[0])

    def join(self) -> None:
        pairs = [("name", f"{self.rng.choice(NEW_NAMES)} {self.taps}")]
        if self.count("join", self.send("host", "/newcomer", pairs, htmx=False)[0]):
            self.sitting.gather()

    def leave(self) -> None:
        """Rarely, so that somebody stays."""
        if self.rng.random() < 0.4:
            seat = self.rng.randrange(players_of(self.sitting.live))
            pairs = [("seat", str(seat)), ("leave", "1")]
            self.count("leave", self.send(self.anybody(), "/players", pairs)[0])

    # -- a whole game

    def play(self, least: int, most: int, *, spice: float = 0.12) -> None:
        """Until so many entries are made, or the game is over and long enough."""
        self.sitting.gather()
        for turn in range(most * 12):
            entries = length(self.sitting.live)
            over = is_over(self.sitting.live)
            if entries >= most or (over and entries >= least):
                return
            if turn % 25 == 0:
                self.mood = self.rng.choice(MOODS)
            if over or self.rng.random() < spice:
                self.correct()
            else:
                self.step()


MOODS = ("quick", "steps", "steps", "cards", "cards")
