"""Messages and their parts as values."""

import pytest
from pydantic import ValidationError

from vaultdesk.chat.messages import (
    Message,
    ProviderPart,
    ReasoningPart,
    Source,
    TextPart,
    ToolCallPart,
    ToolResultPart,
    new_id,
    user_message,
    without_refused_questions,
)

CALL = ToolCallPart(id="call_1", name="file_read", arguments_json='{"file_paths": ["a.md"]}')
READ = Source(path="a.md", heading="Heating", characters=12)
FOUND = Source(path="b.md", characters=3)

EVERYTHING = Message(
    role="assistant",
    parts=(
        ReasoningPart(text="hm"),
        TextPart(text="It is ", sources=(FOUND,)),
        CALL,
        TextPart(text="warm."),
        ToolResultPart(call_id="call_1", name="file_read", content="{}", sources=(READ,)),
        ProviderPart(family="anthropic", item={"signature": "x", "list": [1, None]}),
    ),
    model="work/large",
    cut=True,
)


def test_a_message_reads_back_from_json_unchanged() -> None:
    assert Message.model_validate_json(EVERYTHING.model_dump_json()) == EVERYTHING


def test_the_text_contains_only_text_parts() -> None:
    assert EVERYTHING.text == "It is warm."


def test_tool_calls_are_in_their_original_order() -> None:
    second = CALL.model_copy(update={"id": "call_2"})

    assert Message(role="assistant", parts=(CALL, TextPart(text=""), second)).tool_calls == (CALL, second)


def test_sources_of_text_and_of_results_are_included() -> None:
    assert EVERYTHING.sources == (FOUND, READ)


def test_a_message_cannot_be_changed() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        EVERYTHING.cut = False  # type: ignore[misc]  # the assignment is expected to fail


def test_an_unknown_field_or_kind_is_refused() -> None:
    with pytest.raises(ValidationError):
        Message.model_validate({"role": "user", "parts": [], "colour": "red"})
    with pytest.raises(ValidationError):
        Message.model_validate({"role": "user", "parts": [{"kind": "film"}]})
    with pytest.raises(ValidationError):
        Message.model_validate({"role": "system", "parts": []})


def test_ids_are_unique_and_valid_for_every_provider() -> None:
    ids = {new_id("call") for _ in range(1000)}

    assert len(ids) == 1000
    assert all(len(message_id) <= 40 and message_id.replace("_", "").isalnum() for message_id in ids)
    assert user_message("a").id != user_message("a").id


def test_a_user_message_is_one_text_part() -> None:
    message = user_message("Is it warm?")

    assert (message.role, message.parts, message.cut) == ("user", (TextPart(text="Is it warm?"),), False)
    assert message.created.tzinfo is not None


def answer(text: str, *, refused: bool = False) -> Message:
    return Message(role="assistant", parts=(TextPart(text=text),), refused=refused)


def test_a_refused_question_is_left_out_with_the_messages_that_answered_it() -> None:
    first, second, third = user_message("One"), user_message("Two"), user_message("Three")
    tool_call = Message(role="assistant", parts=(CALL,))
    tool_result = Message(role="tool", parts=(ToolResultPart(call_id="call_1", name="file_read", content="{}"),))
    complete = answer("Fine.")

    messages = (first, complete, second, tool_call, tool_result, answer("I will not.", refused=True), third)

    assert without_refused_questions(messages) == (first, complete, third)
    assert without_refused_questions((first, complete)) == (first, complete)
    assert without_refused_questions((first, answer("", refused=True), second)) == (second,)
    assert without_refused_questions((answer("No.", refused=True), first)) == (first,)
