"""Challenges worked out once more, slowly and from the rulebook alone. Shares nothing with the game's code.

Cards are dicts in one deck by name; who is where is kept in plain lists; every sum is taken anew.
"""

from __future__ import annotations

from typing import Any

BIG = 10**6
"""Stands for infinity: no sum here comes near it."""


def worth(number: Any) -> int:
    return BIG if number == "inf" else number


class Naive:
    def __init__(
        self, deck: dict[str, dict[str, Any]], seats: int, teams: bool, options: dict[str, Any]
    ) -> None:
        self.deck, self.teams, self.options = deck, teams, options
        self.team = [seat % 3 if teams else seat for seat in range(seats)]
        self.slots: dict[tuple[int, str], str] = {}
        self.front: list[list[str]] = [[] for _ in range(seats)]
        self.plot: str | None = None
        self.discards: list[str] = []
        self.back_in_hand: list[tuple[int, str]] = []

    # -- a challenge

    def begin(self, kind: str, attacker: int, defender: int) -> None:
        self.kind, self.attacker, self.defender = kind, attacker, defender
        self.cards: dict[str, list[tuple[int, str]]] = {"attack": [], "defence": []}
        self.people: dict[str, list[int]] = {"attack": [attacker], "defence": [defender]}
        self.used: list[tuple[int, str]] = []
        self.from_hand: list[tuple[int, str]] = []
        if self.teams:
            mate_a, mate_d = (attacker + 3) % 6, (defender + 3) % 6
            if mate_a != defender and attacker != defender:
                self.people["attack"].append(mate_a)
            if mate_d != attacker:
                self.people["defence"].append(mate_d)
        self.cancel(only_objects=True)

    def stat(self, side: str) -> str:
        if self.kind == "danger":
            return "d" if side == "attack" else "s"
        return "value" if side == "attack" else "w"

    def total(self, side: str) -> int:
        stat, sum_ = self.stat(side), 0
        for _, name in self.cards[side]:
            sum_ += worth(self.deck[name][stat])
            if self.plot and self.deck[name]["kind"] == "character":
                for tag, of_stat, amount in self.deck[self.plot]["bonus"]:
                    if tag in self.deck[name]["tags"] and of_stat == stat:
                        sum_ += amount
        if not (self.kind == "boredom" and side == "attack"):
            for seat in self.people[side]:
                for name in self.front[seat]:
                    if (seat, name) not in self.used:
                        sum_ += worth(self.deck[name][stat])
            if self.plot:
                sum_ += worth(self.deck[self.plot][stat])
        return sum_

    def shown(self, side: str) -> Any:
        sum_ = self.total(side)
        return "inf" if sum_ > BIG // 2 else sum_

    def losing(self) -> str:
        attack, defence = self.total("attack"), self.total("defence")
        if defence > BIG // 2:
            return "attack"
        return "defence" if attack > defence else "attack"

    def says(self, one: str, other: str) -> bool:
        """Whether the text of either card takes the other out."""
        a, b = self.deck[one], self.deck[other]
        return any(word in (other, *b["tags"]) for word in a["cancels"]) or any(
            word in (one, *a["tags"]) for word in b["cancelled_by"]
        )

    def everything(self) -> list[tuple[str, int, str, str]]:
        """(side, seat, name, place) of all that stands on a side; twice if it stands on both."""
        found = [(side, seat, name, "card") for side in self.cards for seat, name in self.cards[side]]
        for side, seats in self.people.items():
            for seat in seats:
                found += [
                    (side, seat, name, "object") for name in self.front[seat] if (seat, name) not in self.used
                ]
        return found

    def cancel(self, only_objects: bool = False) -> None:
        doomed = set()
        for side, seat, name, place in self.everything():
            for side2, seat2, name2, place2 in self.everything():
                if only_objects and not place == place2 == "object":
                    continue
                if side == side2 or (seat, name, place) == (seat2, name2, place2):
                    continue
                if place == "object" and self.deck[name]["single"]:
                    continue
                if place2 == "object" and self.kind != "danger":
                    continue
                if self.says(name, name2):
                    doomed.add((side2, seat2, name2, place2))
        self.throw_out(doomed)

    def throw_out(self, doomed: set[tuple[str, int, str, str]]) -> None:
        for side, seat, name, place in doomed:
            if place == "card":
                for card in [card for card in self.cards[side] if card == (seat, name)]:
                    self.cards[side].remove(card)
                    self.discards.append(name)
        for seat, name in {(seat, name) for _, seat, name, place in doomed if place == "object"}:
            self.front[seat].remove(name)
            self.discards.append(name)

    def add(self, side: str, seat: int, names: list[str]) -> None:
        for name in names:
            if self.deck[name]["kind"] == "object":
                self.front[seat].append(name)
                self.from_hand.append((seat, name))
            else:
                self.cards[side].append((seat, name))
        self.cancel()

    def join(self, side: str, seat: int) -> None:
        self.people[side].append(seat)
        if self.teams:
            self.people[side].append((seat + 3) % 6)
        self.cancel()

    def new_plot(self, name: str) -> None:
        if self.plot:
            self.discards.append(self.plot)
        self.plot = name

    def use(self, side: str, seat: int, name: str) -> None:
        doomed = {
            (side2, seat2, name2, place2)
            for side2, seat2, name2, place2 in self.everything()
            if side2 != side
            and (seat2, name2) != (seat, name)
            and self.says(name, name2)
            and (place2 == "card" or self.kind == "danger")
        }
        self.throw_out(doomed)
        if self.deck[name]["single"]:
            self.used.append((seat, name))

    # -- its end

    def finish(self) -> None:
        defended = self.losing() == "attack"
        single_gone = []
        for seat, names in enumerate(self.front):
            for name in names:
                if not self.deck[name]["single"]:
                    continue
                gone = (seat, name) in self.used or (seat, name) in self.from_hand
                if self.options["single_use"] == "stats":
                    for side, seats in self.people.items():
                        counts = self.stat(side) != "value" and self.deck[name][self.stat(side)] != 0
                        gone = gone or (seat in seats and counts)
                if gone:
                    single_gone.append((seat, name))
        for seat, name in single_gone:
            self.front[seat].remove(name)
            self.discards.append(name)
        for side, cards in self.cards.items():
            failed = (side == "attack") == defended
            for seat, name in cards:
                if failed and self.deck[name]["returns"]:
                    self.back_in_hand.append((seat, name))
                else:
                    self.discards.append(name)
        sort = "SAFE" if self.kind == "danger" else "WEIRD"
        if defended:
            for team in {self.team[seat] for seat in self.people["defence"]}:
                self.win_marker(team, sort)
        else:
            self.lose(sort)

    def win_marker(self, team: int, sort: str) -> None:
        now = self.slots[team, sort]
        if now == "up":
            self.slots[team, sort] = "marked"
        elif now == "fluxed":
            self.slots[team, sort] = "marked" if self.options["flux"] == "mark" else "up"

    def lose(self, sort: str) -> None:
        a, b = self.team[self.attacker], self.team[self.defender]
        order: list[int] = []
        for seat in self.people["attack"][1:]:
            if self.team[seat] not in (a, b) and self.team[seat] not in order:
                order.append(self.team[seat])
        before = dict(self.slots)
        thief = None
        if not (a == b and self.options["own_loss"] == "harmless"):
            now = self.slots[b, sort]
            if now == "marked":
                self.slots[b, sort] = "up"
            elif now in ("up", "fluxed"):
                helpers = {"helpers": order, "first": order[:1], "flux": []}[self.options["spare_card"]]
                wanting = ("none", "fluxed") if self.options["fluxed_thief"] == "needs" else ("none",)
                for team in ([] if a == b else [a]) + helpers:
                    if self.slots[team, sort] in wanting:
                        thief = team
                        break
                if thief is not None:
                    self.slots[b, sort] = "none"
                    self.slots[thief, sort] = "up"
                elif now == "up":
                    self.slots[b, sort] = "fluxed"
        if self.options["helper_marks"] == "both":
            for team in order:
                if team != thief and before[team, sort] != "none":
                    self.win_marker(team, sort)
