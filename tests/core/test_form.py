"""What a person sent."""

from __future__ import annotations

import pytest

from companion.core.contract import BadForm, Form


def test_a_form_is_a_mapping_of_first_values() -> None:
    form = Form({"do": "count", "card": ["red", "blue"]})
    assert dict(form) == {"do": "count", "card": "red"}
    assert len(form) == 2
    assert form.all("card") == ["red", "blue"]
    assert form.all("nothing") == []
    assert form.get("nothing") is None


@pytest.mark.parametrize(("raw", "number"), [("7", 7), (" -3 ", -3), ("\N{MINUS SIGN}3", -3), ("007", 7)])
def test_a_number_is_read_as_people_type_it(raw: str, number: int) -> None:
    assert Form({"n": raw}).number("n") == number


@pytest.mark.parametrize("raw", ["", "x", "1.5", "1e3", "--1", "1234567890", "٣", "²", "0x1", "-"])
def test_what_is_no_whole_number_is_refused_by_name(raw: str) -> None:
    with pytest.raises(BadForm) as bad:
        Form({"n": raw}).number("n")
    assert bad.value.text.values["field"] == "n"


def test_a_missing_number_is_refused() -> None:
    with pytest.raises(BadForm):
        Form({}).number("n")


def test_a_word_must_be_one_of_the_allowed() -> None:
    assert Form({"do": "count"}).word("do", "count", "pass") == "count"
    with pytest.raises(BadForm):
        Form({"do": "shout"}).word("do", "count", "pass")
    with pytest.raises(BadForm):
        Form({}).word("do", "count")


def test_a_long_wrong_word_is_shortened() -> None:
    with pytest.raises(BadForm) as bad:
        Form({"do": "x" * 1000}).word("do", "count")
    assert len(str(bad.value.text.values["raw"])) == 40


@pytest.mark.parametrize("raw", ["x" * 1000, "9" * 1000])
def test_a_long_wrong_number_is_shortened(raw: str) -> None:
    with pytest.raises(BadForm) as bad:
        Form({"n": raw}).number("n")
    assert len(str(bad.value.text.values["raw"])) <= 40
