"""Texts people type, or send without typing: shown as they are, never run, never a way to break things."""

from __future__ import annotations

import io
import re
import unicodedata
from html.parser import HTMLParser
from typing import Any

import pytest
from desk import Desk, Device, Scene
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.events import CardDescribed

PAYLOADS = [
    *(
        "<script>pwn()</script>",
        "<ScRiPt src=//e.x>",
        "</script><script>pwn()",
        "<svg/onload=pwn()>",
        "<svg><script>",
    ),
    *(
        "<img src=x onerror=pwn()>",
        "<img/src/onerror=pwn()>",
        "<body onload=pwn()>",
        "<iframe src=//e.x>",
        "<b>bold",
    ),
    *(
        '"><script>pwn()</script>',
        "'><script>pwn()</script>",
        '" onfocus=pwn() x="',
        "' onclick=pwn() '",
        "` onx=1 `",
    ),
    *(
        '" hx-get="/x" x="',
        "' hx-on:click='pwn()",
        '"hx-post="/x"',
        "<a hx-get=/x hx-trigger=load>",
        "<div hx-on::load=1>",
    ),
    *(
        "<hx-partial hx-target=#x>",
        "</hx-partial><b>",
        "<template>",
        "<base href=//e.x>",
        "<link rel=import href=x>",
    ),
    *(
        "<meta http-equiv=refresh>",
        "<form action=//e.x>",
        "<input autofocus onfocus=1>",
        "<style>*{}</style>",
        "<!--",
    ),
    *(
        "-->",
        "]]>",
        "<![CDATA[",
        "</title><script>1",
        "</textarea><script>",
        "</option></select><b>",
        "</bdi><b>x",
    ),
    *(
        "javascript:pwn()",
        "data:text/html,<b>",
        "{{7*7}}",
        "{% raw %}",
        "${7*7}",
        "#{7*7}",
        "{who}",
        "{0}",
        "{",
        "%s%n",
    ),
    *(
        "%(x)s",
        "&lt;b&gt;",
        "&#60;b&#62;",
        "&quot;>",
        "\\u003cb\\u003e",
        "\\x3cb>",
        "<\u200bscript>",
        "＜script＞",
        "<b\x00>",
    ),
    *(
        "=1+1",
        "@SUM(1)",
        "+1",
        "-1",
        "';--",
        '"; drop table x',
        "../../x",
        "\\",
        "//e.x",
        "\u2028pwn()",
        "<a href='x'>",
    ),
]
assert len(PAYLOADS) >= 60

KNOWN_TAGS = {
    *("html", "head", "meta", "title", "link", "body", "header", "main", "footer", "section", "nav", "form"),
    *("input", "button", "label", "fieldset", "legend", "details", "summary", "ol", "ul", "li", "p", "span"),
    *("b", "small", "bdi", "h1", "h2", "h3", "a", "div", "svg", "use", "path", "polyline", "text", "script"),
    *("noscript", "table", "caption", "thead", "tbody", "tr", "th", "td", "time", "dl", "dt", "dd", "br"),
    "hx-partial",
}


class Reader(HTMLParser):
    """The tags and attributes a browser would see."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: set[tuple[str, str]] = set()
        self.sources: set[str] = set()
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            self.attributes.add((tag, name))
            if name in ("src", "href", "action", "formaction") or name.startswith("hx-"):
                self.sources.add(value or "")

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def read(page: str) -> Reader:
    reader = Reader()
    reader.feed(page)
    reader.close()
    return reader


def places(scene: Scene, device: Device) -> list[str]:
    """Every view of a table as HTML."""
    pages = [
        device.get(f"{scene.path}{at}").text
        for at in ("", "/watch", "/log", "/more", "/scores", "/seats", "/host")
    ]
    pages.append(device.get("/").text)
    pages.append(device.get(f"/rules/tally?table={scene.live.row.id}").text)
    for seq in range(1, scene.live.seq + 1):
        pages.append(device.get(f"{scene.path}/log/{seq}").text)
        pages.append(device.post(f"{scene.path}/log/{seq}", {"verb": "strike"}).text)
    pages.append(device.post(f"{scene.path}/enter", {"do": "count", "seat": "0", "n": "99"}).text)
    for view in ("play", "log", "host"):
        with device.stream(f"{scene.path}/stream?view={view}") as messages:
            pages.append(re.sub("^(data|id): ", "", next(messages), flags=re.M))
    return pages


@pytest.fixture(scope="module")
def harmless(desk: Desk) -> set[tuple[str, str]]:
    """Which attributes stand on which tags when nobody means harm."""
    scene = typed_everywhere(desk, "Zoe")
    return {pair for page in places(scene, scene["host"]) for pair in read(page).attributes}


def typed_everywhere(desk: Desk, text: str) -> Scene:
    """A table on which a text was entered wherever people can enter one."""
    host = desk.device()
    answer = host.post("/new/tally", {"player": ["Ann", text], "mode": "host"})
    assert answer.status_code == 303, text
    scene = Scene(desk, desk.tables.table(answer.headers["Location"].split("/")[2]))
    seat = scene["host"]
    seat.post(f"{scene.path}/newcomer", {"name": f"3{text}"})
    seat.post(f"{scene.path}/players", {"seat": "0", "name": f"1{text}"})
    seat.post(f"{scene.path}/adjust", {"seat": "0", "amount": "1", "reason": text})
    seat.post(
        f"{scene.path}/enter", {"do": "count", "seat": "0", "n": "50", "lift": "TALLY-2", "reason": text}
    )
    seat.post(f"{scene.path}/wifi", {"name": text, "password": text})
    scene.record(CardDescribed(text, {text: text}))
    return scene


@pytest.mark.parametrize("text", PAYLOADS)
def test_what_people_type_is_text_on_every_page(
    desk: Desk, harmless: set[tuple[str, str]], text: str
) -> None:
    scene = typed_everywhere(desk, text)
    assert scene.live.seq >= 4
    for page in places(scene, scene["host"]):
        seen = read(page)
        assert set(seen.tags) <= KNOWN_TAGS
        assert seen.attributes <= harmless
        for source in seen.sources:
            assert (
                source == ""
                or source.startswith(
                    ("/", "?", "#", "http://192.168.7.20", "http://10.0.0.7", "inner", "none")
                )
                or source in ("load, reconnect",)
            )
        assert page.count("<script") == len(
            re.findall(r'<script src="/static/[^"]+"( defer)?></script>', page)
        )
    shown = read(scene["host"].get(scene.path).text).words
    assert any(scene.live.table.names[1] in word for word in shown)


@pytest.mark.parametrize("text", PAYLOADS)
def test_what_people_type_is_text_in_every_refusal(desk: Desk, scene: Scene, text: str) -> None:
    seat = scene["seat"]
    answers = [
        seat.post(f"{scene.path}/enter", {"do": text}),
        seat.post(f"{scene.path}/enter", {"do": "count", "seat": "0", "n": text}),
        seat.post(f"{scene.path}/enter", {"do": "count", "seat": "0", "n": "99", text: text, "lift": text}),
        seat.post(f"{scene.path}/adjust", {"seat": text, "amount": text, "reason": text}),
        seat.post(f"{scene.path}/options", {"limit": text}),
        seat.post(f"{scene.path}/players", {"seat": "0", "name": "Bo" + text, "leave": ""}),
        seat.post("/new/tally", {"player": [text, text], "total": [text, text], "limit": text}),
        seat.post("/new/tally", {"player": ["A", "B"], "total": [text, text]}),
        seat.post("/join", {"code": text}),
        seat.post("/import", {"file": (io.BytesIO(text.encode()), "t.json")}),
        seat.get("/join", query_string={"code": text}),
        seat.get("/rules/tally", query_string={"q": text, "table": text}),
        seat.get(f"{scene.path}/stream", query_string={"view": text}),
    ]
    for answer in answers:
        assert answer.status_code < 500
        if answer.mimetype == "text/html" and answer.status_code != 303:
            seen = read(answer.text)
            assert set(seen.tags) <= KNOWN_TAGS
            assert not {name for _, name in seen.attributes if name.startswith("on")}
            assert "hx-get" not in {name for _, name in seen.attributes}
            assert answer.text.count("<script") == answer.text.count('<script src="/static/')
        answer.close()


# -- names


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Ann \t\n Lee ", "Ann Lee"),
        ("Zoe\u0301", "Zo\u00e9"),
        ("\u202eevil", "evil"),
        ("a\u2066b\u2069c\u200ed\u061c", "abcd"),
        ("a\x00b\x1bc\x7f", "abc"),
        ("x" * 40, "x" * 24),
        ("\ue000csrf\ue000", "csrf"),
        ("\U0001f468\u200d\U0001f469\u200d\U0001f467", "\U0001f468\u200d\U0001f469\u200d\U0001f467"),
    ],
)
def test_a_name_is_kept_short_and_composed_wherever_it_is_typed(desk: Desk, typed: str, kept: str) -> None:
    scene = desk.scene("Bo", "Cy")
    seat = scene["seat"]
    opened = seat.post("/new/tally", {"player": [typed, "Q"]})
    live = desk.tables.table(opened.headers["Location"].split("/")[2])
    assert live.table.names == (kept, "Q")
    assert seat.post(f"{scene.path}/players", {"seat": "0", "name": typed}).status_code == 303
    assert scene.live.table.names[0] == kept
    seat.post(f"{scene.path}/players", {"seat": "0", "name": "Dee"})
    amended = scene.previewed(seat, "/log/2", verb="amend", seat="0", name=typed)
    assert seat.post(f"{scene.path}/log/2", amended).status_code == 303
    assert scene.live.table.names[0] == kept
    assert seat.post(f"{scene.path}/players", {"seat": "1", "name": typed}).status_code == 422


@given(name=st.text(max_size=60))
def test_no_name_breaks_a_page(desk: Desk, name: str) -> None:
    device = desk.device()
    answer = device.post("/new/tally", {"player": [name, "The other one"], "mode": "host"})
    assert answer.status_code in (303, 422)
    if answer.status_code == 303:
        live = desk.tables.table(answer.headers["Location"].split("/")[2])
        shown = live.table.names[0]
        assert 0 < len(shown) <= 24
        assert unicodedata.is_normalized("NFC", shown)
        assert not [ch for ch in shown if unicodedata.category(ch) in {"Cc", "Cs", "Co"}]
        assert device.get(answer.headers["Location"]).status_code == 200


# -- anything at all, sent to every route

TEXTS = st.one_of(
    st.sampled_from(
        [
            "",
            "0",
            "1",
            "-1",
            "2",
            "x",
            "1.5",
            "true",
            "count",
            "guess",
            "show",
            "pass",
            "roll",
            "amend",
            "strike",
        ]
    ),
    st.sampled_from(
        [
            "9" * 5000,
            "-" + "9" * 30,
            "1e999",
            "NaN",
            "\x00",
            "\ud7ff",
            "[" * 3000,
            '{"a":' * 400,
            "²",
            "١",
            "−3",
        ]
    ),
    st.sampled_from(PAYLOADS),
    st.text(max_size=20),
)
FIELDS = st.sampled_from(
    [
        *(
            "do",
            "seat",
            "n",
            "number",
            "seq",
            "name",
            "reason",
            "amount",
            "key",
            "seen",
            "lift",
            "back",
            "play",
        ),
        *(
            "verb",
            "confirm",
            "drops",
            "previewed",
            "limit",
            "guessing",
            "scope",
            "leave",
            "watch",
            "sit",
            "yes",
            "no",
        ),
        *("locked", "password", "code", "player", "total", "mode", "file", "facts", "value", "address", "q"),
        *("table", "view", "event"),
    ]
)
FORMS = st.dictionaries(FIELDS, st.lists(TEXTS, min_size=1, max_size=2), max_size=6)
ROUTES = st.sampled_from(
    [
        *(
            "/new/tally",
            "/new/x",
            "/import",
            "/join",
            "{here}/seats",
            "{here}/newcomer",
            "{here}/enter",
            "{here}/enter",
        ),
        *(
            "{here}/undo",
            "{here}/redo",
            "{here}/log/1",
            "{here}/log/2",
            "{here}/log/3",
            "{here}/log/4",
            "{here}/log/0",
        ),
        *(
            "{here}/adjust",
            "{here}/options",
            "{here}/players",
            "{here}/answer",
            "{here}/lock",
            "{here}/wifi",
            "{here}/revert",
        ),
        *("{here}/resume", "/t/x/enter", "{here}/log/99999999999999999999", "/nowhere"),
    ]
)


@pytest.fixture(scope="module")
def busy(desk: Desk) -> Scene:
    """A table with an entry of every sort."""
    scene = desk.scene()
    desk.parts.operators.add(scene["host"].id)
    scene.count(0, 1)
    scene.enter(scene["seat"], do="guess", number=5)
    scene["seat"].post(f"{scene.path}/adjust", {"seat": "0", "amount": "1", "reason": "r"})
    scene.record(CardDescribed("Fish", {"worth": [1, {"a": None}]}))
    return scene


@settings(max_examples=400)
@given(route=ROUTES, form=FORMS, role=st.sampled_from(["seat", "host", "spectator"]), htmx=st.booleans())
def test_no_form_brings_the_server_down_or_half_counts(
    desk: Desk, busy: Scene, route: str, form: dict[str, Any], role: str, htmx: bool
) -> None:
    before = desk.on_disk()
    device = busy.everybody.get(role, busy["seat"])
    answer = device.post(route.format(here=busy.path), form, htmx=htmx)
    assert answer.status_code < 500, answer.text
    assert answer.status_code < 400 or desk.on_disk() == before
    if answer.status_code < 400:
        for place in ("", "/log", "/more", "/scores", "/export.json"):
            assert busy["host"].get(f"{busy.path}{place}").status_code == 200


@settings(max_examples=100)
@given(
    body=st.binary(max_size=200),
    kind=st.sampled_from(
        [
            *(
                "application/x-www-form-urlencoded",
                "application/json",
                "text/plain",
                "multipart/form-data",
                "",
                "x",
            ),
            *("multipart/form-data; boundary=x", "application/x-www-form-urlencoded; charset=utf-16"),
        ]
    ),
)
def test_no_body_brings_the_server_down(desk: Desk, busy: Scene, body: bytes, kind: str) -> None:
    before = desk.on_disk()
    device = busy["seat"]
    headers = {"Origin": "http://192.168.7.20:8080", "X-CSRF": device.csrf}
    for path in (f"{busy.path}/enter", "/import", "/join"):
        answer = device.open("POST", path, headers=headers, data=body, content_type=kind)
        assert 400 <= answer.status_code < 500
    assert desk.on_disk() == before


@settings(max_examples=100)
@given(
    path=st.lists(
        st.text(max_size=10) | st.sampled_from([*PAYLOADS, "t", "log", "..", "9" * 400]), max_size=4
    )
)
def test_no_address_brings_the_server_down(desk: Desk, busy: Scene, path: list[str]) -> None:
    for start in (
        "",
        busy.path,
        f"{busy.path}/log",
        "/static",
        "/rules",
        "/host",
        f"/j/{busy.live.row.id}",
        "/check",
    ):
        address = (
            "/".join([start, *path]).replace("?", "").replace("#", "").encode("utf-8", "replace").decode()
        )
        answer = busy["seat"].get("/" + address.lstrip("/"), buffered=False)
        assert answer.status_code < 500
        answer.close()
