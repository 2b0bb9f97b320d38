"""What can be cut of a conversation, and what never is."""

import json

from vaultdesk.agent.exchanges import (
    SMALL,
    cut_to,
    exchanges,
    tokens_in,
    without_old_rounds,
    without_old_texts,
    without_texts,
)
from vaultdesk.chat.attached_text import wrap_attached
from vaultdesk.chat.messages import ImagePart, Message, Source, TextPart, ToolCallPart, ToolResultPart, user_message

LONG = json.dumps({"success": True, "data": [{"path": "A.md", "content": "x" * 4000}]})


def said(text: str) -> Message:
    return Message(role="assistant", parts=(TextPart(text=text),))


def round_of_tools(call_id: str, content: str = LONG) -> tuple[Message, Message]:
    call = ToolCallPart(id=call_id, name="file_read", arguments_json="{}", arguments={})
    source = Source(path="A.md", characters=4000)
    result = ToolResultPart(call_id=call_id, name="file_read", content=content, sources=(source,))
    return Message(role="assistant", parts=(call,)), Message(role="tool", parts=(result,))


TALK = (user_message("One"), *round_of_tools("c1"), said("1"), user_message("Two"), *round_of_tools("c2"),
        *round_of_tools("c3"))  # fmt: skip


def contents(messages: tuple[Message, ...]) -> list[int]:
    return [len(part.content) for m in messages for part in m.parts if isinstance(part, ToolResultPart)]


def test_an_exchange_is_a_question_with_all_that_followed() -> None:
    assert [len(group) for group in exchanges(TALK)] == [4, 5]
    assert [len(group) for group in exchanges((said("Hello"), *TALK))] == [1, 4, 5]
    assert exchanges(()) == []


def test_old_results_are_left_out_without_their_calls() -> None:
    cut = without_old_texts(TALK)
    first, second, third = contents(cut)

    assert first < SMALL
    assert second == third == len(LONG)
    assert [message.id for message in cut] == [message.id for message in TALK]
    assert cut[2].sources == ()
    part = cut[2].parts[0]
    assert isinstance(part, ToolResultPart)
    told = json.loads(part.content)
    assert (told["success"], told["notes"]) == (True, ["A.md"])
    assert "xxxx" not in part.content


def test_the_last_round_of_tools_stays_whatever_is_cut() -> None:
    assert [length == len(LONG) for length in contents(without_old_rounds(TALK))] == [False, False, True]


def test_small_results_stay() -> None:
    small = (user_message("One"), *round_of_tools("c1", '{"success": true}'), user_message("Two"))
    assert without_old_texts(small) == small


def test_texts_and_pictures_beside_old_questions_are_named_alone() -> None:
    source = Source(path="A.md", characters=4000, allowed="person")
    beside = TextPart(text=wrap_attached("x" * 4000, note="A.md"), sources=(source,))
    picture = ImagePart(media_type="image/png", data="", name="plan.png", sources=(Source(path="plan.png"),))
    question = Message(role="user", parts=(beside, picture, TextPart(text="So?")))
    (cut,) = without_texts((question,))

    assert cut.text.endswith("So?")
    assert "xxx" not in cut.text
    assert not cut.images
    # Named under their own sources: a rule that closes the note takes its name out, too.
    assert [(one.path, one.characters) for one in cut.sources] == [("A.md", 0), ("plan.png", 0)]


def test_tokens_are_counted_as_for_the_caps() -> None:
    assert tokens_in((user_message("x" * 400),)) == 100


def test_what_must_go_is_cut_as_far_as_it_must_and_stays_json() -> None:
    source = Source(path="B.md", characters=9_000, allowed="person")
    beside = TextPart(text=wrap_attached("y" * 9_000, note="B.md"), sources=(source,))
    question = Message(role="user", parts=(beside, TextPart(text="z" * 2_000)))
    talk = (user_message("w" * 400), question, *round_of_tools("c1"))
    cut = cut_to(talk, 2_600)

    assert 1_800 < tokens_in(cut) <= 2_600
    assert cut[0] == talk[0]
    assert cut[1].parts[1] == question.parts[1]
    assert "more characters]" in cut[1].text
    part = cut[-1].parts[0]
    assert isinstance(part, ToolResultPart)
    content = json.loads(part.content)["data"][0]
    assert content["path"] == "A.md"
    assert content["content"].endswith("more characters]")
    # What the person kept back is known again by these.
    assert [one.sources for one in cut] == [one.sources for one in talk]
    assert cut_to(talk, 100_000) == talk


def test_a_result_that_is_no_json_is_cut_as_a_text() -> None:
    talk = (user_message("w"), *round_of_tools("c1", "x" * 8_000))
    part = cut_to(talk, 1_000)[-1].parts[0]
    assert isinstance(part, ToolResultPart)
    assert part.content.startswith("xxx")
    assert part.content.endswith("more characters]")
