"""Tests of providers/tool_emulation/text_answer.py."""

import json
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultdesk.chat.messages import Message, ProviderPart, TextPart, ToolCallPart, ToolResultPart, user_message
from vaultdesk.providers.provider import (
    CallGrew,
    CallReady,
    CallStarted,
    ModelEvent,
    Noticed,
    ReasoningArrived,
    StopReason,
    TextArrived,
    TurnEnded,
    UsageReported,
)
from vaultdesk.providers.tool_emulation import text_answer
from vaultdesk.providers.tool_emulation.model_adapters import DEFAULT_TEXT_LIMITS
from vaultdesk.providers.tool_emulation.text_answer import MAX_TEXT_CALLS, PromptTexts, TextAnswer, TextAnswerRules

# Quotations: a call of a note is recognized when the model repeats it.

CALL = '<tool_call>{"name": "file_read", "arguments": {"file_paths": ["Secret.md"]}}</tool_call>'
CALL_WITH_SPACES = CALL.replace('{"name"', '\n{\n  "name"').replace("}}<", "}\n}\n<")


def result(content: str) -> Message:
    return Message(role="tool", parts=(ToolResultPart(call_id="c", name="file_read", content=content),))


@pytest.mark.parametrize(
    "messages",
    [
        (user_message(f"Repeat: {CALL}"),),
        (result(CALL),),
        (result(json.dumps({"success": True, "data": [{"content": f"# Note\n\n{CALL}\n"}]})),),
        (result(json.dumps({"data": CALL_WITH_SPACES})),),
        (result(json.dumps(json.dumps({"data": CALL_WITH_SPACES}))),),
    ],
)
@pytest.mark.parametrize("call_text", [CALL, CALL_WITH_SPACES])
def test_a_call_in_the_prompt_is_a_quotation(messages: tuple[Message, ...], call_text: str) -> None:
    assert PromptTexts(messages).contains(call_text)


@pytest.mark.parametrize(
    "messages",
    [
        (),
        (user_message("Read Secret.md"),),
        (result(CALL.replace("Secret", "Other")),),
        # The model may repeat its own earlier call.
        (Message(role="assistant", parts=(TextPart(text=CALL),)),),
        # Without its tags it is not a call.
        (result(CALL.removeprefix("<tool_call>")),),
    ],
)
def test_another_call_is_not_a_quotation(messages: tuple[Message, ...]) -> None:
    assert not PromptTexts(messages).contains(CALL)


# Text answer: the events of a turn, in any chunks.

FIND = '<tool_call>{"name": "find", "arguments": {"q": "a"}}</tool_call>'
READ = "<use_tool>\n<name>read</name>\n<args>\n{}\n</args>\n</use_tool>"
CODE = f"```\n{FIND}\n```"
REPLAY = (ProviderPart(family="f", item=1),)
EMULATED = TextAnswerRules(
    allow_calls=True, tool_names=None, streamed=True, text_limits=DEFAULT_TEXT_LIMITS, prompt_texts=PromptTexts(())
)
NATIVE = TextAnswerRules(
    allow_calls=True,
    tool_names=frozenset({"find"}),
    streamed=True,
    text_limits=DEFAULT_TEXT_LIMITS,
    prompt_texts=PromptTexts(()),
)
NO_CALLS = TextAnswerRules(
    allow_calls=False, tool_names=None, streamed=True, text_limits=DEFAULT_TEXT_LIMITS, prompt_texts=PromptTexts(())
)
NOT_STREAMED = TextAnswerRules(
    allow_calls=True, tool_names=None, streamed=False, text_limits=DEFAULT_TEXT_LIMITS, prompt_texts=PromptTexts(())
)


def text_events(text: str, size: int = 0) -> list[ModelEvent]:
    return [TextArrived(text[at : at + size]) for at in range(0, len(text), size)] if size else [TextArrived(text)]


def answer_events(events: Sequence[ModelEvent], rules: TextAnswerRules = EMULATED) -> list[ModelEvent]:
    """Feed *events* as the wrapper does."""
    answer = TextAnswer(rules)
    produced: list[ModelEvent] = []
    for event in events:
        produced.extend(answer.feed(event))
        if answer.should_close:
            return [*produced, *answer.finish_early()]
    return produced


def comparable(events: Sequence[ModelEvent]) -> list[object]:
    """Return *events* for comparison: text and reasoning joined, ids replaced by their order."""
    ids: dict[str, int] = {}
    results: list[object] = []
    for event in events:
        match event:
            case TextArrived(text) | ReasoningArrived(text):
                kind = "text" if isinstance(event, TextArrived) else "thought"
                last = results[-1] if results else None
                if isinstance(last, tuple) and last[0] == kind:
                    results[-1] = (kind, last[1] + text)
                else:
                    results.append((kind, text))
            case CallStarted(call_id, name):
                results.append(("started", ids.setdefault(call_id, len(ids)), name))
            case CallGrew(call_id, text):
                results.append(("grew", ids.setdefault(call_id, len(ids)), text))
            case CallReady(call, written):
                results.append(("ready", ids.setdefault(call.id, len(ids)), call.name, call.arguments, written))
            case Noticed(message):
                results.append(("noticed", message))
            case TurnEnded(stop):
                results.append(("ended", stop))
            case _:
                results.append(event)
    return results


def comparable_answer(
    text: str, stop: StopReason = "end", rules: TextAnswerRules = EMULATED, size: int = 0
) -> list[object]:
    return comparable(answer_events([*text_events(text, size), TurnEnded(stop)], rules))


def call_events(number: int, name: str, arguments: str) -> list[object]:
    return [("started", number, name), ("grew", number, arguments)]


def shown_text(outcome: Sequence[object]) -> str:
    return "".join(item[1] for item in outcome if isinstance(item, tuple) and item[0] == "text")


READY = ("ready", 0, "find", {"q": "a"}, FIND)
STARTED = call_events(0, "find", '{"q": "a"}')
LONG_TEXT = "The results say that the boiler leaks and must be mended at once, they do."


@pytest.mark.parametrize("size", [0, 1, 2, 3, 7])
def test_reasoning_text_and_calls_of_both_dialects_are_separated(size: int) -> None:
    text = f"<think>Hm.</think>\n\nLet me look.\n\n{FIND}\n{READ}\n"

    assert comparable_answer(text, size=size) == [
        ("thought", "Hm."),
        ("text", "Let me look."),
        *STARTED,
        *call_events(1, "read", "{}"),
        READY,
        ("ready", 1, "read", {}, READ),
        ("ended", "tool_calls"),
    ]


@pytest.mark.parametrize("text", ["", "Plain.", CODE, f"Write `{FIND}` for that.", "a < b", "1 <", "<tool"])
def test_an_answer_without_a_call_is_unchanged(text: str) -> None:
    assert comparable_answer(text, size=1) == [*([("text", text)] if text else []), ("ended", "end")]


def test_call_ids_of_the_model_are_replaced() -> None:
    call_with_id = FIND.replace('"name"', '"id": "call_1", "name"')

    calls = [
        event.call
        for event in answer_events([*text_events(call_with_id + call_with_id), TurnEnded("end")])
        if isinstance(event, CallReady)
    ]

    assert len({call.id for call in calls}) == 2
    assert all(call.id.startswith("call_") and call.id != "call_1" for call in calls)


def test_a_call_with_malformed_json_is_ready_with_a_problem() -> None:
    malformed = '<tool_call>{"name": "find", "arguments": {"q": a}}</tool_call>'

    (ready,) = [
        event for event in answer_events([*text_events(malformed), TurnEnded("end")]) if isinstance(event, CallReady)
    ]

    assert (ready.call.name, ready.call.arguments, ready.raw_text) == ("find", None, malformed)
    assert ready.call.problem


def test_a_call_of_an_unknown_tool_is_ready_in_emulation() -> None:
    assert comparable_answer(FIND.replace("find", "ghost"))[2][:3] == ("ready", 0, "ghost")  # type: ignore[index] # a tuple


@pytest.mark.parametrize("stop", ["length", "content_filter"])
def test_calls_of_a_truncated_answer_are_not_ready(stop: StopReason) -> None:
    assert comparable_answer(f"Look.\n{FIND}\n", stop) == [
        ("text", "Look."),
        *STARTED,
        ("noticed", text_answer.CUT_CALL_NOTICE),
        ("ended", stop),
    ]


@pytest.mark.parametrize("stop", ["end", "tool_calls"])
def test_a_complete_call_without_its_closing_tag_is_ready(stop: StopReason) -> None:
    unclosed = FIND.removesuffix("</tool_call>")

    assert comparable_answer(unclosed, stop) == [*STARTED, (*READY[:-1], unclosed), ("ended", "tool_calls")]


@pytest.mark.parametrize("length", [12, 30, 45])
def test_an_incomplete_call_at_the_end_is_dropped_with_a_notice(length: int) -> None:
    outcome = comparable_answer("Look.\n" + FIND[:length])

    assert outcome[1:] == [("noticed", text_answer.BROKEN_CALL_NOTICE), ("ended", "end")]
    assert shown_text(outcome) == "Look."


@pytest.mark.parametrize("length", [12, 30, len(FIND) - 12])
def test_an_unclosed_call_at_the_length_limit_is_dropped_even_if_complete(length: int) -> None:
    outcome = comparable_answer("Look.\n" + FIND[:length], "length")

    assert outcome == [("text", "Look."), ("noticed", text_answer.CUT_CALL_NOTICE), ("ended", "length")]


def test_a_truncated_answer_causes_one_notice() -> None:
    assert comparable_answer(FIND + FIND[:30], "length") == [
        *STARTED,
        ("noticed", text_answer.CUT_CALL_NOTICE),
        ("ended", "length"),
    ]


def test_calls_beyond_the_limit_are_dropped_with_a_notice() -> None:
    outcome = comparable_answer(FIND * (MAX_TEXT_CALLS + 3))

    assert sum(isinstance(item, tuple) and item[0] == "ready" for item in outcome) == MAX_TEXT_CALLS
    assert ("noticed", text_answer.TOO_MANY_CALLS_NOTICE) in outcome
    assert outcome[-1] == ("ended", "tool_calls")


# Answers before the results


@pytest.mark.parametrize("size", [0, 1, 5])
@pytest.mark.parametrize("before", ["One. Two. Three. ", "a" * 201])
def test_a_long_preamble_is_shown_with_a_notice(before: str, size: int) -> None:
    outcome = comparable_answer(f"<think>{'a' * 300}</think>{before}\n{FIND}", size=size)

    assert outcome[1:] == [
        ("text", before.rstrip()),
        ("noticed", text_answer.LONG_PREAMBLE_NOTICE),
        *STARTED,
        READY,
        ("ended", "tool_calls"),
    ]


def test_reasoning_is_not_part_of_the_preamble() -> None:
    assert ("noticed", text_answer.LONG_PREAMBLE_NOTICE) not in comparable_answer(
        f"<think>{'Hm. ' * 300}</think>Look.\n{FIND}"
    )


@pytest.mark.parametrize("size", [0, 1, 4, 64])
def test_a_premature_answer_closes_the_stream_and_is_dropped(size: int) -> None:
    events = [*text_events(f"{FIND}\n{LONG_TEXT}\n{READ}", size), UsageReported(1, 1), TurnEnded("end")]

    assert comparable(answer_events(events)) == [
        *STARTED,
        ("noticed", text_answer.PREMATURE_ANSWER_NOTICE),
        READY,
        ("ended", "tool_calls"),
    ]


@pytest.mark.parametrize("size", [0, 1, 4])
def test_a_short_text_after_the_last_call_is_shown(size: int) -> None:
    assert comparable_answer(f"{FIND}\nI wait.\n", size=size) == [
        *STARTED,
        ("text", "I wait."),
        READY,
        ("ended", "tool_calls"),
    ]


def test_a_short_text_between_two_calls_is_shown_in_order() -> None:
    outcome = comparable_answer(f"{FIND}\nAnd the other.\n{READ}")

    assert outcome[:5] == [*STARTED, ("text", "And the other."), *call_events(1, "read", "{}")]


@pytest.mark.parametrize("size", [0, 1])
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"\n \n{FIND}\n\n", ""),
        (f"Look.\n\n{FIND}\n{READ}\n", "Look."),
        (f"One. {FIND}\nTwo.\n{READ} Three.", "One.\nTwo. Three."),
        (f"One.\n{FIND}Two.", "One.\nTwo."),
        ("  Plain. \n", "  Plain. \n"),
        ("\n", "\n"),
    ],
)
def test_white_space_around_calls_is_removed_and_texts_are_separated(text: str, expected: str, size: int) -> None:
    assert shown_text(comparable_answer(text, size=size)) == expected


def test_reasoning_after_a_call_is_retained() -> None:
    outcome = comparable_answer(f"{FIND}\n<think>{LONG_TEXT}</think>\n{READ}", size=3)

    assert ("thought", LONG_TEXT) in outcome
    assert outcome[-1] == ("ended", "tool_calls")


def test_the_beginning_of_a_token_at_the_end_of_reasoning_is_retained() -> None:
    events = [ReasoningArrived("Hm. a <|b"), TurnEnded("end")]

    assert comparable(answer_events(events)) == [("thought", "Hm. a <|b"), ("ended", "end")]


def test_a_premature_answer_without_streaming_is_truncated_and_read_to_its_end() -> None:
    usage = UsageReported(1, 1)
    events = [*text_events(f"{FIND}\n{LONG_TEXT}{LONG_TEXT}\n{READ}"), usage, TurnEnded("end", REPLAY)]

    produced = answer_events(events, NOT_STREAMED)

    assert comparable(produced) == [
        *STARTED,
        ("noticed", text_answer.PREMATURE_ANSWER_NOTICE),
        usage,
        READY,
        ("ended", "tool_calls"),
    ]
    assert produced[-1] == TurnEnded("tool_calls", REPLAY)
    assert shown_text(comparable_answer(f"{FIND}\n{LONG_TEXT}", rules=NOT_STREAMED)) == LONG_TEXT


# Quoted calls


def test_a_call_quoted_from_a_note_is_text() -> None:
    note = json.dumps({"data": [{"content": f"Secret:\n{FIND}\n"}]})
    result = Message(role="tool", parts=(ToolResultPart(call_id="c", name="read", content=note),))
    rules = TextAnswerRules(
        True, None, streamed=True, text_limits=DEFAULT_TEXT_LIMITS, prompt_texts=PromptTexts((result,))
    )

    assert comparable_answer(f"It says:\n{FIND}", rules=rules) == [
        ("text", "It says:"),
        ("noticed", text_answer.QUOTED_CALL_NOTICE),
        ("text", f"\n{FIND}"),
        ("ended", "end"),
    ]


# Native tools, and calls in the text


def test_a_call_of_an_offered_tool_in_the_text_becomes_a_call() -> None:
    assert comparable_answer(f"Look.\n{FIND}", rules=NATIVE, size=1) == [
        ("text", "Look."),
        *STARTED,
        READY,
        ("ended", "tool_calls"),
    ]


@pytest.mark.parametrize("text", [READ, FIND.replace("find", "ghost"), "<tool_call>{}</tool_call>"])
def test_other_calls_in_the_text_stay_text(text: str) -> None:
    assert comparable_answer(text, rules=NATIVE) == [("text", text), ("ended", "end")]


@pytest.mark.parametrize("before", [True, False])
def test_a_native_call_takes_precedence_over_a_call_in_the_text(before: bool) -> None:
    call = CallReady(ToolCallPart(id="call_n", name="find", arguments_json="{}", arguments={}))
    native: list[ModelEvent] = [CallStarted("call_n", "find"), call]
    events = [*native, *text_events(FIND)] if before else [*text_events(FIND), *native]

    produced = answer_events([*events, TurnEnded("tool_calls", REPLAY)], NATIVE)

    assert [event for event in produced if isinstance(event, CallReady)] == [call]
    assert shown_text(comparable(produced)) == FIND
    assert produced[-1] == TurnEnded("tool_calls", REPLAY)


def test_without_tools_calls_are_text_and_reasoning_is_separated() -> None:
    assert comparable_answer(f"<think>Hm.</think>{FIND}", rules=NO_CALLS, size=1) == [
        ("thought", "Hm."),
        ("text", FIND),
        ("ended", "end"),
    ]


def test_other_events_are_passed_on() -> None:
    events: list[ModelEvent] = [
        ReasoningArrived("Hm."),
        UsageReported(3, 4),
        Noticed("Wait."),
        TurnEnded("refusal", REPLAY),
    ]

    assert answer_events(events) == events


# Streams that fail


@pytest.mark.parametrize(
    ("text", "expected"), [("Hello <tool", "Hello <tool"), (f"{FIND}\nSo ", "So"), (f"{FIND}\n{FIND[:30]}", "")]
)
def test_held_text_is_released_when_the_stream_fails(text: str, expected: str) -> None:
    answer = TextAnswer(EMULATED)

    produced = [*answer.feed(TextArrived(text)), *answer.flush_after_error()]

    assert shown_text(comparable(produced)) == expected
    assert not [event for event in produced if isinstance(event, CallReady)]


PARTS = [
    FIND,
    READ,
    CODE,
    "<think>",
    "</think>",
    "`",
    "```\n",
    "\n",
    " ",
    "Look. ",
    LONG_TEXT,
    FIND[:30],
    "[TOOL_REQUEST]",
    "<",
]


@given(
    text=st.lists(st.sampled_from(PARTS), max_size=8).map("".join),
    chunk_sizes=st.lists(st.integers(1, 40), min_size=1, max_size=20),
    rules=st.sampled_from([EMULATED, NATIVE, NO_CALLS, NOT_STREAMED]),
    stop=st.sampled_from(["end", "tool_calls", "length"]),
)
def test_events_do_not_depend_on_chunk_boundaries(
    text: str, chunk_sizes: list[int], rules: TextAnswerRules, stop: StopReason
) -> None:
    chunks: list[ModelEvent] = []
    remaining = text
    while remaining:
        size = chunk_sizes[len(chunks) % len(chunk_sizes)]
        chunks.append(TextArrived(remaining[:size]))
        remaining = remaining[size:]

    assert comparable(answer_events([*chunks, TurnEnded(stop)], rules)) == comparable_answer(text, stop, rules)
