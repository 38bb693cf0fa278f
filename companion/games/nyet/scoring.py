"""What a round is worth. Works on facts only; knows no log and no board."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.contract import Offer, RuleViolation, Seat
from companion.core.text import Text
from companion.games.nyet.cards import ONES
from companion.games.nyet.model import Count, Outcome
from companion.games.nyet.options import Options

SIDES = (0, 1)


def doubles(outcome: Outcome, side: int) -> bool:
    return outcome.doubled and side == outcome.teams.smaller


def units(outcome: Outcome, side: int, options: Options) -> int:
    """Tricks and loot of a side; the holder's own count twice where the Bonus doubles the share."""
    own = outcome.counts[side].units
    if doubles(outcome, side) and options.bonus == "share" and outcome.owner_count is not None:
        return own + outcome.owner_count.units
    return own


def side_result(outcome: Outcome, side: int, options: Options) -> int:
    """(Tricks + loot) x value, doubled where the Bonus doubles the whole side (NYET-6.3, 6.15)."""
    result = units(outcome, side, options) * outcome.value
    return result * 2 if doubles(outcome, side) and options.bonus == "team" else result


def side_points(outcome: Outcome, options: Options) -> tuple[int, int]:
    """What each side writes down: its result or, as a variant, only the better side's lead."""
    wedge, circle = (side_result(outcome, side, options) for side in SIDES)
    return (max(wedge - circle, 0), max(circle - wedge, 0)) if options.difference else (wedge, circle)


def seat_points(outcome: Outcome, options: Options) -> dict[Seat, int]:
    """What each player writes down: the side's points in full (NYET-6.5)."""
    points = side_points(outcome, options)
    sheet = {seat: points[side] for side in SIDES for seat in outcome.teams.members(side)}
    if outcome.doubled and options.bonus == "holder" and outcome.owner is not None:
        sheet[outcome.owner] *= 2
    return dict(sorted(sheet.items()))


def result_text(outcome: Outcome, side: int, options: Options) -> Text:
    """How a side's result came about, opened out."""
    count, value = outcome.counts[side], str(outcome.value).replace("-", "\N{MINUS SIGN}")
    plain = Text("({tricks} + {loot}) × {value}", tricks=count.tricks, loot=count.loot, value=value)
    if doubles(outcome, side) and options.bonus == "share" and outcome.owner_count is not None:
        return Text(
            "({tricks} + {loot} + Bonus {own}) × {value}",
            tricks=count.tricks,
            loot=count.loot,
            own=outcome.owner_count.units,
            value=value,
        )
    return twice(plain) if doubles(outcome, side) and options.bonus == "team" else plain


def twice(plain: Text) -> Text:
    return Text("{plain} × 2", plain=plain)


def side_sum(outcome: Outcome, side: int, options: Options) -> Text:
    """The sum behind `side_points`."""
    own = result_text(outcome, side, options)
    if not options.difference:
        return own
    other = result_text(outcome, 1 - side, options)
    if side_points(outcome, options)[side] > 0:
        return Text("{own} \N{MINUS SIGN} {other}", own=own, other=other)
    return Text("0: {own} is not more than {other}", own=own, other=other)


def seat_sum(outcome: Outcome, seat: Seat, options: Options) -> Text:
    """The sum behind `seat_points`."""
    side = outcome.teams.side(seat)
    plain = side_sum(outcome, side, options)
    if not (outcome.doubled and options.bonus == "holder" and seat == outcome.owner):
        return plain
    if options.difference and side_points(outcome, options)[side] > 0:
        return Text("({plain}) × 2", plain=plain)
    return plain if options.difference else twice(plain)


# -- what cannot be


def check_tricks(tricks: int, total: int) -> None:
    if not 0 <= tricks <= total:
        raise RuleViolation(
            "NYET-4.18", Text("{tricks} tricks cannot be: the round has {total}.", tricks=tricks, total=total)
        )


def check_loot(count: Count, foes: int, fits: Sequence[Offer] = ()) -> None:
    """Loot of one side, or of one player, against the tricks it lay in."""
    if count.loot > 0 and count.tricks == 0:
        raise RuleViolation(
            "NYET-5.41",
            Text("{loot} loot without a trick: loot lies in won tricks.", loot=count.loot),
            fits,
        )
    if not 0 <= count.loot <= count.tricks * foes:
        raise RuleViolation(
            "NYET-5.42",
            Text(
                "{loot} loot in {tricks} tricks against {foes} cannot be: at most {most}.",
                loot=count.loot,
                tricks=count.tricks,
                foes=foes,
                most=count.tricks * foes,
            ),
            fits,
        )


def check_ones(loot: int, ones: int, fits: Sequence[Offer] = ()) -> None:
    if loot > ones:
        raise RuleViolation(
            "NYET-5.40",
            Text("{loot} loot cannot be: at most {ones} of the 1s can be captured.", loot=loot, ones=ones),
            fits,
        )


def ones_in_play(discarded: int, supertrump: bool, supertrumps_too: bool) -> int:
    """How many 1s can become loot in a round."""
    return ONES - discarded - (3 if supertrump and not supertrumps_too else 0)
