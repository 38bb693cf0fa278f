"""Templates and scripts keep to the rules that make the pages safe and translatable."""

from __future__ import annotations

import ast
import base64
import hashlib
import json
import re
from pathlib import Path

import pytest
from desk import Desk
from jinja2 import nodes

ROOT = Path(__file__).parent.parent.parent
TEMPLATES = sorted([*(ROOT / "templates").rglob("*.html"), *(ROOT / "tests/demo/templates").rglob("*.html")])
SHELL = sorted(
    path
    for path in (ROOT / "templates").rglob("*.html")
    if path.parent.name in {"templates", "home", "join", "table"}
)
MODULES = sorted((ROOT / "companion").rglob("*.py"))
SCRIPTS = sorted((ROOT / "static/js").glob("*.js"))

FORBIDDEN = {
    "|safe": r"\|\s*safe\b",
    "Markup": r"\bMarkup\b",
    "autoescape off": r"autoescape",
    "hx-on": r"\bhx-on",
    "an inline handler": r"\son[a-z]+\s*=",
    "js: or javascript:": r"\b(js|javascript)\s*:",
    "an inline style": r"\sstyle\s*=|<style",
    "an inline script": r"<script(?![^>]*\ssrc=)",
    "a trigger filter": r"hx-trigger=\"[^\"]*\[",
    "an eval'd value": r"hx-(vals|headers|vars)=",
    "another site": r"(src|href|action)=\"(https?:)?//",
    "debug": r"{%\s*debug",
}


EVALUATES = (
    *(r"\beval\(", r"new Function", r"\.innerHTML\s*=", r"\.outerHTML\s*=", "insertAdjacentHTML"),
    *(r"document\.write", "https?://"),
)
MISSING_ON_A_LAN = (
    *("randomUUID", "serviceWorker", "navigator.locks", "wakeLock", "clipboard", "crypto.subtle"),
)


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def uncommented(path: Path) -> str:
    return re.sub(r"{#.*?#}", "", path.read_text(encoding="utf-8"), flags=re.S)


@pytest.mark.parametrize("path", TEMPLATES, ids=name)
def test_a_template_holds_nothing_that_runs_by_itself(path: Path) -> None:
    source = uncommented(path)
    assert not {what for what, pattern in FORBIDDEN.items() if re.search(pattern, source, re.I)}


@pytest.mark.parametrize("path", SCRIPTS, ids=name)
def test_a_script_evaluates_no_text(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    for pattern in (
        r"\beval\(",
        r"new Function",
        r"\.innerHTML\s*=",
        r"insertAdjacentHTML",
        r"document\.write",
        r"https?://",
    ):
        assert not re.search(pattern, source), pattern
    for missing_on_a_lan in (
        "randomUUID",
        "serviceWorker",
        "navigator.locks",
        "wakeLock",
        "clipboard",
        "crypto.subtle",
    ):
        assert missing_on_a_lan not in source


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_markup_is_made_in_two_modules_only(path: Path) -> None:
    made = "Markup" in path.read_text(encoding="utf-8")
    assert made == (name(path) in {"companion/web/texts.py", "companion/web/qr.py"})


def imports(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module.split(".")[0])
    return found


def test_htmx_flask_is_met_in_one_module() -> None:
    assert [name(path) for path in MODULES if "htmx_flask" in imports(path)] == ["companion/web/htmx.py"]


def test_no_module_of_the_web_names_a_game(desk: Desk) -> None:
    games = {key for key in desk.parts.shelf.games if key != "tally"} | {
        "nyet",
        "fluxx",
        "nirds",
        "get_nifty",
    }
    for path in (ROOT / "companion/web").glob("*.py"):
        assert not [key for key in games if re.search(rf"\b{key}\b", path.read_text(encoding="utf-8"))]


# -- what templates point to exists


@pytest.mark.parametrize("path", TEMPLATES, ids=name)
def test_every_address_picture_and_part_exists(desk: Desk, path: Path) -> None:
    tree = desk.app.jinja_env.parse(path.read_text(encoding="utf-8"))
    known = desk.app.jinja_env.globals
    for call in tree.find_all(nodes.Call):
        if (
            not isinstance(call.node, nodes.Name)
            or not call.args
            or not isinstance(call.args[0], nodes.Const)
        ):
            continue
        first = call.args[0].value
        match call.node.name:
            case "url_for":
                rules = desk.app.url_map._rules_by_endpoint.get(first, [])
                given = {keyword.key for keyword in call.kwargs}
                assert any(rule.arguments <= given for rule in rules), first
            case "asset_url":
                assert known["has_asset"](first), first
            case "icon":
                sheet = (ROOT / "static/icons.svg").read_text(encoding="utf-8")
                assert f'id="{first}"' in sheet, first
    for part in tree.find_all((nodes.Include, nodes.Extends, nodes.FromImport, nodes.Import)):
        if isinstance(part.template, nodes.Const):
            desk.app.jinja_env.get_template(part.template.value)


@pytest.mark.parametrize("path", TEMPLATES, ids=name)
def test_every_form_that_posts_carries_the_token(path: Path) -> None:
    for form in re.findall(r"<form\b[^>]*method=\"post\".*?</form>", uncommented(path), re.S):
        assert re.search(r"csrf_token\(\)|carried\(|phone_secrets\(", form), form[:120]


def test_vendored_scripts_are_the_ones_written_down() -> None:
    vendor = ROOT / "static/vendor"
    listed = json.loads((vendor / "vendored.json").read_text(encoding="utf-8"))
    text = json.dumps(listed)
    for script in vendor.glob("*.js"):
        digest = hashlib.sha384(script.read_bytes()).digest()
        assert digest.hex() in text or base64.b64encode(digest).decode() in text, script.name
        assert script.name in text


# -- every sentence can be translated


@pytest.mark.parametrize("path", SHELL, ids=name)
def test_every_sentence_of_the_shell_goes_through_gettext(path: Path) -> None:
    source = re.sub(r"{% block body_attributes %}.*?{% endblock %}", "", uncommented(path), flags=re.S)
    plain = re.sub(r"{%.*?%}|{{.*?}}", "", source, flags=re.S)
    read_out = re.findall(r'\b(?:aria-label|placeholder|title|alt)="([^"]*)"', plain)
    texts = [*read_out, *re.split(r"<[^>]*>", plain)]
    left = [text.strip() for text in texts if re.search(r"[A-Za-z]{2,}", text)]
    assert [text for text in left if text not in {"K7QF3M"}] == []


@pytest.mark.parametrize("path", SHELL, ids=name)
def test_gettext_gets_whole_constant_sentences(desk: Desk, path: Path) -> None:
    tree = desk.app.jinja_env.parse(path.read_text(encoding="utf-8"))
    for call in tree.find_all(nodes.Call):
        if isinstance(call.node, nodes.Name) and call.node.name in ("_", "gettext", "ngettext"):
            assert isinstance(call.args[0], nodes.Const)
            assert call.args[0].value.strip() == call.args[0].value


def test_the_pages_tell_htmx_to_evaluate_nothing_and_stay_here(desk: Desk) -> None:
    from html import unescape

    page = desk.device().get("/").text
    found = re.search(r"name=\"htmx-config\" content='([^']+)'", page)
    assert found
    config = json.loads(unescape(found[1]))
    assert config["includeIndicatorCSS"] is False
    assert config["history"] is False


@pytest.mark.parametrize("path", TEMPLATES, ids=name)
def test_a_summary_holds_one_thing_beside_its_sign(path: Path) -> None:
    """It is laid out in two columns: a picture on its own would push the words below it."""
    for inner in re.findall(r"<summary>(.*?)</summary>", path.read_text(encoding="utf-8"), re.DOTALL):
        assert not re.match(r"\s*\{\{\s*(icon|sym|token)\(", inner), inner
