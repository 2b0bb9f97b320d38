"""Table of call dialects: how each model family encloses its tool calls and reasoning in text.

A family is added with one row here and one in `tests/providers/tool_emulation/test_dialects.py`. The text between the
tags is parsed by its own form (`call_parser.py`), independently of the tags.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

CallPlace = Literal["line", "anywhere"]
"""Where an opening tag is significant: at the start of a line or after whitespace, or everywhere."""


@dataclass(frozen=True, slots=True)
class CallFrame:
    """How one or more calls are enclosed."""

    name: str
    opening: str
    closings: tuple[str, ...]
    """Closing tags; the first is the usual one."""
    stops: tuple[str, ...] = ()
    """Tags that end it without being part of it."""
    is_token: bool = False
    """Its tags are special tokens of the vocabulary: they are significant anywhere and never shown."""
    opening_in_body: bool = False
    """The opening tag is part of the call, such as `<function=`."""
    ends_with_value: bool = False
    """It ends as soon as the value in it is complete; the closing tag is optional."""
    string_marks: tuple[str, ...] = ('"',)
    """Delimiters of strings in it."""
    starts_with_name: bool = False
    """It may begin with the name of the tool, followed by tags or nothing, as in GLM."""
    inner: tuple[str, ...] = ()
    """Separator tokens in it; their brackets do not nest."""


def _tags(name: str, tag: str, *more_closings: str) -> CallFrame:
    return CallFrame(name, f"<{tag}>", (f"</{tag}>", *more_closings))


def _tokens(name: str, opening: str, *closings: str, strings: Iterable[str] = ('"',)) -> CallFrame:
    return CallFrame(name, opening, closings, is_token=True, string_marks=tuple(strings))


def _open_token(name: str, opening: str, *closings: str) -> CallFrame:
    return CallFrame(name, opening, closings, is_token=True, ends_with_value=True)


_PYTHON_STRINGS = ('"', "'")

SENTINEL, XML, BRACKET = "sentinel", "xml", "bracket"
"""Names of the frames that prompts teach (`sentinel`, `xml`), and of LM Studio's, which is only parsed."""

_FRAMES = (
    # Hermes, Qwen, GLM, Qwen3-Coder, Exaone, SmolLM3, Ernie; taught in prompts.
    CallFrame(SENTINEL, "<tool_call>", ("</tool_call>",), starts_with_name=True),
    # Taught to models whose own templates use the tag above for something else.
    _tags(XML, "use_tool"),
    # LM Studio (vaultdesk/providers/README.md, "LM Studio").
    CallFrame(BRACKET, "[TOOL_REQUEST]", ("[END_TOOL_REQUEST]",)),
    # Granite 3, Phi-4-mini.
    _open_token("granite", "<|tool_call|>", "<|/tool_call|>", "<|end|>", "<|end_of_text|>"),
    # Kimi K2; some servers leave the outer tags out.
    _tokens("kimi", "<|tool_calls_section_begin|>", "<|tool_calls_section_end|>"),
    _tokens("kimi call", "<|tool_call_begin|>", "<|tool_call_end|>"),
    # DeepSeek R1, V3, V3.1; Step 3.
    _tokens("deepseek", "<｜tool▁calls▁begin｜>", "<｜tool▁calls▁end｜>"),
    _tokens("deepseek underscores", "<｜tool_calls_begin｜>", "<｜tool_calls_end｜>"),
    _tokens("deepseek ascii", "<|tool▁calls▁begin|>", "<|tool▁calls▁end|>"),
    _tokens("deepseek call", "<｜tool▁call▁begin｜>", "<｜tool▁call▁end｜>"),
    # DeepSeek V3.2 and V4.
    _tokens("dsml", "<｜DSML｜function_calls>", "</｜DSML｜function_calls>"),
    _tokens("dsml v4", "<｜DSML｜tool_calls>", "</｜DSML｜tool_calls>"),
    # MiniMax M2; MiniMax M1, Hunyuan, Jamba.
    _tags("minimax", "minimax:tool_call"),
    _tags("tool calls", "tool_calls"),
    # Claude, OLMo 3 (calls as in Python).
    CallFrame("function calls", "<function_calls>", ("</function_calls>",), string_marks=_PYTHON_STRINGS),
    _tags("antml", "antml:function_calls"),
    CallFrame("invoke", "<invoke name=", ("</invoke>",), opening_in_body=True),
    # Llama 3 and 4; Qwen3-Coder without its outer tag.
    _open_token("python tag", "<|python_tag|>", "<|eom_id|>", "<|eot_id|>"),
    _tokens("llama 4", "<|python_start|>", "<|python_end|>", strings=_PYTHON_STRINGS),
    CallFrame("function", "<function=", ("</function>",), opening_in_body=True),
    # Mistral.
    CallFrame(
        "mistral",
        "[TOOL_CALLS]",
        ("</s>",),
        stops=("[TOOL_CALLS]",),
        is_token=True,
        ends_with_value=True,
        inner=("[ARGS]", "[CALL_ID]"),
    ),
    # FunctionGemma; Gemma 4.
    _tokens("function gemma", "<start_function_call>", "<end_function_call>", strings=("<escape>",)),
    _tokens("gemma", "<|tool_call>", "<tool_call|>", strings=('<|"|>',)),
    # Nemotron; Granite 20B; Glaive.
    _tags("nemotron", "TOOLCALL"),
    CallFrame("function call", "<function_call>", ("</function_call>", "<|endoftext|>"), ends_with_value=True),
    CallFrame("glaive", "<functioncall>", ("</functioncall>", "<|endoftext|>"), ends_with_value=True),
    # Seed-OSS.
    _tags("seed", "seed:tool_call"),
    # LFM2.
    _tokens("lfm2", "<|tool_call_start|>", "<|tool_call_end|>", strings=_PYTHON_STRINGS),
    # Apertus.
    _tokens("apertus", "<|tools_prefix|>", "<|tools_suffix|>"),
    # InternLM 2 and 3.
    _tokens("internlm", "<|action_start|>", "<|action_end|>"),
    # Command R7B, Command A.
    _tokens("cohere", "<|START_ACTION|>", "<|END_ACTION|>"),
    # LongCat.
    CallFrame("longcat", "<longcat_tool_call>", ("</longcat_tool_call>",), starts_with_name=True),
)

CALL_FRAMES: dict[str, CallFrame] = {frame.name: frame for frame in _FRAMES}
"""Each frame by its name."""

HARMONY = CallFrame(
    "harmony",
    "",
    ("<|call|>", "<|end|>", "<|return|>"),
    stops=("<|start|>", "<|channel|>"),
    is_token=True,
    ends_with_value=True,
)
"""A message of gpt-oss to a tool. It begins with a header (`harmony.py`)."""

HARMONY_OPENINGS = ("<|start|>", "<|channel|>")
"""Tokens that begin a header of gpt-oss."""

WHOLE_ANSWER = "whole answer"
"""Name of the frame of an answer that consists of calls without tags (`whole_answer.py`)."""


@dataclass(frozen=True, slots=True)
class ThoughtFrame:
    """How reasoning is enclosed."""

    opening: str
    closing: str
    is_token: bool = False
    """Its tags count anywhere, not only at the start of a line."""
    stops: tuple[str, ...] = ()
    """Tags that end it without being part of it."""


def _named_thoughts(*names: str) -> tuple[ThoughtFrame, ...]:
    return tuple(ThoughtFrame(f"<{name}>", f"</{name}>") for name in names)


THINK_NAMES = ("think", "thinking", "reasoning", "thought")
"""Names of tags around reasoning: those of DeepSeek and Qwen, and variants of fine-tuned models."""

THOUGHT_FRAMES = (
    *_named_thoughts(*THINK_NAMES, "seed:think", "longcat_think"),
    # Magistral.
    ThoughtFrame("[THINK]", "[/THINK]", is_token=True),
    # Kimi-VL.
    ThoughtFrame("◁think▷", "◁/think▷", is_token=True),
    # Gemma 4; MedGemma.
    ThoughtFrame("<|channel>thought", "<channel|>", is_token=True),
    ThoughtFrame("<unused94>thought", "<unused95>", is_token=True),
    # Command A Reasoning.
    ThoughtFrame("<|START_THINKING|>", "<|END_THINKING|>", is_token=True),
    # Apertus; OpenThinker, Sky-T1.
    ThoughtFrame("<|inner_prefix|>", "<|inner_suffix|>", is_token=True),
    ThoughtFrame("<|begin_of_thought|>", "<|end_of_thought|>", is_token=True),
    # Kimi K2 and others whose template writes them as tokens.
    ThoughtFrame("<|think_start|>", "<|think_end|>", is_token=True),
    ThoughtFrame("<|thinking_start|>", "<|thinking_end|>", is_token=True),
)

HARMONY_THOUGHT = ThoughtFrame(
    "", "<|end|>", is_token=True, stops=("<|start|>", "<|channel|>", "<|return|>", "<|call|>")
)
"""A message of gpt-oss in its channel `analysis`."""

ANSWER_TAGS = (("<answer>", "</answer>"), ("<response>", "</response>"))
"""Tags around the answer after reasoning: Hunyuan and Ernie."""

CONTROL_TOKENS = (
    "[/TOOL_CALLS]",
    "[TOOL_RESULTS]",
    "[/TOOL_RESULTS]",
    "[AVAILABLE_TOOLS]",
    "[/AVAILABLE_TOOLS]",
    "[INST]",
    "[/INST]",
    "[gMASK]",
    "<sop>",
    "<eos>",
    "<bos>",
    "<end_of_turn>",
    "<start_of_turn>model",
    "<start_of_turn>user",
    "<start_of_turn>",
    "<end_of_utterance>",
    "<start_function_response>",
    "<end_function_response>",
    "<|channel>final",
    "<|channel>",
    "<channel|>",
    "<turn|>",
    "<|turn>model",
    "<|turn>",
    "<|tool_response>",
    "<tool_response|>",
    "<|im_start|>assistant",
    "<|start_header_id|>assistant<|end_header_id|>",
    "<|CHATBOT_TOKEN|>",
)
"""Tokens of chat templates that are removed from text; those of the form `<|...|>` need no row."""
