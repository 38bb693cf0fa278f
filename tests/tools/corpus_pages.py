"""A page as people meet it: the words on it and what can be pressed, wherever it stands.

Parts of a page may move; words and buttons may not get lost. So a page is read into two bags: its words,
and its buttons, links and fields, each with where it leads and what it sends. What is different each time
(the token and key of a tap, the table's number and code, times of day) is left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import parse_qsl, urlencode

UNSEEN = ("script", "style", "time")
SPOKEN = ("aria-label", "placeholder", "alt")
OWN = frozenset({"csrf", "key", "seen", "previewed"})
"""Fields that hold something else on every page."""


@dataclass
class Field:
    """One input of a form."""

    name: str
    kind: str
    value: str
    ticked: bool = False

    @property
    def is_choice(self) -> bool:
        return self.kind in ("radio", "checkbox", "option")


@dataclass
class Form:
    """Where a form leads, and its inputs."""

    action: str = ""
    method: str = "GET"
    id: str = ""
    fields: list[Field] = field(default_factory=list)

    def hidden(self) -> dict[str, str]:
        return {f.name: f.value for f in self.fields if f.kind == "hidden"}

    def by_name(self) -> dict[str, list[Field]]:
        """The inputs that people fill in."""
        found: dict[str, list[Field]] = {}
        for one in self.fields:
            if one.kind != "hidden":
                found.setdefault(one.name, []).append(one)
        return found

    def signature(self) -> str:
        """Which form this is: two forms with the same address differ by what they carry along."""
        kept = sorted((name, value) for name, value in self.hidden().items() if name not in OWN)
        return f"{self.method} {self.action}" + (f" {urlencode(kept)}" if kept else "")


@dataclass
class Press:
    """A button or a link."""

    label: list[str]
    action: str | None = None
    name: str = ""
    value: str = ""
    form_id: str = ""
    form: Form | None = None
    kind: str = "submit"


class Sight(HTMLParser):
    """Reads a page into words, forms and presses."""

    def __init__(self, html: str, stands_for: Mapping[str, str] | None = None) -> None:
        super().__init__()
        self.words: list[str] = []
        self.sentences: set[str] = set()
        self.forms: list[Form] = []
        self.presses: list[Press] = []
        self._stray: list[tuple[str, Field]] = []
        self._unseen = 0
        self._select = ""
        self._form: Form | None = None
        self._press: Press | None = None
        for given, shown in (stands_for or {}).items():
            html = html.replace(given, shown)
        self.feed(html)
        self.close()
        self._settle()

    # -- reading

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        for name in SPOKEN:
            if name in given:
                self._say(given[name])
        if tag in UNSEEN:
            self._unseen += 1
        elif tag == "form":
            method = given.get("method", "get").upper()
            self._form = Form(given.get("action", ""), method, given.get("id", ""))
            self.forms.append(self._form)
        elif tag == "select":
            self._select = given.get("name", "")
        elif tag in ("input", "textarea", "option"):
            self._found_field(tag, given)
        elif tag == "button" or (tag == "a" and "href" in given):
            self._found_press(tag, given)

    def handle_endtag(self, tag: str) -> None:
        if tag in UNSEEN:
            self._unseen -= 1
        elif tag == "form":
            self._form = None
        elif tag in ("button", "a"):
            self._press = None

    def handle_data(self, data: str) -> None:
        if not self._unseen:
            self._say(data)

    def _say(self, text: str) -> None:
        found = text.split()
        self.words += found
        self.sentences.add(" ".join(found))
        if self._press is not None:
            self._press.label += found

    def _found_field(self, tag: str, given: dict[str, str]) -> None:
        name = self._select if tag == "option" else given.get("name", "")
        kind = given.get("type", "text") if tag == "input" else tag
        value = given.get("value", "on" if kind in ("radio", "checkbox") else "")
        found = Field(name, kind, value, "checked" in given or "selected" in given)
        if name and "form" in given:
            self._stray.append((given["form"], found))
        elif name and self._form is not None:
            self._form.fields.append(found)

    def _found_press(self, tag: str, given: dict[str, str]) -> None:
        press = Press(given.get("aria-label", "").split(), form=self._form)
        if tag == "a":
            press.action, press.kind = given["href"], "link"
        else:
            press.action, press.form_id = given.get("formaction"), given.get("form", "")
            press.name, press.value = given.get("name", ""), given.get("value", "")
            press.kind = given.get("type", "submit")
        self._press = press
        self.presses.append(press)

    def _settle(self) -> None:
        """Buttons and inputs may name a form that stands further down."""
        by_id = {form.id: form for form in self.forms if form.id}
        for form_id, stray in self._stray:
            if form_id in by_id:
                by_id[form_id].fields.append(stray)
        for press in self.presses:
            press.form = by_id.get(press.form_id, press.form) if press.form_id else press.form

    # -- what it comes to

    def pressable(self) -> Iterator[str]:
        """Every button, link and field in one line each."""
        for press in self.presses:
            yield f"{' '.join(press.label)} → {_leads_to(press)}"
        for form in self.forms:
            for name, fields in form.by_name().items():
                values = ", ".join(sorted(_written(one) for one in fields))
                yield f"[{form.signature()}] {name}: {values}"


def _written(one: Field) -> str:
    return f"{one.value}*" if one.ticked else one.value


def _leads_to(press: Press) -> str:
    if press.kind == "link":
        return press.action or ""
    if press.kind != "submit":
        return "script"
    form = press.form or Form()
    where = form.signature() if press.action is None else f"{form.method} {press.action}"
    if press.name == "play":
        return f"{where} {canonical(press.value)}"
    return f"{where} {press.name}={press.value}" if press.name else where


def canonical(packed: str) -> str:
    """An entry packed into a button, its fields in order."""
    return urlencode(sorted(parse_qsl(packed, keep_blank_values=True)))


@dataclass(frozen=True)
class Page:
    """The two bags of a page."""

    words: Counter[str]
    pressable: Counter[str]

    @classmethod
    def read(cls, html: str, status: int = 200, stands_for: Mapping[str, str] | None = None) -> Page:
        sight = Sight(html, stands_for)
        said = sight.words if status == 200 else [*sight.words, f"(status:{status})"]
        return cls(Counter(said), Counter(sight.pressable()))

    def differs_from(self, expected: Page) -> list[str]:
        """What was gained and lost, to be read by people."""
        found = []
        for what, now, before in (
            ("words", self.words, expected.words),
            ("buttons", self.pressable, expected.pressable),
        ):
            glue = " " if what == "words" else "\n      "
            for verb, bag in (("lost", before - now), ("gained", now - before)):
                if bag:
                    found.append(f"{what} {verb}: " + glue.join(sorted(bag.elements())))
        return found
