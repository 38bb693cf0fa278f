"""Get Nifty's own-turn forms: the token is bought with cards that are worth it."""

from __future__ import annotations

from desk import Desk


def test_a_token_is_bought_with_cards_of_five_niftyness_or_more(desk: Desk) -> None:
    ann = desk.device()
    live = desk.tables.open("get_nifty", ["Ann", "Bo"], {}, host=ann.id)
    path = f"/t/{live.row.id}"
    ann.get(path)
    ann.post(f"{path}/enter", {"do": "right", "seat": "1", "safe": "marked", "weird": "marked"})
    assert 'id="token-form"' in ann.get(path).text
    cheap = ann.post(f"{path}/enter", {"do": "token", "seat": "1", "card": ["2", ""]})
    assert cheap.status_code == 422
    assert "NIFTY-TOKEN-02" in cheap.text
    seq = live.seq
    bought = ann.post(f"{path}/enter", {"do": "token", "seat": "1", "card": ["2", "3", ""]})
    assert bought.status_code in {200, 303}
    assert live.seq == seq + 1
    assert 'id="token-form"' not in ann.get(path).text
