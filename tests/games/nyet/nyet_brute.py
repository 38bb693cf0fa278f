"""A second scorer for NΣT!, written from the rulebook alone and sharing no code with the game.

Cards are (colour, value). A card's `rank list` is compared pair by pair, in the order of play, the
way people do it at the table: the new card takes the trick or it does not.
"""

from __future__ import annotations

from dataclasses import dataclass

Card = tuple[str, int]
COLOURS = ["blue", "red", "yellow", "green"]
HANDS = {5: 12, 4: 15, 3: 16, 2: 15}
THROWN = {"discard3": 3, "discard2": 2, "discard1": 1, "except1": 1, "pass": 0, "nyet": 0}


def whole_deck(players: int) -> list[Card]:
    deck = [(colour, 1) for colour in COLOURS for _ in range(3)]
    deck += [(colour, value) for colour in COLOURS for value in range(2, 14)]
    return [card for card in deck if not (players == 3 and card[1] >= 11)]


@dataclass
class Rules:
    trump: str  # a colour or "none"
    supertrump: str  # a colour or "none"
    value: int
    lone: str = "suit"
    supertrump_loot: bool = True
    bonus: str = "team"
    difference: bool = False

    def is_double_agent(self, card: Card) -> bool:
        return self.supertrump != "none" and card == (self.supertrump, 1)

    def belongs_to(self, card: Card) -> str:
        """The colour a card plays as."""
        if self.is_double_agent(card):
            if self.trump != "none":
                return self.trump
            return "agents" if self.lone == "suit" else card[0]
        return card[0]

    def takes_over(self, card: Card, best: Card) -> bool:
        """Whether a card played later beats the best one so far."""
        if self.is_double_agent(card):
            return True  # nothing stops a supertrump, and of two the last wins
        if self.is_double_agent(best):
            return False
        if card[0] == self.trump and best[0] != self.trump:
            return True
        # Same colour: higher wins, and an equal card played later wins. Any other colour loses.
        return card[0] == best[0] and card[1] >= best[1]


def may_play(rules: Rules, led: Card | None, hand: list[Card]) -> list[Card]:
    if led is None:
        return list(hand)
    following = [card for card in hand if rules.belongs_to(card) == rules.belongs_to(led)]
    return following if following else list(hand)


def trick_result(rules: Rules, plays: list[tuple[int, Card]], wedge: set[int]) -> tuple[int, int]:
    """Winner and loot of a trick."""
    winner, best = plays[0]
    for seat, card in plays[1:]:
        if rules.takes_over(card, best):
            winner, best = seat, card
    loot = 0
    for seat, card in plays:
        other_team = (seat in wedge) != (winner in wedge)
        if card[1] == 1 and other_team and (rules.supertrump_loot or not rules.is_double_agent(card)):
            loot += 1
    return winner, loot


def round_points(
    rules: Rules,
    players: int,
    wedge: set[int],
    results: list[tuple[int, int]],
    owner: int | None,
    doubled: bool,
) -> list[int]:
    """Everybody's points for a round of (winner, loot) tricks."""
    small = wedge if len(wedge) < players - len(wedge) else set(range(players)) - wedge
    scores = {}
    for name, team in (("wedge", wedge), ("circle", set(range(players)) - wedge)):
        items = 0
        for winner, loot in results:
            if winner in team:
                weight = 2 if doubled and rules.bonus == "share" and winner == owner else 1
                items += weight * (1 + loot)
        scores[name] = items * rules.value
        if doubled and rules.bonus == "team" and team == small:
            scores[name] *= 2
    if rules.difference:
        gap = scores["wedge"] - scores["circle"]
        scores = {"wedge": gap if gap > 0 else 0, "circle": -gap if gap < 0 else 0}
    points = [scores["wedge" if seat in wedge else "circle"] for seat in range(players)]
    if doubled and rules.bonus == "holder" and owner is not None:
        points[owner] *= 2
    return points
