"""Adapters: what families of models need so that tools by text work with them: dialect, words, limits. A table.

A model is known by its name alone, as servers spell it: `anthropic/claude-...`, `qwen2.5:7b-instruct-q4_K_M`.
"""

import re
from dataclasses import dataclass, replace

from vaultdesk.providers.capabilities import TextWay
from vaultdesk.providers.tool_text.premature import USUAL, Prematurity


@dataclass(frozen=True, slots=True)
class Adapter:
    """How one family of models is taught tools by text."""

    family: str
    dialect: TextWay = "sentinel"
    """The dialect it takes to best; the person or a probe may choose the other."""
    additions: tuple[str, ...] = ()
    """Sentences added to the rules."""
    hint: str = ""
    """A sentence after the person's question, for models that lose sight of their system prompt."""
    brief: bool = False
    """Teach in few words: a long prompt makes a small model forget the question."""
    prematurity: Prematurity = USUAL


SMALL = 4.0
"""Billions of parameters up to which a model is taught in few words."""

BASE = Adapter("base")

_CALL_FIRST = (
    "If the answer depends on something a tool can look up, call the tool before you answer. Do not say that you are "
    "going to call one: write the call.",
    "Do not answer from memory what a tool can tell you.",
)
_HINT = "(If a tool is needed for this, write its call now, before any answer, and stop after it.)"
_ONE_FRAME = ("Use this frame even if you were trained on another one for tools.",)

_GPT = Adapter("GPT", additions=_CALL_FIRST, hint=_HINT)
_CLAUDE = Adapter(
    "Claude",
    dialect="xml",
    additions=(
        "Each of your turns is either one brief sentence followed by calls, after which you stop, or the final answer.",
        "Whatever you write after a call is thrown away: the results are not there yet.",
    ),
)
_GEMINI = Adapter(
    "Gemini",
    additions=(
        "Never put a call into a code fence or a tool_code block, and never write it as Python.",
        "You may call tools again and again, until you have what you need.",
    ),
)
_QWEN = Adapter("Qwen")
_LLAMA = Adapter("Llama", additions=_ONE_FRAME, hint=_HINT)

_FAMILIES: tuple[tuple[str, Adapter], ...] = (
    # Fine-tunes carry the name of what they are made from; what they were trained to write comes first.
    (r"hermes", Adapter("Hermes")),
    (r"gpt-?oss|(?:^|[/:])(?:chat)?gpt|(?:^|/)o[134](?:-|$)|codex|davinci", _GPT),
    (r"claude", _CLAUDE),
    (r"gemini|learnlm", _GEMINI),
    (r"deepseek", Adapter("DeepSeek", additions=("Write calls in your answer, never in your reasoning.",))),
    # Their own templates use the tag of the first dialect for something that is no JSON.
    (r"qwen-?3-?coder", replace(_QWEN, dialect="xml")),
    (r"glm-?\d|chatglm", Adapter("GLM", dialect="xml", additions=_ONE_FRAME)),
    (r"qwen|qwq|qvq", _QWEN),
    (r"llama|vicuna|alpaca", _LLAMA),
    (r"mistral|mixtral|ministral|magistral|codestral|devstral|pixtral", Adapter("Mistral", additions=_ONE_FRAME)),
    (r"gemma", Adapter("Gemma", additions=_GEMINI.additions[:1], hint=_HINT)),
    (r"(?:^|[/:_-])phi-?\d", Adapter("Phi", additions=_ONE_FRAME, hint=_HINT)),
    (r"command-?r|command-a|c4ai|aya", Adapter("Command", additions=_ONE_FRAME)),
    (r"granite", Adapter("Granite", additions=_ONE_FRAME)),
    (r"grok", Adapter("Grok")),
    (r"kimi|moonshot", Adapter("Kimi", additions=_ONE_FRAME)),
    (r"smollm|tinyllama|stablelm", Adapter("small", hint=_HINT, brief=True)),
)
"""A pattern of the model's name in lower case, and its family; the first that is found counts."""

_SIZE = re.compile(r"(?<![\d.a-z])(\d{1,4}(?:\.\d{1,2})?)(b|m)(?![a-z])")


def adapter_for(model: str) -> Adapter:
    """Return the adapter for *model*; the base one for a name nobody knows."""
    name = model.lower()
    found = next((adapter for pattern, adapter in _FAMILIES if re.search(pattern, name)), BASE)
    size = _SIZE.search(name)
    if size is not None and float(size[1]) / (1 if size[2] == "b" else 1000) <= SMALL:
        return replace(found, brief=True)
    return found


def preferred_way(model: str) -> TextWay:
    """Return the dialect *model* is taught where nobody has tried or chosen one."""
    return adapter_for(model).dialect
