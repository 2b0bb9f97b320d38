"""Estimate: how many tokens a request may use up, before it is sent. Counts text; asks nobody."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

from vaultdesk.agent.spending_book import Used
from vaultdesk.chat.messages import ImagePart, ProviderPart, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from vaultdesk.providers.anthropic.claude_models import output_token_limit
from vaultdesk.providers.provider import ModelRequest, Price

BYTES_A_TOKEN = 4
"""Bytes of UTF-8 that make a token, on the average of English and code; Cyrillic comes out at two letters a token,
Chinese at four signs for three, which is how the vendors count them within a third."""

IMAGE_TOKENS = 1_600
"""Tokens of one picture: what the vendors count for the largest they do not shrink."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a request may come to at most."""

    input_tokens: int
    answer_tokens: int
    """The longest answer that is asked for."""
    thought_tokens: int = 0
    """What a model may think beyond its answer's limit."""

    @property
    def output_tokens(self) -> int:
        """Everything it may write."""
        return self.answer_tokens + self.thought_tokens

    @property
    def tokens(self) -> int:
        """All of them."""
        return self.input_tokens + self.output_tokens

    def used(self, price: Price | None, *, free: bool) -> Used:
        """Return the estimate as a use at *price*; nothing in money where the model is *free*."""
        if free:
            return Used(tokens=self.tokens)
        if price is None:
            return Used(tokens=self.tokens, unpriced=self.tokens)
        return Used(
            tokens=self.tokens,
            dollars=(self.input_tokens * price.input + self.output_tokens * price.output) / 1_000_000,
        )


def tokens_of(text: str) -> int:
    """Return about how many tokens *text* is."""
    size = len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))
    return ceil(size / BYTES_A_TOKEN)


def estimate(request: ModelRequest) -> Estimate:
    """Return what *request* may use up, its longest answer included."""
    tokens = sum(tokens_of(text) for text in _texts(request))
    images = sum(len(message.images) for message in request.messages)
    answer, thoughts = request.max_output_tokens, 0
    if "claude" in request.model.casefold():
        thoughts = output_token_limit(request.model, request.effort, answer) - answer
    return Estimate(tokens + images * IMAGE_TOKENS, answer, thoughts)


def _texts(request: ModelRequest) -> Iterator[str]:
    yield request.system
    for tool in request.tools:
        yield f"{tool.name} {tool.description} {json.dumps(tool.parameters, ensure_ascii=False)}"
    for message in request.messages:
        for part in message.parts:
            match part:
                case TextPart():
                    yield part.text
                case ToolCallPart():
                    yield f"{part.name} {part.arguments_json}"
                case ToolResultPart():
                    yield part.content
                case ProviderPart():
                    yield json.dumps(part.item, ensure_ascii=False)
                case ReasoningPart() | ImagePart():
                    pass  # Words of thought are not sent back; pictures are counted by the piece.
