"""Chat dialect: in what the servers that speak Chat Completions differ. Values only; no wire (PROTOCOLS 3)."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class ChatDialect:
    """How one kind of server wants its requests, and what of its answers must be given back to it."""

    wire: str
    """The first part of its family (providers/family.py)."""
    length_field: str = ""
    """The field that limits an answer; empty where servers count it against the prompt, and it is better left out."""
    signatures: bool = False
    """Calls carry `extra_content` that must go back with them (Gemini)."""
    reasoning_details: bool = False
    """Answers carry `reasoning_details` that must go back unchanged (OpenRouter)."""
    replays_reasoning: bool = False
    """Reasoning goes back with the calls it led to: DeepSeek and llama.cpp's templates want it."""
    effort: Literal["", "reasoning_effort", "reasoning"] = ""
    """How a wish for more or less thinking is written."""
    asks_cost: bool = False
    """The server tells what an answer cost when asked (`usage: {include: true}`)."""


OPENAI = ChatDialect("chat", length_field="max_completion_tokens", effort="reasoning_effort")
COMPATIBLE = ChatDialect("chat", replays_reasoning=True, effort="reasoning_effort")
GEMINI = ChatDialect("gemini", length_field="max_tokens", signatures=True, effort="reasoning_effort")
OPENROUTER = ChatDialect(
    "openrouter", length_field="max_tokens", reasoning_details=True, effort="reasoning", asks_cost=True
)
LMSTUDIO = ChatDialect("chat", replays_reasoning=True)
