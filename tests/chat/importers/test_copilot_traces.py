"""Traces of tools, thoughts, errors and several agents in one answer."""

from time import process_time

from vaultdesk.chat.importers.copilot_traces import answer_of
from vaultdesk.chat.messages import ReasoningPart, TextPart, ToolCallPart, ToolResultPart


def kinds(text: str) -> list[str]:
    return [part.kind for part in answer_of(text).parts]


def test_a_plain_answer_is_one_text() -> None:
    assert answer_of("A **heat** pump.").parts == (TextPart(text="A **heat** pump."),)


def test_an_unclosed_thought_runs_to_the_end() -> None:
    assert answer_of("Hm. <think>and so on").parts == (TextPart(text="Hm."), ReasoningPart(text="and so on"))


def test_a_plain_result_and_an_encoded_one_read_the_same() -> None:
    ends = ("two hits", "ENC:two%20hits")
    results = [answer_of(f"<!--TOOL_CALL_START:a:s:S:x::false--><!--TOOL_CALL_END:a:{end}-->").parts[1] for end in ends]

    assert results[0] == results[1]
    assert isinstance(results[0], ToolResultPart)
    assert results[0].content == '{"success": true, "data": "two hits"}'


def test_a_call_without_its_end_is_told_as_one_without_a_result() -> None:
    call, result, text = answer_of("<!--TOOL_CALL_START:a:search:S:x::true-->after").parts

    assert isinstance(call, ToolCallPart)
    assert isinstance(result, ToolResultPart)
    assert (call.name, result.is_error, text) == ("search", True, TextPart(text="after"))


def test_an_end_of_another_call_does_not_answer_this_one() -> None:
    text = "<!--TOOL_CALL_START:a:s:S:x::true--><!--TOOL_CALL_END:b:yes-->"

    assert kinds(text) == ["tool_call", "tool_result"]
    assert "not kept" in str(answer_of(text).parts[1])


def test_steps_that_are_no_json_are_kept_as_they_stand() -> None:
    assert answer_of("<!--AGENT_REASONING:done:3:[broken-->x").parts[0] == ReasoningPart(text="[broken")


def test_an_error_at_the_end_is_kept_from_models_and_marks_the_answer_failed() -> None:
    answer = answer_of("Half an ans<errorChunk>quota</errorChunk>")

    assert answer.failed
    assert answer.parts == (TextPart(text="Half an ans"), TextPart(text="Error: quota", hidden=True))


def test_marks_that_are_never_closed_cost_no_more_than_their_length() -> None:
    hostile = "<!--TOOL_CALL_START:" * 50_000 + "<think>" * 50_000 + "<!--copilot:agent " * 50_000
    began = process_time()

    answer_of(hostile + "<!--copilot:multi-agent v=1--><!--copilot:multi-agent-end-->")

    assert process_time() - began < 5
