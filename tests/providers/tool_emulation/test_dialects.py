"""Tests of providers/tool_emulation/dialects.py."""

import re
from collections.abc import Sequence

import pytest
from pydantic import JsonValue

from tests.support.campaigns import sampled
from vaultdesk.chat.messages import Message, ToolResultPart, user_message
from vaultdesk.providers.provider import (
    CallReady,
    ModelEvent,
    ReasoningArrived,
    StopReason,
    TextArrived,
    TextReclassified,
    TurnEnded,
)
from vaultdesk.providers.tool_emulation.dialects import (
    ALL_TAGS,
    CALL_FRAMES,
    MAX_TAG_SPACE,
    THOUGHT_FRAMES,
    CallBlock,
    CallOpened,
    ProseText,
    SegmentBuffer,
    ThinkingText,
    possible_tags,
    starts_body,
    tag_at,
)
from vaultdesk.providers.tool_emulation.model_adapters import DEFAULT_TEXT_LIMITS
from vaultdesk.providers.tool_emulation.text_answer import PromptTexts, TextAnswer, TextAnswerRules
from vaultdesk.providers.tool_emulation.tool_schema import Schemas

# Dialects: each form in which models leave calls and reasoning in their text.

SCHEMAS: Schemas = {
    "read_note": {
        "type": "object",
        "properties": {"path": {"type": "string"}, "offset": {"type": "integer"}},
        "required": ["path"],
        "additionalProperties": False,
    },
    "get_current_time": {"type": "object", "properties": {}, "additionalProperties": False},
}
ARGUMENTS_JSON = '{"path": "Budget.md"}'
EXPECTED_CALLS: list[tuple[str, dict[str, JsonValue] | None]] = [("read_note", {"path": "Budget.md"})]
CALL_JSON = f'{{"name": "read_note", "arguments": {ARGUMENTS_JSON}}}'
PARAMETERS_JSON = f'{{"name": "read_note", "parameters": {ARGUMENTS_JSON}}}'
INVOKE = '<invoke name="read_note">\n<parameter name="path">Budget.md</parameter>\n</invoke>'
FUNCTION = "<function=read_note>\n<parameter=path>\nBudget.md\n</parameter>\n</function>"
ANTML = "antml" + ":"

IN_TAGS: dict[str, str] = {
    "Hermes, Qwen": f"<tool_call>\n{CALL_JSON}\n</tool_call>",
    "GLM 4.5": "<tool_call>read_note\n<arg_key>path</arg_key>\n<arg_value>Budget.md</arg_value>\n</tool_call>",
    "Qwen3-Coder": f"<tool_call>\n{FUNCTION}\n</tool_call>",
    "Qwen3-Coder without its first tag": f"{FUNCTION}\n</tool_call>",
    "Granite 3": f"<|tool_call|>[{CALL_JSON}]",
    "Granite 3.3": f"<tool_call>[{CALL_JSON}]",
    "Granite 20B": f"<function_call> {CALL_JSON}",
    "Glaive": f"<functioncall> {CALL_JSON}",
    "LM Studio": f"[TOOL_REQUEST]{CALL_JSON}[END_TOOL_REQUEST]",
    "Kimi K2": "<|tool_calls_section_begin|><|tool_call_begin|>functions.read_note:0<|tool_call_argument_begin|>"
    f"{ARGUMENTS_JSON}<|tool_call_end|><|tool_calls_section_end|>",
    "Kimi K2 without its section": "<|tool_call_begin|>functions.read_note:0<|tool_call_argument_begin|>"
    f"{ARGUMENTS_JSON}<|tool_call_end|>",
    "gpt-oss": f"<|channel|>commentary to=functions.read_note <|constrain|>json<|message|>{ARGUMENTS_JSON}<|call|>",
    "gpt-oss with the recipient first": "<|start|>assistant to=functions.read_note<|channel|>commentary "
    f"json<|message|>{ARGUMENTS_JSON}",
    "DeepSeek R1, V3": "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>read_note\n```json\n"
    f"{ARGUMENTS_JSON}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜><｜end▁of▁sentence｜>",
    "DeepSeek V3.1": "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>read_note<｜tool▁sep｜>"
    f"{ARGUMENTS_JSON}<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
    "DeepSeek V3.2": '<｜DSML｜function_calls>\n<｜DSML｜invoke name="read_note">\n<｜DSML｜parameter name="path" '
    'string="true">Budget.md</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    "DeepSeek V4": '<｜DSML｜tool_calls>\n<｜DSML｜invoke name="read_note">\n<｜DSML｜parameter name="path" '
    'string="true">Budget.md</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜tool_calls>',
    "Step 3": '<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="read_note">'
    '<steptml:parameter name="path">Budget.md</steptml:parameter></steptml:invoke>'
    "<｜tool_call_end｜><｜tool_calls_end｜>",
    "MiniMax M2": f"<minimax:tool_call>\n{INVOKE}\n</minimax:tool_call>",
    "MiniMax M1, Hunyuan": f"<tool_calls>\n{CALL_JSON}\n</tool_calls>",
    "Claude": f"<function_calls>\n{INVOKE}\n</function_calls>",
    "Claude with a prefix": re.sub("<(/?)", rf"<\1{ANTML}", f"<function_calls>\n{INVOKE}\n</function_calls>"),
    "an invoke tag without a frame": INVOKE,
    "Llama 3.1": f"<|python_tag|>{PARAMETERS_JSON}",
    "Llama 3.1 with its end": f"<|python_tag|>{PARAMETERS_JSON}<|eom_id|>",
    "Llama 3.1's own tools": '<|python_tag|>read_note.call(path="Budget.md")<|eom_id|>',
    "Llama 3.1's function tag": f"<function=read_note>{ARGUMENTS_JSON}</function>",
    "Llama 4": '<|python_start|>[read_note(path="Budget.md")]<|python_end|>',
    "Mistral": f"[TOOL_CALLS][{CALL_JSON}]",
    "Mistral with separate arguments": f"[TOOL_CALLS]read_note[ARGS]{ARGUMENTS_JSON}",
    "Mistral with an id": f"[TOOL_CALLS]read_note[CALL_ID]abc123XYZ[ARGS]{ARGUMENTS_JSON}</s>",
    "Mistral without its tokens": f"[TOOL_CALLS]read_note{ARGUMENTS_JSON}",
    "FunctionGemma": "<start_function_call>call:read_note{path:<escape>Budget.md<escape>}<end_function_call>",
    "Gemma 4": '<|tool_call>call:read_note{path:<|"|>Budget.md<|"|>}<tool_call|>',
    "Nemotron": f"<TOOLCALL>[{CALL_JSON}]</TOOLCALL>",
    "OLMo 3": '<function_calls>read_note(path="Budget.md")</function_calls>',
    "Seed-OSS": f"<seed:tool_call>\n{FUNCTION}\n</seed:tool_call>",
    "LFM2": '<|tool_call_start|>[read_note(path="Budget.md")]<|tool_call_end|>',
    "Apertus": f'<|tools_prefix|>[{{"read_note": {ARGUMENTS_JSON}}}]<|tools_suffix|>',
    "InternLM": f"<|action_start|><|plugin|>\n{PARAMETERS_JSON}<|action_end|>",
    "Cohere": f'<|START_ACTION|>[\n{{"tool_call_id": "0", "tool_name": "read_note", "parameters": {ARGUMENTS_JSON}}}\n]'
    "<|END_ACTION|>",
    "Phi-4-mini": f"<|tool_call|>[{CALL_JSON}]<|/tool_call|>",
    "LongCat": "<longcat_tool_call>read_note\n<longcat_arg_key>path</longcat_arg_key>\n<longcat_arg_value>Budget.md"
    "</longcat_arg_value>\n</longcat_tool_call>",
    "the XML dialect of the prompt": f"<use_tool>\n<name>read_note</name>\n<args>\n{ARGUMENTS_JSON}\n</args>\n"
    "</use_tool>",
}
"""One row for each form; each calls one tool."""

ANSWERS_WITHOUT_TAGS: dict[str, str] = {
    "JSON": CALL_JSON,
    "Llama 3.2": PARAMETERS_JSON,
    "a list": f"[{CALL_JSON}]",
    "OpenAI's form": f'{{"type": "function", "function": {PARAMETERS_JSON}}}',
    "fenced": f"```json\n{CALL_JSON}\n```",
    "fenced without a language": f"```\n{CALL_JSON}\n```",
    "Python in a list": '[read_note(path="Budget.md")]',
    "Python": "read_note(path='Budget.md')",
    "Gemma 3": '```tool_code\nprint(default_api.read_note(path="Budget.md"))\n```',
    "Phi-4": f"functools[{CALL_JSON}]",
    "Command R": f'Action: ```json\n[{{"tool_name": "read_note", "parameters": {ARGUMENTS_JSON}}}]\n```',
    "a name in another spelling": CALL_JSON.replace("read_note", "functions.ReadNote"),
    "after reasoning": f"<think>I look.</think>\n{CALL_JSON}",
    "in gpt-oss's last channel": "<|channel|>analysis<|message|>I look.<|end|><|start|>assistant<|channel|>final"
    f"<|message|>{CALL_JSON}",
    "with a token after it": f"{CALL_JSON}<|eot_id|>",
}
"""Calls without tags, which are recognized only as the whole answer."""


def answer_events(
    text: str,
    sizes: Sequence[int] = (1_000_000,),
    stop: StopReason = "end",
    prompt_messages: Sequence[Message] = (),
    *,
    native: bool = True,
    offered: bool = True,
) -> list[ModelEvent]:
    """Return the events of an answer with *text*, in chunks of *sizes* in turn."""
    rules = TextAnswerRules(
        allow_calls=offered,
        tool_names=frozenset(SCHEMAS if offered else ()) if native else None,
        streamed=True,
        text_limits=DEFAULT_TEXT_LIMITS,
        prompt_texts=PromptTexts(prompt_messages),
        schemas=SCHEMAS if offered else {},
    )
    answer = TextAnswer(rules)
    events: list[ModelEvent] = []
    position = turn = 0
    while position < len(text):
        size = sizes[turn % len(sizes)]
        events += answer.feed(TextArrived(text[position : position + size]))
        position, turn = position + size, turn + 1
        if answer.should_close:
            return [*events, *answer.finish_early()]
    return [*events, *answer.feed(TurnEnded(stop))]


def shown_text(events: Sequence[ModelEvent]) -> str:
    return "".join(event.text for event in events if isinstance(event, TextArrived))


def reasoning_text(events: Sequence[ModelEvent]) -> str:
    return "".join(event.text for event in events if isinstance(event, ReasoningArrived))


def ready_calls(events: Sequence[ModelEvent]) -> list[tuple[str, dict[str, JsonValue] | None]]:
    return [(event.call.name, event.call.arguments) for event in events if isinstance(event, CallReady)]


MARKUP = re.compile(r"<[|｜/]|[|｜]>|｜|\[/?[A-Z]{2}|<[a-zA-Z_:]+[ >]|tool_call|call:|functions\.")
"""Markup that must not be shown to the user."""

SIZES = [(1,), (2,), (3, 1), (7,), (1_000_000,)]
CALL_FORMS = [pytest.param(text, id=name) for name, text in {**IN_TAGS, **ANSWERS_WITHOUT_TAGS}.items()]
TAGGED_FORMS = [pytest.param(text, id=name) for name, text in IN_TAGS.items()]


@pytest.mark.parametrize("text", CALL_FORMS)
@pytest.mark.parametrize("native", [True, False])
def test_m1_each_form_is_a_call_in_chunks_of_any_size(text: str, native: bool) -> None:
    for sizes in SIZES:
        events = answer_events(text, sizes, native=native)
        assert ready_calls(events) == EXPECTED_CALLS, sizes
        assert not shown_text(events).strip(), sizes
        assert isinstance(events[-1], TurnEnded)
        assert events[-1].stop == "tool_calls"


@pytest.mark.parametrize("text", TAGGED_FORMS)
def test_m1_each_form_in_tags_may_follow_text(text: str) -> None:
    for sizes in SIZES:
        events = answer_events(f"I will look.\n{text}", sizes)
        assert (shown_text(events).strip(), ready_calls(events)) == ("I will look.", EXPECTED_CALLS), sizes


@pytest.mark.parametrize("frame", CALL_FRAMES.values(), ids=lambda frame: frame.name)
def test_m1_each_row_of_the_table_has_a_form_in_this_test(frame: object) -> None:
    alternatives = {"deepseek ascii", "deepseek call"}  # other spellings of the previous row
    opening, name = frame.opening, frame.name

    assert name in alternatives or any(opening in text for text in IN_TAGS.values())


@pytest.mark.parametrize("text", CALL_FORMS)
def test_m1_a_truncated_answer_runs_no_call(text: str) -> None:
    for end in sampled(range(1, len(text)), 9):
        events = answer_events(text[:end], (5,), stop="length")
        assert ready_calls(events) == [], text[:end]


@pytest.mark.parametrize(
    "name", ["Kimi K2", "gpt-oss", "DeepSeek V3.1", "DeepSeek V3.2", "LFM2", "Mistral with an id", "Gemma 4", "Cohere"]
)
def test_m1_a_stream_truncated_at_any_character_runs_the_complete_call_or_none(name: str) -> None:
    text = f"I look. {IN_TAGS[name]}"
    for end in sampled(range(1, len(text)), 25):
        events = answer_events(text[:end], (3, 4))
        assert ready_calls(events) in ([], EXPECTED_CALLS), text[:end]
        assert MARKUP.search(shown_text(events)) is None, (text[:end], shown_text(events))


@pytest.mark.parametrize("text", CALL_FORMS)
def test_m1_a_call_in_a_fence_a_quote_or_inline_code_is_text(text: str) -> None:
    fence = "~~~~"
    for answer_text in (f"Models write:\n{fence}\n{text}\n{fence}\nThat is all.", f"> It says: {text.splitlines()[0]}"):
        for sizes in ((1,), (1_000_000,)):
            events = answer_events(answer_text, sizes)
            assert ready_calls(events) == []
            assert shown_text(events) == answer_text
    if "`" not in text and "\n" not in text:
        assert ready_calls(answer_events(f"Models write `{text}` there.")) == []


@pytest.mark.parametrize("text", CALL_FORMS)
def test_m1_a_call_quoted_from_the_prompt_is_not_run(text: str) -> None:
    note = Message(role="tool", parts=(ToolResultPart(call_id="c", name="read_note", content=f"# Note\n{text}\n"),))
    for prompt_messages in ([note], [user_message(f"Repeat this: {text}")]):
        for sizes in ((4,), (1_000_000,)):
            events = answer_events(text, sizes, prompt_messages=prompt_messages)
            assert ready_calls(events) == []
            assert not re.search(r"<\||[|｜]>", shown_text(events))


@pytest.mark.parametrize(
    "answer_text", [CALL_JSON, f"```json\n{CALL_JSON}\n```", f"[{CALL_JSON}]", f"functools[{CALL_JSON}]"]
)
def test_m1_a_call_without_tags_quoted_from_a_note_is_not_run_in_another_fence(answer_text: str) -> None:
    note = Message(
        role="tool", parts=(ToolResultPart(call_id="c", name="read_note", content=f"See\n{CALL_JSON}\nthere"),)
    )

    assert ready_calls(answer_events(answer_text)) == EXPECTED_CALLS
    assert ready_calls(answer_events(answer_text, prompt_messages=[note])) == []


@pytest.mark.parametrize("text", TAGGED_FORMS)
def test_m1_a_call_in_reasoning_is_not_run(text: str) -> None:
    assert ready_calls(answer_events(f"<think>I could write\n{text}\n</think>\nDone.")) == []


@pytest.mark.parametrize("text", CALL_FORMS)
def test_m1_without_offered_tools_no_token_is_shown(text: str) -> None:
    events = answer_events(text, (6,), offered=False)

    assert ready_calls(events) == []
    assert not re.search(r"<\||[|｜]>", shown_text(events))


@pytest.mark.parametrize(
    "text",
    [
        '{"name": "read_note", "arguments": {"path": "a.md"}} is how it is called.',
        'Write:\n```json\n{"name": "read_note", "arguments": {"path": "a.md"}}\n```',
        '{"name": "Otto", "age": 4}',
        '{"name": "delete_note", "arguments": {"path": "a.md"}}',
        '{"name": "read_note", "arguments": {"file": "a.md"}}',
        '{"name": "read_note", "arguments": {}}',
        '{"name": "read_note"',
        '[read_note(path="a.md"), and more',
        "[Budget](Budget.md) says so.",
        "[[Budget]] says so.",
        "read_note(path) reads a note.",
        "Action: call Ada.",
        '```python\nprint("Hello")\n```',
        "functools.reduce folds a list.",
        "a <| b |> c <|> d",
        "<s>Five</s> four.",
        "x < y and [1] and {z}",
        "Use `<|im_end|>` there.",
    ],
)
def test_m1_text_without_a_call_is_shown_completely(text: str) -> None:
    for sizes in SIZES:
        events = answer_events(text, sizes)
        assert (shown_text(events), ready_calls(events)) == (text, []), sizes


def test_m1_two_calls_of_one_answer_are_separate() -> None:
    time_json = '{"name": "get_current_time", "arguments": {}}'
    expected_calls = [*EXPECTED_CALLS, ("get_current_time", {})]
    for text in (
        f"<tool_call>{CALL_JSON}</tool_call>\n<tool_call>{time_json}</tool_call>",
        f"[TOOL_CALLS][{CALL_JSON}, {time_json}]",
        f"[TOOL_CALLS]read_note[ARGS]{ARGUMENTS_JSON}[TOOL_CALLS]get_current_time[ARGS]{{}}",
        f"{CALL_JSON}; {time_json}",
        f"{CALL_JSON}\n{time_json}",
        f"<|python_tag|>{CALL_JSON}; {time_json}",
        '[read_note(path="Budget.md"), get_current_time()]',
        'read_note(path="Budget.md")\nget_current_time()',
        "<|tool_calls_section_begin|><|tool_call_begin|>functions.read_note:0<|tool_call_argument_begin|>"
        f"{ARGUMENTS_JSON}<|tool_call_end|><|tool_call_begin|>functions.get_current_time:1<|tool_call_argument_begin|>{{}}"
        "<|tool_call_end|><|tool_calls_section_end|>",
        "<|tool_calls_section_begin|><|tool_call_begin|>functions.read_note:0<|tool_call_argument_begin|>"
        f"{ARGUMENTS_JSON}<|tool_call_end|>\n <|tool_call_begin|>functions.get_current_time:1"
        "<|tool_call_argument_begin|>{}<|tool_call_end|>\n<|tool_calls_section_end|>",
    ):
        assert ready_calls(answer_events(text, (5,))) == expected_calls, text


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('<|tool_call_start|>[read_note(path="a<|tool_call_end|>b")]<|tool_call_end|>', "a<|tool_call_end|>b"),
        ("<|tool_call_start|>[read_note(path='it\\'s')]<|tool_call_end|>", "it's"),
        ('[TOOL_CALLS]read_note[ARGS]{"path": "a[TOOL_CALLS]b"}', "a[TOOL_CALLS]b"),
        ('<|python_tag|>{"name": "read_note", "parameters": {"path": "}; {"}}', "}; {"),
        ("<minimax:tool_call><invoke name='read_note'><parameter name='path'></invoke></parameter></invoke>"
         "</minimax:tool_call>", "</invoke>"),
        ("<start_function_call>call:read_note{path:<escape>a},<end_function_call><escape>}<end_function_call>",
         "a},<end_function_call>"),
    ],
)  # fmt: skip
def test_m1_a_closing_tag_within_a_string_does_not_end_the_call(text: str, value: str) -> None:
    for sizes in SIZES:
        assert ready_calls(answer_events(text, sizes)) == [("read_note", {"path": value})]


REASONING = {
    **{frame.opening: f"{frame.opening}I count.{frame.closing}Four." for frame in THOUGHT_FRAMES},
    "gpt-oss": "<|channel|>analysis<|message|>I count.<|end|><|start|>assistant<|channel|>final<|message|>"
    "Four.<|return|>",
    "gpt-oss with a preamble": "<|channel|>analysis<|message|>I count.<|end|><|start|>assistant<|channel|>commentary"
    "<|message|>Four.<|end|>",
    "gpt-oss without ends": "<|channel|>analysis<|message|>I count.<|start|>assistant<|channel|>final<|message|>Four.",
    "Cohere": "<|START_THINKING|>I count.<|END_THINKING|><|START_RESPONSE|>Four.<|END_RESPONSE|>",
}


@pytest.mark.parametrize("name", ["answer", "response"])
def test_m2_tags_around_an_answer_after_reasoning_are_not_shown(name: str) -> None:
    for sizes in SIZES:
        events = answer_events(f"<think>\nI count.\n</think>\n<{name}>\nFour.\n</{name}>", sizes)
        assert (shown_text(events).strip(), reasoning_text(events).strip()) == ("Four.", "I count."), sizes
        for text in (f"Write <{name}>x</{name}>.", f"<{name}>x</{name}>", f"<think>a</think>So <{name}>x</{name}>"):
            assert shown_text(answer_events(text, sizes)).endswith(f"<{name}>x</{name}>" + "." * text.endswith("."))


@pytest.mark.parametrize("text", REASONING.values(), ids=REASONING)
def test_m2_reasoning_is_separated_from_the_answer(text: str) -> None:
    for sizes in SIZES:
        events = answer_events(text, sizes)
        assert (shown_text(events), reasoning_text(events)) == ("Four.", "I count."), sizes


@pytest.mark.parametrize("closing", sorted({frame.closing for frame in THOUGHT_FRAMES}))
def test_m2_a_closing_tag_without_an_opening_one_reclassifies_the_text_before_it(closing: str) -> None:
    for sizes in SIZES:
        events = answer_events(f"The user wants four.\n{closing}\n\nFour.", sizes)
        reclassified = [number for number, event in enumerate(events) if isinstance(event, TextReclassified)]
        assert len(reclassified) == 1, sizes
        assert shown_text(events[: reclassified[0]]).strip() == "The user wants four."
        assert shown_text(events[reclassified[0] :]) == "Four."


def test_m2_a_call_before_a_closing_tag_without_an_opening_one_is_not_run() -> None:
    events = answer_events(f"I could call:\n<tool_call>{CALL_JSON}</tool_call>\n", (4,))
    assert ready_calls(events) == EXPECTED_CALLS
    reclassified_events = answer_events(f"I could call:\n<tool_call>{CALL_JSON}</tool_call>\n</think>\nFour.", (4,))
    assert ready_calls(reclassified_events) == []
    assert ready_calls(answer_events(f"I look.</think>\n{CALL_JSON}", (4,))) == EXPECTED_CALLS


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Four.<|im_end|>", "Four."),
        ("Four.<|endoftext|>", "Four."),
        ("Four.</s>", "Four."),
        ("Four.<end_of_turn>", "Four."),
        ("Four.<｜end▁of▁sentence｜>", "Four."),
        ("<|start_header_id|>assistant<|end_header_id|>Four.<|eot_id|>", "Four."),
        ("[INST]Four.[/INST]", "Four."),
        ("Four.<|unknown_token_7|>", "Four."),
        ("Four.<|im_e", "Four."),
        ("The <|python_tag|> token.", "The  token."),
        ("The <|channel|> and <|start|> tokens.", "The  and  tokens."),
        ("Fo<|tool_call_end|>ur.", "Four."),
    ],
)
def test_m1_control_tokens_are_never_shown(text: str, expected: str) -> None:
    for sizes in SIZES:
        assert shown_text(answer_events(text, sizes)) == expected, sizes
        assert shown_text(answer_events(text, sizes, offered=False)) == expected, sizes


def test_m1_tokens_of_native_reasoning_are_not_shown() -> None:
    answer = TextAnswer(
        TextAnswerRules(
            allow_calls=False,
            tool_names=frozenset(),
            streamed=True,
            text_limits=DEFAULT_TEXT_LIMITS,
            prompt_texts=PromptTexts(()),
        )
    )
    events: list[ModelEvent] = []
    for chunk in ("I co", "unt.<|e", "nd|><|", "start|>", " a < b"):
        events += answer.feed(ReasoningArrived(chunk))
    events += answer.feed(TurnEnded("end"))

    assert reasoning_text(events) == "I count. a < b"


# Segments


def test_a_call_block_is_closed_by_default() -> None:
    assert CallBlock("xml", "b", "<use_tool>b</use_tool>").closed


def test_segments_are_immutable_values() -> None:
    segment = ProseText("a")

    assert segment == ProseText("a")
    with pytest.raises(AttributeError):
        segment.text = "b"  # type: ignore[misc] # the assignment must be refused


# Segment buffer


def test_adjacent_segments_of_one_kind_are_merged() -> None:
    buffer = SegmentBuffer()
    buffer.add_text("a")
    buffer.add_text("")
    buffer.add_text("b")
    buffer.add_thinking("c")
    buffer.add_thinking("d")
    buffer.add_text("e")
    buffer.add(CallOpened("xml"))
    buffer.add_text("f")

    assert buffer.drain() == [ProseText("ab"), ThinkingText("cd"), ProseText("e"), CallOpened("xml"), ProseText("f")]
    assert buffer.drain() == []


def test_segments_are_not_merged_after_draining() -> None:
    buffer = SegmentBuffer()
    buffer.add_thinking("a")
    buffer.drain()
    buffer.add_text("b")

    assert buffer.drain() == [ProseText("b")]


# Tags


@pytest.mark.parametrize("text", ALL_TAGS)
def test_each_complete_tag_is_found_at_its_position(text: str) -> None:
    tag = tag_at(f"a{text}b", 1)

    assert tag is not None
    assert tag.text == text
    assert tag_at(f"a{text}b", 0) is None
    shorter_tag = tag_at(text[:-1], 0)
    assert shorter_tag is None or len(shorter_tag.text) < len(text)


@pytest.mark.parametrize("text", ALL_TAGS)
def test_each_prefix_of_a_tag_at_the_end_of_the_text_is_a_possible_tag(text: str) -> None:
    for length in range(1, len(text)):
        assert ALL_TAGS[text] in possible_tags("a" + text[:length], 1)
        assert ALL_TAGS[text] not in possible_tags("a" + text[:length] + "!", 1)


def test_a_prefix_yields_all_tags_that_begin_with_it() -> None:
    assert {tag.text for tag in possible_tags("[E", 0)} == {"[END_TOOL_REQUEST]"}
    assert {tag.text for tag in possible_tags("[TOOL_R", 0)} == {"[TOOL_REQUEST]", "[TOOL_RESULTS]"}
    assert possible_tags("", 0) == ()


FRAMES: tuple[str, ...] = ("sentinel", "xml", "bracket")


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("body", ["{", "\n{", ' [ {"name"', "```json", "<name>", "\n<function=a>"])
def test_the_beginning_of_each_dialect_starts_a_body(body: str, frame: str) -> None:
    assert starts_body(body, 0, CALL_FRAMES[frame]) is True


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("body", ["", "\n", "`", "``", "<", "[", "[ "])
def test_too_little_text_is_undecided(body: str, frame: str) -> None:
    assert starts_body(body, 0, CALL_FRAMES[frame]) is None


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("body", [" is the tag", "</tool_call>", "[1]", "`x`", "<1", " " * MAX_TAG_SPACE + " {"])
def test_plain_text_does_not_start_a_body(body: str, frame: str) -> None:
    assert starts_body(body, 0, CALL_FRAMES[frame]) is False


@pytest.mark.parametrize("body", ["search\n<arg_key>", "search<arg_key>", "\nvault.search-2 \n</tool_call>"])
def test_a_name_starts_a_body_only_before_a_tag(body: str) -> None:
    assert starts_body(body, 0, CALL_FRAMES["sentinel"]) is True
    for length in range(len(body)):
        assert starts_body(body[:length], 0, CALL_FRAMES["sentinel"]) is None
    for frame in FRAMES[1:]:
        assert starts_body(body, 0, CALL_FRAMES[frame]) is False


@pytest.mark.parametrize(
    "body", ["a b", "a<b", "a<arg_keys", "a</tool_c ", "a" * 65, "a" + " " * MAX_TAG_SPACE + " <", "a:", "a<arg_value>"]
)
def test_a_name_before_other_text_does_not_start_a_body(body: str) -> None:
    assert starts_body(body, 0, CALL_FRAMES["sentinel"]) is False
