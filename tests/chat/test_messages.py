"""What was said, as values."""

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


def test_a_message_reads_back_from_json_as_it_was() -> None:
    assert Message.model_validate_json(EVERYTHING.model_dump_json()) == EVERYTHING


def test_the_text_is_what_people_read_and_nothing_else() -> None:
    assert EVERYTHING.text == "It is warm."


def test_calls_come_in_the_order_they_were_made() -> None:
    second = CALL.model_copy(update={"id": "call_2"})

    assert Message(role="assistant", parts=(CALL, TextPart(text=""), second)).tool_calls == (CALL, second)


def test_sources_of_text_and_of_results_are_both_counted() -> None:
    assert EVERYTHING.sources == (FOUND, READ)


def test_a_message_cannot_be_changed() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        EVERYTHING.cut = False  # type: ignore[misc]  # that it cannot be set is the test


def test_an_unknown_field_or_kind_is_refused() -> None:
    with pytest.raises(ValidationError):
        Message.model_validate({"role": "user", "parts": [], "colour": "red"})
    with pytest.raises(ValidationError):
        Message.model_validate({"role": "user", "parts": [{"kind": "film"}]})
    with pytest.raises(ValidationError):
        Message.model_validate({"role": "system", "parts": []})


def test_ids_are_unique_and_safe_for_every_vendor() -> None:
    ids = {new_id("call") for _ in range(1000)}

    assert len(ids) == 1000
    assert all(len(found) <= 40 and found.replace("_", "").isalnum() for found in ids)
    assert user_message("a").id != user_message("a").id


def test_what_a_person_said_is_one_text_part() -> None:
    said = user_message("Is it warm?")

    assert (said.role, said.parts, said.cut) == ("user", (TextPart(text="Is it warm?"),), False)
    assert said.created.tzinfo is not None


def answer(text: str, *, refused: bool = False) -> Message:
    return Message(role="assistant", parts=(TextPart(text=text),), refused=refused)


def test_a_declined_question_is_left_out_with_all_that_followed_it() -> None:
    first, second, third = user_message("One"), user_message("Two"), user_message("Three")
    called = Message(role="assistant", parts=(CALL,))
    told = Message(role="tool", parts=(ToolResultPart(call_id="call_1", name="file_read", content="{}"),))
    whole = answer("Fine.")

    talk = (first, whole, second, called, told, answer("I will not.", refused=True), third)

    assert without_refused_questions(talk) == (first, whole, third)
    assert without_refused_questions((first, whole)) == (first, whole)
    assert without_refused_questions((first, answer("", refused=True), second)) == (second,)
    assert without_refused_questions((answer("No.", refused=True), first)) == (first,)
