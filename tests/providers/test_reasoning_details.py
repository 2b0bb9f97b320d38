from typing import Any

import pytest

from vaultdesk.providers import reasoning_details
from vaultdesk.providers.reasoning_details import MAX_DETAILS, ReasoningDetails, shown_text


def text(piece: str, index: int | None = 0, **more: Any) -> dict[str, Any]:
    place = {} if index is None else {"index": index}
    return {"type": "reasoning.text", "text": piece, "format": "anthropic-claude-v1", **place, **more}


def encrypted(data: str, **more: Any) -> dict[str, Any]:
    return {"type": "reasoning.encrypted", "data": data, "format": "google-gemini-v1", **more}


def joined(*pieces: Any) -> list[Any]:
    details = ReasoningDetails()
    for piece in pieces:
        details.add([piece])
    return details.blocks


def test_pieces_of_one_block_become_one_with_its_signature() -> None:
    signature = {"type": "reasoning.text", "signature": "c2ln", "index": 0}

    assert joined(text("Let", signature=None), text(" me see."), signature) == [text("Let me see.", signature="c2ln")]


def test_blocks_that_differ_in_index_type_or_id_stay_apart() -> None:
    pieces = [
        text("a", 0),
        text("b", 1),
        {"type": "reasoning.summary", "summary": "s", "index": 1},
        text("c", 1, id="other"),
        text("d", 1, id="third"),
    ]

    assert joined(*pieces) == [
        text("a", 0),
        text("bc", 1, id="other"),
        pieces[2],
        text("d", 1, id="third"),
    ]


def test_text_after_a_signature_is_the_next_block() -> None:
    assert joined(text("a"), text("", signature="s"), text("b")) == [text("a", signature="s"), text("b")]


def test_encrypted_blocks_are_never_joined_and_kept_once() -> None:
    first, second = encrypted("eHg=", index=0, id="call_a"), encrypted("eXk=", index=0, id="call_b")

    assert joined(first, second, first) == [first, second]
    assert joined(encrypted("eHg="), encrypted("eXk=")) == [encrypted("eHg="), encrypted("eXk=")]
    assert joined(text("a"), encrypted("eHg=", index=0), text("b")) == [text("ab"), encrypted("eHg=", index=0)]


def test_without_an_index_only_neighbours_are_joined() -> None:
    assert joined(text("a", None), text("b", None), encrypted("x"), text("c", None)) == [
        text("ab", None),
        encrypted("x"),
        text("c", None),
    ]


def test_a_whole_answers_blocks_are_kept_as_they_are() -> None:
    blocks: Any = [text("a", None), text("b", None), encrypted("x", other={"n": 1})]
    details = ReasoningDetails()
    details.keep(blocks)

    assert details.blocks == blocks


def test_what_is_none_is_passed_over_and_there_is_a_limit() -> None:
    assert joined(7, {"text": "x"}, {"type": 3}) == []
    assert len(joined(*(encrypted("x", id=f"{n}") for n in range(MAX_DETAILS)))) == MAX_DETAILS
    assert joined(*(encrypted("x", id=f"{n}") for n in range(MAX_DETAILS * 2))) == []
    details = ReasoningDetails()
    details.add("x")
    assert details.blocks == []


def test_thinking_without_end_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reasoning_details, "MAX_CHARACTERS", 300)

    assert joined(*[text("x" * 10)] * 20) == []


def test_what_people_may_read_is_told() -> None:
    pieces: Any = [text("Hm, "), {"type": "reasoning.summary", "summary": "so."}, encrypted("eHg="), 7]

    assert shown_text(pieces) == "Hm, so."
    assert shown_text(None) == ""
