"""How the people of each game play at random: what they do how often, what they type, their rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from corpus_adapter import players_of
from corpus_pages import Field, Form
from corpus_players import Player, Style

NAMES = ("Ann", "Bartholomew", "Cy", "Dee", "Eleonora", "Fay")
HANDS = {2: 15, 3: 16, 4: 15, 5: 12}
NYET_MOODS: dict[str, dict[str, float]] = {
    "quick": {"board": 0, "line": 6, "token": 1, "result": 4, "trick": 3, "card": 0},
    "steps": {"line": 2, "token": 6, "result": 0.1, "trick": 12, "card": 0.2},
    "cards": {"line": 5, "token": 2, "result": 0, "trick": 0.1, "card": 12, "hand": 2},
}
NYET_OFTEN = {
    "teams": 8,
    "bonus": 8,
    "discarded": 6,
    "passed": 6,
    "score": 9,
    "void": 0.05,
    "dealer": 0.15,
    "character": 0.2,
    "describe": 0.1,
    "hand": 0.25,
    "laid": 60,
}
NIFTY_OFTEN = {
    "challenge": 5,
    "add": 4,
    "giveup": 2,
    "close": 6,
    "decide": 1.5,
    "turn": 3,
    "state": 5,
    "lay": 2.5,
    "plot": 1.2,
    "token": 9,
    "nifty": 9,
    "ask": 1.5,
    "join": 3,
    "decline": 1,
    "offer": 1.5,
    "refuse": 0.5,
    "use": 2,
    "right": 0.8,
    "duel": 2,
    "remove": 0.4,
    "reshuffle": 0.2,
    "discard": 0.6,
    "option": 1,
    "describe": 3,
    "dealer": 0.1,
}
NIFTY_CARDS = (
    "name=Bun-Bun&kind=character&d=5&s=2&w=3&n=4",
    "name=Aylee&kind=character&d=3&s=1&w=4&n=3",
    "name=Zoe&kind=character&d=3&s=3&w=1&n=2",
    "name=Dex&kind=character&d=4&s=2&w=1&n=1&cancels=VAMPIRE",
    "name=Oasis&kind=character&d=4&s=4&w=2&n=3&returns=1",
    "name=Lysinda&kind=character&d=4&s=1&w=2&n=2&attributes=VAMPIRE",
    "name=Sword&kind=object&d=1&s=0&w=0&n=1",
    "name=Laser+Cannon&kind=object&d=2&s=0&w=0&n=2",
    "name=Playstashun&kind=object&d=0&s=-1&w=inf&n=2",
    "name=Time+Machine&kind=object&d=0&s=inf&w=1&n=3",
    "name=Vamp+Cannon&kind=object&d=0&s=1&w=0&n=1&single_use=1&special=cancels+one&cancels=VAMPIRE",
    "name=Dude!&kind=boredom&value=5",
    "name=Man!&kind=boredom&value=4",
    "name=Doom&kind=plot&d=1&s=0&w=1&n=-1",
    "name=Picnic&kind=plot&d=0&s=1&w=0&n=2&bonuses=VAMPIRE+d+2",
)
NIFTY_WORDS = [card.split("&")[0].removeprefix("name=").replace("+", " ") for card in NIFTY_CARDS]


def nyet_often(player: Player, do: str) -> float:
    return NYET_MOODS[player.mood].get(do, NYET_OFTEN.get(do, 1.0))


def nyet_types(player: Player, name: str) -> str:
    return player.rng.choice(["Raven", "Fox", "white", "star", "the deal was wrong", ""])


def nyet_ticks(player: Player, form: Form, fields: list[Field]) -> list[str]:
    """As many cards as a hand holds, or fewer where some were laid away."""
    values = [one.value for one in fields]
    full = HANDS.get(players_of(player.sitting.live), 12)
    is_hand = form.hidden().get("do") == "hand"
    size = player.rng.choice([full, full, full - 1, full - 2] if is_hand else [1, 1, 2, 3])
    return player.rng.sample(values, min(size, len(values)))


def nifty_often(player: Player, do: str) -> float:
    return NIFTY_OFTEN.get(do, 0.5)


def nifty_types(player: Player, name: str) -> str:
    rng = player.rng
    if name in ("d", "s", "w", "n"):
        return rng.choice(["", "0", "1", "2", "3", "-1"])
    if name == "card" and player.mood == "quick":
        return str(rng.randint(1, 9))
    if name == "card":
        number = rng.randint(1, 6)
        return rng.choice([*NIFTY_WORDS, *NIFTY_WORDS, f"Kiki={number}", "Lamp", f"{number}", "", "inf"])
    return rng.choice(["", "we looked again"])


def nifty_ticks(player: Player, form: Form, fields: list[Field]) -> list[str]:
    values = sorted({one.value for one in fields})
    return player.rng.sample(values, min(len(values), player.rng.choice([0, 1, 1, 2])))


def tally_often(player: Player, do: str) -> float:
    return {"count": 8.0, "pass": 1.5, "guess": 2, "card": 2}.get(do, 1.0)


def tally_types(player: Player, name: str) -> str:
    return str(player.rng.randint(0, 60))


def no_ticks(player: Player, form: Form, fields: list[Field]) -> list[str]:
    return []


def nyet_options(rng: Random) -> dict[str, Any]:
    boxes = ("discard3", "discard2", "discard1", "except1", "pass", "nyet")
    lacking = rng.choice(boxes)
    return {
        "bonus": rng.choice(["team", "share", "holder"]),
        "bonus_declinable": rng.random() < 0.7,
        "supertrump_loot": rng.random() < 0.7,
        "lone_supertrumps": rng.choice(["suit", "printed"]),
        "difference": rng.random() < 0.3,
        "vetoes": rng.random() < 0.7,
        "line2": [box for box in boxes if box != lacking],
        "values": rng.sample([-3, -2, -1, 1, 2, 3, 4, 5], 5),
        **rng.choice([{"rounds": 2}, {"rounds": 3}, {"end": "target", "target": 40}, {"first_round": 4}]),
    }


def nifty_options(rng: Random) -> dict[str, Any]:
    choices: dict[str, list[Any]] = {
        "six": ["teams", "singles"],
        "flux": ["step", "mark"],
        "single_use": ["special", "stats"],
        "fluxed_thief": ["needs", "has"],
        "own_loss": ["usual", "harmless"],
        "spare_card": ["helpers", "first", "flux"],
        "helper_marks": ["defence", "both"],
        "several": ["turn", "highest", "shared"],
        "win_in_challenge": ["at_once", "after"],
        "plot_pays": [False, True],
    }
    return {name: rng.choice(values) for name, values in choices.items()}


def tally_options(rng: Random) -> dict[str, Any]:
    return {"limit": rng.choice([20, 50]), "guessing": rng.random() < 0.9}


def describes_cards(player: Player) -> None:
    """The cards of this evening, most of them typed in before they are played; and some are far ahead."""
    for seat in range(players_of(player.sitting.live)):
        if player.rng.random() < 0.5:
            states = [("safe", "marked"), ("weird", "marked"), ("token", player.rng.choice("001"))]
            assert player.tap("host", [("do", "right"), ("seat", str(seat)), *states])
    for card in player.rng.sample(NIFTY_CARDS, 11):
        pairs = [tuple(part.replace("+", " ").split("=", 1)) for part in card.split("&")]
        assert player.tap("host", [("do", "describe"), *((name, value) for name, value in pairs)])


def keeps_cards(player: Player) -> None:
    """Cards go into the book from the page that asks for them."""
    for name, plus in (("Fish", "3"), ("Hook", "1")):
        pairs = [("name", name), ("plus", plus)]
        player.count("card", player.send("seat 0", "/card", pairs, htmx=False)[0])


def newcomers(player: Player) -> None:
    """Somebody comes late, and at some tables goes early."""
    if player.rng.random() < 0.4:
        player.join()
        player.leave()


@dataclass(frozen=True)
class Evening:
    """How many tables of a game are played, by how many people each, and how."""

    title: str
    seats: tuple[int, ...]
    options: Callable[[Random], dict[str, Any]]
    style: Style
    begins: Callable[[Player], None]


EVENINGS = {
    "nyet": Evening(
        "nyet",
        (2, 3, 4, 5, 2, 3, 4, 5, 3, 4, 5, 5),
        nyet_options,
        Style(nyet_often, nyet_types, nyet_ticks),
        newcomers,
    ),
    "get_nifty": Evening(
        "get_nifty",
        (2, 3, 4, 5, 6, 6, 2, 3, 4, 5, 4, 3),
        nifty_options,
        Style(nifty_often, nifty_types, nifty_ticks),
        describes_cards,
    ),
    "tally": Evening(
        "tally",
        (2, 3, 2, 2),
        tally_options,
        Style(tally_often, tally_types, no_ticks),
        keeps_cards,
    ),
}
QUESTIONS = {
    "nyet": (
        "/check/nyet/trick?players=4&trump=red&supertrump=blue&card=red+7&card=blue+1&card=green+13&card=red+1"
        "&side=0&side=1&side=0&side=1",
        "/check/nyet/trick?players=3&trump=none&supertrump=green&lone=printed&card=green+1,green+9",
        "/check/nyet/trick?players=3&card=red+13",
        "/rules/nyet?q=zzz",
    ),
    "get_nifty": (
        "/check/get_nifty/challenge?kind=danger&attack=Zoe%3D3&attack=4&attack_object=2&defence=Dex%3D2"
        "&defence_object=-1&safe=marked&plot_d=2&plot_s=0",
        "/check/get_nifty/challenge?kind=boredom&attack=Zoe&defence=2",
        "/check/get_nifty/challenge?kind=danger&alone=1&attack=inf&defence=5&safe=fluxed"
        "&describe=Lysinda;+d%3D4;+attributes%3DVAMPIRE;+cancelled_by%3DDex",
        "/cards/get_nifty/card",
        "/cards/get_nifty/card?name=Bun-Bun",
    ),
    "tally": ("/", "/join", "/join?code=abc", "/nowhere", "/cards/tally/card?name=Booster"),
}
