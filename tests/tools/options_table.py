"""The options of every built-in game as Markdown, for docs/rules-and-options.md.

`python tests/tools/options_table.py` prints what the page must hold; a test compares.
"""

from __future__ import annotations

from companion.core.contract import Game, Option
from companion.core.text import say
from companion.shelf import Shelf


def value_of(option: Option, value: object) -> str:
    if option.many and isinstance(value, tuple | list):
        return ", ".join(value_of_one(option, one) for one in value)
    return value_of_one(option, value)


def value_of_one(option: Option, value: object) -> str:
    labels = {choice.value: say(choice.label, ()) for choice in option.choices}
    return labels.get(value, str(value)) if isinstance(value, str | int | bool) else str(value)


def table(game: Game) -> str:
    defaults = game.options()
    lines = [f"## {game.titles[0].name}", "", "| option | default | choices | rule |", "|---|---|---|---|"]
    for option in game.asked:
        if option.choices:
            choices = ", ".join(say(choice.label, ()) for choice in option.choices)
        else:
            choices = f"{option.low} to {option.high}"
        default = value_of(option, getattr(defaults, option.name))
        lines.append(f"| {say(option.label, ())} | {default} | {choices} | {option.rule or '-'} |")
    return "\n".join(lines)


def main() -> None:
    print("\n\n".join(table(game) for game in Shelf().games.values() if game.asked))


if __name__ == "__main__":
    main()
