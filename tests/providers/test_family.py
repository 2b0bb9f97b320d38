from typing import Any

import pytest

from vaultdesk.chat.messages import Message, ProviderPart, TextPart
from vaultdesk.providers.family import LONGEST_ID, can_be_kept, family_of, id_map, native_items, wire_ids
from vaultdesk.providers.strict_json import MAX_DEPTH

CLAUDE = family_of("messages", "api.anthropic.com", "claude-x")


def test_a_family_is_a_wire_a_host_and_a_model() -> None:
    assert CLAUDE == "messages@api.anthropic.com/claude-x"


def test_items_of_another_model_are_not_given_out() -> None:
    other = family_of("messages", "api.anthropic.com", "claude-y")
    message = Message(
        role="assistant",
        parts=(
            TextPart(text="Hi"),
            ProviderPart(family=CLAUDE, item={"signature": "s"}),
            ProviderPart(family=other, item={"signature": "t"}),
        ),
    )

    assert native_items(message, CLAUDE) == [{"signature": "s"}]
    assert native_items(message, other) == [{"signature": "t"}]


def test_the_id_map_is_kept_beside_the_items() -> None:
    parts = (ProviderPart(family=CLAUDE, item={"signature": "s"}), *id_map(CLAUDE, {"call_1": "toolu_9", "call_2": ""}))
    message = Message(role="assistant", parts=parts)

    assert wire_ids(message, CLAUDE) == {"call_1": "toolu_9"}
    assert native_items(message, CLAUDE) == [{"signature": "s"}]
    assert wire_ids(message, "other") == {}


def test_no_map_is_kept_where_the_server_gave_no_ids() -> None:
    assert id_map(CLAUDE, {"call_1": ""}) == ()


def test_a_map_edited_by_hand_gives_what_is_still_readable() -> None:
    odd = ProviderPart(family=CLAUDE, item={"wire_ids": {"call_1": 7, "call_2": "toolu_2"}})
    broken = ProviderPart(family=CLAUDE, item={"wire_ids": "none"})

    assert wire_ids(Message(role="assistant", parts=(odd, broken)), CLAUDE) == {"call_2": "toolu_2"}


@pytest.mark.parametrize("odd", ["\ud800", "a\nb", "x" * (LONGEST_ID + 1)])
def test_an_id_that_no_chat_can_hold_is_not_kept(odd: str) -> None:
    assert id_map(CLAUDE, {"call_1": odd}) == ()
    by_hand = ProviderPart(family=CLAUDE, item={"wire_ids": {"call_1": odd}})
    assert wire_ids(Message(role="assistant", parts=(by_hand,)), CLAUDE) == {}


def test_an_item_is_kept_only_where_it_can_be_sent_again() -> None:
    deep: Any = {}
    for _ in range(MAX_DEPTH):
        deep = {"a": deep}

    assert can_be_kept({"text": "ä", "number": 1.5, "list": [None]})
    assert not can_be_kept(deep)
    assert not can_be_kept({"half": "\ud800"})
    assert not can_be_kept({"number": float("inf")})
