"""Model families with the call dialect, extra instructions and text limits that suit each."""

import re

from msgspec import Struct

from vaultdesk.core.values import replace
from vaultdesk.providers.capabilities import EmulationDialect
from vaultdesk.providers.offline.note_sentences import note_sentences
from vaultdesk.providers.self_hosted.small_models import named_weights


class PrematureTextLimits(Struct, frozen=True):
    """Limits for text before or after a call. The values are Obsidian Copilot's, found by experience."""

    sentences_before: int = 2
    """Maximum number of sentences before the first call that count as short; more are reported, not forbidden."""
    characters_before: int = 200
    """Maximum number of characters before the first call that count as short."""
    after_streamed: int = 50
    """Number of characters after a call at which a stream is closed: they are an answer without the results."""
    after_complete: int = 100
    """Number of characters after a call at which an answer that is not streamed is cut."""

    def is_long_preamble(self, text: str) -> bool:
        """Return whether *text* before the first call is long; reasoning is not part of it."""
        preamble = text.strip()
        if len(preamble) > self.characters_before:
            return True
        return sum(1 for _ in note_sentences(preamble)) > self.sentences_before

    def is_premature_answer(self, text: str, *, streamed: bool) -> bool:
        """Return whether *text* after a call is an answer rather than a short remark."""
        return len(text.strip()) > (self.after_streamed if streamed else self.after_complete)


DEFAULT_TEXT_LIMITS = PrematureTextLimits()
"""For every model without limits of its own."""


# A model is recognized by its name, as servers spell it: `anthropic/claude-...`, `qwen2.5:7b-instruct-q4_K_M`.


class ModelAdapter(Struct, frozen=True):
    """How one family of models is given tools as text."""

    family: str
    dialect: EmulationDialect = "sentinel"
    """The dialect it follows best; the user or a probe may choose the other."""
    extra_rules: tuple[str, ...] = ()
    """Sentences added to the rules."""
    hint: str = ""
    """A sentence after the user's question, for models that tend to ignore their system prompt."""
    brief: bool = False
    """Use short instructions: a long prompt makes a small model forget the question."""
    text_limits: PrematureTextLimits = DEFAULT_TEXT_LIMITS


SHORT_PROMPT_WEIGHTS = 4_000_000_000
"""Number of parameters up to which a model gets short instructions."""

BASE_ADAPTER = ModelAdapter("base")

_CALL_FIRST_RULES = (
    "If the answer depends on something a tool can look up, call the tool before you answer. Do not say that you are "
    "going to call one: write the call.",
    "Do not answer from memory what a tool can tell you.",
)
_HINT = "(If a tool is needed for this, write its call now, before any answer, and stop after it.)"
_ONE_FRAME_RULE = ("Use this frame even if you were trained on another one for tools.",)

_GPT = ModelAdapter("GPT", extra_rules=_CALL_FIRST_RULES, hint=_HINT)
_CLAUDE = ModelAdapter(
    "Claude",
    dialect="xml",
    extra_rules=(
        "Each of your turns is either one brief sentence followed by calls, after which you stop, or the final answer.",
        "Text after a call is discarded: the results are not there yet.",
    ),
)
_GEMINI = ModelAdapter(
    "Gemini",
    extra_rules=(
        "Never put a call into a code fence or a tool_code block, and never write it as Python.",
        "You may call tools again and again, until you have what you need.",
    ),
)
_QWEN = ModelAdapter("Qwen")
_LLAMA = ModelAdapter("Llama", extra_rules=_ONE_FRAME_RULE, hint=_HINT)

_FAMILIES: tuple[tuple[str, ModelAdapter], ...] = (
    # Fine-tuned models include the name of their base model; the format they were trained on takes precedence.
    (r"hermes", ModelAdapter("Hermes")),
    (r"gpt-?oss|(?:^|[/:])(?:chat)?gpt|(?:^|/)o[134](?:-|$)|codex|davinci", _GPT),
    (r"claude", _CLAUDE),
    (r"gemini|learnlm", _GEMINI),
    (r"deepseek", ModelAdapter("DeepSeek", extra_rules=("Write calls in your answer, never in your reasoning.",))),
    # Their own templates use the tag of the first dialect for something other than JSON.
    (r"qwen-?3-?coder", replace(_QWEN, dialect="xml")),
    (r"glm-?\d|chatglm", ModelAdapter("GLM", dialect="xml", extra_rules=_ONE_FRAME_RULE)),
    (r"qwen|qwq|qvq", _QWEN),
    (r"llama|vicuna|alpaca", _LLAMA),
    (
        r"mistral|mixtral|ministral|magistral|codestral|devstral|pixtral",
        ModelAdapter("Mistral", extra_rules=_ONE_FRAME_RULE),
    ),
    (r"gemma", ModelAdapter("Gemma", extra_rules=_GEMINI.extra_rules[:1], hint=_HINT)),
    (r"(?:^|[/:_-])phi-?\d", ModelAdapter("Phi", extra_rules=_ONE_FRAME_RULE, hint=_HINT)),
    (r"command-?r|command-a|c4ai|aya", ModelAdapter("Command", extra_rules=_ONE_FRAME_RULE)),
    (r"granite", ModelAdapter("Granite", extra_rules=_ONE_FRAME_RULE)),
    (r"grok", ModelAdapter("Grok")),
    (r"kimi|moonshot", ModelAdapter("Kimi", extra_rules=_ONE_FRAME_RULE)),
    (r"smollm|tinyllama|stablelm", ModelAdapter("small", hint=_HINT, brief=True)),
)
"""Patterns of model names in lower case, with their families; the first match is used."""


def adapter_for(model: str) -> ModelAdapter:
    """Return the adapter for *model*, or the base adapter if the name is unknown."""
    name = model.lower()
    found = next((adapter for pattern, adapter in _FAMILIES if re.search(pattern, name)), BASE_ADAPTER)
    if 0 < named_weights(name) <= SHORT_PROMPT_WEIGHTS:
        return replace(found, brief=True)
    return found


def preferred_dialect(model: str) -> EmulationDialect:
    """Return the dialect for *model* if none was tested or chosen."""
    return adapter_for(model).dialect
