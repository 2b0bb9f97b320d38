"""Seal: what a caller carries comes back as it was, or not at all."""

import base64
import time

import pytest
from hypothesis import given
from hypothesis import strategies as some

from vaultdesk.chat.messages import ProviderPart
from vaultdesk.endpoint.signed_state import MAX_STATE_BYTES, CarriedState, StateSigner

OURS = StateSigner("vd-ours")
KEPT = CarriedState(
    calls=("call_1", "call_2"), parts=(ProviderPart(family="m@h/x", item={"layout": [{"native": {"a": "é"}}]}),)
)


def test_what_was_closed_is_opened_as_it_was() -> None:
    word = OURS.seal(KEPT)

    assert word.isascii()
    assert word.isprintable()
    assert OURS.unseal(word) == KEPT
    assert StateSigner("vd-ours").unseal(word) == KEPT, "also after a new start"
    assert OURS.unseal(OURS.seal(CarriedState())) == CarriedState()


def test_nobody_elses_is_opened() -> None:
    assert StateSigner("vd-theirs").unseal(OURS.seal(KEPT)) is None


def test_one_changed_character_anywhere_is_enough() -> None:
    word = OURS.seal(KEPT)
    for place, character in enumerate(word):
        other = "A" if character != "A" else "B"
        assert OURS.unseal(word[:place] + other + word[place + 1 :]) is None
        assert OURS.unseal(word[:place]) is None
    assert OURS.unseal(word + "AAAA") is None


def test_what_is_signed_and_yet_no_answer_is_passed_over() -> None:
    data = b'{"calls": 7}'
    whole = OURS._digest(data) + data

    assert OURS.unseal("vd1." + base64.b64encode(whole).decode()) is None


@given(some.text())
def test_any_text_is_passed_over(text: str) -> None:
    assert OURS.unseal(text) is None
    assert OURS.unseal("vd1." + text) is None


def test_half_of_a_character_pair_breaks_nothing() -> None:
    word = OURS.seal(CarriedState(parts=(ProviderPart(family="m", item="\ud800"),)))

    assert OURS.unseal(word) in (None, CarriedState(parts=(ProviderPart(family="m", item="\ud800"),)))


@pytest.mark.parametrize("item", ["x" * MAX_STATE_BYTES, ["\U0001f600" * (MAX_STATE_BYTES // 10)]])
def test_what_is_too_long_is_not_closed(item: str) -> None:
    assert OURS.seal(CarriedState(parts=(ProviderPart(family="m", item=item),))) == ""


def test_a_long_false_word_costs_little() -> None:
    began = time.process_time()

    assert OURS.unseal("vd1." + "A" * 15_000_000) is None
    assert time.process_time() - began < 0.5
