"""Hostile text: model output that could be parsed incorrectly; its meaning is unknown."""

from tests.fuzzing.choices import Choices
from vaultdesk.providers.tool_emulation.dialects import ALL_TAGS, THINK_NAMES

TAG_TEXTS = tuple(ALL_TAGS)

BROKEN = (
    "<tool_call", "<tool_", "</tool_call", "</", "<", "[TOOL_REQUEST", "[END", "[", "<think", "</think", "<thin>",
    "< think>", "<think >", "<THINK>", "<tool_call >", "<|tool_call|>", "&lt;tool_call&gt;", "<think/>", "<reason",
)  # fmt: skip

MARKS = (
    "`", "``", "```", "````", "~~~", "~~~~", "\n", "\n\n", "\r\n", " ", "  ", "    ", "\t", "> ", ">", "- ", "* ",
    "1. ",
    "10) ", "# ", "#", "###### ", "---\n", "\\", "\\`", "\\\\", "\\<", "\n```\n", "\n~~~\n", "\n```py\n", "\n> ",
    "\n- ",
    "\n  ```\n", "\n    ```\n", "\n- ```\n", "\n> ```\n", "\n```` \n", "\n```x`\n", "\u00a0", "\u200b", "\u2028",
    "\x00",
)  # fmt: skip

BODIES = (
    '{"name":"a","arguments":{}}', '{"name": "a", "arguments": "{}"}', '{"name":"a","arguments":{"q":"</tool_call>"}}',
    '{"name":"a","arguments":{"q":"`"}}', '{"name":"a","arguments":{"q":"\\"</tool_call>\\\\"}}', '[{"name":"a"}]',
    '{"name":"a","arguments":{"q":1,}}', '{"name":"a","arguments":{"q":1}}}', '{"name":"a"', "{", "}", '"', "[", "]",
    "```json\n", "<name>a</name>", "<args>", "</args>", '<args>{"q":"</args></use_tool>"}</args>', "<q>", "</q>",
    "<q/>",
    "<function=a>", "</function>", "<parameter=q>", "</parameter>", '{"q":"x\ny"}', '"arguments":', '"name":"a"', ":",
    ",", "null", "NaN", "1e999", "\\u0041", "\\ud800", "<![CDATA[", "]]>", "&lt;", "&#0;", "&#xD800;", '{"name":"a"}',
    "a\n<arg_key>q</arg_key>\n<arg_value>1</arg_value>", "a<arg_key>q</arg_key><arg_value>", "a\n", "<arg_key>",
    "</arg_key>", "<arg_value>", "</arg_value>", "<arg",
)  # fmt: skip

WORDS = (
    "a",
    "the pump",
    "word ",
    "It is so. ",
    "é",
    "🙂",
    "x" * 30,
    "tool_call",
    "think",
    "1",
    "-",
    ".",
    "t",
    "r",
    "u",
)

TICK_PARTS = (
    "`", "`", "``", "```", "~~~", "\n", "\n", "\n\n", " ", "x", "\\", "# ", "\n```\n", "\n```x\n", "    ", " \n",
    "\n   ", '<tool_call>{"name":"a"}</tool_call>',
    ' <tool_call>{"name":"`"}</tool_call>', "\n<think>`</think>", "</think>",
)  # fmt: skip

KINDS = (TAG_TEXTS, MARKS, BODIES, WORDS, BROKEN, MARKS, TAG_TEXTS, BODIES)
MAX_PARTS = 60
MAX_REPEATS = 40


def hostile_text(choices: Choices) -> str:
    """Return a text of fragments in any order, some of them repeated, some nested in a frame."""
    parts = [_part(choices, 0) for _ in range(choices.randrange(MAX_PARTS))]
    return "".join(parts)


def tick_text(choices: Choices) -> str:
    """Return a text of backticks and calls in any order, to test the boundaries of code."""
    return "".join(choices.choice(TICK_PARTS) for _ in range(choices.randrange(30)))


def _part(choices: Choices, depth: int) -> str:
    kind = choices.randrange(16)
    if kind == 15 and depth < 4:
        inner = "".join(_part(choices, depth + 1) for _ in range(choices.randrange(5)))
        return choices.choice(("\n", " ", "")) + _framed(choices, inner)
    if kind == 1:
        return choices.choice(choices.choice(KINDS)) * (1 + choices.randrange(MAX_REPEATS))
    if kind == 2:
        text = choices.choice(TAG_TEXTS)
        return text[: choices.randrange(len(text))]
    return choices.choice(choices.choice(KINDS))


def _framed(choices: Choices, inner: str) -> str:
    name = choices.choice(THINK_NAMES)
    ticks = "`" * (1 + choices.randrange(5))
    return choices.choice(
        (
            f"<tool_call>{inner}</tool_call>",
            f"<use_tool>{inner}</use_tool>",
            f"[TOOL_REQUEST]{inner}[END_TOOL_REQUEST]",
            f"<{name}>{inner}</{name}>",
            f"{ticks}{inner}{ticks}",
            f"\n{ticks}\n{inner}\n{ticks}\n",
            '<tool_call>{"name":"a","arguments":{"q":"' + inner + '"}}</tool_call>',
            f"<use_tool><name>a</name><q>{inner}</q></use_tool>",
            f"<use_tool><name>a</name><args>{inner}</args></use_tool>",
            f"<tool_call>a\n<arg_key>q</arg_key>\n<arg_value>{inner}</arg_value>\n</tool_call>",
            f"<tool_call><function=a><parameter=q>{inner}</parameter></function></tool_call>",
        )
    )
