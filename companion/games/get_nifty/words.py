"""Sentences about cards, sums and outcomes."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.text import Joined, Name, Text
from companion.games.get_nifty.events import ChallengeKind, Slot
from companion.games.get_nifty.model import Change, Outcome, Piece, State, Victory
from companion.games.get_nifty.numbers import versus
from companion.games.get_nifty.seating import house_name

KIND_NAMES: dict[ChallengeKind, Text] = {"danger": Text("Danger"), "boredom": Text("Boredom")}
SLOT_NAMES: dict[Slot, Text] = {
    "none": Text("not in play"),
    "up": Text("in play, no marker"),
    "marked": Text("marked"),
    "fluxed": Text("Fluxed"),
}


def change_text(state: State, change: Change) -> Text:
    """What became of one State card."""
    who, card, n = house_name(state, change.house), change.sort, len(state.members(change.house))
    match change.why, change.before, change.after:
        case "took", "fluxed", _:
            return Text(
                "{who} takes the {card} in place of the Fluxed one.",
                many="{who} take the {card} in place of the Fluxed one.",
                who=who,
                card=card,
                n=n,
            )
        case "took", _, _:
            return Text(
                "{who} takes the {card}: face up, no marker.",
                many="{who} take the {card}: face up, no marker.",
                who=who,
                card=card,
                n=n,
            )
        case "stolen", _, _:
            return Text("{who} loses the {card}.", many="{who} lose the {card}.", who=who, card=card, n=n)
        case _, "marked", "up":
            return Text(
                "{who} loses the marker and keeps the {card}.",
                many="{who} lose the marker and keep the {card}.",
                who=who,
                card=card,
                n=n,
            )
        case _, _, "fluxed":
            return Text("{who}'s {card} is Fluxed: turn it over.", who=who, card=card)
        case _, "fluxed", "up":
            return Text("{who}'s {card} is face up again, without a marker.", who=who, card=card)
        case _:
            return Text("{who} marks the {card}.", many="{who} mark the {card}.", who=who, card=card, n=n)


def names_of(pieces: Sequence[Piece]) -> Joined:
    return Joined([piece.name for piece in pieces])


def outcome_lines(state: State, ended: Outcome) -> tuple[Text, ...]:
    """The outcome in the order in which it is carried out."""
    lines = [headline(ended)]
    cards = [piece for piece in (*ended.cancelled, *ended.discarded) if piece.kind != "number"]
    if cards:
        lines.append(Text("To the discard pile: {cards}.", cards=names_of(cards)))
    lines += [
        Text("{card} goes back to {who}'s hand.", card=piece.name, who=Name(piece.seat))
        for piece in ended.returned
    ]
    lines += [change_text(state, change) for change in ended.changes]
    if ended.replaced:
        lines.append(Text("The Fluxed card that was replaced is discarded."))
    if not ended.changes:
        lines.append(Text("No State card changes."))
    return tuple(lines)


def headline(ended: Outcome) -> Text:
    sums = ""
    if ended.attack is not None and ended.defence is not None:
        sums = versus(ended.attack.text, ended.defence.text)
    who, kind = Name(ended.defender), KIND_NAMES[ended.kind]
    if ended.defended:
        said = Text("{who} withstands the {kind}", who=who, kind=kind)
    else:
        said = Text("{who} does not withstand the {kind}", who=who, kind=kind)
    return Text("{said}, {sums}.", said=said, sums=sums) if sums else Text("{said}.", said=said)


def victory_lines(state: State, over: Victory) -> tuple[Text, ...]:
    lines = [
        Text(
            "{who} got Nifty: {sum} of {target}, Safe and Weird.",
            who=house_name(state, house),
            sum=total.text,
            target=over.target,
        )
        for house, total in zip(over.houses, over.totals, strict=True)
    ]
    if over.others:
        others = Joined([house_name(state, house) for house in over.others], " and ")
        if state.options.several == "highest":
            lines.append(
                Text("{others} got there at the same moment with less, or later in turn.", others=others)
            )
        else:
            lines.append(
                Text(
                    "{others} got there at the same moment: the player on turn comes first, then clockwise.",
                    others=others,
                )
            )
    return tuple(lines)
