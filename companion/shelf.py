"""The shelf: which games there are, their rule tables, and where pages and styles lie.

A game is found by its folder `games/<key>`; nothing lists the games. `Shelf(extra)` looks in a
second folder of the same shape (`games/`, `templates/`, `static/`) as well.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path

import companion.games
from companion.core.contract import Game, Rule, Title

PACKAGE = Path(__file__).parent
HEADER = ["id", "section", "edition", "rule", "kind", "example", "note"]


def resources(name: str) -> Path:
    """The folder `templates` or `static`: inside the installed package, or beside it in a checkout."""
    packed = PACKAGE / name
    return packed if packed.is_dir() else PACKAGE.parent / name


class Shelf:
    """All games, by key."""

    def __init__(self, extra: Iterable[Path] = ()) -> None:
        self.extra = tuple(Path(folder).resolve() for folder in extra)
        for folder in self.extra:
            if str(folder / "games") not in companion.games.__path__:
                companion.games.__path__.append(str(folder / "games"))

    @cached_property
    def games(self) -> dict[str, Game]:
        found = {}
        for module in sorted(m.name for m in pkgutil.iter_modules(companion.games.__path__) if m.ispkg):
            game = importlib.import_module(f"companion.games.{module}").GAME
            found[game.key] = game
        return found

    @cached_property
    def titles(self) -> dict[str, tuple[Game, Title]]:
        """Every box on the shelf, by the title's key."""
        return {title.key: (game, title) for game in self.games.values() for title in game.titles}

    def folders(self, name: str) -> list[Path]:
        """Where `templates` or `static` files may lie."""
        return [resources(name), *(folder / name for folder in self.extra)]

    def rules(self, key: str) -> dict[str, Rule]:
        """A game's rule table by id."""
        return self._rules[key]

    @cached_property
    def _rules(self) -> dict[str, dict[str, Rule]]:
        tables = {}
        for key in self.games:
            package = importlib.import_module(f"companion.games.{key}")
            path = Path(package.__path__[0]) / "rules.tsv"
            tables[key] = {rule.id: rule for rule in read_rules(path)}
        return tables


def read_rules(path: Path) -> list[Rule]:
    """The rows of a `rules.tsv`."""
    lines = path.read_text(encoding="utf-8").splitlines()
    if lines[0].split("\t") != HEADER:
        raise ValueError(f"{path}: the first line must be {HEADER}")
    return [Rule(*line.split("\t")) for line in lines[1:] if line]
