"""The command line: serve (the default), replay, export, import, schema, games."""

from __future__ import annotations

import io
import json
import sqlite3
import sys
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

import click
import msgspec
import platformdirs

from companion import __version__
from companion.core.codec import BadRecord, Codec
from companion.core.contract import Game, RuleViolation
from companion.core.ledger import Ledger, Refold
from companion.core.text import Joined, Name, Text, say
from companion.shelf import Shelf
from companion.tables import files
from companion.tables.errors import NoSuchTable, TableRefusal
from companion.tables.live import LiveTable
from companion.tables.log import Log
from companion.tables.service import Tables
from companion.tables.store import CannotWrite, Store

DEFAULT_PORT = 8080
RULES_SAY_NO, WRONG_SHAPE = 1, 2


def default_db() -> Path:
    return Path(platformdirs.user_data_dir("companion", appauthor=False)) / "companion.db"


class DefaultToServe(click.Group):
    """`companion` alone serves; options of `serve` may follow at once."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not args or (args[0].startswith("-") and args[0] not in {"--help", "-h", "--version"}):
            args = ["serve", *args]
        return super().parse_args(ctx, args)


games_option = click.option(
    "--games",
    multiple=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Also look for games in this folder (games/, templates/, static/).",
)
db_option = click.option(
    "--db",
    type=click.Path(path_type=Path),
    default=None,
    help="The database file. Default: your data folder.",
)


@click.group(cls=DefaultToServe, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="companion")
def main() -> None:
    """Keep score and check the rules while you play real cards at a real table.

    Without a command it starts the server: `companion` is `companion serve`.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a list with a name in it never ends in a traceback


@main.command()
@click.option("--port", default=DEFAULT_PORT, show_default=True, help="The port to listen on; 0 takes any.")
@db_option
@click.option("--no-browser", is_flag=True, help="Do not open the host page in a browser.")
@click.option("--local", is_flag=True, help="Only this computer can reach it, no phones.")
@click.option(
    "--name", "names", multiple=True, help="A name phones know this computer by, instead of numbers."
)
@games_option
def serve(
    port: int, db: Path | None, no_browser: bool, local: bool, names: tuple[str, ...], games: tuple[Path, ...]
) -> None:
    """Start the companion and show where phones find it."""
    from companion.server import Server
    from companion.web.qr import terminal

    path = db or default_db()
    try:
        server = Server(path, port, bind="127.0.0.1" if local else "0.0.0.0", names=names, games=games)
    except sqlite3.Error as error:
        raise cannot_open(path, error) from None
    except OSError as error:
        if error.filename is not None:
            raise cannot_open(path, error) from None
        raise click.ClickException(
            f"Cannot listen on port {port}: {error.strerror}. Try `companion --port {port + 1}`."
        ) from None

    def started() -> None:
        if local:
            click.echo("\nCompanion is running, for this computer only.\n")
        else:
            address = server.addresses()[0]
            click.echo(f"\nCompanion is running. Phones on the same Wi-Fi open\n\n  {address}\n")
            if sys.stdout.isatty():
                click.echo(terminal(address))
        click.echo(f"You look after it here (keep this link to yourself):\n\n  {server.host_link}\n")
        click.echo("Ctrl-C stops it. Everything that was entered is already on disk.", nl=True)
        sys.stdout.flush()
        if not no_browser:
            webbrowser.open(server.host_link)

    server.run(started)


@main.command()
@click.argument("file", type=click.File("rb"))
@games_option
def replay(file: Any, games: tuple[Path, ...]) -> None:
    """Fold a table file and print standings, public view and notices as JSON.

    Exit 1: an entry breaks a rule; its number, the rule and why are on stderr.
    Exit 2: the file has the wrong shape.
    """
    ledger, _title = load(Shelf(games), file)
    game, table = ledger.game, ledger.table

    def plain(value: Any) -> Any:
        if isinstance(value, Text | Joined | Name):
            return say(value, table.names)
        raise TypeError(f"{type(value)} in a view")

    document = {
        "game": game.key,
        "players": table.names,
        "standings": game.standings(table.state),
        "view": game.view(table.state, None),
        "notices": game.notices(table.state),
    }
    text = msgspec.json.encode(msgspec.to_builtins(document, enc_hook=plain))
    click.echo(msgspec.json.format(text, indent=2))


def load(shelf: Shelf, file: Any) -> tuple[Ledger, str]:
    """The table in a file and its title; ends the program if it cannot be."""
    name = getattr(file, "name", "<stdin>")
    try:
        game, title, setup, entries = files.read(shelf, files.parse(file.read()))
    except BadRecord as bad:
        fail(WRONG_SHAPE, f"{name}: {bad}")
    try:
        return Ledger.load(game, setup, entries), title
    except RuleViolation as no:
        fail(RULES_SAY_NO, f"set-up: {no.rule}: {say(no.text, setup.players)}")
    except Refold as refold:
        if isinstance(refold.why, RuleViolation):
            why = refold.why
            fail(RULES_SAY_NO, f"entry {refold.seq}: {why.rule}: {say(why.text, refold.names)}")
        fail(WRONG_SHAPE, f"{name}: entry {refold.seq}: {refold.why}")


def fail(code: int, message: str) -> NoReturn:
    """End the program with one line that says why."""
    click.echo(" ".join(message.split()), err=True)
    sys.exit(code)


def cannot_open(path: Path, error: Exception) -> click.ClickException:
    why = error.strerror if isinstance(error, OSError) else error
    return click.ClickException(f"Cannot open the database {path}: {why}.")


@contextmanager
def tables_in(path: Path, games: tuple[Path, ...]) -> Iterator[Tables]:
    """The tables of a database, without a server."""
    try:
        store = Store(path)
    except (sqlite3.Error, OSError) as error:
        raise cannot_open(path, error) from None
    try:
        yield Tables(Shelf(games), Log(store), b"")
    except CannotWrite as error:
        raise click.ClickException(f"Cannot write to {path} right now: {error}.") from None
    finally:
        store.close()


@main.command()
@click.argument("game")
@games_option
def schema(game: str, games: tuple[Path, ...]) -> None:
    """Print the JSON Schema of a game's table files: its options and events."""
    click.echo(json.dumps(Codec(find_game(Shelf(games), game)).schema, indent=2))


def find_game(shelf: Shelf, key: str) -> Game:
    if key not in shelf.games:
        raise click.ClickException(
            f"There is no game {key!r}. There are: {', '.join(shelf.games) or 'none'}."
        )
    return shelf.games[key]


@main.command("games")
@games_option
def list_games(games: tuple[Path, ...]) -> None:
    """List the games on the shelf."""
    for key, (game, title) in Shelf(games).titles.items():
        click.echo(f"{key:16} {title.name}, {game.seats.start}-{game.seats.stop - 1} players")


@main.command()
@click.argument("code")
@click.option(
    "--secrets", is_flag=True, help="With secret entries, also while the game runs: to move it elsewhere."
)
@db_option
@games_option
def export(code: str, secrets: bool, db: Path | None, games: tuple[Path, ...]) -> None:
    """Print a table as a JSON file. CODE is its six-character code, or `all` to list the tables."""
    path = db or default_db()
    if not path.exists():
        raise click.ClickException(f"There are no tables yet: {path} does not exist.")
    with tables_in(path, games) as tables:
        if code == "all":
            for row in tables.log.tables():
                click.echo(f"{row.code}  {row.opened_at}  {row.title:12} {', '.join(row.players)}")
            return
        live = find_table(tables, code)
        document = files.export(live.row, live.ledger, secrets=secrets)
        click.echo(json.dumps(document, indent=1, ensure_ascii=False).encode())


def find_table(tables: Tables, code: str) -> LiveTable:
    try:
        return tables.by_code(code)
    except NoSuchTable:
        pass
    except Refold as refold:
        raise click.ClickException(f"Table {code} cannot be read: {refold}") from None
    if found := tables.log.tables("code = ?", (code.strip().upper(),)):
        raise click.ClickException(
            f"Its game {found[0].game!r} is not on the shelf: name its folder with --games."
        )
    raise click.ClickException(f"There is no table {code!r}. `companion export all` lists them.")


@main.command("import")
@click.argument("file", type=click.File("rb"))
@db_option
@games_option
def import_file(file: Any, db: Path | None, games: tuple[Path, ...]) -> None:
    """Bring a table file in as a new table. Nothing is ever overwritten."""
    with tables_in(db or default_db(), games) as tables:
        ledger, title = load(tables.shelf, file)
        try:
            live = tables.open(title, ledger.setup.players, ledger.setup.options, entries=ledger.entries)
        except TableRefusal as no:
            fail(RULES_SAY_NO, f"set-up: {say(no.text, ledger.setup.players)}")
        click.echo(f"Table {live.row.code}: {live.seq} entries.")


if __name__ == "__main__":
    main()
