"""The command line: what people type, what they get, and how it ends."""

from __future__ import annotations

import json
import os
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner, Result
from example_files import Example, all_examples

from companion import __version__
from companion.cli import main
from companion.core.events import Amended, StruckOut
from companion.shelf import Shelf
from companion.tables.log import Log
from companion.tables.overtaken import Sent
from companion.tables.service import Tables
from companion.tables.store import Store

DEMO = Path(__file__).parent.parent / "demo"
COMMANDS = ("serve", "replay", "schema", "games", "export", "import")
EXAMPLES = all_examples(Shelf([DEMO]))
ANN = Sent(by="Ann")


def run(*words: object, games: bool = True, given: str | bytes | None = None) -> Result:
    """Run the command line in this process. A traceback is never an answer."""
    more = ["--games", str(DEMO)] if games else []
    result = CliRunner().invoke(main, [*map(str, words), *more], input=given)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def table_file(**change: Any) -> dict[str, Any]:
    plain: dict[str, Any] = {
        "companion": 1,
        "game": "tally",
        "players": ["Ann", "Bo"],
        "entries": [{"seat": 0, "event": "Counted", "data": {"n": 4}}],
    }
    return {name: value for name, value in {**plain, **change}.items() if value is not ...}


def replay(document: Any) -> Result:
    given = document if isinstance(document, str | bytes) else json.dumps(document)
    return run("replay", "-", given=given)


@pytest.fixture(params=EXAMPLES, ids=lambda e: f"{e.game.key}/{e.path.stem}")
def example(request: pytest.FixtureRequest) -> Example:
    found: Example = request.param
    return found


# -- help


def test_help_names_every_command() -> None:
    for flag in ("--help", "-h"):
        result = run(flag, games=False)
        assert result.exit_code == 0
        assert all(f"\n  {name} " in result.stdout for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself_and_its_options(name: str) -> None:
    result = run(name, "--help", games=False)
    assert result.exit_code == 0
    command = main.commands[name]
    assert command.help
    assert command.help.split()[:5] == result.stdout.split("\n\n")[1].split()[:5]
    for option in command.params:
        if option.param_type_name == "option":
            assert getattr(option, "help", None), f"{name} {option.name} has no help"


def test_the_version_is_told() -> None:
    assert run("--version", games=False).stdout == f"companion, version {__version__}\n"


def test_an_unknown_command_ends_with_a_hint() -> None:
    result = run("gmaes", games=False)
    assert result.exit_code == 2
    assert "No such command" in result.stderr


def test_games_lists_what_is_on_the_shelf(shelf: Shelf) -> None:
    result = run("games")
    assert result.exit_code == 0
    assert len(result.stdout.splitlines()) == len(shelf.titles)
    for key, (_, title) in shelf.titles.items():
        assert f"{key:16} {title.name}, " in result.stdout


# -- schema


def validator(key: str) -> jsonschema.Draft202012Validator:
    result = run("schema", key)
    assert result.exit_code == 0
    schema = json.loads(result.stdout)
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def test_the_schema_fits_every_example(example: Example) -> None:
    validator(example.game.key).validate(example.document)


@pytest.mark.parametrize(
    "change",
    [
        {"companion": 2},
        {"game": "chess"},
        {"players": ["Ann"]},
        {"players": ...},
        {"entries": ...},
        {"options": {"limit": 11}},
        {"options": {"colour": "red"}},
        {"extra": 1},
        {"entries": [{"event": "Sneezed"}]},
        {"entries": [{"seat": 0, "event": "Counted"}]},
        {"entries": [{"seat": 0, "event": "Counted", "data": {"n": "4"}}]},
        {"entries": [{"seat": 0, "event": "Counted", "data": {"n": 4, "m": 5}}]},
        {"entries": [{"event": "Counted", "data": {"n": 4}}]},
    ],
)
def test_the_schema_refuses_what_a_replay_refuses(change: dict[str, Any]) -> None:
    document = table_file(**change)
    with pytest.raises(jsonschema.ValidationError):
        validator("tally").validate(document)
    assert replay(document).exit_code in {1, 2}


def test_the_schema_of_a_game_that_is_not_there_says_which_are() -> None:
    result = run("schema", "chess")
    assert result.exit_code == 1
    assert "There is no game 'chess'" in result.stderr
    assert "tally" in result.stderr


# -- replay


def test_a_replay_prints_standings_view_and_notices(example: Example) -> None:
    result = run("replay", example.path)
    assert (result.exit_code, result.stderr) == (0, "")
    said = json.loads(result.stdout)
    assert set(said) == {"game", "players", "standings", "view", "notices"}
    expected = json.loads(example.expected.read_text(encoding="utf-8")) if example.expected.exists() else {}
    rows = said["standings"]["rows"]
    for name, found in (
        ("scores", [row["score"] for row in rows]),
        ("ranks", [row["rank"] for row in rows]),
        ("winners", [row["seat"] for row in rows if row["winner"]]),
        ("finished", said["standings"]["finished"]),
        ("notices", [notice["rule"] for notice in said["notices"]]),
    ):
        assert found == expected.get(name, found), name


def test_texts_in_a_replay_are_finished_sentences() -> None:
    path = next(example.path for example in EXAMPLES if example.path.stem == "TALLY-6-a-whole-game")
    said = json.loads(run("replay", path).stdout)
    assert said["players"] == ["Ann", "Bo", "Cy"]
    assert said["notices"] == [
        {"rule": "TALLY-4", "text": "Cy showed a guess above the limit.", "seat": 2},
    ]
    assert said["view"]["rows"][0] == {
        "seat": 0,
        "count": 10,
        "present": True,
        "leads": True,
        "shown": None,
        "has_guessed": False,
    }


def test_a_replay_shows_no_secret() -> None:
    document = table_file(entries=[{"seat": 0, "event": "Guessed", "data": {"number": 4711}}])
    result = replay(document)
    assert result.exit_code == 0
    assert "4711" not in result.stdout


def test_a_refused_entry_ends_with_one_line_that_names_entry_rule_and_reason() -> None:
    entries = [
        {"seat": 0, "event": "Counted", "data": {"n": 4}},
        {"seat": 1, "event": "Counted", "data": {"n": -1}},
    ]
    result = replay(table_file(entries=entries))
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "entry 2: TALLY-1: Bo has only 0: -1 would go below zero.\n"


def test_a_refusal_uses_the_names_people_had_then() -> None:
    entries = [
        {"event": "PlayerJoined", "data": {"name": "Cy\nthe\tsecond"}},
        {"seat": 0, "event": "PlayerRenamed", "data": {"name": "Änne"}},
        {"seat": 2, "event": "Counted", "data": {"n": -1}},
    ]
    result = replay(table_file(entries=entries))
    assert result.exit_code == 1
    assert result.stderr == "entry 3: TALLY-1: Cy the second has only 0: -1 would go below zero.\n"


@pytest.mark.parametrize(
    ("document", "line"),
    [
        (table_file(players=["Ann"]), "set-up: TABLE-PLAYERS: "),
        (table_file(players=[]), "set-up: TABLE-PLAYERS: "),
        (table_file(entries=[{"seat": 5, "event": "Counted", "data": {"n": 1}}]), "entry 1: TABLE-SEAT: "),
        (table_file(entries=[{"event": "Undone", "data": {"seq": 1}}]), "entry 1: TABLE-UNDO: "),
        (table_file(entries=[{"event": "StruckOut", "data": {"seq": 9}}]), "entry 1: TABLE-CHANGE: "),
        (
            table_file(entries=[{"event": "OptionChanged", "data": {"name": "limit", "value": 3}}]),
            "entry 1: TABLE-OPTION: ",
        ),
    ],
)
def test_what_the_table_itself_refuses_has_a_rule_too(document: dict[str, Any], line: str) -> None:
    result = replay(document)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(line)
    assert result.stderr.count("\n") == 1


def entry(**change: Any) -> dict[str, Any]:
    plain = {"seat": 0, "event": "Counted", "data": {"n": 4}}
    return table_file(entries=[{name: v for name, v in {**plain, **change}.items() if v is not ...}])


WRONG: dict[str, tuple[Any, str]] = {
    "nothing": ("", "not JSON"),
    "not JSON": ("{", "not JSON"),
    "not text": (b"\xff\xfe\x00", "not JSON"),
    "no number": ('{"companion": NaN}', "NaN is no number"),
    "half a character": (json.dumps(table_file(players=["\ud800", "Bo"])), "not JSON"),
    "very deep": ("[" * 100_000, "not JSON"),
    "a list": ([], "must be a JSON object"),
    "another version": (table_file(companion=2), "$.companion must be 1"),
    "no version": (table_file(companion=...), "$.companion must be 1"),
    "unknown key": (table_file(colour="red"), "$.colour is unknown"),
    "unknown game": (table_file(game="chess"), "$.game: there is no game 'chess'"),
    "no game": (table_file(game=...), "$.game: "),
    "a game that is a list": (table_file(game=["tally"]), "$.game: "),
    "unknown title": (table_file(title="chess"), "$.title: tally has no title 'chess'"),
    "a title that is a list": (table_file(title=[]), "$.title: "),
    "no players": (table_file(players=...), "$.players"),
    "players that are numbers": (table_file(players=[1, 2]), "$.players"),
    "an empty name": (table_file(players=["Ann", ""]), "$.players"),
    "options that are a list": (table_file(options=[]), "$.options"),
    "bad option": (table_file(options={"limit": 11}), "options: Invalid enum value 11 - at `$.limit`"),
    "unknown option": (
        table_file(options={"colour": 1}),
        "options: Object contains unknown field - at `$.colour`",
    ),
    "no entries": (table_file(entries=...), "$.entries"),
    "entries that are an object": (table_file(entries={}), "$.entries"),
    "an entry that is a number": (table_file(entries=[1]), "$.entries[0] must be an object"),
    "unknown key of an entry": (entry(colour="red"), "$.entries[0].colour is unknown"),
    "unknown event": (entry(event="Sneezed"), "$.entries[0]: there is no event 'Sneezed' in tally"),
    "an event that is a list": (entry(event=["Counted"]), "$.entries[0]: there is no event"),
    "wrong type": (entry(data={"n": "four"}), "$.entries[0]: Counted: Expected `int`, got `str` - at `$.n`"),
    "missing": (entry(data={}), "$.entries[0]: Counted: Object missing required field `n`"),
    "unknown field": (
        entry(data={"n": 1, "m": 2}),
        "$.entries[0]: Counted: Object contains unknown field",
    ),
    "data that is a list": (entry(data=[4]), "$.entries[0]: Counted: data must be an object"),
    "no seat": (entry(seat=...), "$.entries[0]: Counted: Object missing required field `seat`"),
    "a seat that is text": (
        entry(seat="Ann"),
        "Counted: Expected `int`, got `str` - at `$.seat`",
    ),
    "seat inside": (
        entry(seat=..., data={"seat": 0, "n": 1}),
        "Counted: the seat stands beside",
    ),
    "wrong seq": (entry(seq=2), "$.entries[0].seq must be 1"),
    "at": (entry(at=12), "$.entries[0].at must be text"),
    "by": (entry(by=["Ann"]), "$.entries[0].by must be text"),
    "key": (entry(key=5), "$.entries[0].key must be text"),
    "a key twice": (
        table_file(entries=[{"event": "TurnPassed", "key": "k"}, {"event": "TurnPassed", "key": "k"}]),
        "$.entries[1].key is that of entry 1",
    ),
    "a set-up in the middle": (
        table_file(entries=[{"event": "SetUp", "data": {"players": ["A", "B"], "options": {}}}]),
        "entry 1: SetUp cannot stand here",
    ),
    "an undo inside a change": (
        table_file(
            entries=[
                {"event": "TurnPassed"},
                {"event": "Amended", "data": {"seq": 1, "event": {"event": "Undone", "data": {"seq": 1}}}},
            ]
        ),
        "entry 2: entry 1 cannot become Undone",
    ),
}


@pytest.mark.parametrize(("document", "says"), WRONG.values(), ids=WRONG.keys())
def test_a_file_of_the_wrong_shape_ends_with_what_is_wrong_where(document: Any, says: str) -> None:
    result = replay(document)
    assert (result.exit_code, result.stdout) == (2, "")
    assert says in result.stderr
    assert result.stderr.count("\n") == 1
    assert result.stderr.startswith("<stdin>: ")


def test_a_file_that_is_not_there_is_wrong_too(tmp_path: Path) -> None:
    result = run("replay", tmp_path / "none.json")
    assert result.exit_code == 2
    assert "No such file" in result.stderr


# -- export and import


class Desk:
    """A database of its own and the tables in it."""

    def __init__(self, folder: Path, shelf: Shelf) -> None:
        self.db = folder / "companion.db"
        self.shelf = shelf

    def play(self, job: Callable[[Tables], Any]) -> Any:
        store = Store(self.db)
        try:
            return job(Tables(self.shelf, Log(store), b"s" * 32))
        finally:
            store.close()

    def standings(self, code: str) -> Any:
        def find(tables: Tables) -> Any:
            live = tables.by_code(code)
            return live.game.standings(live.table.state)

        return self.play(find)

    def export(self, code: str, *more: str) -> dict[str, Any]:
        result = run("export", code, "--db", self.db, *more)
        assert (result.exit_code, result.stderr) == (0, "")
        return dict(json.loads(result.stdout))

    def bring_in(self, document: Any) -> str:
        result = run("import", "-", "--db", self.db, given=json.dumps(document))
        assert (result.exit_code, result.stderr) == (0, "")
        word, code, *_ = result.stdout.split()
        assert word == "Table"
        return code.rstrip(":")

    def entries(self) -> int:
        db = sqlite3.connect(self.db)
        try:
            return int(db.execute("select count(*) from entries").fetchone()[0])
        finally:
            db.close()


@pytest.fixture
def desk(tmp_path: Path, shelf: Shelf) -> Desk:
    return Desk(tmp_path, shelf)


def eventful(tables: Tables) -> str:
    """A running game with a secret, a ruling, a change with a loss, an undo and a struck out entry."""
    live = tables.open("tally", ["Ann", "Bö"], {"limit": 20})

    def enter(own: int | None = None, lift: frozenset[str] = frozenset(), **form: object) -> None:
        texts = {name: str(value) for name, value in form.items()}
        tables.play(live, own, texts, Sent("Ann", f"k{live.seq}", "f"), lift=lift, reason="the card says so")

    enter(do="count", seat=0, n=5)
    enter(do="guess", number=4711, own=1)
    enter(do="count", seat=0, n=-4)
    enter(do="count", seat=1, n=19)
    enter(do="count", seat=1, n=6, lift=frozenset({"TALLY-2"}))
    counted = live.ledger.codec.decode({"event": "Counted", "seat": 0, "data": {"n": 3}})
    tables.change(live, live.ledger.preview(Amended(1, counted)).entry.event, ANN)
    guessed = live.ledger.codec.decode({"event": "Guessed", "seat": 1, "data": {"number": 4712}})
    tables.change(live, Amended(2, guessed), ANN)
    tables.undo(live, 7, ANN)
    enter(do="pass")
    tables.change(live, StruckOut(9), ANN)
    assert live.ledger.entries[5].event.drops == (3,)
    return live.row.code


def test_an_eventful_table_comes_back_from_its_file_with_the_same_standings(desk: Desk) -> None:
    code = desk.play(eventful)
    live = desk.standings(code)
    assert [row.score for row in live.rows] == [3, 25]
    for more in ((), ("--secrets",)):
        document = desk.export(code, *more)
        validator("tally").validate(document)
        replayed = json.loads(replay(document).stdout)["standings"]
        assert [row["score"] for row in replayed["rows"]] == [3, 25]
        copy = desk.bring_in(document)
        assert copy != code
        assert desk.standings(copy) == live
        assert desk.export(copy, *more)["entries"] == document["entries"]


def test_secrets_are_withheld_while_the_game_runs_unless_asked_for(desk: Desk) -> None:
    code = desk.play(eventful)
    public, whole = desk.export(code), desk.export(code, "--secrets")
    assert "471" not in json.dumps(public["entries"])
    assert "Guessed" not in json.dumps(public)
    assert public["entries"][1]["event"] == "Withheld"
    assert public["entries"][6]["data"]["event"]["event"] == "Withheld"
    assert whole["entries"][1]["data"] == {"number": 4711}
    assert len(public["entries"]) == len(whole["entries"])


def test_secrets_of_a_finished_game_are_in_its_file(desk: Desk) -> None:
    def finish(tables: Tables) -> str:
        live = tables.open("tally", ["Ann", "Bo"], {})
        for own, form in (
            (1, {"do": "guess", "number": "4711"}),
            (None, {"do": "count", "seat": "0", "n": "10"}),
            (None, {"do": "pass"}),
            (None, {"do": "pass"}),
        ):
            tables.play(live, own, form, ANN)
        return live.row.code

    assert desk.export(desk.play(finish))["entries"][0]["data"] == {"number": 4711}


def test_every_example_goes_in_and_comes_out_the_same(desk: Desk, example: Example) -> None:
    code = desk.bring_in(example.document)
    out = desk.export(code, "--secrets")
    validator(example.game.key).validate(out)
    wanted, given = (json.loads(replay(d).stdout) for d in (example.document, out))
    assert given == wanted
    live = desk.standings(code)
    assert [row.score for row in live.rows] == [row["score"] for row in wanted["standings"]["rows"]]
    assert [row.winner for row in live.rows] == [row["winner"] for row in wanted["standings"]["rows"]]


def test_an_import_never_overwrites(desk: Desk) -> None:
    codes = [desk.bring_in(table_file()) for _ in range(3)]
    assert len(set(codes)) == 3
    listed = run("export", "all", "--db", desk.db).stdout
    assert len(listed.splitlines()) == 3
    assert all(code in listed and "Ann, Bo" in listed for code in codes)


@pytest.mark.parametrize(
    ("document", "code", "says"),
    [
        (table_file(players=["Ann", "ann"]), 1, "set-up: Two players are called ann"),
        (table_file(players=["Ann", "\u3164"]), 1, "set-up: Every player needs a name."),
        (table_file(players=["Ann"]), 1, "set-up: TABLE-PLAYERS: "),
        (entry(data={"n": -4}), 1, "entry 1: TALLY-1: "),
        (entry(event="Sneezed"), 2, "there is no event"),
        (table_file(entries=[{"event": "TurnPassed", "key": "k"}] * 2), 2, ".key is that of entry 1"),
    ],
)
def test_an_import_that_is_refused_leaves_nothing(desk: Desk, document: Any, code: int, says: str) -> None:
    result = run("import", "-", "--db", desk.db, given=json.dumps(document))
    assert (result.exit_code, result.stdout) == (code, "")
    assert says in result.stderr
    assert result.stderr.count("\n") == 1
    assert run("export", "all", "--db", desk.db).stdout == ""


def test_a_code_may_be_typed_small_and_an_unknown_one_says_how_to_list_them(desk: Desk) -> None:
    code = desk.bring_in(table_file())
    assert desk.export(code.lower())["players"] == ["Ann", "Bo"]
    result = run("export", "AAAAAA", "--db", desk.db)
    assert result.exit_code == 1
    assert "`companion export all`" in result.stderr


def test_a_database_that_does_not_exist_is_not_made_by_an_export(tmp_path: Path) -> None:
    result = run("export", "all", "--db", tmp_path / "none.db")
    assert result.exit_code == 1
    assert "There are no tables yet" in result.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("command", ["export", "import", "serve"])
def test_a_file_that_is_no_database_is_named_and_left_alone(tmp_path: Path, command: str) -> None:
    db = tmp_path / "letter.db"
    db.write_text("Dear Ann, " * 200)
    words = {"export": ["all"], "import": ["-"], "serve": ["--port", "0"]}[command]
    result = run(command, *words, "--db", db, given=json.dumps(table_file()))
    assert result.exit_code == 1
    assert f"Cannot open the database {db}: file is not a database." in result.stderr
    assert db.read_text() == "Dear Ann, " * 200


@pytest.mark.parametrize("command", ["import", "serve"])
def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path, command: str) -> None:
    (tmp_path / "file").write_text("")
    db = tmp_path / "file" / "companion.db"
    words = ["import", "-"] if command == "import" else ["serve", "--port", "0"]
    result = run(*words, "--db", db, given=json.dumps(table_file()))
    assert result.exit_code == 1
    assert f"Cannot open the database {db}: " in result.stderr


def test_a_table_whose_game_is_not_on_the_shelf_says_so(desk: Desk) -> None:
    code = desk.bring_in(table_file())
    db = sqlite3.connect(desk.db)
    db.execute("update tables set game = 'chess'")
    db.commit()
    db.close()
    result = run("export", code, "--db", desk.db)
    assert result.exit_code == 1
    assert "'chess' is not on the shelf" in result.stderr


def test_a_stored_table_that_no_longer_fits_the_rules_says_which_entry(desk: Desk) -> None:
    code = desk.bring_in(table_file(options={"limit": 50}, entries=[entry(data={"n": 30})["entries"][0]]))
    db = sqlite3.connect(desk.db)
    db.execute("update tables set options = '{\"limit\": 10}'")
    db.commit()
    db.close()
    result = run("export", code, "--db", desk.db)
    assert result.exit_code == 1
    assert f"Table {code} cannot be read: entry 1: TALLY-2" in result.stderr
    assert desk.entries() == 1


# -- as a program of its own


def program(*words: object, **more: Any) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-W", "error", "-m", "companion.cli", *map(str, words)]
    return subprocess.run(command, capture_output=True, timeout=60, **more)


def test_the_program_writes_utf_8_whatever_the_terminal_speaks(tmp_path: Path) -> None:
    env = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    file, db = tmp_path / "table.json", tmp_path / "companion.db"
    file.write_text(json.dumps(table_file(players=["Änne ☃", "Bo"])), encoding="utf-8")
    replayed = program("replay", file, "--games", DEMO, env=env)
    assert (replayed.returncode, replayed.stderr) == (0, b"")
    assert json.loads(replayed.stdout)["players"] == ["Änne ☃", "Bo"]
    assert program("import", file, "--db", db, "--games", DEMO, env=env).returncode == 0
    listed = program("export", "all", "--db", db, env=env)
    assert (listed.returncode, listed.stderr) == (0, b"")
    exported = program("export", listed.stdout[:6].decode(), "--db", db, "--games", DEMO, env=env)
    assert json.loads(exported.stdout)["players"] == ["Änne ☃", "Bo"]


def test_a_refusal_is_an_exit_code_and_one_line_outside_too(tmp_path: Path) -> None:
    file = tmp_path / "table.json"
    for document, code in ((entry(data={"n": -4}), 1), (entry(event="Sneezed"), 2)):
        file.write_text(json.dumps(document))
        result = program("replay", file, "--games", DEMO)
        assert (result.returncode, result.stdout) == (code, b"")
        assert result.stderr.count(b"\n") == 1


@pytest.mark.parametrize("words", [("export", "all"), ("serve", "--port", "0", "--local", "--no-browser")])
def test_what_cannot_be_opened_ends_with_one_line_outside_too(tmp_path: Path, words: tuple[str, ...]) -> None:
    db = tmp_path / "letter.db"
    db.write_text("Dear Ann, " * 200)
    result = program(*words, "--db", db)
    assert (result.returncode, result.stdout) == (1, b"")
    assert result.stderr == f"Error: Cannot open the database {db}: file is not a database.\n".encode()


def test_a_port_that_is_taken_says_which_to_try(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        result = program("serve", "--local", "--no-browser", "--port", port, "--db", tmp_path / "a.db")
    assert (result.returncode, result.stdout) == (1, b"")
    assert f"Cannot listen on port {port}: ".encode() in result.stderr
    assert f"`companion --port {port + 1}`".encode() in result.stderr
